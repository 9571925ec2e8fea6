//! A game as training sees it, with its type erased: whole games cross this border.

mod asides;
mod moves;
mod walk;

use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use ai::{AlphaBetaOptions, Limits, Techniques};
use games_core::{Actions, Adjudicate, EVAL_LIMIT, Features, Layout, Rng, seeded, zobrist::mix};

use crate::{
    Choices, Goal, Judgement, Played, Recipe, Samples, Sight, Teacher, Weights, cuts::DEEPEST,
    weights::Subject,
};

use walk::Walking;
pub use walk::{Thought, Walk};

/// A game that can be learnt.
pub trait Teachable: Sync {
    /// Returns which game, and by which rules.
    fn subject(&self) -> Subject;

    /// Returns what there is to see of positions.
    fn layout(&self) -> Layout;

    /// Returns whether it is strengths of moves that are learnt, and no estimate.
    fn learns_moves(&self) -> bool {
        false
    }

    /// Returns what estimates aim at.
    fn goal(&self) -> Goal;

    /// Returns a game that begins.
    fn walk(&self) -> Box<dyn Walk + '_>;

    /// Plays a game against itself, with these weights or the game's own estimate or priors; `None`
    /// if it was stopped before the end.
    fn play(
        &self,
        recipe: &Recipe,
        number: u64,
        weights: Option<&Arc<Weights>>,
        stop: &AtomicBool,
    ) -> Option<Played> {
        let (walk, moves) = opened(&|| self.walk(), recipe, number);
        if self.learns_moves() {
            return moves::play(walk, (moves, number), (recipe, weights), stop);
        }
        play(walk, (moves, number), self.goal(), (recipe, weights), stop)
    }

    /// Plays a game as a teacher would, who judges each position; `None` if it was stopped before the
    /// end.
    ///
    /// # Errors
    ///
    /// Why the teacher is of no more use, in one line.
    fn follow(
        &self,
        recipe: &Recipe,
        number: u64,
        teacher: &mut dyn Teacher,
        stop: &AtomicBool,
    ) -> Result<Option<Played>, String> {
        let (_, opening) = opened(&|| self.walk(), recipe, number);
        follow(self.walk(), (opening, number), self.goal(), (recipe, teacher), stop)
    }

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
    ) -> Result<bool, String> {
        judge(self.walk(), played, teacher, stop)
    }

    /// Has a teacher judge positions off the way of a game; `false` if it was stopped before the end.
    ///
    /// # Errors
    ///
    /// Why the teacher is of no more use, in one line.
    fn explore(
        &self,
        recipe: &Recipe,
        played: &mut Played,
        teacher: &mut dyn Teacher,
        stop: &AtomicBool,
    ) -> Result<bool, String> {
        asides::explore(self.walk(), played, self.goal(), (recipe, teacher), stop)
    }

    /// Searches the position of a game before a ply by these weights, one depth after the other, and
    /// returns the scores for the side to move, from depth 1 on up to where the end of the game is
    /// seen, the search takes too long or is stopped.
    fn scores(
        &self,
        weights: &Arc<Weights>,
        played: &Played,
        ply: usize,
        stop: &AtomicBool,
    ) -> Vec<i32> {
        scores(self.walk(), weights, &played.moves[..ply], stop)
    }

    /// Looks at the position of a game before a ply by these weights, and at the move that was played
    /// there.
    fn sight(
        &self,
        weights: &Arc<Weights>,
        played: &Played,
        ply: usize,
        stop: &AtomicBool,
    ) -> Sight {
        sight(self.walk(), weights, (played, ply), stop)
    }

    /// Adds the positions of a game that are worth learning from; `false` if it is no game by these
    /// rules. What was said of positions while it was played counts for `taught`, between 0 and 1,
    /// the result for the rest; before the last move that was drawn by lot it counts alone.
    fn study(&self, layout: &Layout, taught: f32, played: &Played, samples: &mut Samples) -> bool {
        study(self.walk(), (self.goal(), taught), layout, played, samples)
    }

    /// Adds what was chosen in the positions of a game; `false` if it is no game by these rules.
    fn study_moves(&self, played: &Played, choices: &mut Choices) -> bool {
        moves::study(self.walk(), played, choices)
    }
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

/// Positions that a search visits to tell what a position is worth, at most.
const SIGHTED: u64 = 2000;

/// A game's own solver plays on where it expects to visit no more positions than these.
const SOLVED: u64 = 10_000;

/// [`Teachable`] for any game.
#[derive(Clone, Debug)]
pub struct Teaching<G> {
    game: G,
    subject: Subject,
    goal: Goal,
}

impl<G: Adjudicate + Features + Actions> Teaching<G> {
    /// A game with its id, and its rules in words (`size=8`).
    #[must_use]
    pub fn new(game: G, id: &str, rules: &str) -> Self {
        let goal = goal_of(&game);
        Self { game, subject: Subject { game: id.to_owned(), rules: rules.to_owned() }, goal }
    }
}

impl<G: Adjudicate + Features + Actions> Teachable for Teaching<G> {
    fn subject(&self) -> Subject {
        self.subject.clone()
    }

    fn layout(&self) -> Layout {
        self.game.layout()
    }

    fn learns_moves(&self) -> bool {
        self.game.move_row_count() > 0
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    fn walk(&self) -> Box<dyn Walk + '_> {
        Box::new(Walking::new(&self.game))
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

/// A game after its random plies, and the places of their moves; another seed if the game ends by
/// them.
fn opened<'a>(
    begin: &dyn Fn() -> Box<dyn Walk + 'a>,
    recipe: &Recipe,
    number: u64,
) -> (Box<dyn Walk + 'a>, Vec<u16>) {
    let mut seed = mix(recipe.seed ^ mix(number));
    let (least, most) = recipe.opening;
    for tries in 0.. {
        let mut rng = seeded(seed);
        // Shorter ones after openings that end the game.
        let plies = (least + rng.below(most - least + 1)) >> (tries / 4).min(31);
        let (mut walk, mut moves) = (begin(), Vec::new());
        for _ in 0..plies {
            let choices = walk.choices();
            if walk.is_over() || choices == 0 {
                break;
            }
            let place = rng.below(choices as u32) as u16;
            moves.push(place);
            walk.play(place);
        }
        if !walk.is_over() || plies == 0 {
            return (walk, moves);
        }
        seed = mix(seed);
    }
    unreachable!("openings without plies end no game")
}

/// Plays a game to its end.
fn play(
    mut walk: Box<dyn Walk + '_>,
    (mut moves, number): (Vec<u16>, u64),
    goal: Goal,
    (recipe, weights): (&Recipe, Option<&Arc<Weights>>),
    stop: &AtomicBool,
) -> Option<Played> {
    let mut opening = moves.len() as u32;
    let mut lots = lots(recipe, number);
    let techniques = Techniques::NONE.with(TECHNIQUES).with(&["endgames"]);
    walk.search_with(AlphaBetaOptions::default().with_techniques(techniques), weights);
    let limits = Limits::nodes(recipe.nodes).with_memory(MEMORY);
    // An estimate that was written by hand need not be in the units of margins, a teacher's word is.
    let is_believed = weights.is_some() || goal != Goal::Margin || !recipe.teacher.is_empty();
    let is_trusted = recipe.trust > 0 && is_believed;
    let mut judged = Vec::new();
    while !walk.is_over() && moves.len() < MOST_PLIES {
        if !walk.play_to_end(SOLVED, &mut moves) {
            let thought = walk.think(goal, &limits, stop)?;
            let worth = thought.worth.filter(|_| is_trusted && walk.is_lesson(thought.place));
            judged.extend(worth.map(|worth| (moves.len() as u16, worth)));
            // Where no search is believed nothing could be learnt of the positions before.
            let lot = if is_trusted { lot(recipe, &*walk, &mut lots) } else { None };
            moves.push(lot.unwrap_or(thought.place));
            walk.play(moves[moves.len() - 1]);
            if lot.is_some() {
                opening = moves.len() as u32;
            }
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
    }
    let end = walk.end(matches!(goal, Goal::Margin));
    Some(Played { number, opening, end, moves, judged, ..Played::default() })
}

/// Where lots of a game come from.
fn lots(recipe: &Recipe, number: u64) -> impl Rng + use<> {
    seeded(!mix(recipe.seed ^ mix(number)))
}

/// The place of a move by lot, if one is to be played.
fn lot(recipe: &Recipe, walk: &dyn Walk, lots: &mut impl Rng) -> Option<u16> {
    (lots.below(100) < recipe.stray).then(|| lots.below(walk.choices() as u32) as u16)
}

/// Plays a game to its end by the moves of a teacher.
fn follow(
    mut walk: Box<dyn Walk + '_>,
    (mut moves, number): (Vec<u16>, u64),
    goal: Goal,
    (recipe, teacher): (&Recipe, &mut dyn Teacher),
    stop: &AtomicBool,
) -> Result<Option<Played>, String> {
    teacher.begin()?;
    for &place in &moves {
        teacher.play(&walk.text(place))?;
        walk.play(place);
    }
    let mut opening = moves.len() as u32;
    let mut lots = lots(recipe, number);
    let mut judged = Vec::new();
    while !walk.is_over() && moves.len() < MOST_PLIES {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Judgement { best, worth } = teacher.judge()?;
        let best = best.ok_or("the teacher names no move")?;
        let best = walk
            .place(&best)
            .ok_or_else(|| format!("the teacher names {best:?}, which is no move"))?;
        let worth = worth.filter(|_| walk.is_lesson(best));
        judged.extend(worth.map(|worth| (moves.len() as u16, worth)));
        let lot = lot(recipe, &*walk, &mut lots);
        let place = lot.unwrap_or(best);
        teacher.play(&walk.text(place))?;
        walk.play(place);
        moves.push(place);
        if lot.is_some() {
            opening = moves.len() as u32;
        }
    }
    let end = walk.end(matches!(goal, Goal::Margin));
    Ok(Some(Played { number, opening, end, moves, judged, ..Played::default() }))
}

fn judge(
    mut walk: Box<dyn Walk + '_>,
    played: &mut Played,
    teacher: &mut dyn Teacher,
    stop: &AtomicBool,
) -> Result<bool, String> {
    teacher.begin()?;
    let first = played.first_lesson() as u32;
    // What the search said of them gives way to the teacher's word.
    played.judged.clear();
    for (ply, &place) in (0..).zip(&played.moves) {
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        if usize::from(place) >= walk.choices() {
            break;
        }
        if ply >= first && walk.is_lesson(place) {
            let Judgement { best, worth } = teacher.judge()?;
            let best = best.and_then(|best| walk.place(&best));
            let is_lesson = best.is_none_or(|best| walk.is_lesson(best));
            played.judged.extend(worth.filter(|_| is_lesson).map(|worth| (ply as u16, worth)));
        }
        teacher.play(&walk.text(place))?;
        walk.play(place);
    }
    Ok(true)
}

fn scores(
    mut walk: Box<dyn Walk + '_>,
    weights: &Arc<Weights>,
    moves: &[u16],
    stop: &AtomicBool,
) -> Vec<i32> {
    if !moves.iter().all(|&place| walk.play(place)) {
        return Vec::new();
    }
    let techniques = Techniques::NONE.with(TECHNIQUES);
    walk.search_with(AlphaBetaOptions::default().with_techniques(techniques), Some(weights));
    let limits = Limits::depth(DEEPEST).with_nodes(PROBED).with_memory(PROBE_MEMORY);
    walk.scores(&limits.with_every_step(), stop)
}

fn sight(
    mut walk: Box<dyn Walk + '_>,
    weights: &Arc<Weights>,
    (played, ply): (&Played, usize),
    stop: &AtomicBool,
) -> Sight {
    let (before, after) = played.moves.split_at(ply.min(played.moves.len()));
    let Some(&place) = after.first() else { return Sight::default() };
    if !before.iter().all(|&place| walk.play(place)) || usize::from(place) >= walk.choices() {
        return Sight::default();
    }
    let mut sight = Sight { hints: walk.hints(), played: place.into(), ..Sight::default() };
    let result = (walk.sign() * played.end).signum();
    let techniques = Techniques::NONE.with(TECHNIQUES);
    walk.search_with(AlphaBetaOptions::default().with_techniques(techniques), Some(weights));
    let limits = Limits::nodes(SIGHTED).with_memory(PROBE_MEMORY);
    // What is worked out to the end has no estimate.
    let score = walk.scores(&limits.with_every_step(), stop).pop();
    sight.score = score.map(|score| (score, result));
    let is_lesson = walk.is_lesson(place);
    let estimate = |walk: &dyn Walk| {
        let mut rows = Vec::new();
        let stage = walk.see(weights.layout(), &mut rows);
        let estimate = weights.estimate(stage, &rows, || walk.own_estimate());
        walk.sign() * estimate.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    };
    let here = estimate(&*walk);
    if walk.play(place) && is_lesson && !walk.is_over() && walk.is_quiet() {
        sight.change = Some((here, (estimate(&*walk) - here).abs()));
    }
    sight
}

fn study(
    mut walk: Box<dyn Walk + '_>,
    (goal, taught): (Goal, f32),
    layout: &Layout,
    played: &Played,
    samples: &mut Samples,
) -> bool {
    let mut judged = played.judged.iter().copied().peekable();
    let mut asides = played.asides.chunk_by(|a, b| a.ply == b.ply).peekable();
    for ply in 0..=played.moves.len() as u32 {
        if let Some(asides) = asides.next_if(|asides| u32::from(asides[0].ply) == ply)
            && !asides::study(&mut *walk, (played.number, asides), goal, layout, samples)
        {
            return false;
        }
        let Some(&place) = played.moves.get(ply as usize) else { break };
        if usize::from(place) >= walk.choices() {
            return false;
        }
        let worth = judged.next_if(|judged| u32::from(judged.0) == ply);
        let worth = worth.map(|(_, worth)| goal.expected(worth));
        let result = (walk.sign() * played.end) as f32 / 2.0;
        let label = match worth {
            Some(worth) if ply < played.opening => Some(worth),
            Some(worth) => Some(result + (worth - result) * taught),
            None => (ply >= played.opening && walk.is_lesson(place)).then_some(result),
        };
        if let Some(label) = label {
            let own = if layout.corrects_own() { walk.own_estimate() } else { 0 };
            samples.add(played.number as u32, label, own, &mut |rows| walk.see(layout, rows));
        }
        walk.play(place);
    }
    true
}

#[cfg(test)]
mod tests {
    use games_core::toy::TicTacToe;

    use super::*;
    use crate::Aside;

    #[test]
    fn the_result_tells_nothing_of_positions_before_a_move_by_lot() {
        let game = Teaching::new(TicTacToe, "toy", "");
        // The first side has a row of three in the end; its fifth ply came by lot.
        let moves = vec![0, 2, 0, 2, 0];
        let Goal::Result { half_win } = game.goal() else { panic!("it has no margin") };
        let judged = vec![(0, half_win), (3, half_win)];
        let asides = Vec::new();
        let played = Played { number: 0, opening: 3, end: 2, moves, judged, asides };
        let mut samples = Samples::default();
        assert!(game.study(&game.layout(), 0.75, &played, &mut samples));
        let labels: Vec<_> = (0..samples.len()).map(|i| samples.label(i)).collect();
        // Half a win; half a win by three quarters and a loss; the win.
        assert_eq!(labels, [0.5, 0.125, 1.0]);
    }

    #[test]
    fn positions_off_the_way_are_learnt_before_the_game_goes_on() {
        let game = Teaching::new(TicTacToe, "toy", "");
        let Goal::Result { half_win } = game.goal() else { panic!("it has no margin") };
        let aside = |ply, moves: &[u16], worth| Aside { ply, moves: moves.to_vec(), worth };
        let asides =
            vec![aside(0, &[8, 7], half_win), aside(0, &[8, 6, 0], -half_win), aside(2, &[5], 0)];
        let moves = vec![0, 2, 0, 2, 0];
        let mut played = Played {
            opening: 5,
            moves,
            judged: vec![(2, 3 * half_win)],
            asides,
            ..Played::default()
        };
        let mut samples = Samples::default();
        assert!(game.study(&game.layout(), 1.0, &played, &mut samples));
        let told: Vec<_> =
            (0..samples.len()).map(|i| (samples.rows(i).len(), samples.label(i))).collect();
        assert_eq!(told, [(2, 0.5), (3, -0.5), (3, 0.0), (2, 0.75)]);
        played.asides[1].moves[1] = 8;
        assert!(!game.study(&game.layout(), 1.0, &played, &mut Samples::default()), "no such move");
    }
}
