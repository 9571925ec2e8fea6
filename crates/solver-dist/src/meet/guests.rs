//! Those who have connected and not yet said who they are.
//!
//! All of them are listened to at the same time, so that one who says nothing delays nobody.

use std::{
    io::{self, Read, Write},
    net::{TcpListener, TcpStream},
    time::Instant,
};

use super::{
    GREETING, LOOK_UP,
    secret::{Nonce, Proof, Role, Secret, nonce},
};
use crate::frame::{self, Kind};

/// More than these are not listened to: the one who has waited longest goes.
const MOST: usize = 1 << 10;
/// No introduction is longer.
const MOST_BYTES: usize = 1 << 16;
/// The bytes of a number and of the proof after it.
const PROOF: usize = size_of::<Nonce>() + size_of::<Proof>();
const HEAD: usize = 4;

/// The door, and those who stand there.
#[derive(Debug)]
pub(super) struct Guests<'a> {
    listener: &'a TcpListener,
    secret: Option<&'a Secret>,
    waiting: Vec<Guest>,
}

#[derive(Debug)]
struct Guest {
    socket: TcpStream,
    until: Instant,
    /// The number that was sent to whoever has still to show that it knows the secret.
    asked: Option<Nonce>,
    said: Vec<u8>,
}

/// What somebody who has connected has said first.
pub(super) type Said = (TcpStream, Kind, String);

impl<'a> Guests<'a> {
    pub(super) const fn new(listener: &'a TcpListener, secret: Option<&'a Secret>) -> Self {
        Self { listener, secret, waiting: Vec::new() }
    }

    /// Returns somebody who has said who it is, if there is one by now.
    pub(super) fn next(&mut self) -> Option<Said> {
        self.let_in();
        let mut i = 0;
        while i < self.waiting.len() {
            match self.waiting[i].listen(self.secret) {
                Ok(None) if Instant::now() < self.waiting[i].until => i += 1,
                // It has nothing sensible to say: it is not from us.
                Ok(None) | Err(_) => drop(self.waiting.remove(i)),
                Ok(Some((kind, text))) => {
                    let socket = self.waiting.remove(i).socket;
                    if calm(&socket).is_ok() {
                        return Some((socket, kind, text));
                    }
                }
            }
        }
        None
    }

    fn let_in(&mut self) {
        // An error is that of one connection: the next may be better.
        for _ in 0..MOST {
            let Ok(Ok((socket, _))) =
                self.listener.set_nonblocking(true).map(|()| self.listener.accept())
            else {
                return;
            };
            if self.waiting.len() == MOST {
                self.waiting.remove(0);
            }
            self.waiting.extend(Guest::new(socket, self.secret.is_some()));
        }
    }
}

impl Guest {
    fn new(mut socket: TcpStream, has_to_prove: bool) -> io::Result<Self> {
        socket.set_nonblocking(true)?;
        socket.set_nodelay(true)?;
        let asked = if has_to_prove { Some(nonce()?) } else { None };
        if let Some(nonce) = &asked {
            // As much as this has room in any connection that is new.
            frame::send(&mut socket, Kind::Challenge, nonce)?;
        }
        Ok(Self { socket, until: Instant::now() + GREETING, asked, said: Vec::new() })
    }

    /// Hears what has come; returns it once it is whole.
    fn listen(&mut self, secret: Option<&Secret>) -> io::Result<Option<(Kind, String)>> {
        if let (Some(asked), Some(secret)) = (self.asked, secret) {
            if !self.has(PROOF)? {
                return Ok(None);
            }
            let (answered, proof) = self.said.split_at(size_of::<Nonce>());
            let (answered, proof) = (whole(answered)?, whole(proof)?);
            if !secret.holds(&proof, Role::Connects, &asked, &answered) {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            self.socket.write_all(&secret.prove(Role::Accepts, &asked, &answered))?;
            self.asked = None;
            self.said.clear();
        }
        if !self.has(HEAD)? {
            return Ok(None);
        }
        let head = self.said[..HEAD].try_into().expect("four bytes");
        let (kind, length) = frame::head(head)
            .filter(|&(_, length)| length <= MOST_BYTES)
            .ok_or(io::ErrorKind::InvalidData)?;
        if !self.has(HEAD + length)? {
            return Ok(None);
        }
        let text = String::from_utf8(self.said.split_off(HEAD)).map_err(io::Error::other)?;
        Ok(Some((kind, text)))
    }

    /// Reads so many bytes in all and no more, as far as they have come.
    fn has(&mut self, count: usize) -> io::Result<bool> {
        while self.said.len() < count {
            let mut piece = [0; 1 << 10];
            let most = piece.len().min(count - self.said.len());
            match self.socket.read(&mut piece[..most]) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(n) => self.said.extend(&piece[..n]),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(e) => return Err(e),
            }
        }
        Ok(true)
    }
}

fn whole(bytes: &[u8]) -> io::Result<[u8; 32]> {
    bytes.try_into().map_err(io::Error::other)
}

/// Makes a connection wait again, for a while.
pub(super) fn calm(socket: &TcpStream) -> io::Result<()> {
    socket.set_nonblocking(false)?;
    socket.set_read_timeout(Some(GREETING))?;
    socket.set_write_timeout(Some(GREETING))
}

/// Shows whoever accepts that this process knows the secret, and has that shown; `waits` is asked
/// while nothing comes, and `stranger` for the error where the other side is not of ours.
pub(super) fn introduce_with<E>(
    mut socket: &TcpStream,
    secret: &Secret,
    mut waits: impl FnMut() -> Result<(), E>,
    stranger: impl Fn() -> E,
) -> Result<(), E> {
    let strange = |_: io::Error| stranger();
    socket.set_read_timeout(Some(LOOK_UP)).map_err(strange)?;
    let mut challenge = [0; HEAD + size_of::<Nonce>()];
    read(socket, &mut challenge, &mut waits, &stranger)?;
    let (head, asked) = challenge.split_at(HEAD);
    let head = head.try_into().expect("four bytes");
    if frame::head(head) != Some((Kind::Challenge, asked.len())) {
        return Err(stranger());
    }
    let asked = whole(asked).map_err(strange)?;
    let answered = nonce().map_err(strange)?;
    let own = secret.prove(Role::Connects, &asked, &answered);
    socket.write_all(&[answered, own].concat()).map_err(strange)?;
    let mut proof = Proof::default();
    read(socket, &mut proof, &mut waits, &stranger)?;
    if secret.holds(&proof, Role::Accepts, &asked, &answered) { Ok(()) } else { Err(stranger()) }
}

fn read<E>(
    mut socket: &TcpStream,
    bytes: &mut [u8],
    waits: &mut impl FnMut() -> Result<(), E>,
    stranger: &impl Fn() -> E,
) -> Result<(), E> {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    let mut have = 0;
    while have < bytes.len() {
        match socket.read(&mut bytes[have..]) {
            Ok(n @ 1..) => have += n,
            Err(e) if matches!(e.kind(), WouldBlock | TimedOut | Interrupted) => waits()?,
            _ => return Err(stranger()),
        }
    }
    Ok(())
}
