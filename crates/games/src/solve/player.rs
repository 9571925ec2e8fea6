//! The player `solver`.

use core::sync::atomic::AtomicBool;

use ai::{Limits, Searcher};
use games_core::{Record, entry::Playable};

use super::{Tables, searcher::Solver};
use crate::{Error, Forfeit, Player, SearchReport, Session, forfeit::Cause, player::record};

/// Perfect play, from tables or by solving the position on the fly.
pub(crate) struct Perfect<G: Playable> {
    solver: Solver<G>,
    limits: Limits,
}

impl<G: Playable> Perfect<G> {
    /// A player for a game; says why if the game, or its board, is not one that is solved.
    pub(crate) fn new(
        session: &dyn Session,
        tables: &Tables,
        threads: usize,
        limits: Limits,
    ) -> Result<Self, String> {
        let record: &Record<G> = record(session);
        record.game().space(record.state()).map_err(|e| format!("{}: {e}", session.game()))?;
        let tables = tables.of((session.game(), session.rules()), record.game());
        let tables = tables.into_iter().map(|(_, known)| known).collect();
        Ok(Self { solver: Solver::new(tables, threads), limits })
    }
}

impl<G: Playable> Player for Perfect<G> {
    fn think(
        &mut self,
        session: &dyn Session,
        observer: &mut dyn FnMut(&SearchReport),
        stop: &AtomicBool,
    ) -> Result<SearchReport, Forfeit> {
        let record = record::<G>(session);
        let report = self.solver.think(record, &self.limits, &mut |_| {}, stop);
        if let Some(why) = self.solver.failure() {
            return Err(Forfeit::new(Cause::Crash, format!("solver: {why}")));
        }
        let solved = self.solver.solved();
        let report = SearchReport { solved, ..SearchReport::of(record, &report) };
        observer(&report);
        Ok(report)
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn set_root_moves(&mut self, session: &dyn Session, moves: &[String]) -> Result<(), Error> {
        let record = record::<G>(session);
        let read = |text: &String| record.game().parse_move(record.state(), text);
        let moves = moves.iter().map(read).collect::<Result<Vec<_>, _>>().map_err(Error::Moves)?;
        self.solver.restrict_root(&moves);
        Ok(())
    }

    fn clear(&mut self) {
        self.solver.clear();
    }
}
