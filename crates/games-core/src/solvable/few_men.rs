//! Endings with few men on 8x8 squares, numbered, for games whose men are those of chess.
//!
//! Any men will do, pawns with promotion and capture en passant as well, as long as there are at
//! most [`MOST_MEN`]. Of a game in progress only the position counts: clocks and repetition are no
//! part of it, so that a side that cannot win but need not lose plays on for ever, which is a draw.
//!
//! Tiers are what cannot be taken back: men that are gone, pawns that are, how far the others have
//! come, and marks. So all that leads from one position of a tier to another is a move of a piece
//! to an empty square, and those are the moves that are taken back to find parents.
//!
//! A square is a number, a1 = 0, b1 = 1, ..., and [`Side::First`] goes up the board. Pawns leave
//! the rules one symmetry at most, which turns each file into another one and so moves every king:
//! no start is its own image, and each position has a key of its own.
//!
//! Without pawns and marks the board looks the same from all sides. A [folded](FewMenSpace::folded)
//! space keeps one of the eight images of a position, which are all worth the same, as tables of
//! endings have done since T. Ströhlein's (Untersuchungen über kombinatorische Spiele, 1970).

use core::cmp::Ordering;

use smallvec::SmallVec;

use super::{NotSolvable, Solvable, Space, children_by_rules, each_once};
use crate::{Side, Status};

/// The most men of an ending: more do not fit into a key.
pub const MOST_MEN: usize = 5;

/// How a man moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gait {
    /// A pawn's steps, which cannot be taken back.
    Pawn,
    /// A knight's leaps.
    Knight,
    /// Along diagonals.
    Bishop,
    /// Along ranks and files.
    Rook,
    /// Along both.
    Queen,
    /// One step each way.
    King,
}

impl Gait {
    /// All of them, in the order in which games count their kinds of men.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
}

/// A man of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    /// Whose it is.
    pub side: Side,
    /// How it moves.
    pub gait: Gait,
    /// Whether the rules know more of it than that: something that may be lost and is never won.
    pub is_marked: bool,
}

/// A game that has endings with few men.
pub trait FewMen: Solvable<Space = FewMenSpace<Self>> + Copy {
    /// Calls a function with each man and its square, in any order.
    fn each_man(&self, state: &Self::State, out: impl FnMut(u8, Man));

    /// Returns the square that a pawn has just passed over, if the position tells.
    fn passed_square(&self, state: &Self::State) -> Option<u8>;

    /// Returns the position of some men that [`each_man`](Self::each_man) has told, with the side
    /// to move and the square that a pawn has just passed over. Other men may have none.
    fn position_of(
        &self,
        men: &[(u8, Man)],
        to_move: Side,
        passed: Option<u8>,
    ) -> Option<Self::State>;

    /// Returns the row, from 0, from which a side's pawns may go two squares.
    fn double_step_row(&self, side: Side) -> u8;

    /// Returns whether a marked man that moves takes its mark along. Others lose it.
    fn keeps_mark(&self, gait: Gait) -> bool {
        let _ = gait;
        false
    }
}

/// The positions that can arise from an ending.
///
/// A key has eleven bits for each man, in ascending order (five for the man, from 1 on, above six
/// for the square), then four bits for the file of a capture en passant, from 1 on, and one for the
/// side to move.
#[derive(Clone, Copy, Debug)]
pub struct FewMenSpace<G> {
    start: u64,
    game: G,
    /// Whether positions that are images of each other share a key.
    is_folded: bool,
}

const SQUARE_BITS: u32 = 6;
const MAN_BITS: u32 = SQUARE_BITS + 5;
const FILE_SHIFT: u32 = MAN_BITS * MOST_MEN as u32;
const SIDE_SHIFT: u32 = FILE_SHIFT + 4;

impl<G: FewMen> FewMenSpace<G> {
    /// The positions that can arise from a start.
    ///
    /// # Errors
    ///
    /// There are more than [`MOST_MEN`] men.
    pub fn new(game: G, start: &G::State) -> Result<Self, NotSolvable> {
        let mut men = 0;
        game.each_man(start, |_, _| men += 1);
        if men > MOST_MEN {
            let message =
                format!("there are {men} men; endings with at most {MOST_MEN} are solved");
            return Err(NotSolvable(message));
        }
        Ok(Self { start: key_of(&game, start), game, is_folded: false })
    }

    /// The positions that can arise from a start or from one of its images, of all that are images
    /// of each other one.
    ///
    /// # Errors
    ///
    /// There are more than [`MOST_MEN`] men, or pawns or marks among them.
    pub fn folded(game: G, start: &G::State) -> Result<Self, NotSolvable> {
        let plain = Self::new(game, start)?;
        if !looks_the_same(plain.start) {
            return Err(NotSolvable::new(
                "with pawns or rights to castle the board does not look the same from all sides",
            ));
        }
        Ok(Self { start: fold(plain.start), is_folded: true, ..plain })
    }

    /// Returns the key of a position, `None` if it has too many men, or, in a folded space, pawns.
    pub fn key(&self, state: &G::State) -> Option<u64> {
        let space = if self.is_folded { Self::folded } else { Self::new };
        space(self.game, state).ok().map(|space| space.start)
    }

    /// Returns the position of a key; `None` for a number that is none.
    pub fn state(&self, key: u64) -> Option<G::State> {
        let bits = |i| key >> (MAN_BITS * i) & ((1 << MAN_BITS) - 1);
        let men = (0..MOST_MEN as u32).map(bits).filter(|&bits| bits != 0);
        let is_man = |bits: u64| (1..=24).contains(&(bits >> SQUARE_BITS));
        men.clone().all(is_man).then(|| self.position(key))?
    }

    fn position(&self, key: u64) -> Option<G::State> {
        let to_move = side_of(key);
        let file = file_of(key).checked_sub(1);
        let passed = file.map(|file| self.double_step(to_move.other(), file as u8).0);
        let men: Men = men_of(key).collect();
        self.game.position_of(&men, to_move, passed)
    }

    /// The square that a pawn of `side` has just passed over on a file, and the one where it
    /// stands.
    fn double_step(&self, side: Side, file: u8) -> (u8, u8) {
        let row = self.game.double_step_row(side);
        match side {
            Side::First => (8 * (row + 1) + file, 8 * (row + 2) + file),
            Side::Second => (8 * (row - 1) + file, 8 * (row - 2) + file),
        }
    }

    /// Calls a function with the files on which a pawn of a side may just have gone two squares.
    fn each_double_step(&self, side: Side, men: &Men, occupied: u64, mut out: impl FnMut(u64)) {
        for &(square, man) in men {
            let file = square % 8;
            let (passed, stands) = self.double_step(side, file);
            let came_from = 8 * self.game.double_step_row(side) + file;
            let is_pawn = man.side == side && man.gait == Gait::Pawn;
            if is_pawn && square == stands && occupied & (1 << passed | 1 << came_from) == 0 {
                out(file.into());
            }
        }
    }
}

type Men = SmallVec<[(u8, Man); MOST_MEN]>;

const fn bits_of(square: u8, man: Man) -> u64 {
    let code = 1 + man.gait as u64 + 6 * man.side as u64 + 12 * man.is_marked as u64;
    code << SQUARE_BITS | square as u64
}

fn key_of<G: FewMen>(game: &G, state: &G::State) -> u64 {
    let mut men = SmallVec::<[u64; MOST_MEN]>::new();
    game.each_man(state, |square, man| men.push(bits_of(square, man)));
    let file = game.passed_square(state).map_or(0, |square| u64::from(square % 8) + 1);
    in_order(&mut men) | file << FILE_SHIFT | (game.to_move(state) as u64) << SIDE_SHIFT
}

fn in_order(men: &mut [u64]) -> u64 {
    men.sort_unstable();
    men.iter().rev().fold(0, |key, bits| key << MAN_BITS | bits)
}

/// The men of a key with their squares.
fn men_of(key: u64) -> impl Iterator<Item = (u8, Man)> {
    let bits = (0..MOST_MEN as u32).map(move |i| key >> (MAN_BITS * i) & ((1 << MAN_BITS) - 1));
    bits.take_while(|&bits| bits != 0).map(|bits| {
        let code = (bits >> SQUARE_BITS) as usize - 1;
        let side = Side::BOTH[code / 6 % 2];
        let man = Man { side, gait: Gait::ALL[code % 6], is_marked: code >= 12 };
        ((bits & ((1 << SQUARE_BITS) - 1)) as u8, man)
    })
}

const fn side_of(key: u64) -> Side {
    if key >> SIDE_SHIFT & 1 == 0 { Side::First } else { Side::Second }
}

/// The file of a capture en passant, from 1 on; 0 if there is none.
const fn file_of(key: u64) -> u64 {
    key >> FILE_SHIFT & 15
}

/// Whether nothing in a position tells one side of the board from another.
fn looks_the_same(key: u64) -> bool {
    men_of(key).all(|(_, man)| man.gait != Gait::Pawn && !man.is_marked)
}

/// The image of a position that stands for all: the first side's king, or where it is gone the
/// other's, is in the triangle of a1, d1 and d4, and of the two images that have it on the diagonal
/// this is the one with the lesser key.
fn fold(key: u64) -> u64 {
    let king = men_of(key).find(|(_, man)| man.gait == Gait::King);
    let Some((king, _)) = king else { return key };
    let (file, row) = (king % 8, king / 8);
    let turn = if file > 3 { 7 } else { 0 } | if row > 3 { 56 } else { 0 };
    let turned = image(key, |square| square ^ turn);
    match (file.min(7 - file)).cmp(&row.min(7 - row)) {
        Ordering::Greater => turned,
        Ordering::Equal => turned.min(mirrored(turned)),
        Ordering::Less => mirrored(turned),
    }
}

/// How many images there are of a folded position: they are different ones, but if all men are on
/// a diagonal, which a fold has from a1 to h8.
fn images_of(key: u64) -> u32 {
    if mirrored(key) == key { 4 } else { 8 }
}

/// The image along the diagonal from a1 to h8.
fn mirrored(key: u64) -> u64 {
    image(key, |square| square % 8 * 8 + square / 8)
}

/// The position with each man on another square.
fn image(key: u64, to: impl Fn(u8) -> u8) -> u64 {
    let mut men: SmallVec<[u64; MOST_MEN]> =
        men_of(key).map(|(square, man)| bits_of(to(square), man)).collect();
    in_order(&mut men) | key >> FILE_SHIFT << FILE_SHIFT
}

impl<G: FewMen> Space for FewMenSpace<G> {
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

    fn children(&self, key: u64, out: &mut Vec<u64>) -> Status {
        let state = self.position(key).expect("the men of a position");
        let from = out.len();
        let child_key = |state: &G::State| {
            let key = key_of(&self.game, state);
            if self.is_folded { fold(key) } else { key }
        };
        let status = children_by_rules(&self.game, &state, child_key, out);
        // Where a capturer goes off the board with its victim, a pawn that captures on the last
        // row is gone, whatever it becomes; and two moves may lead to images of one position.
        each_once(out, from);
        status
    }

    fn parents(&self, key: u64, out: &mut Vec<u64>) {
        if file_of(key) != 0 {
            // A pawn has just moved, and from an earlier tier.
            return;
        }
        let from = out.len();
        let men: Men = men_of(key).collect();
        let mover = side_of(key).other();
        let occupied = men.iter().fold(0_u64, |set, (square, _)| set | 1 << square);
        for (i, &(here, man)) in men.iter().enumerate() {
            // Who shares a square has come there by a capture.
            let is_alone = men.iter().filter(|(square, _)| *square == here).count() == 1;
            let may_have_moved =
                man.side == mover && is_alone && (!man.is_marked || self.game.keeps_mark(man.gait));
            if !may_have_moved {
                continue;
            }
            quiet_moves(man.gait, here, occupied, |there| {
                let mut bits: SmallVec<[u64; MOST_MEN]> =
                    men.iter().map(|&(square, man)| bits_of(square, man)).collect();
                bits[i] = bits_of(there, man);
                let parent = in_order(&mut bits) | (mover as u64) << SIDE_SHIFT;
                out.push(parent);
                let occupied = occupied & !(1 << here) | 1 << there;
                self.each_double_step(mover.other(), &men, occupied, |file| {
                    out.push(parent | (file + 1) << FILE_SHIFT);
                });
            });
        }
        if self.is_folded {
            out[from..].iter_mut().for_each(|parent| *parent = fold(*parent));
            each_once(out, from);
        }
    }

    fn orbit(&self, key: u64) -> u32 {
        if self.is_folded { images_of(key) } else { 1 }
    }

    fn tier(&self, key: u64) -> u32 {
        let (mut men, mut pawns, mut marks, mut advanced) = (0, 0, 0, 0);
        for (square, man) in men_of(key) {
            men += 1;
            marks += u32::from(man.is_marked);
            if man.gait == Gait::Pawn {
                pawns += 1;
                let row = u32::from(square / 8);
                advanced += if man.side == Side::First { row - 1 } else { 6 - row };
            }
        }
        // As long as no man goes and no pawn is promoted, pawns only move, five rows at most, and
        // marks only go.
        let most = MOST_MEN as u32;
        ((most - men) * (most + 1) + most - pawns) * (6 * most + 1) + advanced + most - marks
    }
}

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const JUMPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Calls a function with the empty squares that a piece can go to, or can have come from.
fn quiet_moves(gait: Gait, from: u8, occupied: u64, mut out: impl FnMut(u8)) {
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
    match gait {
        Gait::Pawn => {}
        Gait::Knight => walk(&JUMPS, 1),
        Gait::Bishop => walk(&DIAGONAL, 7),
        Gait::Rook => walk(&STRAIGHT, 7),
        Gait::Queen => {
            walk(&STRAIGHT, 7);
            walk(&DIAGONAL, 7);
        }
        Gait::King => {
            walk(&STRAIGHT, 1);
            walk(&DIAGONAL, 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, sample::subsequence};

    use super::*;
    use crate::Dihedral;

    /// Two kings, or that of the second side alone, and up to three pieces on different squares, with
    /// a side to move.
    fn any_ending() -> impl Strategy<Value = u64> {
        let squares = subsequence((0..64).collect::<Vec<u8>>(), 5).prop_shuffle();
        let pieces = proptest::collection::vec((1_usize..5, 0_usize..2), 0..=3);
        (squares, pieces, 0_u64..2, 0_usize..2).prop_map(|(squares, pieces, to_move, gone)| {
            let kings = [(5, 0), (5, 1)];
            let men = kings.into_iter().skip(gone).chain(pieces).map(|(gait, side)| Man {
                side: Side::BOTH[side],
                gait: Gait::ALL[gait],
                is_marked: false,
            });
            let mut bits: Vec<_> =
                squares.iter().zip(men).map(|(&square, man)| bits_of(square, man)).collect();
            in_order(&mut bits) | to_move << SIDE_SHIFT
        })
    }

    proptest! {
        #[test]
        fn all_images_fold_into_one_of_them(key in any_ending()) {
            let turned = |g| image(key, |square| {
                let (file, row) = Dihedral::new(g).map(8, (square % 8, square / 8));
                8 * row + file
            });
            let mut images: Vec<u64> = (0..8).map(turned).collect();
            let folded = fold(key);
            prop_assert!(images.contains(&folded));
            for &image in &images {
                prop_assert_eq!(fold(image), folded);
            }
            images.sort_unstable();
            images.dedup();
            prop_assert_eq!(images_of(folded) as usize, images.len());
        }
    }

    #[test]
    fn men_on_a_diagonal_have_four_images() {
        let man = |side, square| bits_of(square, Man { side, gait: Gait::King, is_marked: false });
        let on_a_diagonal = in_order(&mut [man(Side::First, 0), man(Side::Second, 27)]);
        let beside_it = in_order(&mut [man(Side::First, 0), man(Side::Second, 28)]);
        assert_eq!([on_a_diagonal, beside_it].map(|key| images_of(fold(key))), [4, 8]);
        let across = in_order(&mut [man(Side::First, 7), man(Side::Second, 28)]);
        assert_eq!((fold(across), images_of(fold(across))), (on_a_diagonal, 4));
    }
}
