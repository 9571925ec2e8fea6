//! Texts that come from the command line, from stdin or from a file.

pub(crate) mod files;

use std::{
    fs::File,
    io::{self, Read},
    sync::mpsc,
    thread,
};

use games::{Engine, Games, PlayerSpec, Session, Tables, registry};
use games_core::notation::quote;

use crate::{
    cli::{Common, GameArgs},
    failure::Failure,
    interrupt,
};

/// The longest text read from a file or from stdin, in bytes. No position or game is this long.
const MAX_BYTES: u64 = 64 << 20;

/// The games that can be asked for: all commands and protocols know them from here.
pub(crate) fn games() -> Games<'static> {
    Games::new(registry())
}

/// Opens the game that the arguments describe and plays their moves.
pub(crate) fn open(args: &GameArgs) -> Result<Box<dyn Session>, Failure> {
    if args.file().is_none() && (args.nth.is_some() || args.ply.is_some()) {
        return Err(Failure::input("--game and --ply need a file: --pgn, --sgf or --ggf"));
    }
    whole(args)
}

/// The same, but for plies that are asked for where there is no file.
pub(crate) fn whole(args: &GameArgs) -> Result<Box<dyn Session>, Failure> {
    let game = games().find(&args.game)?;
    let rules = args.rules.as_deref();
    let position = args.position.as_deref().map(|text| read("--position", text)).transpose()?;
    let moves = args.moves.as_deref().map(|text| read("--moves", text)).transpose()?;
    let mut session = match args.file() {
        None => game.open(rules, position.as_deref())?,
        Some((name, path)) => files::open(game, game.file_format(name)?, path, args)?,
    };
    if let Some(moves) = moves {
        session.play_line(&moves)?;
    }
    Ok(session)
}

/// Reads a player; one that looks positions up gets the tables.
pub(crate) fn player(text: &str, common: &Common) -> Result<PlayerSpec, Failure> {
    let mut spec: PlayerSpec = text.parse()?;
    if let Engine::Solver(known) = &mut spec.engine {
        *known = tables(common)?;
    }
    Ok(spec)
}

/// Opens the tables that the arguments name, if any.
pub(crate) fn tables(common: &Common) -> Result<Tables, Failure> {
    match &common.tables {
        Some(folder) => Tables::open(folder).map_err(|e| Failure::Input(format!("--tables: {e}"))),
        None => Ok(Tables::default()),
    }
}

/// Refuses tables that are not there, before anything is done.
pub(crate) fn check_tables(common: &Common) -> Result<(), Failure> {
    match &common.tables {
        Some(folder) if !folder.is_dir() => Err(Failure::Input(format!(
            "--tables: {} is no folder",
            quote(&folder.to_string_lossy())
        ))),
        _ => Ok(()),
    }
}

/// Returns an argument's text: itself, or what stdin (`-`) or a file (`@FILE`) holds.
fn read(name: &str, text: &str) -> Result<String, Failure> {
    let path = match text.strip_prefix('@') {
        Some(path) => path,
        None if text == "-" => text,
        None => return Ok(text.to_owned()),
    };
    read_file_or_stdin(path)?.map_err(|e| Failure::Input(format!("{name}: {e}")))
}

/// Returns what a file holds, or stdin (`-`), up to 64 MiB, or else what is wrong with it.
///
/// # Errors
///
/// That Ctrl-C was pressed before the end of stdin.
pub(crate) fn read_file_or_stdin(path: &str) -> Result<Result<String, String>, Failure> {
    if path == "-" { read_stdin() } else { Ok(read_file(path)) }
}

/// Reads stdin on a thread of its own, so that Ctrl-C ends the wait for it.
fn read_stdin() -> Result<Result<String, String>, Failure> {
    let (sender, receiver) = mpsc::channel();
    let wake = sender.clone();
    interrupt::on_press(move || _ = wake.send(Err(Failure::Interrupted)));
    if interrupt::is_set() {
        return Err(Failure::Interrupted);
    }
    thread::spawn(move || sender.send(Ok(take("stdin", io::stdin().lock()))));
    receiver.recv().unwrap_or(Err(Failure::Interrupted))
}

/// Returns what a file holds, up to 64 MiB.
pub(crate) fn read_file(path: &str) -> Result<String, String> {
    match File::open(path) {
        Ok(file) => take(path, file),
        Err(e) => Err(format!("cannot read {path}: {e}")),
    }
}

fn take(source: &str, from: impl Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = from.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|e| format!("cannot read {source}: {e}"))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("{source} is longer than 64 MiB"));
    }
    String::from_utf8(bytes).map_err(|_| format!("{source} is not a text in UTF-8"))
}
