//! Building games from test data.

use cs3_games::{
    KnightsDanceEntry, KonaneEntry, NorthcottEntry, SurroundEntry, TenEntry, TicTacToeEntry,
};
use games_core::{
    TextError,
    entry::{Entry, GameOptions, Visitor},
    fixtures::Record,
};

/// The ids of the six games.
pub(crate) const GAMES: [&str; 6] =
    ["ten", "tictactoe", "northcott", "knights-dance", "surround", "konane"];

/// Opens the position of a record with the game's rules.
#[track_caller]
pub(crate) fn open<V: Visitor>(record: &Record<'_>, id: &str, visitor: V) -> V::Out {
    let position = record.one("position").unwrap();
    visit(id, record.get("rules").unwrap_or(""), Some(position), visitor).unwrap()
}

/// Builds a game as a registry does; no options are the empty text.
pub(crate) fn visit<V: Visitor>(
    id: &str,
    rules: &str,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Out, TextError> {
    fn build<E: Entry, V: Visitor>(
        rules: &str,
        position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        let rules = if rules.is_empty() {
            GameOptions::defaults(E::KEYS)
        } else {
            GameOptions::parse(E::KEYS, rules)?
        };
        E::build(&rules, position, visitor)
    }
    match id {
        "ten" => build::<TenEntry, V>(rules, position, visitor),
        "tictactoe" => build::<TicTacToeEntry, V>(rules, position, visitor),
        "northcott" => build::<NorthcottEntry, V>(rules, position, visitor),
        "knights-dance" => build::<KnightsDanceEntry, V>(rules, position, visitor),
        "surround" => build::<SurroundEntry, V>(rules, position, visitor),
        "konane" => build::<KonaneEntry, V>(rules, position, visitor),
        _ => panic!("no game {id}"),
    }
}

/// GameOptions of every game in every combination of options and on boards of several sizes, wide ones
/// and degenerate ones included.
pub(crate) fn all_rules() -> Vec<(&'static str, String)> {
    let games: [(&str, &[&str], &[&str]); 6] = [
        (
            "ten",
            &[
                "",
                "target=1",
                "target=11,steps=2+3",
                "target=30,steps=7+1+3",
                "target=300,steps=41+5",
            ],
            &["misere"],
        ),
        (
            "tictactoe",
            &[
                "",
                "rows=3,cols=3",
                "rows=1,cols=6",
                "rows=7,cols=2",
                "rows=8,cols=8",
                "rows=9,cols=10",
                "rows=12,cols=12",
                "rows=1,cols=1",
                "rows=2,cols=32",
            ],
            &["misere", "diagonals"],
        ),
        (
            "northcott",
            &[
                "",
                "rows=1,cols=2",
                "rows=2,cols=5",
                "rows=5,cols=4",
                "rows=6,cols=9",
                "rows=20,cols=5",
            ],
            &["misere", "backward"],
        ),
        (
            "knights-dance",
            &["", "rows=4,cols=4", "rows=2,cols=3", "rows=3,cols=7", "rows=12,cols=9"],
            &["misere", "jump_block"],
        ),
        (
            "surround",
            &[
                "",
                "rows=1,cols=5",
                "rows=2,cols=2",
                "rows=2,cols=7",
                "rows=6,cols=6",
                "rows=8,cols=13",
                "rows=12,cols=12",
                "rows=32,cols=1",
                "rows=4,cols=3",
            ],
            &["misere", "wormholes"],
        ),
        (
            "konane",
            &[
                "",
                "rows=2,cols=3",
                "rows=1,cols=9",
                "rows=5,cols=5",
                "rows=8,cols=8",
                "rows=10,cols=11",
                "rows=12,cols=12",
                "rows=2,cols=32",
                "rows=9,cols=1",
                "rows=4,cols=5",
            ],
            &["misere", "any_piece"],
        ),
    ];
    let mut all = Vec::new();
    for (id, sizes, flags) in games {
        for size in sizes {
            for set in 0..1 << flags.len() {
                let on = flags.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                let items = on.map(|(_, flag)| format!("{flag}=true"));
                let items: Vec<_> = (!size.is_empty())
                    .then(|| (*size).to_owned())
                    .into_iter()
                    .chain(items)
                    .collect();
                all.push((id, items.join(",")));
            }
        }
    }
    all
}
