//! KataGo's commands for rules: its words for what the options `ko`, `suicide` and `scoring` say.
//!
//! After KataGo's document "GTP Extensions", `kata-get-rules` and `kata-set-rules`. What our rules
//! cannot express (seki's points, a button, points for handicap stones) is refused.

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

/// KataGo's names for whole sets of rules, and what they are here: ko, suicide, scoring.
const SETS: [(&[&str], [&str; 3]); 6] = [
    (&["tromp-taylor"], ["psk", "multi", "area"]),
    (&["chinese"], ["simple", "forbidden", "area"]),
    (&["chinese-ogs", "chinese-kgs"], ["psk", "forbidden", "area"]),
    (&["aga", "bga", "french"], ["ssk", "forbidden", "area"]),
    (&["new-zealand"], ["ssk", "multi", "area"]),
    (&["stone-scoring"], ["simple", "forbidden", "stone"]),
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
    game.set_options(&changes).map_err(|e| format!("syntax error: {e}"))
}

type Changes = Vec<(&'static str, &'static str)>;

fn by_name(text: &str) -> Result<Changes, String> {
    let set =
        SETS.iter().find(|(names, _)| names.iter().any(|name| name.eq_ignore_ascii_case(text)));
    let Some((_, [ko, suicide, scoring])) = set else {
        let names: Vec<_> = SETS.iter().flat_map(|(names, _)| names.iter().copied()).collect();
        return Err(format!(
            "{} are no rules that can be played here; expected an object or one of {}",
            quote(text),
            names.join(", ")
        ));
    };
    Ok(vec![("ko", ko), ("suicide", suicide), ("scoring", scoring)])
}

fn by_object(object: &Map<String, Json>) -> Result<Changes, String> {
    let mut changes = Changes::new();
    for (key, value) in object {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if let Some((_, ours, words)) = WORDS.iter().find(|(theirs, ..)| theirs == key) {
            let word = words.iter().find(|(their, _)| their.eq_ignore_ascii_case(&text));
            let (_, word) = word.ok_or_else(|| cannot(key, &text))?;
            changes.push((ours, word));
        } else if key == "suicide" {
            let may = value.as_bool().ok_or_else(|| cannot(key, &text))?;
            changes.push(("suicide", if may { "multi" } else { "forbidden" }));
        } else if !REST.contains(&(key.as_str(), text.as_str())) {
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
