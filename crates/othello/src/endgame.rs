//! Exact solving of endgames on boards of up to 8 squares a side.
//!
//! A search of its own, made for one question: how does this position end under best play? It is
//! a principal variation search with a transposition table that keeps whole positions, so that its
//! answers are proved. What makes it quick is known from the literature and from what the authors
//! of strong programs have written about them (G. Andersson, "Writing an Othello program"; M. Buro,
//! "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997;
//! M. Brockington, "Improving the quality of the endgame solver of Keyano", 1997):
//!
//! - fastest first: moves that leave the opponent few replies first (`order.rs`), higher up in the
//!   tree by the result of a small search with an estimate: one that was learnt, if it is lent one
//!   (`judge.rs`), otherwise its own;
//! - bounds around what that estimate foretells, in place of all scores (`aspiration.rs`);
//! - parity: with few empty squares, first into quarters of the board in which their number is odd
//!   (`search.rs`);
//! - stability: discs that can never be turned over again bound the score (`stability.rs`);
//! - enhanced transposition cutoffs (`search.rs`);
//! - a table of each thread for nodes near the end that fits into the processor's cache (`tables.rs`);
//! - threads that share the large table, the moves of a node whose first one was not good enough, and
//!   those of the principal variation after the second (`team.rs`);
//! - a function of its own for each of the last four empty squares, the last of which counts discs
//!   and turns none over (`last.rs`, `lines.rs`).

mod aspiration;
mod images;
mod judge;
mod last;
mod lines;
mod openings;
mod order;
mod root;
mod rule;
mod search;
mod stability;
mod table;
mod tables;
mod team;
#[cfg(test)]
mod tests;

use games_core::{Endgame, EndgameJob, SolvedLine};

use self::{
    judge::{Judges, Lent},
    root::Line,
    rule::Rule,
    search::{Budget, Search},
    table::NO_SQUARE,
    tables::Tables,
    team::Team,
};
use crate::{
    bitboard::{Layout, Size},
    moves::Move,
    position::{Position, Scoring},
};

/// Works a position out: returns the final margin in discs under best play, seen by the side to
/// move, and a line of best play to the end.
///
/// Takes a blink with 16 empty squares, about a second with 20, and half as long again to three
/// times as long for each square more. Memory: up to 64 MiB.
///
/// ```
/// use othello::{Position, Scoring, solve};
///
/// // Number 20 of the FForum test.
/// let text = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
/// let position: Position = text.parse().unwrap();
/// let (margin, line) = solve(&position, Scoring::EmptiesToWinner);
/// assert_eq!((margin, line[0].to_string().as_str()), (6, "h5"));
/// ```
#[must_use]
pub fn solve(position: &Position, scoring: Scoring) -> (i32, Vec<Move>) {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return (position.to_move().sign() * position.margin(scoring), Vec::new());
    }
    let budget = &mut |_| u64::MAX;
    let mut job = EndgameJob::new(&moves, 64 << 20, budget);
    let best = solve_job(position, scoring, &mut job).and_then(|mut lines| lines.pop());
    let Some(SolvedLine { moves, margin, .. }) = best else {
        unreachable!("without limits a line is found")
    };
    (margin / 2, moves)
}

/// Returns what it takes to work out a position whose game goes on; `None` on 10 by 10.
pub(crate) fn effort<B: Layout>(position: &Position<B>, scoring: Scoring) -> Option<Endgame> {
    let (own, opp) = (position.own().narrow()?, position.opponent().narrow()?);
    let plies = position.empties();
    if has_openings(position, scoring) && openings::know(own, opp) {
        return Some(Endgame::new(plies, KNOWN));
    }
    // Measured on the FForum positions, of which those with 20 empty squares take three to thirty
    // million.
    let positions = 50_000.0 * 2.4_f64.powi(plies as i32 - 14);
    Some(Endgame::new(plies, positions as u64))
}

/// What is known is found by less; but whoever has so few positions is to play as if it were not, so
/// that players with few of them and the games from which estimates were learnt stay what they are.
const KNOWN: u64 = 500_000;

/// Whether openings may be known.
fn has_openings<B: Layout>(position: &Position<B>, scoring: Scoring) -> bool {
    position.size() == Size::Six
        && scoring == Scoring::Plain
        && position.empties() >= openings::LEAST
}

/// Does what [`Evaluate::solve_endgame`](games_core::Evaluate::solve_endgame) asks for.
pub(crate) fn solve_job<B: Layout>(
    position: &Position<B>,
    scoring: Scoring,
    job: &mut EndgameJob<'_, Position<B>, Move<B>>,
) -> Option<Vec<SolvedLine<Move<B>>>> {
    let discs = (position.own().narrow()?, position.opponent().narrow()?);
    let squares: Vec<u8> =
        job.moves.iter().map(|m| if m.is_pass() { NO_SQUARE } else { m.bit() }).collect();
    let lent = job.estimates.map(|estimates| Lent { size: position.size(), estimates });
    let judges = lent.as_ref().map(|lent| lent as &dyn Judges);
    let team =
        Team::new(Tables::new(position.empties(), job.memory, job.threads), job.threads, judges);
    if job.may_know && has_openings(position, scoring) {
        openings::fill(team.tables.of(position.empties(), 0), discs.0 | discs.1);
    }
    let solve = match (position.size(), scoring) {
        (Size::Four, Scoring::Plain) => run::<Rules<4, true>>,
        (Size::Four, Scoring::EmptiesToWinner) => run::<Rules<4, false>>,
        (Size::Six, Scoring::Plain) => run::<Rules<6, true>>,
        (Size::Six, Scoring::EmptiesToWinner) => run::<Rules<6, false>>,
        (_, Scoring::Plain) => run::<Rules<8, true>>,
        (_, Scoring::EmptiesToWinner) => run::<Rules<8, false>>,
    };
    let lines = solve(discs, &squares, job.lines.max(1), &team, job.budget)?;
    let read = |&square: &u8| {
        if square == NO_SQUARE { Move::PASS } else { Move::on_bit(u32::from(square)) }
    };
    let solved =
        |line: Line| SolvedLine::new(line.squares.iter().map(read).collect(), 2 * line.score);
    Some(lines.into_iter().map(solved).collect())
}

fn run<R: Rule>(
    (own, opp): (u64, u64),
    squares: &[u8],
    wanted: usize,
    team: &Team<'_>,
    budget: Budget<'_>,
) -> Option<Vec<Line>> {
    team.lead::<R, _>(budget, |search| search.solve(Search::<R>::node(own, opp), squares, wanted))
}

/// A size of the board and a way to score.
struct Rules<const SIDE: u32, const PLAIN: bool>;

impl<const SIDE: u32, const PLAIN: bool> Rule for Rules<SIDE, PLAIN> {
    const SIDE: u32 = SIDE;
    const PLAIN: bool = PLAIN;
}
