//! The game as a registry builds it.

use games_core::{
    TextError,
    entry::{Entry, GameOptions, Playable, Visitor},
};
use othello::OthelloEntry;

/// Returns the initial position, which tells the size, and the outcome of a wipe-out.
struct Start;

impl Visitor for Start {
    type Out = String;
    fn visit<G: Playable>(self, game: G) -> String {
        game.state_text(&game.initial())
    }
}

fn squares(rules: &str, position: Option<&str>) -> Result<usize, TextError> {
    let keys = OthelloEntry::KEYS;
    let rules = if rules.is_empty() {
        Ok(GameOptions::defaults(keys))
    } else {
        GameOptions::parse(keys, rules)
    };
    OthelloEntry::build(&rules?, position, Start).map(|text| text.find(' ').unwrap())
}

const FOUR: &str = "-----OX--XO----- X";

#[test]
fn the_size_comes_from_the_options_or_else_from_the_position() {
    assert_eq!(squares("", None), Ok(64));
    for (size, n) in [("4", 16), ("6", 36), ("8", 64), ("10", 100)] {
        assert_eq!(squares(&format!("size={size}"), None), Ok(n));
    }
    assert_eq!(squares("", Some(FOUR)), Ok(16));
    assert_eq!(squares("scoring=empties-to-winner", Some(FOUR)), Ok(16));
    assert_eq!(squares("size=4", Some(FOUR)), Ok(16));
    assert_eq!(squares("", Some(&format!("{} X", "-".repeat(100)))), Ok(100));
}

#[test]
fn an_option_that_contradicts_the_position_is_refused_at_its_value() {
    let text = "scoring=plain,size=8";
    let error = squares(text, Some(FOUR)).unwrap_err();
    assert_eq!(&text[error.span.clone()], "8");
    assert_eq!(error.to_string(), "size 8 contradicts the position, which has 16 squares");
    assert!(squares("size=5", None).is_err());
}

#[test]
fn a_position_of_no_size_is_left_to_the_reader_of_positions() {
    assert_eq!(squares("", Some("--- X")), Ok(64));
}

#[test]
fn scoring_reaches_the_rules() {
    struct Margin(&'static str);
    impl Visitor for Margin {
        type Out = Option<i32>;
        fn visit<G: Playable>(self, game: G) -> Option<i32> {
            let state = game.parse_state(self.0).unwrap();
            game.end(&state).unwrap().margin
        }
    }
    let margin = |text: &str| {
        let rules = GameOptions::parse(OthelloEntry::KEYS, text).unwrap();
        OthelloEntry::build(&rules, Some("XXX------------- O"), Margin("XXX------------- O"))
    };
    assert_eq!(margin("scoring=plain"), Ok(Some(6)));
    assert_eq!(margin("scoring=empties-to-winner"), Ok(Some(32)));
}
