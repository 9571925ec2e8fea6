//! What is said in comments: words, and commands such as `[%clk 0:05:00]`.
//!
//! The commands are those of the document "PGN Standard, Supplement" (2001), as servers write
//! them: `%clk` (time left), `%emt` (time taken) and `%eval` (pawns or `#` and moves until mate,
//! seen by White, perhaps with the depth of the search behind a comma). All else stays words.

use games_core::{
    Side,
    game_tree::{Evaluation, Remarks, numbers},
};

/// Reads a comment.
pub(super) fn read(text: &str, remarks: &mut Remarks) {
    let (mut rest, mut words) = (text, String::new());
    while let Some(start) = rest.find("[%") {
        let Some(length) = rest[start..].find(']') else { break };
        let end = start + length + 1;
        let is_known = command(&rest[start + 2..end - 1], remarks);
        words.push_str(&rest[..if is_known { start } else { end }]);
        rest = &rest[end..];
    }
    words.push_str(rest);
    add_words(&mut remarks.comment, &words);
}

/// Adds the words of a text to a comment, with one blank between each two: lines are broken
/// anywhere.
pub(super) fn add_words(comment: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(word);
    }
}

/// Reads a command and returns whether it is known and says something new.
fn command(text: &str, remarks: &mut Remarks) -> bool {
    let Some((name, value)) = text.trim().split_once(char::is_whitespace) else { return false };
    let value = value.trim();
    match name {
        "clk" if remarks.clock.is_none() => {
            remarks.clock = numbers::clock(value);
            remarks.clock.is_some()
        }
        "emt" if remarks.elapsed.is_none() => {
            remarks.elapsed = numbers::clock(value);
            remarks.elapsed.is_some()
        }
        "eval" if remarks.evaluation.is_none() => match evaluation(value) {
            Some((evaluation, depth)) => {
                (remarks.evaluation, remarks.depth) = (Some(evaluation), depth);
                true
            }
            None => false,
        },
        _ => false,
    }
}

fn evaluation(text: &str) -> Option<(Evaluation, Option<u32>)> {
    let (value, depth) = match text.split_once(',') {
        Some((value, depth)) => (value, Some(depth.parse().ok()?)),
        None => (text, None),
    };
    let evaluation = match value.strip_prefix('#') {
        Some(moves) => mate(moves)?,
        None => Evaluation::Score(numbers::hundredths(value)?),
    };
    Some((evaluation, depth))
}

fn mate(text: &str) -> Option<Evaluation> {
    let (winner, moves) = match text.strip_prefix('-') {
        Some(moves) => (Side::Second, moves),
        None => (Side::First, text),
    };
    Some(Evaluation::Mate { winner, moves: moves.parse().ok()? })
}

/// Returns the words of the comment behind a move, commands first.
pub(super) fn words(remarks: &Remarks) -> Vec<String> {
    let mut words = Vec::new();
    if let Some(text) = remarks.evaluation.and_then(evaluation_text) {
        let depth = remarks.depth.map_or(String::new(), |depth| format!(",{depth}"));
        words.extend(["[%eval".to_owned(), format!("{text}{depth}]")]);
    }
    for (name, time) in [("[%clk", remarks.clock), ("[%emt", remarks.elapsed)] {
        if let Some(time) = time {
            words.extend([name.to_owned(), format!("{}]", numbers::clock_text(time))]);
        }
    }
    words.extend(plain_words(&remarks.comment));
    words
}

/// Returns the words of a text as they may stand in a comment, which a `}` would end.
pub(super) fn plain_words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().map(|word| word.replace('}', ")").replace(char::is_control, "?"))
}

/// Returns the text of an evaluation; an outcome alone has none.
fn evaluation_text(evaluation: Evaluation) -> Option<String> {
    match evaluation {
        Evaluation::Score(hundredths) => Some(numbers::hundredths_text(hundredths)),
        Evaluation::Mate { winner: Side::First, moves } => Some(format!("#{moves}")),
        Evaluation::Mate { winner: Side::Second, moves } => Some(format!("#-{moves}")),
        Evaluation::Outcome(_) => None,
    }
}
