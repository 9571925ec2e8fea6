//! What a match found.

use games::{
    Ended, PlayerSpec,
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
    /// By number, whether it was the second player who failed.
    losers: Vec<(u64, bool)>,
}

impl Faults {
    pub(super) fn add(&mut self, number: u64, end: &Ended, fault: Option<&str>) {
        let Some(fault) = fault else { return };
        self.list.push((number, fault.to_owned()));
        let first_won = end.outcome.value_for(Match::first_player(number)) > 0;
        self.losers.push((number, first_won));
    }

    /// How many games each player lost by a failure.
    pub(super) fn forfeits(&self, standing: &Standing) -> [u64; 2] {
        let counting = self.losers.iter().filter(|(number, _)| standing.has(*number));
        let mut forfeits = [0; 2];
        counting.for_each(|(_, second)| forfeits[usize::from(*second)] += 1);
        forfeits
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
    out.line(&openings(a_match))?;
    for line in [copies(standing.results()), strength(standing.results()), reasons(standing)] {
        if !line.is_empty() {
            out.line(&line)?;
        }
    }
    if let Some(line) = test(standing) {
        out.line(&line)?;
    }
    if let Some(line) = forfeits([&first, &second], standing, faults) {
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

/// `forfeits: 2 of alphabeta, 0 of random`; nothing where nobody failed.
pub(super) fn forfeits(
    [first, second]: [&str; 2],
    standing: &Standing,
    faults: &Faults,
) -> Option<String> {
    let [a, b] = faults.forfeits(standing);
    (a + b > 0).then(|| format!("forfeits: {a} of {first}, {b} of {second}"))
}

/// `openings: 3 random plies, seed 1`.
pub(super) fn openings(a_match: &Match<'_>) -> String {
    let list = match a_match.openings.len() {
        1 => String::new(),
        n => format!("{n} of a list, "),
    };
    let plies = a_match.opening_plies;
    let noun = if plies == 1 { "ply" } else { "plies" };
    format!("openings: {list}{plies} random {noun}, seed {}", a_match.seed)
}

/// `distinct: 2 games of 20`; nothing if there are no copies.
fn copies(results: &Results) -> String {
    let games = results.tally.games();
    if results.distinct == games {
        return String::new();
    }
    format!("distinct: {} games of {games}", results.distinct)
}

/// `Elo +53 +- 30 (95 %), nElo +70, LOS 99.9 %`, or that there are too few games to tell; nothing without
/// games.
pub(super) fn strength(results: &Results) -> String {
    if results.tally.games() > 0 && !results.are_enough() {
        let (pairs, least) = (results.distinct_pairs(), Results::LEAST_PAIRS);
        return format!("strength: too few distinct pairs of games to tell ({pairs} of {least})");
    }
    let mut parts = Vec::new();
    if let Some(elo) = results.elo() {
        parts.push(format!("Elo {:+.0} +- {:.0} (95 %)", elo.difference, elo.error));
    }
    if let Some(elo) = results.normalized_elo() {
        parts.push(format!("nElo {elo:+.0}"));
    }
    if let Some(superiority) = results.superiority() {
        parts.push(format!("LOS {:.1} %", 100.0 * superiority));
    }
    parts.join(", ")
}

/// `SPRT H0 nElo 0, H1 nElo 5: LLR 1.20 (-2.94, 2.94), undecided`, and the pairs by points.
pub(super) fn test(standing: &Standing) -> Option<String> {
    let Sprt { elo0, elo1 } = standing.sprt()?;
    let (ratio, bound) = (standing.log_likelihood_ratio()?, Sprt::bound());
    let end = standing
        .verdict()
        .map_or_else(|| "undecided".to_owned(), |verdict| format!("{} accepted", verdict.name()));
    let pairs = standing.tested().map(|n| n.to_string()).join(", ");
    Some(format!(
        "SPRT H0 nElo {elo0}, H1 nElo {elo1}: LLR {ratio:.2} (-{bound:.2}, {bound:.2}), {end}\n\
         Ptnml(0-2): {pairs}"
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
    json::Match::of(a_match, standing, faults.of(standing), faults.forfeits(standing))
}
