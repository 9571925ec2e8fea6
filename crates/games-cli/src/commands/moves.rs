//! `games moves`: the legal moves.

use games::json;

use super::answer::Answer;
use crate::{cli::GameArgs, failure::Failure, input, output::Output};

pub(crate) fn run(args: &GameArgs, out: &mut Output) -> Result<(), Failure> {
    let session = input::open(args)?;
    let moves = session.legal_moves();
    if out.is_json() {
        return out.object(&Answer::new(&*session, json::Moves::new(moves)));
    }
    for m in moves {
        out.line(&m)?;
    }
    Ok(())
}
