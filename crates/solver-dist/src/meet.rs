//! How processes find each other.
//!
//! All others connect to process 0 and tell what they are about to solve. When all are there and
//! agree, process 0 sends each of them where the others listen; then each connects to those with
//! smaller numbers. Whoever disagrees is refused, and with it all: there is no work without it.
//!
//! A process that is gone before all are there may come back. Connections that say nothing
//! sensible are dropped: they are not from us. Where there is a secret, nothing at all is said before
//! both ends have shown that they know it.

mod guests;
mod messages;
mod secret;

use core::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use std::{
    io::{self, Write},
    net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs},
    thread,
    time::Instant,
};

use solver::Stop;

pub use self::secret::Secret;
use self::{
    guests::{Guests, introduce_with},
    messages::{Hello, Join, Welcome},
};
use crate::{
    Cluster,
    frame::{self, Kind},
    terms::Terms,
};

/// A connection to each other process.
#[derive(Debug)]
pub(crate) struct Meeting {
    /// By the number of the process; `None` for this one.
    pub(crate) sockets: Vec<Option<TcpStream>>,
    /// Whether process 0 stores what is solved.
    pub(crate) collect: bool,
}

/// How often a thread that waits looks up.
const LOOK_UP: Duration = Duration::from_millis(20);
/// Whoever connects says who it is within this time.
const GREETING: Duration = Duration::from_secs(2);
/// Processes that have met at process 0 meet each other within this time.
const INTRODUCTION: Duration = Duration::from_secs(10);

/// What others call a process.
pub(crate) fn name(process: usize, address: &str) -> String {
    format!("process {process} at {address}")
}

/// Meets all other processes.
pub(crate) fn meet(
    cluster: &Cluster,
    terms: &Terms,
    collect: bool,
    stop: &AtomicBool,
) -> Result<Meeting, Stop> {
    let count = cluster.addresses.len();
    if count == 1 {
        return Ok(Meeting { sockets: vec![None], collect });
    }
    // The last process is the one that nobody connects to.
    let listener = match &cluster.listener {
        _ if cluster.process + 1 == count => None,
        Some(listener) => Some(listener.try_clone().map_err(cannot_listen(cluster))?),
        None => Some(listen(cluster)?),
    };
    let waiting = Waiting { stop, until: Instant::now() + cluster.patience };
    let result = match &listener {
        Some(listener) if cluster.process == 0 => {
            gather(cluster, listener, terms, collect, &waiting)
        }
        _ => introduce(cluster, listener.as_ref(), terms, &waiting),
    };
    for socket in result.as_ref().into_iter().flat_map(|meeting| &meeting.sockets).flatten() {
        socket.set_nonblocking(false).map_err(|e| Stop::Lost(e.to_string()))?;
    }
    result
}

/// Until when to wait.
struct Waiting<'a> {
    stop: &'a AtomicBool,
    until: Instant,
}

impl Waiting<'_> {
    /// Pauses; the reason to give up if the time is over.
    fn pause(&self, late: impl FnOnce() -> String) -> Result<(), Stop> {
        self.look(late)?;
        thread::sleep(LOOK_UP);
        Ok(())
    }

    /// Returns the reason to give up if the time is over.
    fn look(&self, late: impl FnOnce() -> String) -> Result<(), Stop> {
        if self.stop.load(Relaxed) {
            return Err(Stop::Interrupted);
        }
        if Instant::now() >= self.until {
            return Err(Stop::Lost(late()));
        }
        Ok(())
    }
}

fn cannot_listen(cluster: &Cluster) -> impl Fn(io::Error) -> Stop {
    let address = cluster.addresses[cluster.process].clone();
    move |e| Stop::Lost(format!("cannot listen at {address}: {e}"))
}

fn listen(cluster: &Cluster) -> Result<TcpListener, Stop> {
    TcpListener::bind(&cluster.addresses[cluster.process]).map_err(cannot_listen(cluster))
}

fn send(mut socket: &TcpStream, text: &str) -> io::Result<()> {
    frame::send(&mut socket, Kind::Data, text.as_bytes())?;
    socket.flush()
}

fn receive(mut socket: &TcpStream) -> Option<(Kind, String)> {
    let (kind, data) = frame::receive(&mut socket).ok()??;
    // A number is no text, and not looked at.
    let data = if kind == Kind::Challenge { Vec::new() } else { data };
    Some((kind, String::from_utf8(data).ok()?))
}

fn refuse(socket: &TcpStream, reason: &Stop) {
    let mut socket = socket;
    // Whoever does not hear it notices that the connection is gone.
    let _ = frame::send(&mut socket, Kind::Bye, frame::words(reason).as_bytes());
}

/// Process 0: waits for all others.
fn gather(
    cluster: &Cluster,
    listener: &TcpListener,
    terms: &Terms,
    collect: bool,
    waiting: &Waiting<'_>,
) -> Result<Meeting, Stop> {
    let mut sockets: Vec<Option<TcpStream>> = cluster.addresses.iter().map(|_| None).collect();
    let mut addresses = cluster.addresses.clone();
    let result = gather_into(cluster, listener, terms, waiting, &mut sockets, &mut addresses);
    if let Err(reason) = result {
        sockets.iter().flatten().for_each(|socket| refuse(socket, &reason));
        return Err(reason);
    }
    let welcome = Welcome { session: session(), collect, addresses };
    for (process, socket) in sockets.iter().enumerate() {
        if let Some(socket) = socket {
            let gone =
                |_| Stop::Lost(format!("{} is gone", name(process, &welcome.addresses[process])));
            send(socket, &welcome.text()).map_err(gone)?;
        }
    }
    Ok(Meeting { sockets, collect })
}

fn gather_into(
    cluster: &Cluster,
    listener: &TcpListener,
    terms: &Terms,
    waiting: &Waiting<'_>,
    sockets: &mut [Option<TcpStream>],
    addresses: &mut [String],
) -> Result<(), Stop> {
    let missing = |sockets: &[Option<TcpStream>]| {
        let missing = (1..sockets.len()).filter(|&i| sockets[i].is_none());
        missing.map(|i| name(i, &cluster.addresses[i])).collect::<Vec<_>>()
    };
    let mut guests = Guests::new(listener, cluster.secret.as_ref());
    while !missing(sockets).is_empty() {
        let late = |sockets: &_| format!("{} did not come", missing(sockets).join(", "));
        let Some((socket, kind, text)) = guests.next() else {
            waiting.pause(|| late(sockets))?;
            look_after(sockets, cluster)?;
            continue;
        };
        // However many of them there are.
        waiting.look(|| late(sockets))?;
        if kind != Kind::Data {
            continue;
        }
        let Some(hello) = Hello::read(&text) else { continue };
        let own = name(0, &cluster.addresses[0]);
        let theirs = name(hello.process, cluster.addresses.get(hello.process).map_or("?", |a| a));
        let problem = terms.difference(&own, &hello.terms, &theirs).or_else(|| {
            let is_taken = sockets.get(hello.process).is_none_or(Option::is_some);
            (hello.process == 0 || is_taken)
                .then(|| format!("two processes call themselves process {}", hello.process))
        });
        if let Some(problem) = problem {
            let reason = Stop::Foreign(problem);
            refuse(&socket, &reason);
            return Err(reason);
        }
        let i = hello.process;
        if let Some(host) = cluster.addresses[i].strip_suffix(":0") {
            addresses[i] = format!("{host}:{}", hello.port);
        }
        sockets[i] = Some(socket);
    }
    Ok(())
}

/// Looks whether those that have come are still there, and whether one of them has given up.
fn look_after(sockets: &mut [Option<TcpStream>], cluster: &Cluster) -> Result<(), Stop> {
    for (i, slot) in sockets.iter_mut().enumerate() {
        let Some(socket) = slot else { continue };
        let seen = socket.set_nonblocking(true).and_then(|()| socket.peek(&mut [0]));
        let is_calm = socket.set_nonblocking(false).is_ok();
        match seen {
            Err(e) if is_calm && e.kind() == io::ErrorKind::WouldBlock => {}
            Ok(1..) => {
                if let Some((Kind::Bye, words)) = receive(socket) {
                    let name = name(i, &cluster.addresses[i]);
                    return Err(frame::reason(&name, words.as_bytes()));
                }
                *slot = None;
            }
            _ => *slot = None,
        }
    }
    Ok(())
}

/// A number that no other run has.
fn session() -> u64 {
    use core::hash::{BuildHasher, Hasher};
    std::hash::RandomState::new().build_hasher().finish()
}

/// All but process 0.
fn introduce(
    cluster: &Cluster,
    listener: Option<&TcpListener>,
    terms: &Terms,
    waiting: &Waiting<'_>,
) -> Result<Meeting, Stop> {
    let port = match listener.map(TcpListener::local_addr) {
        None => 0,
        Some(address) => address.map_err(cannot_listen(cluster))?.port(),
    };
    let hello = Hello { process: cluster.process, port, terms: terms.clone() };
    let zero = connect(0, &cluster.addresses[0], cluster, waiting)?;
    let gone = || Stop::Lost(format!("{} is gone", name(0, &cluster.addresses[0])));
    send(&zero, &hello.text()).map_err(|_| gone())?;

    let welcome = await_welcome(&zero, cluster, waiting).inspect_err(|reason| {
        if *reason == Stop::Interrupted {
            refuse(&zero, reason);
        }
    })?;
    let waiting = Waiting { stop: waiting.stop, until: Instant::now() + INTRODUCTION };
    let mut sockets: Vec<Option<TcpStream>> = cluster.addresses.iter().map(|_| None).collect();
    sockets[0] = Some(zero);
    let join = Join { session: welcome.session, process: cluster.process };
    let before = welcome.addresses.iter().enumerate().take(cluster.process).skip(1);
    for (process, address) in before {
        let socket = connect(process, address, cluster, &waiting)?;
        let gone = |_| Stop::Lost(format!("{} is gone", name(process, address)));
        send(&socket, &join.text()).map_err(gone)?;
        sockets[process] = Some(socket);
    }
    let mut guests = listener.map(|listener| Guests::new(listener, cluster.secret.as_ref()));
    while let Some(missing) = (cluster.process + 1..sockets.len()).find(|&i| sockets[i].is_none()) {
        let late = || format!("{} did not come", name(missing, &welcome.addresses[missing]));
        let Some((socket, kind, text)) = guests.as_mut().and_then(Guests::next) else {
            waiting.pause(late)?;
            continue;
        };
        waiting.look(late)?;
        if kind != Kind::Data {
            continue;
        }
        match Join::read(&text) {
            Some(Join { session, process })
                if session == welcome.session && process > cluster.process =>
            {
                if let Some(slot) = sockets.get_mut(process) {
                    *slot = Some(socket);
                }
            }
            _ => {}
        }
    }
    Ok(Meeting { sockets, collect: welcome.collect })
}

/// Connects, again and again until the process listens, and shows that the secret is known.
fn connect(
    process: usize,
    address: &str,
    cluster: &Cluster,
    waiting: &Waiting<'_>,
) -> Result<TcpStream, Stop> {
    let attempt = || -> io::Result<TcpStream> {
        let mut last = io::Error::other("the name stands for no address");
        for address in address.to_socket_addrs()?.collect::<Vec<SocketAddr>>() {
            match TcpStream::connect_timeout(&address, Duration::from_secs(1)) {
                Ok(socket) => {
                    socket.set_nodelay(true)?;
                    socket.set_write_timeout(Some(GREETING))?;
                    return Ok(socket);
                }
                Err(e) => last = e,
            }
        }
        Err(last)
    };
    loop {
        match attempt() {
            Ok(socket) => {
                if let Some(secret) = &cluster.secret {
                    let name = name(process, address);
                    let late = || waiting.look(|| format!("{name} does not answer"));
                    let other = || Stop::Foreign(format!("{name} has another secret, or none"));
                    introduce_with(&socket, secret, late, other)?;
                }
                return Ok(socket);
            }
            Err(e) => waiting.pause(|| format!("cannot reach {}: {e}", name(process, address)))?,
        }
    }
}

/// Waits until process 0 has met all others.
fn await_welcome(
    zero: &TcpStream,
    cluster: &Cluster,
    waiting: &Waiting<'_>,
) -> Result<Welcome, Stop> {
    let own = name(0, &cluster.addresses[0]);
    let gone = || Stop::Lost(format!("{own} is gone"));
    // Process 0 may have begun to wait later than this one, and has the last word.
    let waiting = Waiting { stop: waiting.stop, until: Instant::now() + 2 * cluster.patience };
    loop {
        zero.set_nonblocking(true).map_err(|_| gone())?;
        let seen = zero.peek(&mut [0]);
        match seen {
            Ok(1..) => break,
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                waiting.pause(|| format!("{own} does not answer"))?;
            }
            _ => return Err(gone()),
        }
    }
    let read = || -> io::Result<Option<(Kind, String)>> {
        zero.set_nonblocking(false)?;
        zero.set_read_timeout(Some(GREETING))?;
        Ok(receive(zero))
    };
    match read().map_err(|_| gone())? {
        Some((Kind::Bye, words)) => Err(frame::reason(&own, words.as_bytes())),
        Some((Kind::Challenge, _)) => {
            Err(Stop::Foreign(format!("{own} speaks to those alone who know its secret")))
        }
        Some((Kind::Data, text)) => Welcome::read(&text)
            .filter(|welcome| welcome.addresses.len() == cluster.addresses.len())
            .ok_or_else(|| Stop::Lost(format!("{own} does not speak our language"))),
        _ => Err(gone()),
    }
}
