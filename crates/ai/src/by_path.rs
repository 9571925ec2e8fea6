//! Ends below the root that the bare rules do not know: clocks, caps on length, dead material,
//! claims.
//!
//! What a table knows of a position was found out on other paths. Where ends by path are draws, they
//! take nothing from what a side cannot win by the bare rules, and nothing from a win that is shorter
//! than the [horizon](Adjudicate::horizon); where they may be wins, a position is another one for
//! each horizon ([`PathRules::salt`]). By repetition no quickest win is lost, since it comes to no
//! position twice; but it may come to one that stood so often in the game that one time more ends it
//! ([`Record::barred`]).

use games_core::{Adjudicate, End, Game, Record, Standing, zobrist};

use crate::{Line, Value, repetition::Past};

/// What the path may decide in a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathRules {
    /// Whether it decides anything.
    pub(crate) decide: bool,
    /// Whether it may win a game.
    pub(crate) win: bool,
    /// Whether a quickest win may come to a repetition.
    pub(crate) bar_wins: bool,
    /// Whether the side to move at the root may claim a draw there.
    may_claim: bool,
}

impl PathRules {
    /// What makes the key of a position one of the position with its horizon, where that tells them
    /// apart.
    #[inline]
    pub(crate) fn salt(self, horizon: usize) -> u64 {
        if self.win && horizon != usize::MAX { zobrist::mix(horizon as u64 + 1) } else { 0 }
    }

    /// Within how many plies a stored win has to come, where the path decides nothing for so many.
    #[inline]
    pub(crate) const fn longest_win(self, horizon: usize) -> usize {
        match self {
            Self { bar_wins: true, .. } => 0,
            // It was stored for this horizon.
            Self { win: true, .. } => usize::MAX,
            _ => horizon,
        }
    }

    /// Has these lines from the root say what they are worth there.
    pub(crate) fn look_at_root<M>(self, lines: &mut [Line<M>]) {
        for line in lines {
            line.value = self.at_root(line.value);
        }
    }

    /// What a line is worth at the root: who may claim a draw there has not lost.
    pub(crate) fn at_root(self, value: Value) -> Value {
        match value {
            Value::Exact { result: -1, .. } if self.may_claim => Value::Estimate(0),
            value => value,
        }
    }
}

/// What the path decides in the game that is searched.
#[derive(Debug)]
pub(crate) struct ByPath<'a, G: Adjudicate> {
    game: &'a G,
    clock: &'a G::Clock,
    plies: usize,
    pub(crate) rules: PathRules,
    /// Those of [`Record::barred`].
    pub(crate) barred: Vec<(u64, &'a G::State)>,
}

/// How far an end by path holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Holds {
    /// On any path to the position, or on any that its key does not tell from this one.
    Anywhere,
    /// On this path.
    OnThisPath,
    /// On this path if a side wants it: the draw can be claimed.
    IfClaimed,
}

impl<'a, G: Adjudicate> ByPath<'a, G> {
    pub(crate) fn new(record: &'a Record<G>, past: &Past<'a, G>) -> Self {
        let game = record.game();
        let decide = game.ends_by_path();
        let rules = PathRules {
            decide,
            win: decide && game.path_may_win(),
            bar_wins: decide && past.counts() && game.repeats_unlike_positions(),
            may_claim: record.claimable().is_some(),
        };
        let (clock, plies) = (record.clock(), record.plies());
        Self { game, clock, plies, rules, barred: record.barred() }
    }

    pub(crate) const fn game(&self) -> &'a G {
        self.game
    }

    /// Returns a number that differs where other positions are barred; 0 where none is.
    pub(crate) fn bars(&self) -> u64 {
        let mut sum = 0;
        for (key, _) in &self.barred {
            // Of no key, 0 among them, is it 0 again.
            sum = zobrist::mix(sum ^ key) | 1;
        }
        sum
    }

    /// Whether the game ends in this position however it came there.
    pub(crate) fn ends_anywhere(&self, state: &G::State) -> bool {
        self.rules.decide && self.ends_fresh(state, None)
    }

    /// How the path ends a game that stands so, where the bare rules let it go on, and how far that
    /// holds.
    fn end_at(&self, at: &Standing<'_, G>) -> Option<(End<G::Reason>, Holds)> {
        let (game, state, last) = (self.game, at.state, at.last);
        let adjudicated = game.adjudicate(at);
        let holds = match adjudicated {
            None => Holds::IfClaimed,
            Some(_) if self.ends_fresh(state, last) => Holds::Anywhere,
            Some(_) if self.rules.win && self.ends_by_length(at) => Holds::Anywhere,
            Some(_) => Holds::OnThisPath,
        };
        let end = adjudicated.or_else(|| game.claimable(at))?;
        game.status(state).outcome().is_none().then_some((end, holds))
    }

    /// Whether the game ends here however often the position has stood: where the path may win, the
    /// [key](PathRules::salt) of the position tells so.
    fn ends_by_length(&self, at: &Standing<'_, G>) -> bool {
        let Standing { state, clock, plies, last, .. } = *at;
        self.game.adjudicate(&Standing::new(state, clock, plies, last, &|| 1)).is_some()
    }

    fn horizon(&self, ply: usize, state: &G::State, clock: &G::Clock) -> usize {
        self.game.horizon(&Standing::new(state, clock, self.plies + ply, None, &|| 1))
    }

    /// Whether a game that began in this position would end there.
    fn ends_fresh(&self, state: &G::State, last: Option<G::Move>) -> bool {
        let clock = G::Clock::default();
        self.game.adjudicate(&Standing::new(state, &clock, 0, last, &|| 1)).is_some()
    }
}

/// A move that a search looks at, and the positions before and after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'a, G: Game> {
    pub(crate) before: &'a G::State,
    pub(crate) m: G::Move,
    pub(crate) after: &'a G::State,
}

/// The clocks on the way from the root to the position that a search looks at.
#[derive(Debug)]
pub(crate) struct Clocks<'a, G: Adjudicate> {
    by_path: &'a ByPath<'a, G>,
    /// Those below the root, in a game in which the path decides something.
    below: Vec<G::Clock>,
}

impl<'a, G: Adjudicate> Clocks<'a, G> {
    pub(crate) const fn new(by_path: &'a ByPath<'a, G>) -> Self {
        Self { by_path, below: Vec::new() }
    }

    #[inline]
    pub(crate) const fn rules(&self) -> PathRules {
        self.by_path.rules
    }

    /// The clock `ply` plies below the root.
    fn at(&self, ply: usize) -> &G::Clock {
        ply.checked_sub(1).map_or(self.by_path.clock, |below| &self.below[below])
    }

    /// Notes the move that is played in a position `ply` plies below the root; nothing for a pass
    /// that the rules do not know.
    #[inline]
    pub(crate) fn leave(&mut self, ply: usize, state: &G::State, m: Option<G::Move>) {
        if !self.rules().decide {
            return;
        }
        let clock = self.after(ply, state, m);
        self.below.truncate(ply);
        self.below.push(clock);
    }

    /// The clock after a move that is played in a position `ply` plies below the root.
    fn after(&self, ply: usize, state: &G::State, m: Option<G::Move>) -> G::Clock {
        let mut clock = self.at(ply).clone();
        if let Some(m) = m {
            self.by_path.game.tick(&mut clock, state, m);
        }
        clock
    }

    /// Returns how the path ends the game in a position `ply` plies below the root, where the bare
    /// rules let it go on, and how far that holds. `occurrences` says how often it has stood.
    #[inline]
    pub(crate) fn end(
        &self,
        ply: usize,
        state: &G::State,
        last: Option<G::Move>,
        occurrences: &dyn Fn() -> usize,
    ) -> Option<(End<G::Reason>, Holds)> {
        if !self.rules().decide {
            return None;
        }
        let plies = self.by_path.plies + ply;
        self.by_path.end_at(&Standing::new(state, self.at(ply), plies, last, occurrences))
    }

    /// The same after a move in a position `ply` plies below the root, which has this horizon: where
    /// clock and length decide nothing, nobody asks them.
    #[inline]
    pub(crate) fn end_after(
        &self,
        ply: usize,
        horizon: usize,
        step: &Step<'_, G>,
        occurrences: &dyn Fn() -> usize,
    ) -> Option<(End<G::Reason>, Holds)> {
        if !self.rules().decide {
            return None;
        }
        let Step { m, after, .. } = *step;
        let (clock, plies) = match horizon {
            0 | 1 => (self.after(ply, step.before, Some(m)), self.by_path.plies + ply + 1),
            _ => (G::Clock::default(), 0),
        };
        self.by_path.end_at(&Standing::new(after, &clock, plies, Some(m), occurrences))
    }

    /// Returns the clock of a game that is played on from a position `ply` plies below the root.
    pub(crate) fn play_on(&self, ply: usize) -> PlayedOn<'a, G> {
        let &ByPath { game, plies, rules, .. } = self.by_path;
        if !rules.decide {
            return PlayedOn { game: None, clock: G::Clock::default(), plies: 0 };
        }
        PlayedOn { game: Some(game), clock: self.at(ply).clone(), plies: plies + ply }
    }

    /// Returns for how many plies clock and length decide nothing from a position on that stands
    /// `ply` plies below the root.
    #[inline]
    pub(crate) fn horizon(&self, ply: usize, state: &G::State) -> usize {
        if !self.rules().decide {
            return usize::MAX;
        }
        self.by_path.horizon(ply, state, self.at(ply))
    }

    /// The same after a move in a position `ply` plies below the root.
    pub(crate) fn horizon_after(&self, ply: usize, step: &Step<'_, G>) -> usize {
        if !self.rules().decide {
            return usize::MAX;
        }
        let clock = self.after(ply, step.before, Some(step.m));
        self.by_path.horizon(ply + 1, step.after, &clock)
    }
}

/// The clock of a game that is played on from a position which a search has come to.
///
/// No earlier position counts, and draws that can be claimed are: what ends such a game has to hold
/// for it alone, so that less is asked than [`Clocks::end`] has to know.
#[derive(Debug)]
pub(crate) struct PlayedOn<'a, G: Adjudicate> {
    /// Nothing where the path decides nothing.
    game: Option<&'a G>,
    clock: G::Clock,
    plies: usize,
}

impl<G: Adjudicate> PlayedOn<'_, G> {
    /// Notes a move that is played.
    #[inline]
    pub(crate) fn leave(&mut self, state: &G::State, m: G::Move) {
        if let Some(game) = self.game {
            game.tick(&mut self.clock, state, m);
            self.plies += 1;
        }
    }

    /// Returns how the path ends the game after a move, where the bare rules let it go on.
    #[inline]
    pub(crate) fn end(&self, state: &G::State, m: G::Move) -> Option<End<G::Reason>> {
        let game = self.game?;
        let at = Standing::new(state, &self.clock, self.plies, Some(m), &|| 1);
        let end = game.adjudicate(&at).or_else(|| game.claimable(&at))?;
        game.status(state).outcome().is_none().then_some(end)
    }
}
