//! What the options of a game change, seen in a game by lot: the first position of it in which the
//! same moves led to something else by another value.

use core::iter;

use sessions::{GameInfo, Session, json};

use crate::api::{OptionInPlay, OptionsInPlay};

/// Games by lot that are looked at, and their plies.
const GAMES: u64 = 24;
const PLIES: usize = 800;
/// So many legal moves are compared by the same rules: it ends soon for any game.
const MOST_COMPARED: usize = 2_000_000;

/// Looks for what each option changes in a game by its usual rules, or by rules in which one other
/// option is changed for both: a board that never comes back knows no repetition. The same each
/// time.
pub(crate) fn in_play(start: &dyn Session) -> OptionsInPlay {
    let (info, rules) = (start.info(), json::Game::of(start.info()).rules);
    let options: Vec<_> = rules.iter().map(RuleOption::of).collect();
    let changes = options.iter().flat_map(|option| option.changes());
    let mut search = Search { found: Vec::new(), left: MOST_COMPARED };
    for with in iter::once(String::new()).chain(changes) {
        let is_open = |option: &&RuleOption<'_>| {
            !search.is_found(option.key) && !with.starts_with(&format!("{}=", option.key))
        };
        let sought: Vec<_> = options.iter().filter(is_open).collect();
        search.look(info, &with, &sought);
        search.left = MOST_COMPARED;
    }
    let mut found = search.found;
    found.sort_by_key(|one| rules.iter().position(|rule| rule.key == one.key));
    OptionsInPlay { options: found }
}

/// An option, its usual value and others that it can have, those first of which more is seen.
struct RuleOption<'a> {
    key: &'a str,
    usual: &'a str,
    others: Vec<String>,
}

impl<'a> RuleOption<'a> {
    fn of(rule: &'a json::Rule) -> Self {
        let mut others = match rule.kind {
            json::RuleKind::Choice | json::RuleKind::Flag => rule.values.clone(),
            _ => nearby(&rule.default),
        };
        others.retain(|value| *value != rule.default);
        Self { key: &rule.key, usual: &rule.default, others }
    }

    /// Rules by which the option is not the usual one.
    fn changes(&self) -> impl Iterator<Item = String> {
        self.others.iter().map(|value| format!("{}={value}", self.key))
    }
}

/// A game by other rules than the usual one beside it.
struct Other<'a> {
    option: &'a RuleOption<'a>,
    value: String,
    session: Box<dyn Session>,
}

struct Search {
    found: Vec<OptionInPlay>,
    /// So many moves may still be compared.
    left: usize,
}

impl Search {
    fn is_found(&self, key: &str) -> bool {
        self.found.iter().any(|one| one.key == key)
    }

    /// Looks at games by lot by these rules for what the options sought change.
    fn look(&mut self, info: &'static GameInfo, with: &str, sought: &[&RuleOption<'_>]) {
        let Ok(start) = info.open(some(with), None) else { return };
        let mut sought: Vec<_> = sought.iter().flat_map(|one| others(info, with, one)).collect();
        for seed in 0..GAMES {
            let mut usual = start.boxed_clone();
            for other in &mut sought {
                while other.session.undo() {}
            }
            for ply in 0..PLIES as u64 {
                let legal = usual.legal_moves();
                self.left = self.left.saturating_sub(legal.len() * sought.len());
                self.take_those_that_differ(&*usual, with, &legal, &mut sought);
                if legal.is_empty() || sought.is_empty() || self.left == 0 {
                    break;
                }
                usual.play_random(1, 1000 * seed + ply);
                let Some(played) = usual.played().pop() else { break };
                sought.retain_mut(|other| other.session.play(&played).is_ok());
            }
        }
    }

    /// Moves what differs here from those that are sought to those that are found; of an option one
    /// value is enough.
    fn take_those_that_differ(
        &mut self,
        usual: &dyn Session,
        with: &str,
        legal: &[String],
        sought: &mut Vec<Other<'_>>,
    ) {
        sought.retain(|other| {
            if self.is_found(other.option.key) {
                return false;
            }
            let is_other = differs(usual, legal, &*other.session);
            if is_other {
                self.found.push(OptionInPlay {
                    key: other.option.key.to_owned(),
                    usual: other.option.usual.to_owned(),
                    value: other.value.clone(),
                    with: with.to_owned(),
                    moves: usual.played(),
                });
            }
            !is_other
        });
    }
}

/// Games by rules with another value of an option.
fn others<'a>(info: &'static GameInfo, with: &str, option: &'a RuleOption<'a>) -> Vec<Other<'a>> {
    let open = |value: &String| {
        let session = info.open(Some(&rules(with, option.key, value)), None).ok()?;
        Some(Other { option, value: value.clone(), session })
    };
    option.others.iter().filter_map(open).collect()
}

/// Rules to open a game by: no text for the usual ones.
fn some(rules: &str) -> Option<&str> {
    (!rules.is_empty()).then_some(rules)
}

fn rules(with: &str, key: &str, value: &str) -> String {
    let comma = if with.is_empty() { "" } else { "," };
    format!("{with}{comma}{key}={value}")
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
        [put(begin, end, less), put(begin, end, more), put(0, first, more), put(begin, end, few)];
    texts.into_iter().flatten().collect()
}

/// A game that ends after so many plies has a beginning that can be seen.
const FEW: u64 = 4;

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
        assert_eq!(nearby("6.5"), ["6.4", "6.6", "7.5", "6.4"]);
        assert_eq!(nearby("8x8"), ["8x7", "8x9", "9x8", "8x4"]);
        assert_eq!(nearby("424"), ["423", "425", "425", "4"]);
        assert!(nearby("none").is_empty());
    }

    /// Where it is first seen, by what the rules say. The komi is counted beside the board; what a
    /// double pass counts is seen when it is there; who has no move left wins by the other way round
    /// alone.
    #[test]
    fn what_an_option_changes_is_seen_where_the_rules_say() {
        let found = |id: &str, key: &str| {
            let info = registry().iter().find(|info| info.id == id).unwrap();
            let found = in_play(&*info.open(None, None).unwrap()).options;
            found.into_iter().find(|option| option.key == key).unwrap()
        };
        let ends = |option: &OptionInPlay, id: &str| {
            let info = registry().iter().find(|info| info.id == id).unwrap();
            let mut session = info.open(some(&option.with), None).unwrap();
            option.moves.iter().for_each(|m| session.play(m).unwrap());
            session.end().is_some()
        };
        // On the board, beside it, by who begins: at the start.
        for (id, key) in [
            ("othello", "size"),
            ("go", "komi"),
            ("girl-chess", "first"),
            ("surround", "wormholes"),
        ] {
            let option = found(id, key);
            assert_eq!((option.with.as_str(), option.moves.len()), ("", 0), "{id} {key}");
        }
        // By the result alone: at the end.
        for id in ["northcott", "ten", "surround", "konane"] {
            let option = found(id, "misere");
            assert!(ends(&option, id) && option.value == "true", "{id}: {option:?}");
        }
        // By the moves alone.
        assert!(!ends(&found("konane", "any_piece"), "konane"));
    }

    /// Every option of every game is seen to change something, found again by playing the moves.
    #[test]
    fn what_an_option_changes_is_seen_after_its_moves() {
        for info in registry() {
            let found = in_play(&*info.open(None, None).unwrap()).options;
            let keys: Vec<_> =
                json::Game::of(info).rules.into_iter().map(|rule| rule.key).collect();
            assert!(found.iter().map(|option| &option.key).eq(&keys), "{}: {found:?}", info.id);
            for option in found {
                let rules = rules(&option.with, &option.key, &option.value);
                let open = |rules: &str| info.open(some(rules), None).unwrap();
                let mut sides = [open(&option.with), open(&rules)];
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
}
