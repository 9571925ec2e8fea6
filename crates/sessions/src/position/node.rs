//! The one implementation of positions: a node of the tree of all games that were looked at.

use core::{any::Any, fmt};
use std::sync::Arc;

use games_core::{
    Board, End, MoveList, Outcome, Planes, PlayError, Record, Side, Standing, TextError, View,
    entry::Playable,
};

use super::{Position, sealed::Sealed};
use crate::{Ended, Error, GameInfo, Session, session::erase};

/// What all positions of a game share.
struct Rules<G> {
    game: G,
    info: &'static GameInfo,
    text: String,
}

/// Small on purpose: with less than 1 KB a node of Go comes from where the allocator keeps small
/// pieces at hand.
struct Node<G: Playable> {
    rules: Arc<Rules<G>>,
    state: G::State,
    clock: G::Clock,
    end: Option<End<G::Reason>>,
    plies: u32,
    came: Option<(Arc<Self>, G::Move)>,
    /// For how many plies clock and length decide nothing; 0 in a game that has neither.
    horizon: usize,
    /// No position from before this ply comes again.
    since: u32,
    /// The repetition keys of the positions since then, this one included.
    seen: Seen,
    /// Whether a position since then may be this one; `false` is certain.
    may_repeat: bool,
}

/// The same position without the way to it, to be changed into another one.
impl<G: Playable> Clone for Node<G> {
    #[inline]
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            state: self.state.clone(),
            clock: self.clock.clone(),
            end: None,
            plies: self.plies,
            came: None,
            horizon: self.horizon,
            since: self.since,
            seen: self.seen,
            may_repeat: false,
        }
    }
}

/// A filter of keys (B. Bloom, 1970): positions of a game that do not repeat, nearly all of them, are
/// told from the rest without a walk over the game.
#[derive(Clone, Copy, Default)]
struct Seen([u64; 2]);

impl Seen {
    /// Adds a key, and returns whether it may have been there.
    fn add(&mut self, key: u64) -> bool {
        let word = &mut self.0[(key >> 6) as usize % 2];
        let bit = 1 << (key % 64);
        let was_there = *word & bit != 0;
        *word |= bit;
        was_there
    }
}

/// Makes a position of a game in progress.
pub(crate) fn of_record<G: Playable>(
    record: &Record<G>,
    info: &'static GameInfo,
    rules: &str,
) -> Arc<dyn Position> {
    let rules = Arc::new(Rules { game: record.game().clone(), info, text: rules.to_owned() });
    let mut node = Arc::new(Node::start(&rules, record.start().clone(), record.start_clock()));
    for (_, m) in record.history() {
        node = node.after(m);
    }
    node
}

impl<G: Playable> Node<G> {
    fn start(rules: &Arc<Rules<G>>, state: G::State, clock: &G::Clock) -> Self {
        let (rules, clock) = (Arc::clone(rules), clock.clone());
        let (end, plies, came, horizon, since) = (None, 0, None, 0, 0);
        let (seen, may_repeat) = (Seen::default(), false);
        let mut node =
            Self { rules, state, clock, end, plies, came, horizon, since, seen, may_repeat };
        node.judge();
        node
    }

    /// The position after a legal move.
    fn after(self: Arc<Self>, m: G::Move) -> Arc<Self> {
        // A copy, since this one is held, too. It is made where it stays: `Arc::new` would move it
        // there, which takes long where states are large.
        let mut after = Arc::clone(&self);
        let node = Arc::make_mut(&mut after);
        let game = &self.rules.game;
        game.tick(&mut node.clock, &self.state, m);
        game.apply(&mut node.state, m);
        node.plies = self.plies.saturating_add(1);
        node.came = Some((self, m));
        node.judge();
        after
    }

    fn judge(&mut self) {
        let game = &self.rules.game;
        self.end = game.end(&self.state);
        if !game.ends_by_path() {
            return;
        }
        let key = game.repetition_key(&self.state);
        let horizon = self.standing(|at| game.horizon(at));
        if horizon > self.horizon {
            // See `Adjudicate::horizon`: what adds to it cannot be taken back by play.
            (self.since, self.seen) = (self.plies, Seen::default());
        }
        self.horizon = horizon;
        self.may_repeat = key.is_some_and(|key| self.seen.add(key));
        if self.end.is_none() {
            self.end = self.standing(|at| self.rules.game.adjudicate(at));
        }
    }

    fn standing<R>(&self, look: impl FnOnce(&Standing<'_, G>) -> R) -> R {
        let occurrences = || self.occurrences();
        let last = self.last_move();
        look(&Standing::new(&self.state, &self.clock, self.plies(), last, &occurrences))
    }

    fn last_move(&self) -> Option<G::Move> {
        self.came.as_ref().map(|(_, m)| *m)
    }

    /// This position and those before it that may come again, the latest first.
    fn recent(&self) -> impl Iterator<Item = &Self> {
        self.path().take((self.plies - self.since) as usize + 1)
    }

    /// This position and those before it, the latest first.
    fn path(&self) -> impl Iterator<Item = &Self> {
        core::iter::successors(Some(self), |node| node.came.as_ref().map(|(before, _)| &**before))
    }

    fn occurrences(&self) -> usize {
        if !self.may_repeat {
            return 1;
        }
        let game = &self.rules.game;
        let Some(key) = game.repetition_key(&self.state) else { return 1 };
        let mut occurrences = 0;
        for node in self.recent() {
            if game.repetition_key(&node.state) == Some(key)
                && game.is_repetition(&node.state, &self.state)
            {
                occurrences += 1;
            }
        }
        occurrences
    }

    /// All that repetition may look at, in an order that does not tell how it came about.
    fn repeatable(&self) -> Vec<u64> {
        if !self.rules.game.ends_by_path() {
            return Vec::new();
        }
        let mut keys = Vec::new();
        for node in self.recent() {
            keys.extend(self.rules.game.repetition_key(&node.state));
        }
        keys.sort_unstable();
        keys
    }

    fn list(&self) -> G::List {
        if self.end.is_some() { G::List::default() } else { self.rules.game.list(&self.state) }
    }

    /// The legal moves by their texts, for games without dense numbers.
    fn sorted(&self) -> Vec<(String, G::Move)> {
        let mut moves = Vec::new();
        for &m in self.list().as_slice() {
            moves.push((self.rules.game.move_text(&self.state, m), m));
        }
        moves.sort_unstable();
        moves
    }

    fn find(&self, id: u32) -> Option<G::Move> {
        if self.end.is_some() {
            return None;
        }
        let game = &self.rules.game;
        if game.action_count().is_none() {
            return self.sorted().get(id as usize).map(|&(_, m)| m);
        }
        game.action(id).filter(|&m| game.is_legal(&self.state, m))
    }

    fn id(&self, m: G::Move) -> Option<u32> {
        let game = &self.rules.game;
        if game.action_count().is_some() {
            return game.action_id(m);
        }
        self.sorted().iter().position(|&(_, other)| other == m).map(|at| at as u32)
    }
}

/// Lets go of a long game one position after the other: by default each would let go of the one
/// before it from within, until no stack were left.
impl<G: Playable> Drop for Node<G> {
    fn drop(&mut self) {
        let mut before = self.came.take();
        while let Some((node, _)) = before {
            let mut node = node;
            // A node that others hold, too, stays; the last of them lets go of the rest.
            before = Arc::get_mut(&mut node).and_then(|node| node.came.take());
        }
    }
}

impl<G: Playable> fmt::Debug for Node<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({}) {}", self.rules.info.id, self.rules.text, self.text())
    }
}

impl<G: Playable> Sealed for Node<G> {}

impl<G: Playable> Position for Node<G> {
    fn info(&self) -> &'static GameInfo {
        self.rules.info
    }

    fn rules(&self) -> &str {
        &self.rules.text
    }

    fn session(&self) -> Box<dyn Session> {
        let mut path = Vec::with_capacity(self.plies());
        let mut start = self;
        for node in self.path() {
            start = node;
            path.extend(node.last_move());
        }
        let (game, state) = (self.rules.game.clone(), start.state.clone());
        let mut record = Record::from_position(game, state, start.clock.clone());
        for &m in path.iter().rev() {
            record.apply(m).expect("moves of a game are legal in it");
        }
        erase(record, self.rules.info, self.rules.text.clone())
    }

    fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.rules.game.write_position(&self.state, &self.clock, &mut text);
        text
    }

    fn to_move(&self) -> Side {
        self.rules.game.to_move(&self.state)
    }

    fn plies(&self) -> usize {
        self.plies as usize
    }

    fn key(&self) -> u64 {
        self.rules.game.key(&self.state)
    }

    fn canonical_key(&self) -> u64 {
        self.rules.game.canonical_key(&self.state)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end.as_ref().map(|end| end.outcome)
    }

    fn end(&self) -> Option<Ended> {
        self.end.as_ref().map(Ended::from)
    }

    fn before(&self) -> Option<Arc<dyn Position>> {
        let (before, _) = self.came.as_ref()?;
        Some(Arc::clone(before) as Arc<dyn Position>)
    }

    fn last_id(&self) -> Option<u32> {
        let (before, m) = self.came.as_ref()?;
        before.id(*m)
    }

    fn is_same_board(&self, other: &dyn Position) -> bool {
        let Some(other) = other.as_any().downcast_ref::<Self>() else { return false };
        self.rules.info.id == other.rules.info.id
            && self.rules.text == other.rules.text
            && self.state == other.state
    }

    fn is_same(&self, other: &dyn Position) -> bool {
        self.is_same_board(other)
            && other.as_any().downcast_ref::<Self>().is_some_and(|other| {
                self.clock == other.clock
                    && self.end == other.end
                    && self.horizon == other.horizon
                    && self.repeatable() == other.repeatable()
            })
    }

    fn actions(&self) -> Option<u32> {
        self.rules.game.action_count()
    }

    fn ids(&self, ids: &mut Vec<u32>) {
        let game = &self.rules.game;
        ids.clear();
        if self.end.is_some() {
            return;
        }
        if game.action_count().is_none() {
            ids.extend(0..game.count(&self.state) as u32);
            return;
        }
        game.action_ids(&self.state, ids);
    }

    fn id_text(&self, id: u32) -> Option<String> {
        self.find(id).map(|m| self.rules.game.move_text(&self.state, m))
    }

    fn id_label(&self, id: u32) -> Option<String> {
        self.find(id).map(|m| self.rules.game.label(&self.state, m))
    }

    fn texts(&self) -> Vec<String> {
        let game = &self.rules.game;
        let mut moves = self.sorted();
        if game.action_count().is_some() {
            moves.sort_by_key(|&(_, m)| game.action_id(m));
        }
        let mut texts = Vec::with_capacity(moves.len());
        for (text, _) in moves {
            texts.push(text);
        }
        texts
    }

    fn id_of(&self, text: &str) -> Result<u32, Error> {
        let game = &self.rules.game;
        let m = game.parse_move(&self.state, text).map_err(Error::Moves)?;
        // Where the game is over by its path, its bare rules still know moves.
        if let Some(end) = &self.end {
            let over = PlayError::<G::Move>::Over(end.outcome);
            return Err(Error::Moves(TextError::play(text, &over)));
        }
        let illegal = || Error::Moves(TextError::play(text, &PlayError::Illegal(m)));
        self.id(m).ok_or_else(illegal)
    }

    fn play_id(self: Arc<Self>, id: u32) -> Option<Arc<dyn Position>> {
        let m = self.find(id)?;
        Some(self.after(m))
    }

    fn apply_id(self: Arc<Self>, id: u32) -> Option<Arc<dyn Position>> {
        if self.end.is_some() {
            return None;
        }
        let Some(m) = self.rules.game.action(id) else { return self.play_id(id) };
        Some(self.after(m))
    }

    fn mask(&self, mask: &mut [bool]) {
        for &m in self.list().as_slice() {
            if let Some(id) = self.rules.game.action_id(m) {
                mask[id as usize] = true;
            }
        }
    }

    fn put_planes(&self, planes: &mut Planes<'_>) {
        self.rules.game.put_planes(&self.state, planes);
    }

    fn plane_names(&self) -> Vec<String> {
        self.rules.game.plane_names()
    }

    fn piece_kinds(&self) -> Vec<&'static str> {
        self.rules.game.piece_kinds()
    }

    fn symmetries(&self) -> u8 {
        self.rules.game.symmetries()
    }

    fn action_text(&self, id: u32) -> Option<String> {
        let game = &self.rules.game;
        game.action(id).map(|m| game.move_text(&game.initial(), m))
    }

    fn board(&self) -> Board {
        self.rules.game.board()
    }

    fn view(&self) -> View {
        self.rules.game.view(&self.state, self.last_move())
    }

    fn image(&self, g: u8) -> Option<Arc<dyn Position>> {
        let game = &self.rules.game;
        if g >= game.symmetries() {
            return None;
        }
        let state = game.map_state(g, &self.state);
        Some(Arc::new(Self::start(&self.rules, state, &G::Clock::default())))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
