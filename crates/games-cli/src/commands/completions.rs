//! `games completions`: scripts for shells.

use crate::{
    cli::{self, CompletionsArgs},
    failure::Failure,
    output::Output,
};

pub(crate) fn run(args: &CompletionsArgs, out: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::command(), "games", &mut script);
    out.text(&String::from_utf8_lossy(&script))
}
