//! Connections to the other processes.

mod listener;

use core::time::Duration;
use std::{
    io::{self, BufWriter, Write},
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex, PoisonError, TryLockError},
    thread,
};

use solver::Stop;

use crate::{
    Cluster,
    frame::{self, Kind},
    meet::{self, Meeting},
    parcel::Load,
    ward::Ward,
};

pub(crate) use listener::Listener;

/// A process that nothing was heard of for so long is gone.
const SILENCE: Duration = Duration::from_secs(10);
/// How often a thread that waits for bytes looks up.
const LOOK_UP: Duration = Duration::from_millis(200);
/// What is sent at once.
const PIECE: usize = 1 << 16;

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

/// The connection to each process, by its number; `None` for this one.
pub(crate) type Wires = Vec<Option<Arc<Wire>>>;

/// Makes wires of what the meeting led to.
pub(crate) fn wires(cluster: &Cluster, meeting: Meeting) -> Result<(Ward, Wires), Stop> {
    let name = |process: usize| meet::name(process, &cluster.addresses[process]);
    let wire = |(process, socket): (usize, Option<TcpStream>)| {
        let Some(socket) = socket else { return Ok(None) };
        let prepared = socket
            .set_read_timeout(Some(LOOK_UP))
            .and_then(|()| socket.set_write_timeout(Some(SILENCE)));
        prepared.map_err(|e| Stop::Lost(format!("{}: {e}", name(process))))?;
        Ok(Some(Arc::new(Wire::new(name(process), socket, SILENCE))))
    };
    let wires: Vec<_> =
        meeting.sockets.into_iter().enumerate().map(wire).collect::<Result<_, Stop>>()?;
    let ward = Ward::new(name(cluster.process), wires.iter().flatten().cloned().collect());
    Ok((ward, wires))
}

fn gone(wire: &Wire, error: &io::Error) -> Stop {
    let why = match error.kind() {
        io::ErrorKind::UnexpectedEof
        | io::ErrorKind::ConnectionReset
        | io::ErrorKind::ConnectionAborted
        | io::ErrorKind::BrokenPipe => String::new(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
            format!(": nothing was heard of it for {} seconds", wire.silence.as_secs())
        }
        _ => format!(": {error}"),
    };
    Stop::Lost(format!("{} is gone{why}", wire.name))
}

/// Cuts a stream into frames.
struct Frames<'a>(&'a TcpStream);

impl Write for Frames<'_> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        frame::send(&mut self.0, Kind::Data, data)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Wire {
    const fn new(name: String, socket: TcpStream, silence: Duration) -> Self {
        Self { name, socket, silence, is_closed: Mutex::new(false) }
    }

    /// Sends a parcel from a worker of this process to one of the other; once the connection is
    /// closed it goes nowhere. An error says that the other process is gone.
    pub(crate) fn send(&self, from: usize, to: usize, load: &Load) -> Result<(), Stop> {
        let is_closed = self.is_closed.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_closed {
            return Ok(());
        }
        let mut out = BufWriter::with_capacity(PIECE, Frames(&self.socket));
        let sent = load.write(from, to, &mut out).and_then(|()| out.flush());
        // What could not be sent is not tried again where it is dropped.
        drop(out.into_parts());
        sent.map_err(|e| gone(self, &e))
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

    /// Closes this direction; `is_done` tells the other process that all came.
    pub(crate) fn end(&self, is_done: bool) {
        let mut is_closed = self.is_closed.lock().unwrap_or_else(PoisonError::into_inner);
        if is_done && !*is_closed {
            // Whoever is gone by now has what it needs.
            let _ = frame::send(&mut &self.socket, Kind::End, &[]);
        }
        *is_closed = true;
        let _ = self.socket.shutdown(Shutdown::Write);
    }
}
