//! The commands in the documents: they run, and they print what the documents show.
//!
//! A block fenced as `console` has commands after `$ `, each followed by what it prints; a block
//! fenced as `sh` has commands only. Every command runs in a copy of the repository (those of
//! cargo at its root), without input, with the release build of `games` on the path. It has to end
//! with status 0 and to print what is shown, if anything is; `...` in what is shown stands for
//! anything, a line of its own for any number of lines.
//!
//! An HTML comment before the fence changes that:
//!
//! - `<!-- not run: REASON -->`: only looked up: is there such a command?
//! - `<!-- status: N -->`: every command of the block ends with status N.
//!
//! To look a command up is to have its options and their values read and nothing more. So is done with
//! all commands of `games` that stand in the text and in tables.

mod block;
mod matching;
mod run;

use std::fs;

use anyhow::{Context, Result};

use crate::{process, workspace};
use block::{Block, Mode};

/// What the documents' commands did.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) passed: usize,
    /// How many of those were looked up only.
    pub(crate) looked_up: usize,
    /// How many of those stand in the text.
    pub(crate) mentioned: usize,
    pub(crate) failed: Vec<Failed>,
}

/// A command that did not do what the document says.
pub(crate) struct Failed {
    pub(crate) what: String,
    pub(crate) detail: String,
}

/// Runs the commands of all documents; `told` gets the place of each block before it runs.
///
/// # Errors
///
/// If the documents cannot be read or copied, or `games` cannot be built.
pub(crate) fn check_documents(told: &mut dyn FnMut(&str)) -> Result<Report> {
    let place = run::Place::prepare()?;
    let mut report = Report::default();
    for path in workspace::files()?.iter().filter(|path| is_document(path)) {
        let text = fs::read_to_string(workspace::root().join(path))
            .with_context(|| format!("reading {path}"))?;
        match block::parse(&text) {
            Ok(blocks) => {
                for block in &blocks {
                    told(&format!("{path}:{}", block.steps.first().map_or(0, |step| step.line)));
                    check_block(path, block, &place, &mut report)?;
                }
            }
            Err(fault) => {
                let what = format!("{path}:{}: {}", fault.line, fault.message);
                report.failed.push(Failed { what, detail: String::new() });
            }
        }
    }
    Ok(report)
}

fn is_document(path: &str) -> bool {
    let is_page =
        path.starts_with("docs/") || path.starts_with("crates/") && path.contains("/rules/");
    is_page && path.ends_with(".md") || path == "README.md" || path == "CONTRIBUTING.md"
}

fn check_block(path: &str, block: &Block, place: &run::Place, report: &mut Report) -> Result<()> {
    for step in &block.steps {
        let fault = match block.mode {
            Mode::LookUp => {
                report.looked_up += 1;
                run::look_up(&step.command)?
            }
            Mode::Mentioned => {
                report.mentioned += 1;
                run::look_up(&step.command)?
            }
            Mode::Run { status } => {
                let output = place.run(&step.command)?;
                if output.status != Some(status) {
                    Some(format!("{}\n{}", output.ending(), process::tail(&output.text, 20)))
                } else if step.shown.is_empty() {
                    None
                } else {
                    matching::compare(&step.shown, &output.text).err()
                }
            }
        };
        match fault {
            None => report.passed += 1,
            Some(fault) => {
                let what = format!("{path}:{}: $ {}", step.line, step.command);
                report.failed.push(Failed { detail: format!("{what}\n{fault}\n"), what });
            }
        }
    }
    Ok(())
}
