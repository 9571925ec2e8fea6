//! What a search may guess: material, squares, and how near an explosion is to either king.
//!
//! In atomic chess the game is decided by captures beside a king far more often than by mate. So
//! king safety here is about **fuses**: men beside a king that the enemy attacks, since taking one
//! of them wins at once. Squares beside the king that the enemy reaches and enemy pieces near it
//! count a little as well. While the kings touch, no one can explode the one without the other,
//! and none of this counts.

use games_core::{Evaluate, MonteCarlo, Side};

use super::{
    Atomic, Position,
    bits::{bishop_moves, bit, king_moves, knight_moves, rook_moves, squares},
    movegen::pawn_attacks,
};
use crate::{Kind, Move};

/// Values of the men in hundredths of a pawn, from pawn to king, in the middle game and in the
/// endgame. A piece is worth less than in chess, as it goes with what it captures; the king's
/// value only orders captures.
const VALUE: [[i32; 2]; 6] =
    [[100, 130], [210, 200], [200, 210], [300, 340], [620, 700], [10_000, 10_000]];

/// How much of the middle game a man of each kind stands for; 24 in the initial position.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

/// What an attacked man beside the king costs its side, the first and each further one.
const FUSE: [i32; 2] = [90, 35];
/// What an attacked empty square beside the king costs its side.
const WAY_IN: i32 = 8;
/// What a man is worth for each step that it is nearer to the enemy king.
const NEARNESS: [i32; 6] = [0, 5, 3, 3, 6, 0];
/// The right to move.
const TEMPO: i32 = 20;

impl Evaluate for Atomic {
    fn evaluate(&self, state: &Position) -> i32 {
        if state.is_dead() {
            return 0;
        }
        let [white, black] = Side::BOTH.map(|side| Half::new(state, side));
        let phase = (white.phase + black.phase).min(FULL_PHASE);
        let [middle, end] = [0, 1].map(|i| white.score[i] - black.score[i]);
        let tapered = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
        tapered * state.to_move().sign() + TEMPO
    }

    /// Random play says little about chess: positions are estimated.
    fn monte_carlo(&self) -> MonteCarlo {
        MonteCarlo {
            playout_plies: 0,
            half_win: 300,
            quiescence: true,
            hint_doubling: 1500,
            ..MonteCarlo::default()
        }
    }

    /// An exploded king comes first, then what a capture wins on balance, then promotions.
    fn order_hint(&self, state: &Position, m: Move) -> i32 {
        let blast = state.blast(m);
        if blast != 0 {
            // Even a capture that loses material is worth a look before the quiet moves.
            return 5_000 + balance(state, blast);
        }
        let promotion = m.promotion().map_or(0, |kind| 1_000 + VALUE[kind as usize][0]);
        let fuses = quiet_threats(state, m);
        promotion + fuses
    }

    fn is_noisy(&self, state: &Position, m: Move) -> bool {
        m.promotion().is_some() || state.blast(m) != 0
    }

    /// In check.
    fn must_answer(&self, state: &Position) -> bool {
        state.is_check()
    }

    /// With a piece beside king and pawns, and not in check.
    fn null_move(&self, state: &Position) -> Option<Position> {
        let us = state.to_move();
        let pawns = state.men(us, Kind::Pawn) | state.men(us, Kind::King);
        let has_piece = state.colors[us.index()] & !pawns != 0;
        if has_piece && !state.is_check() { Some(state.after_pass()) } else { None }
    }
}

/// Returns what the side to move wins by emptying some squares.
fn balance(state: &Position, blast: u64) -> i32 {
    let us = state.to_move();
    Kind::ALL
        .into_iter()
        .map(|kind| {
            let gone = |side: Side| (state.men(side, kind) & blast).count_ones() as i32;
            VALUE[kind as usize][0] * (gone(us.other()) - gone(us))
        })
        .sum()
}

/// Returns how much a quiet move threatens: enemy men beside their king that the moved man attacks.
fn quiet_threats(state: &Position, m: Move) -> i32 {
    let us = state.to_move();
    let (Some(man), Some(king)) = (state.man_on(m.from()), state.king(us.other())) else {
        return 0;
    };
    let kind = m.promotion().unwrap_or(man.kind);
    let occupied = state.occupied() & !bit(m.from()) | bit(m.to());
    let fuses = king_moves(king) & state.colors[us.other().index()];
    let hit = attacks(kind, us, m.to(), occupied) & fuses;
    if hit != 0 { 500 } else { 0 }
}

#[inline]
fn attacks(kind: Kind, side: Side, from: u8, occupied: u64) -> u64 {
    match kind {
        Kind::Pawn => pawn_attacks(bit(from), side),
        Kind::Knight => knight_moves(from),
        Kind::Bishop => bishop_moves(from, occupied),
        Kind::Rook => rook_moves(from, occupied),
        Kind::Queen => bishop_moves(from, occupied) | rook_moves(from, occupied),
        // A king captures nothing.
        Kind::King => 0,
    }
}

/// What speaks for one side, in the middle game and in the endgame.
struct Half {
    score: [i32; 2],
    phase: i32,
}

impl Half {
    fn new(state: &Position, side: Side) -> Self {
        let mut half = Self { score: [0; 2], phase: 0 };
        let enemy = state.king(side.other());
        let touching = state.kings_touch();
        let occupied = state.occupied();
        let mut attacked = 0;
        for kind in Kind::ALL {
            for from in squares(state.men(side, kind)) {
                half.phase += PHASE[kind as usize];
                half.add_man(kind, side, from);
                attacked |= attacks(kind, side, from, occupied);
                if let Some(king) = enemy
                    && !touching
                {
                    let nearness = NEARNESS[kind as usize] * (7 - distance(from, king));
                    half.add([nearness, nearness / 2]);
                }
            }
        }
        if let Some(king) = enemy
            && !touching
        {
            half.add_danger(state, side, king_moves(king) & attacked);
        }
        half
    }

    fn add(&mut self, [middle, end]: [i32; 2]) {
        self.score[0] += middle;
        self.score[1] += end;
    }

    fn add_man(&mut self, kind: Kind, side: Side, square: u8) {
        let seen = if side == Side::First { square } else { square ^ 56 };
        let (file, rank) = (i32::from(seen % 8), i32::from(seen / 8));
        // 0 in a corner to 6 in the middle.
        let center = (3 - (file * 2 - 7).abs() / 2) + (3 - (rank * 2 - 7).abs() / 2);
        if kind != Kind::King {
            self.add(VALUE[kind as usize]);
        }
        self.add(match kind {
            Kind::Pawn => {
                const ADVANCE: [[i32; 2]; 8] =
                    [[0, 0], [0, 0], [2, 6], [6, 14], [14, 32], [35, 75], [80, 150], [0, 0]];
                ADVANCE[seen as usize / 8]
            }
            Kind::Knight => [4 * center - 8, 3 * center - 6],
            Kind::Bishop => [2 * center - 4, 2 * center - 4],
            Kind::Rook => [if rank == 6 { 15 } else { 0 }, if rank == 6 { 10 } else { 0 }],
            Kind::Queen => [center, 2 * center],
            Kind::King => [-10 * rank.min(3) - 2 * center, 4 * center],
        });
    }

    /// Adds what attacks on squares beside the enemy king are worth.
    fn add_danger(&mut self, state: &Position, side: Side, attacked: u64) {
        let fuses = (attacked & state.colors[side.other().index()]).count_ones() as i32;
        let open = (attacked & !state.occupied()).count_ones() as i32;
        let mut danger = WAY_IN * open;
        if fuses > 0 {
            // The side to move can light it now, if its own king is not beside it.
            let urgency = if state.to_move() == side { 3 } else { 1 };
            danger += (FUSE[0] + FUSE[1] * (fuses - 1)) * urgency;
        }
        self.add([danger, danger * 2 / 3]);
    }
}

/// Returns the number of king's moves between two squares.
fn distance(a: u8, b: u8) -> i32 {
    i32::from((a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8)))
}
