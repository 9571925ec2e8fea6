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

#[cfg(test)]
mod tests {
    use super::*;

    /// What clients were promised, each in the words of the promise: what tests compare with these
    /// limits themselves would pass whatever they are.
    #[test]
    fn limits_are_those_that_were_promised() {
        let Limits { body, import, moves, position, head, message, .. } = Limits::new(3, 4);
        assert_eq!(
            [body, import, position, head, message],
            [64, 1024, 4, 8, 64].map(|kb| kb * 1024)
        );
        assert_eq!(moves, 2000);
        let limits = Limits::new(3, 4);
        assert_eq!((limits.searches, limits.threads, limits.waiting), (3, 4, 32));
        assert_eq!((limits.searches_a_socket, limits.sockets), (2, 256));
        assert_eq!((limits.lines, limits.games), (10, 10_000));
        let minutes = |ms: u64| ms as f64 / 60_000.0;
        assert_eq!((minutes(limits.search_ms), minutes(limits.analysis_ms)), (1.0, 10.0));
        assert_eq!((limits.solve_ms, limits.best_ms), (60 * 60 * 1000, 10 * 1000));
        assert_eq!((limits.requests_a_second, limits.requests_at_once), (20, 60));
        let seconds = [Limits::IDLE, Limits::UNREAD, Limits::PING, Limits::VALUES]
            .map(|time| time.as_secs_f64());
        assert_eq!(seconds, [10.0, 30.0, 20.0, 2.0]);
    }
}
