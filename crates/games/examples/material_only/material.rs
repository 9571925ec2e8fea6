//! Games with an estimate that only counts men, and matches of that one against the real one.

use std::{fmt, sync::atomic::AtomicBool};

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Searcher, Value};
use chess_variants::girl;
use games_core::{
    Adjudicate, Bits, End, Evaluate, Game, MoveList, MoveSink, Notation, Outcome, Record, Rng,
    Side, Status, TextError, seeded,
};

/// Counts men for the side to move.
pub(crate) type Count<S> = fn(&S) -> i32;

/// A game with the values of the men for an estimate; hints and captures are those of the game.
#[derive(Clone, Debug)]
struct MaterialOnly<G: Game> {
    game: G,
    count: Count<G::State>,
}

/// From Box to Tree, in the order of the letters.
const GIRL: [i32; 8] = [400, 450, 350, 1200, 450, 400, 200, 20];

pub(crate) fn girl(state: &girl::Position<u64>) -> i32 {
    let sum = |side| -> i32 {
        let kinds = girl::Kind::ALL.into_iter().zip(GIRL);
        kinds.map(|(kind, value)| value * Bits::count(state.men(side, kind)) as i32).sum()
    };
    sum(state.to_move()) - sum(state.to_move().other())
}

impl<G: Evaluate> Evaluate for MaterialOnly<G> {
    fn evaluate(&self, state: &G::State) -> i32 {
        (self.count)(state)
    }
    fn order_hint(&self, state: &G::State, m: G::Move) -> i32 {
        self.game.order_hint(state, m)
    }
    fn order_hints(&self, state: &G::State) -> impl Fn(G::Move) -> i32 {
        self.game.order_hints(state)
    }
    fn is_noisy(&self, state: &G::State, m: G::Move) -> bool {
        self.game.is_noisy(state, m)
    }
    fn noisy_moves(&self, state: &G::State, out: &mut impl MoveSink<G::Move>) {
        self.game.noisy_moves(state, out);
    }
    fn must_answer(&self, state: &G::State) -> bool {
        self.game.must_answer(state)
    }
    fn null_move(&self, state: &G::State) -> Option<G::State> {
        self.game.null_move(state)
    }
    fn swing(&self) -> Option<i32> {
        self.game.swing()
    }
}

impl<G: Game> Game for MaterialOnly<G> {
    type State = G::State;
    type Move = G::Move;
    type List = G::List;
    type Reason = G::Reason;

    fn initial(&self) -> G::State {
        self.game.initial()
    }
    fn to_move(&self, state: &G::State) -> Side {
        self.game.to_move(state)
    }
    fn moves(&self, state: &G::State, out: &mut impl MoveSink<G::Move>) -> Status {
        self.game.moves(state, out)
    }
    fn apply(&self, state: &mut G::State, m: G::Move) {
        self.game.apply(state, m);
    }
    fn end(&self, state: &G::State) -> Option<End<G::Reason>> {
        self.game.end(state)
    }
    fn is_legal(&self, state: &G::State, m: G::Move) -> bool {
        self.game.is_legal(state, m)
    }
}

impl<G: Notation> Notation for MaterialOnly<G> {
    fn write_state(&self, state: &G::State, w: &mut dyn fmt::Write) -> fmt::Result {
        self.game.write_state(state, w)
    }
    fn parse_state(&self, text: &str) -> Result<G::State, TextError> {
        self.game.parse_state(text)
    }
    fn write_move(&self, state: &G::State, m: G::Move, w: &mut dyn fmt::Write) -> fmt::Result {
        self.game.write_move(state, m, w)
    }
    fn parse_move(&self, state: &G::State, text: &str) -> Result<G::Move, TextError> {
        self.game.parse_move(state, text)
    }
}

/// The record of the real game is the referee.
impl<G: Adjudicate> Adjudicate for MaterialOnly<G> {
    type Clock = ();

    fn repetition_key(&self, state: &G::State) -> Option<u64> {
        self.game.repetition_key(state)
    }
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

    fn material_only(&self) -> MaterialOnly<G> {
        MaterialOnly { game: self.rules.clone(), count: self.count }
    }

    fn game(&self, side: Side, seed: u64) -> Outcome {
        let mut record = self.opened(&mut seeded(seed));
        let mut material = Record::from_position(self.material_only(), record.state().clone(), ());
        let mut searchers = (
            AlphaBeta::<G>::new(AlphaBetaOptions::default()),
            AlphaBeta::<MaterialOnly<G>>::new(AlphaBetaOptions::default()),
        );
        loop {
            if let Some(outcome) = record.outcome() {
                return outcome;
            }
            let never = AtomicBool::new(false);
            let best = if record.to_move() == side {
                searchers.0.think(&record, &self.limits, &mut |_| {}, &never).best()
            } else {
                searchers.1.think(&material, &self.limits, &mut |_| {}, &never).best()
            };
            let m = best.expect("the game goes on");
            record.play(m).expect("a legal move");
            material.play(m).expect("the same rules");
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
        let material = Record::from_position(self.material_only(), record.state().clone(), ());
        record.end().is_none() && is_even(&material, nodes) && is_even(record, nodes)
    }
}

fn is_even<G: Adjudicate + Evaluate>(record: &Record<G>, nodes: u64) -> bool {
    let mut search = AlphaBeta::<G>::new(AlphaBetaOptions::default());
    let report = search.think(record, &Limits::nodes(nodes), &mut |_| {}, &AtomicBool::new(false));
    matches!(report.value(), Some(Value::Estimate(-100..=100)))
}
