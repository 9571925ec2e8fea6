//! `games perft --compare`: down to the first position in which two programs count differently.

use std::collections::{BTreeMap, BTreeSet};

use games::{PerftJob, PlayerSpec, Session, json, outside::Counter};
use serde::Serialize;

use crate::{failure::Failure, interrupt, output::Output, words::thousands};

/// The counts below each move of a position.
type Counts = BTreeMap<String, u64>;

pub(super) fn run(
    session: &dyn Session,
    player: &str,
    job: &dyn Fn(u32) -> PerftJob,
    depth: u32,
    out: &mut Output,
) -> Result<(), Failure> {
    let spec: PlayerSpec = player.parse()?;
    let mut counter = Counter::new(session, &spec)?;
    let mut walk = session.boxed_clone();
    let mut count = |session: &dyn Session, depth: u32| -> Result<[Counts; 2], Failure> {
        let ours = session.divide(&job(depth), interrupt::flag());
        let theirs = counter.divide(session, depth, interrupt::flag())?;
        match (ours, theirs) {
            (Ok(ours), Some(theirs)) => Ok([ours, theirs].map(|parts| parts.into_iter().collect())),
            _ => Err(Failure::Interrupted),
        }
    };
    let mut counts = count(&*walk, depth)?;
    let totals = counts.each_ref().map(total);
    let mut plies = depth;
    while let Some(m) = differing(&counts) {
        walk.play(&m)?;
        plies -= 1;
        counts = count(&*walk, plies)?;
    }
    let [here, there] = counts.each_ref().map(|counts| counts.keys().cloned().collect());
    let only = |a: &BTreeSet<String>, b| a.difference(b).cloned().collect();
    let answer = json::Comparison {
        agree: counts[0] == counts[1],
        nodes: totals,
        depth,
        position: walk.position(),
        moves: walk.played(),
        only_here: only(&here, &there),
        only_there: only(&there, &here),
    };
    print(session, &answer, &spec, out)?;
    if answer.agree { Ok(()) } else { Err(Failure::Other("the counts differ".to_owned())) }
}

fn total(counts: &Counts) -> u64 {
    counts.values().sum()
}

/// The first move that both have and count differently below; `None` where they have not the same
/// moves, or agree.
fn differing([here, there]: &[Counts; 2]) -> Option<String> {
    if !here.keys().eq(there.keys()) {
        return None;
    }
    here.iter().find(|(m, n)| there[*m] != **n).map(|(m, _)| m.clone())
}

/// A comparison and what was compared. Its position is the first that differs.
#[derive(Serialize)]
struct Compared<'a> {
    game: &'a str,
    rules: &'a str,
    player: String,
    #[serde(flatten)]
    found: &'a json::Comparison,
}

fn print(
    session: &dyn Session,
    answer: &json::Comparison,
    spec: &PlayerSpec,
    out: &mut Output,
) -> Result<(), Failure> {
    if out.is_json() {
        let (game, rules, player) = (session.game(), session.rules(), spec.to_string());
        return out.object(&Compared { game, rules, player, found: answer });
    }
    let name = spec.label();
    let [here, there] = answer.nodes.map(thousands);
    if answer.agree {
        return out.line(&format!("depth {}: {here}, and so counts {name}", answer.depth));
    }
    out.line(&format!("depth {}: {here} here, {there} by {name}", answer.depth))?;
    out.line("first position with other moves:")?;
    out.whole_line(&format!("position    {}", answer.position))?;
    out.line(&format!("moves       {}", answer.moves.join(" ")))?;
    out.line(&format!("only here   {}", answer.only_here.join(" ")))?;
    out.line(&format!("only there  {}", answer.only_there.join(" ")))
}
