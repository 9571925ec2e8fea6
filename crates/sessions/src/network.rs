//! Networks of others, through which Monte Carlo search plays any game: what crosses the border is a
//! batch of positions as numbers.

use core::fmt;
use std::sync::Arc;

use ai::{Mcts, Predictions, Predictor};
use games_core::{MoveList, Planes, TextError, entry::Playable, planes};

use crate::{Engine, Error, Player, PlayerSpec, Session, machine::check_memory, player};

/// A function that judges positions for Monte Carlo search, several at a time.
#[derive(Clone)]
pub struct Network {
    /// How many positions it is given at the most, at least 1.
    pub batch: usize,
    /// Whether planes are bytes and not floats.
    pub bytes: bool,
    /// Whether a search gathers the next batch while the function judges the last one, see
    /// [`MctsOptions::ahead`](ai::MctsOptions::ahead).
    pub ahead: bool,
    judge: Arc<Judge>,
}

type Judge = dyn Fn(Seen) -> Option<Predictions> + Send + Sync;

/// Positions as a network sees them, one after the other.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Seen {
    /// The number of positions, at least 1.
    pub positions: usize,
    /// Planes, rows and columns of each; all 0 where the board is no grid.
    pub shape: [usize; 3],
    /// The planes, see [`Describe::put_planes`](games_core::Describe::put_planes).
    pub planes: Numbers,
    /// The dense numbers of moves that the game has; none in some games.
    pub actions: Option<u32>,
    /// For each position which of these are legal.
    pub mask: Vec<bool>,
    /// The dense numbers of the legal moves of all positions, one position after the other, in the
    /// order of [`Predictions::legal`]; none in some games.
    pub legal: Vec<u32>,
    /// For each position how many of these belong to it and those before, as
    /// [`Predictions::legal_ends`].
    pub legal_ends: Vec<usize>,
}

/// The numbers of planes.
#[derive(Clone, PartialEq, Debug)]
pub enum Numbers {
    /// As bytes.
    Bytes(Vec<u8>),
    /// As floats.
    Floats(Vec<f32>),
}

impl Network {
    /// A function that returns for each position a value and, if it likes, weights for all actions;
    /// where it returns nothing the search ends.
    ///
    /// It has to answer about as many positions as it is given: the search panics otherwise.
    #[must_use]
    pub fn new(judge: impl Fn(Seen) -> Option<Predictions> + Send + Sync + 'static) -> Self {
        Self { batch: 64, bytes: false, ahead: false, judge: Arc::new(judge) }
    }

    /// The same, given so many positions at the most.
    #[must_use]
    pub fn with_batch(self, batch: usize) -> Self {
        Self { batch, ..self }
    }

    /// The same for a search that gathers the next batch meanwhile, or that waits.
    #[must_use]
    pub fn with_ahead(self, ahead: bool) -> Self {
        Self { ahead, ..self }
    }

    /// The same with planes of bytes, or of floats.
    #[must_use]
    pub fn with_bytes(self, bytes: bool) -> Self {
        Self { bytes, ..self }
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Network");
        fields.field("batch", &self.batch).field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl Seen {
    /// Room for so many positions.
    fn new(positions: usize, shape: [usize; 3], actions: Option<u32>, bytes: bool) -> Self {
        let numbers = positions * shape.iter().product::<usize>();
        let planes = if bytes {
            Numbers::Bytes(vec![0; numbers])
        } else {
            Numbers::Floats(vec![0.0; numbers])
        };
        let mask = vec![false; positions * actions.unwrap_or(0) as usize];
        let (legal, legal_ends) = (Vec::new(), Vec::new());
        Self { positions, shape, planes, actions, mask, legal, legal_ends }
    }

    /// The planes of a position; `None` where there are none.
    fn planes_of(&mut self, position: usize) -> Option<Planes<'_>> {
        let [count, rows, cols] = self.shape;
        let (each, cells) = (count * rows * cols, rows * cols);
        let part = position * each..(position + 1) * each;
        if each == 0 {
            return None;
        }
        Some(match &mut self.planes {
            Numbers::Bytes(all) => Planes::bytes(&mut all[part], cells),
            Numbers::Floats(all) => Planes::floats(&mut all[part], cells),
        })
    }

    /// Adds a legal move of a position; positions come one after the other.
    fn add_legal(&mut self, position: usize, id: u32) {
        let each = self.mask.len() / self.positions;
        self.mask[position * each + id as usize] = true;
        self.legal.push(id);
    }
}

/// Makes a player that judges by a network, for a game whose type is known here.
pub(crate) fn build<G: Playable>(
    session: &dyn Session,
    spec: &PlayerSpec,
    network: &Network,
    memory: Option<u64>,
) -> Result<Box<dyn Player>, Error> {
    let options = checked(spec)?.with_batch(network.batch).with_ahead(network.ahead);
    let at = session.to_position();
    let shape = planes::shape(&at.board(), &at.plane_names()).unwrap_or_default();
    let predictor = predictor::<G>(network, shape);
    let searcher = Box::new(Mcts::<G>::new(options).with_predictor(predictor));
    Ok(player::of_searcher((searcher, None), session, spec, memory))
}

/// Returns how a player searches that is to judge by a network, if it can.
fn checked(spec: &PlayerSpec) -> Result<ai::MctsOptions, Error> {
    let refused = |why: &str| Err(Error::Player(TextError::whole(&spec.to_string(), why)));
    if let Some(hash) = spec.hash {
        check_memory("hash", hash)?;
    }
    match &spec.engine {
        Engine::Mcts(_) if spec.eval.is_some() => {
            refused("what judges positions is given already, beside eval=")
        }
        Engine::Mcts(options) => {
            let seed = spec.seed.unwrap_or_else(games_core::fresh_seed);
            Ok(options.with_seed(seed).with_threads(spec.threads))
        }
        _ => refused("only mcts judges positions in batches"),
    }
}

fn predictor<G: Playable>(network: &Network, shape: [usize; 3]) -> Predictor<G> {
    let (judge, bytes) = (Arc::clone(&network.judge), network.bytes);
    let numbers = move |game: &G, states: &[G::State]| {
        let mut seen = Seen::new(states.len(), shape, game.action_count(), bytes);
        for (position, state) in states.iter().enumerate() {
            if let Some(mut planes) = seen.planes_of(position) {
                game.put_planes(state, &mut planes);
            }
            if seen.actions.is_none() {
                continue;
            }
            for &m in game.list(state).as_slice() {
                seen.add_legal(position, game.action_id(m).expect("each move has a number"));
            }
            seen.legal_ends.push(seen.legal.len());
        }
        seen
    };
    Predictor::with_numbers(numbers, move |seen| judge(seen))
}
