//! Progress on stderr, when somebody looks.

use std::{io::IsTerminal, time::Duration};

use indicatif::{ProgressBar, ProgressStyle};

use crate::words;

/// Returns the columns of the terminal that is stderr; 80 where it is none.
pub(crate) fn columns() -> usize {
    console::Term::stderr().size_checked().map_or(80, |(_, columns)| usize::from(columns))
}

/// Tells a line behind a spinner, without words that have no room in the terminal.
pub(crate) fn say(spinner: &ProgressBar, text: &str) {
    if !spinner.is_hidden() {
        // The spinner and the time stand before it.
        spinner.set_message(words::cut(text, columns().saturating_sub(10)));
    }
}

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
