//! Girl Chess with an estimate that only counts men, and matches of that one against the real one.

use std::{fmt, sync::atomic::AtomicBool};

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Searcher};
use chess_variants::girl::{Kind, Move, Position, Reason, Small};
use games_core::{
    Adjudicate, Bits, End, Evaluate, Game, MoveSink, Notation, Outcome, Record, Rng, Side, Status,
    TextError, seeded,
};

/// The game with the values of the men for an estimate; hints and captures are those of the game.
#[derive(Clone, Debug)]
pub(crate) struct MaterialOnly(Small);

/// From Box to Tree, in the order of the letters.
const VALUES: [i32; 8] = [400, 450, 350, 1200, 450, 400, 200, 20];

impl Evaluate for MaterialOnly {
    fn evaluate(&self, state: &Position<u64>) -> i32 {
        let sum = |side| -> i32 {
            let kinds = Kind::ALL.into_iter().zip(VALUES);
            kinds.map(|(kind, value)| value * Bits::count(state.men(side, kind)) as i32).sum()
        };
        sum(state.to_move()) - sum(state.to_move().other())
    }
    fn order_hint(&self, state: &Position<u64>, m: Move) -> i32 {
        self.0.order_hint(state, m)
    }
    fn is_noisy(&self, state: &Position<u64>, m: Move) -> bool {
        self.0.is_noisy(state, m)
    }
    fn noisy_moves(&self, state: &Position<u64>, out: &mut impl MoveSink<Move>) {
        self.0.noisy_moves(state, out);
    }
    fn null_move(&self, state: &Position<u64>) -> Option<Position<u64>> {
        self.0.null_move(state)
    }
    fn swing(&self) -> Option<i32> {
        self.0.swing()
    }
}

impl Game for MaterialOnly {
    type State = Position<u64>;
    type Move = Move;
    type List = Vec<Move>;
    type Reason = Reason;

    fn initial(&self) -> Position<u64> {
        self.0.initial()
    }
    fn to_move(&self, state: &Position<u64>) -> Side {
        self.0.to_move(state)
    }
    fn moves(&self, state: &Position<u64>, out: &mut impl MoveSink<Move>) -> Status {
        self.0.moves(state, out)
    }
    fn apply(&self, state: &mut Position<u64>, m: Move) {
        self.0.apply(state, m);
    }
    fn end(&self, state: &Position<u64>) -> Option<End<Reason>> {
        self.0.end(state)
    }
    fn is_legal(&self, state: &Position<u64>, m: Move) -> bool {
        self.0.is_legal(state, m)
    }
}

impl Notation for MaterialOnly {
    fn write_state(&self, state: &Position<u64>, w: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write_state(state, w)
    }
    fn parse_state(&self, text: &str) -> Result<Position<u64>, TextError> {
        self.0.parse_state(text)
    }
    fn write_move(&self, state: &Position<u64>, m: Move, w: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write_move(state, m, w)
    }
    fn parse_move(&self, state: &Position<u64>, text: &str) -> Result<Move, TextError> {
        self.0.parse_move(state, text)
    }
}

/// The record of the real game is the referee.
impl Adjudicate for MaterialOnly {
    type Clock = ();

    fn repetition_key(&self, state: &Position<u64>) -> Option<u64> {
        self.0.repetition_key(state)
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
pub(crate) fn play(games: u32, limits: &Limits, seed: u64) -> Tally {
    let mut tally = Tally::default();
    for number in 0..games {
        let side = if number % 2 == 0 { Side::First } else { Side::Second };
        match game(side, limits, seed + u64::from(number / 2)) {
            Outcome::Draw => tally.drawn += 1,
            Outcome::Win(winner) if winner == side => tally.won += 1,
            Outcome::Win(_) => tally.lost += 1,
        }
    }
    tally
}

fn game(side: Side, limits: &Limits, seed: u64) -> Outcome {
    let mut record = Record::new(Small::default());
    let mut material = Record::new(MaterialOnly(Small::default()));
    let mut searchers = (
        AlphaBeta::<Small>::new(AlphaBetaOptions::default()),
        AlphaBeta::<MaterialOnly>::new(AlphaBetaOptions::default()),
    );
    let mut rng = seeded(seed);
    loop {
        if let Some(outcome) = record.outcome() {
            return outcome;
        }
        let never = AtomicBool::new(false);
        let m = if record.plies() < 2 {
            let moves = record.moves();
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
