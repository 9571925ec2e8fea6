//! What the search has learnt of the errors of estimates.
//!
//! Positions that are alike in one aspect, such as how the pawns stand, are misjudged alike. Where a
//! search finds another score than the estimate of a position, it notes the difference for each of
//! the position's aspects and for the last two moves, and corrects later estimates by it ("static
//! evaluation correction history", <https://www.chessprogramming.org/Static_Evaluation_Correction_History>).

use games_core::{ASPECTS, Adjudicate, EVAL_LIMIT, Evaluate, Side};

use super::{Constants, experience::Context, node::Node, search::Worker};
use crate::Score;

/// Places of a table, half of them for each side to move.
const PLACES: usize = 1 << 14;
/// A table for each aspect and one for the last two moves.
const TABLES: usize = ASPECTS + 1;
/// Numbers stay within this in either direction.
const LIMIT: i32 = 1 << 13;
/// A number goes by no more in one step.
const MOST: i32 = LIMIT / 4;

/// How much estimates were too low or, below 0, too high.
#[derive(Debug)]
pub(super) struct Corrections {
    numbers: Vec<i16>,
    /// What a number of [`LIMIT`] is worth, in hundredths of the game's unit.
    most: i32,
}

impl Corrections {
    /// Nothing yet; nothing ever if there is no `use` for them.
    pub(super) fn new(is_used: bool, constants: &Constants) -> Self {
        let places = if is_used { TABLES * PLACES } else { 0 };
        Self { numbers: vec![0; places], most: constants.correction_most }
    }

    /// What is to be added to the estimate of a position, seen by the side to move.
    pub(super) fn of(&self, context: &Context, aspects: &[u64; ASPECTS]) -> i32 {
        let number = |place: usize| self.numbers.get(place).map_or(0, |&number| i32::from(number));
        let sum: i32 = places(context, aspects).into_iter().map(number).sum();
        sum * self.most / LIMIT
    }

    /// Notes that a search so many plies deep found a position to be worth so much more than its
    /// estimate, as it is corrected, for the side to move.
    pub(super) fn learn(
        &mut self,
        context: &Context,
        aspects: &[u64; ASPECTS],
        (more, depth): (i32, i32),
    ) {
        let step = more.saturating_mul(depth).clamp(-MOST, MOST);
        for place in places(context, aspects) {
            let Some(number) = self.numbers.get_mut(place) else { continue };
            let old = i32::from(*number);
            // The further from 0, the less it goes on: what was learnt last weighs most.
            *number = (old + step - old * step.abs() / LIMIT) as i16;
        }
    }
}

/// Where the numbers of a position stand, table by table.
#[inline]
fn places(context: &Context, aspects: &[u64; ASPECTS]) -> [usize; TABLES] {
    const HALF: usize = PLACES / 2;
    let of_side = |side: Side| side.index() * HALF;
    let first = of_side(context.side);
    let mut places = [TABLES * PLACES; TABLES];
    for (table, (place, aspect)) in places.iter_mut().zip(aspects).enumerate() {
        *place = table * PLACES + first + (aspect >> 32) as usize % HALF;
    }
    if let (Some(last), Some(before)) = (context.last, context.before) {
        places[ASPECTS] = ASPECTS * PLACES + first + before.pair(last, HALF);
    }
    places
}

impl<G: Adjudicate + Evaluate> Worker<'_, G> {
    /// The estimate of a position at a ply, corrected by what was learnt of such estimates.
    pub(super) fn judged(&mut self, state: &G::State, side: Side, ply: usize) -> i32 {
        let estimate = self.judge.estimate(self.game, state);
        let aspects = if self.uses.corrections { self.game.aspects(state) } else { None };
        let Some(aspects) = aspects else { return estimate };
        let correction = self.experience.corrections.of(&self.context(side, ply), &aspects);
        (estimate + correction).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Learns from a score that was found how far the estimate was off. Nothing is learnt where there
    /// is no estimate, from ends of games, from noisy moves, which no estimate foresees, and from a
    /// bound that the estimate keeps, too.
    pub(super) fn learn_error(
        &mut self,
        state: &G::State,
        node: &Node,
        best: Option<G::Move>,
        score: Score,
    ) {
        if !self.uses.corrections || node.must_answer || score.is_decisive() {
            return;
        }
        let Some(estimate) = self.noted_estimate(node.place.ply) else { return };
        let more = score.raw() - estimate;
        let tells = match best {
            None => more < 0,
            Some(_) => score < node.window.beta || more > 0,
        };
        if !tells || best.is_some_and(|m| self.game.is_noisy(state, m)) {
            return;
        }
        if let Some(aspects) = self.game.aspects(state) {
            let found = (more, node.place.depth);
            self.experience.corrections.learn(&node.context, &aspects, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alpha_beta::experience::Slot;

    fn context(side: Side, last: Option<char>) -> Context {
        let slot = |m: char| Slot::new(side.other(), &m);
        Context { side, ply: 3, last: last.map(slot), before: Some(slot('b')) }
    }

    #[test]
    fn each_aspect_and_the_last_moves_are_remembered_by_themselves() {
        let mut corrections = Corrections::new(true, &Constants::USUAL);
        let (here, aspects) = (context(Side::First, Some('x')), [1 << 40, 2 << 40, 3 << 40]);
        corrections.learn(&here, &aspects, (70, 9));
        let all = corrections.of(&here, &aspects);
        assert!(all > 0);
        let [one, two, three] = aspects;
        for other in [[9 << 40, two, three], [one, 9 << 40, three], [one, two, 9 << 40]] {
            let less = corrections.of(&here, &other);
            assert!((all * 3 / 4 - less).abs() <= 1, "{less} of {all}");
        }
        let after_another = corrections.of(&context(Side::First, Some('y')), &aspects);
        assert!((all * 3 / 4 - after_another).abs() <= 1, "{after_another} of {all}");
        let after_none = corrections.of(&context(Side::First, None), &aspects);
        assert_eq!(after_none, after_another);
        assert_eq!(corrections.of(&context(Side::Second, Some('x')), &aspects), 0);
    }

    #[test]
    fn corrections_settle_where_estimates_are_right_and_have_an_end() {
        let mut corrections = Corrections::new(true, &Constants::USUAL);
        let (here, aspects) = (context(Side::Second, Some('x')), [1 << 40; ASPECTS]);
        for _ in 0..1000 {
            let more = -30 - corrections.of(&here, &aspects);
            corrections.learn(&here, &aspects, (more, 5));
        }
        assert!((corrections.of(&here, &aspects) + 30).abs() <= 2);
        for _ in 0..1000 {
            corrections.learn(&here, &aspects, (1_000_000, 100));
        }
        let most = Constants::USUAL.correction_most * TABLES as i32;
        assert!((most - 4..=most).contains(&corrections.of(&here, &aspects)));
    }

    #[test]
    fn nothing_is_learnt_where_there_is_no_use_for_it() {
        let mut corrections = Corrections::new(false, &Constants::USUAL);
        let here = context(Side::First, Some('x'));
        corrections.learn(&here, &[0; ASPECTS], (500, 9));
        assert_eq!(corrections.of(&here, &[0; ASPECTS]), 0);
        assert!(corrections.numbers.is_empty());
    }
}
