//! Ctrl-C, and the signal by which systems end servers.

use std::sync::Arc;

use tokio::sync::Notify;

use crate::interrupt;

/// Tells when the server is asked to stop.
pub(super) struct Stop(Arc<Notify>);

impl Stop {
    pub(super) fn new() -> Self {
        let asked = Arc::new(Notify::new());
        let wake = Arc::clone(&asked);
        interrupt::on_press(move || wake.notify_one());
        if interrupt::is_set() {
            asked.notify_one();
        }
        Self(asked)
    }

    /// Waits until the server is asked to stop.
    pub(super) async fn asked(self) {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            // Where it cannot be caught, it ends the program as it would anyway.
            if let Ok(mut terminate) = signal(SignalKind::terminate()) {
                tokio::select! {
                    () = self.0.notified() => {}
                    _ = terminate.recv() => {}
                }
                return;
            }
        }
        self.0.notified().await;
    }
}
