//! An estimate that only counts men, and matches of a game's own one against it.

use ai::{AlphaBeta, Estimator, Limits, Searcher, Value};
use chess_variants::girl;
use games_core::{Adjudicate, Bits, Evaluate, Game, MoveList, Outcome, Record, Rng, Side, seeded};

/// Counts men for the side to move.
pub(crate) type Count<S> = fn(&S) -> i32;

/// From Box to Tree, in the order of the letters.
const GIRL: [i32; 8] = [400, 450, 350, 1200, 450, 400, 200, 20];

pub(crate) fn girl(state: &girl::Position<u64>) -> i32 {
    let sum = |side| -> i32 {
        let kinds = girl::Kind::ALL.into_iter().zip(GIRL);
        kinds.map(|(kind, value)| value * Bits::count(state.men(side, kind)) as i32).sum()
    };
    sum(state.to_move()) - sum(state.to_move().other())
}

/// How both games of a pair begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    /// Random moves, different ones for each pair.
    pub(crate) plies: usize,
    /// If given, the moves are quiet ones, and searches of so many nodes, one by either estimate,
    /// see neither a forced end of the game after them nor more than a pawn to be won. Otherwise
    /// many pairs of a sharp game are decided before they begin, and tell nothing of the estimates.
    pub(crate) judge: Option<u64>,
}

/// Games won, drawn and lost by the real estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
    /// Pairs of which the same color won both games: the opening, perhaps, and neither estimate.
    pub(crate) same_color: u32,
}

/// Two estimates of a game: its own and one that only counts men.
#[derive(Clone, Debug)]
pub(crate) struct Match<G: Game> {
    pub(crate) rules: G,
    pub(crate) count: Count<G::State>,
    pub(crate) opening: Opening,
    /// For each move.
    pub(crate) limits: Limits,
}

impl<G: Adjudicate + Evaluate> Match<G> {
    /// Plays so many games. Sides alternate: both games of a pair have the same opening.
    pub(crate) fn play(&self, games: u32, seed: u64) -> Tally {
        let mut tally = Tally::default();
        let mut last = Outcome::Draw;
        for number in 0..games {
            let side = Side::BOTH[number as usize % 2];
            let outcome = self.game(side, seed + u64::from(number / 2));
            match outcome {
                Outcome::Draw => tally.drawn += 1,
                Outcome::Win(winner) if winner == side => tally.won += 1,
                Outcome::Win(_) => tally.lost += 1,
            }
            let is_same = number % 2 == 1 && outcome == last && outcome != Outcome::Draw;
            tally.same_color += u32::from(is_same);
            last = outcome;
        }
        tally
    }

    /// Both players: their searches differ in the estimate alone.
    fn players(&self) -> [AlphaBeta<G>; 2] {
        let count = self.count;
        let material_only = Estimator::<G>::new(move |_, state| count(state));
        [AlphaBeta::default(), AlphaBeta::default().with_estimator(material_only)]
    }

    fn game(&self, side: Side, seed: u64) -> Outcome {
        let mut record = self.opened(&mut seeded(seed));
        let [mut real, mut material_only] = self.players();
        loop {
            if let Some(outcome) = record.outcome() {
                return outcome;
            }
            let is_real = record.to_move() == side;
            let player = if is_real { &mut real } else { &mut material_only };
            let m = player.best(&record, &self.limits).expect("the game goes on");
            record.play(m).expect("a legal move");
        }
    }

    /// Draws openings until one is good enough.
    fn opened(&self, rng: &mut impl Rng) -> Record<G> {
        loop {
            let mut record = Record::new(self.rules.clone());
            while record.plies() < self.opening.plies && record.end().is_none() {
                let moves = record.moves();
                let is_quiet = |m: &&G::Move| !self.rules.is_noisy(record.state(), **m);
                let mut moves: Vec<_> = moves.as_slice().iter().collect();
                if self.opening.judge.is_some() && moves.iter().any(is_quiet) {
                    moves.retain(is_quiet);
                }
                let m = *moves[rng.below(moves.len() as u32) as usize];
                record.play(m).expect("a legal move");
            }
            if self.is_fair(&record) {
                return record;
            }
        }
    }

    /// Whether the search sees an even game by either estimate.
    fn is_fair(&self, record: &Record<G>) -> bool {
        let Some(nodes) = self.opening.judge else { return true };
        let is_even = |mut player: AlphaBeta<G>| {
            let value = player.search(record, &Limits::nodes(nodes)).value();
            matches!(value, Some(Value::Estimate(-100..=100)))
        };
        record.end().is_none() && self.players().into_iter().all(is_even)
    }
}
