//! Reading the perft fixtures.

use anyhow::{Context, Result, bail};

/// A position with its counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Fixture {
    pub(crate) id: String,
    pub(crate) position: String,
    pub(crate) rules: Option<String>,
    pub(crate) source: String,
    /// Depths with their counts, by depth.
    pub(crate) counts: Vec<(u32, u64)>,
}

/// Reads a file of fixtures.
///
/// # Errors
///
/// The line that cannot be read.
pub(crate) fn read(text: &str) -> Result<Vec<Fixture>> {
    let mut all: Vec<Fixture> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if line.starts_with('#') {
            continue;
        }
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (key, all.last_mut()) {
            ("", _) => {}
            ("id", _) => all.push(Fixture { id: rest.to_owned(), ..Fixture::default() }),
            ("position", Some(f)) => f.position = rest.to_owned(),
            ("rules", Some(f)) => f.rules = Some(rest.to_owned()),
            ("source", Some(f)) => f.source = rest.to_owned(),
            ("ended", Some(_)) => {}
            ("perft", Some(f)) => {
                let (depth, count) =
                    rest.split_once(' ').with_context(|| format!("line {}", i + 1))?;
                let depth = depth.parse::<std::num::NonZero<u32>>()?.get();
                f.counts.push((depth, count.trim().parse()?));
            }
            _ => bail!("line {}: unknown key {key}", i + 1),
        }
    }
    Ok(all)
}
