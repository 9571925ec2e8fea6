//! Atomic chess written down as the rules say it: a board of 64 squares, every pseudo-legal move
//! made on a copy, and a look at the result. The oracle for the fast generator.

use chess_variants::{Castling, CastlingRights, Clock, Fen, Kind, Man, Move, Square};
use chessmen::{Placement, Rank};
use games_core::Side;

#[derive(Clone)]
pub(crate) struct Slow {
    men: Placement,
    to_move: Side,
    castling: CastlingRights,
    /// The square behind any pawn that has just gone two squares.
    passed: Option<Square>,
}

const STRAIGHT: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(isize, isize); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(isize, isize); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The square some files to the east and ranks to the north.
fn step(from: Square, (east, north): (isize, isize)) -> Option<Square> {
    let file = from.file().index().checked_add_signed(east).filter(|file| *file < 8)?;
    Square::from_index(8 * from.rank().index().checked_add_signed(north)? + file)
}

fn around(square: Square) -> impl Iterator<Item = Square> {
    STRAIGHT.into_iter().chain(DIAGONAL).filter_map(move |d| step(square, d))
}

const fn north(side: Side) -> isize {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

impl Slow {
    pub(crate) fn of(text: &str) -> Self {
        let fen = Fen::parse(text).unwrap();
        Self { men: fen.men, to_move: fen.to_move, castling: fen.castling, passed: fen.en_passant }
    }

    pub(crate) fn fen(&self) -> String {
        let mut fen = Fen::empty();
        fen.men = self.men.clone();
        fen.to_move = self.to_move;
        fen.castling = self.castling;
        fen.clock = Clock::default();
        let en_passant = |m: &Move| self.captured(*m).is_some_and(|at| at != m.to());
        fen.en_passant = self.passed.filter(|_| self.legal().iter().any(en_passant));
        fen.to_string()
    }

    fn man(&self, square: Square) -> Option<Man> {
        self.men[square]
    }

    fn king(&self, side: Side) -> Option<Square> {
        Square::all().find(|&s| self.man(s) == Some(Man { side, kind: Kind::King }))
    }

    /// The squares that the man on a square attacks.
    fn attacks(&self, from: Square) -> Vec<Square> {
        let Some(man) = self.man(from) else { return Vec::new() };
        let steps = |ds: &[(isize, isize)]| ds.iter().filter_map(|&d| step(from, d)).collect();
        let slides = |ds: &[(isize, isize)]| {
            let mut all = Vec::new();
            for &d in ds {
                let mut at = from;
                while let Some(next) = step(at, d) {
                    all.push(next);
                    if self.man(next).is_some() {
                        break;
                    }
                    at = next;
                }
            }
            all
        };
        match man.kind {
            Kind::Pawn => steps(&[(-1, north(man.side)), (1, north(man.side))]),
            Kind::Knight => steps(&JUMPS),
            Kind::Bishop => slides(&DIAGONAL),
            Kind::Rook => slides(&STRAIGHT),
            Kind::Queen => [slides(&DIAGONAL), slides(&STRAIGHT)].concat(),
            Kind::King => around(from).collect(),
        }
    }

    /// Whether a king of `side` would be in check on a square.
    fn attacked(&self, square: Square, side: Side) -> bool {
        if self.king(side.other()).is_some_and(|king| around(king).any(|s| s == square)) {
            return false;
        }
        Square::all().any(|from| {
            self.man(from).is_some_and(|man| man.side != side && man.kind != Kind::King)
                && self.attacks(from).contains(&square)
        })
    }

    pub(crate) fn in_check(&self, side: Side) -> bool {
        self.king(side).is_some_and(|king| self.attacked(king, side))
    }

    pub(crate) fn king_is_missing(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.king(side).is_none())
    }

    /// The square of the man that a pseudo-legal move captures.
    fn captured(&self, m: Move) -> Option<Square> {
        let pawn = self.man(m.from()).is_some_and(|man| man.kind == Kind::Pawn);
        if self.man(m.to()).is_some() {
            Some(m.to())
        } else if pawn && m.from().file() != m.to().file() {
            Some(Square::new(m.to().file(), m.from().rank()))
        } else {
            None
        }
    }

    fn pseudo_legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Square::all() {
            let Some(man) = self.man(from).filter(|man| man.side == self.to_move) else { continue };
            if man.kind == Kind::Pawn {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            for to in self.attacks(from) {
                match self.man(to) {
                    None => moves.push(Move::new(from, to)),
                    Some(other) if other.side != man.side && man.kind != Kind::King => {
                        moves.push(Move::new(from, to));
                    }
                    Some(_) => {}
                }
            }
        }
        for right in self.castling.iter() {
            if right.side == self.to_move {
                self.castle(right, &mut moves);
            }
        }
        moves
    }

    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let up = (0, north(self.to_move));
        let mut targets = Vec::new();
        if let Some(one) = step(from, up).filter(|&s| self.man(s).is_none()) {
            targets.push(one);
            let home = if self.to_move == Side::First { Rank::Two } else { Rank::Seven };
            if from.rank() == home {
                targets.extend(step(one, up).filter(|&s| self.man(s).is_none()));
            }
        }
        for to in self.attacks(from) {
            let enemy = self.man(to).is_some_and(|man| man.side != self.to_move);
            if enemy || self.passed == Some(to) {
                targets.push(to);
            }
        }
        for to in targets {
            let m = Move::new(from, to);
            if matches!(to.rank(), Rank::One | Rank::Eight) {
                let kinds = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
                moves.extend(kinds.map(|kind| m.promote(kind)));
            } else {
                moves.push(m);
            }
        }
    }

    fn castle(&self, right: Castling, moves: &mut Vec<Move>) {
        let (king, rook) = (right.king(), right.rook());
        let (low, high) = (king.min(rook), king.max(rook));
        if Square::all().any(|s| low < s && s < high && self.man(s).is_some()) {
            return;
        }
        let way = if right.short { (1, 0) } else { (-1, 0) };
        let crossed = step(king, way).unwrap();
        let to = step(crossed, way).unwrap();
        let mut without_king = self.clone();
        without_king.men[king] = None;
        // Where the king arrives is looked at after the move, with the rook in its new place.
        if ![king, crossed].iter().any(|&s| without_king.attacked(s, self.to_move)) {
            moves.push(Move::new(king, to));
        }
    }

    pub(crate) fn play(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        let man = self.men[from].unwrap();
        let captured = self.captured(m);
        self.passed = None;
        self.men[from] = None;
        if let Some(captured) = captured {
            self.men[captured] = None;
            for square in around(m.to()) {
                if self.man(square).is_some_and(|man| man.kind != Kind::Pawn) {
                    self.men[square] = None;
                }
            }
        } else {
            self.men[to] = Some(Man { side: man.side, kind: m.promotion().unwrap_or(man.kind) });
            let gone = |a: usize, b: usize| a.abs_diff(b);
            if man.kind == Kind::Pawn && gone(from.rank().index(), to.rank().index()) == 2 {
                self.passed = step(from, (0, north(man.side)));
            }
            if man.kind == Kind::King && gone(from.file().index(), to.file().index()) == 2 {
                let (corner, beside) = if to > from { (1, -1) } else { (-2, 1) };
                let [corner, beside] = [corner, beside].map(|east| step(to, (east, 0)).unwrap());
                self.men[beside] = self.men[corner].take();
            }
        }
        let is_at = |kind, side, square| self.men[square] == Some(Man { side, kind });
        let is_left = |right: &Castling| {
            is_at(Kind::King, right.side, right.king())
                && is_at(Kind::Rook, right.side, right.rook())
        };
        self.castling = self.castling.iter().filter(is_left).collect();
        self.to_move = self.to_move.other();
    }

    pub(crate) fn legal(&self) -> Vec<Move> {
        if self.king_is_missing() {
            return Vec::new();
        }
        let mut moves = self.pseudo_legal();
        moves.retain(|&m| {
            let mut after = self.clone();
            after.play(m);
            after.king(self.to_move).is_some()
                && (after.king(self.to_move.other()).is_none() || !after.in_check(self.to_move))
        });
        moves
    }

    pub(crate) const fn to_move(&self) -> Side {
        self.to_move
    }

    /// A picture of the board, White below.
    pub(crate) fn picture(&self) -> String {
        let mut picture = String::new();
        for rank in (0..8).rev() {
            for file in 0..8 {
                let square = Square::from_index(8 * rank + file).unwrap();
                picture.push(self.man(square).map_or('.', |man| man.letter()));
                picture.push(if file == 7 { '\n' } else { ' ' });
            }
        }
        let passed = self.passed.map_or_else(|| "-".to_owned(), |square| square.to_string());
        picture + &format!("{:?} to move, castling {:?}, {passed}", self.to_move, self.castling)
    }
}
