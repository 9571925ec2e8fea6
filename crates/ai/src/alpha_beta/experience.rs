//! What the search remembers of moves that were good elsewhere in the tree.

use games_core::{Side, zobrist};

use super::Techniques;

/// A move's number in the tables: its hash and who made it. Moves with equal hashes share what is
/// known about them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot(u16);

/// Hashes that are told apart.
const HASHES: usize = 1 << 12;
/// Slots: hashes for two sides.
const SLOTS: usize = 2 * HASHES;
/// Pairs of moves that are told apart.
const PAIRS: usize = 1 << 16;

impl Slot {
    #[inline]
    pub(super) fn new(side: Side, m: &impl core::hash::Hash) -> Self {
        let hash = zobrist::key_of(m) as usize % HASHES;
        Self((side.index() * HASHES + hash) as u16)
    }

    /// The place of the pair of a move and its answer.
    #[inline]
    fn pair(self, answer: Self) -> usize {
        let mixed = u32::from(self.0).wrapping_mul(0x9e37_79b1) >> 13;
        (mixed as usize ^ usize::from(answer.0)) % PAIRS
    }
}

/// Where a move is considered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) side: Side,
    pub(super) ply: usize,
    /// The last move, if there is one.
    pub(super) last: Option<Slot>,
}

/// Moves that refuted something: at the same ply (killers; S. Akl and M. Newborn, 1977), after the
/// same last move (counter moves; J. Uiterwijk, 1992), or anywhere (history; J. Schaeffer, 1983),
/// the latter also for pairs of a move and its answer (continuation history).
#[derive(Debug)]
pub(super) struct Experience<M> {
    killers: Vec<[Option<M>; 2]>,
    counter_moves: Vec<Option<M>>,
    history: Vec<i16>,
    pairs: Vec<i16>,
    uses: Techniques,
}

/// Counts stay within this in either direction.
const LIMIT: i32 = 1 << 14;
/// The largest step of a count.
const STEP: i32 = LIMIT / 8;
/// What a killer is worth, above all counts; the second killer and a counter move a little less.
const KILLER: i32 = 1 << 20;

impl<M: Copy + Eq + core::hash::Hash> Experience<M> {
    pub(super) fn new(uses: Techniques) -> Self {
        let sized = |is_used, n| if is_used { n } else { 0 };
        Self {
            killers: Vec::new(),
            counter_moves: vec![None; sized(uses.counter_moves, SLOTS)],
            history: vec![0; sized(uses.history, SLOTS)],
            pairs: vec![0; sized(uses.history, PAIRS)],
            uses,
        }
    }

    /// Returns what speaks for trying a move early.
    #[inline]
    pub(super) fn of(&self, context: Context, m: M) -> i32 {
        if self.uses.killers {
            let [first, second] = self.killers.get(context.ply).copied().unwrap_or_default();
            if first == Some(m) {
                return KILLER;
            }
            if second == Some(m) {
                return KILLER - 1;
            }
        }
        if self.uses.counter_moves
            && let Some(last) = context.last
            && self.counter_moves[usize::from(last.0)] == Some(m)
        {
            return KILLER - 2;
        }
        self.count(context, m)
    }

    /// Returns how often a move was good, less how often it was not: within twice [`LIMIT`].
    #[inline]
    pub(super) fn count(&self, context: Context, m: M) -> i32 {
        if !self.uses.history {
            return 0;
        }
        let slot = Slot::new(context.side, &m);
        let alone = i32::from(self.history[usize::from(slot.0)]);
        let answer = context.last.map_or(0, |last| i32::from(self.pairs[last.pair(slot)]));
        alone + answer
    }

    /// Notes that a move caused a cutoff where the search had so many plies to go.
    pub(super) fn note_success(&mut self, context: Context, depth: i32, m: M) {
        if self.uses.killers {
            if self.killers.len() <= context.ply {
                self.killers.resize(context.ply + 1, [None; 2]);
            }
            let killers = &mut self.killers[context.ply];
            if killers[0] != Some(m) {
                *killers = [Some(m), killers[0]];
            }
        }
        if self.uses.counter_moves
            && let Some(last) = context.last
        {
            self.counter_moves[usize::from(last.0)] = Some(m);
        }
        self.count_up(context, m, step(depth));
    }

    /// Notes that a move was tried before the one that caused a cutoff.
    pub(super) fn note_failure(&mut self, context: Context, depth: i32, m: M) {
        self.count_up(context, m, -step(depth));
    }

    fn count_up(&mut self, context: Context, m: M, step: i32) {
        if !self.uses.history {
            return;
        }
        let slot = Slot::new(context.side, &m);
        // The further a count is from 0, the less it goes on: what was learnt last weighs most.
        let add = |count: &mut i16| {
            let old = i32::from(*count);
            *count = (old + step - old * step.abs() / LIMIT) as i16;
        };
        add(&mut self.history[usize::from(slot.0)]);
        if let Some(last) = context.last {
            add(&mut self.pairs[last.pair(slot)]);
        }
    }
}

/// Deep searches know better.
fn step(depth: i32) -> i32 {
    let depth = depth.clamp(1, 100);
    (16 * depth * depth + 32 * depth).min(STEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ply: usize, last: Option<char>) -> Context {
        let last = last.map(|m| Slot::new(Side::Second, &m));
        Context { side: Side::First, ply, last }
    }

    #[test]
    fn killers_come_first_then_counter_moves_then_history() {
        let mut experience = Experience::new(Techniques::ALL);
        for _ in 0..100_000 {
            experience.note_success(at(9, None), 1000, 'h');
            experience.note_failure(at(9, None), 1000, 'z');
        }
        experience.note_success(at(7, Some('x')), 1, 'c');
        experience.note_success(at(3, None), 1, 'j');
        experience.note_success(at(3, None), 1, 'k');
        let mut moves: Vec<char> = "acdhjkz".chars().collect();
        moves.sort_by_key(|&m| -experience.of(at(3, Some('x')), m));
        assert_eq!(moves.into_iter().collect::<String>(), "kjchadz");
        assert_eq!(experience.of(at(3, None), 'a'), 0);
        assert!(experience.count(at(3, None), 'h') <= LIMIT);
        assert!(experience.count(at(3, None), 'z') >= -LIMIT);
    }

    #[test]
    fn what_is_switched_off_says_nothing() {
        let mut experience = Experience::new(Techniques::NONE);
        experience.note_success(at(3, Some('x')), 5, 'a');
        experience.note_failure(at(3, Some('x')), 5, 'b');
        assert_eq!([experience.of(at(3, Some('x')), 'a'), experience.of(at(3, None), 'b')], [0, 0]);
    }
}
