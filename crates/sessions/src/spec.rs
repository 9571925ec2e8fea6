//! Players as people write them: `alphabeta:time=1s,hash=64MiB`.

mod engine;
mod eval;
mod forms;
mod keys;
mod mcts;
mod parse;
mod setting;

use core::{fmt, str::FromStr, time::Duration};

use ai::{Limits, Techniques};

use crate::{
    Clock, Error, Level, TimeControl, machine,
    outside::{Outside, command_line},
};
pub use engine::Engine;
pub use eval::Eval;

/// A player: who thinks, and within which bounds.
///
/// Its text is made of its fields: the keys whose values are not the usual ones, in the order of
/// the engine's [`keys`](Self::keys). Reading the text gives the same player again, tables of
/// solved positions apart.
///
/// ```
/// use sessions::PlayerSpec;
///
/// let mut spec: PlayerSpec = "mcts:seed=1,sims=500".parse()?;
/// spec.threads = 2;
/// assert_eq!(spec.to_string(), "mcts:sims=500,threads=2,seed=1");
/// # Ok::<(), sessions::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PlayerSpec {
    /// Who thinks, with the options that are its own.
    pub engine: Engine,
    /// Wall time a move.
    pub time: Option<Duration>,
    /// Whether `time` is that of the processor, of which other programs can take nothing away.
    pub cpu_clock: bool,
    /// Time for a game, in place of that for a move.
    pub tc: Option<TimeControl>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions a move.
    pub nodes: Option<u64>,
    /// Playouts a move.
    pub sims: Option<u64>,
    /// How many best lines it tells of; one if not given.
    pub lines: Option<u32>,
    /// How well it plays, where it could play better.
    pub level: Level,
    /// By which estimate it judges positions, or by which strengths moves. If nothing is said, a search
    /// at full strength takes what the game learnt for these rules, if it did and the search looks at
    /// that (only Monte Carlo search looks at strengths of moves), and all others the game's own.
    pub eval: Option<Eval>,
    /// Threads, at least 1.
    pub threads: usize,
    /// The seed; another one every time if not given.
    pub seed: Option<u64>,
    /// Bytes for table or tree.
    pub hash: Option<u64>,
    /// What tables of results call the player, where it was named.
    pub name: Option<String>,
}

impl PlayerSpec {
    /// Time a move if no limit is given.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

    /// The most threads that may be asked for.
    pub const MAX_THREADS: usize = 256;

    /// A player without bounds.
    #[must_use]
    pub const fn new(engine: Engine) -> Self {
        Self {
            engine,
            time: None,
            cpu_clock: false,
            tc: None,
            depth: None,
            nodes: None,
            sims: None,
            lines: None,
            level: Level::FULL,
            eval: None,
            threads: 1,
            seed: None,
            hash: None,
            name: None,
        }
    }

    /// Returns what to call the player: its name, or the text that describes it.
    #[must_use]
    pub fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.to_string())
    }

    /// Returns whether any limit was given; a level below the highest is one.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.time.is_some()
            || self.tc.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.sims.is_some()
            || self.level.is_held_back()
    }

    /// Returns the limits of a search, with a second a move where none was given, bounded to
    /// `memory` bytes if given.
    #[must_use]
    pub fn limits(&self, memory: Option<u64>) -> Limits {
        let usual = match self.engine {
            // All of a game's positions, and there may be a player on the other side.
            Engine::Solver(_) => machine::share() / 2,
            _ => Limits::MEMORY as u64,
        };
        let hash = self.hash.unwrap_or(usual);
        let bytes = memory.map_or(hash, |most| hash.min(most));
        let is_limited = self.is_limited() || self.engine.has_limits_of_its_own();
        let mut limits = Limits::none().with_memory(usize::try_from(bytes).unwrap_or(usize::MAX));
        limits.time = if is_limited { self.time } else { Some(Self::DEFAULT_TIME) };
        if let Some(control) = self.tc {
            // Whoever has a clock sets it; without one, every move is the first of a game.
            let clock = Clock::new(control);
            limits.time = Some(clock.share());
            limits.stretch = Some(clock.stretch());
        }
        limits.processor_time = self.cpu_clock;
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        limits.simulations = self.sims;
        limits.lines = self.lines.map_or(1, |lines| lines as usize);
        limits
    }

    /// Returns the same player leaving nothing out of the depth that it searches, if that is what it
    /// does otherwise: a win within the depth is then found, see [`ai::Techniques::EXACT`].
    #[must_use]
    pub fn with_full_width(mut self) -> Self {
        if let Engine::AlphaBeta(options) = &mut self.engine {
            options.techniques = options.techniques.and(Techniques::EXACT);
        }
        self
    }

    /// Returns the same player with another seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// The keys whose values are not the usual ones, as they are written.
    fn items(&self) -> Vec<String> {
        // A setting is a place that can be written to, so that one table does for both ways.
        let (mut own, mut usual) = (self.clone(), Self::new(self.engine.fresh()));
        let settings = own.settings().into_iter().zip(usual.settings());
        settings
            .filter(|(own, usual)| own.text() != usual.text())
            .filter_map(|(own, _)| Some(format!("{}={}", own.key, own.text()?)))
            .collect()
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut items = self.items();
        if let Some(Outside { command, options, .. }) = self.engine.outside() {
            items.insert(0, command_line::written(command));
            let own = |(name, value): &(String, String)| {
                format!("{}{name}={}", parse::OWN_OPTION, command_line::written_value(value))
            };
            items.extend(options.iter().map(own));
        }
        let colon = if items.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{}", self.engine.name(), items.join(","))
    }
}

impl FromStr for PlayerSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        parse::player(text).map_err(Error::Player)
    }
}

#[cfg(test)]
mod tests;
