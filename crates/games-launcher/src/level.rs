//! The levels for which programs are made.

/// Features of processors that go together.
#[derive(Debug)]
#[non_exhaustive]
pub struct Level {
    /// As `games --version` says it.
    pub name: &'static str,
    /// The processor that the compiler is to build for.
    pub cpu: &'static str,
    runs_here: fn() -> bool,
}

impl Level {
    /// Returns whether the processor at hand has all of its features.
    #[must_use]
    pub fn runs_here(&self) -> bool {
        (self.runs_here)()
    }
}

/// The levels of the x86-64 psABI, lowest first. The fourth (AVX-512) is left out: nothing here
/// gains by it.
#[cfg(target_arch = "x86_64")]
pub const ALL: &[Level] = &[
    Level { name: "x86-64", cpu: "x86-64", runs_here: || true },
    Level { name: "x86-64-v2", cpu: "x86-64-v2", runs_here: has_v2 },
    Level { name: "x86-64-v3", cpu: "x86-64-v3", runs_here: || has_v2() && has_v3() },
];

/// Elsewhere the compiler's own default is the one level.
#[cfg(not(target_arch = "x86_64"))]
pub const ALL: &[Level] =
    &[Level { name: std::env::consts::ARCH, cpu: "generic", runs_here: || true }];

/// Returns the highest level that the processor at hand can run and of which there is a program.
#[must_use]
pub fn best(is_there: impl Fn(&Level) -> bool) -> Option<&'static Level> {
    ALL.iter().rev().find(|level| level.runs_here() && is_there(level))
}

#[cfg(target_arch = "x86_64")]
fn has_v2() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("cmpxchg16b") && has!("popcnt") && has!("sse3") && has!("ssse3") && has!("sse4.2")
}

#[cfg(target_arch = "x86_64")]
fn has_v3() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2")
        && has!("bmi1")
        && has!("bmi2")
        && has!("f16c")
        && has!("fma")
        && has!("lzcnt")
        && has!("movbe")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_level_that_runs_and_is_there_is_taken() {
        let highest = ALL.iter().rposition(Level::runs_here).unwrap();
        assert_eq!(best(|_| true).unwrap().name, ALL[highest].name);
        for level in &ALL[..=highest] {
            assert_eq!(best(|other| other.name == level.name).unwrap().name, level.name);
        }
        for level in &ALL[highest + 1..] {
            assert!(best(|other| other.name == level.name).is_none(), "{} cannot run", level.name);
        }
    }
}
