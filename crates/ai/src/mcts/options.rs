//! How a Monte Carlo tree search works, chosen by the caller or by the game.

#[cfg(doc)]
use games_core::Evaluate;
use games_core::MonteCarlo;

use super::prospect::Exploration;
use crate::chained::chained;

/// How an [`Mcts`](super::Mcts) searches. What is `None` is chosen by the game, see
/// [`Evaluate::monte_carlo`].
///
/// ```
/// use ai::MctsOptions;
///
/// let options = MctsOptions::default().with_seed(7).with_playout_plies(Some(20));
/// assert_eq!((options.seed, options.threads), (7, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct MctsOptions {
    /// How the way down the tree is chosen.
    pub policy: TreePolicy,
    /// The exploration constant, for results from -1 to 1; `None` for that of the
    /// [policy](TreePolicy::exploration).
    pub exploration: Option<f64>,
    /// By how much less than its parent a move is thought to be worth before it was visited, under
    /// [`TreePolicy::Puct`].
    pub first_play_reduction: f64,
    /// Who chooses the moves of playouts.
    pub playouts: Playouts,
    /// Moves after which a playout is broken off; its position counts by the estimate. With 0 no
    /// playouts are made.
    pub playout_plies: Option<u32>,
    /// Whether results of a move at later plies count (RAVE, GRAVE). Without effect in a game
    /// without dense numbers for moves.
    pub rave: Option<bool>,
    /// How soon the results of the move itself outweigh those of later plies: the share of the
    /// latter is *a* / (*a* + *n* + bias *a* *n*) after *n* and *a* visits.
    pub rave_bias: f64,
    /// Visits from which on a node uses its own results of later plies and not those of a node
    /// above; 0 for RAVE, more for GRAVE.
    pub rave_reference: u32,
    /// The share of the margin in the value of a finished game that has one, in 0 to 1; the rest is
    /// who won.
    pub margin: f64,
    /// Visits after which a node gets its children.
    pub expand_after: u32,
    /// How many positions a thread has judged at a time, at least 1 (0 counts as 1). With more than
    /// one, simulations wait for each other's estimates, see the [module](super).
    pub batch: usize,
    /// Whether one thread looks for the next positions while another asks a
    /// [`Predictor`](crate::Predictor) about those it has found: for one that takes longer than the
    /// search. Without effect on a search without a predictor, with a batch of one or with several
    /// threads, of which some look while others ask.
    pub ahead: bool,
    /// The seed of the playouts.
    pub seed: u64,
    /// Threads, at least 1 (0 counts as 1). With one, the search is deterministic.
    pub threads: usize,
}

/// How the way down the tree is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TreePolicy {
    /// The upper confidence bound: every move once, in the order of the game's hints, then the
    /// largest mean + exploration √(ln *N* / *n*).
    Uct,
    /// The predictor's bound: the largest mean + exploration *P* √*N* / (1 + *n*), where *P* is the
    /// move's share in the [priors](Evaluate::priors).
    #[default]
    Puct,
}

impl TreePolicy {
    /// Returns the constant that is used unless another one is given.
    #[must_use]
    pub const fn exploration(self) -> f64 {
        match self {
            Self::Uct => 1.0,
            Self::Puct => 1.5,
        }
    }
}

/// Who chooses the moves of playouts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Playouts {
    /// The game, by [`Evaluate::playout_move`].
    #[default]
    Game,
    /// Nobody: every legal move is equally likely.
    Uniform,
}

impl Default for MctsOptions {
    /// PUCT, everything else as the game says; seed 0, one thread.
    fn default() -> Self {
        Self {
            policy: TreePolicy::default(),
            exploration: None,
            first_play_reduction: 0.2,
            playouts: Playouts::default(),
            playout_plies: None,
            rave: None,
            rave_bias: 0.001,
            rave_reference: 50,
            margin: 0.05,
            expand_after: 1,
            batch: 1,
            ahead: false,
            seed: 0,
            threads: 1,
        }
    }
}

impl MctsOptions {
    chained! {
        with_policy(policy: TreePolicy),
        with_exploration(exploration: Option<f64>),
        with_first_play_reduction(first_play_reduction: f64),
        with_playouts(playouts: Playouts),
        with_playout_plies(playout_plies: Option<u32>),
        with_rave(rave: Option<bool>),
        with_rave_bias(rave_bias: f64),
        with_rave_reference(rave_reference: u32),
        with_margin(margin: f64),
        with_expand_after(expand_after: u32),
        with_batch(batch: usize),
        with_ahead(ahead: bool),
        with_seed(seed: u64),
        with_threads(threads: usize),
    }
}

/// Options with the game's choices filled in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Config {
    pub(super) policy: TreePolicy,
    pub(super) exploration: f32,
    /// The same for bounds of whole numbers.
    pub(super) whole_exploration: Exploration,
    pub(super) first_play_reduction: f32,
    pub(super) uniform: bool,
    pub(super) playout_plies: u32,
    pub(super) half_win: f64,
    pub(super) quiescence: bool,
    /// How many dense numbers moves have, if results of later plies count; 0 otherwise.
    pub(super) actions: u32,
    pub(super) rave_bias: f32,
    pub(super) rave_reference: u32,
    pub(super) margin: f64,
    pub(super) expand_after: u32,
    /// Whether several threads share the tree.
    pub(super) shared: bool,
    /// Whether there may be more than one simulation on its way.
    pub(super) overlapping: bool,
    /// How many positions are judged at a time.
    pub(super) batch: usize,
    /// Whether simulations wait to be judged together, and not each at once.
    pub(super) waits: bool,
    /// Whether a batch is judged by another thread while the next one is gathered.
    pub(super) ahead: bool,
    /// Whether a simulation on its way counts as its node's mean, and not as a loss.
    pub(super) expects: bool,
}

impl Config {
    /// `actions` are the dense numbers that the game's moves have.
    pub(super) fn new(options: &MctsOptions, hints: MonteCarlo, actions: Option<u32>) -> Self {
        let rave = options.rave.unwrap_or(hints.amaf);
        let exploration = options.exploration.unwrap_or(options.policy.exploration());
        Self {
            policy: options.policy,
            exploration: exploration as f32,
            whole_exploration: Exploration::of(exploration),
            first_play_reduction: options.first_play_reduction as f32,
            uniform: options.playouts == Playouts::Uniform,
            playout_plies: options.playout_plies.unwrap_or(hints.playout_plies),
            half_win: f64::from(hints.half_win.max(1)),
            quiescence: hints.quiescence,
            actions: if rave { actions.unwrap_or(0) } else { 0 },
            rave_bias: options.rave_bias as f32,
            rave_reference: options.rave_reference,
            margin: options.margin.clamp(0.0, 1.0),
            expand_after: options.expand_after,
            shared: options.threads > 1,
            overlapping: options.threads > 1 || options.batch > 1,
            batch: options.batch.max(1),
            waits: options.batch > 1,
            ahead: options.ahead && options.batch > 1 && options.threads <= 1,
            expects: options.batch > 1,
        }
    }

    /// The same for a search whose leaves a [`Predictor`](crate::Predictor) judges as they stand.
    pub(super) fn predicted(self, options: &MctsOptions) -> Self {
        let actions = if options.rave == Some(true) { self.actions } else { 0 };
        Self { playout_plies: 0, actions, waits: true, ..self }
    }
}
