//! Lines of moves as people paste them: with numbers, results and what was said of the moves.

use games_core::TextError;

/// The words for results, as records have them behind their last moves, that are no move of any game.
const RESULTS: [&str; 3] = ["1/2-1/2", "½-½", "*"];

/// Those that may be moves, such as 1 less 0, where no move has a number.
const SCORES: [&str; 2] = ["1-0", "0-1"];

/// Has a text played as it stands, or else without all that is no move.
///
/// # Errors
///
/// Of both errors that which is further on in the text.
pub(super) fn read(
    text: &str,
    play: &mut dyn FnMut(&str) -> Result<(), TextError>,
) -> Result<(), TextError> {
    let Err(error) = play(text) else { return Ok(()) };
    let bare = bare(text);
    let moves = bare.trim();
    if bare == text || moves.is_empty() {
        return Err(error);
    }
    let start = bare.len() - bare.trim_start().len();
    play(moves)
        .map_err(|e| e.shifted(start))
        .map_err(|other| if other.span.start > error.span.start { other } else { error })
}

/// Returns the text with blanks, byte for byte, in place of all that is no move.
fn bare(text: &str) -> String {
    let mut out = without_remarks(text);
    let mut has_numbers = false;
    let words: Vec<_> = games_core::notation::words(&out.clone())
        .map(|(start, word)| (start, word.to_owned()))
        .collect();
    for (i, (start, word)) in words.iter().enumerate() {
        let number = number_length(word);
        has_numbers |= number > 0;
        let is_one_of = |results: &[&str]| results.contains(&word.as_str());
        let is_result = is_one_of(&RESULTS) || has_numbers && is_one_of(&SCORES);
        let is_result = is_result && i + 1 == words.len();
        let is_glyph = word.starts_with('$');
        let kept = if is_result || is_glyph {
            0..0
        } else {
            let end = word.trim_end_matches(['!', '?', ',', ';']).len();
            number..end.max(number)
        };
        blank(&mut out, *start..start + kept.start);
        blank(&mut out, start + kept.end..start + word.len());
    }
    out
}

/// Returns the text with blanks in place of comments and variations.
fn without_remarks(text: &str) -> String {
    let (mut out, mut is_comment, mut depth) = (String::with_capacity(text.len()), false, 0_usize);
    for c in text.chars() {
        let is_move = !is_comment && depth == 0 && !matches!(c, '{' | '(');
        match c {
            '}' => is_comment = false,
            _ if is_comment => {}
            '{' => is_comment = true,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if is_move { out.push(c) } else { out.extend([' '].repeat(c.len_utf8())) }
    }
    out
}

fn blank(text: &mut String, range: core::ops::Range<usize>) {
    let blanks = " ".repeat(range.len());
    text.replace_range(range, &blanks);
}

/// Returns the bytes of a move's number before a move: `12.`, `12...`, `12)`; dots alone stand for
/// a number, too.
fn number_length(word: &str) -> usize {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &word[digits..];
    let signs = rest.len() - rest.trim_start_matches(['.', '…']).len();
    match signs {
        0 if digits > 0 && rest.starts_with(')') => digits + 1,
        0 => 0,
        _ => digits + signs,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_no_move_becomes_blanks() {
        for (text, expected) in [
            ("1. e4 e5 2. Nf3", "e4 e5 Nf3"),
            ("1.e4 1...e5!? 2…d4 *", "e4 e5 d4"),
            ("1. e4 {a } (1. d4 (x) y) e5, $5 1-0", "e4 e5"),
            ("... e5", "e5"),
            ("1) f5 2) d6 1/2-1/2", "f5 d6"),
            ("f5 d6 ½-½", "f5 d6"),
            ("f5 d6 *", "f5 d6"),
        ] {
            let bare = bare(text);
            assert_eq!(bare.split_whitespace().collect::<Vec<_>>().join(" "), expected);
            assert_eq!(bare.len(), text.len());
            assert_eq!(bare.find("d6"), text.find("d6"));
        }
        // Without numbers these may be moves: 1 less 0, and a plain number.
        for text in ["1-0", "1 2 3", "1+3 1-0", "b2-d2 pass"] {
            assert_eq!(bare(text), text);
        }
    }

    proptest! {
        #[test]
        fn places_stay_in_any_text(text in "(\\PC|[{}()!?. 1…])*") {
            prop_assert_eq!(bare(&text).len(), text.len());
        }
    }
}
