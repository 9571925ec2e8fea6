//! What a person may type at the prompt.

/// An order, or moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Order<'a> {
    Nothing,
    Help,
    Board,
    /// The board with the legal moves marked.
    Marks,
    /// The legal moves; those that begin or end on a cell, if one is named.
    Moves(Option<&'a str>),
    /// So many of the best moves.
    Hint(usize),
    Eval,
    Undo,
    Redo,
    Flip,
    Save(&'a str),
    Draw,
    Resign,
    Quit,
    /// One move or several.
    Play(&'a str),
}

/// The words, for completion.
pub(super) const WORDS: &[&str] = &[
    "board", "draw", "eval", "flip", "help", "hint", "marks", "moves", "quit", "redo", "resign",
    "save", "undo",
];

/// What the words do.
pub(super) const HELP: &str = "\
Type a move as `moves` lists it, several to play them all, or one of:
  moves [CELL]  the legal moves, or those of a cell
  marks         the board with the legal moves marked
  hint [N]      what the engine would play, the N best moves
  eval          what the engine thinks of the position
  undo, redo    takes back to your last move, and forth again
  board, flip   the board again, from the other side
  save FILE     writes the game so far, in the format that the name ends with
  draw          claims a draw, or offers it
  resign        gives the game up
  help          this text
  quit          ends the session (so does the end of input)
Values are seen by the side that is to move, or that has moved.";

/// The most lines that a hint has.
const MOST_HINTS: usize = 99;

/// Reads a line.
///
/// # Errors
///
/// What an order lacks.
pub(super) fn read(line: &str) -> Result<Order<'_>, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let alone = |order| {
        if rest.is_empty() { Ok(order) } else { Err(format!("`{word}` stands alone")) }
    };
    match word {
        "" => Ok(Order::Nothing),
        "help" | "?" => alone(Order::Help),
        "board" => alone(Order::Board),
        "marks" => alone(Order::Marks),
        "moves" => Ok(Order::Moves((!rest.is_empty()).then_some(rest))),
        "hint" if rest.is_empty() => Ok(Order::Hint(1)),
        "hint" => match rest.parse() {
            Ok(lines) if (1..=MOST_HINTS).contains(&lines) => Ok(Order::Hint(lines)),
            _ => Err(format!("`hint` takes a number from 1 to {MOST_HINTS}")),
        },
        "eval" => alone(Order::Eval),
        "undo" => alone(Order::Undo),
        "redo" => alone(Order::Redo),
        "flip" => alone(Order::Flip),
        "save" if rest.is_empty() => Err("`save` needs the name of a file".to_owned()),
        "save" => Ok(Order::Save(rest)),
        "draw" => alone(Order::Draw),
        "resign" => alone(Order::Resign),
        "quit" | "exit" => alone(Order::Quit),
        _ => Ok(Order::Play(line)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn orders_are_read_with_what_they_need() {
        assert_eq!(read("  "), Ok(Order::Nothing));
        assert_eq!(read("moves e2"), Ok(Order::Moves(Some("e2"))));
        assert_eq!((read("hint"), read("hint 3")), (Ok(Order::Hint(1)), Ok(Order::Hint(3))));
        assert_eq!(read(" save my game.pgn "), Ok(Order::Save("my game.pgn")));
        assert_eq!(read("f5 d6"), Ok(Order::Play("f5 d6")));
        for bad in ["hint 0", "hint x", "hint 100", "save", "undo 2", "quit now"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn every_word_is_an_order_and_has_its_line_of_help() {
        for word in WORDS {
            assert!(!matches!(read(word), Ok(Order::Play(_))), "{word}");
            assert!(HELP.contains(word), "{word}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read(text in "(hint|moves|save|undo)?[ \t]*\\PC{0,12}") {
            let _ = read(&text);
        }
    }
}
