//! What the machine can give.

use crate::{Error, units::size_text};

/// Returns the machine's memory in bytes, or 0 if the system does not tell.
#[must_use]
pub fn memory() -> u64 {
    let ram = sysinfo::MemoryRefreshKind::nothing().with_ram();
    let wanted = sysinfo::RefreshKind::nothing().with_memory(ram);
    let Ok(system) = sysinfo::System::new_with_specifics(wanted) else { return 0 };
    // A container may have less than its host.
    match system.cgroup_limits() {
        Some(limits) if limits.total_memory > 0 => limits.total_memory.min(system.total_memory()),
        _ => system.total_memory(),
    }
}

/// Returns a share of the machine's memory in bytes that a large table may take without asking:
/// half of it, and not more than three quarters of what is free now.
#[must_use]
pub fn share() -> u64 {
    const UNKNOWN: u64 = 2 << 30;
    let total = match memory() {
        0 => UNKNOWN,
        total => total,
    };
    let free = match free_memory() {
        0 => total,
        free => free,
    };
    (total / 2).min(free / 4 * 3).max(1 << 20)
}

/// Returns what is free of the machine's memory in bytes, or 0 if the system does not tell.
fn free_memory() -> u64 {
    let ram = sysinfo::MemoryRefreshKind::nothing().with_ram();
    let wanted = sysinfo::RefreshKind::nothing().with_memory(ram);
    let Ok(system) = sysinfo::System::new_with_specifics(wanted) else { return 0 };
    match system.cgroup_limits() {
        Some(limits) if limits.total_memory > 0 => {
            limits.free_memory.min(system.available_memory())
        }
        _ => system.available_memory(),
    }
}

/// Refuses a size that is over three quarters of the machine's memory, before anything of it is
/// allocated: beyond that the system would begin to swap or to end programs.
///
/// # Errors
///
/// [`Error::Memory`] with both figures.
pub fn check_memory(what: &str, bytes: u64) -> Result<(), Error> {
    let have = memory();
    if have != 0 && bytes / 3 > have / 4 {
        let most = have / 4 * 3;
        return Err(Error::Memory(format!(
            "{what}={} does not fit: at most {} of this machine's memory may be asked for",
            size_text(bytes),
            size_text(most >> 20 << 20)
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_little_fits_and_a_pebibyte_does_not() {
        assert!(check_memory("hash", 1 << 20).is_ok());
        assert!(share() >= 1 << 20 && check_memory("share", share()).is_ok());
        let error = check_memory("hash", 1 << 50).unwrap_err().to_string();
        assert!(error.starts_with("hash=1024TiB does not fit"), "{error}");
    }
}
