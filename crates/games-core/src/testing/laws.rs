//! Properties that every game must have, checked along random games. A game runs them all with
//! one line in its tests:
//!
//! ```
//! use games_core::{laws, toy::TicTacToe};
//!
//! laws::check(&TicTacToe, laws::Options::default());
//! ```
//!
//! The laws are those that the traits promise. What they cannot know is whether the rules are the
//! right ones: that needs positions, published counts and a slow twin.

mod counting;
mod features;
mod keys;
mod move_rows;
mod moves;
mod paths;
mod play;
mod spaces;
mod symmetries;
mod texts;
mod views;

use core::fmt;
use std::{
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
};

pub use self::spaces::check_space;
use crate::{Game, MoveList, Record, Rng, entry::Playable, seeded};

/// How thoroughly the laws are checked. The default takes about a second for a usual game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The number of random games, with the seeds from 0 on.
    pub games: u64,
    /// A game stops after so many plies.
    pub max_plies: usize,
    /// Where each move of a position is tried, at most so many are; another part of the list at
    /// each position.
    pub moves: usize,
    /// At most so many moves from other positions, and as many dense numbers, are tried at a
    /// position.
    pub foreign_moves: usize,
    /// Perft goes down as far as it counts at most about so many lines.
    pub perft_lines: u64,
    /// Perft, uniformity, spaces and the table of the symmetry group are checked at about so many
    /// positions.
    pub costly_positions: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            games: 4,
            max_plies: 200,
            moves: 40,
            foreign_moves: 100,
            perft_lines: 20_000,
            costly_positions: 12,
        }
    }
}

/// A law that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The law in words, one of [`names`].
    pub law: &'static str,
    /// Where and how it was broken.
    pub how: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "law broken: {}\n{}", self.law, self.how)
    }
}

/// Checks all laws.
///
/// # Panics
///
/// If a law is broken, with the first place where each of them is.
#[track_caller]
pub fn check<G: Playable>(game: &G, options: Options) {
    let broken = broken(game, options);
    let report: Vec<_> = broken.iter().map(ToString::to_string).collect();
    assert!(broken.is_empty(), "{}", report.join("\n\n"));
}

/// Returns the laws that are broken, each with the first place where it is.
///
/// A panic of the game counts as breaking the law during whose check it happened.
pub fn broken<G: Playable>(game: &G, options: Options) -> Vec<Broken> {
    let sample = match guarded(|| Ok(Sample::new(game, options))) {
        Ok(sample) => sample,
        Err(how) => return vec![Broken { law: RANDOM_GAMES, how }],
    };
    let mut broken = Vec::new();
    for (law, check) in laws() {
        let how = match check {
            Check::Each(check) => sample.first_broken(check, 1),
            Check::Costly(check) => sample.first_broken(check, sample.costly_step()),
            Check::Whole(check) => guarded(|| check(&sample)).err(),
        };
        if let Some(how) = how {
            broken.push(Broken { law, how });
        }
    }
    broken
}

/// Returns the names of all laws, in the order in which they are checked.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let laws = laws::<crate::toy::TicTacToe>();
    [RANDOM_GAMES].into_iter().chain(laws.into_iter().map(|(name, _)| name)).collect()
}

const RANDOM_GAMES: &str = "random games can be played";

/// `Err` tells how a law is broken.
type Verdict = Result<(), String>;

enum Check<G: Playable> {
    /// Holds at each position.
    Each(fn(&Sample<'_, G>, &Spot<G>) -> Verdict),
    /// The same, and takes long.
    Costly(fn(&Sample<'_, G>, &Spot<G>) -> Verdict),
    /// Holds for the sample of positions, or for the game as a whole.
    Whole(fn(&Sample<'_, G>) -> Verdict),
}

#[rustfmt::skip]
fn laws<G: Playable>() -> Vec<(&'static str, Check<G>)> {
    use Check::{Costly, Each, Whole};
    vec![
        ("moves are distinct and in a fixed order", Each(moves::distinct_and_stable)),
        ("an ongoing game has a move, a finished one has none", Each(moves::status_fits_moves)),
        ("count, status, list and every sink agree with the generator", Each(moves::sinks_agree)),
        ("a move is legal exactly if it is listed", Each(moves::legal_if_listed)),
        ("a refused move changes nothing", Each(moves::refusal_changes_nothing)),
        ("apply, try_apply and with_child agree, and with_child restores", Each(moves::children_agree)),
        ("a random move is legal, or the outcome is returned", Each(moves::random_is_legal)),
        ("random moves are uniform", Costly(moves::random_is_uniform)),
        ("dense numbers are below their count and round trip", Each(moves::actions_round_trip)),
        ("dense numbers that name a move are that move's number", Whole(moves::action_numbers)),
        ("position texts round trip, with the clock", Each(texts::positions_round_trip)),
        ("position texts from files may end in a newline", Each(texts::positions_may_end_in_a_newline)),
        ("move texts round trip", Each(texts::moves_round_trip)),
        ("different moves have different texts", Each(texts::move_texts_differ)),
        ("no text is read as a move that is not legal", Each(texts::only_legal_moves_are_read)),
        ("labels are read as their moves", Each(texts::labels_are_read)),
        ("lines of moves round trip", Whole(texts::lines_round_trip)),
        ("equal states have equal keys and different ones different keys", Whole(keys::keys_tell_states_apart)),
        ("keys kept by play equal keys of the position read from its text", Each(keys::kept_key_is_recomputed)),
        ("symmetry has an identity and inverses", Each(symmetries::identity_and_inverse)),
        ("symmetries form a group", Whole(symmetries::closed)),
        ("symmetry commutes with playing a move", Each(symmetries::commutes)),
        ("symmetry keeps status, moves, side to move and end", Each(symmetries::keeps_rules)),
        ("all images share the canonical key", Each(symmetries::canonical_key_is_shared)),
        ("keys of a space are shared by images alone", Costly(spaces::keys_stand_for_images)),
        ("children in a space are those of the rules", Costly(spaces::children_are_those_of_the_rules)),
        ("no move leads to an earlier tier", Costly(spaces::tiers_do_not_fall)),
        ("parents in a space are the positions whose child it is", Costly(spaces::parents_are_inverse)),
        ("perft is the same move by move, in bulk, with a table and on threads", Costly(play::perft_agrees)),
        ("end is there exactly when the game is over, and agrees", Each(play::end_fits_status)),
        ("a record undone to its start shows every text again", Whole(play::undo_restores)),
        ("a game ends by its path only as it says that it may", Whole(paths::path_decides_where_it_may)),
        ("clock and length decide nothing within the horizon", Whole(paths::horizon_holds)),
        ("a finished game counts as it ended", Each(counting::margins_are_final)),
        ("play that is resumed goes on with the side asked for", Each(counting::play_is_resumed)),
        ("dead pieces stand on the board", Whole(counting::dead_are_on_the_board)),
        ("estimates are within the limit", Each(play::estimates_are_bounded)),
        ("endgames are told by games that say they solve some", Each(play::endgames_are_told)),
        ("noisy moves are those that are called noisy", Each(play::noisy_moves_agree)),
        ("order hints are the same for all moves at once", Each(play::hints_agree)),
        ("what positions and moves are like is told of all or of none", Each(play::likeness_is_told)),
        ("a pass that search may try changes the side to move", Each(play::pass_changes_sides)),
        ("features are rows of the layout, each once, and those of the picture", Whole(features::hold)),
        ("a layout comes back from its text, and its images are symmetries", Whole(features::layout_is_whole)),
        ("rows of moves are below their count, and those of images", Costly(move_rows::hold)),
        ("final scores are within -1 and 1 and fit the outcome", Each(play::scores_fit)),
        ("the board is whole: cells, names, labels, dots", Whole(views::board_is_whole)),
        ("pieces and marks lie on cells", Each(views::view_is_on_the_board)),
        ("planes show the pieces of the view", Each(views::planes_show_the_view)),
        ("every move can be picked on existing cells or is a button", Each(views::moves_can_be_picked)),
        ("moves picked alike have different labels", Each(views::labels_tell_moves_apart)),
    ]
}

/// One position of a random game.
struct Spot<G: Playable> {
    state: G::State,
    clock: G::Clock,
    last: Option<G::Move>,
    moves: Vec<G::Move>,
    ply: usize,
    seed: u64,
    /// Number of the position in the sample.
    index: usize,
}

/// The positions of some random games.
struct Sample<'a, G: Playable> {
    game: &'a G,
    options: Options,
    spots: Vec<Spot<G>>,
    games: Vec<Record<G>>,
    /// Moves that are legal somewhere in the sample, each once, in the order they were met.
    met: Vec<G::Move>,
}

impl<'a, G: Playable> Sample<'a, G> {
    fn new(game: &'a G, options: Options) -> Self {
        let mut sample =
            Self { game, options, spots: Vec::new(), games: Vec::new(), met: Vec::new() };
        let mut known = HashSet::new();
        for seed in 0..options.games {
            let mut rng = seeded(seed);
            let mut record = Record::new(game.clone());
            loop {
                let moves = game.list(record.state()).as_slice().to_vec();
                for &m in &moves {
                    if known.insert(m) {
                        sample.met.push(m);
                    }
                }
                let chosen =
                    (!moves.is_empty()).then(|| moves[rng.below(moves.len() as u32) as usize]);
                sample.spots.push(Spot {
                    state: record.state().clone(),
                    clock: record.clock().clone(),
                    last: record.last_move(),
                    moves,
                    ply: record.plies(),
                    seed,
                    index: sample.spots.len(),
                });
                match chosen {
                    Some(m) if record.end().is_none() && record.plies() < options.max_plies => {
                        let text = record.position_text();
                        record.play(m).unwrap_or_else(|e| {
                            panic!("{e}, although it is listed in {text} (game seed {seed})")
                        });
                    }
                    _ => break,
                }
            }
            sample.games.push(record);
        }
        sample
    }

    /// Every so many positions are looked at where it takes long.
    fn costly_step(&self) -> usize {
        self.spots.len().div_ceil(self.options.costly_positions.max(1)).max(1)
    }

    /// About [`Options::costly_positions`] positions from all over the sample, the first included.
    fn costly(&self) -> impl Iterator<Item = &Spot<G>> {
        self.spots.iter().step_by(self.costly_step())
    }

    /// Checks every so many positions; tells the first where the law is broken, and how.
    fn first_broken(&self, check: fn(&Self, &Spot<G>) -> Verdict, step: usize) -> Option<String> {
        for spot in self.spots.iter().step_by(step) {
            if let Err(how) = guarded(|| check(self, spot)) {
                return Some(format!("{how}\n{}", self.place(spot)));
            }
        }
        None
    }

    /// Some moves of a position: all of them if they are few.
    fn some_moves<'s>(&self, spot: &'s Spot<G>) -> impl Iterator<Item = G::Move> + use<'s, G> {
        window(&spot.moves, self.options.moves, spot.index).copied()
    }

    /// Moves that may or may not be legal in a position: from other ones, and by their numbers.
    fn foreign_moves(&self, spot: &Spot<G>) -> Vec<G::Move> {
        let most = self.options.foreign_moves;
        let mut moves = Vec::new();
        for &m in window(&self.met, most, spot.index) {
            moves.push(m);
        }
        let count = self.game.action_count().unwrap_or(0);
        let start = (spot.index * most) as u32;
        for i in 0..count.min(most as u32) {
            if let Some(m) = self.game.action(start.wrapping_add(i) % count) {
                moves.push(m);
            }
        }
        moves
    }

    /// Says where a position is found.
    fn place(&self, spot: &Spot<G>) -> String {
        let text = guarded(|| Ok(self.text(spot))).unwrap_or_else(|_| format!("{:?}", spot.state));
        format!("position: {text}\nply {} of the game with seed {}", spot.ply, spot.seed)
    }

    fn text(&self, spot: &Spot<G>) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.game.write_position(&spot.state, &spot.clock, &mut text);
        text
    }
}

/// At most `n` items of a list, starting elsewhere for each `turn`.
fn window<T>(items: &[T], n: usize, turn: usize) -> impl Iterator<Item = &T> {
    let start = if items.len() <= n { 0 } else { (turn * n) % items.len() };
    items.iter().cycle().skip(start).take(n.min(items.len()))
}

fn ensure(holds: bool, how: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(how()) }
}

/// Checks that two values are equal and shows them if not.
fn same<T: PartialEq + fmt::Debug>(a: &T, b: &T, what: impl Fn() -> String) -> Verdict {
    if a == b { Ok(()) } else { Err(unlike(a, b, &what)) }
}

/// What is said of values that are not equal. It knows no type, so it is compiled once.
fn unlike(a: &dyn fmt::Debug, b: &dyn fmt::Debug, what: &dyn Fn() -> String) -> String {
    format!("{}: {a:?} and {b:?}", what())
}

/// Turns a panic into a verdict.
fn guarded<T>(check: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let (mut check, mut result) = (Some(check), None);
    let panic = panic_of(&mut || result = check.take().map(|check| check()));
    result.unwrap_or(Err(panic))
}

/// Returns what is said of a panic; nothing if there is none.
fn panic_of(job: &mut dyn FnMut()) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(job)) else { return String::new() };
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    format!("panic: {message}")
}

/// Returns the state after a move.
fn after<G: Game>(game: &G, state: &G::State, m: G::Move) -> G::State {
    let mut state = state.clone();
    game.apply(&mut state, m);
    state
}
