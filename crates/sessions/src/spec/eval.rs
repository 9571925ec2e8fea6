//! By which estimate a player judges positions, or by which strengths moves.

use core::fmt;

use games_core::TextError;

use super::setting::Form;

/// Which estimate a search takes where the game goes on, or which priors of moves; see [`PlayerSpec`](super::PlayerSpec).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Eval {
    /// The one that the game's authors wrote.
    Own,
    /// The one that the game learnt, where it brings weights along for these rules.
    Learned,
    /// That of a file of weights.
    File(String),
}

/// `own`, `learned` or the path of a file.
pub(super) const EVAL: Form<Eval> = Form { read, write: Eval::to_string };

fn read(text: &str) -> Result<Eval, TextError> {
    match text {
        "" => Err(TextError::whole(text, "expected `own`, `learned` or a file of weights")),
        "own" => Ok(Eval::Own),
        "learned" => Ok(Eval::Learned),
        path => Ok(Eval::File(path.to_owned())),
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Own => "own",
            Self::Learned => "learned",
            Self::File(path) => path,
        })
    }
}
