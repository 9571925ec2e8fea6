//! What `games --version` says: which program this is, and for which processors it was built.

use std::sync::LazyLock;

/// The version, the level, and the commit if whoever built it told.
static TEXT: LazyLock<String> = LazyLock::new(|| {
    let level = level();
    let commit = option_env!("GAMES_COMMIT").map(|name| format!(", commit {name}"));
    format!("{} ({level}{})", env!("CARGO_PKG_VERSION"), commit.unwrap_or_default())
});

/// Returns the text after the name of the program.
pub(crate) fn text() -> &'static str {
    &TEXT
}

/// Returns the level of the x86-64 psABI whose features this program was built for. A program that
/// was built for the processor at hand has more than the level's.
fn level() -> String {
    if !cfg!(target_arch = "x86_64") {
        return std::env::consts::ARCH.to_owned();
    }
    let level = ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"][levels_above_the_first()];
    format!("{level}{}", if HAS_MORE { " and more" } else { "" })
}

fn levels_above_the_first() -> usize {
    [IS_V2, IS_V3, IS_V4].into_iter().take_while(|&is| is).count()
}

const IS_V2: bool = cfg!(all(
    target_feature = "cmpxchg16b",
    target_feature = "popcnt",
    target_feature = "sse3",
    target_feature = "ssse3",
    target_feature = "sse4.1",
    target_feature = "sse4.2",
));

const IS_V3: bool = cfg!(all(
    target_feature = "avx2",
    target_feature = "bmi1",
    target_feature = "bmi2",
    target_feature = "f16c",
    target_feature = "fma",
    target_feature = "lzcnt",
    target_feature = "movbe",
));

const IS_V4: bool = cfg!(all(
    target_feature = "avx512bw",
    target_feature = "avx512cd",
    target_feature = "avx512dq",
    target_feature = "avx512f",
    target_feature = "avx512vl",
));

/// Features that belong to no level and that nearly every processor of the last ten years has.
const HAS_MORE: bool = cfg!(any(
    target_feature = "aes",
    target_feature = "adx",
    target_feature = "pclmulqdq",
    target_feature = "rdrand",
    target_feature = "sha",
));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_begins_with_the_version_and_names_a_level() {
        let rest = text().strip_prefix(concat!(env!("CARGO_PKG_VERSION"), " (")).unwrap();
        assert!(rest.starts_with(&level()) && rest.ends_with(')'), "{rest}");
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn a_program_that_runs_is_built_for_features_that_are_there() {
        // What was compiled in must be there, or this test would not have come so far; and what
        // is said must be what was compiled in.
        assert_eq!(level().starts_with("x86-64-v"), cfg!(target_feature = "sse4.2"));
    }
}
