//! What the position texts of the six games have in common: one flat list in parentheses, whose
//! first field is the player to move.
//!
//! Read are white space (blank, tab, CR, LF) in any amount around and between the fields, and the
//! dashes U+2013, U+2014 and U+2212 for the `-` of an empty square, because the game sheets that
//! define these texts were typeset with them. Written are one blank between fields, none inside
//! the parentheses, and ASCII only.

use core::{fmt, ops::Range};

use games_core::{Side, TextError, column_name, notation::quote};

/// More fields than any board has rows are not looked at.
const MOST_FIELDS: usize = 200;

/// One field of the list, with its place in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<'a> {
    pub(crate) text: &'a str,
    start: usize,
}

impl Field<'_> {
    pub(crate) fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    pub(crate) fn error(&self, message: impl Into<String>) -> TextError {
        TextError::new(self.span(), message)
    }
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Reads `(field field ...)`; `example` shows what was expected.
pub(crate) fn fields<'a>(text: &'a str, example: &str) -> Result<Vec<Field<'a>>, TextError> {
    let list = text.trim_matches(is_blank);
    // `list` is a part of `text`, so the difference of their addresses is its place.
    let start = list.as_ptr() as usize - text.as_ptr() as usize;
    let end = start + list.len();
    if list.is_empty() {
        return Err(TextError::whole(text, format!("no position; expected one such as {example}")));
    }
    let Some(inner) = list.strip_prefix('(') else {
        let first = list.chars().next().map_or(0, char::len_utf8);
        let message = format!("a position begins with `(`, as in {example}");
        return Err(TextError::new(start..start + first, message));
    };
    let Some(inner) = inner.strip_suffix(')') else {
        let message = format!("the position does not end with `)`, as in {example}");
        return Err(TextError::new(end..end, message));
    };
    if let Some(at) = inner.find(['(', ')']) {
        let at = start + 1 + at;
        return Err(TextError::new(at..at + 1, "a second parenthesis; expected one list only"));
    }
    let mut fields = Vec::new();
    for field in inner.split(is_blank).filter(|field| !field.is_empty()) {
        if fields.len() == MOST_FIELDS {
            let at = field.as_ptr() as usize - text.as_ptr() as usize;
            let message = format!("more than {MOST_FIELDS} fields; no board is that large");
            return Err(TextError::new(at..at + field.len(), message));
        }
        fields.push(Field { text: field, start: field.as_ptr() as usize - text.as_ptr() as usize });
    }
    Ok(fields)
}

/// Splits the first field off and reads it as the player to move, written as one of two letters.
pub(crate) fn player<'a, 'f>(
    text: &str,
    fields: &'f [Field<'a>],
    letters: [char; 2],
) -> Result<(Side, &'f [Field<'a>]), TextError> {
    let [a, b] = letters;
    let Some((first, rest)) = fields.split_first() else {
        let message =
            format!("an empty list; its first field is the player to move, `{a}` or `{b}`");
        return Err(TextError::whole(text, message));
    };
    let mut chars = first.text.chars();
    let side = match (chars.next(), chars.next()) {
        (Some(c), None) if c == a => Side::First,
        (Some(c), None) if c == b => Side::Second,
        _ => {
            let what = quote(first.text);
            let message = format!("the player to move is `{a}` or `{b}`, not {what}");
            return Err(first.error(message));
        }
    };
    Ok((side, rest))
}

/// Returns the error of a list that has a fixed number of fields.
pub(crate) fn field_count(text: &str, found: usize, expected: usize, form: &str) -> TextError {
    TextError::whole(text, format!("{found} fields, expected {expected}: {form}"))
}

/// Reads a number without sign and leading zeros, at most `most`.
pub(crate) fn number(text: &str, most: u32) -> Result<u32, String> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("{} is no number: digits only", quote(text)));
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(format!("{} begins with a zero", quote(text)));
    }
    text.parse()
        .ok()
        .filter(|&n| n <= most)
        .ok_or_else(|| format!("{} is more than {most}, the most that is supported", quote(text)))
}

/// The squares of a board whose rows are fields, one character a square, the top row first.
#[derive(Debug)]
pub(crate) struct Squares<'a> {
    rows: &'a [Field<'a>],
    pub(crate) cols: usize,
}

impl<'a> Squares<'a> {
    /// Checks that there are rows, that they are equally long and as many and as long as the
    /// rules say, `(rows, cols)`.
    pub(crate) fn read(
        text: &str,
        rows: &'a [Field<'a>],
        size: (usize, usize),
        most: usize,
    ) -> Result<Self, TextError> {
        let lengths: Vec<_> = rows.iter().map(|row| row.text.chars().count()).collect();
        let cols = equal_lengths(text, rows, &lengths, "squares")?;
        check_size(text, (rows.len(), cols), size, (most, most))?;
        Ok(Self { rows, cols })
    }

    /// The squares row by row, with their places; every dash is `-`.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (char, Range<usize>)> {
        self.rows.iter().flat_map(|row| {
            row.text.char_indices().map(|(at, c)| {
                let at = row.start + at;
                let here = at..at + c.len_utf8();
                (if matches!(c, '\u{2013}' | '\u{2014}' | '\u{2212}') { '-' } else { c }, here)
            })
        })
    }
}

/// Returns the common length of all rows, or says which row is the odd one out.
pub(crate) fn equal_lengths(
    text: &str,
    rows: &[Field<'_>],
    lengths: &[usize],
    unit: &str,
) -> Result<usize, TextError> {
    let times = |n: usize| lengths.iter().filter(|&&length| length == n).count();
    // The first of the most frequent lengths; there are few rows, so counting again is no matter.
    let Some(common) = lengths.iter().copied().rev().max_by_key(|&n| times(n)) else {
        return Err(TextError::whole(
            text,
            "the board has no rows; after the player come the rows",
        ));
    };
    let Some(odd) = lengths.iter().position(|&n| n != common) else {
        return Ok(common);
    };
    let (row, n) = (odd + 1, lengths[odd]);
    let message = if rows.len() > 2 && times(common) == rows.len() - 1 {
        format!("row {row} has {n} {unit}, the others have {common}")
    } else {
        let other = lengths.iter().position(|&n| n == common).map_or(1, |i| i + 1);
        format!("row {row} has {n} {unit}, row {other} has {common}; all must have the same number")
    };
    Err(rows[odd].error(message))
}

/// Checks the size of a position's board against the limit and the rules.
pub(crate) fn check_size(
    text: &str,
    found: (usize, usize),
    rules: (usize, usize),
    most: (usize, usize),
) -> Result<(), TextError> {
    for (what, found, most) in [("rows", found.0, most.0), ("columns", found.1, most.1)] {
        if found > most {
            let message = format!("the board has {found} {what}, at most {most} are supported");
            return Err(TextError::whole(text, message));
        }
    }
    for (what, found, rules) in [("rows", found.0, rules.0), ("columns", found.1, rules.1)] {
        if found != rules {
            let message = format!("the board has {found} {what}, but the rules say {rules}");
            return Err(TextError::whole(text, message));
        }
    }
    Ok(())
}

/// Returns rows and columns of a text whose rows are squares, after `skip` other fields, as far
/// as they can be told; what is wrong with the text is for the full reader to say.
pub(crate) fn size_of(text: &str, skip: usize) -> Option<(usize, usize)> {
    let fields = fields(text, "").ok()?;
    let rows = fields.get(skip..)?;
    Some((rows.len(), rows.first()?.text.chars().count()))
}

/// Reads the name of a cell: (column, row), both from 0, row 0 at the bottom.
pub(crate) fn cell(text: &str) -> Option<(u32, u32)> {
    let digits = text.find(|c: char| !c.is_ascii_lowercase())?;
    let (letters, row) = text.split_at(digits);
    // Longer names are off every board; they are still cells.
    if letters.is_empty() || row.starts_with('0') || !row.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let far = 1_000_000;
    let col =
        letters.bytes().take(5).fold(0, |col, b| (col * 26 + u32::from(b - b'a') + 1).min(far));
    let row = row.parse().unwrap_or(far).min(far);
    Some((col - 1, row - 1))
}

/// Returns the error of a text that is no cell at all.
pub(crate) fn no_cell(text: &str) -> String {
    format!("{} is no square: expected column letter and row number, such as `b3`", quote(text))
}

/// Reads a cell in a move, in letters of any case.
pub(crate) fn played_on(text: &str, size: (usize, usize)) -> Result<(u32, u32), String> {
    let lower = text.to_ascii_lowercase();
    let is_cell = cell(&lower).is_some();
    cell_on(if is_cell { &lower } else { text }, size)
}

/// Reads a cell of a board.
pub(crate) fn cell_on(text: &str, (rows, cols): (usize, usize)) -> Result<(u32, u32), String> {
    let (col, row) = cell(text).ok_or_else(|| no_cell(text))?;
    if col as usize >= cols || row as usize >= rows {
        let last = column_name(cols.saturating_sub(1));
        let what = quote(text);
        return Err(format!(
            "{what} is off the board: its columns are a to {last}, its rows 1 to {rows}"
        ));
    }
    Ok((col, row))
}

/// Writes the name of a cell: (column, row), both from 0, row 0 at the bottom.
pub(crate) fn write_cell(w: &mut dyn fmt::Write, (col, row): (u32, u32)) -> fmt::Result {
    if col >= 26 {
        // Boards have less than 26 * 27 columns.
        w.write_char(char::from(b'a' + (col / 26 - 1) as u8))?;
    }
    w.write_char(char::from(b'a' + (col % 26) as u8))?;
    write!(w, "{}", row + 1)
}

/// Returns the error of a move in a finished game.
pub(crate) fn over(text: &str) -> TextError {
    TextError::over(text)
}

/// Returns the error of a move that is not legal, and why.
pub(crate) fn illegal(text: &str, why: impl fmt::Display) -> TextError {
    TextError::illegal_because(text, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, message: &str) {
        let error = fields(text, "`(L 0)`").unwrap_err();
        assert!(text.get(error.span.clone()).is_some());
        assert!(error.to_string().contains(message), "{error}");
    }

    #[test]
    fn only_one_flat_list_is_read() {
        let read = fields(" \n( L\t\r\n 0 ) ", "").unwrap();
        let parts: Vec<_> = read.iter().map(|f| (f.text, f.span())).collect();
        assert_eq!(parts, [("L", 4..5), ("0", 9..10)]);
        assert!(fields("()", "").unwrap().is_empty());
        refused("", "expected one such as `(L 0)`");
        refused("L 0)", "begins with `(`");
        refused("\u{2013}(L 0)", "begins with `(`");
        refused("(L 0", "does not end with `)`");
        refused("(L (0))", "one list only");
        refused("(L 0) (L 0)", "one list only");
        refused(&format!("({})", "x ".repeat(500_000)), "more than 200 fields");
    }

    #[test]
    fn numbers_have_no_sign_and_no_leading_zeros() {
        assert_eq!((number("0", 9), number("9", 9)), (Ok(0), Ok(9)));
        for bad in ["", "00", "01", "+1", "-1", "1.", "10", "99999999999999999999", "\u{663}"] {
            assert!(number(bad, 9).is_err(), "{bad}");
        }
    }

    #[test]
    fn cells_are_read_as_they_are_written() {
        for col in 0..701 {
            for row in [0, 8, 9, 255] {
                let mut name = String::new();
                write_cell(&mut name, (col, row)).unwrap();
                assert_eq!(name, format!("{}{}", column_name(col as usize), row + 1));
                assert_eq!(cell(&name), Some((col, row)));
            }
        }
        for bad in ["", "a", "1", "a0", "a01", "A1", "a1 ", "5f", "a-1", "a+1", "\u{e4}1"] {
            assert_eq!(cell(bad), None, "{bad}");
        }
        assert_eq!(played_on("AB12", (12, 30)), cell_on("ab12", (12, 30)));
        assert!(played_on("A 1", (3, 3)).unwrap_err().starts_with("`A 1` is no square"));
        let huge = format!("{}{}", "z".repeat(1_000_000), "9".repeat(1_000_000));
        assert!(cell_on(&huge, (5, 6)).unwrap_err().contains("off the board"));
    }
}
