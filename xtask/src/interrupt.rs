//! Ctrl-C.

use anyhow::{Context, Result};

/// From now on Ctrl-C ends the programs that were started and not this one, which then reports
/// that they failed, and tidies up behind itself.
///
/// # Errors
///
/// If the system refuses.
pub(crate) fn keep_running() -> Result<()> {
    ctrlc::set_handler(|| {}).context("cannot wait for Ctrl-C")
}
