//! Counts of lines against the fixture file.

use games_core::{
    Perft, TextError,
    entry::{Entry, GameOptions, Playable, Visitor},
    perft_fixtures::{PerftFixture, parse},
};
use othello::{Layout, Othello, OthelloEntry, Position};

/// Deeper counts are left to the release build.
const MAX_COUNT: u64 = 3_000_000;

const FIXTURES: &str = include_str!("../data/othello.perft");

struct Check<'a>(&'a PerftFixture<'a>);

impl Visitor for Check<'_> {
    type Out = Result<usize, String>;
    fn visit<G: Playable>(self, game: G) -> Self::Out {
        self.0.check(&game, MAX_COUNT)
    }
}

fn check(fixture: &PerftFixture<'_>) -> Result<Result<usize, String>, TextError> {
    let keys = OthelloEntry::KEYS;
    let rules = fixture
        .rules
        .map_or(Ok(GameOptions::defaults(keys)), |text| GameOptions::parse(keys, text))?;
    OthelloEntry::build(&rules, Some(fixture.position), Check(fixture))
}

#[test]
fn all_counts_of_the_fixtures_are_found_again() {
    let fixtures = parse(FIXTURES).unwrap();
    assert_eq!(fixtures.len(), 28);
    for fixture in &fixtures {
        let compared = check(fixture).unwrap().unwrap();
        assert!(compared >= 8, "{}: only {compared} figures", fixture.id);
    }
}

#[test]
fn counts_of_ten_by_ten_agree_with_the_slow_rules() {
    fn count(position: &crate::oracle::Oracle, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let children = position.moves().into_iter().map(|m| {
            let mut child = position.clone();
            child.play(m);
            count(&child, depth - 1)
        });
        children.sum()
    }
    fn check<B: Layout>(rules: &Othello<B>, depth: u32) {
        let start = Position::<B>::start(rules.size());
        let slow = count(&crate::oracle::Oracle::of(&start), depth);
        assert_eq!(Perft::new().count(rules, &start, depth), Ok(slow));
    }
    check(&Othello::<u128>::new(othello::Size::Ten, othello::Scoring::Plain).unwrap(), 5);
    check(&Othello::<u64>::new(othello::Size::Six, othello::Scoring::Plain).unwrap(), 5);
}

#[test]
fn all_ways_of_counting_agree() {
    let rules = Othello::standard();
    let start = Position::start(rules.size());
    let tabled = Perft::new().table_bytes(1 << 20);
    for perft in [Perft::new(), Perft::new().bulk(false), tabled] {
        assert_eq!(perft.count(&rules, &start, 8), Ok(390_216));
    }
}
