//! Points as files name them: two letters, column then row from the top left.

use games_core::notation::quote;

use crate::Size;

/// Whether the value of a move is a pass: nothing, or `tt` on the boards of older files.
pub(super) fn is_pass(size: Size, text: &str) -> bool {
    text.is_empty() || (text == "tt" && size.width() <= 19 && size.height() <= 19)
}

/// Returns column and row of a point, or what is wrong with its text.
pub(super) fn point_at(size: Size, text: &str) -> Result<(u8, u8), String> {
    if let [col @ b'a'..=b'y', row @ b'a'..=b'y'] = text.as_bytes() {
        let at = (col - b'a', row - b'a');
        if at.0 < size.width() && at.1 < size.height() {
            return Ok(at);
        }
    }
    let (width, height) = (size.width(), size.height());
    Err(format!("{} is no point of a {width}x{height} board", quote(text)))
}

/// Writes a point; a pass is nothing.
pub(super) fn name(point: Option<(u8, u8)>) -> String {
    point.map_or_else(String::new, |(col, row)| {
        [col, row].map(|i| char::from(b'a' + i.min(25))).into_iter().collect()
    })
}
