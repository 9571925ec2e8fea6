//! The levels for which programs are made.

/// Features of processors that go together.
#[derive(Debug)]
pub(super) struct Level {
    /// As `games --version` says it.
    pub(super) name: &'static str,
    /// The processor that the compiler is to build for.
    pub(super) cpu: &'static str,
    runs_here: fn() -> bool,
}

impl Level {
    /// Returns whether the processor at hand has all of its features.
    pub(super) fn runs_here(&self) -> bool {
        (self.runs_here)()
    }
}

/// The levels of the x86-64 psABI, lowest first. The fourth (AVX-512) is left out: nothing here
/// gains by it.
#[cfg(target_arch = "x86_64")]
pub(super) const ALL: &[Level] = &[
    Level { name: "x86-64", cpu: "x86-64", runs_here: || true },
    Level { name: "x86-64-v2", cpu: "x86-64-v2", runs_here: has_v2 },
    Level { name: "x86-64-v3", cpu: "x86-64-v3", runs_here: || has_v2() && has_v3() },
];

/// Elsewhere the compiler's own default is the one level.
#[cfg(not(target_arch = "x86_64"))]
pub(super) const ALL: &[Level] =
    &[Level { name: std::env::consts::ARCH, cpu: "generic", runs_here: || true }];

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
