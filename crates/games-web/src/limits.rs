//! How much a client may ask for.

use core::time::Duration;

use serde::{Deserialize, Serialize};

/// How much a client may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// The same where whole games are read or written.
    pub import: usize,
    /// Moves of a line.
    pub moves: usize,
    /// Bytes of a position text, and of the rules.
    pub position: usize,
    /// Bytes of the head of a request.
    pub head: usize,
    /// Bytes of a message over a socket.
    pub message: usize,
    /// Searches at a time.
    pub searches: usize,
    /// Searches that wait for their turn.
    pub waiting: usize,
    /// Searches of one socket.
    pub searches_a_socket: usize,
    /// Sockets at a time.
    pub sockets: usize,
    /// Threads of a search.
    pub threads: usize,
    /// Lines of a search.
    pub lines: usize,
    /// Games of a match.
    pub games: u64,
    /// Milliseconds of a search that is not analysis.
    pub search_ms: u64,
    /// Milliseconds of a search that is.
    pub analysis_ms: u64,
    /// Milliseconds that solving may go on.
    pub solve_ms: u64,
    /// Milliseconds that `/best` may be asked to take.
    pub best_ms: u64,
    /// Requests a second from an address that is not this machine's own, over a while.
    pub requests_a_second: u32,
    /// Requests that it may make at once.
    pub requests_at_once: u32,
}

impl Limits {
    /// What there is; searches and threads are the server's own.
    #[must_use]
    pub const fn new(searches: usize, threads: usize) -> Self {
        Self {
            body: 64 << 10,
            import: 1 << 20,
            moves: 2000,
            position: 4 << 10,
            head: Self::HEAD,
            message: 64 << 10,
            searches,
            waiting: 32,
            searches_a_socket: 2,
            sockets: 256,
            threads,
            lines: 10,
            games: 10_000,
            search_ms: 60_000,
            analysis_ms: 600_000,
            solve_ms: 3_600_000,
            best_ms: 10_000,
            requests_a_second: 20,
            requests_at_once: 60,
        }
    }

    /// Bytes of the head of a request.
    pub(crate) const HEAD: usize = 8 << 10;

    /// How long a request may be quiet before its end.
    pub(crate) const IDLE: Duration = Duration::from_secs(10);

    /// How long a client may take nothing of what it is answered.
    pub(crate) const UNREAD: Duration = Duration::from_secs(30);

    /// How often a socket is asked whether it is still there.
    pub(crate) const PING: Duration = Duration::from_secs(20);

    /// How long a board's values may be looked for if nothing else is said.
    pub(crate) const VALUES: Duration = Duration::from_secs(2);
}
