//! How programs that know no game by name find this one.

use games_core::{
    Side, TextError,
    entry::{Entry, RuleKey, Rules, Values, Visitor},
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

const fn flag(key: &'static str, default: &'static str, help: &'static str) -> RuleKey {
    RuleKey { key, values: Values::Flag, default, help }
}

/// Without meaning above this.
const MOST_PLIES: i64 = 1_000_000;

impl Entry for GirlChessEntry {
    const ID: &'static str = "girl-chess";
    const NAME: &'static str = "Girl Chess";
    const KEYS: &'static [RuleKey] = &[
        RuleKey {
            key: "size",
            values: Values::Text("WxH (width by height), 1x1 to 16x16"),
            default: "8x8",
            help: "size of the board; without a position it is 8 wide and at least 2 high",
        },
        RuleKey {
            key: "first",
            values: Values::OneOf(&["white", "black"]),
            default: "white",
            help: "who begins in the default setup",
        },
        RuleKey {
            key: "egg_copies",
            values: Values::OneOf(&["any", "own"]),
            default: "any",
            help: "whose men an Egg may copy",
        },
        flag("egg_captures", "true", "whether an Egg's copy may destroy an enemy man"),
        flag("null_moves", "false", "whether a side may pass"),
        flag("snail_optional", "false", "whether a man beside a Snail keeps its plain distances"),
        RuleKey {
            key: "no_moves",
            values: Values::OneOf(&["draw", "loss"]),
            default: "draw",
            help: "what it means to have no legal move",
        },
        RuleKey {
            key: "repetition",
            values: Values::Integer { min: 0, max: MOST_PLIES },
            default: "3",
            help: "a game is drawn when a position stands for this time, the first one counted; 0: never",
        },
        RuleKey {
            key: "ply_cap",
            values: Values::Integer { min: 0, max: MOST_PLIES },
            default: "400",
            help: "a game is drawn after so many moves; 0: never",
        },
    ];
    const CAPS: &'static [(&'static str, u64)] =
        &[("rows", Size::MOST as u64), ("cols", Size::MOST as u64)];
    const FORMATS: &'static [&'static str] = &[];
    const PROTOCOLS: &'static [&'static str] = &[];

    fn build<V: Visitor>(
        rules: &Rules,
        position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        let options = options(rules)?;
        let setup = setup(rules, options.first, position)?;
        if let Some(game) = Small::starting_from(&setup, options) {
            return Ok(visitor.visit(game));
        }
        let game = Large::starting_from(&setup, options);
        Ok(visitor.visit(game.expect("every board has at most 256 squares")))
    }

    fn full_text(rules: &Rules, position: Option<&str>) -> String {
        let text = rules.full_text();
        // Where there is no setup, no game is built either.
        let Ok(setup) = setup(rules, Side::First, position) else { return text };
        let (_, rest) = text.split_once(',').expect("there is more than one option");
        format!("size={},{rest}", setup.size())
    }
}

fn options(rules: &Rules) -> Result<Options, TextError> {
    // Numbers are checked when they are read.
    let number = |key| rules.integer(key) as u32;
    let options = Options {
        first: if rules.value("first") == "black" { Side::Second } else { Side::First },
        egg_copies: if rules.value("egg_copies") == "own" {
            EggCopies::Own
        } else {
            EggCopies::Any
        },
        egg_captures: rules.flag("egg_captures"),
        null_moves: rules.flag("null_moves"),
        snail_optional: rules.flag("snail_optional"),
        no_moves: if rules.value("no_moves") == "loss" { NoMoves::Loss } else { NoMoves::Draw },
        repetition: number("repetition"),
        ply_cap: number("ply_cap"),
    };
    if options.repetition == 1 {
        let message = "repetition=1 would end every game at its first position; 0 turns the rule off, 2 is the least";
        return Err(rules.error("repetition", message));
    }
    Ok(options)
}

/// Returns the setup with which a game begins that is not told otherwise: the default one of the
/// board, or else the given position.
fn setup(rules: &Rules, first: Side, position: Option<&str>) -> Result<Setup, TextError> {
    let asked = match rules.given("size") {
        Some(text) => Some(text.parse().map_err(|e: TextError| rules.error("size", e.message))?),
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
            return Err(rules.error("size", message));
        }
        (Some(size), _) | (None, Some(size)) => size,
        (None, None) => Size::STANDARD,
    };
    Setup::default_of(size, first).or(shown).ok_or_else(|| {
        let message = format!(
            "a board of {size} has no default setup (8 wide, 2 to 16 high have one); give a position"
        );
        rules.error("size", message)
    })
}
