//! Generations of games, each played with what was learnt from those before.

use core::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};
use std::{
    io,
    path::Path,
    sync::{Arc, mpsc},
    thread,
    time::Instant,
};

use games_core::Layout;
use litemap::LiteMap;

use crate::{
    Choices, Fitted, Hire, Journal, JournalError, Learning, Played, Recipe, Samples, Teachable,
    Weights, cuts, fit, journal::Kept, scales, watch::Watch,
};

/// A training: games, and what is learnt from them.
#[derive(Debug)]
pub struct Course<'a> {
    game: Game<'a>,
    recipe: Recipe,
    games: Vec<Played>,
    /// After how many games each complete generation ended.
    ends: Vec<u64>,
    journal: Option<Journal>,
    teacher: Option<Teachers<'a>>,
}

/// How long a generation plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generation {
    /// So many games.
    Games(u64),
    /// Until then.
    Until(Instant),
}

/// How far a training has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Moment {
    /// The generation, from 1.
    pub generation: usize,
    /// Games of all generations.
    pub games: u64,
    /// Plies of all of them.
    pub plies: u64,
    /// Plies that were played by this process, and for how long.
    pub pace: (u64, Duration),
}

/// Where teachers come from.
#[derive(Clone, Copy)]
struct Teachers<'a>(Hire<'a>);

impl core::fmt::Debug for Teachers<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Teachers(..)")
    }
}

/// Shows its subject.
#[derive(Clone, Copy)]
struct Game<'a>(&'a dyn Teachable);

impl core::fmt::Debug for Game<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.subject().fmt(f)
    }
}

impl<'a> Course<'a> {
    /// A training from its beginning. Of the recipe's games, those are played that are named.
    #[must_use]
    pub fn new(game: &'a dyn Teachable, recipe: Recipe) -> Self {
        Self {
            game: Game(game),
            recipe,
            games: Vec::new(),
            ends: Vec::new(),
            journal: None,
            teacher: None,
        }
    }

    /// The same with teachers, one for each thread, who judge positions as the recipe says.
    #[must_use]
    pub fn with_teachers(self, hire: Hire<'a>) -> Self {
        Self { teacher: Some(Teachers(hire)), ..self }
    }

    /// The same with a file of games, from which it goes on where it was.
    ///
    /// # Errors
    ///
    /// That the file is of another training, or cannot be read and written.
    pub fn with_journal(self, path: &Path) -> Result<Self, JournalError> {
        let (journal, kept) = Journal::open(path, &self.game.0.subject(), &self.recipe)?;
        let Kept { games, generations } = kept;
        let named = &self.recipe.games;
        if !named.is_empty() && !fits(named, &generations, games.len() as u64) {
            let sizes = sizes(&generations);
            return Err(JournalError::Other(format!("its generations have {sizes:?} games")));
        }
        Ok(Self { games, ends: generations, journal: Some(journal), ..self })
    }

    /// Returns how many generations are complete.
    #[must_use]
    pub const fn generations(&self) -> usize {
        self.ends.len()
    }

    /// Returns how many games there are, those of a generation that is not complete among them.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns how many games the complete generations have.
    #[must_use]
    pub fn games_to_learn(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Plays and learns what the recipe says, on so many threads, which make no difference.
    ///
    /// # Errors
    ///
    /// Those of the journal and of teachers.
    pub fn finish(mut self, threads: usize) -> io::Result<Arc<Weights>> {
        let stop = AtomicBool::new(false);
        let mut weights = None;
        for &games in &self.recipe.games.clone() {
            self.play(Generation::Games(games), weights.as_ref(), threads, &mut |_| {}, &stop)?;
            weights = Some(self.learn(threads).weights);
        }
        let weights = weights.unwrap_or_else(|| self.learn(threads).weights);
        let cut = self.with_cuts(&weights, self.recipe.cuts, threads, &stop).unwrap_or(weights);
        let scaled = self.with_scales(&cut, self.recipe.scales, threads, &stop).unwrap_or(cut);
        Ok(if self.recipe.futility { self.with_futility(&scaled) } else { scaled })
    }

    /// Returns the same weights with what is measured of searches by them in so many positions of
    /// the games that they were learnt from: how well shallow ones foretell deep ones. With no
    /// positions, or for strengths of moves, nothing is measured. `None` if it was stopped.
    #[must_use]
    pub fn with_cuts(
        &self,
        weights: &Arc<Weights>,
        positions: u64,
        threads: usize,
        stop: &AtomicBool,
    ) -> Option<Arc<Weights>> {
        let Some((recipe, games)) = self.measured(weights, positions) else {
            return Some(Arc::clone(weights));
        };
        let places = cuts::places(games, positions);
        let pairs = cuts::measure(self.game.0, weights, &places, threads, stop);
        let recipe = Recipe { cuts: positions, ..recipe };
        let cut = || Arc::new(Weights::clone(weights).with_cut_pairs(pairs, &recipe));
        (!stop.load(Ordering::Relaxed)).then(cut)
    }

    /// Returns the same weights with what is measured in so many games that are played by them: what
    /// scores, changes and hints mean ([`Scales`](crate::Scales)). With no games, or for strengths of
    /// moves, nothing is measured. `None` if it was stopped.
    #[must_use]
    pub fn with_scales(
        &self,
        weights: &Arc<Weights>,
        games: u64,
        threads: usize,
        stop: &AtomicBool,
    ) -> Option<Arc<Weights>> {
        let Some((recipe, _)) = self.measured(weights, games) else {
            return Some(Arc::clone(weights));
        };
        // Searches do not prune by what is still to be measured.
        let recipe = Recipe { scales: games, futility: false, ..recipe };
        let weights = &Arc::new(Weights::clone(weights).with_recipe(&recipe));
        let scales = scales::measure(self.game.0, &recipe, weights, threads, stop);
        let scaled = || Arc::new(Weights::clone(weights).with_scales(scales, &recipe));
        (!stop.load(Ordering::Relaxed)).then(scaled)
    }

    /// Returns the same weights for searches that prune by their measured swing, if there is one.
    #[must_use]
    pub fn with_futility(&self, weights: &Arc<Weights>) -> Arc<Weights> {
        let swing = weights.scales().and_then(|scales| scales.swing);
        match (swing, weights.recipe().parse::<Recipe>()) {
            (Some(_), Ok(recipe)) => {
                let recipe = Recipe { futility: true, ..recipe };
                Arc::new(Weights::clone(weights).with_recipe(&recipe))
            }
            _ => Arc::clone(weights),
        }
    }

    /// The recipe of weights and the games that they were learnt from, if there is something to
    /// measure. A later generation may have gained nothing, so the weights say which games these are.
    fn measured(&self, weights: &Weights, number: u64) -> Option<(Recipe, &[Played])> {
        let is_measured = number > 0 && !weights.weighs_moves();
        let recipe = weights.recipe().parse::<Recipe>().ok().filter(|_| is_measured)?;
        let count = recipe.games.iter().sum::<u64>().min(self.games.len() as u64);
        Some((recipe, &self.games[..count as usize]))
    }

    /// Plays the games of a generation with these weights, or with the game's own estimate, and
    /// tells of it now and then. A generation that was begun is gone on with. Returns whether it is
    /// complete: `false` if it was stopped before.
    ///
    /// # Errors
    ///
    /// Those of the journal.
    pub fn play(
        &mut self,
        generation: Generation,
        weights: Option<&Arc<Weights>>,
        threads: usize,
        observer: &mut dyn FnMut(&Moment),
        stop: &AtomicBool,
    ) -> io::Result<bool> {
        let first = self.games_to_learn();
        let most = match generation {
            Generation::Games(games) => first + games,
            Generation::Until(_) => u64::MAX,
        };
        if !self.recipe.teacher.is_empty() && self.teacher.is_none() {
            return Err(io::Error::other("the recipe names a teacher, and there is none"));
        }
        let halt = AtomicBool::new(false);
        let next = AtomicU64::new(self.games.len() as u64);
        let (sender, receiver) = mpsc::channel();
        let (game, recipe) = (self.game.0, self.recipe.clone());
        let teachers = self.teacher;
        let work = |sender: &mpsc::Sender<Result<Played, String>>| -> Result<(), String> {
            let mut teacher = teachers.map(|Teachers(hire)| hire()).transpose()?;
            while !halt.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= most {
                    break;
                }
                let mut played = match &mut teacher {
                    None => game.play(&recipe, number, weights, &halt),
                    Some(teacher) if recipe.nodes == 0 => {
                        game.follow(&recipe, number, &mut **teacher, &halt)?
                    }
                    Some(teacher) => match game.play(&recipe, number, weights, &halt) {
                        Some(mut played) => {
                            let is_judged = game.judge(&mut played, &mut **teacher, &halt)?;
                            is_judged.then_some(played)
                        }
                        None => None,
                    },
                };
                if let (Some(played), Some(teacher)) = (&mut played, &mut teacher)
                    && !game.explore(&recipe, played, &mut **teacher, &halt)?
                {
                    break;
                }
                let Some(played) = played else { break };
                if sender.send(Ok(played)).is_err() {
                    break;
                }
            }
            Ok(())
        };
        let work = |sender: mpsc::Sender<Result<Played, String>>| {
            if let Err(why) = work(&sender) {
                let _ = sender.send(Err(why));
            }
        };
        let work = &work;
        let kept = thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let sender = sender.clone();
                scope.spawn(move || work(sender));
            }
            drop(sender);
            let enough = || match generation {
                Generation::Until(then) => Instant::now() >= then,
                Generation::Games(_) => false,
            };
            let kept = self.keep(&receiver, observer, &|| {
                if stop.load(Ordering::Relaxed) || enough() {
                    halt.store(true, Ordering::Relaxed);
                }
            });
            halt.store(true, Ordering::Relaxed);
            kept
        });
        kept?;
        let complete = !stop.load(Ordering::Relaxed) || self.games.len() as u64 == most;
        if complete {
            self.end_generation()?;
        }
        Ok(complete)
    }

    /// Keeps games as they come, in the order of their numbers.
    fn keep(
        &mut self,
        games: &mpsc::Receiver<Result<Played, String>>,
        observer: &mut dyn FnMut(&Moment),
        glance: &dyn Fn(),
    ) -> io::Result<()> {
        let (begun, mut plies) = (Instant::now(), 0);
        let before: u64 = self.games.iter().map(|game| game.moves.len() as u64).sum();
        let mut early = LiteMap::new_vec();
        loop {
            glance();
            match games.recv_timeout(Duration::from_millis(50)) {
                Ok(Ok(played)) => _ = early.insert(played.number, played),
                Ok(Err(why)) => return Err(io::Error::other(why)),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
            }
            while let Some(played) = early.remove(&(self.games.len() as u64)) {
                plies += played.moves.len() as u64;
                if let Some(journal) = &mut self.journal {
                    journal.add(&played)?;
                }
                self.games.push(played);
            }
            observer(&Moment {
                generation: self.ends.len() + 1,
                games: self.games.len() as u64,
                plies: before + plies,
                pace: (plies, begun.elapsed()),
            });
        }
    }

    fn end_generation(&mut self) -> io::Result<()> {
        let games = self.games.len() as u64;
        self.ends.push(games);
        match &mut self.journal {
            Some(journal) => journal.end_generation(games),
            None => Ok(()),
        }
    }

    /// Learns from all games of complete generations.
    #[must_use]
    pub fn learn(&self, threads: usize) -> Fitted {
        self.learn_first(self.ends.len(), threads)
    }

    /// Learns from the games of so many generations, as was done after them.
    ///
    /// # Panics
    ///
    /// If there are not so many.
    #[must_use]
    pub fn learn_first(&self, generations: usize, threads: usize) -> Fitted {
        let stop = AtomicBool::new(false);
        let watch = Watch { threads, observer: &mut |_| {}, stop: &stop };
        self.learn_by(generations, watch).expect("nobody stops it")
    }

    /// Learns from all games of complete generations, and tells how far it has come; `None` if it was
    /// stopped.
    #[must_use]
    pub fn learn_watched(
        &self,
        threads: usize,
        observer: &mut dyn FnMut(&Learning),
        stop: &AtomicBool,
    ) -> Option<Fitted> {
        self.learn_by(self.ends.len(), Watch { threads, observer, stop })
    }

    fn learn_by(&self, generations: usize, mut watch: Watch<'_>) -> Option<Fitted> {
        let game = self.game.0;
        let ends = &self.ends[..generations];
        let layout = game.layout();
        let count = ends.last().copied().unwrap_or(0) as usize;
        if game.learns_moves() {
            let recipe = self.recipe.without_measures().with_games(sizes(ends));
            let choices = choices(game, &self.games[..count]);
            return fit::moves::fit(game.subject(), layout, &recipe, &choices, &mut watch);
        }
        let (taught, games) = (self.recipe.taught(), &self.games[..count]);
        let samples = study(game, &layout, taught, games, &mut watch)?;
        let recipe = self.recipe.without_measures().with_games(sizes(ends));
        fit::fit(game.subject(), layout, game.goal(), &recipe, &samples, &mut watch)
    }
}

/// How many games each generation has.
fn sizes(ends: &[u64]) -> Vec<u64> {
    ends.iter().scan(0, |last, &end| Some(end - core::mem::replace(last, end))).collect()
}

/// Whether so many games, in generations that ended so, are the beginning of those that are named.
fn fits(named: &[u64], ends: &[u64], games: u64) -> bool {
    let begun = named.iter().take(ends.len() + 1).sum::<u64>();
    named.starts_with(&sizes(ends)) && games <= begun
}

/// What was chosen in the positions of games, in their order.
fn choices(game: &dyn Teachable, games: &[Played]) -> Choices {
    let mut choices = Choices::default();
    for played in games {
        game.study_moves(played, &mut choices);
    }
    choices
}

/// Games that a thread studies before what all of them saw is put together.
const SHARE: usize = 128;

/// The positions of games, in their order, which the number of threads does not change; `None` if it
/// was stopped.
fn study(
    game: &dyn Teachable,
    layout: &Layout,
    taught: f32,
    games: &[Played],
    watch: &mut Watch<'_>,
) -> Option<Samples> {
    let mut samples = Samples::default();
    for games in games.chunks(SHARE * watch.threads.max(1)) {
        watch.go_on(samples.len(), 0.0)?;
        let mut seen = vec![Samples::default(); games.len().div_ceil(SHARE)];
        thread::scope(|scope| {
            for (seen, games) in seen.iter_mut().zip(games.chunks(SHARE)) {
                scope.spawn(move || {
                    for played in games {
                        game.study(layout, taught, played, seen);
                    }
                });
            }
        });
        for seen in &seen {
            samples.append(seen);
        }
    }
    Some(samples)
}

#[cfg(test)]
mod tests {
    use games_core::toy::TicTacToe;

    use super::*;
    use crate::Teaching;

    #[test]
    fn threads_see_what_one_sees_game_by_game() {
        let game = Teaching::new(TicTacToe, "tic-tac-toe", "");
        let layout = game.layout();
        let recipe: Recipe = "nodes=2 opening=0-8".parse().unwrap();
        let stop = AtomicBool::new(false);
        let games =
            (0..2 * SHARE as u64 + 30).map(|number| game.play(&recipe, number, None, &stop));
        let games: Vec<Played> = games.map(Option::unwrap).collect();
        let mut plain = Samples::default();
        for played in &games {
            assert!(game.study(&layout, 0.0, played, &mut plain));
        }
        assert!(plain.len() > 500, "{}", plain.len());
        for threads in [1, 2, 5] {
            let mut watch = Watch { threads, observer: &mut |_| {}, stop: &stop };
            let seen = study(&game, &layout, 0.0, &games, &mut watch);
            assert_eq!(seen.as_ref(), Some(&plain), "{threads} threads");
        }
    }
}
