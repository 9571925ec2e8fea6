//! Reads the fields of a FEN, and notes where they stand.

use core::ops::Range;

use games_core::{Side, TextError, notation::quote};

use super::{Fen, Placement};
use crate::{Castling, CastlingRights, File, Man, Rank, Square};

/// A field of a FEN that an error may be about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Field {
    /// The placement of the men.
    Men,
    /// The letter of the side to move.
    ToMove,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
}

/// The bytes of each [`Field`] in the text.
type Spans = [Range<usize>; 4];

pub(super) fn read(text: &str) -> Result<(Fen, Spans), TextError> {
    // As files and pipes end.
    let text = text.trim_end_matches(['\r', '\n']);
    let mut words = Words { text, at: 0 };
    let mut fen = Fen::empty();
    let mut next = |name: &str| {
        words.next().ok_or_else(|| {
            let message = format!("the {name} is missing; a FEN has six fields, or four");
            TextError::new(text.len()..text.len(), message)
        })
    };
    let (men, word) = next("placement of the men")?;
    fen.men = parse_men(word).map_err(|e| e.shifted(men.start))?;
    let (to_move, word) = next("side to move")?;
    fen.to_move = parse_side(word).map_err(|e| e.shifted(to_move.start))?;
    let (castling, word) = next("castling field")?;
    fen.castling = parse_castling(word).map_err(|e| e.shifted(castling.start))?;
    let (en_passant, word) = next("en passant square")?;
    fen.en_passant =
        parse_en_passant(word, fen.to_move).map_err(|e| e.shifted(en_passant.start))?;
    if let Some((span, word)) = words.next() {
        fen.clock.halfmove = parse_counter(word, 0).map_err(|e| e.shifted(span.start))?;
        let (span, word) = words.next().ok_or_else(|| {
            let message = "the fullmove number is missing; give both counters or none";
            TextError::new(text.len()..text.len(), message)
        })?;
        fen.clock.fullmove = parse_counter(word, 1).map_err(|e| e.shifted(span.start))?;
    }
    if let Some((span, _)) = words.next() {
        let rest = &text[span.start..];
        return Err(expected("the end after six fields", rest).shifted(span.start));
    }
    Ok((fen, [men, to_move, castling, en_passant]))
}

/// Yields what stands between spaces, each with its bytes.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Words<'a> {
    type Item = (Range<usize>, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.find(|c| c != ' ')?;
        let rest = &self.text[start..];
        let end = start + rest.find(' ').unwrap_or(rest.len());
        self.at = end;
        Some((start..end, &self.text[start..end]))
    }
}

/// An error about a whole word.
fn expected(what: &str, found: &str) -> TextError {
    TextError::whole(found, format!("expected {what}, found {}", quote(found)))
}

fn parse_men(field: &str) -> Result<Placement, TextError> {
    let mut men = Placement::default();
    // The rank that is being read, and how many of its squares are known.
    let (mut rank, mut file) = (7, 0);
    let short = |rank: usize, file: usize, at: Range<usize>| {
        let message = format!("rank {} has {file} squares, expected 8", rank + 1);
        Err(TextError::new(at, message))
    };
    for (i, c) in field.char_indices() {
        let here = i..i + c.len_utf8();
        let squares = match c {
            '/' if file != 8 => return short(rank, file, here),
            '/' if rank == 0 => return Err(TextError::new(here, "more than 8 ranks")),
            '/' => {
                (rank, file) = (rank - 1, 0);
                continue;
            }
            '1'..='8' => usize::from(c as u8 - b'0'),
            _ => {
                let Some(man) = Man::from_letter(c) else {
                    let what = "a man or a number from 1 to 8";
                    return Err(expected(what, &field[here]).shifted(i));
                };
                if file < 8 {
                    men[Square::new(File::ALL[file], Rank::ALL[rank])] = Some(man);
                }
                1
            }
        };
        file += squares;
        if file > 8 {
            let message = format!("rank {} has more than 8 squares", rank + 1);
            return Err(TextError::new(here, message));
        }
    }
    let end = field.len()..field.len();
    if file != 8 {
        return short(rank, file, end);
    }
    if rank != 0 {
        return Err(TextError::new(end, format!("{} ranks, expected 8", 8 - rank)));
    }
    Ok(men)
}

fn parse_side(field: &str) -> Result<Side, TextError> {
    match field {
        "w" => Ok(Side::First),
        "b" => Ok(Side::Second),
        _ => Err(expected("the side to move, `w` or `b`", field)),
    }
}

fn parse_castling(field: &str) -> Result<CastlingRights, TextError> {
    let mut rights = CastlingRights::NONE;
    if field == "-" {
        return Ok(rights);
    }
    for (i, c) in field.char_indices() {
        let here = i..i + c.len_utf8();
        let Some(right) = Castling::from_letter(c) else {
            let mut error = expected("`-` or letters of `KQkq`", field);
            error.span = here;
            return Err(error);
        };
        if !rights.insert(right) {
            return Err(TextError::new(here, format!("the right to castle `{c}` is given twice")));
        }
    }
    Ok(rights)
}

fn parse_en_passant(field: &str, to_move: Side) -> Result<Option<Square>, TextError> {
    if field == "-" {
        return Ok(None);
    }
    let (rank, what) = match to_move {
        Side::First => (Rank::Six, "`-` or a square of rank 6 (White to move)"),
        Side::Second => (Rank::Three, "`-` or a square of rank 3 (Black to move)"),
    };
    match field.parse::<Square>() {
        Ok(square) if square.rank() == rank => Ok(Some(square)),
        _ => Err(expected(what, field)),
    }
}

fn parse_counter(field: &str, least: u32) -> Result<u32, TextError> {
    let name = if least == 0 { "the halfmove clock" } else { "the fullmove number" };
    // A sign is no digit: `parse` alone would take `+1`.
    if field.bytes().all(|b| b.is_ascii_digit())
        && let Ok(n) = field.parse()
        && n >= least
    {
        return Ok(n);
    }
    Err(expected(&format!("{name}, a number from {least} to {}", u32::MAX), field))
}
