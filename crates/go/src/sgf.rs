//! Game records in the Smart Game Format (`FF[4]`, A. Hollosi, 1997; older files are read too).
//!
//! [`File::parse`] reads the first game, and of that the main line: setup stones, the moves, and
//! what the root says of size, komi, rules, players and result. Variations and comments are checked
//! for brackets and left out. The readers hold no stack: nesting costs nothing.
//!
//! Go's entry in a registry reads all games of a file as [`GameTree`]s and writes them. Of a tree
//! SGF holds everything but these: the time that a move took, the depth of a search, an
//! [`Evaluation`] other than a score, glyphs beyond the six with signs, a comment `before` a move
//! (it goes before the one after it), blanks around a comment, the clock of a game's root, and
//! properties without a name of capital letters. In reading, a color that moves twice lets the other
//! one pass in between, and nodes without a move belong to the move before. A variation is left out
//! from an illegal move on, and where it sets stones up.
//!
//! [`GameTree`]: games_core::GameTree
//! [`Evaluation`]: games_core::game_tree::Evaluation
//!
//! ```
//! use go::{Go9, sgf};
//!
//! let file = sgf::File::parse("(;GM[1]FF[4]SZ[9]KM[5.5];B[df](;W[cc];B[])(;W[dd]))").unwrap();
//! let record = file.replay(Go9::new(file.rules(None).unwrap()).unwrap()).unwrap();
//! assert_eq!(record.move_texts(), ["D4", "C7", "pass"]);
//!
//! let error = sgf::File::parse("(;SZ[9]\n;B[zz])").unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 4: `zz` is no point of a 9x9 board");
//! ```

mod draft;
mod points;
mod read;
mod replay;
mod texts;
pub(crate) mod tree;
mod write;

use crate::{Color, Komi, Size};

/// Returns whether a game of the format is Go: `GM` is 1, which it is also if it is left out.
pub(crate) fn is_of(text: &str) -> bool {
    let game = text.split_once("GM[").and_then(|(_, rest)| rest.split(']').next());
    game.is_none_or(|number| number.trim() == "1")
}

/// What a file says of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// `SZ`; 19 if there is none, as the format says.
    pub size: Size,
    /// `KM`.
    pub komi: Option<Komi>,
    /// `RU`: the rules' name.
    pub rules: Option<String>,
    /// `RE`: the result, such as `B+3.5`.
    pub result: Option<String>,
    /// `PB` and `PW`: the players.
    pub players: [Option<String>; 2],
    /// `AB` and `AW`: stones set up before the first move, each point once; column and row from
    /// 0 at the **top left**.
    pub setup: Vec<(Color, (u8, u8))>,
    /// `PL`: who moves first.
    pub to_move: Option<Color>,
    /// The moves of the main line; `None` is a pass.
    pub moves: Vec<Play>,
}

/// A move in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    /// Whose move it is.
    pub color: Color,
    /// Column and row from 0 at the top left; `None` for a pass.
    pub point: Option<(u8, u8)>,
    /// The line of the file where it stands, from 1; 0 if it comes from no file.
    pub line: usize,
    /// The column there, in characters from 1; 0 if it comes from no file.
    pub column: usize,
}

impl Default for File {
    /// An empty 19x19 board.
    fn default() -> Self {
        Self {
            size: Size::new(19, 19).expect("19 is a size"),
            komi: None,
            rules: None,
            result: None,
            players: [None, None],
            setup: Vec::new(),
            to_move: None,
            moves: Vec::new(),
        }
    }
}
