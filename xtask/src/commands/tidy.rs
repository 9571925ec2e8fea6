//! `cargo xtask tidy`: the house rules that no linter knows.

use anyhow::Result;

use crate::{
    tidy::{self, RULES},
    tree::Tree,
};

/// Check the house rules that no linter knows.
///
/// Looks at all files that git knows or would take. Compiles nothing, so it answers at once, and
/// also while a game does not compile.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  cargo xtask tidy\n  cargo xtask tidy --list")]
pub(crate) struct Args {
    /// List the rules and their reasons.
    #[arg(long)]
    list: bool,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    if args.list {
        for rule in RULES {
            println!("{}\n    {}", rule.name, rule.reason);
        }
        return Ok(true);
    }
    let tree = Tree::read()?;
    let mut broken = 0;
    for rule in RULES {
        let findings = rule.check(&tree);
        if !findings.is_empty() {
            broken += 1;
            print!("{}", tidy::report(rule, &findings));
        }
    }
    println!("{} rules hold, {broken} do not", RULES.len() - broken);
    Ok(broken == 0)
}
