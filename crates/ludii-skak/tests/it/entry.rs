//! How the game presents itself.

use games_core::entry::{Entry, GameOptions, Playable, Visitor};
use ludii_skak::SkakEntry;

struct PositionText;

impl Visitor for PositionText {
    type Out = String;
    fn visit<G: Playable>(self, game: G) -> String {
        game.state_text(&game.initial())
    }
}

#[track_caller]
fn start(options: &GameOptions) -> String {
    SkakEntry::build(options, None, PositionText).unwrap()
}

#[test]
fn the_option_selects_the_ruleset_and_the_default_is_3() {
    assert!(start(&GameOptions::defaults(SkakEntry::KEYS)).contains("(PQ)"));
    for (number, marks) in [("1", "a1e1h1a8e8h8"), ("2", "d1e1d8e8"), ("4", "-"), ("5", "d1e1d8e8")]
    {
        let rules = GameOptions::parse(SkakEntry::KEYS, &format!("ruleset={number}")).unwrap();
        assert_eq!(start(&rules).split(' ').nth(2), Some(marks), "ruleset {number}");
    }
    assert!(GameOptions::parse(SkakEntry::KEYS, "ruleset=6").is_err());
}
