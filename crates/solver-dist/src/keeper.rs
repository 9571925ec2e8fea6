//! Telling the other processes from time to time that this one lives, however long a step takes.

use core::time::Duration;

use crate::ward::Ward;

const EVERY: Duration = Duration::from_secs(1);

/// Runs until the end of the process's work.
pub(crate) fn keep(ward: &Ward) {
    while !ward.wait_for_end(EVERY) {
        for wire in ward.wires() {
            wire.beat();
        }
    }
}
