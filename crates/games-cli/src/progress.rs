//! Progress on stderr, when somebody looks.

use std::{borrow::Cow, io::IsTerminal, time::Duration};

use indicatif::{ProgressBar, ProgressStyle};

/// A line that tells how far a search or count has come; hidden unless stderr is a terminal.
pub(crate) fn spinner() -> ProgressBar {
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new_spinner()
    } else {
        ProgressBar::hidden()
    };
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// A bar over a known number of games.
pub(crate) fn bar(length: u64, unit: impl Into<Cow<'static, str>>) -> ProgressBar {
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new(length)
    } else {
        ProgressBar::hidden()
    };
    let template = "{elapsed} {bar:30} {pos}/{len} {prefix} {eta} left  {wide_msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_prefix(unit);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
