//! The files that a game is saved to: open before the first move, so that no game is played in vain.

use std::path::Path;

use games::Session;
use games_core::{FileFormat, GameTree, notation::quote};

use crate::{cli::PlayArgs, failure::Failure, input, late_file::LateFile, output::Output};

/// The formats that are asked for, each with the path of its file.
pub(super) fn formats(args: &PlayArgs) -> Result<Vec<(&'static FileFormat, &str)>, Failure> {
    let game = input::games().find(&args.game.game)?;
    let asked = [("sgf", &args.save_sgf), ("pgn", &args.save_pgn), ("ggf", &args.save_ggf)];
    let asked = asked.iter().filter_map(|(name, path)| Some((*name, path.as_deref()?)));
    asked.map(|(name, path)| Ok((game.file_format(name)?, path))).collect()
}

/// Files that wait for a game.
pub(super) struct Saves<'a>(Vec<Save<'a>>);

struct Save<'a> {
    format: &'static FileFormat,
    file: LateFile<'a>,
}

impl<'a> Saves<'a> {
    /// Opens the files; what stands in them stays until the game is over.
    ///
    /// # Errors
    ///
    /// That a file cannot be written, or that its format cannot hold this game.
    pub(super) fn open(
        formats: &[(&'static FileFormat, &'a str)],
        session: &dyn Session,
        out: &mut Output,
    ) -> Result<Self, Failure> {
        let begun = session.saved();
        let mut open = |&(format, path): &(&'static FileFormat, &'a str)| {
            (format.write)(&begun).map_err(|e| Failure::Input(format!("{path}: {e}")))?;
            Ok(Save { format, file: LateFile::open(path, out)? })
        };
        formats.iter().map(&mut open).collect::<Result<_, Failure>>().map(Self)
    }

    /// Writes the game into all of them.
    pub(super) fn write(self, game: &GameTree, out: &mut Output) -> Result<(), Failure> {
        for Save { format, file } in self.0 {
            let path = file.path();
            let text = (format.write)(game).map_err(|e| Failure::Other(format!("{path}: {e}")))?;
            file.write(&text, out)?;
        }
        Ok(())
    }
}

/// Writes the game so far in the format that a file's name ends with; returns what to say of it.
pub(super) fn by_name(session: &dyn Session, players: &[String; 2], path: &str) -> String {
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
    let formats = session.info().files;
    let Some(format) = formats.iter().find(|format| Some(format.name) == ending) else {
        let names: Vec<_> = formats.iter().map(|format| format!(".{}", format.name)).collect();
        return match &names[..] {
            [] => format!("{} is kept in no format", session.game()),
            names => format!("{}: the name ends in none of {}", quote(path), names.join(", ")),
        };
    };
    let mut saved = session.saved();
    saved.header.players = players.clone().map(Some);
    let written = (format.write)(&saved).map_err(|e| e.to_string());
    let written = written.and_then(|text| std::fs::write(path, text).map_err(|e| e.to_string()));
    match written {
        Ok(()) => format!("{path}: saved"),
        Err(why) => format!("{path}: {why}"),
    }
}
