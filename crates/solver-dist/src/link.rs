//! A connection as timely sees it: a stream that never fails.
//!
//! When a connection breaks, timely's threads panic. So they never hear of it: the process notes
//! that it is lost ([`Ward`]), its workers leave, and only then is what timely reads brought to a
//! proper end; nobody looks at it any more. What timely writes from then on is thrown away.

mod stream;

use core::time::Duration;
use std::{
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex, PoisonError, TryLockError},
    thread,
};

use solver::Stop;

use crate::{
    Cluster,
    frame::{self, Kind},
    meet::{self, Meeting},
    ward::Ward,
};

pub(crate) use stream::Link;

/// A process that nothing was heard of for so long is gone.
const SILENCE: Duration = Duration::from_secs(10);
/// How often a thread that waits for bytes looks up.
const LOOK_UP: Duration = Duration::from_millis(200);

/// The connection to another process, as all threads of this one share it.
#[derive(Debug)]
pub(crate) struct Wire {
    /// What the other process is called.
    pub(crate) name: String,
    socket: TcpStream,
    /// After so long without a sign of life the other process is gone.
    silence: Duration,
    /// Whoever writes holds it; whether nothing more is to be written.
    is_closed: Mutex<bool>,
}

/// Which workers may send, and which are here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Workers {
    /// The first worker of the other process.
    pub(crate) sources: usize,
    /// The first worker of this process.
    pub(crate) targets: usize,
    /// Workers of each process.
    pub(crate) each: usize,
}

/// Makes links of connections.
pub(crate) fn links(
    cluster: &Cluster,
    meeting: Meeting,
) -> Result<(Arc<Ward>, Vec<Option<Link>>), Stop> {
    let name = |process: usize| meet::name(process, &cluster.addresses[process]);
    let ward = Arc::new(Ward::new(name(cluster.process), cluster.workers));
    let mut links = Vec::new();
    for (process, socket) in meeting.sockets.into_iter().enumerate() {
        let Some(socket) = socket else {
            links.push(None);
            continue;
        };
        let prepared = socket
            .set_read_timeout(Some(LOOK_UP))
            .and_then(|()| socket.set_write_timeout(Some(SILENCE)));
        prepared.map_err(|e| Stop::Lost(format!("{}: {e}", name(process))))?;
        let wire = Arc::new(Wire::new(name(process), socket, SILENCE));
        ward.add_wire(Arc::clone(&wire));
        let each = cluster.workers;
        let workers = Workers { sources: process * each, targets: cluster.process * each, each };
        links.push(Some(Link::new(wire, Arc::clone(&ward), workers)));
    }
    Ok((ward, links))
}

impl Wire {
    const fn new(name: String, socket: TcpStream, silence: Duration) -> Self {
        Self { name, socket, silence, is_closed: Mutex::new(false) }
    }

    /// Sends a piece of the stream; returns its length.
    fn send(&self, data: &[u8]) -> std::io::Result<usize> {
        let is_closed = self.is_closed.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_closed {
            return Ok(data.len());
        }
        frame::send(&mut &self.socket, Kind::Data, data)
    }

    /// Tells that this process lives. If something else is being sent, that tells it, too; and
    /// whether it arrives is for others to notice.
    pub(crate) fn beat(&self) {
        if let Ok(is_closed) = self.is_closed.try_lock()
            && !*is_closed
        {
            let _ = frame::send(&mut &self.socket, Kind::Beat, &[]);
        }
    }

    /// Tells why this process gives up, if the other one listens, and closes this direction.
    pub(crate) fn say_goodbye(&self, reason: &Stop) {
        for _ in 0..50 {
            match self.is_closed.try_lock() {
                Ok(is_closed) if *is_closed => return,
                Ok(mut is_closed) => {
                    let words = frame::words(reason);
                    let _ = frame::send(&mut &self.socket, Kind::Bye, words.as_bytes());
                    *is_closed = true;
                    break;
                }
                // Another thread is in the midst of a frame.
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
                Err(TryLockError::Poisoned(_)) => break,
            }
        }
        let _ = self.socket.shutdown(Shutdown::Write);
    }

    /// Closes this direction.
    fn close(&self) {
        let mut is_closed = self.is_closed.lock().unwrap_or_else(PoisonError::into_inner);
        *is_closed = true;
        let _ = self.socket.shutdown(Shutdown::Write);
    }
}
