//! Games with an estimate that only counts men, and matches of that one against the real one.

use std::{fmt, sync::atomic::AtomicBool};

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Searcher};
use chess_variants::{Kind as Man, atomic, girl};
use games_core::{
    Adjudicate, Bits, End, Evaluate, Game, MoveList, MoveSink, Notation, Outcome, Record, Rng,
    Side, Status, TextError, seeded,
};

/// Counts men for the side to move.
pub(crate) type Count<S> = fn(&S) -> i32;

/// A game with the values of the men for an estimate; hints and captures are those of the game.
#[derive(Clone, Debug)]
pub(crate) struct MaterialOnly<G: Game> {
    game: G,
    count: Count<G::State>,
}

/// The values that men have in chess.
pub(crate) fn atomic(state: &atomic::Position) -> i32 {
    let values = [
        (Man::Pawn, 100),
        (Man::Knight, 300),
        (Man::Bishop, 300),
        (Man::Rook, 500),
        (Man::Queen, 900),
    ];
    let sum = |side| -> i32 {
        values.iter().map(|&(man, value)| value * state.men(side, man).count_ones() as i32).sum()
    };
    sum(state.to_move()) - sum(state.to_move().other())
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

/// Games won, drawn and lost by the real estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
}

/// Plays a match: sides alternate, and both games of a pair begin with the same two random moves.
pub(crate) fn play<G: Adjudicate + Evaluate>(
    rules: &G,
    count: Count<G::State>,
    games: u32,
    limits: &Limits,
    seed: u64,
) -> Tally {
    let mut tally = Tally::default();
    for number in 0..games {
        let side = if number % 2 == 0 { Side::First } else { Side::Second };
        match game(rules, count, side, limits, seed + u64::from(number / 2)) {
            Outcome::Draw => tally.drawn += 1,
            Outcome::Win(winner) if winner == side => tally.won += 1,
            Outcome::Win(_) => tally.lost += 1,
        }
    }
    tally
}

fn game<G: Adjudicate + Evaluate>(
    rules: &G,
    count: Count<G::State>,
    side: Side,
    limits: &Limits,
    seed: u64,
) -> Outcome {
    let mut record = Record::new(rules.clone());
    let mut material = Record::new(MaterialOnly { game: rules.clone(), count });
    let mut searchers = (
        AlphaBeta::<G>::new(AlphaBetaOptions::default()),
        AlphaBeta::<MaterialOnly<G>>::new(AlphaBetaOptions::default()),
    );
    let mut rng = seeded(seed);
    loop {
        if let Some(outcome) = record.outcome() {
            return outcome;
        }
        let never = AtomicBool::new(false);
        let m = if record.plies() < 2 {
            let moves = record.moves();
            let moves = moves.as_slice();
            moves[rng.below(moves.len() as u32) as usize]
        } else if record.to_move() == side {
            let report = searchers.0.think(&record, limits, &mut |_| {}, &never);
            report.best().expect("the game goes on")
        } else {
            let report = searchers.1.think(&material, limits, &mut |_| {}, &never);
            report.best().expect("the game goes on")
        };
        record.play(m).expect("a legal move");
        material.play(m).expect("the same rules");
    }
}
