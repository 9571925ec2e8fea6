//! What the options of a game change, seen in a game by lot: the first position of it in which the
//! same moves led to something else by another value.

use games::{GameInfo, Session, json};

use crate::api::{OptionInPlay, OptionsInPlay};

/// Games by lot that are looked at, and their plies.
const GAMES: u64 = 24;
const PLIES: usize = 800;
/// So many legal moves are compared in all: it ends soon for any game.
const MOST_COMPARED: usize = 2_000_000;

/// Looks for what each option changes in a game by its usual rules; the same each time.
pub(crate) fn in_play(start: &dyn Session) -> OptionsInPlay {
    let rules = json::Game::of(start.info()).rules;
    let mut sought: Vec<_> = rules.iter().flat_map(|rule| others(start.info(), rule)).collect();
    let mut found = Vec::new();
    let mut left = MOST_COMPARED;
    for seed in 0..GAMES {
        let mut usual = start.boxed_clone();
        for other in &mut sought {
            while other.session.undo() {}
        }
        for ply in 0..PLIES as u64 {
            let legal = usual.legal_moves();
            left = left.saturating_sub(legal.len() * sought.len());
            take_those_that_differ(&*usual, &legal, &mut sought, &mut found);
            if legal.is_empty() || sought.is_empty() || left == 0 {
                break;
            }
            usual.play_random(1, 1000 * seed + ply);
            let Some(played) = usual.played().pop() else { break };
            sought.retain_mut(|other| other.session.play(&played).is_ok());
        }
    }
    found.sort_by_key(|one: &OptionInPlay| rules.iter().position(|rule| rule.key == one.key));
    OptionsInPlay { options: found }
}

/// A value that is not the usual one, and a game by it.
struct Other {
    key: String,
    usual: String,
    value: String,
    session: Box<dyn Session>,
}

/// Values that an option can have instead of its usual one, those first of which more is seen.
fn others(info: &'static GameInfo, rule: &json::Rule) -> Vec<Other> {
    let values = match rule.kind {
        json::RuleKind::Choice | json::RuleKind::Flag => rule.values.clone(),
        _ => nearby(&rule.default),
    };
    let open = |value: String| {
        let session = info.open(Some(&format!("{}={value}", rule.key)), None).ok()?;
        Some(Other { key: rule.key.clone(), usual: rule.default.clone(), value, session })
    };
    values.into_iter().filter(|value| *value != rule.default).filter_map(open).collect()
}

/// Texts like one with a number in it, with another number: the last or the first one less or more,
/// or few, for what is a limit.
fn nearby(text: &str) -> Vec<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    let end = text.rfind(is_digit).map_or(0, |at| at + 1);
    let begin = text[..end].rfind(|c| !is_digit(c)).map_or(0, |at| at + 1);
    let first = text.find(|c| !is_digit(c)).unwrap_or(text.len());
    let put = |begin: usize, end: usize, change: fn(u64) -> u64| {
        let number = text.get(begin..end)?.parse().ok()?;
        Some(format!("{}{}{}", &text[..begin], change(number), &text[end..]))
    };
    let less = |n: u64| n.saturating_sub(1);
    let more = |n: u64| n.saturating_add(1);
    let few = |n: u64| n.min(FEW);
    let texts =
        [put(begin, end, less), put(begin, end, more), put(0, first, more), put(0, end, few)];
    texts.into_iter().flatten().collect()
}

/// A game that ends after so many plies has a beginning that can be seen.
const FEW: u64 = 4;

/// Moves what differs here from those that are sought to those that are found; of an option one
/// value is enough.
fn take_those_that_differ(
    usual: &dyn Session,
    legal: &[String],
    sought: &mut Vec<Other>,
    found: &mut Vec<OptionInPlay>,
) {
    for at in (0..sought.len()).rev() {
        let Some(other) = sought.get(at) else { continue };
        if !differs(usual, legal, &*other.session) {
            continue;
        }
        let other = sought.swap_remove(at);
        sought.retain(|another| another.key != other.key);
        found.push(OptionInPlay {
            key: other.key,
            usual: other.usual,
            value: other.value,
            moves: usual.played(),
        });
    }
}

fn differs(usual: &dyn Session, legal: &[String], other: &dyn Session) -> bool {
    usual.end() != other.end()
        || usual.board() != other.board()
        || usual.view() != other.view()
        || usual.to_move() != other.to_move()
        || legal != other.legal_moves()
}

#[cfg(test)]
mod tests {
    use games::registry;

    use super::*;

    #[test]
    fn numbers_have_neighbors() {
        assert_eq!(nearby("6.5"), ["6.4", "6.6", "7.5"]);
        assert_eq!(nearby("8x8"), ["8x7", "8x9", "9x8"]);
        assert_eq!(nearby("424"), ["423", "425", "425", "4"]);
        assert!(nearby("none").is_empty());
    }

    /// Of every option of every game what is told is so, found again by playing the moves.
    #[test]
    fn what_an_option_changes_is_seen_after_its_moves() {
        for info in registry() {
            let start = info.open(None, None).unwrap();
            for option in in_play(&*start).options {
                let rules = format!("{}={}", option.key, option.value);
                let mut sides = [start.boxed_clone(), info.open(Some(&rules), None).unwrap()];
                for (ply, m) in option.moves.iter().enumerate() {
                    let [usual, other] = &mut sides;
                    let legal = usual.legal_moves();
                    assert!(!differs(&**usual, &legal, &**other), "{}: {rules} {ply}", info.id);
                    usual.play(m).unwrap();
                    other.play(m).unwrap();
                }
                let [usual, other] = &sides;
                let is_told = differs(&**usual, &usual.legal_moves(), &**other);
                assert!(is_told, "{}: {rules}", info.id);
            }
        }
    }

    #[test]
    fn options_that_any_game_shows_are_found() {
        for (id, keys) in [
            ("go", &["size", "komi", "ko", "suicide"][..]),
            ("tictactoe", &["rows", "cols", "misere", "diagonals"]),
            ("knights-dance", &["rows", "cols", "misere", "jump_block"]),
        ] {
            let start = games::find(id).unwrap().open(None, None).unwrap();
            let found = in_play(&*start).options;
            for key in keys {
                assert!(found.iter().any(|option| option.key == *key), "{id}: {key} in {found:?}");
            }
        }
    }
}
