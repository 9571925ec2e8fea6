//! Reading the output of `cargo test --no-fail-fast`.

use crate::process::shell_word;

/// What a run of `cargo test` says.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct Summary {
    pub(crate) passed: usize,
    /// What failed, each with the cargo arguments that repeat just that.
    pub(crate) failed: Vec<FailedTest>,
}

/// A test, or a whole test program, that failed.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct FailedTest {
    pub(crate) name: String,
    pub(crate) repeat: String,
}

/// Counts the tests and names those that failed.
///
/// Cargo names a test program by its source file only, which does not tell its package; but at
/// the end it lists the programs that failed, in the order in which they ran, with the arguments
/// that select them.
pub(crate) fn read(output: &str) -> Summary {
    let mut programs: Vec<Program> = Vec::new();
    let mut selectors = Vec::new();
    let mut in_list = false;
    for line in output.lines() {
        let text = line.trim();
        if let Some(title) = program_title(line) {
            programs.push(Program::new(title));
            in_list = false;
        } else if text.starts_with("error: ") && text.ends_with(" failed:") {
            in_list = true;
        } else if let Some(selector) = selector(text).filter(|_| in_list) {
            selectors.push(selector);
        } else if let Some(program) = programs.last_mut() {
            program.read_line(text);
        }
    }

    let mut summary = Summary { passed: programs.iter().map(|p| p.passed).sum(), failed: vec![] };
    let broken = programs.into_iter().filter(|p| !p.is_well());
    let mut selectors = selectors.into_iter();
    for program in broken {
        let selector = selectors.next().unwrap_or("--workspace").to_owned();
        program.report(&selector, &mut summary.failed);
    }
    summary
}

/// One test program that was run.
struct Program {
    title: String,
    passed: usize,
    failed: Vec<String>,
    /// Whether it came to its end and said how it went.
    complete: bool,
}

impl Program {
    fn new(title: &str) -> Self {
        Self { title: title.to_owned(), passed: 0, failed: Vec::new(), complete: false }
    }

    fn read_line(&mut self, text: &str) {
        if let Some(name) = text.strip_prefix("test ").and_then(|t| t.strip_suffix(" ... FAILED")) {
            self.failed.push(name.to_owned());
        }
        if let Some(counts) = text.strip_prefix("test result: ") {
            self.complete = true;
            // Doc tests print one result for each edition and for those that stand alone.
            self.passed += number_before(counts, " passed").unwrap_or(0);
        }
    }

    fn is_well(&self) -> bool {
        self.complete && self.failed.is_empty()
    }

    fn report(self, selector: &str, out: &mut Vec<FailedTest>) {
        if self.failed.is_empty() {
            let repeat = format!("cargo test {selector}");
            out.push(FailedTest { name: format!("{} ended early", self.title), repeat });
        }
        for name in self.failed {
            // The names of doc tests carry line numbers and remarks: take the file.
            let filter = if selector.ends_with("--doc") {
                shell_word(name.split(" - ").next().unwrap_or(&name))
            } else {
                format!("--exact {}", shell_word(&name))
            };
            let repeat = format!("cargo test {selector} -- {filter}");
            out.push(FailedTest { name, repeat });
        }
    }
}

/// Returns the source file or crate from the line with which cargo announces a test program.
fn program_title(line: &str) -> Option<&str> {
    let text = line.strip_prefix("     Running ").or(line.strip_prefix("   Doc-tests "))?;
    Some(text.split(" (").next().unwrap_or(text))
}

/// Returns the arguments between the backticks of an item such as `` `-p ai --lib` ``.
fn selector(text: &str) -> Option<&str> {
    text.strip_prefix('`')?.strip_suffix('`').filter(|s| s.starts_with('-'))
}

fn number_before(text: &str, word: &str) -> Option<usize> {
    let before = text.split(word).next().filter(|before| before.len() < text.len())?;
    before.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIXED: &str = "\
   Compiling ai v0.1.0 (crates/ai)
    Finished `test` profile [optimized + debuginfo] target(s) in 1.20s
     Running unittests src/lib.rs (target/debug/deps/ai-0123)

running 2 tests
test score::tests::negation ... ok
test score::tests::order ... FAILED

failures:

---- score::tests::order stdout ----
test result: this line is a test's own, and no result

failures:
    score::tests::order

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass `-p ai --lib`
     Running tests/it/main.rs (target/debug/deps/it-4567)

running 40 tests
test perft::start ... ok

test result: ok. 40 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s

     Running tests/it/main.rs (target/debug/deps/it-89ab)

running 3 tests
error: test failed, to rerun pass `-p othello --test it`

Caused by:
  process didn't exit successfully: `it-89ab` (signal: 6, SIGABRT: process abort signal)
   Doc-tests games_core

running 1 test
test crates/games-core/src/game.rs - game::Game (line 23) ... FAILED

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.3s

error: 3 targets failed:
    `-p ai --lib`
    `-p othello --test it`
    `-p games-core --doc`
";

    #[test]
    fn failures_are_named_with_the_command_that_repeats_them() {
        let summary = read(MIXED);
        assert_eq!(summary.passed, 41);
        let failed: Vec<_> =
            summary.failed.iter().map(|f| (f.name.as_str(), f.repeat.as_str())).collect();
        assert_eq!(
            failed,
            [
                ("score::tests::order", "cargo test -p ai --lib -- --exact score::tests::order"),
                ("tests/it/main.rs ended early", "cargo test -p othello --test it"),
                (
                    "crates/games-core/src/game.rs - game::Game (line 23)",
                    "cargo test -p games-core --doc -- crates/games-core/src/game.rs"
                ),
            ]
        );
    }

    #[test]
    fn a_run_that_never_came_to_tests_counts_none() {
        let output = "error[E0425]: cannot find value `x`\nerror: could not compile `ai`\n";
        assert_eq!(read(output), Summary::default());
    }

    #[test]
    fn counts_of_several_results_of_a_doc_test_run_add_up() {
        let output = "   Doc-tests ai\n\
            test result: ok. 2 passed; 0 failed; 0 ignored\n\
            test result: ok. 3 passed; 0 failed; 0 ignored\n";
        assert_eq!(read(output), Summary { passed: 5, failed: vec![] });
    }
}
