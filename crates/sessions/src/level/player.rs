//! A player that is held back to a level.

use core::sync::atomic::AtomicBool;

use ai::{Limits, Value};
use games_core::{Rng, fresh_seed, seeded};

use super::{Level, Strength, lottery};
use crate::{
    Cause, Clocks, Engine, Error, Eval, Forfeit, Player, PlayerSpec, SearchReport, Session,
};

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
        glance: None,
        spec: at_a_glance(spec),
        root_moves: Vec::new(),
        strength,
        in_a_tree: matches!(spec.engine, Engine::Mcts(_)),
        half_win: f64::from(session.half_win().max(1)),
        limits,
        seed,
        rng: Box::new(seeded(seed)),
    })
}

fn failed(error: &Error) -> Forfeit {
    Forfeit { cause: Cause::Crash, message: error.to_string() }
}

/// A player of the same kind that looks at each move alone, without what may come of it: where most
/// moves take something, captures in turn are as many positions as a search of some plies.
fn at_a_glance(spec: &PlayerSpec) -> PlayerSpec {
    let mut spec = spec.clone();
    let level = core::mem::replace(&mut spec.level, Level::FULL);
    // At full strength the usual estimate would be what the game learnt.
    spec.eval.get_or_insert(Eval::Own);
    if let Engine::AlphaBeta(options) = &mut spec.engine {
        options.techniques = level.techniques(options.techniques).without(&["quiescence"]);
    }
    spec
}

struct HeldBack {
    player: Box<dyn Player>,
    /// The player that looks at each move alone, once it was needed.
    glance: Option<Box<dyn Player>>,
    /// Its description.
    spec: PlayerSpec,
    /// The moves that may be played, if not all may.
    root_moves: Vec<String>,
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

/// As many moves as a usual position of chess has; alpha-beta's effort is for each of them there.
const USUAL_MOVES: f64 = 30.0;

/// For how many moves the effort is made at the least and at the most: with few of them one looks
/// further ahead, and with very many of them nobody is to wait.
const LEAST_MOVES: f64 = 20.0;
const MOST_MOVES: f64 = 60.0;

/// For how many moves alpha-beta makes its effort where there are so many.
fn counted(legal: usize) -> f64 {
    let legal = legal as f64;
    if legal <= USUAL_MOVES {
        return legal.max(LEAST_MOVES);
    }
    (legal * legal / USUAL_MOVES).min(MOST_MOVES)
}

impl HeldBack {
    /// The limits in a position with so many legal moves.
    fn less(&self, legal: usize) -> Limits {
        let lines = self.limits.lines.max(self.strength.weighed(legal));
        let mut less = self.limits.clone().with_lines(lines);
        less.memory = less.memory.min(MEMORY);
        let moves = if self.in_a_tree { 1.0 } else { counted(legal) };
        let effort = (self.strength.effort * moves) as u64;
        let limit = if self.in_a_tree { &mut less.simulations } else { &mut less.nodes };
        *limit = Some(limit.map_or(effort, |limit| limit.min(effort)));
        less
    }

    /// The limits of a search that looks at every move, and no further.
    fn a_ply(&self, legal: usize) -> Limits {
        let mut limits = self.less(legal).with_depth(1);
        limits.nodes = self.limits.nodes;
        limits
    }
}

impl HeldBack {
    /// The player that looks at each move alone, ready for a position.
    fn glance(&mut self, session: &dyn Session) -> Result<&mut dyn Player, Forfeit> {
        let limits = self.a_ply(session.legal_count());
        if !self.in_a_tree && self.glance.is_none() {
            self.glance = Some(self.new_glance(session).map_err(|e| failed(&e))?);
        }
        let glance = self.glance.as_mut().unwrap_or(&mut self.player);
        glance.set_limits(limits);
        Ok(&mut **glance)
    }

    fn new_glance(&self, session: &dyn Session) -> Result<Box<dyn Player>, Error> {
        let mut glance = session.player(&self.spec, None)?;
        if !self.root_moves.is_empty() {
            glance.set_root_moves(session, &self.root_moves)?;
        }
        Ok(glance)
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
        let mut report = SearchReport::default();
        let searches = self.strength.effort > 0.0;
        if searches {
            self.player.set_limits(self.less(session.legal_count()));
            report = self.player.think(session, &mut fewer, stop)?;
        }
        // Else so few positions were not enough to look at every move.
        if !searches || report.value() == Value::Unknown && self.limits.nodes.is_none() {
            report = self.glance(session)?.think(session, &mut fewer, stop)?;
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
        // It is made again with these.
        self.glance = None;
        self.root_moves.clear();
        self.player.set_root_moves(session, moves)?;
        self.root_moves.extend_from_slice(moves);
        Ok(())
    }

    fn clear(&mut self) {
        self.rng = Box::new(seeded(self.seed));
        self.glance = None;
        self.root_moves.clear();
        self.player.clear();
    }
}
