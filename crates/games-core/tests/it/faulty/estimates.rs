//! What the faulty game has a search guess.

use core::ops::ControlFlow;

use games_core::{
    ASPECTS, EVAL_LIMIT, End, Endgame, Evaluate, Features, Game, Layout, MoveRows, MoveSink, Side,
    toy::TicTacToe,
};

use super::{Fault, Faulty, State, other_side};

impl Evaluate for Faulty {
    fn evaluate(&self, _: &State) -> i32 {
        if self.has(Fault::EstimateTooBig) { EVAL_LIMIT + 1 } else { EVAL_LIMIT }
    }

    fn endgame(&self, _: &State) -> Option<Endgame> {
        self.has(Fault::EndgameUntold).then(|| Endgame::new(1, 1))
    }

    fn is_noisy(&self, _: &State, m: u8) -> bool {
        m.is_multiple_of(2)
    }

    fn noisy_moves(&self, state: &State, out: &mut impl MoveSink<u8>) {
        let mut passed_over = !self.has(Fault::NoisyMissing);
        let _ = self.moves(state, &mut |m| {
            if !self.is_noisy(state, m) || !core::mem::replace(&mut passed_over, true) {
                return ControlFlow::Continue(());
            }
            out.put(m)
        });
    }

    fn order_hint(&self, _: &State, _: Option<u8>, m: u8) -> i32 {
        i32::from(m)
    }

    fn order_hints(&self, _: &State, _: Option<u8>) -> impl Fn(u8) -> i32 {
        let more = i32::from(self.has(Fault::HintsDiffer));
        move |m| i32::from(m) + more
    }

    fn aspects(&self, state: &State) -> Option<[u64; ASPECTS]> {
        let untold = self.has(Fault::AspectsNowAndThen) && state.plies > 3;
        (!untold).then_some([state.plies; ASPECTS])
    }

    fn move_kind(&self, _: &State, m: u8) -> Option<u64> {
        let untold = self.has(Fault::KindsOfSomeMoves) && m == 8;
        (!untold).then_some(u64::from(m))
    }

    fn null_move(&self, state: &State) -> Option<State> {
        if self.has(Fault::PassKeepsSide) {
            return Some(state.clone());
        }
        Some(State { inner: other_side(&state.inner), plies: state.plies })
    }

    fn final_score(&self, end: &End<&'static str>) -> f64 {
        let score = f64::from(end.outcome.value_for(Side::First));
        match self.fault {
            Fault::ScoreTooBig => score * 2.0,
            Fault::ScoreSignWrong => -score,
            _ => score,
        }
    }
}

impl Features for Faulty {
    fn layout(&self) -> Layout {
        let layout = TicTacToe.layout();
        if !self.has(Fault::ImageOfNoSymmetry) {
            return layout;
        }
        let text = format!("{layout}symmetry 1 0 2 3 4 5 6 7 8\n");
        Layout::parse(&text).expect("any permutation of cells is read")
    }

    fn features(&self, layout: &Layout, state: &State, rows: &mut Vec<u16>) {
        TicTacToe.features(layout, &state.inner, rows);
        if self.has(Fault::FeatureMissing) {
            rows.pop();
        }
    }

    fn move_rows(&self, _: &State, _: Option<u8>, moves: &[u8], rows: &mut MoveRows) {
        for _ in moves {
            if self.has(Fault::MoveRowTooLarge) {
                rows.push(0);
            }
            rows.end_move();
        }
    }
}
