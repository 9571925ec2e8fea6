//! The live table on stderr, when somebody looks.

use std::io::IsTerminal;

use games::arena::{Match, Standing};
use indicatif::{ProgressBar, ProgressStyle};

use super::report;

/// A bar with the results below it; hidden unless stderr is a terminal.
pub(super) struct Table {
    bar: ProgressBar,
    names: [String; 2],
}

/// The longest name that is shown in full.
const MAX_NAME: usize = 40;

impl Table {
    pub(super) fn new(a_match: &Match<'_>, standing: &Standing) -> Self {
        let bar = bar(a_match.games);
        let names = a_match.players.map(|player| short(&player.label()));
        let table = Self { bar, names };
        table.bar.set_position(standing.results().tally.games());
        // Games of an earlier call took none of this one's time.
        table.bar.reset_eta();
        table.bar.enable_steady_tick(core::time::Duration::from_millis(200));
        table.show(standing);
        table
    }

    pub(super) fn show(&self, standing: &Standing) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(standing.results().tally.games());
        let [first, second] = &self.names;
        let width = first.chars().count().max(second.chars().count());
        let tally = standing.results().tally;
        let row = |name: &str, won, lost| {
            format!("{name:width$}  {won:>6} won  {:>6} drawn  {lost:>6} lost", tally.draws)
        };
        let mut lines = vec![
            row(first, tally.wins, tally.losses),
            row(second, tally.losses, tally.wins),
            report::strength(standing.results()),
        ];
        lines.extend(report::test(standing));
        lines.push(report::reasons(standing));
        self.bar.set_message(lines.join("\n"));
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar of games with room for text below it; hidden unless stderr is a terminal.
pub(super) fn bar(games: u64) -> ProgressBar {
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new(games)
    } else {
        ProgressBar::hidden()
    };
    let template =
        "{elapsed} {bar:30} {pos}/{len} games, {per_sec}, {eta} left if all are played\n{msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        let speed = |state: &indicatif::ProgressState, w: &mut dyn core::fmt::Write| {
            let _ = write!(w, "{:.2} games/s", state.per_sec());
        };
        bar.set_style(style.with_key("per_sec", speed));
    }
    bar
}

pub(super) fn short(name: &str) -> String {
    if name.chars().count() <= MAX_NAME {
        return name.to_owned();
    }
    name.chars().take(MAX_NAME - 3).chain("...".chars()).collect()
}
