//! `(L 1L3R0 0L1R3 1L2R1)`: the player to move, then the rows from the top, each with the empty
//! squares left of L, between the men, and right of R. A move is the row (1 at the top), `+` for
//! forward or `-` for back, and the number of squares: `1+3`.

use core::fmt;

use games_core::{Game, Notation, Side, TextError, notation::quote};

use super::{Lane, MOST_COLS, MOST_ROWS, Move, Northcott, Position, Way};
use crate::notation::{Field, check_size, equal_lengths, fields, illegal, number, over, player};

const LETTERS: [char; 2] = ['L', 'R'];

impl Notation for Northcott {
    fn write_state(&self, state: &Position, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "({}", LETTERS[state.to_move.index()])?;
        for &lane in self.lanes(state) {
            let [a, b] = Side::BOTH.map(|side| self.behind(lane, side));
            write!(w, " {a}L{}R{b}", lane.gap())?;
        }
        w.write_char(')')
    }

    fn parse_state(&self, text: &str) -> Result<Position, TextError> {
        let fields = fields(text, "`(L 1L3R0 0L1R3 1L2R1)`")?;
        let (to_move, rows) = player(text, &fields, LETTERS)?;
        let words = rows.iter().map(row_word).collect::<Result<Vec<_>, _>>()?;
        let lengths: Vec<_> = words.iter().map(RowWord::cols).collect();
        let cols = equal_lengths(text, rows, &lengths, "columns")?;
        let rules = (usize::from(self.rows), usize::from(self.cols));
        check_size(text, (rows.len(), cols), rules, (MOST_ROWS, MOST_COLS))?;
        let mut lanes = [Lane::default(); MOST_ROWS];
        for (lane, word) in lanes.iter_mut().zip(words) {
            // The number of columns was checked.
            let (left, right) = (word.left as u8, (word.left + word.gap + 1) as u8);
            *lane = Lane { left, right };
        }
        Ok(Position { lanes, to_move })
    }

    fn write_move(&self, _: &Position, m: Move, w: &mut dyn fmt::Write) -> fmt::Result {
        let sign = if m.way == Way::Forward { '+' } else { '-' };
        write!(w, "{}{sign}{}", u16::from(m.row) + 1, m.distance)
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<Move, TextError> {
        let form = || {
            let what = quote(text);
            let form = "a row, `+` or `-` and the number of squares";
            TextError::whole(text, format!("{what} is no move: expected {form}, such as `1+3`"))
        };
        let (row, rest) = text.split_at(text.find(['+', '-']).ok_or_else(form)?);
        let way = if rest.starts_with('+') { Way::Forward } else { Way::Back };
        let read = |text: &str| number(text, u32::MAX).map_err(|_| form());
        let (row, distance) = (read(row)?, read(&rest[1..])?);
        if self.status(state).is_over() {
            return Err(over(text));
        }
        if row == 0 || row > self.rows.into() {
            return Err(illegal(text, format_args!("the rows are 1 to {}", self.rows)));
        }
        if way == Way::Back && !self.backward {
            return Err(illegal(text, "men only move forward under these rules"));
        }
        let row = (row - 1) as u8;
        let m = Move { row, way, distance: u8::try_from(distance).unwrap_or(0) };
        if self.is_legal(state, m) {
            return Ok(m);
        }
        let room = self.room(state.lanes[usize::from(row)], state.to_move, way);
        let free = match (way, room) {
            (Way::Forward, 0) => "the men stand face to face".to_owned(),
            (Way::Back, 0) => "the man stands at his edge".to_owned(),
            (Way::Forward, n) => format!("the man can go forward by 1 to {n}"),
            (Way::Back, n) => format!("the man can go back by 1 to {n}"),
        };
        Err(illegal(text, free))
    }
}

/// A row as it is written; numbers are small enough to be added.
struct RowWord {
    left: u32,
    gap: u32,
    right: u32,
}

impl RowWord {
    fn cols(&self) -> usize {
        (self.left + self.gap + self.right) as usize + 2
    }
}

fn row_word(field: &Field<'_>) -> Result<RowWord, TextError> {
    let form = || {
        let what = quote(field.text);
        let message = format!(
            "{what} is no row: expected the empty squares left of L, between and right of R, such as `1L3R0`"
        );
        field.error(message)
    };
    let (left, rest) = field.text.split_once('L').ok_or_else(form)?;
    let (gap, right) = rest.split_once('R').ok_or_else(form)?;
    let most = MOST_COLS as u32;
    let read = |text: &str| {
        if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(form());
        }
        number(text, most).map_err(|message| field.error(message))
    };
    Ok(RowWord { left: read(left)?, gap: read(gap)?, right: read(right)? })
}

/// Returns rows and columns as far as they can be told.
pub(super) fn size_of(text: &str) -> Option<(usize, usize)> {
    let fields = fields(text, "").ok()?;
    let rows = fields.get(1..)?;
    Some((rows.len(), row_word(rows.first()?).ok()?.cols()))
}
