//! What a match found.

use games::{
    PlayerSpec,
    arena::{Match, Standing},
    elo::{Results, Tally},
    json,
    sprt::Sprt,
};

use crate::{failure::Failure, output::Output};

/// How many failures of players are told one by one.
const MAX_FAULTS: usize = 5;

/// The games in which a player failed.
#[derive(Default)]
pub(super) struct Faults {
    list: Vec<(u64, String)>,
}

impl Faults {
    pub(super) fn add(&mut self, number: u64, fault: Option<&str>) {
        if let Some(fault) = fault {
            self.list.push((number, fault.to_owned()));
        }
    }

    /// Those that count: with several games at a time, some after the end of a test do not.
    fn of<'a>(&'a self, standing: &'a Standing) -> impl Iterator<Item = &'a (u64, String)> {
        self.list.iter().filter(|(number, _)| standing.has(*number))
    }
}

pub(super) fn print(
    a_match: &Match<'_>,
    standing: &Standing,
    faults: &Faults,
    out: &mut Output,
) -> Result<(), Failure> {
    let [first, second] = a_match.players.map(PlayerSpec::label);
    let Tally { wins, draws, losses } = standing.results().tally;
    out.line(&format!("{first} against {second}: {wins} won, {draws} drawn, {losses} lost"))?;
    for line in [strength(standing.results()), reasons(standing)] {
        if !line.is_empty() {
            out.line(&line)?;
        }
    }
    if let Some(line) = test(standing) {
        out.line(&line)?;
    }
    for (number, fault) in faults.of(standing).take(MAX_FAULTS) {
        out.line(&format!("game {}: {fault}", number + 1))?;
    }
    let more = faults.of(standing).count().saturating_sub(MAX_FAULTS);
    if more > 0 {
        out.line(&format!("and {more} more failures"))?;
    }
    Ok(())
}

/// `Elo +53 +- 30 (95 %), superior by 99.9 %`; nothing without games.
pub(super) fn strength(results: &Results) -> String {
    let mut parts = Vec::new();
    if let Some(elo) = results.elo() {
        parts.push(format!("Elo {:+.0} +- {:.0} (95 %)", elo.difference, elo.error));
    }
    if let Some(superiority) = results.superiority() {
        parts.push(format!("LOS {:.1} %", 100.0 * superiority));
    }
    parts.join(", ")
}

/// `SPRT of Elo 5 against 0: LLR 1.20 (-2.94, 2.94)`, and what was accepted.
pub(super) fn test(standing: &Standing) -> Option<String> {
    let Sprt { elo0, elo1 } = standing.sprt()?;
    let (ratio, bound) = (standing.log_likelihood_ratio()?, Sprt::bound());
    let end = standing
        .verdict()
        .map_or_else(|| "undecided".to_owned(), |verdict| format!("{} accepted", verdict.name()));
    Some(format!(
        "SPRT H0 Elo {elo0}, H1 Elo {elo1}: LLR {ratio:.2} (-{bound:.2}, {bound:.2}), {end}"
    ))
}

/// `ends: checkmate 7 (5 won, 2 lost), stalemate 1 (1 drawn)`; nothing without games.
pub(super) fn reasons(standing: &Standing) -> String {
    let parts: Vec<_> = standing
        .reasons()
        .into_iter()
        .map(|(reason, tally)| {
            let Tally { wins, draws, losses } = tally;
            let counts = [(wins, "won"), (draws, "drawn"), (losses, "lost")];
            let counts: Vec<_> = counts
                .iter()
                .filter(|(n, _)| *n > 0)
                .map(|(n, what)| format!("{n} {what}"))
                .collect();
            format!("{reason} {} ({})", tally.games(), counts.join(", "))
        })
        .collect();
    if parts.is_empty() { String::new() } else { format!("ends: {}", parts.join(", ")) }
}

pub(super) fn json(a_match: &Match<'_>, standing: &Standing, faults: &Faults) -> json::Match {
    json::Match::of(standing, a_match.seed, faults.of(standing))
}
