//! The live table on stderr, when somebody looks.

use std::{io::IsTerminal, time::Duration};

use games::{
    PlayerSpec,
    arena::{Match, Standing},
};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::report::{self, Faults};
use crate::{progress, words};

/// A bar with the results below it; hidden unless stderr is a terminal.
pub(super) struct Table {
    bar: ProgressBar,
    names: [String; 2],
}

/// The longest name that is shown in full.
const MAX_NAME: usize = 40;

/// The width from which on all is told in words.
pub(super) const USUAL: usize = 80;

impl Table {
    pub(super) fn new(a_match: &Match<'_>, standing: &Standing, faults: &Faults) -> Self {
        let bar = bar(a_match.games, standing.results().tally.games());
        let names = a_match.players.map(PlayerSpec::label);
        let table = Self { bar, names };
        table.show(standing, faults);
        table
    }

    pub(super) fn show(&self, standing: &Standing, faults: &Faults) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(standing.results().tally.games());
        self.bar.set_message(text(&self.names, standing, faults, progress::columns()));
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// How the match stands, in lines of at most so many columns.
fn text(
    [first, second]: &[String; 2],
    standing: &Standing,
    faults: &Faults,
    columns: usize,
) -> String {
    let tally = standing.results().tally;
    let names = [short(first, columns), short(second, columns)];
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let row = |name: &str, won, lost| {
        if columns < USUAL {
            return format!("{name:width$}  +{won} ={} -{lost}", tally.draws);
        }
        format!("{name:width$}  {won:>6} won  {:>6} drawn  {lost:>6} lost", tally.draws)
    };
    let mut lines = vec![
        row(&names[0], tally.wins, tally.losses),
        row(&names[1], tally.losses, tally.wins),
        report::strength(standing.results()),
    ];
    lines.extend(report::test(standing));
    lines.push(report::reasons(standing));
    lines.extend(report::forfeits(names.each_ref().map(String::as_str), standing, faults));
    words::wrapped(&lines.join("\n"), columns)
}

/// A bar of games, of which some were played by an earlier call, with room for text below it; hidden
/// unless stderr is a terminal.
pub(super) fn bar(games: u64, played: u64) -> ProgressBar {
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new(games)
    } else {
        ProgressBar::hidden()
    };
    if let Ok(style) = ProgressStyle::with_template(template(progress::columns())) {
        let speed = |state: &indicatif::ProgressState, w: &mut dyn core::fmt::Write| {
            let _ = write!(w, "{:.2} games/s", state.per_sec());
        };
        let left = |state: &indicatif::ProgressState, w: &mut dyn core::fmt::Write| {
            let _ = match state.eta() {
                Duration::ZERO => write!(w, "?"),
                left => write!(w, "{:#}", HumanDuration(left)),
            };
        };
        bar.set_style(style.with_key("per_sec", speed).with_key("left", left));
    }
    bar.set_position(played);
    // Games of an earlier call took none of this one's time.
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// What of the course of a match has room in one line.
const fn template(columns: usize) -> &'static str {
    match columns {
        USUAL.. => "{elapsed} {bar:20} {pos}/{len} games, {per_sec}, at most {left} left\n{msg}",
        50.. => "{elapsed} {pos}/{len}, {per_sec}, {left} left\n{msg}",
        _ => "{pos}/{len}, {left} left\n{msg}",
    }
}

/// A name that leaves room for what stands beside it.
pub(super) fn short(name: &str, columns: usize) -> String {
    let most = MAX_NAME.min(columns.saturating_sub(20).max(8));
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 3).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use games::Ended;
    use games_core::{Outcome, Side};

    use super::*;

    #[test]
    fn the_table_fits_into_narrow_terminals_by_whole_words() {
        let names = ["alphabeta:depth=3,hash=64MiB", "mcts:sims=1000,exploration=0.7,threads=2"];
        let mut standing = Standing::new(Some("0,10".parse().unwrap()));
        for number in 0..40 {
            let end = Ended::new(Outcome::Win(Side::First), "insufficient material");
            standing.add(number, Match::first_player(number), &end, number);
        }
        let mut faults = Faults::default();
        faults.add(1, &Ended::new(Outcome::Win(Side::First), "time"), Some("late"));
        for columns in [30, 40, 60, 80, 120] {
            let text = text(&names.map(str::to_owned), &standing, &faults, columns);
            assert!(text.lines().all(|line| line.chars().count() <= columns), "{columns}:\n{text}");
            assert!(text.contains("insufficient"), "{columns}:\n{text}");
            assert!(text.contains("forfeits: 1 of alpha"), "{columns}:\n{text}");
        }
    }
}
