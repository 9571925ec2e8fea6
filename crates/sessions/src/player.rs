//! Players whose types are erased.

use core::sync::atomic::AtomicBool;
use std::sync::Arc;

use ai::{AlphaBeta, Estimator, Limits, Mcts, ProofNumber, ProofNumberOptions, Random, Searcher};
use games_core::{Record, TextError, entry::Playable};
use learn::Weights;

use crate::{
    Clocks, Engine, Error, Forfeit, PlayerSpec, SearchReport, Session, estimate, level,
    machine::check_memory, outside, solve::Perfect,
};

/// A player that can be asked for move after move; it keeps its table or tree in between.
pub trait Player: Send {
    /// Looks for the best move of a game in progress. `observer` gets at most about ten reports a
    /// second.
    ///
    /// # Errors
    ///
    /// That an outside engine has no move that could be played. Our own searches always have one;
    /// a stopped outside engine may return a report without a line.
    ///
    /// # Panics
    ///
    /// If the session is of another game than the one the player was made for.
    fn think(
        &mut self,
        session: &dyn Session,
        observer: &mut dyn FnMut(&SearchReport),
        stop: &AtomicBool,
    ) -> Result<SearchReport, Forfeit>;

    /// Sets the limits of the searches to come.
    fn set_limits(&mut self, limits: Limits);

    /// Tells the time that both sides have left before the next search, which is to keep to the
    /// clock of the side to move. A player that knows no clocks is bounded by its limits alone.
    fn set_clocks(&mut self, session: &dyn Session, clocks: &Clocks) {
        let _ = (session, clocks);
    }

    /// Has the next search look at these moves of the position only; all, if there are none.
    ///
    /// # Errors
    ///
    /// [`Error::Moves`] for the first text that is no legal move; then it will look at all.
    fn set_root_moves(&mut self, session: &dyn Session, moves: &[String]) -> Result<(), Error>;

    /// Forgets everything learnt from earlier games.
    fn clear(&mut self);
}

struct Erased<G: Playable> {
    searcher: Box<dyn Searcher<G>>,
    limits: Limits,
    /// What is worth half a win, where that was measured for the weights.
    half_win: Option<i32>,
}

impl<G: Playable> Player for Erased<G> {
    fn think(
        &mut self,
        session: &dyn Session,
        observer: &mut dyn FnMut(&SearchReport),
        stop: &AtomicBool,
    ) -> Result<SearchReport, Forfeit> {
        let record = record::<G>(session);
        let half_win = self.half_win;
        let erase = |report: &ai::Report<G::Move>| SearchReport {
            half_win,
            ..SearchReport::of(record, report)
        };
        let mut observer = |report: &ai::Report<G::Move>| observer(&erase(report));
        let report = self.searcher.think(record, &self.limits, &mut observer, stop);
        Ok(erase(&report))
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn set_clocks(&mut self, session: &dyn Session, clocks: &Clocks) {
        if let Some(&clock) = clocks.of(session.to_move()) {
            let plies = session.plies_to_solve();
            let clock = plies.map_or(clock, |plies| clock.with_plies_left(plies));
            self.limits.time = Some(clock.share());
            self.limits.stretch = Some(clock.stretch());
        }
    }

    fn set_root_moves(&mut self, session: &dyn Session, moves: &[String]) -> Result<(), Error> {
        let record = record::<G>(session);
        let mut read = Vec::with_capacity(moves.len());
        for text in moves {
            read.push(record.game().parse_move(record.state(), text).map_err(Error::Moves)?);
        }
        self.searcher.restrict_root(&read);
        Ok(())
    }

    fn clear(&mut self) {
        self.searcher.clear();
    }
}

pub(crate) fn record<G: Playable>(session: &dyn Session) -> &Record<G> {
    session.as_any().downcast_ref().expect("a player is asked about the game it was made for")
}

/// Makes the player that a description names, for a game whose type is known here.
pub(crate) fn build<G: Playable>(
    session: &dyn Session,
    spec: &PlayerSpec,
    memory: Option<u64>,
) -> Result<Box<dyn Player>, Error> {
    if let Some(hash) = spec.hash {
        check_memory("hash", hash)?;
    }
    let weights = learned::<G>(session, spec)?;
    match searcher::<G>(spec, weights.as_ref()) {
        Some(searcher) => {
            let half_win = weights.and_then(|weights| weights.scales()).map(|of| of.half_win);
            Ok(of_searcher((searcher, half_win), session, spec, memory))
        }
        None => build_other(session, spec, memory),
    }
}

/// Makes a player of a search, and of the estimate that is worth half a win where that was measured.
pub(crate) fn of_searcher<G: Playable>(
    (searcher, half_win): (Box<dyn Searcher<G>>, Option<i32>),
    session: &dyn Session,
    spec: &PlayerSpec,
    memory: Option<u64>,
) -> Box<dyn Player> {
    let limits = spec.limits(memory);
    let player = Box::new(Erased { searcher, limits: limits.clone(), half_win });
    level::at_level(player, session, spec, limits)
}

/// Returns the weights that a player judges positions or moves by.
fn learned<G: Playable>(
    session: &dyn Session,
    spec: &PlayerSpec,
) -> Result<Option<Arc<Weights>>, Error> {
    let game = record::<G>(session).game();
    estimate::weights(session, spec, game.weights(), game.move_row_count() > 0)
}

/// Returns what positions are judged by.
fn estimator<G: Playable>(weights: Option<&Arc<Weights>>) -> Estimator<G> {
    weights.map_or_else(Estimator::own, learn::estimator)
}

/// Makes one of our own searches, if that is what is described.
fn searcher<G: Playable>(
    spec: &PlayerSpec,
    weights: Option<&Arc<Weights>>,
) -> Option<Box<dyn Searcher<G>>> {
    let seed = spec.seed.unwrap_or_else(games_core::fresh_seed);
    Some(match &spec.engine {
        Engine::Random => Box::new(Random::new(seed)),
        Engine::AlphaBeta(options) => {
            let techniques = spec.level.techniques(options.techniques);
            let options = options.with_threads(spec.threads).with_techniques(techniques);
            Box::new(AlphaBeta::<G>::new(options).with_estimator(estimator(weights)))
        }
        Engine::Mcts(options) => {
            let options = options.with_seed(seed).with_threads(spec.threads);
            let mcts = Mcts::<G>::new(options);
            Box::new(match weights.filter(|weights| weights.weighs_moves()) {
                Some(strengths) => mcts.with_priors(learn::priors(strengths)),
                None => mcts.with_estimator(estimator(weights)),
            })
        }
        Engine::Proof => Box::new(ProofNumber::<G>::new(ProofNumberOptions::default())),
        _ => return None,
    })
}

/// Makes a player that knows no game's type.
fn build_other(
    session: &dyn Session,
    spec: &PlayerSpec,
    memory: Option<u64>,
) -> Result<Box<dyn Player>, Error> {
    let limits = spec.limits(memory);
    match &spec.engine {
        Engine::Solver(tables) => match Perfect::new(session, tables, spec.threads, limits) {
            Ok(player) => Ok(Box::new(player)),
            Err(why) => Err(Error::Player(TextError::whole(&spec.to_string(), why))),
        },
        Engine::Uci(program) | Engine::Gtp(program) | Engine::NBoard(program) => {
            outside::player(session, spec, program, limits)
        }
        _ => {
            let text = spec.to_string();
            Err(Error::Player(TextError::whole(&text, "a human does not search by itself")))
        }
    }
}
