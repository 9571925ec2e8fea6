//! Texts that come from the command line, from stdin or from a file.

use std::{
    fs::File,
    io::{self, Read},
};

use games::{Session, find};

use crate::{cli::GameArgs, failure::Failure};

/// The longest text read from a file or from stdin, in bytes. No position or game is this long.
const MAX_BYTES: u64 = 64 << 20;

/// Opens the game that the arguments describe and plays their moves.
pub(crate) fn open(args: &GameArgs) -> Result<Box<dyn Session>, Failure> {
    let game = find(&args.game)?;
    let position = args.position.as_deref().map(|text| read("--position", text)).transpose()?;
    let moves = args.moves.as_deref().map(|text| read("--moves", text)).transpose()?;
    let mut session = game.open(args.rules.as_deref(), position.as_deref())?;
    if let Some(moves) = moves {
        session.play_line(&moves)?;
    }
    Ok(session)
}

/// Returns the text of a file that an argument names.
pub(crate) fn read_file(name: &str, path: &str) -> Result<String, Failure> {
    read(name, &format!("@{path}"))
}

/// Returns an argument's text: itself, or what stdin (`-`) or a file (`@FILE`) holds.
fn read(name: &str, text: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let source = if text == "-" {
        "stdin"
    } else if let Some(path) = text.strip_prefix('@') {
        path
    } else {
        return Ok(text.to_owned());
    };
    let result = if text == "-" {
        io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)
    } else {
        File::open(source).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
    };
    result.map_err(|e| Failure::input(format!("{name}: cannot read {source}: {e}")))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::input(format!("{name}: {source} is longer than 64 MiB")));
    }
    String::from_utf8(bytes)
        .map_err(|_| Failure::input(format!("{name}: {source} is not a text in UTF-8")))
}
