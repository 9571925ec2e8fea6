//! `games moves`: the legal moves.

use games::json;

use crate::{cli::GameArgs, failure::Failure, input, output::Output};

pub(crate) fn run(args: &GameArgs, out: &mut Output) -> Result<(), Failure> {
    let moves = input::open(args)?.legal_moves();
    if out.is_json() {
        return out.object(&json::Moves::new(moves));
    }
    for m in moves {
        out.line(&m)?;
    }
    Ok(())
}
