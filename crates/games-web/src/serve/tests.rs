//! Clients that fall silent, by a clock that stands still while anything can be done: nobody waits,
//! and no busy machine makes a difference.

use core::{future::pending, pin::pin, time::Duration};
use std::{
    net::TcpListener,
    sync::{Arc, mpsc},
};

use futures_util::poll;
use sessions::Games;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
    net::TcpStream,
    spawn,
    sync::watch,
    task::spawn_blocking,
    time::{Instant, interval, sleep, timeout},
};

use super::{CONNECTIONS, accept, talk};
use crate::{App, Config, Limits, router};

/// Longer than anything may take.
const PATIENCE: Duration = Duration::from_secs(600);
/// A second in which timers fire one after the other.
const SLACK: Duration = Duration::from_secs(1);

/// A client of a server, and what tells the server to stop.
fn connected(buffer: usize) -> (Arc<App>, DuplexStream, watch::Sender<bool>) {
    let app = App::new(Config::new(Games::new(&[])));
    let (client, server) = duplex(buffer);
    let (stopping, asked) = watch::channel(false);
    spawn(talk(router(Arc::clone(&app)), server, asked));
    (app, client, stopping)
}

/// Reads all that comes until the server hangs up; returns it with the time that took.
async fn until_the_end(client: &mut DuplexStream) -> (String, Duration) {
    let begun = Instant::now();
    let mut all = Vec::new();
    let read = timeout(PATIENCE, client.read_to_end(&mut all)).await;
    read.expect("the server hangs up").expect("nothing else goes wrong");
    (String::from_utf8_lossy(&all).into_owned(), begun.elapsed())
}

#[tokio::test(start_paused = true)]
async fn a_head_that_does_not_come_to_its_end_is_not_waited_for() {
    for begun in ["", "GET / HTTP/1.1\r\nHost: local"] {
        let (_, mut client, _stopping) = connected(4096);
        client.write_all(begun.as_bytes()).await.unwrap();
        let (_, took) = until_the_end(&mut client).await;
        assert!(took >= Limits::IDLE && took < Limits::IDLE + SLACK, "{begun:?}: {took:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_asks_nothing_more_is_closed() {
    let (_, mut client, _stopping) = connected(4096);
    client.write_all(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    let (answer, took) = until_the_end(&mut client).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(took >= Limits::IDLE && took < Limits::IDLE + SLACK, "{took:?}");
}

const HEAD: &[u8] = b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\n\
    Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n";

#[tokio::test(start_paused = true)]
async fn a_body_that_does_not_come_to_its_end_is_told_so() {
    let (_, mut client, _stopping) = connected(4096);
    client.write_all(HEAD).await.unwrap();
    client.write_all(b"{\"game\": ").await.unwrap();
    let (answer, took) = until_the_end(&mut client).await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("urn:games:timeout"), "{answer}");
    assert!(took >= Limits::IDLE && took < Limits::IDLE + SLACK, "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn a_byte_now_and_then_keeps_no_request_alive() {
    for head in [&b""[..], HEAD] {
        let (_, client, _stopping) = connected(4096);
        let (mut from, mut to) = tokio::io::split(client);
        to.write_all(head).await.unwrap();
        // All of it is over before the drops would have brought the rest.
        spawn(async move {
            let mut drops = interval(Duration::from_secs(3));
            while to.write_all(b"x").await.is_ok() {
                drops.tick().await;
            }
        });
        let begun = Instant::now();
        let read = timeout(PATIENCE, from.read_to_end(&mut Vec::new())).await;
        assert!(read.is_ok(), "the server hangs up");
        assert!(begun.elapsed() < Limits::IDLE + SLACK, "{:?}", begun.elapsed());
    }
}

const SOCKET: &[u8] = b"GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n\
    Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// A frame of a client with nothing in it, masked by zeros.
const fn frame(kind: u8) -> [u8; 6] {
    [0x80 | kind, 0x80, 0, 0, 0, 0]
}
const TEXT: u8 = 1;
const PONG: u8 = 10;

#[tokio::test(start_paused = true)]
async fn a_socket_whose_other_end_is_gone_is_closed() {
    let (app, mut client, _stopping) = connected(4096);
    client.write_all(SOCKET).await.unwrap();
    let (answer, took) = until_the_end(&mut client).await;
    assert!(answer.starts_with("HTTP/1.1 101"), "{answer}");
    // It is asked twice before it is given up.
    assert!(took > 2 * Limits::PING && took < 4 * Limits::PING, "{took:?}");
    assert_eq!(app.sockets(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_socket_that_answers_when_it_is_asked_stays() {
    let (app, client, _stopping) = connected(4096);
    let (mut from, mut to) = tokio::io::split(client);
    to.write_all(SOCKET).await.unwrap();
    spawn(async move {
        let mut asked = [0; 256];
        while from.read(&mut asked).await.is_ok_and(|n| n > 0) {
            let _ = to.write_all(&frame(PONG)).await;
        }
    });
    sleep(PATIENCE).await;
    assert_eq!(app.sockets(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_socket_that_takes_nothing_is_closed() {
    // There is room for the first answers only, and none of them is read.
    let (app, mut client, _stopping) = connected(4096);
    client.write_all(SOCKET).await.unwrap();
    spawn(async move { while client.write_all(&frame(TEXT)).await.is_ok() {} });
    sleep(SLACK).await;
    assert_eq!(app.sockets(), 1);
    sleep(2 * Limits::PING).await;
    assert_eq!(app.sockets(), 0);
}

#[tokio::test(start_paused = true)]
async fn an_answer_of_which_nothing_is_taken_is_not_waited_for() {
    let app = App::new(Config::new(Games::new(&[])));
    // Far less than the answer: the rest of it waits in the server.
    let (mut client, server) = duplex(4096);
    let (_stopping, asked) = watch::channel(false);
    let begun = Instant::now();
    let connection = spawn(talk(router(app), server, asked));
    client
        .write_all(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .await
        .unwrap();
    timeout(PATIENCE, connection).await.expect("the server hangs up").unwrap();
    let took = begun.elapsed();
    assert!(took >= Limits::UNREAD && took < Limits::UNREAD + SLACK, "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_taken_slowly_comes_to_its_end() {
    let (_, mut client, _stopping) = connected(4096);
    let ask = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    client.write_all(ask).await.unwrap();
    let begun = Instant::now();
    let mut part = [0; 4096];
    let mut last = Vec::new();
    loop {
        sleep(Limits::UNREAD - SLACK).await;
        let read =
            timeout(PATIENCE, client.read(&mut part)).await.expect("more, or the end").unwrap();
        if read == 0 {
            break;
        }
        last = part[..read].to_vec();
    }
    assert!(last.trim_ascii_end().ends_with(b"}"), "{}", String::from_utf8_lossy(&last));
    assert!(begun.elapsed() > 2 * Limits::UNREAD);
}

/// Asks over a connection that stays open; returns the beginning of the answer.
async fn ask(stream: &mut TcpStream) -> [u8; 12] {
    stream.write_all(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    let mut answer = vec![0; 4096];
    let read = stream.read(&mut answer).await.unwrap();
    answer[..read].first_chunk().copied().unwrap_or_default()
}
const GOOD: [u8; 12] = *b"HTTP/1.1 200";

#[cfg(unix)]
#[tokio::test(start_paused = true)]
async fn there_are_so_many_connections_and_the_next_one_waits() {
    // Both ends of each are files of this process.
    assert!(may_open(2 * CONNECTIONS as u64 + 100), "the system lets nobody open so many files");
    // While a thread works the clock stands still, so that no connection is idle for too long.
    let (over, wait) = mpsc::channel::<()>();
    let clock = spawn_blocking(move || wait.recv());
    let app = App::new(Config::new(Games::new(&[])));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    let server = spawn(async move { accept(&app, listener, pending(), || ()).await });
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        let mut connection = TcpStream::connect(address).await.unwrap();
        assert_eq!(ask(&mut connection).await, GOOD);
        connections.push(connection);
    }
    // The system takes one more, the server does not.
    let mut late = TcpStream::connect(address).await.unwrap();
    let mut answer = pin!(ask(&mut late));
    for connection in &mut connections[..100] {
        assert!(poll!(answer.as_mut()).is_pending());
        assert_eq!(ask(connection).await, GOOD);
    }
    drop(connections.pop());
    assert_eq!(answer.await, GOOD);
    server.abort();
    drop(over);
    let _ = clock.await;
}

/// Whether this process may have so many files open, which it asks for first.
#[cfg(unix)]
fn may_open(files: u64) -> bool {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    limit.current.is_none_or(|current| current >= files)
        || setrlimit(Resource::Nofile, Rlimit { current: Some(files), ..limit }).is_ok()
}
