//! Go in the registry: its options and how they become rules.

use games_core::{
    FileFormat, GameTree, Record, SavedGames, TextError,
    entry::{Choice, Entry, GameOptions, RuleKey, Visitor},
    first_of_brackets, until_error,
};

use crate::{
    Go, Go9, Go25, Index, Ko, Komi, Preset, Repetition, Rules, Scoring, Size, Suicide, board_size,
    sgf::{self, File, tree::FileGame},
};

/// Go with all its rule sets.
#[derive(Clone, Copy, Debug)]
pub struct GoEntry;

impl Entry for GoEntry {
    const ID: &'static str = "go";
    const NAME: &'static str = "Go";
    const SUMMARY: &'static str =
        "Stones without liberties are taken. Whoever has more of the board at the end wins.";
    const RULES_PAGE: &'static str = include_str!("../rules/go.md");
    const KEYS: &'static [RuleKey] = &[
        RuleKey::choice::<Preset>("preset", "a known rule set; the other options change it")
            .with_synonyms(&[(KEPT_AS, "simple")]),
        RuleKey::text(
            "size",
            "N or WxH (width by height), 1 to 25",
            "9",
            "width and height of the board",
        ),
        RuleKey::text("komi", "a multiple of 0.5", "6.5", "points that White gets"),
        RuleKey::choice::<Ko>(
            "ko",
            "which boards may not come back: the last one, any (psk), any with the same side to move (ssk)",
        ),
        RuleKey::choice::<Suicide>("suicide", "whether a chain of several stones may take itself"),
        RuleKey::choice::<Scoring>(
            "scoring",
            "stones and surrounded points, surrounded points and prisoners, or stones",
        ),
        RuleKey::choice::<Repetition>(
            "repetition",
            "whether a position that comes back ends the game as a draw",
        ),
        RuleKey::integer(
            "max_plies",
            (0, 1_000_000),
            "424",
            "the game ends after so many plies, 0 for never; by default 4 a point and 100",
        ),
    ];
    const CAPS: &'static [(&'static str, u64)] = &[("rows", 25), ("cols", 25)];
    const FORMATS: &'static [&'static str] = &["sgf", "position"];
    const PROTOCOLS: &'static [&'static str] = &["gtp"];
    const LEARNED: &'static [&'static str] = &["size=9"];
    const FILES: &'static [FileFormat] = &[FileFormat::new("sgf", read_sgf, write_sgf)
        .with_first(|text| first_of_brackets(text, Some(b'\\')))
        .with_begins(&["("])
        .with_is_of(sgf::is_of)];

    fn build<V: Visitor>(
        options: &GameOptions,
        position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        let rules = rules(options, position)?;
        if let Ok(game) = Go9::new(rules) {
            return Ok(visit(game, visitor));
        }
        // Two widths are enough: all that is generic is compiled for each. On 19x19 copying the wider
        // positions costs Monte Carlo search 2 % and alpha-beta 5 %.
        Ok(visit(Go25::that_fits(rules), visitor))
    }

    fn full_text(options: &GameOptions, position: Option<&str>) -> String {
        match rules(options, position) {
            Ok(rules) => full_text(options.value("preset"), &rules),
            // They build no game either.
            Err(_) => options.full_text(&[]),
        }
    }
}

/// What the preset `simple` was called first. Tables and files of results are found by texts of
/// rules, so these go on to have that word.
const KEPT_AS: &str = "seed";

fn full_text(preset: &str, rules: &Rules) -> String {
    let preset = if preset == Preset::Seed.name() { KEPT_AS } else { preset };
    let Rules { size, komi, ko, suicide, scoring, repetition, max_plies } = rules;
    format!(
        "preset={preset},size={size},komi={komi},ko={ko},suicide={suicide},scoring={scoring},\
         repetition={repetition},max_plies={max_plies}"
    )
}

fn visit<I: Index, const N: usize, V: Visitor>(game: Go<I, N>, visitor: V) -> V::Out {
    visitor.visit(game)
}

fn read_sgf<'a>(text: &'a str, options: &'a GameOptions) -> SavedGames<'a> {
    until_error(sgf::tree::games(text).map(|game| saved(game?, options)))
}

/// Replays a game. Where no option says otherwise, the rules are the file's.
fn saved(game: FileGame<'_>, options: &GameOptions) -> Result<GameTree, TextError> {
    let file = &game.file;
    check_size(options, file.size, "file")?;
    let by_file = match options.given("preset") {
        None => file.rules(None)?,
        Some(_) => {
            let rules = Rules::preset(options.choice("preset"), file.size);
            Rules { komi: file.komi.unwrap_or(rules.komi), ..rules }
        }
    };
    let rules = changed(by_file, options)?;
    let record = file.replay(Go25::that_fits(rules))?;
    let preset = options.given("preset").or_else(|| file.preset().map(Preset::name));
    let mut text = full_text(preset.unwrap_or(Preset::Seed.name()), &rules);
    if rules.max_plies == rules.size.default_max_plies() {
        // What is left out goes on to follow the size.
        text.truncate(text.rfind(",max_plies").expect("it stands at the end"));
    }
    game.tree(text, &record)
}

/// Writes a game. The result is that of the rules where they end it, else that of the header.
fn write_sgf(tree: &GameTree) -> Result<String, TextError> {
    let header = &tree.header;
    let options = GameOptions::parse(GoEntry::KEYS, &header.rules)?;
    let rules = rules(&options, Some(&header.start))?;
    let mut record = Record::parse(Go25::that_fits(rules), &header.start)?;
    let moves: Vec<_> = tree.main_line().map(|node| tree.text(node)).collect();
    record.play_line(&moves.join(" "))?;
    let mut file = File { players: header.players.clone(), ..File::of(&record) };
    if file.result.is_none() {
        let result = |outcome| sgf::tree::result(outcome, header.reason.as_deref());
        file.result = header.outcome.map(result);
    }
    Ok(file.text_with(&sgf::tree::spelled(tree, &record)?))
}

fn rules(options: &GameOptions, position: Option<&str>) -> Result<Rules, TextError> {
    let given = match options.given("size") {
        Some(text) => Some(Size::parse(text).map_err(|e| options.error("size", e.message))?),
        None => None,
    };
    // A position that cannot be read is refused when it is read for good.
    let shown = position.and_then(|text| board_size(text).ok());
    if let Some(shown) = shown {
        check_size(options, shown, "position")?;
    }
    let size = given.or(shown).unwrap_or(Size::NINE);
    changed(Rules::preset(options.choice("preset"), size), options)
}

/// Refuses an option that contradicts the board that was read.
fn check_size(options: &GameOptions, size: Size, what: &str) -> Result<(), TextError> {
    let Some(text) = options.given("size") else { return Ok(()) };
    let given = Size::parse(text).map_err(|e| options.error("size", e.message))?;
    if given == size {
        return Ok(());
    }
    let (width, height) = (size.width(), size.height());
    let message = format!("the {what} is {width}x{height}, the option `size` says {given}");
    Err(options.error("size", message))
}

/// Returns the rules with the options that were given one by one.
fn changed(mut rules: Rules, options: &GameOptions) -> Result<Rules, TextError> {
    if let Some(text) = options.given("komi") {
        rules.komi = Komi::parse(text).map_err(|e| options.error("komi", e.message))?;
    }
    rules.ko = options.given_choice("ko").unwrap_or(rules.ko);
    rules.suicide = options.given_choice("suicide").unwrap_or(rules.suicide);
    rules.scoring = options.given_choice("scoring").unwrap_or(rules.scoring);
    rules.repetition = options.given_choice("repetition").unwrap_or(rules.repetition);
    if options.given("max_plies").is_some() {
        rules.max_plies = options.integer("max_plies") as u32;
    }
    Ok(rules)
}
