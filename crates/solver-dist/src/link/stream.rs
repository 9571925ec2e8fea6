//! Timely's end of a connection.

use std::{
    io::{self, BufReader, Read, Write},
    net::Shutdown,
    sync::Arc,
    time::{Duration, Instant},
};

use solver::Stop;
use timely::communication::{allocator::zero_copy::stream::Stream, networking::MessageHeader};

use super::{Wire, Workers};
use crate::{
    frame::{self, Kind},
    ward::Ward,
};

/// The bytes of a header of timely's.
const HEADER: usize = 48;
/// The header that marks the end.
const END: [u8; HEADER] = [0; HEADER];
/// No message of timely's is longer: a slice of positions with all their moves is far shorter.
const MOST: usize = 1 << 30;
/// There is one dataflow, with few channels.
const CHANNELS: usize = 16;
/// After a failure what still comes is read for so long, that the other process may read what was
/// sent to it: a connection that is closed before all was read takes that away.
const FAREWELL: Duration = Duration::from_secs(1);

/// A connection as timely sees it.
#[derive(Debug)]
pub(crate) struct Link {
    wire: Arc<Wire>,
    ward: Arc<Ward>,
    workers: Workers,
    reading: Reading,
}

#[derive(Debug)]
struct Reading {
    from: BufReader<Incoming>,
    heard: Instant,
    /// What is left of the present frame.
    frame_left: usize,
    header: [u8; HEADER],
    /// How much of the header timely has read.
    header_read: usize,
    /// What is left of the present message.
    message_left: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Sound,
    /// The mark of the end was the last message.
    Ended,
    /// The connection is gone: what is missing of the last message is made up, and the mark.
    Lost,
    /// The mark was made up.
    Over,
}

/// The direction from the other process.
#[derive(Debug)]
struct Incoming(Arc<Wire>);

impl Read for Incoming {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        (&self.0.socket).read(buf)
    }
}

impl Link {
    pub(super) fn new(wire: Arc<Wire>, ward: Arc<Ward>, workers: Workers) -> Self {
        let reading = Reading::new(Arc::clone(&wire));
        Self { wire, ward, workers, reading }
    }
}

impl Read for Link {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let Self { wire, ward, workers, reading } = self;
        reading.read(buf, wire, ward, *workers).or_else(|reason| {
            ward.lose(&reason);
            reading.drain();
            // Workers must not see what is made up.
            ward.wait_for_workers();
            reading.state = State::Lost;
            Ok(reading.made_up(buf))
        })
    }
}

impl Write for Link {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        if self.ward.has_failed() {
            return Ok(data.len());
        }
        Ok(self.wire.send(data).unwrap_or_else(|e| {
            self.ward.lose(&gone(&self.wire, &e));
            data.len()
        }))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self::new(Arc::clone(&self.wire), Arc::clone(&self.ward), self.workers))
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Ok(())
    }

    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        self.wire.close();
        Ok(())
    }
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

impl Reading {
    fn new(wire: Arc<Wire>) -> Self {
        Self {
            from: BufReader::with_capacity(1 << 16, Incoming(wire)),
            heard: Instant::now(),
            frame_left: 0,
            header: [0; HEADER],
            header_read: HEADER,
            message_left: 0,
            state: State::Sound,
        }
    }

    fn read(
        &mut self,
        buf: &mut [u8],
        wire: &Wire,
        ward: &Ward,
        workers: Workers,
    ) -> Result<usize, Stop> {
        if self.header_read == HEADER && self.message_left == 0 {
            match self.state {
                State::Sound => self.next_message(wire, ward, workers)?,
                State::Ended => {
                    // The other process closes its direction; signs of life may come before.
                    self.drain();
                    return Ok(0);
                }
                State::Lost | State::Over => {}
            }
        }
        if matches!(self.state, State::Lost | State::Over) {
            return Ok(self.made_up(buf));
        }
        if self.header_read < HEADER {
            return Ok(self.header_to(buf));
        }
        let most = buf.len().min(self.message_left);
        let n = self.data(&mut buf[..most], wire, ward)?;
        self.message_left -= n;
        Ok(n)
    }

    /// Reads the header of the next message.
    fn next_message(&mut self, wire: &Wire, ward: &Ward, workers: Workers) -> Result<(), Stop> {
        let mut header = [0; HEADER];
        let mut have = 0;
        while have < HEADER {
            have += self.data(&mut header[have..], wire, ward)?;
        }
        let Some(length) = length_of(&header, workers) else {
            return Err(Stop::Lost(format!("{} sends what is no message", wire.name)));
        };
        if length == 0 {
            self.state = State::Ended;
        }
        self.header = header;
        self.header_read = 0;
        self.message_left = length;
        Ok(())
    }

    fn header_to(&mut self, buf: &mut [u8]) -> usize {
        let n = buf.len().min(HEADER - self.header_read);
        buf[..n].copy_from_slice(&self.header[self.header_read..][..n]);
        self.header_read += n;
        n
    }

    /// Brings what timely reads to an end: the present message is filled up, then comes the mark
    /// of the end.
    fn made_up(&mut self, buf: &mut [u8]) -> usize {
        if self.header_read < HEADER {
            return self.header_to(buf);
        }
        if self.message_left > 0 {
            let n = buf.len().min(self.message_left);
            buf[..n].fill(0);
            self.message_left -= n;
            return n;
        }
        if self.state == State::Over {
            return 0;
        }
        self.state = State::Over;
        self.header = END;
        self.header_read = 0;
        self.header_to(buf)
    }

    /// Reads bytes of the stream, at least one.
    fn data(&mut self, buf: &mut [u8], wire: &Wire, ward: &Ward) -> Result<usize, Stop> {
        while self.frame_left == 0 {
            let mut head = [0; 4];
            self.exactly(&mut head, wire, ward)?;
            match frame::head(head) {
                Some((Kind::Data, length)) => self.frame_left = length,
                Some((Kind::Beat, _)) => {}
                Some((Kind::Bye, length)) => {
                    let mut words = vec![0; length];
                    self.exactly(&mut words, wire, ward)?;
                    return Err(frame::reason(&wire.name, &words));
                }
                Some((Kind::Challenge, _)) | None => {
                    return Err(Stop::Lost(format!("{} sends what is no frame", wire.name)));
                }
            }
        }
        let most = buf.len().min(self.frame_left);
        let n = self.bytes(&mut buf[..most], wire, ward)?;
        self.frame_left -= n;
        Ok(n)
    }

    fn exactly(&mut self, buf: &mut [u8], wire: &Wire, ward: &Ward) -> Result<(), Stop> {
        let mut have = 0;
        while have < buf.len() {
            have += self.bytes(&mut buf[have..], wire, ward)?;
        }
        Ok(())
    }

    /// Reads bytes of the connection, at least one.
    fn bytes(&mut self, buf: &mut [u8], wire: &Wire, ward: &Ward) -> Result<usize, Stop> {
        loop {
            if ward.has_failed() {
                // Why is known; however much there is to read, this is the end.
                return Err(Stop::Lost("this process gave up".to_owned()));
            }
            match self.from.read(buf) {
                Ok(0) => return Err(gone(wire, &io::ErrorKind::UnexpectedEof.into())),
                Ok(n) => {
                    self.heard = Instant::now();
                    return Ok(n);
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e)
                    if matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) =>
                {
                    if self.heard.elapsed() > wire.silence {
                        return Err(gone(wire, &e));
                    }
                }
                Err(e) => return Err(gone(wire, &e)),
            }
        }
    }

    /// Reads what still comes, and forgets it.
    fn drain(&mut self) {
        let until = Instant::now() + FAREWELL;
        let mut nowhere = [0; 1 << 12];
        while Instant::now() < until {
            match self.from.read(&mut nowhere) {
                Ok(0) => return,
                Ok(_) => {}
                Err(e) => match e.kind() {
                    io::ErrorKind::WouldBlock
                    | io::ErrorKind::TimedOut
                    | io::ErrorKind::Interrupted => {}
                    _ => return,
                },
            }
        }
    }
}

/// Returns the length of the message after a header, 0 for the mark of the end; `None` for a
/// header that timely could not do with.
fn length_of(header: &[u8; HEADER], workers: Workers) -> Option<usize> {
    if *header == END {
        return Some(0);
    }
    // Timely reads a header only where the message follows it: fields are read one by one here.
    let field = |i: usize| {
        let bytes = header[8 * i..][..8].try_into().expect("eight bytes");
        usize::try_from(u64::from_be_bytes(bytes)).ok()
    };
    let header = MessageHeader {
        channel: field(0)?,
        source: field(1)?,
        target_lower: field(2)?,
        target_upper: field(3)?,
        length: field(4)?,
        seqno: field(5)?,
    };
    let Workers { sources, targets, each } = workers;
    let is_ours = header.channel < CHANNELS
        && (sources..sources + each).contains(&header.source)
        && targets <= header.target_lower
        && header.target_lower < header.target_upper
        && header.target_upper <= targets + each
        && (1..=MOST).contains(&header.length);
    is_ours.then_some(header.length)
}

#[cfg(test)]
mod tests;
