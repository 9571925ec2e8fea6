//! Whether a generation is better than the one before: a match in equal time.

use core::sync::atomic::{AtomicBool, Ordering};
use std::{
    path::Path,
    time::{Duration, Instant},
};

use games::{
    Eval, PlayerSpec, Session,
    arena::{self, Match, MatchGame, Standing},
    sprt::{Sprt, Verdict},
};

use crate::{failure::Failure, interrupt};

/// Time a move.
const TIME: Duration = Duration::from_millis(20);

/// The most games; even play takes so many.
const GAMES: u64 = 400;

const TEST: Sprt = Sprt { elo0: 0.0, elo1: 50.0 };

/// New weights and those before, or what the game's authors wrote, as players of the search that
/// looks at them.
pub(super) fn players(new: &Path, before: Option<&Path>, weighs_moves: bool) -> [PlayerSpec; 2] {
    let file = |path: &Path| Eval::File(path.display().to_string());
    [file(new), before.map_or(Eval::Own, file)].map(|eval| player(eval, weighs_moves))
}

/// Plays a match of two players until the test is decided or the time is over.
pub(super) fn play(
    session: &dyn Session,
    players: &[PlayerSpec; 2],
    threads: usize,
    most: Duration,
) -> Result<Standing, Failure> {
    let openings = [session.boxed_clone()];
    let mut a_match = Match::new(&openings, [&players[0], &players[1]], GAMES);
    a_match.opening_plies = arena::openings::plies_that_differ(session, GAMES / 2, 0);
    a_match.concurrency = threads;
    a_match.max_plies = arena::default_max_plies(session);
    let (begun, stop) = (Instant::now(), AtomicBool::new(false));
    let mut observer = |_: &MatchGame, _: &Standing| -> Result<(), Failure> {
        if begun.elapsed() >= most || interrupt::is_set() {
            stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    };
    a_match.play(Standing::new(Some(TEST)), &mut observer, &stop)
}

fn player(eval: Eval, weighs_moves: bool) -> PlayerSpec {
    let engine = if weighs_moves { "mcts" } else { "alphabeta" };
    let mut spec: PlayerSpec = engine.parse().expect("it is the name of an engine");
    spec.time = Some(TIME);
    spec.eval = Some(eval);
    spec
}

/// Whether the new weights are to be kept: the test says so, or they are ahead where it says
/// nothing yet.
pub(super) fn is_gain(standing: &Standing) -> bool {
    let tally = standing.results().tally;
    match standing.verdict() {
        Some(verdict) => verdict == Verdict::H1,
        None => tally.wins > tally.losses,
    }
}

/// `+30 =2 -8 against the generation before (H1)`.
pub(super) fn told(standing: &Standing, is_later: bool) -> String {
    let tally = standing.results().tally;
    let other = if is_later { "the generation before" } else { "the game's own estimate" };
    let verdict = standing.verdict().map_or("undecided", Verdict::name);
    let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
    format!("in equal time +{wins} ={draws} -{losses} against {other} ({verdict})")
}
