//! Reading what another process sends, to a proper end or to the reason why there is none.

use std::{
    io::{self, BufReader, Read},
    sync::Arc,
    time::{Duration, Instant},
};

use solver::Stop;

use super::{Wire, gone};
use crate::{
    exchange::Routes,
    frame::{self, Kind},
    parcel::{Head, Load, Parcel},
    ward::Ward,
};

/// After a failure what still comes is read for so long, that the other process may read what was
/// sent to it: a connection that is closed before all was read takes that away.
const FAREWELL: Duration = Duration::from_secs(1);
/// What is asked for at once: a length may be forged.
const PIECE: usize = 1 << 20;

/// Reads what comes from another process.
#[derive(Debug)]
pub(crate) struct Listener<'a> {
    /// The number of the other process.
    pub(super) process: usize,
    wire: &'a Wire,
    ward: &'a Ward,
    from: BufReader<Incoming>,
    heard: Instant,
    /// What is left of the present frame.
    frame_left: usize,
}

/// The direction from the other process.
#[derive(Debug)]
struct Incoming(Arc<Wire>);

impl Read for Incoming {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        (&self.0.socket).read(buf)
    }
}

impl<'a> Listener<'a> {
    pub(crate) fn new(process: usize, wire: &'a Arc<Wire>, ward: &'a Ward) -> Self {
        let from = BufReader::with_capacity(1 << 16, Incoming(Arc::clone(wire)));
        Self { process, wire, ward, from, heard: Instant::now(), frame_left: 0 }
    }

    /// Hands on what comes, until the other process has ended or is lost.
    pub(crate) fn listen(mut self, routes: &Routes) {
        match self.hand_on(routes) {
            Ok(()) => routes.end(self.process),
            Err(reason) => self.ward.lose(&reason),
        }
        self.drain();
    }

    fn hand_on(&mut self, routes: &Routes) -> Result<(), Stop> {
        while let Some(head) = self.head()? {
            let load = Load::Raw(head.kind, self.body(head.length)?);
            let parcel = Parcel { from: head.from as usize, load };
            if !routes.deliver(self.process, head.to as usize, parcel) {
                return Err(self.no_parcel());
            }
        }
        Ok(())
    }

    /// Reads the head of the next parcel; `None` at the end.
    fn head(&mut self) -> Result<Option<Head>, Stop> {
        if !self.has_data()? {
            return Ok(None);
        }
        let mut head = [0; Head::BYTES];
        self.fill(&mut head)?;
        Head::read(head).map(Some).ok_or_else(|| self.no_parcel())
    }

    fn no_parcel(&self) -> Stop {
        Stop::Lost(format!("{} sends what is no parcel", self.wire.name))
    }

    fn body(&mut self, length: usize) -> Result<Vec<u8>, Stop> {
        let mut body = Vec::with_capacity(length.min(PIECE));
        while body.len() < length {
            let have = body.len();
            body.resize(have + (length - have).min(PIECE), 0);
            self.fill(&mut body[have..])?;
        }
        Ok(body)
    }

    /// Fills a buffer with bytes of the stream.
    fn fill(&mut self, buf: &mut [u8]) -> Result<(), Stop> {
        let mut have = 0;
        while have < buf.len() {
            if !self.has_data()? {
                return Err(self.no_parcel());
            }
            let most = (buf.len() - have).min(self.frame_left);
            let n = self.bytes(&mut buf[have..][..most])?;
            self.frame_left -= n;
            have += n;
        }
        Ok(())
    }

    /// Reads frames up to one with bytes of the stream; whether there is one before the end.
    fn has_data(&mut self) -> Result<bool, Stop> {
        while self.frame_left == 0 {
            let mut head = [0; 4];
            self.exactly(&mut head)?;
            match frame::head(head) {
                Some((Kind::Data, length)) => self.frame_left = length,
                Some((Kind::Beat, _)) => {}
                Some((Kind::End, _)) => return Ok(false),
                Some((Kind::Bye, length)) => {
                    let mut words = vec![0; length];
                    self.exactly(&mut words)?;
                    return Err(frame::reason(&self.wire.name, &words));
                }
                Some((Kind::Challenge, _)) | None => {
                    return Err(Stop::Lost(format!("{} sends what is no frame", self.wire.name)));
                }
            }
        }
        Ok(true)
    }

    fn exactly(&mut self, buf: &mut [u8]) -> Result<(), Stop> {
        let mut have = 0;
        while have < buf.len() {
            have += self.bytes(&mut buf[have..])?;
        }
        Ok(())
    }

    /// Reads bytes of the connection, at least one.
    fn bytes(&mut self, buf: &mut [u8]) -> Result<usize, Stop> {
        loop {
            if self.ward.has_failed() {
                // Why is known; however much there is to read, this is the end.
                return Err(Stop::Lost("this process gave up".to_owned()));
            }
            match self.from.read(buf) {
                Ok(0) => return Err(gone(self.wire, &io::ErrorKind::UnexpectedEof.into())),
                Ok(n) => {
                    self.heard = Instant::now();
                    return Ok(n);
                }
                Err(e) if is_pause(&e) => {
                    if self.heard.elapsed() > self.wire.silence {
                        return Err(gone(self.wire, &io::ErrorKind::TimedOut.into()));
                    }
                }
                Err(e) => return Err(gone(self.wire, &e)),
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
                Err(e) if !is_pause(&e) => return,
                _ => {}
            }
        }
    }
}

/// Nothing came, but something may yet.
fn is_pause(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), WouldBlock | TimedOut | Interrupted)
}

#[cfg(test)]
mod tests;
