//! What a search may guess: men, squares, pawns, kings, and what hangs.
//!
//! Two things differ from chess. Nobody needs to give mate: whoever loses the last man beside the
//! king has lost, so men count in the endgame even where chess calls it drawn, and the fewer a side
//! has left, the more each of them is worth. And a search may stop between a capture and the answer
//! to it; therefore men that can be won by the next move count as nearly lost.

use chessmen::{
    Kind, Move, Square, SquareSet,
    rays::{bishop_moves, king_moves, knight_moves, queen_moves, rook_moves},
};
use games_core::{Evaluate, MonteCarlo, Side};

use crate::{position::Position, rules::Skak};

/// Values of the men in hundredths of a pawn, from pawn to king, in the middle game and in the
/// endgame. A king is never captured; its value only orders captures by him.
const VALUE: [[i32; 2]; 6] =
    [[90, 120], [320, 330], [335, 350], [490, 540], [950, 1000], [2_000, 2_000]];
/// A pawn under another man, until it is free.
const BURIED: i32 = 65;

/// How much of the middle game a man of each kind stands for.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The sum of both sides in the initial position.
const FULL_PHASE: i32 = 24;

/// What a square that a piece of each kind can go to is worth.
const MOBILITY: [[i32; 2]; 6] = [[0, 0], [4, 4], [4, 5], [2, 4], [1, 3], [0, 0]];
/// What a pawn is worth beyond its value for each rank that is behind it, from its side's first.
const ADVANCE: [[i32; 2]; 8] =
    [[0, 0], [0, 0], [0, 2], [4, 8], [10, 20], [20, 40], [40, 80], [0, 0]];
/// The same once more if no enemy pawn can stop or capture it.
const PASSED: [[i32; 2]; 8] =
    [[0, 0], [0, 10], [5, 15], [10, 30], [25, 55], [50, 100], [90, 170], [0, 0]];
/// What a man of each kind gains by each step from a corner towards the middle, of six.
const CENTER: [[i32; 2]; 6] = [[2, 1], [5, 4], [2, 2], [0, 0], [0, 2], [-6, 6]];

/// What a man of each kind is worth on each square, as White sees it.
static WORTH: [[[i32; 2]; 64]; 6] = worth();

const fn worth() -> [[[i32; 2]; 64]; 6] {
    let mut table = [[[0; 2]; 64]; 6];
    let mut i = 0;
    while i < 6 * 64 * 2 {
        let (kind, square, phase) = (i / 128, i / 2 % 64, i % 2);
        let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
        let center = (3 - (file * 2 - 7).abs() / 2) + (3 - (rank * 2 - 7).abs() / 2);
        let mut worth = (center - 3) * CENTER[kind][phase];
        if kind != Kind::King as usize {
            worth += VALUE[kind][phase];
        }
        if kind == Kind::Pawn as usize {
            worth += ADVANCE[square / 8][phase];
        }
        table[kind][square][phase] = worth;
        i += 1;
    }
    table
}

const DOUBLED: [i32; 2] = [-20, -40];
const ISOLATED: [i32; 2] = [-12, -12];
const BISHOP_PAIR: i32 = 25;
/// A rook on a file without own pawns, and without any.
const OPEN_FILE: [i32; 2] = [10, 20];
/// A pawn or piece beside the own king.
const SHIELD: i32 = 9;
/// What each attack of a kind on a square beside the enemy king weighs.
const ASSAULT: [i32; 6] = [1, 3, 3, 4, 6, 0];
/// What is missing to a side with so few men beside the king: the next loss may end the game.
const FEW_MEN: [i32; 5] = [0, 280, 140, 60, 20];
/// The right to move.
const TEMPO: i32 = 12;

impl Evaluate for Skak {
    fn evaluate(&self, state: &Position) -> i32 {
        let us = state.to_move();
        let [white, black] = Side::BOTH.map(|side| Half::new(state, side));
        let phase = (white.phase + black.phase).min(FULL_PHASE);
        let (white_ways, black_ways) = (white.against(&black), black.against(&white));
        let [middle, end] =
            [0, 1].map(|i| white.score[i] + white_ways[i] - black.score[i] - black_ways[i]);
        let tapered = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
        let (own, enemy) = if us == Side::First { (&white, &black) } else { (&black, &white) };
        tapered * us.sign() + own.can_win(enemy) + TEMPO
    }

    /// Random play says little about chess: positions are estimated.
    fn monte_carlo(&self) -> MonteCarlo {
        let estimates = MonteCarlo::default().with_playout_plies(0).with_half_win(300);
        estimates.with_quiescence().with_hint_doubling(4000)
    }

    /// Captures that win something come before quiet moves, those that seem to lose something
    /// after them.
    fn order_hint(&self, state: &Position, _: Option<Move>, m: Move) -> i32 {
        let promotion = match m.promotion() {
            Some(Kind::Queen) => VALUE[Kind::Queen.index()][0],
            // A queen can do all that a rook or bishop can, and a knight is seldom needed.
            Some(_) => return -1_000,
            None => 0,
        };
        let Some(taken) = state.captured(m) else { return promotion };
        let us = state.to_move();
        let victim = VALUE[taken.kind.index()][0];
        let cost = match state.man_on(m.from()) {
            Some(man) if man.side == us => VALUE[man.kind.index()][0],
            _ => 0,
        };
        let pawns = state.men(us.other(), Kind::Pawn);
        let is_guarded = pawns.pawn_attacks(us.other()).contains(m.to());
        if is_guarded && cost > victim + VALUE[0][0] {
            return victim - cost;
        }
        10_000 + 16 * victim - cost + promotion
    }

    fn is_noisy(&self, state: &Position, m: Move) -> bool {
        m.promotion() == Some(Kind::Queen) || state.captured(m).is_some()
    }

    /// In check.
    fn must_answer(&self, state: &Position) -> bool {
        state.is_check()
    }

    /// With a piece beside king and pawns, and not in check.
    fn null_move(&self, state: &Position) -> Option<Position> {
        let us = state.to_move();
        let pawns = state.men(us, Kind::Pawn) | state.king(us).set();
        let has_piece = !(state.of_side(us) & !pawns).is_empty();
        if has_piece && !state.is_check() { Some(state.after_pass()) } else { None }
    }
}

/// What speaks for one side, in the middle game and in the endgame.
struct Half<'a> {
    state: &'a Position,
    side: Side,
    score: [i32; 2],
    phase: i32,
    /// The squares that men of each kind attack.
    attacked: [SquareSet; 6],
    /// All of them together.
    attacked_by_any: SquareSet,
}

impl<'a> Half<'a> {
    fn new(state: &'a Position, side: Side) -> Self {
        let mut half = Self {
            state,
            side,
            score: [0; 2],
            phase: 0,
            attacked: [SquareSet::EMPTY; 6],
            attacked_by_any: SquareSet::EMPTY,
        };
        let mut men = half.add_pawns();
        men += half.add_pieces(Kind::Knight, knight_moves);
        men += half.add_pieces(Kind::Bishop, |from| bishop_moves(from, state.occupied()));
        men += half.add_pieces(Kind::Rook, |from| rook_moves(from, state.occupied()));
        men += half.add_pieces(Kind::Queen, |from| queen_moves(from, state.occupied()));
        half.add_king();
        half.attacked_by_any =
            half.attacked.into_iter().fold(SquareSet::EMPTY, |all, set| all | set);
        let missing = FEW_MEN.get(men).copied().unwrap_or(0);
        half.add(-1, [missing, missing]);
        half
    }

    fn add(&mut self, n: i32, [middle, end]: [i32; 2]) {
        self.score[0] += n * middle;
        self.score[1] += n * end;
    }

    #[inline]
    fn add_worth(&mut self, kind: Kind, square: Square) {
        let seen = if self.side == Side::First { square } else { square.flipped() };
        self.add(1, WORTH[kind.index()][seen.index()]);
    }

    /// Adds the pieces of a kind and returns how many there are.
    #[inline]
    fn add_pieces(&mut self, kind: Kind, attacks: impl Fn(Square) -> SquareSet) -> usize {
        let state = self.state;
        let own = state.of_side(self.side);
        let mut men = 0;
        for from in state.men(self.side, kind) {
            men += 1;
            let reach = attacks(from);
            self.attacked[kind.index()] |= reach;
            self.add_worth(kind, from);
            self.add((reach & !own).len() as i32, MOBILITY[kind.index()]);
            if kind == Kind::Rook {
                let pawns = state.of_kind(Kind::Pawn) & from.file().squares();
                if !pawns.meets(own) {
                    self.add(1, [OPEN_FILE[usize::from(pawns.is_empty())], 0]);
                }
            }
        }
        self.phase += men as i32 * PHASE[kind.index()];
        if kind == Kind::Bishop && men > 1 {
            self.add(1, [BISHOP_PAIR, BISHOP_PAIR]);
        }
        men
    }

    fn add_king(&mut self) {
        let king = self.state.king(self.side);
        let reach = king_moves(king);
        self.attacked[Kind::King.index()] = reach;
        self.add_worth(Kind::King, king);
        let shield = (reach & self.state.of_side(self.side)).len() as i32;
        self.add(shield, [SHIELD, 0]);
    }

    /// Adds the pawns, a buried one included, and returns how many there are.
    fn add_pawns(&mut self) -> usize {
        let (state, side) = (self.state, self.side);
        let pawns = state.men(side, Kind::Pawn);
        let enemies = state.men(side.other(), Kind::Pawn);
        let mut men = 0;
        for square in pawns {
            men += 1;
            self.add_worth(Kind::Pawn, square);
        }
        // Each square from which an enemy pawn could stop or capture a pawn that passes it.
        let guarded = enemies | enemies.pawn_attacks(side.other());
        let guarded = guarded | guarded.all_ahead(side.other());
        for square in pawns & !guarded {
            let seen = if side == Side::First { square } else { square.flipped() };
            self.add(1, PASSED[seen.rank().index()]);
        }
        let files = pawns | pawns.all_ahead(Side::First) | pawns.all_ahead(Side::Second);
        let beside = files.pawn_attacks(Side::First) | files.pawn_attacks(Side::Second);
        for _ in pawns & pawns.all_ahead(side) {
            self.add(1, DOUBLED);
        }
        for _ in pawns & !beside {
            self.add(1, ISOLATED);
        }
        self.attacked[Kind::Pawn.index()] = pawns.pawn_attacks(side);
        let buried = state.buried(side);
        if !buried.is_empty() {
            men += 1;
            self.add(1, [BURIED, BURIED]);
            let is_under_white = buried.meets(state.of_side(Side::First));
            let top = if is_under_white { Side::First } else { Side::Second };
            self.attacked[Kind::Pawn.index()] |= buried.pawn_attacks(top);
        }
        men
    }

    /// Returns what an assault on the enemy king is worth, and a hunt for the enemy's last men.
    fn against(&self, enemy: &Self) -> [i32; 2] {
        let king = self.state.king(self.side.other());
        let beside = king_moves(king) | king.set();
        let mut weight = 0;
        for (attacked, kind) in self.attacked.into_iter().zip(ASSAULT) {
            let hits = attacked & beside;
            if !hits.is_empty() {
                weight += kind * hits.len() as i32;
            }
        }
        // One attacker alone does little, many do much.
        let assault = (weight * weight / 16).min(200);
        let mut ways = [assault, assault / 4];
        let prey = self.state.of_side(self.side.other()) ^ king.set();
        if self.score[1] > enemy.score[1] && is_at_most_three(prey) {
            let own_king = self.state.king(self.side);
            let nearest = prey.into_iter().map(|square| own_king.distance(square)).min();
            let chased = (prey & self.attacked_by_any).len() as i32;
            ways[1] += 10 * (7 - nearest.unwrap_or(7) as i32) + 25 * chased;
            // The fewer of them the king can guard, the better.
            let astray = prey.into_iter().map(|square| king.distance(square)).max();
            ways[1] += 6 * astray.unwrap_or(0) as i32;
        }
        ways
    }

    /// Returns what this side, who is to move, can expect of captures.
    fn can_win(&self, enemy: &Self) -> i32 {
        let [gain, _] = enemy.hanging(self);
        let [first, second] = self.hanging(enemy);
        if gain > first {
            // Takes, and loses what hangs perhaps.
            gain * 7 / 8 - first / 2
        } else {
            // Saves the one, and loses the other.
            (gain / 2).max(gain - first / 2) - second / 2 - first / 8
        }
    }

    /// Returns the two largest losses that captures threaten to inflict on this side.
    fn hanging(&self, enemy: &Self) -> [i32; 2] {
        let mut losses = [0; 2];
        let own = self.state.of_side(self.side);
        let unguarded = enemy.attacked_by_any & !self.attacked_by_any;
        let mut by_cheaper = SquareSet::EMPTY;
        for kind in [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            let value = VALUE[kind.index()][0];
            let men = own & self.state.of_kind(kind);
            for square in men & (unguarded | by_cheaper) {
                let loss = if unguarded.contains(square) {
                    value
                } else {
                    let is_attacker = |k: &Kind| enemy.attacked[k.index()].contains(square);
                    let cheapest = Kind::ALL.into_iter().find(is_attacker);
                    value - cheapest.map_or(value, |k| VALUE[k.index()][0])
                };
                if loss > losses[0] {
                    losses = [loss, losses[0]];
                } else {
                    losses[1] = losses[1].max(loss);
                }
            }
            by_cheaper |= enemy.attacked[kind.index()];
        }
        losses
    }
}

/// Returns whether a set has three squares or fewer.
const fn is_at_most_three(set: SquareSet) -> bool {
    !set.without_lowest().without_lowest().has_several()
}
