//! Commands that search.

use ai::Limits;
use games::{Player, Session};
use games_core::Side;

use super::{
    PASS,
    analysis::{Dialect, Wanted},
    command::{Command, color},
    engine::{Job, Purpose},
    session::{Gtp, Reply},
};

impl Gtp {
    /// `genmove COLOR` and its relatives.
    pub(super) fn generate(&mut self, command: &Command) -> Result<Reply, String> {
        let [side] = command.exactly()?;
        let side = color(side)?;
        let (play, cleanup) =
            (command.name != "reg_genmove", command.name == "kgs-genmove_cleanup");
        self.move_for(side, None, command, Purpose::Move { play, cleanup })
    }

    /// `lz-genmove_analyze` and `kata-genmove_analyze`.
    pub(super) fn generate_and_tell(&mut self, command: &Command) -> Result<Reply, String> {
        let wanted = Wanted::parse(dialect(command), &command.args)?;
        let side = wanted.side.unwrap_or(self.game.session().to_move());
        self.move_for(side, Some(wanted), command, Purpose::Move { play: true, cleanup: false })
    }

    fn move_for(
        &mut self,
        side: Side,
        wanted: Option<Wanted>,
        command: &Command,
        purpose: Purpose,
    ) -> Result<Reply, String> {
        let session = match self.game.turned(side) {
            Ok(session) => session,
            // Controllers may ask once more after the end of a game that cannot go on.
            Err(_) if self.game.session().end().is_some() => return Ok(Reply::Text(PASS.into())),
            Err(message) => return Err(message),
        };
        let mut limits = self.spec.limits(self.memory);
        if let Some(budget) = self.clock.budget(side, moves_to_come(&*session)) {
            limits.time = Some(self.spec.time.map_or(budget, |time| time.min(budget)));
        }
        self.search(session, limits, wanted, command, purpose)
    }

    /// `lz-analyze` and `kata-analyze`.
    pub(super) fn analyze(&mut self, command: &Command) -> Result<Reply, String> {
        let wanted = Wanted::parse(dialect(command), &command.args)?;
        let side = wanted.side.unwrap_or(self.game.session().to_move());
        let session = self.game.turned(side)?;
        let limits = Limits::none().with_memory(self.spec.limits(self.memory).memory);
        self.search(session, limits, Some(wanted), command, Purpose::Analysis)
    }

    fn search(
        &mut self,
        session: Box<dyn Session>,
        mut limits: Limits,
        wanted: Option<Wanted>,
        command: &Command,
        purpose: Purpose,
    ) -> Result<Reply, String> {
        let mut player = self.player()?;
        limits.lines = wanted.as_ref().map_or(1, |wanted| wanted.moves.1);
        let only = wanted.as_ref().map_or_else(Vec::new, |wanted| only(&*session, wanted));
        if let Err(error) = player.set_root_moves(&*session, &only) {
            self.engine.put(player);
            return Err(format!("illegal move: {error}"));
        }
        let id = command.id.clone();
        let resign = self.resign;
        self.engine.start(player, Job { id, session, only, limits, resign, purpose, wanted });
        Ok(Reply::Later)
    }

    fn player(&mut self) -> Result<Box<dyn Player>, String> {
        match self.engine.take() {
            Some(player) => Ok(player),
            None => self.game.session().player(&self.spec, self.memory).map_err(|e| e.to_string()),
        }
    }
}

fn dialect(command: &Command) -> Dialect {
    if command.name.starts_with("lz-") { Dialect::Leela } else { Dialect::Kata }
}

/// Returns the moves to look at; all if there are none.
fn only(session: &dyn Session, wanted: &Wanted) -> Vec<String> {
    let side = session.to_move();
    let mut only: Vec<String> = Vec::new();
    for restriction in wanted.restrictions.iter().filter(|r| r.side == side && r.only) {
        only.extend(restriction.vertices.iter().cloned());
    }
    let avoided: Vec<_> = wanted
        .restrictions
        .iter()
        .filter(|r| r.side == side && !r.only)
        .flat_map(|r| &r.vertices)
        .collect();
    if !avoided.is_empty() {
        if only.is_empty() {
            only = session.legal_moves();
        }
        only.retain(|m| !avoided.iter().any(|avoided| avoided.eq_ignore_ascii_case(m)));
    }
    only
}

/// Returns about how many moves a side still has to make: half the empty cells, at least ten.
fn moves_to_come(session: &dyn Session) -> usize {
    let empty = session.board().cells.len().saturating_sub(session.view().pieces.len());
    (empty / 2).max(10)
}
