//! A game of self-play as a line of text.

use core::fmt;

use crate::checksum::checksum;

/// A game that was played to learn from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Which game, from 0 over all generations.
    pub number: u64,
    /// How many plies were played when the last move was drawn by lot: the result of the game tells
    /// nothing of positions before it.
    pub opening: u32,
    /// How it ended, seen by the first side: the margin in half points, or 2, 0 and -2.
    pub end: i32,
    /// The moves, each by its place in the order in which the rules write them.
    pub moves: Vec<u16>,
    /// What a teacher or the search itself said of positions: the plies before each, ascending, and
    /// the worth in hundredths of the game's unit for the side to move there.
    pub judged: Vec<(u16, i32)>,
    /// What a teacher said of positions off the way of the game, by the plies before they leave it.
    pub asides: Vec<Aside>,
}

/// A position off the way of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aside {
    /// After how many plies of the game another way was taken.
    pub ply: u16,
    /// The places of the moves from there, at least one.
    pub moves: Vec<u16>,
    /// The worth in hundredths of the game's unit for the side to move in the end.
    pub worth: i32,
}

impl fmt::Display for Aside {
    /// The numbers of a line, `35+12+3:-40`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.ply)?;
        self.moves.iter().try_for_each(|place| write!(f, "+{place}"))?;
        write!(f, ":{}", self.worth)
    }
}

/// A line with a checksum at its end: `0 12 -8 3,0,11 5f1d0c7e9a3b2c4d`; before that, if there was a
/// teacher, what it said, `1:35,2:-40`, and what it said of positions off the way, `1+4+0:28,3+7:-5`.
impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text();
        write!(f, "{text} {:016x}", checksum(text.as_bytes()))
    }
}

impl Played {
    /// How many plies were played before anything was learnt of a position: fewer than
    /// [`opening`](Self::opening) where moves by lot came later.
    pub(crate) fn first_lesson(&self) -> usize {
        let judged = self.judged.first().map_or(self.opening, |judged| u32::from(judged.0));
        judged.min(self.opening) as usize
    }

    fn text(&self) -> String {
        let moves: Vec<_> = self.moves.iter().map(u16::to_string).collect();
        let game = format!("{} {} {} {}", self.number, self.opening, self.end, moves.join(","));
        if self.judged.is_empty() && self.asides.is_empty() {
            return game;
        }
        let judged: Vec<_> =
            self.judged.iter().map(|(ply, worth)| format!("{ply}:{worth}")).collect();
        if self.asides.is_empty() {
            return format!("{game} {}", judged.join(","));
        }
        let asides: Vec<_> = self.asides.iter().map(Aside::to_string).collect();
        format!("{game} {} {}", judged.join(","), asides.join(","))
    }

    /// Reads what [`Display`](fmt::Display) writes; `None` for anything else, such as a line that
    /// was cut off.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let (text, sum) = line.rsplit_once(' ')?;
        if sum.len() != 16 || u64::from_str_radix(sum, 16).ok()? != checksum(text.as_bytes()) {
            return None;
        }
        let mut words = text.split(' ');
        let (number, opening, end) = (words.next()?, words.next()?, words.next()?);
        let moves = words.next()?;
        let played = Self {
            number: number.parse().ok()?,
            opening: opening.parse().ok()?,
            end: end.parse().ok()?,
            moves: read_moves(moves)?,
            judged: words.next().map_or(Some(Vec::new()), read_judged)?,
            asides: words.next().map_or(Some(Vec::new()), read_asides)?,
        };
        (played.text() == text).then_some(played)
    }
}

fn read_moves(text: &str) -> Option<Vec<u16>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    text.split(',').map(|m| m.parse().ok()).collect()
}

fn read_judged(text: &str) -> Option<Vec<(u16, i32)>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let one = |word: &str| {
        let (ply, worth) = word.split_once(':')?;
        Some((ply.parse().ok()?, worth.parse().ok()?))
    };
    let judged: Vec<(u16, i32)> = text.split(',').map(one).collect::<Option<_>>()?;
    judged.is_sorted_by(|a, b| a.0 < b.0).then_some(judged)
}

fn read_asides(text: &str) -> Option<Vec<Aside>> {
    let one = |word: &str| {
        let (places, worth) = word.split_once(':')?;
        let (ply, moves) = places.split_once('+')?;
        let moves = moves.split('+').map(|m| m.parse().ok()).collect::<Option<_>>()?;
        Some(Aside { ply: ply.parse().ok()?, moves, worth: worth.parse().ok()? })
    };
    let asides: Vec<Aside> = text.split(',').map(one).collect::<Option<_>>()?;
    asides.is_sorted_by_key(|aside| aside.ply).then_some(asides)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lessons_begin_after_the_opening_or_where_a_search_judged_before_a_move_by_lot() {
        let first = |judged: &[(u16, i32)]| {
            let (moves, judged) = (vec![0; 9], judged.to_vec());
            let asides = Vec::new();
            Played { number: 0, opening: 5, end: 0, moves, judged, asides }.first_lesson()
        };
        assert_eq!([first(&[]), first(&[(6, 1)]), first(&[(2, 1), (7, 1)])], [5, 5, 2]);
    }

    proptest! {
        #[test]
        fn games_come_back_and_a_part_of_one_is_none(
            (number, opening, end) in any::<(u64, u32, i32)>(),
            moves in proptest::collection::vec(any::<u16>(), 0..20),
            judged in proptest::collection::btree_map(any::<u16>(), any::<i32>(), 0..5),
            asides in proptest::collection::btree_map(
                any::<u16>(),
                (proptest::collection::vec(any::<u16>(), 1..4), any::<i32>()),
                0..4,
            ),
        ) {
            let judged = judged.into_iter().collect();
            let asides = asides.into_iter();
            let asides = asides.map(|(ply, (moves, worth))| Aside { ply, moves, worth }).collect();
            let played = Played { number, opening, end, moves, judged, asides };
            let line = played.to_string();
            prop_assert_eq!(Played::parse(&line), Some(played));
            for end in 0..line.len() {
                prop_assert_eq!(Played::parse(&line[..end]), None);
            }
        }

        #[test]
        fn no_text_is_a_reason_to_panic(text in "[0-9a-f ,:+\\-]{0,40}|\\PC{0,40}") {
            prop_assert!(Played::parse(&text).is_none());
        }
    }
}
