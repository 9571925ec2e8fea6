//! A game as training sees it, with its type erased: whole games cross this border.

use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Searcher, Techniques, Value};
use games_core::{
    Adjudicate, EndgameJob, Features, Layout, MoveList, Outcome, Record, Rng, Side, seeded,
    zobrist::mix,
};

use crate::{
    Goal, Played, Recipe, Samples, Teacher, Weights, cuts::DEEPEST, estimator, weights::Subject,
};

/// A game that can be learnt.
pub trait Teachable: Sync {
    /// Returns which game, and by which rules.
    fn subject(&self) -> Subject;

    /// Returns what there is to see of positions.
    fn layout(&self) -> Layout;

    /// Returns what estimates aim at.
    fn goal(&self) -> Goal;

    /// Plays a game against itself, with these weights or the game's own estimate; `None` if it was
    /// stopped before the end.
    fn play(
        &self,
        recipe: &Recipe,
        number: u64,
        weights: Option<&Arc<Weights>>,
        stop: &AtomicBool,
    ) -> Option<Played>;

    /// Has a teacher judge the positions of a game that are worth learning from; `false` if it was
    /// stopped before the end.
    ///
    /// # Errors
    ///
    /// Why the teacher is of no more use, in one line.
    fn judge(
        &self,
        played: &mut Played,
        teacher: &mut dyn Teacher,
        stop: &AtomicBool,
    ) -> Result<bool, String>;

    /// Searches the position of a game before a ply by these weights, one depth after the other, and
    /// returns the scores for the side to move, from depth 1 on up to where the end of the game is
    /// seen, the search takes too long or is stopped.
    fn scores(
        &self,
        weights: &Arc<Weights>,
        played: &Played,
        ply: usize,
        stop: &AtomicBool,
    ) -> Vec<i32>;

    /// Adds the positions of a game that are worth learning from; `false` if it is no game by these
    /// rules.
    fn study(&self, layout: &Layout, played: &Played, samples: &mut Samples) -> bool;
}

/// How games are played to learn from. What the search learns to do later is not among it, so that a
/// recipe makes the same file for as long as these techniques do the same.
const TECHNIQUES: &[&str] = &[
    "iterative",
    "table",
    "deeper",
    "enhanced_cutoffs",
    "aspiration",
    "principal_variation",
    "hints",
    "killers",
    "counter_moves",
    "history",
    "quiescence",
    "extensions",
    "internal_reduction",
    "null_move",
    "late_moves",
    "futility",
];

/// Plies after which a game counts as drawn.
const MOST_PLIES: usize = 500;

/// Bytes for the table of a search, which sees some hundred positions.
const MEMORY: usize = 1 << 20;

/// Positions that a search visits to tell scores of many depths, at most, and bytes of its table.
const PROBED: u64 = 1_000_000;
const PROBE_MEMORY: usize = 16 << 20;

/// A game's own solver plays on where it expects to visit no more positions than these.
const SOLVED: u64 = 10_000;

/// What the word of a teacher counts for, beside the result of the game.
const TAUGHT: f32 = 0.75;

/// [`Teachable`] for any game.
#[derive(Clone, Debug)]
pub struct Teaching<G> {
    game: G,
    subject: Subject,
    goal: Goal,
}

impl<G: Adjudicate + Features> Teaching<G> {
    /// A game with its id, and its rules in words (`size=8`).
    #[must_use]
    pub fn new(game: G, id: &str, rules: &str) -> Self {
        let goal = goal_of(&game);
        Self { game, subject: Subject { game: id.to_owned(), rules: rules.to_owned() }, goal }
    }

    /// Whether a position in which this move was played is worth learning from: nothing is under way.
    fn is_lesson(&self, state: &G::State, m: G::Move) -> bool {
        self.game.is_quiet(state) && !self.game.is_noisy(state, m)
    }

    /// Plays the random plies of a game; another seed if the game ends by them.
    fn opened(&self, recipe: &Recipe, number: u64) -> (Record<G>, Vec<u16>) {
        let mut seed = mix(recipe.seed ^ mix(number));
        let (least, most) = recipe.opening;
        for tries in 0.. {
            let mut rng = seeded(seed);
            // Shorter ones after openings that end the game.
            let plies = (least + rng.below(most - least + 1)) >> (tries / 4).min(31);
            let mut record = Record::new(self.game.clone());
            let mut moves = Vec::new();
            for _ in 0..plies {
                let list = record.moves();
                if record.end().is_some() || list.as_slice().is_empty() {
                    break;
                }
                let i = rng.below(list.as_slice().len() as u32);
                moves.push(i as u16);
                let _ = record.play(list.as_slice()[i as usize]);
            }
            if record.end().is_none() || plies == 0 {
                return (record, moves);
            }
            seed = mix(seed);
        }
        unreachable!("openings without plies end no game")
    }
}

impl<G: Adjudicate + Features> Teachable for Teaching<G> {
    fn subject(&self) -> Subject {
        self.subject.clone()
    }

    fn layout(&self) -> Layout {
        self.game.layout()
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    fn play(
        &self,
        recipe: &Recipe,
        number: u64,
        weights: Option<&Arc<Weights>>,
        stop: &AtomicBool,
    ) -> Option<Played> {
        let (mut record, mut moves) = self.opened(recipe, number);
        let opening = moves.len() as u32;
        let techniques = Techniques::NONE.with(TECHNIQUES).with(&["endgames"]);
        let options = AlphaBetaOptions::default().with_techniques(techniques);
        let mut searcher = AlphaBeta::new(options);
        if let Some(weights) = weights {
            searcher = searcher.with_estimator(estimator(weights));
        }
        let limits = Limits::nodes(recipe.nodes).with_memory(MEMORY);
        while record.end().is_none() && record.plies() < MOST_PLIES {
            let line = match solved(&record) {
                Some(line) => line,
                None => vec![searcher.think(&record, &limits, &mut |_| {}, stop).best()?],
            };
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            for m in line {
                let place = record.moves().as_slice().iter().position(|&other| other == m)?;
                moves.push(place as u16);
                record.play(m).ok()?;
            }
        }
        let margin = matches!(self.goal, Goal::Margin);
        let judged = Vec::new();
        Some(Played { number, opening, end: end_of(&record, margin), moves, judged })
    }

    fn judge(
        &self,
        played: &mut Played,
        teacher: &mut dyn Teacher,
        stop: &AtomicBool,
    ) -> Result<bool, String> {
        teacher.begin()?;
        let mut state = self.game.initial();
        for (ply, &place) in (0..).zip(&played.moves) {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let list = self.game.list(&state);
            let Some(&m) = list.as_slice().get(usize::from(place)) else { break };
            if ply >= played.opening && self.is_lesson(&state, m) {
                played.judged.extend(teacher.judge()?.map(|worth| (ply as u16, worth)));
            }
            teacher.play(&self.game.move_text(&state, m))?;
            self.game.apply(&mut state, m);
        }
        Ok(true)
    }

    fn scores(
        &self,
        weights: &Arc<Weights>,
        played: &Played,
        ply: usize,
        stop: &AtomicBool,
    ) -> Vec<i32> {
        let mut record = Record::new(self.game.clone());
        for &place in &played.moves[..ply] {
            let m = record.moves().as_slice().get(usize::from(place)).copied();
            if m.is_none_or(|m| record.play(m).is_err()) {
                return Vec::new();
            }
        }
        let techniques = Techniques::NONE.with(TECHNIQUES);
        let options = AlphaBetaOptions::default().with_techniques(techniques);
        let mut searcher = AlphaBeta::new(options).with_estimator(estimator(weights));
        let limits = Limits::depth(DEEPEST).with_nodes(PROBED).with_memory(PROBE_MEMORY);
        let mut scores = Vec::new();
        let mut note = |report: &ai::Report<G::Move>| {
            let is_next = report.begun.is_none() && report.depth as usize == scores.len() + 1;
            if let (true, Some(Value::Estimate(score))) = (is_next, report.value()) {
                scores.push(score);
            }
        };
        searcher.think(&record, &limits.with_every_step(), &mut note, stop);
        scores
    }

    fn study(&self, layout: &Layout, played: &Played, samples: &mut Samples) -> bool {
        let mut state = self.game.initial();
        let mut judged = played.judged.iter().copied().peekable();
        for (ply, &place) in (0..).zip(&played.moves) {
            let list = self.game.list(&state);
            let Some(&m) = list.as_slice().get(usize::from(place)) else { return false };
            let worth = judged.next_if(|judged| u32::from(judged.0) == ply);
            if ply >= played.opening && self.is_lesson(&state, m) {
                let sign = self.game.to_move(&state).sign();
                let result = (sign * played.end) as f32 / 2.0;
                let label = worth.map_or(result, |(_, worth)| {
                    let taught = self.goal.expected(worth);
                    result + (taught - result) * TAUGHT
                });
                let own = if layout.corrects_own() { self.game.evaluate(&state) } else { 0 };
                samples.add(played.number as u32, label, own, &mut |rows| {
                    let start = rows.len();
                    self.game.features(layout, &state, rows);
                    self.game.stage(layout, &state, rows.len() - start)
                });
            }
            self.game.apply(&mut state, m);
        }
        true
    }
}

/// The margin where games have one, else the result.
fn goal_of<G: Adjudicate + Features>(game: &G) -> Goal {
    let mut rng = seeded(0);
    let mut state = game.initial();
    for _ in 0..MOST_PLIES {
        let Ok(m) = game.random_move(&state, &mut rng) else { break };
        game.apply(&mut state, m);
    }
    let has_margin = game.end(&state).is_some_and(|end| end.margin.is_some());
    let half_win = game.monte_carlo().half_win.max(1);
    if has_margin { Goal::Margin } else { Goal::Result { half_win } }
}

/// The best line of a position that the game's own solver works out soon.
fn solved<G: Adjudicate + Features>(record: &Record<G>) -> Option<Vec<G::Move>> {
    let (game, state) = (record.game(), record.state());
    if game.endgame(state)?.positions > SOLVED {
        return None;
    }
    let moves = record.moves();
    let mut left = 20 * SOLVED;
    let mut budget = |visited: u64| {
        left = left.saturating_sub(visited);
        left
    };
    let mut job = EndgameJob::new(moves.as_slice(), MEMORY, &mut budget);
    let mut lines = game.solve_endgame(state, &mut job)?;
    lines.truncate(1);
    lines.pop().map(|line| line.moves)
}

/// How a game ended, in half points seen by the first side; what did not end is even.
fn end_of<G: Adjudicate>(record: &Record<G>, margin: bool) -> i32 {
    let Some(end) = record.end() else { return 0 };
    let result = match end.outcome {
        Outcome::Win(Side::First) => 2,
        Outcome::Draw => 0,
        Outcome::Win(Side::Second) => -2,
    };
    if margin { end.margin.unwrap_or(result) } else { result }
}
