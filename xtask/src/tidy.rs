//! The house rules that no linter knows. Each rule is a function from the [`Tree`] to what
//! breaks it, and has a test with a made-up tree that breaks it.

mod crates;
mod dependencies;
mod games;
mod markdown;
mod modules;
mod source;
mod text;
mod versions;

use crate::tree::Tree;
pub(crate) use games::game_of;

/// A rule.
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    pub(crate) reason: &'static str,
    check: fn(&Tree) -> Vec<Finding>,
}

/// All rules.
pub(crate) const RULES: &[Rule] = &[
    Rule {
        name: "dependencies point one way",
        reason: "games-core <- each game, ai, solver <- games <- front ends, so that a game can be \
                 read, tested and used alone; ARCHITECTURE.md states it as an invariant",
        check: dependencies::point_one_way,
    },
    Rule {
        name: "crates share the lints",
        reason: "a crate takes the lints of the workspace all or none; exceptions stand in the source",
        check: crates::share_lints,
    },
    Rule {
        name: "crates forbid unsafe code",
        reason: "a crate with a measured kernel says `#[expect(unsafe_code, reason)]` on that item",
        check: crates::forbid_unsafe,
    },
    Rule {
        name: "crates say what they are",
        reason: "what a registry shows and finds them by: description, keywords, categories",
        check: crates::have_metadata,
    },
    Rule {
        name: "each crate's README is its first page",
        reason: "whoever finds the crate alone reads what its documentation says; \
                 `cargo xtask readmes` writes it",
        check: crates::have_readme,
    },
    Rule {
        name: "games stand in the README",
        reason: "the table of games is the first thing a user looks for",
        check: games::stand_in_readme,
    },
    Rule {
        name: "games have a page of rules",
        reason: "readings of ambiguous rules have to be written down somewhere",
        check: games::have_rules_page,
    },
    Rule {
        name: "games have perft fixtures",
        reason: "counts that others found too are the test of a move generator",
        check: games::have_fixtures,
    },
    Rule {
        name: "no leftovers in the source",
        reason: "a test that is not run and a stub that panics look like work that is done",
        check: source::no_leftovers,
    },
    Rule {
        name: "files have one subject",
        reason: "a file of more than 600 lines usually hides two subjects",
        check: text::not_too_long,
    },
    Rule {
        name: "modules lie beside their folder",
        reason: "`name.rs` beside `name/`, so that no two open files have the same name",
        check: modules::lie_beside_their_folder,
    },
    Rule {
        name: "white space is plain",
        reason: "diffs show only what was meant",
        check: text::plain_white_space,
    },
    Rule {
        name: "no path of one machine",
        reason: "what works only where it was written is not reproducible",
        check: text::no_machine_paths,
    },
    Rule {
        name: "no conflict markers",
        reason: "they come from a merge that was not finished",
        check: text::no_conflict_markers,
    },
    Rule {
        name: "links lead somewhere",
        reason: "a relative link of a document names a file, and a heading if it has a #",
        check: markdown::links_lead_somewhere,
    },
    Rule {
        name: "paths in documents exist",
        reason: "a file that was moved takes its name in the documents along",
        check: markdown::named_paths_exist,
    },
    Rule {
        name: "Rust examples of the README are tested",
        reason: "a crate includes README.md in its documentation, so that `cargo test --doc` runs them",
        check: markdown::readme_is_doctested,
    },
    Rule {
        name: "one Rust version",
        reason: "the oldest compiler is the one CI builds with, and every text names it",
        check: versions::agree,
    },
];

impl Rule {
    /// Returns what breaks the rule.
    pub(crate) fn check(&self, tree: &Tree) -> Vec<Finding> {
        (self.check)(tree)
    }
}

/// A place that breaks a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    pub(crate) path: String,
    /// From 1; 0 for the file as a whole.
    pub(crate) line: usize,
    pub(crate) message: String,
}

impl Finding {
    fn file(path: &str, message: impl Into<String>) -> Self {
        Self::line(path, 0, message)
    }

    fn line(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

/// Returns the lines that tell of a broken rule.
pub(crate) fn report(rule: &Rule, findings: &[Finding]) -> String {
    let mut out = format!("{}: {}\n", rule.name, rule.reason);
    for Finding { path, line, message } in findings {
        let place = if *line == 0 { path.clone() } else { format!("{path}:{line}") };
        out.push_str(&format!("  {place}: {message}\n"));
    }
    out
}

/// Returns the lines of a text with their numbers from 1.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(i, line)| (i + 1, line))
}

#[cfg(test)]
fn places(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|f| format!("{}:{}", f.path, f.line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_rule_place_and_fault() {
        let findings = [Finding::line("a.md", 3, "bad"), Finding::file("b.md", "worse")];
        let rule = Rule { name: "r", reason: "why", check: |_| Vec::new() };
        assert_eq!(report(&rule, &findings), "r: why\n  a.md:3: bad\n  b.md: worse\n");
    }
}
