//! KataGo's commands for rules: its words for what the options `ko`, `suicide` and `scoring` say.
//!
//! After KataGo's document "GTP Extensions", `kata-get-rules`, `kata-set-rules` and `kata-set-rule`.
//! What our rules cannot express (seki's points, a button, points for handicap stones) is refused.

use games_core::notation::quote;
use serde_json::{Map, Value as Json, json};

use super::{command::Command, game::Game};

/// A word of KataGo's, and ours.
type Pair = (&'static str, &'static str);

/// KataGo's names for values of our options.
const WORDS: [(&str, &str, &[Pair]); 2] = [
    ("ko", "ko", &[("SIMPLE", "simple"), ("POSITIONAL", "psk"), ("SITUATIONAL", "ssk")]),
    ("scoring", "scoring", &[("AREA", "area"), ("TERRITORY", "territory")]),
];

/// What a name of KataGo's stands for: ko, scoring, tax, suicide and a button, in its own words.
type Meaning = (&'static str, &'static str, &'static str, bool, bool);

/// KataGo's names for whole sets of rules, as its document has them, and `french` of its program.
///
/// Left out is what it calls `whiteHandicapBonus` and `friendlyPassOk`: points for handicap stones,
/// which the komi can give, and when a player passes. Names are the nearest rules there are, in KataGo,
/// too.
const SETS: [(&[&str], Meaning); 8] = [
    (&["tromp-taylor"], ("POSITIONAL", "AREA", "NONE", true, false)),
    (&["chinese"], ("SIMPLE", "AREA", "NONE", false, false)),
    (&["chinese-ogs", "chinese-kgs"], ("POSITIONAL", "AREA", "NONE", false, false)),
    (&["japanese", "korean"], ("SIMPLE", "TERRITORY", "SEKI", false, false)),
    (&["stone-scoring"], ("SIMPLE", "AREA", "ALL", false, false)),
    (&["aga", "bga", "french"], ("SITUATIONAL", "AREA", "NONE", false, false)),
    (&["new-zealand"], ("SITUATIONAL", "AREA", "NONE", true, false)),
    (&["aga-button"], ("SITUATIONAL", "AREA", "NONE", false, true)),
];

/// What all of our rules say about the rest, as KataGo calls it.
const REST: [(&str, &str); 5] = [
    ("hasButton", "false"),
    ("whiteHandicapBonus", "0"),
    ("friendlyPassOk", "false"),
    ("tax", "NONE"),
    // The points that each chain needs, so that stones alone count.
    ("tax", "ALL"),
];

/// `kata-get-rules`.
pub(super) fn get(game: &Game) -> Result<String, String> {
    let value = |key: &str| game.option(key).unwrap_or_default();
    let mut object = Map::new();
    let is_stones = value("scoring") == "stone";
    for (theirs, ours, words) in WORDS {
        let ours = if is_stones && ours == "scoring" { "area".to_owned() } else { value(ours) };
        let word = words.iter().find(|(_, our)| *our == ours);
        let (word, _) =
            word.ok_or_else(|| format!("KataGo has no word for {theirs} {}", quote(&ours)))?;
        object.insert(theirs.to_owned(), json!(word));
    }
    object.insert("suicide".to_owned(), json!(value("suicide") == "multi"));
    // Stones alone count as if each chain paid for the two points that it needs.
    object.insert("tax".to_owned(), json!(if is_stones { "ALL" } else { "NONE" }));
    object.insert("hasButton".to_owned(), json!(false));
    object.insert("whiteHandicapBonus".to_owned(), json!("0"));
    object.insert("friendlyPassOk".to_owned(), json!(false));
    Ok(Json::Object(object).to_string())
}

/// `kata-set-rules RULES`: the name of a set, or an object as `kata-get-rules` answers, of which
/// what is left out stays. Komi and board stay; so does the game, if its moves are legal then.
pub(super) fn set(game: &mut Game, command: &Command) -> Result<(), String> {
    let text = command.args.join(" ");
    let changes = match serde_json::from_str(&text) {
        Ok(Json::Object(object)) => by_object(&object)?,
        _ => by_name(&text)?,
    };
    change(game, &changes)
}

/// `kata-set-rule RULE VALUE`: one entry of such an object.
pub(super) fn set_one(game: &mut Game, command: &Command) -> Result<(), String> {
    let [key, value] = command.args.as_slice() else {
        return Err("syntax error: expected a rule and its value".to_owned());
    };
    // A word need not be quoted.
    let value = match serde_json::from_str(value) {
        Ok(value @ Json::Bool(_)) => value,
        _ => json!(value),
    };
    change(game, &by_object(&Map::from_iter([(key.clone(), value)]))?)
}

type Changes = Vec<(&'static str, &'static str)>;

fn change(game: &mut Game, changes: &Changes) -> Result<(), String> {
    game.set_options(changes).map_err(|e| format!("syntax error: {e}"))
}

fn by_name(text: &str) -> Result<Changes, String> {
    let is_named = |name: &&str| squeezed(name) == squeezed(text);
    let set = SETS.iter().find(|(names, _)| names.iter().any(is_named));
    let (_, meaning) = set.ok_or_else(|| unknown(text))?;
    by_object(&object(meaning)).map_err(|reason| format!("{}: {reason}", quote(text)))
}

/// A name without what KataGo lets one write in several ways.
fn squeezed(name: &str) -> String {
    name.to_ascii_lowercase().replace(['-', '_', ' '], "")
}

fn unknown(text: &str) -> String {
    let can_be_played = |(_, meaning): &&(_, Meaning)| by_object(&object(meaning)).is_ok();
    let sets = SETS.iter().filter(can_be_played);
    let names: Vec<_> = sets.flat_map(|(names, _)| names.iter().copied()).collect();
    let names = names.join(", ");
    format!(
        "{} are no rules that are known here; expected an object or one of {names}",
        quote(text)
    )
}

fn object(&(ko, scoring, tax, suicide, button): &Meaning) -> Map<String, Json> {
    let object = json!({
        "ko": ko, "scoring": scoring, "tax": tax, "suicide": suicide, "hasButton": button,
    });
    object.as_object().cloned().unwrap_or_default()
}

fn by_object(object: &Map<String, Json>) -> Result<Changes, String> {
    let mut changes = Changes::new();
    for (key, value) in object {
        // KataGo reads both.
        let key = if key == "score" { "scoring" } else { key };
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if let Some((_, ours, words)) = WORDS.iter().find(|(theirs, ..)| *theirs == key) {
            let word = words.iter().find(|(their, _)| their.eq_ignore_ascii_case(&text));
            let (_, word) = word.ok_or_else(|| cannot(key, &text))?;
            changes.push((ours, word));
        } else if key == "suicide" {
            let may = value.as_bool().ok_or_else(|| cannot(key, &text))?;
            changes.push(("suicide", if may { "multi" } else { "forbidden" }));
        } else if !REST.contains(&(key, text.as_str())) {
            return Err(cannot(key, &text));
        }
    }
    if object.get("tax").is_some_and(|tax| tax == "ALL") {
        if changes.contains(&("scoring", "territory")) {
            return Err(cannot("tax", "ALL"));
        }
        changes.retain(|(key, _)| *key != "scoring");
        changes.push(("scoring", "stone"));
    }
    Ok(changes)
}

fn cannot(key: &str, value: &str) -> String {
    let (key, value) = (quote(key), quote(value));
    format!("{key} {value} cannot be played here; see kata-get-rules")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn game() -> Game {
        Game::new(games::find("go").unwrap(), Some("size=5,komi=7.5")).unwrap()
    }

    fn command(text: &str) -> Command {
        let args = text.split_whitespace().map(str::to_owned).collect();
        Command { args, ..Command::default() }
    }

    #[test]
    fn names_and_objects_say_the_same() {
        for (name, object) in [
            ("Tromp-Taylor", r#"{"ko": "POSITIONAL", "scoring": "AREA", "suicide": true}"#),
            ("chinese", r#"{"ko":"SIMPLE","scoring":"AREA","tax":"NONE","suicide":false}"#),
            ("stone-scoring", r#"{"ko":"SIMPLE","scoring":"AREA","tax":"ALL","suicide":false}"#),
            ("aga", r#"{"ko":"SITUATIONAL","suicide":false,"whiteHandicapBonus":"0"}"#),
        ] {
            let (mut one, mut other) = (game(), game());
            set(&mut one, &command(name)).unwrap();
            set(&mut other, &command(object)).unwrap();
            assert_eq!(one.session().rules(), other.session().rules(), "{name}");
            assert!(one.session().rules().contains("size=5,komi=7.5"), "{name}");
            // What is told is taken.
            let told = get(&one).unwrap();
            set(&mut other, &command(&told)).unwrap();
            assert_eq!(get(&other).unwrap(), told);
        }
    }

    /// The names that KataGo's document (docs/GTP_Extensions.md) lists, with what it says that they
    /// are equivalent to, without the two entries that names leave open here; and what to expect.
    const DOCUMENTED: [(&str, &str, Result<&str, &str>); 11] = [
        ("tromp-taylor", TROMP_TAYLOR, Ok("ko=psk,suicide=multi,scoring=area")),
        ("chinese", CHINESE, Ok("ko=simple,suicide=forbidden,scoring=area")),
        ("chinese-ogs", CHINESE_OGS, Ok("ko=psk,suicide=forbidden,scoring=area")),
        ("chinese-kgs", CHINESE_OGS, Ok("ko=psk,suicide=forbidden,scoring=area")),
        ("japanese", JAPANESE, Err("`tax` `SEKI`")),
        ("korean", JAPANESE, Err("`tax` `SEKI`")),
        ("stone-scoring", STONE_SCORING, Ok("ko=simple,suicide=forbidden,scoring=stone")),
        ("aga", AGA, Ok("ko=ssk,suicide=forbidden,scoring=area")),
        ("bga", AGA, Ok("ko=ssk,suicide=forbidden,scoring=area")),
        ("new-zealand", NEW_ZEALAND, Ok("ko=ssk,suicide=multi,scoring=area")),
        ("aga-button", AGA_BUTTON, Err("`hasButton` `true`")),
    ];
    const TROMP_TAYLOR: &str = r#"{"hasButton":false,"ko":"POSITIONAL", "scoring":"AREA",     "suicide":true, "tax":"NONE"}"#;
    const CHINESE: &str = r#"{"hasButton":false,"ko":"SIMPLE",     "scoring":"AREA",     "suicide":false,"tax":"NONE"}"#;
    const CHINESE_OGS: &str = r#"{"hasButton":false,"ko":"POSITIONAL", "scoring":"AREA",     "suicide":false,"tax":"NONE"}"#;
    const JAPANESE: &str = r#"{"hasButton":false,"ko":"SIMPLE",     "scoring":"TERRITORY","suicide":false,"tax":"SEKI"}"#;
    const STONE_SCORING: &str = r#"{"hasButton":false,"ko":"SIMPLE",     "scoring":"AREA",     "suicide":false,"tax":"ALL"}"#;
    const AGA: &str = r#"{"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA",     "suicide":false,"tax":"NONE"}"#;
    const NEW_ZEALAND: &str = r#"{"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA",     "suicide":true, "tax":"NONE"}"#;
    const AGA_BUTTON: &str = r#"{"hasButton":true, "ko":"SITUATIONAL","scoring":"AREA",     "suicide":false,"tax":"NONE"}"#;

    #[test]
    fn the_names_of_the_document_are_what_it_says() {
        for (name, object, expected) in DOCUMENTED {
            for text in [name, object] {
                let mut game = game();
                let done = set(&mut game, &command(text));
                let rules = game.session().rules();
                match expected {
                    Ok(options) => {
                        done.unwrap();
                        let has = |option: &str| rules.split(',').any(|rule| rule == option);
                        assert!(options.split(',').all(has), "{text}: {rules}");
                    }
                    Err(reason) => assert!(done.unwrap_err().contains(reason), "{text}"),
                }
            }
        }
    }

    #[test]
    fn names_are_read_in_all_ways_that_the_program_reads_them() {
        for text in ["new_zealand", "NewZealand", "new zealand", "New-Zealand"] {
            let mut game = game();
            set(&mut game, &command(text)).unwrap();
            assert!(get(&game).unwrap().contains("SITUATIONAL"), "{text}");
        }
        let message = set(&mut game(), &command("nonsense")).unwrap_err();
        assert!(message.contains("tromp-taylor, chinese") && !message.contains("japanese"));
    }

    #[test]
    fn one_rule_is_set_and_the_others_stay() {
        let mut game = game();
        set(&mut game, &command("tromp-taylor")).unwrap();
        set_one(&mut game, &command("ko SIMPLE")).unwrap();
        set_one(&mut game, &command("suicide false")).unwrap();
        set_one(&mut game, &command("whiteHandicapBonus 0")).unwrap();
        let told: Json = serde_json::from_str(&get(&game).unwrap()).unwrap();
        assert_eq!((&told["ko"], &told["suicide"]), (&json!("SIMPLE"), &json!(false)));
        for text in ["", "ko", "ko SPIGHT", "ko SIMPLE AREA", "whiteHandicapBonus N-1", "lunch 1"] {
            assert!(set_one(&mut game, &command(text)).is_err(), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_played_is_refused_and_changes_nothing() {
        let mut game = game();
        let before = game.session().rules().to_owned();
        for text in [
            "japanese",
            r#"{"scoring":"TERRITORY","tax":"SEKI"}"#,
            r#"{"scoring":"TERRITORY","tax":"ALL"}"#,
            r#"{"ko":"SPIGHT"}"#,
            r#"{"hasButton":true}"#,
            r#"{"suicide":"maybe"}"#,
            r#"{"lunch":true}"#,
            "[]",
            "",
        ] {
            assert!(set(&mut game, &command(text)).is_err(), "{text}");
            assert_eq!(game.session().rules(), before, "{text}");
        }
    }

    #[test]
    fn a_game_goes_on_under_other_rules() {
        let mut game = game();
        game.play(games_core::Side::First, "C3").unwrap();
        let position = game.session().position();
        set(&mut game, &command("new-zealand")).unwrap();
        assert_eq!((game.session().position(), game.played().len()), (position, 1));
        assert!(get(&game).unwrap().contains(r#""suicide":true"#));
    }

    proptest! {
        #[test]
        fn any_text_is_taken_or_refused(text in "(\\{|\\}|\"ko\"|:|\"SIMPLE\"|,|true|\\PC){0,12}") {
            let _ = set(&mut game(), &command(&text));
        }
    }
}
