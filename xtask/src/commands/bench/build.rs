//! `cargo xtask bench build`: what a build costs, beside what it cost at another commit.

mod checkout;
mod figures;

use anyhow::{Result, bail};

use crate::interrupt;
use checkout::Checkout;
use figures::Figures;

/// Measure what a build costs, today and at another commit.
///
/// Both trees are built in folders of their own, from nothing, one after the other: the program
/// in release, with its size, without the front ends `web` and `tui` and then with them; then the tests of some crates after one line of each has changed.
/// Seconds are those of the processor, so that other work on the machine counts little. Takes as
/// long as building everything four times. Prints a table for ARCHITECTURE.md.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  cargo xtask bench build\n  \
    cargo xtask bench build HEAD --release-only")]
pub(crate) struct Args {
    /// What to compare the files as they are with.
    #[arg(default_value = "50fe098")]
    commit: String,
    /// Leave out the changes of one line.
    #[arg(long)]
    release_only: bool,
}

/// The crates of which a line is changed: two games, the search, and what all stand on.
const CHANGED: [&str; 4] = ["othello", "go", "ai", "games-core"];

pub(crate) fn run(args: &Args) -> Result<bool> {
    if !cfg!(unix) {
        bail!("only Unix tells how long a program's processes have run");
    }
    interrupt::keep_running()?;
    let changed = if args.release_only { &[][..] } else { &CHANGED };
    // Both are there before anything takes long: the name of a commit may be wrong.
    let then = Checkout::of_commit(&args.commit)?;
    let now = Checkout::of_files()?;
    let then = Figures::measure(&then, changed)?;
    let now = Figures::measure(&now, changed)?;
    print!("{}", table(&then, &now));
    Ok(true)
}

/// Returns the figures as a table in Markdown.
fn table(then: &Figures, now: &Figures) -> String {
    let mut out = format!("| what | {} | {} | ratio |\n|---|---|---|---|\n", then.name, now.name);
    for (what, now) in &now.rows {
        let then = then.rows.iter().find(|(other, _)| other == what).map(|(_, value)| value);
        let ratio = then.map_or("-".to_owned(), |then| format!("{:.2}", now / then));
        let then = then.map_or("-".to_owned(), |value| format!("{value:.1}"));
        out.push_str(&format!("| {what} | {then} | {now:.1} | {ratio} |\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_both_figures_and_how_today_compares() {
        let row = |what: &str, value| (what.to_owned(), value);
        let then = Figures { name: "50fe098".to_owned(), rows: vec![row("a", 30.0)] };
        let now = Figures { name: "today".to_owned(), rows: vec![row("a", 15.0), row("b", 1.0)] };
        assert_eq!(
            table(&then, &now),
            "| what | 50fe098 | today | ratio |\n|---|---|---|---|\n\
             | a | 30.0 | 15.0 | 0.50 |\n| b | - | 1.0 | - |\n"
        );
    }
}
