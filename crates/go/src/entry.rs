//! Go in the registry: its options and how they become rules.

use games_core::{
    TextError,
    entry::{Entry, RuleKey, Rules as Options, Values, Visitor},
};

use crate::{
    Go, Go9, Go19, Go25, Index, Ko, Komi, Preset, Repetition, Rules, Scoring, Size, Suicide,
    board_size,
};

/// Go with all its rule sets.
#[derive(Clone, Copy, Debug)]
pub struct GoEntry;

impl Entry for GoEntry {
    const ID: &'static str = "go";
    const NAME: &'static str = "Go";
    const KEYS: &'static [RuleKey] = &[
        RuleKey {
            key: "preset",
            values: Values::OneOf(Preset::NAMES),
            default: "seed",
            help: "a known rule set; the other options change it",
        },
        RuleKey {
            key: "size",
            values: Values::Text("N or WxH (width by height), 1 to 25"),
            default: "9",
            help: "width and height of the board",
        },
        RuleKey {
            key: "komi",
            values: Values::Text("a multiple of 0.5"),
            default: "6.5",
            help: "points that White gets",
        },
        RuleKey {
            key: "ko",
            values: Values::OneOf(Ko::NAMES),
            default: "simple",
            help: "which boards may not come back: the last one, any (psk), any with the same side to move (ssk)",
        },
        RuleKey {
            key: "suicide",
            values: Values::OneOf(Suicide::NAMES),
            default: "forbidden",
            help: "whether a chain of several stones may take itself",
        },
        RuleKey {
            key: "scoring",
            values: Values::OneOf(Scoring::NAMES),
            default: "area",
            help: "stones and surrounded points, surrounded points and prisoners, or stones",
        },
        RuleKey {
            key: "repetition",
            values: Values::OneOf(Repetition::NAMES),
            default: "none",
            help: "whether a position that comes back ends the game as a draw",
        },
        RuleKey {
            key: "max_plies",
            values: Values::Integer { min: 0, max: 1_000_000 },
            default: "424",
            help: "the game ends after so many plies, 0 for never; by default 4 a point and 100",
        },
    ];
    const CAPS: &'static [(&'static str, u64)] = &[("rows", 25), ("cols", 25)];
    const FORMATS: &'static [&'static str] = &["sgf", "position"];
    const PROTOCOLS: &'static [&'static str] = &["gtp"];

    fn build<V: Visitor>(
        options: &Options,
        position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        let rules = rules(options, position)?;
        if let Some(game) = Go9::new(rules) {
            return Ok(visit(game, visitor));
        }
        if let Some(game) = Go19::new(rules) {
            return Ok(visit(game, visitor));
        }
        Ok(visit(Go25::new(rules).expect("every size fits the largest board"), visitor))
    }

    fn full_text(options: &Options, position: Option<&str>) -> String {
        match rules(options, position) {
            Ok(rules) => full_text(options.value("preset"), &rules),
            // They build no game either.
            Err(_) => options.full_text(),
        }
    }
}

fn full_text(preset: &str, rules: &Rules) -> String {
    let Rules { size, komi, ko, suicide, scoring, repetition, max_plies } = rules;
    format!(
        "preset={preset},size={size},komi={komi},ko={ko},suicide={suicide},scoring={scoring},\
         repetition={repetition},max_plies={max_plies}"
    )
}

fn visit<I: Index, const N: usize, V: Visitor>(game: Go<I, N>, visitor: V) -> V::Out {
    visitor.visit(game)
}

fn rules(options: &Options, position: Option<&str>) -> Result<Rules, TextError> {
    let given_size = match options.given("size") {
        Some(text) => Some(Size::parse(text).map_err(|e| options.error("size", e.message))?),
        None => None,
    };
    // A position that cannot be read is refused when it is read for good.
    let text_size = position.and_then(|text| board_size(text).ok());
    if let (Some(given), Some(text)) = (given_size, text_size)
        && given != text
    {
        let message = format!(
            "the position is {}x{}, the option `size` says {given}",
            text.width(),
            text.height()
        );
        return Err(options.error("size", message));
    }
    let size = given_size.or(text_size).unwrap_or(Size::NINE);
    let preset = Preset::by_name(options.value("preset")).expect("presets are checked");
    let mut rules = Rules::preset(preset, size);
    if let Some(text) = options.given("komi") {
        rules.komi = Komi::parse(text).map_err(|e| options.error("komi", e.message))?;
    }
    if let Some(name) = options.given("ko") {
        rules.ko = Ko::by_name(name).expect("words are checked");
    }
    if let Some(name) = options.given("suicide") {
        rules.suicide = Suicide::by_name(name).expect("words are checked");
    }
    if let Some(name) = options.given("scoring") {
        rules.scoring = Scoring::by_name(name).expect("words are checked");
    }
    if let Some(name) = options.given("repetition") {
        rules.repetition = Repetition::by_name(name).expect("words are checked");
    }
    if options.given("max_plies").is_some() {
        rules.max_plies = options.integer("max_plies") as u32;
    }
    Ok(rules)
}
