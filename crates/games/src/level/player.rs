//! A player that is held back to a level.

use core::sync::atomic::AtomicBool;

use ai::{Limits, Value};
use games_core::{Rng, fresh_seed, seeded};

use super::{Strength, lottery};
use crate::{Clocks, Engine, Error, Forfeit, Player, PlayerSpec, SearchReport, Session};

/// Holds a player back to the level of its description, if that is not the highest.
pub(crate) fn at_level(
    player: Box<dyn Player>,
    session: &dyn Session,
    spec: &PlayerSpec,
    limits: Limits,
) -> Box<dyn Player> {
    let Some(strength) = spec.level.strength(&spec.engine) else { return player };
    let seed = spec.seed.unwrap_or_else(fresh_seed);
    Box::new(HeldBack {
        player,
        strength,
        in_a_tree: matches!(spec.engine, Engine::Mcts(_)),
        half_win: f64::from(session.half_win().max(1)),
        limits,
        seed,
        rng: Box::new(seeded(seed)),
    })
}

struct HeldBack {
    player: Box<dyn Player>,
    strength: Strength,
    /// Whether it plays out games in a tree, which counts in another way.
    in_a_tree: bool,
    /// The estimate, in hundredths, that is worth half a win.
    half_win: f64,
    /// What it is allowed at the most.
    limits: Limits,
    seed: u64,
    rng: Box<dyn Rng + Send>,
}

/// Bytes for table or tree: far more than so few positions need, and soon emptied.
const MEMORY: usize = 16 << 20;

/// Where there are fewer legal moves, the effort is that for so many: with few of them one looks
/// further ahead.
const LEAST_MOVES: usize = 20;

impl HeldBack {
    /// The limits in a position with so many legal moves.
    fn less(&self, legal: usize) -> Limits {
        let lines = self.limits.lines.max(self.strength.lines);
        let mut less = self.limits.clone().with_lines(lines);
        less.memory = less.memory.min(MEMORY);
        let effort = (self.strength.effort * legal.max(LEAST_MOVES) as f64) as u64;
        let limit = if self.in_a_tree { &mut less.simulations } else { &mut less.nodes };
        *limit = Some(limit.map_or(effort, |limit| limit.min(effort)));
        less
    }
}

impl HeldBack {
    /// The limits of a search that looks at every move, and no further.
    fn a_ply(&self, legal: usize) -> Limits {
        let mut limits = self.less(legal).with_depth(1);
        limits.nodes = None;
        limits
    }
}

impl Player for HeldBack {
    fn think(
        &mut self,
        session: &dyn Session,
        observer: &mut dyn FnMut(&SearchReport),
        stop: &AtomicBool,
    ) -> Result<SearchReport, Forfeit> {
        let lines = self.limits.lines;
        let mut fewer = |report: &SearchReport| {
            let mut report = report.clone();
            report.lines.truncate(lines);
            observer(&report);
        };
        self.player.set_limits(self.less(session.legal_count()));
        let mut report = self.player.think(session, &mut fewer, stop)?;
        if report.value() == Value::Unknown && self.limits.nodes.is_none() {
            // So few positions were not enough to look at every move.
            self.player.set_limits(self.a_ply(session.legal_count()));
            report = self.player.think(session, &mut fewer, stop)?;
        }
        let drawn = lottery::draw(&report.lines, self.strength.luck, self.half_win, &mut *self.rng);
        if drawn > 0 {
            let line = report.lines.remove(drawn);
            report.lines.insert(0, line);
        }
        report.lines.truncate(lines);
        Ok(report)
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn set_clocks(&mut self, session: &dyn Session, clocks: &Clocks) {
        if let Some(clock) = clocks.of(session.to_move()) {
            self.limits.time = Some(clock.share());
        }
    }

    fn set_root_moves(&mut self, session: &dyn Session, moves: &[String]) -> Result<(), Error> {
        self.player.set_root_moves(session, moves)
    }

    fn clear(&mut self) {
        self.rng = Box::new(seeded(self.seed));
        self.player.clear();
    }
}
