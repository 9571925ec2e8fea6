//! What cargo is doing, by what it says meanwhile.

/// Reads cargo's output line by line.
#[derive(Default)]
pub(crate) struct CargoProgress {
    doing: String,
    /// The package whose tests run.
    package: String,
    /// How many packages have been compiled, checked or documented.
    compiled: usize,
    /// How many tests have ended, well or not.
    tests: usize,
}

impl CargoProgress {
    /// Takes the next line and returns what there is to tell now.
    pub(crate) fn read(&mut self, line: &str) -> String {
        self.take(line);
        let mut text = self.doing.clone();
        for (count, what) in [(self.compiled, "packages"), (self.tests, "tests")] {
            if count > 0 {
                text.push_str(&format!(", {count} {what}"));
            }
        }
        text
    }

    fn take(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some(verb @ ("Compiling" | "Checking" | "Documenting")), Some(package)) => {
                self.compiled += 1;
                self.doing = format!("{} {package}", verb.to_lowercase());
            }
            (Some("Running"), Some("unittests")) => {
                self.package = program(line).unwrap_or_default().to_owned();
                self.doing = format!("testing {}", self.package);
            }
            // The package of other tests is not told; it is that of the unit tests before.
            (Some("Running"), Some(file)) => {
                self.doing = format!("testing {}, {file}", self.package);
            }
            (Some("Doc-tests"), Some(package)) => self.doing = format!("examples of {package}"),
            (Some("test"), Some(_)) if line.contains(" ... ") => self.tests += 1,
            _ => {}
        }
    }
}

/// Returns `go` of `Running unittests src/lib.rs (target/debug/deps/go-0123)`.
fn program(line: &str) -> Option<&str> {
    let (_, path) = line.strip_suffix(')')?.rsplit_once(" (")?;
    let file = path.rsplit(['/', '\\']).next()?;
    Some(file.rsplit_once('-').map_or(file, |(name, _)| name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_and_tests_are_counted_and_the_last_is_named() {
        let lines = [
            ("   Compiling rand v0.10.3", "compiling rand, 1 packages"),
            ("   Compiling go v0.1.0 (crates/go)", "compiling go, 2 packages"),
            ("    Finished `test` profile in 1.20s", "compiling go, 2 packages"),
            (
                "     Running unittests src/lib.rs (target/debug/deps/go-0123)",
                "testing go, 2 packages",
            ),
            ("test board::chains ... ok", "testing go, 2 packages, 1 tests"),
            ("test board::more ... FAILED", "testing go, 2 packages, 2 tests"),
            (
                "     Running tests/it/main.rs (target/debug/deps/it-4567)",
                "testing go, tests/it/main.rs, 2 packages, 2 tests",
            ),
            ("   Doc-tests go", "examples of go, 2 packages, 2 tests"),
            ("test result: ok. 2 passed", "examples of go, 2 packages, 2 tests"),
        ];
        let mut progress = CargoProgress::default();
        for (line, told) in lines {
            assert_eq!(progress.read(line), told, "{line}");
        }
    }
}
