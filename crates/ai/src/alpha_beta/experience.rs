//! What the search remembers of moves that were good elsewhere in the tree.

use games_core::{Side, zobrist};

use super::{Constants, Techniques, corrections::Corrections};

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
/// Pairs of kinds of moves that are told apart.
const PAIRS_OF_KINDS: usize = 1 << 18;

impl Slot {
    /// What stands for any move where nothing is remembered of pairs.
    pub(super) const NOTHING: Self = Self(0);

    #[inline]
    pub(super) fn new(side: Side, m: &impl core::hash::Hash) -> Self {
        let hash = zobrist::key_of(m) as usize % HASHES;
        Self((side.index() * HASHES + hash) as u16)
    }

    /// The number of a kind of move ([`move_kind`](games_core::Evaluate::move_kind)).
    ///
    /// Small kinds stay neighbours: what is known of all pairs of a position with one earlier move
    /// is then in a few lines of the processor's cache, and to wait for it took a tenth of the time
    /// of chess when they were scattered.
    #[inline]
    pub(super) fn of_kind(side: Side, kind: u64) -> Self {
        let is_small = kind < HASHES as u64;
        let hash = if is_small { kind } else { zobrist::mix(kind) } as usize % HASHES;
        Self((side.index() * HASHES + hash) as u16)
    }

    /// The place of the pair of a move and one that comes after it, among so many places: a power of
    /// two.
    #[inline]
    pub(super) fn pair(self, later: Self, places: usize) -> usize {
        let mixed = u32::from(self.0).wrapping_mul(0x9e37_79b1) >> 13;
        (mixed as usize ^ usize::from(later.0)) & (places - 1)
    }
}

/// Where a move is considered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) side: Side,
    pub(super) ply: usize,
    /// The last move, if there is one.
    pub(super) last: Option<Slot>,
    /// The move before it.
    pub(super) before: Option<Slot>,
}

/// Moves that refuted something: at the same ply (killers; S. Akl and M. Newborn, 1977), after the
/// same last move (counter moves; J. Uiterwijk, 1992), or anywhere (history; J. Schaeffer, 1983),
/// the latter also for pairs of a move and its answer, and of a move and the next one of the same side
/// (continuation history, <https://www.chessprogramming.org/History_Heuristic>).
#[derive(Debug)]
pub(super) struct Experience<M> {
    killers: Vec<[Option<M>; 2]>,
    counter_moves: Vec<Option<M>>,
    history: Vec<i16>,
    /// By a move and its answer.
    answers: Vec<i16>,
    /// By a move and the one two plies later.
    sequels: Vec<i16>,
    /// How wrong estimates were.
    pub(super) corrections: Corrections,
    uses: Techniques,
    constants: Constants,
}

/// Counts stay within this in either direction.
const LIMIT: i32 = 1 << 14;
/// What a killer is worth, above all counts; the second killer and a counter move a little less.
const KILLER: i32 = 1 << 20;

impl<M: Copy + Eq + core::hash::Hash> Experience<M> {
    pub(super) fn new(uses: Techniques, constants: Constants) -> Self {
        let pairs = if uses.move_kinds { PAIRS_OF_KINDS } else { PAIRS };
        let sized = |is_used, n| if is_used { n } else { 0 };
        Self {
            killers: Vec::new(),
            counter_moves: vec![None; sized(uses.counter_moves, SLOTS)],
            history: vec![0; sized(uses.history, SLOTS)],
            answers: vec![0; sized(uses.history, pairs)],
            sequels: vec![0; sized(uses.history && uses.move_kinds, pairs)],
            corrections: Corrections::new(uses.corrections, &constants),
            uses,
            constants,
        }
    }

    /// Forgets what depends on the ply: another search begins elsewhere.
    pub(super) fn begin_search(&mut self) {
        self.killers.clear();
    }

    /// Returns what speaks for trying a move early. Its kind has such a number; if it has none, the move
    /// is its own kind.
    #[inline]
    pub(super) fn of(&self, context: Context, m: M, kind: Option<Slot>) -> i32 {
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
        self.count(context, m, kind)
    }

    /// Returns how often a move was good, less how often it was not: within three times [`LIMIT`].
    #[inline]
    pub(super) fn count(&self, context: Context, m: M, kind: Option<Slot>) -> i32 {
        if !self.uses.history {
            return 0;
        }
        let slot = Slot::new(context.side, &m);
        let kind = kind.unwrap_or(slot);
        let alone = i32::from(self.history[usize::from(slot.0)]);
        let of_pair = |counts: &[i16], earlier: Option<Slot>| match earlier {
            Some(earlier) if !counts.is_empty() => {
                i32::from(counts[earlier.pair(kind, counts.len())])
            }
            _ => 0,
        };
        alone + of_pair(&self.answers, context.last) + of_pair(&self.sequels, context.before)
    }

    /// Notes that a move caused a cutoff where the search had so many plies to go.
    pub(super) fn note_success(&mut self, context: Context, depth: i32, m: M, kind: Option<Slot>) {
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
        self.count_up(context, m, kind, self.step(depth));
    }

    /// Notes that a move was tried before the one that caused a cutoff.
    pub(super) fn note_failure(&mut self, context: Context, depth: i32, m: M, kind: Option<Slot>) {
        self.count_up(context, m, kind, -self.step(depth));
    }

    /// By how much a count goes up or down: deep searches know better. It is less than [`LIMIT`].
    fn step(&self, depth: i32) -> i32 {
        let Constants { history_square, history_linear, history_most, .. } = self.constants;
        let depth = depth.clamp(1, 100);
        (history_square * depth * depth + history_linear * depth).min(history_most)
    }

    fn count_up(&mut self, context: Context, m: M, kind: Option<Slot>, step: i32) {
        if !self.uses.history {
            return;
        }
        let slot = Slot::new(context.side, &m);
        let kind = kind.unwrap_or(slot);
        // The further a count is from 0, the less it goes on: what was learnt last weighs most.
        let add = |count: &mut i16| {
            let old = i32::from(*count);
            *count = (old + step - old * step.abs() / LIMIT) as i16;
        };
        add(&mut self.history[usize::from(slot.0)]);
        let earlier = [context.last, context.before];
        for (counts, earlier) in [&mut self.answers, &mut self.sequels].into_iter().zip(earlier) {
            let places = counts.len();
            if let Some(earlier) = earlier.filter(|_| places > 0) {
                add(&mut counts[earlier.pair(kind, places)]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ply: usize, last: Option<char>) -> Context {
        let last = last.map(|m| Slot::new(Side::Second, &m));
        Context { side: Side::First, ply, last, before: None }
    }

    fn kind(m: char) -> Slot {
        Slot::new(Side::First, &m)
    }

    #[test]
    fn killers_come_first_then_counter_moves_then_history() {
        let mut experience = Experience::new(Techniques::ALL, Constants::USUAL);
        for _ in 0..100_000 {
            experience.note_success(at(9, None), 1000, 'h', Some(kind('h')));
            experience.note_failure(at(9, None), 1000, 'z', Some(kind('z')));
        }
        experience.note_success(at(7, Some('x')), 1, 'c', Some(kind('c')));
        experience.note_success(at(3, None), 1, 'j', Some(kind('j')));
        experience.note_success(at(3, None), 1, 'k', Some(kind('k')));
        let mut moves: Vec<char> = "acdhjkz".chars().collect();
        moves.sort_by_key(|&m| -experience.of(at(3, Some('x')), m, Some(kind(m))));
        assert_eq!(moves.into_iter().collect::<String>(), "kjchadz");
        assert_eq!(experience.of(at(3, None), 'a', Some(kind('a'))), 0);
        assert!(experience.count(at(3, None), 'h', Some(kind('h'))) <= LIMIT);
        assert!(experience.count(at(3, None), 'z', Some(kind('z'))) >= -LIMIT);
    }

    #[test]
    fn another_search_knows_all_but_killers() {
        let mut experience = Experience::new(Techniques::ALL, Constants::USUAL);
        experience.note_success(at(3, Some('x')), 5, 'k', Some(kind('k')));
        let count = experience.count(at(3, Some('x')), 'k', Some(kind('k')));
        assert!(count > 0 && experience.of(at(3, None), 'k', Some(kind('k'))) == KILLER);
        experience.begin_search();
        assert!(experience.of(at(3, None), 'k', Some(kind('k'))) < KILLER - 2);
        assert_eq!(experience.of(at(3, Some('x')), 'k', Some(kind('k'))), KILLER - 2);
        assert_eq!(experience.count(at(3, Some('x')), 'k', Some(kind('k'))), count);
    }

    #[test]
    fn pairs_of_small_kinds_with_an_earlier_move_are_neighbours() {
        for earlier in [0, 77, 447].map(|kind| Slot::of_kind(Side::Second, kind)) {
            let place = |kind| earlier.pair(Slot::of_kind(Side::First, kind), PAIRS_OF_KINDS);
            let mut places: Vec<usize> = (0..512).map(place).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), 512);
            assert_eq!(places[511] - places[0], 511);
        }
        let (large, larger) = (HASHES as u64, HASHES as u64 + 1);
        let slot = |kind| Slot::of_kind(Side::First, kind);
        assert_ne!(slot(large).0.abs_diff(slot(larger).0), 1, "large ones are scattered");
    }

    #[test]
    fn what_is_switched_off_says_nothing() {
        let mut experience = Experience::new(Techniques::NONE, Constants::USUAL);
        experience.note_success(at(3, Some('x')), 5, 'a', Some(kind('a')));
        experience.note_failure(at(3, Some('x')), 5, 'b', Some(kind('b')));
        assert_eq!(
            [
                experience.of(at(3, Some('x')), 'a', Some(kind('a'))),
                experience.of(at(3, None), 'b', Some(kind('b')))
            ],
            [0, 0]
        );
    }

    /// Each count alone: a move by itself, as an answer, and after the side's own last move.
    #[test]
    fn a_move_is_remembered_by_itself_and_by_what_came_before() {
        let slot = |m: char| Slot::new(Side::Second, &m);
        let all = Context { last: Some(slot('x')), before: Some(kind('w')), ..at(3, None) };
        let step = Experience::<char>::new(Techniques::NONE, Constants::USUAL).step(4);
        for (uses, counts) in [
            (Techniques::ALL, [3, 2, 2, 1]),
            (Techniques::ALL.without(&["move_kinds"]), [2, 2, 1, 1]),
            (Techniques::ALL.without(&["history"]), [0; 4]),
        ] {
            let mut experience = Experience::new(uses, Constants::USUAL);
            // A move without a kind is its own.
            experience.note_success(all, 4, 'm', None);
            let others = [
                all,
                Context { before: None, ..all },
                Context { last: Some(slot('y')), ..all },
                Context { last: None, before: Some(kind('v')), ..all },
            ];
            let found = others.map(|context| experience.count(context, 'm', Some(kind('m'))));
            assert_eq!(found, counts.map(|n| n * step));
        }
    }
}
