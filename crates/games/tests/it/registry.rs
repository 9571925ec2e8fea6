//! The list of games.

use games::{find, registry};
use games_core::entry::{GameOptions, Values};
use proptest::prelude::*;

#[test]
fn ids_are_lower_case_words_and_no_two_are_alike() {
    let mut ids: Vec<_> = registry().iter().map(|game| game.id).collect();
    assert!(ids.iter().all(|id| id.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), registry().len());
}

#[test]
fn an_unknown_id_is_refused_with_all_ids() {
    let error = find("ches").unwrap_err().to_string();
    assert!(error.starts_with("no game `ches`; valid: othello, go, chess, atomic, "), "{error}");
    assert!(error.ends_with("konane (did you mean `chess`?)"), "{error}");
}

#[test]
fn every_game_brings_its_own_page_of_rules() {
    for game in registry() {
        let title = game.rules_page.lines().next().unwrap_or_default();
        assert!(title.starts_with(&format!("# {}", game.name)), "{}: {title}", game.id);
        assert!(game.rules_page.contains("\n## "), "{}", game.id);
    }
}

#[test]
fn every_default_is_a_value_and_every_listed_value_makes_a_game() {
    for game in registry() {
        let full = game.open(None, None).unwrap().rules().to_owned();
        let again = game.open((!full.is_empty()).then_some(&full), None).unwrap();
        assert_eq!(again.rules(), full);
        for key in game.keys {
            assert!(!key.help.is_empty() && !key.key.contains([' ', '=', ',']));
            let Values::OneOf(values) = key.values else { continue };
            for value in values {
                let rules = format!("{}={value}", key.key);
                let session = game.open(Some(&rules), None);
                assert!(session.is_ok(), "{} {rules}: {:?}", game.id, session.err());
            }
        }
    }
}

#[test]
fn a_position_may_end_like_a_file() {
    for game in registry() {
        let text = game.open(None, None).unwrap().position();
        for end in ["\n", "\r\n"] {
            let read = game.open(None, Some(&format!("{text}{end}"))).unwrap();
            assert_eq!(read.position(), text, "{}", game.id);
        }
    }
}

/// An option that says how large the board is has another value than by default.
const OTHER_SIZES: [&str; 4] = ["size=6", "size=8x5", "rows=5", "rows=5,cols=7"];

#[test]
fn the_text_of_the_rules_tells_the_size_that_the_position_has() {
    let mut sizes = 0;
    for game in registry() {
        for rules in OTHER_SIZES {
            let Ok(session) = game.open(Some(rules), None) else { continue };
            let by_position = game.open(None, Some(&session.position())).unwrap();
            assert_eq!(by_position.rules(), session.rules(), "{}", game.id);
            // What is given holds, and the position fixes the rest.
            let half = rules.split(',').next();
            let by_both = game.open(half, Some(&session.position())).unwrap();
            assert_eq!(by_both.rules(), session.rules(), "{} {half:?}", game.id);
            sizes += 1;
        }
    }
    assert!(sizes >= 12, "only {sizes} sizes were tried");
}

#[test]
fn an_unknown_game_is_refused_with_the_list() {
    let error = find("otello").unwrap_err().to_string();
    assert!(
        error.contains("valid: othello") && error.contains("did you mean `othello`?"),
        "{error}"
    );
}

proptest! {
    #[test]
    fn any_rules_and_positions_are_read_or_refused_in_one_line(
        rules in "([a-z_]{1,9}=[a-z0-9+.x]{0,6},?){0,3}|\\PC{0,40}",
        position in "\\PC{0,80}|[-XOxo. ()/0-9a-zA-Z]{0,80}",
        moves in "\\PC{0,40}|([a-j][0-9]{1,2} ?){0,6}",
    ) {
        for game in registry() {
            let _ = GameOptions::parse(game.keys, &rules);
            for error in [
                game.open(Some(&rules), None).err(),
                game.open(None, Some(&position)).err(),
                game.open(None, None).unwrap().play_line(&moves).err(),
            ].into_iter().flatten() {
                let line = error.to_string();
                prop_assert!(!line.contains('\n') && line.len() < 1200, "{line}");
            }
        }
    }
}
