//! What work with files will take, as far as a sample tells, before hours of it.

use std::path::Path;

use solver::{Expected, Progress};

use crate::words::{count, size};

/// What of the work is to be told of, and where its files are.
pub(super) struct Foretold<'a> {
    /// Where the positions are kept while they are worked out, if not in memory.
    disk: Option<&'a Path>,
    is_told: bool,
}

impl<'a> Foretold<'a> {
    pub(super) const fn new(disk: Option<&'a Path>) -> Self {
        Self { disk, is_told: false }
    }

    /// Returns a line, the first time that it is known.
    pub(super) fn line(&mut self, now: &Progress) -> Option<String> {
        let expected = now.expected.filter(|_| !self.is_told)?;
        self.is_told = true;
        let Some(folder) = self.disk else { return Some(positions(expected)) };
        let more = expected.disk.saturating_sub(now.disk);
        let room = free_bytes(folder).map_or_else(String::new, |free| room(folder, more, free));
        Some(format!("{}, and about {} of disk{room}", positions(expected), size(expected.disk)))
    }
}

/// Says so if a folder has less room than is wanted: no reason to end, as a sample may be wrong.
fn room(folder: &Path, wanted: u64, free: u64) -> String {
    if free >= wanted {
        return String::new();
    }
    format!("; {} has {} left", folder.display(), size(free))
}

fn positions(Expected { positions, is_exact, .. }: Expected) -> String {
    let about = if is_exact { "" } else { "about " };
    let told = if is_exact { positions } else { two_digits(positions) };
    format!("{about}{} to keep", count(told, "position", "positions"))
}

/// A sample tells no more than two digits.
fn two_digits(n: u64) -> u64 {
    let unit = 10_u64.pow(n.max(1).ilog10().saturating_sub(1));
    n.saturating_add(unit / 2) / unit * unit
}

/// The bytes that a disk has left for this user, where the system tells.
#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = nix::sys::statvfs::statvfs(folder).ok()?;
    #[expect(clippy::useless_conversion, reason = "they are narrower on some systems")]
    let (blocks, each) = (u64::from(disk.blocks_available()), u64::from(disk.fragment_size()));
    Some(blocks.saturating_mul(each))
}

#[cfg(not(unix))]
const fn free_bytes(_: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_with_less_room_than_is_wanted_is_told_of() {
        let room = |wanted, free| room(Path::new("work"), wanted, free);
        assert_eq!(room(5 << 30, 5 << 30), "");
        assert_eq!(room((5 << 30) + 1, 5 << 30), "; work has 5.0 GiB left");
    }

    #[test]
    fn numbers_of_a_sample_have_two_digits() {
        for (n, told) in [(0, 0), (7, 7), (99, 99), (104, 100), (105, 110), (996, 1000)] {
            assert_eq!(two_digits(n), told);
        }
        assert_eq!(two_digits(3_546_364_157), 3_500_000_000);
        assert_eq!(two_digits(u64::MAX), 18_000_000_000_000_000_000);
    }
}
