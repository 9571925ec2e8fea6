//! Position texts, and the default setup.
//!
//! `ROWS SIDE`: the ranks from the top one down, `/` between them, a letter a man (upper case for
//! White), a decimal number so many empty squares; then `w` or `b`. The rows fix the size of the
//! board. A reader takes any white space around the two fields, and nothing else that a writer
//! would not write, except for two numbers in a row, which are read as one.

use core::{fmt, ops::Range, str::FromStr};

use games_core::{
    Bits, Side, TextError,
    notation::{quote, words},
};

use super::{
    men::{Kind, Man},
    options::Size,
    position::Position,
};

/// A position that knows the size of its board: what a position text says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    size: Size,
    /// By square, from `a1`.
    men: Vec<Option<Man>>,
    to_move: Side,
}

/// White's home rank of the default setup; Black's is the same turned by half a circle.
const HOME: &str = "FSETBKRG";

impl Setup {
    /// Returns the default setup of a board with 8 files and at least 2 ranks; others have none.
    #[must_use]
    pub fn default_of(size: Size, to_move: Side) -> Option<Self> {
        if usize::from(size.width()) != HOME.len() || size.height() < 2 {
            return None;
        }
        let mut men = vec![None; size.squares() as usize];
        for (file, letter) in HOME.chars().enumerate() {
            let man = Man::from_letter(letter);
            let last = men.len() - 1;
            men[file] = man;
            men[last - file] = man.map(|man| Man { side: Side::Second, ..man });
        }
        Some(Self { size, men, to_move })
    }

    /// Returns what stands in a position on a board of this size.
    pub(super) fn of<B: Bits>(size: Size, state: &Position<B>) -> Self {
        let men = (0..size.squares()).map(|square| state.man_on(square as u8)).collect();
        Self { size, men, to_move: state.to_move }
    }

    /// Makes a position of men, by square from `a1`.
    ///
    /// # Errors
    ///
    /// That nobody has a Girl; the error is about the bytes `span`.
    pub(super) fn new(
        size: Size,
        men: Vec<Option<Man>>,
        to_move: Side,
        span: Range<usize>,
    ) -> Result<Self, TextError> {
        if !men.iter().flatten().any(|man| man.kind == Kind::Girl) {
            return Err(TextError::new(span, "no Girl at all: each side that plays needs one"));
        }
        Ok(Self { size, men, to_move })
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the position in sets that are wide enough.
    pub(super) fn position<B: Bits>(&self) -> Position<B> {
        let mut position = Position::empty(self.to_move);
        for (square, man) in self.men.iter().enumerate() {
            if let Some(man) = man {
                position.place(*man, square as u8);
            }
        }
        position
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, rank) in self.men.chunks(self.size.width().into()).rev().enumerate() {
            if i > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for man in rank {
                let Some(man) = man else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{}", man.letter())?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        f.write_str(if self.to_move == Side::First { " w" } else { " b" })
    }
}

impl FromStr for Setup {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut fields = words(text);
        let mut next = |what: &str| {
            fields.next().ok_or_else(|| {
                let message = format!("{what} is missing; expected the rows, then `w` or `b`");
                TextError::new(text.len()..text.len(), message)
            })
        };
        let (start, rows) = next("the board")?;
        let (size, men) = read_rows(rows).map_err(|e| e.shifted(start))?;
        let (side_start, side) = next("the side to move")?;
        let to_move = match side {
            "w" => Side::First,
            "b" => Side::Second,
            _ => {
                let message = format!("{} is no side to move; expected `w` or `b`", quote(side));
                return Err(TextError::whole(side, message).shifted(side_start));
            }
        };
        if let Some((start, word)) = fields.next() {
            let message = format!("{} stands after the side to move", quote(word));
            return Err(TextError::whole(word, message).shifted(start));
        }
        Self::new(size, men, to_move, start..start + rows.len())
    }
}

/// Reads the rows, from the top one down, and returns the men from `a1` on.
fn read_rows(text: &str) -> Result<(Size, Vec<Option<Man>>), TextError> {
    let most = usize::from(Size::MOST);
    let mut ranks: Vec<Vec<Option<Man>>> = Vec::new();
    let mut start = 0;
    for row in text.split('/') {
        let number = ranks.len() + 1;
        let span = start..start + row.len();
        if number > most {
            let message = format!("more than {most} rows; a board has 1 to {most}");
            return Err(TextError::new(span, message));
        }
        let rank = read_row(row).map_err(|e| e.shifted(start).about(format!("row {number}")))?;
        if let Some(first) = ranks.first()
            && first.len() != rank.len()
        {
            let message = format!(
                "row {number} has {} squares, row 1 has {}; all rows are of one length",
                rank.len(),
                first.len()
            );
            return Err(TextError::new(span, message));
        }
        ranks.push(rank);
        start += row.len() + 1;
    }
    let size = ranks.first().and_then(|rank| {
        Size::new(u8::try_from(rank.len()).ok()?, u8::try_from(ranks.len()).ok()?)
    });
    let size = size.expect("rows are counted as they are read");
    Ok((size, ranks.into_iter().rev().flatten().collect()))
}

fn read_row(row: &str) -> Result<Vec<Option<Man>>, TextError> {
    let most = usize::from(Size::MOST);
    let mut rank = Vec::new();
    let mut rest = row;
    while let Some(c) = rest.chars().next() {
        let start = row.len() - rest.len();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let len = if digits > 0 { digits } else { c.len_utf8() };
        let error = |message: String| Err(TextError::new(start..start + len, message));
        if digits == 0 {
            let Some(man) = Man::from_letter(c) else {
                let shown = quote(&rest[..len]);
                return error(format!(
                    "{shown} is no man; expected BEFGKRST, befgkrst or a number"
                ));
            };
            rank.push(Some(man));
        } else if c == '0' {
            return error(format!("{} is no number of empty squares", quote(&rest[..len])));
        } else {
            // Beyond the largest number it is too large in any case.
            let empty: usize = rest[..len].parse().unwrap_or(usize::MAX);
            rank.resize(rank.len().saturating_add(empty).min(most + 1), None);
        }
        if rank.len() > most {
            return error(format!("more than {most} squares; a row has 1 to {most}"));
        }
        rest = &rest[len..];
    }
    if rank.is_empty() {
        return Err(TextError::new(0..0, format!("no squares; a row has 1 to {most}")));
    }
    Ok(rank)
}
