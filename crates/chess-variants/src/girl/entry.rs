//! How programs that know no game by name find this one.

use games_core::{
    AnyGame, Side, TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
};

use super::{
    options::{EggCopies, NoMoves, Options, Size},
    rules::{Large, Small},
    setup::Setup,
};

/// Girl Chess in a registry. The size of the board is taken from the position text, where one is
/// given.
#[derive(Clone, Copy, Debug)]
pub struct GirlChessEntry;

/// Without meaning above this.
const MOST_PLIES: i64 = 1_000_000;

impl Entry for GirlChessEntry {
    const ID: &'static str = "girl-chess";
    const NAME: &'static str = "Girl Chess";
    const SUMMARY: &'static str =
        "Eight kinds of pieces, some of which copy themselves. Whoever loses the last Girl loses.";
    const RULES_PAGE: &'static str = include_str!("../../rules/girl-chess.md");
    const KEYS: &'static [RuleKey] = &[
        RuleKey::text(
            "size",
            "WxH (width by height), 1x1 to 16x16",
            "8x8",
            "size of the board; without a position it is 8 wide and at least 2 high",
        ),
        RuleKey::choice::<Begins>("first", "who begins in the default setup"),
        RuleKey::choice::<EggCopies>("egg_copies", "whose men an Egg may copy"),
        RuleKey::flag("egg_captures", true, "whether an Egg's copy may destroy an enemy man"),
        RuleKey::flag("null_moves", false, "whether a side may pass"),
        RuleKey::flag(
            "snail_optional",
            false,
            "whether a man beside a Snail keeps its plain distances",
        ),
        RuleKey::choice::<NoMoves>("no_moves", "what it means to have no legal move"),
        RuleKey::integer(
            "repetition",
            (0, MOST_PLIES),
            "3",
            "a game is drawn when a position stands for this time, the first one counted; 0: never",
        ),
        RuleKey::integer(
            "ply_cap",
            (0, MOST_PLIES),
            "400",
            "a game is drawn after so many moves; 0: never",
        ),
    ];
    const LEARNED: &'static [&'static str] = &["size=8x8"];
    const CAPS: &'static [(&'static str, u64)] =
        &[("rows", Size::MOST as u64), ("cols", Size::MOST as u64)];

    fn build<V: Visitor>(
        options: &GameOptions,
        position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        let rules = rules_of(options)?;
        let setup = setup(options, rules.first, position)?;
        if let Ok(game) = Small::starting_from(&setup, rules) {
            return Ok(visitor.visit(game));
        }
        let game = Large::starting_from(&setup, rules);
        let game = game.expect("every board has at most 256 squares");
        Ok(visitor.visit(AnyGame::new(game)))
    }

    fn fixed_by(position: &str) -> Vec<(&'static str, String)> {
        let setup: Option<Setup> = position.parse().ok();
        setup.map(|setup| ("size", setup.size().to_string())).into_iter().collect()
    }
}

/// Who begins, as an option names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Begins {
    White,
    Black,
}

games_core::choices!(Begins { White = "white", Black = "black" });
games_core::choices!(EggCopies { Any = "any", Own = "own" });
games_core::choices!(NoMoves { Draw = "draw", Loss = "loss" });

fn rules_of(options: &GameOptions) -> Result<Options, TextError> {
    // Numbers are checked when they are read.
    let number = |key| options.integer(key) as u32;
    let rules = Options {
        first: match options.choice("first") {
            Begins::White => Side::First,
            Begins::Black => Side::Second,
        },
        egg_copies: options.choice("egg_copies"),
        egg_captures: options.flag("egg_captures"),
        null_moves: options.flag("null_moves"),
        snail_optional: options.flag("snail_optional"),
        no_moves: options.choice("no_moves"),
        repetition: number("repetition"),
        ply_cap: number("ply_cap"),
    };
    if rules.repetition == 1 {
        let message = "repetition=1 would end every game at its first position; 0 turns the rule off, 2 is the least";
        return Err(options.error("repetition", message));
    }
    Ok(rules)
}

/// Returns the setup with which a game begins that is not told otherwise: the default one of the
/// board, or else the given position.
fn setup(options: &GameOptions, first: Side, position: Option<&str>) -> Result<Setup, TextError> {
    let asked = match options.given("size") {
        Some(text) => Some(text.parse().map_err(|e: TextError| options.error("size", e.message))?),
        None => None,
    };
    let standard = || Setup::default_of(Size::STANDARD, first).expect("8x8 has one");
    let shown: Option<Setup> = match position.map(str::parse) {
        Some(Ok(setup)) => Some(setup),
        // Whoever reads it for good will say what is wrong with it, on a board of any size.
        Some(Err(_)) => return Ok(standard()),
        None => None,
    };
    let size = match (asked, shown.as_ref().map(Setup::size)) {
        (Some(asked), Some(shown)) if asked != shown => {
            let message = format!("size {asked} contradicts the position, which is {shown}");
            return Err(options.error("size", message));
        }
        (Some(size), _) | (None, Some(size)) => size,
        (None, None) => Size::STANDARD,
    };
    Setup::default_of(size, first).or(shown).ok_or_else(|| {
        let message = format!(
            "a board of {size} has no default setup (8 wide, 2 to 16 high have one); give a position"
        );
        options.error("size", message)
    })
}
