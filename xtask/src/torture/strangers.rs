//! Connections that nobody asked for, while processes wait for each other.

use std::{
    fs,
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use super::workshop::Workshop;

const LINE: &str = "solve surround --json";

/// How many come at once.
const CROWD: usize = 150;

/// What they say, in turn.
const WORDS: [&[u8]; 6] =
    [b"", b"\0", b"GET / HTTP/1.1\r\n\r\n", &[0; 64], &[0xff; 64], b"games cluster"];

/// All that is said to who has not yet shown that he knows the secret.
const CHALLENGE: usize = 36;

/// The second process comes so much later than they.
const LATER: Duration = Duration::from_millis(300);

/// Together with [`LATER`] far more than the work takes without strangers.
const AT_MOST: f64 = 10.0;

pub(super) fn run(workshop: &mut Workshop) -> Result<()> {
    let expected = workshop.expect(LINE)?;
    while workshop.goes_on() {
        let folder = workshop.empty("cluster")?;
        let first = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        fs::write(folder.join("hosts"), format!("{first}\n127.0.0.1:0\n"))?;
        let secret = workshop.below(2) == 0;
        fs::write(folder.join("secret"), "a secret of enough bytes\n")?;
        let with = if secret { " --secret secret" } else { "" };
        let line = |process| format!("{LINE} --hosts hosts --process {process} --wait 60s{with}");
        let mut first_process = workshop.start(&folder, &line(0))?;
        let mut crowd = gather(first)?;
        thread::sleep(LATER);
        let mut second = workshop.start(&folder, &line(1))?;
        let (ending, other) = (first_process.end()?, second.end()?);
        let judged = expected.compare_object(&ending).and(ending.well()).and_then(|took| {
            let told = crowd.iter_mut().map(told).max().unwrap_or(0);
            match other.status.success() {
                false => Err(other.words()),
                true if secret && told > CHALLENGE => Err(format!("a stranger got {told} bytes")),
                true if took > AT_MOST => Err(format!("it took {took:.1} s")),
                true => Ok(took),
            }
        });
        workshop.note(&format!("`games {}` among strangers", line(0)), judged);
    }
    Ok(())
}

/// Connects again and again, as soon as somebody listens.
fn gather(address: SocketAddr) -> Result<Vec<TcpStream>> {
    let begun = Instant::now();
    while TcpStream::connect(address).is_err() {
        if begun.elapsed() > Duration::from_secs(20) {
            bail!("nobody listens at {address}");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let one = |at: usize| -> Result<TcpStream> {
        let mut stranger = TcpStream::connect(address).context("connecting as a stranger")?;
        // It may be turned away before it has said all.
        let _ = stranger.write_all(WORDS[at % WORDS.len()]);
        Ok(stranger)
    };
    (0..CROWD).map(one).collect()
}

/// How many bytes a stranger has got.
fn told(stranger: &mut TcpStream) -> usize {
    let _ = stranger.set_nonblocking(true);
    stranger.read(&mut [0; 4 * CHALLENGE]).unwrap_or(0)
}
