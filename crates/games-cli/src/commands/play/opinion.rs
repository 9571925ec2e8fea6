//! What the engine thinks, when a person asks.

use std::time::Duration;

use ai::{Limits, Value};
use games::{Engine, Player, PlayerSpec, SearchReport, Session};

use crate::{cli::Notation, failure::Failure, interrupt, progress, words};

/// How long it may think.
const TIME: Duration = Duration::from_secs(1);

/// Returns the best moves, a line each.
pub(super) fn hint(session: &dyn Session, report: &SearchReport, notation: Notation) -> String {
    let tell = |line: &games::SearchLine| {
        let pv = notation.line(session, &line.pv);
        format!("{}   {}: {}", pv[0], words::value(line.value), pv.join(" "))
    };
    report.lines.iter().map(tell).collect::<Vec<_>>().join("\n")
}

/// Returns what the position is worth for the side to move.
pub(super) fn told(session: &dyn Session, report: &SearchReport) -> String {
    let side = session.side_name(session.to_move());
    format!("{} for {side}, depth {}", words::value(report.value()), report.depth)
}

/// Whether the opponent of the side to move would rather have a draw than go on, by a search for
/// the side to move.
pub(super) fn is_content(report: &SearchReport) -> bool {
    match report.value() {
        Value::Estimate(hundredths) => hundredths >= 0,
        Value::Expected(mean) => mean >= 0.0,
        Value::Exact { result, .. } => result >= 0,
        _ => false,
    }
}

/// Makes an engine that thinks for a second and tells so many lines.
pub(super) fn adviser(
    session: &dyn Session,
    lines: usize,
    memory: Option<u64>,
) -> Result<Box<dyn Player>, Failure> {
    let spec = PlayerSpec::new(Engine::alpha_beta());
    let mut player = session.player(&spec, memory)?;
    let limits = Limits::time(TIME).with_memory(spec.limits(memory).memory).with_lines(lines);
    player.set_limits(limits);
    Ok(player)
}

/// Has the engine think for a second.
pub(super) fn think(
    session: &dyn Session,
    lines: usize,
    memory: Option<u64>,
) -> Result<SearchReport, Failure> {
    let mut player = adviser(session, lines, memory)?;
    let spinner = progress::spinner();
    let report = player.think(
        session,
        &mut |report| progress::say(&spinner, &words::search(report)),
        interrupt::flag(),
    );
    spinner.finish_and_clear();
    Ok(report?)
}
