//! The arguments of `go`.

use core::{str::SplitWhitespace, time::Duration};

use games::Clock;
use games_core::{Side, notation::quote};

use super::engine::Answer;

/// What to search for and how long.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    pub(super) search_moves: Vec<String>,
    pub(super) ponder: bool,
    pub(super) infinite: bool,
    /// Milliseconds left for white and black. A negative clock counts as empty.
    pub(super) clock: [Option<i64>; 2],
    /// Milliseconds added after each move, for white and black.
    pub(super) increment: [i64; 2],
    pub(super) moves_to_go: Option<i64>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u32>,
    pub(super) move_time: Option<i64>,
    pub(super) perft: Option<u32>,
}

const WORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl Go {
    /// Reads the words after `go`. What cannot be read is left out and told.
    pub(super) fn parse(words: SplitWhitespace<'_>) -> (Self, Vec<String>) {
        let mut go = Self::default();
        let mut complaints = Vec::new();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(m) = words.next_if(|w| !WORDS.contains(w)) {
                        go.search_moves.push(m.to_owned());
                    }
                }
                _ if WORDS.contains(&word) => match words.next_if(|w| !WORDS.contains(w)) {
                    Some(value) if go.set(word, value) => {}
                    Some(value) => {
                        let counts = go.set_unread(word);
                        let message = format!("go {word}: bad number {}{counts}", quote(value));
                        complaints.push(message);
                    }
                    None => {
                        let counts = go.set_unread(word);
                        complaints.push(format!("go {word}: a number is missing{counts}"));
                    }
                },
                _ => complaints.push(format!("go: unknown word {}", quote(word))),
            }
        }
        (go, complaints)
    }

    /// When the answer may be told.
    pub(super) fn answer(&self) -> Answer {
        if self.infinite || self.ponder { Answer::WhenAsked } else { Answer::WhenFound }
    }

    fn set(&mut self, word: &str, value: &str) -> bool {
        fn put<T: core::str::FromStr>(place: &mut Option<T>, value: &str) -> bool {
            let number = value.parse().ok();
            let good = number.is_some();
            if good {
                *place = number;
            }
            good
        }
        let mut increment = None;
        let good = match word {
            "wtime" => put(&mut self.clock[0], value),
            "btime" => put(&mut self.clock[1], value),
            "winc" | "binc" => put(&mut increment, value),
            "movestogo" => put(&mut self.moves_to_go, value),
            "depth" => put(&mut self.depth, value),
            "nodes" => put(&mut self.nodes, value),
            "mate" => put(&mut self.mate, value),
            "movetime" => put(&mut self.move_time, value),
            _ => put(&mut self.perft, value),
        };
        if let Some(increment) = increment {
            self.increment[usize::from(word == "binc")] = increment;
        }
        good
    }

    /// A time that cannot be read is none: who has no bound thinks for ever, and loses by it.
    /// Returns what a complaint says of that.
    fn set_unread(&mut self, word: &str) -> &'static str {
        let time = match word {
            "wtime" => &mut self.clock[0],
            "btime" => &mut self.clock[1],
            "movetime" => &mut self.move_time,
            _ => return "",
        };
        *time = Some(0);
        ", taken for 0"
    }

    /// Returns how long `side` should think: a fixed time, or a share of its clock.
    pub(super) fn time(&self, side: Side) -> Option<Duration> {
        if self.infinite {
            return None;
        }
        let fixed = self.move_time.map(|millis| in_millis(millis).max(LEAST));
        fixed.or_else(|| self.clock_of(side).map(|clock| clock.share()))
    }

    /// Returns how long `side` may think about a move that turns out to be hard, where it has a clock.
    pub(super) fn stretch(&self, side: Side) -> Option<Duration> {
        let clock = self.clock_of(side).filter(|_| self.move_time.is_none())?;
        Some(clock.stretch())
    }

    fn clock_of(&self, side: Side) -> Option<Clock> {
        let left = in_millis(self.clock[side.index()]?);
        let increment = in_millis(self.increment[side.index()]).min(MOST_INCREMENT);
        let moves = self.moves_to_go.filter(|&moves| moves > 0);
        Some(Clock::standing(left, increment, moves.map(|n| u32::try_from(n).unwrap_or(u32::MAX))))
    }
}

/// No time is none at all.
const LEAST: Duration = Duration::from_millis(1);

/// What is added beyond a day is a mistake.
const MOST_INCREMENT: Duration = Duration::from_secs(86_400);

fn in_millis(millis: i64) -> Duration {
    Duration::from_millis(u64::try_from(millis).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Go {
        let (go, complaints) = Go::parse(text.split_whitespace());
        assert_eq!(complaints, [""; 0]);
        go
    }

    #[test]
    fn every_limit_is_read() {
        let go = parse(
            "searchmoves e2e4 d2d4 depth 7 nodes 99 mate 3 perft 2 ponder wtime 300000 btime -5",
        );
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!((go.depth, go.nodes, go.mate, go.perft), (Some(7), Some(99), Some(3), Some(2)));
        assert_eq!(go.clock, [Some(300_000), Some(-5)]);
        assert!(go.ponder && !go.infinite);
        assert_eq!(parse("infinite movetime 50").time(Side::First), None);
    }

    #[test]
    fn what_cannot_be_read_is_left_out_and_the_rest_is_taken() {
        let (go, complaints) = Go::parse("depth x7 nodes depth 5 jump 3 wtime".split_whitespace());
        assert_eq!((go.depth, go.nodes), (Some(5), None));
        assert_eq!(complaints.len(), 5, "{complaints:?}");
    }

    #[test]
    fn a_clock_that_cannot_be_read_is_an_empty_one() {
        for words in ["wtime 1000000x btime 1000", "wtime btime 1000", "movetime soon wtime 9000"] {
            let (go, complaints) = Go::parse(words.split_whitespace());
            assert_eq!(go.time(Side::First), Some(Duration::from_millis(1)), "{words}");
            assert!(
                complaints.len() == 1 && complaints[0].ends_with("taken for 0"),
                "{complaints:?}"
            );
        }
    }

    #[test]
    fn a_move_takes_a_share_of_the_clock_and_never_all_of_it() {
        let time = |text: &str| parse(text).time(Side::First).unwrap().as_millis();
        assert_eq!(time("wtime 300000 btime 1"), 10_000);
        assert_eq!(time("wtime 60000 winc 1000"), 2_750);
        assert_eq!(time("movetime 250"), 250);
        assert!(time("wtime 1000 movestogo 1") <= 950);
        assert!(time("wtime 50 movestogo 1") <= 30);
        let stretch = |text: &str| parse(text).stretch(Side::First);
        assert_eq!(stretch("wtime 300000").unwrap().as_millis(), 30_000);
        assert_eq!(stretch("wtime 60000 winc 6000").unwrap().as_millis(), 15_000);
        assert!(stretch("wtime 1000 movestogo 1").unwrap().as_millis() <= 950);
        assert_eq!((stretch("movetime 250"), stretch("wtime 9 movetime 2")), (None, None));
        for left in ["0", "1", "5", "-100", "50"] {
            assert!(time(&format!("wtime {left} winc 10000")) <= 40);
        }
    }

    proptest! {
        #[test]
        fn any_words_are_read(text in "((depth|wtime|winc|movestogo|movetime|searchmoves|mate)? ?(-?[0-9]{0,25}|\\PC{0,5}) ){0,8}") {
            let (go, _) = Go::parse(text.split_whitespace());
            let _ = (go.time(Side::First), go.time(Side::Second));
            let _ = (go.stretch(Side::First), go.stretch(Side::Second));
        }
    }
}
