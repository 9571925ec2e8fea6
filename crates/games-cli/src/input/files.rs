//! Files of games, which may be larger than memory.

use std::{
    fs::File,
    io::{self, Read, Write},
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

use games::{
    Error, GameInfo, Session,
    files::{FiledGame, GameFile, Kind},
};
use games_core::FileFormat;

use crate::{cli::GameArgs, failure::Failure, interrupt};

/// A file of games, or stdin.
pub(crate) type Source = GameFile<'static, Box<dyn Read>>;

/// Opens a file (`-` reads stdin) whose name, or else its beginning, tells its kind.
pub(crate) fn find(path: &str) -> Result<Source, Failure> {
    GameFile::find(super::games(), path, reader(path)?).map_err(|e| failed(path, e))
}

/// Opens a file of one game's format.
pub(crate) fn of(
    game: &'static GameInfo,
    format: &'static FileFormat,
    path: &str,
) -> Result<Source, Failure> {
    Ok(GameFile::new(super::games(), Kind::of(game, format), reader(path)?))
}

/// Starts from the game of a file that the arguments ask for, and tells on stderr which of how many
/// games it is.
pub(super) fn open(
    game: &'static GameInfo,
    format: &'static FileFormat,
    path: &str,
    args: &GameArgs,
) -> Result<Box<dyn Session>, Failure> {
    let mut file = of(game, format, path)?;
    let (nth, found) = nth(&mut file, path, args.nth)?;
    let (game, tree) = found.read(args.rules.as_deref()).map_err(|e| failed(path, e))?;
    let plies = tree.main_line().count();
    if let Some(ply) = args.ply.filter(|&ply| ply > plies) {
        let message = format!("--ply {ply}: game {nth} of {path} has {plies} plies");
        return Err(Failure::Input(message));
    }
    let session = game.replay(&tree, args.ply)?;
    if args.nth.is_none() {
        let rest = file.count_rest().map_err(|e| failed(path, e))?;
        if rest > 0 {
            let total = nth + rest;
            let notice = format!("games: {path}: 1 of {total} games (--game N for another)");
            // Who does not read it, does without.
            let _ = writeln!(io::stderr(), "{notice}");
        }
    }
    Ok(session)
}

/// Returns a game of a file by its number, or its first.
pub(crate) fn nth(
    file: &mut Source,
    path: &str,
    number: Option<u64>,
) -> Result<(u64, FiledGame<'static>), Failure> {
    let asked = number.unwrap_or(1);
    let mut last = 0;
    for game in file {
        let game = game.map_err(|e| failed(path, e))?;
        last = game.number;
        if last == asked {
            return Ok((asked, game));
        }
        if interrupt::is_set() {
            return Err(Failure::Interrupted);
        }
    }
    let games = crate::words::count(last, "game", "games");
    Err(Failure::Input(format!("--game {asked}: {path} has {games}")))
}

/// What a file that cannot be read makes of a command.
pub(crate) fn failed(path: &str, error: Error) -> Failure {
    match error {
        _ if interrupt::is_set() => Failure::Interrupted,
        Error::File(e) => Failure::Input(format!("{path}: {e}")),
        e => e.into(),
    }
}

fn reader(path: &str) -> Result<Box<dyn Read>, Failure> {
    if path == "-" {
        return Ok(Box::new(Stdin::start()));
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(e) => Err(Failure::Input(format!("cannot read {path}: {e}"))),
    }
}

/// A block of stdin; nothing where Ctrl-C was pressed.
type Block = Option<io::Result<Vec<u8>>>;

/// Stdin, read on a thread of its own, so that Ctrl-C ends the wait for it.
struct Stdin {
    blocks: Receiver<Block>,
    block: Vec<u8>,
    at: usize,
    /// Whether there is nothing more: those who would wake us still hold the channel open.
    is_over: bool,
}

impl Stdin {
    fn start() -> Self {
        let (sender, blocks) = sync_channel(4);
        let wake = sender.clone();
        interrupt::on_press(move || _ = wake.try_send(None));
        thread::spawn(move || send_blocks(&sender));
        Self { blocks, block: Vec::new(), at: 0, is_over: false }
    }
}

fn send_blocks(to: &SyncSender<Block>) {
    loop {
        let mut block = vec![0; 64 << 10];
        let read = io::stdin().lock().read(&mut block);
        let is_last = !matches!(read, Ok(1..));
        let read = read.map(|length| {
            block.truncate(length);
            block
        });
        if to.send(Some(read)).is_err() || is_last {
            return;
        }
    }
}

impl Read for Stdin {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len() && !self.is_over {
            let block = if interrupt::is_set() { None } else { self.blocks.recv().ok().flatten() };
            let block = block.unwrap_or_else(|| Err(io::Error::other("interrupted")));
            self.is_over = !matches!(&block, Ok(block) if !block.is_empty());
            (self.block, self.at) = (block?, 0);
        }
        let length = out.len().min(self.block.len() - self.at);
        out[..length].copy_from_slice(&self.block[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}
