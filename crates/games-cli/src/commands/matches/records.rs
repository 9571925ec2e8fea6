//! The games of a match, written down one after the other.

use std::{
    fs::{File, OpenOptions},
    io::Write,
};

use games::arena::{Match, MatchGame, results::StoredGame};
use games_core::Side;

use super::replay;
use crate::failure::Failure;

/// The file of records.
pub(super) struct Records {
    file: File,
    path: String,
    names: [String; 2],
}

impl Records {
    /// Begins a file of records with the games of earlier calls. A file that is there already is
    /// only written anew if this call goes on with such a match.
    pub(super) fn open(
        path: &str,
        a_match: &Match<'_>,
        earlier: &[StoredGame],
        is_resumable: bool,
    ) -> Result<Self, Failure> {
        let is_taken = std::fs::metadata(path).is_ok_and(|file| file.len() > 0);
        if is_taken && !is_resumable {
            let message = "there is such a file; with --results it would be written anew";
            return Err(Failure::Input(format!("--records: {path}: {message}")));
        }
        let cannot = |error| Failure::file(path, &error);
        // Beside it and renamed when it is whole, so that a program that is killed meanwhile
        // leaves the old one.
        let beside = format!("{path}.new");
        let mut records = Self {
            file: File::create(&beside).map_err(cannot)?,
            path: path.to_owned(),
            names: a_match.players.map(|player| player.label().to_owned()),
        };
        for game in earlier {
            let game = replay(a_match, game).ok_or_else(|| {
                Failure::Input(format!("--results: game {} has illegal moves", game.number + 1))
            })?;
            records.add(&game)?;
        }
        records.file.sync_all().map_err(cannot)?;
        std::fs::rename(&beside, path).map_err(cannot)?;
        records.file = OpenOptions::new().append(true).open(path).map_err(cannot)?;
        Ok(records)
    }

    pub(super) fn add(&mut self, game: &MatchGame) -> Result<(), Failure> {
        let text = self.text(game);
        self.file.write_all(text.as_bytes()).map_err(|error| Failure::file(&self.path, &error))
    }

    fn text(&self, game: &MatchGame) -> String {
        let MatchGame { number, first_player, session, end, fault } = game;
        let mut start = session.boxed_clone();
        while start.undo() {}
        let [p1, p2] = [Side::First, Side::Second]
            .map(|side| &self.names[usize::from(side != *first_player)]);
        let mut lines = vec![
            format!("game      {} {}", session.game(), number + 1),
            format!("rules     {}", session.rules()),
            format!("p1        {p1}"),
            format!("p2        {p2}"),
            format!("start     {}", start.position()),
            format!("moves     {}", session.played().join(" ")),
            format!("outcome   {}", end.outcome.name()),
            format!("reason    {}", end.reason),
        ];
        lines.extend(fault.iter().map(|fault| format!("fault     {fault}")));
        lines.push("\n".to_owned());
        lines.join("\n")
    }
}
