//! Endings with few men, numbered for solvers.
//!
//! Any men will do, pawns with promotion and capture en passant as well, as long as there are at
//! most [`MOST_MEN`] and no right to castle is left. Of a game in progress only the position
//! counts: clocks and repetition are no part of it, so that a side that cannot win but need not
//! lose either plays on for ever, which is a draw; stalemate is a tie.
//!
//! Tiers are what cannot be taken back: men that are gone, pawns that are, and how far the others
//! have come. So all that leads from one position of a tier to another is a move of a piece to an
//! empty square, and those are the moves that are taken back to find parents.

use games_core::{
    Game, Side, Solvable, Space, Status,
    solvable::{NotSolvable, children_by_rules},
};
use smallvec::SmallVec;

use crate::fen::{Fen, Kind, Man};

/// The most men of an ending: more do not fit into a key.
pub const MOST_MEN: usize = 5;

/// A game whose positions are what the fields of a FEN tell.
pub trait Fields: Game + Solvable<Space = Endings<Self>> + Copy {
    /// Returns the position of some fields, `None` if there is none.
    fn position(fen: &Fen) -> Option<Self::State>;

    /// Calls a function with each man and its square, a1 = 0, b1 = 1, ... in ascending order.
    fn each_man(state: &Self::State, out: impl FnMut(u8, Man));

    /// Returns the square behind a pawn that can legally be captured en passant.
    fn passed_square(state: &Self::State) -> Option<u8>;

    /// Returns whether a right to castle is left.
    fn has_rights(state: &Self::State) -> bool;
}

/// The positions that can arise from an ending.
///
/// A key has ten bits for each man in the order of squares (four for color and kind, from 1 on,
/// six for the square), then four bits for the file of a capture en passant, from 1 on, and one
/// for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Endings<G> {
    start: u64,
    game: G,
}

const MAN_BITS: u32 = 10;
const FILE_SHIFT: u32 = MAN_BITS * MOST_MEN as u32;
const SIDE_SHIFT: u32 = FILE_SHIFT + 4;

impl<G: Fields> Endings<G> {
    /// The positions that can arise from a start.
    ///
    /// # Errors
    ///
    /// A right to castle is left, or there are more than [`MOST_MEN`] men.
    pub fn new(game: G, start: &G::State) -> Result<Self, NotSolvable> {
        let mut men = 0;
        G::each_man(start, |_, _| men += 1);
        if men > MOST_MEN {
            let message =
                format!("there are {men} men; endings with at most {MOST_MEN} are solved");
            return Err(NotSolvable(message));
        }
        if G::has_rights(start) {
            return Err(NotSolvable::new("endings are solved without rights to castle"));
        }
        Ok(Self { start: key_of(&game, start), game })
    }

    /// Returns the key of a position, `None` if it has too many men or rights to castle.
    pub fn key(&self, state: &G::State) -> Option<u64> {
        Self::new(self.game, state).ok().map(|space| space.start)
    }
}

fn man_bits(square: u8, man: Man) -> u64 {
    (man.kind as u64 + 6 * man.side as u64 + 1) << 6 | u64::from(square)
}

fn key_of<G: Fields>(game: &G, state: &G::State) -> u64 {
    let (mut key, mut shift) = (0, 0);
    G::each_man(state, |square, man| {
        key |= man_bits(square, man) << shift;
        shift += MAN_BITS;
    });
    let file = G::passed_square(state).map_or(0, |square| u64::from(square % 8) + 1);
    key | file << FILE_SHIFT | (game.to_move(state) as u64) << SIDE_SHIFT
}

/// The men of a key with their squares, in ascending order of these.
fn men_of(key: u64) -> impl Iterator<Item = (u8, Man)> + Clone {
    let men = (0..MOST_MEN as u32).map(move |i| key >> (MAN_BITS * i) & ((1 << MAN_BITS) - 1));
    men.take_while(|&bits| bits != 0).map(|bits| {
        let code = (bits >> 6) as usize - 1;
        let side = if code < 6 { Side::First } else { Side::Second };
        ((bits & 63) as u8, Man { side, kind: Kind::ALL[code % 6] })
    })
}

const fn side_of(key: u64) -> Side {
    if key >> SIDE_SHIFT & 1 == 0 { Side::First } else { Side::Second }
}

/// The file of a capture en passant, from 1 on; 0 if there is none.
const fn file_of(key: u64) -> u64 {
    key >> FILE_SHIFT & 15
}

/// The row behind a pawn of the other side that has just moved two squares.
const fn row_behind(to_move: Side) -> u8 {
    match to_move {
        Side::First => 5,
        Side::Second => 2,
    }
}

impl<G: Fields> Space for Endings<G> {
    type Key = u64;
    const LOOPS: bool = true;
    const BACKWARD: bool = true;

    fn start(&self) -> u64 {
        self.start
    }

    #[inline]
    fn to_move(&self, key: u64) -> Side {
        side_of(key)
    }

    fn children(&self, key: u64, out: impl FnMut(u64)) -> Status {
        let mut fen = Fen::empty();
        for (square, man) in men_of(key) {
            fen.men[usize::from(square)] = Some(man);
        }
        fen.to_move = side_of(key);
        if let Some(file) = file_of(key).checked_sub(1) {
            fen.en_passant = Some(8 * row_behind(fen.to_move) + file as u8);
        }
        let state = G::position(&fen).expect("the key of a position");
        let mut children = SmallVec::<[u64; 128]>::new();
        let child_key = |state: &G::State| key_of(&self.game, state);
        let status = children_by_rules(&self.game, &state, child_key, |key| children.push(key));
        // In atomic chess a pawn that captures on the last row is gone, whatever it becomes.
        children.sort_unstable();
        children.dedup();
        children.into_iter().for_each(out);
        status
    }

    fn parents(&self, key: u64, mut out: impl FnMut(u64)) {
        if file_of(key) != 0 {
            // A pawn has just moved, and from an earlier tier.
            return;
        }
        let mover = side_of(key).other();
        let occupied = men_of(key).fold(0_u64, |set, (square, _)| set | 1 << square);
        let pieces = men_of(key).filter(|(_, man)| man.side == mover && man.kind != Kind::Pawn);
        for (here, man) in pieces {
            quiet_moves(man.kind, here, occupied, |there| {
                let parent = moved(key, here, there, man) ^ 1 << SIDE_SHIFT;
                out(parent);
                let occupied = occupied & !(1 << here) | 1 << there;
                files_to_capture_on(key, mover, occupied, |file| {
                    out(parent | (file + 1) << FILE_SHIFT);
                });
            });
        }
    }

    fn tier(&self, key: u64) -> u32 {
        let (mut men, mut pawns, mut advanced) = (0, 0, 0);
        for (square, man) in men_of(key) {
            men += 1;
            if man.kind == Kind::Pawn {
                pawns += 1;
                let row = u32::from(square / 8);
                advanced += if man.side == Side::First { row - 1 } else { 6 - row };
            }
        }
        // Pawns move five rows at most before they promote.
        let most = MOST_MEN as u32;
        ((most - men) * (most + 1) + most - pawns) * (5 * most + 1) + advanced
    }
}

/// The key with a man on another square.
fn moved(key: u64, from: u8, to: u8, man: Man) -> u64 {
    let (mut men, mut bits) = ([0_u64; MOST_MEN], 0);
    let mut n = 0;
    for (square, other) in men_of(key) {
        let square = if square == from { to } else { square };
        men[n] = man_bits(square, if square == to { man } else { other });
        n += 1;
    }
    let men = &mut men[..n];
    men.sort_unstable_by_key(|bits| bits & 63);
    for (i, man) in (0..).zip(men) {
        bits |= *man << (MAN_BITS * i);
    }
    key >> FILE_SHIFT << FILE_SHIFT | bits
}

/// Calls a function with the files on which a pawn of the other side may just have passed one of
/// the side to move. Whether capturing it is legal remains to be seen.
fn files_to_capture_on(key: u64, to_move: Side, occupied: u64, mut out: impl FnMut(u64)) {
    let pawns = |side| {
        let pawns = men_of(key).filter(move |(_, man)| man.kind == Kind::Pawn && man.side == side);
        pawns.fold(0_u64, |set, (square, _)| set | 1 << square)
    };
    let behind = row_behind(to_move);
    let (beside, before) = if behind == 5 { (4, 6) } else { (3, 1) };
    let row = |row: u8| 0xff_u64 << (8 * row);
    let own = pawns(to_move) & row(beside);
    if own == 0 {
        return;
    }
    for square in 0..64_u8 {
        let file = square % 8;
        let is_passed = square / 8 == beside && pawns(to_move.other()) >> square & 1 == 1;
        let is_open = |row: u8| occupied >> (8 * row + file) & 1 == 0;
        let neighbors = [file.checked_sub(1), Some(file + 1).filter(|&file| file < 8)];
        let has_neighbor =
            neighbors.into_iter().flatten().any(|file| own >> (8 * beside + file) & 1 == 1);
        if is_passed && has_neighbor && is_open(behind) && is_open(before) {
            out(file.into());
        }
    }
}

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const JUMPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Calls a function with the empty squares that a piece can go to, or can have come from.
fn quiet_moves(kind: Kind, from: u8, occupied: u64, mut out: impl FnMut(u8)) {
    let mut walk = |steps: &[(i8, i8)], most: u32| {
        for &(dx, dy) in steps {
            let (mut x, mut y) = ((from % 8) as i8, (from / 8) as i8);
            for _ in 0..most {
                (x, y) = (x + dx, y + dy);
                if !(0..8).contains(&x) || !(0..8).contains(&y) {
                    break;
                }
                let square = (8 * y + x) as u8;
                if occupied >> square & 1 == 1 {
                    break;
                }
                out(square);
            }
        }
    };
    match kind {
        Kind::Pawn => {}
        Kind::Knight => walk(&JUMPS, 1),
        Kind::Bishop => walk(&DIAGONAL, 7),
        Kind::Rook => walk(&STRAIGHT, 7),
        Kind::Queen => {
            walk(&STRAIGHT, 7);
            walk(&DIAGONAL, 7);
        }
        Kind::King => {
            walk(&STRAIGHT, 1);
            walk(&DIAGONAL, 1);
        }
    }
}
