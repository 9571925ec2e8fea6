//! A server that listens, and its end.

use std::{
    net::{SocketAddr, TcpListener},
    sync::{Arc, mpsc},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use games_web::{App, Config, serve};
use serde_json::{Value, json};
use tokio::{net::TcpStream, sync::oneshot};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

use crate::asking::config;

/// A server on a thread of its own.
pub(crate) struct Listening {
    pub(crate) app: Arc<App>,
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Listening {
    pub(crate) fn new(config: Config) -> Self {
        let app = App::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, asked) = oneshot::channel::<()>();
        let (begun, wait) = mpsc::channel();
        let inside = Arc::clone(&app);
        let thread = thread::spawn(move || {
            let stopped = async { drop(asked.await) };
            serve(&inside, listener, stopped, || begun.send(()).unwrap()).unwrap();
        });
        wait.recv().unwrap();
        Self { app, address, stop: Some(stop), thread: Some(thread) }
    }

    /// Stops it; returns how long that took.
    pub(crate) fn end(&mut self) -> Duration {
        let begun = Instant::now();
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
        begun.elapsed()
    }

    pub(crate) async fn socket(&self) -> Socket {
        let url = format!("ws://{}/api/v1/live", self.address);
        Socket(connect_async(url).await.expect("the socket opens").0)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.end();
    }
}

/// A page's socket.
pub(crate) struct Socket(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(crate) async fn send(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message; none after the end.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        // Far longer than anything takes here.
        const PATIENCE: Duration = Duration::from_secs(60);
        loop {
            let message = tokio::time::timeout(PATIENCE, self.0.next()).await;
            match message.expect("a message comes")? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a kind; those before it are passed over.
    pub(crate) async fn wait_for(&mut self, op: &str) -> Value {
        loop {
            let message = self.next().await.expect("the socket is open");
            if message["op"] == op {
                return message;
            }
            assert_ne!(message["op"], "error", "{message}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_sockets_are_told_and_left_within_two_seconds() {
    let mut server = Listening::new(config());
    let mut sockets = Vec::new();
    for _ in 0..100 {
        let mut socket = server.socket().await;
        let search = json!({
            "op": "search", "id": "s", "game": "chess", "player": "alphabeta", "analysis": true,
        });
        socket.send(&search).await;
        sockets.push(socket);
    }
    for socket in &mut sockets {
        socket.wait_for("info").await;
    }
    assert_eq!(server.app.sockets(), 100);
    let took = server.end();
    assert!(took < Duration::from_secs(2), "{took:?}");
    for mut socket in sockets {
        let mut last = Value::Null;
        let mut code = None;
        while let Some(message) = socket.0.next().await {
            match message {
                Ok(Message::Text(text)) => last = serde_json::from_str(&text).unwrap(),
                Ok(Message::Close(frame)) => code = frame.map(|frame| u16::from(frame.code)),
                Ok(_) => {}
                Err(_) => break,
            }
        }
        assert_eq!((&last["op"], code), (&"bye".into(), Some(1001)));
    }
}

/// A connection that is closed while something is unread is reset, and what was said last is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_talking_is_told_too() {
    let mut server = Listening::new(config());
    let mut listening = Vec::new();
    for _ in 0..20 {
        let (mut out, mut messages) = server.socket().await.0.split();
        tokio::spawn(async move {
            let nothing = json!({ "op": "stop", "id": "nothing" }).to_string();
            while out.send(Message::text(nothing.clone())).await.is_ok() {}
        });
        listening.push(tokio::spawn(async move {
            while let Some(Ok(message)) = messages.next().await {
                if let Message::Close(frame) = message {
                    return frame.map(|frame| u16::from(frame.code));
                }
            }
            None
        }));
    }
    let took = server.end();
    assert!(took < Duration::from_secs(2), "{took:?}");
    for heard in listening {
        assert_eq!(heard.await.unwrap(), Some(1001));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_say_nothing_do_not_hold_up_the_end() {
    use tokio::io::AsyncWriteExt;
    let mut server = Listening::new(config());
    let _silent = TcpStream::connect(server.address).await.unwrap();
    let mut half = TcpStream::connect(server.address).await.unwrap();
    half.write_all(b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nContent-").await.unwrap();
    let took = server.end();
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heads_of_requests_are_limited() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let server = Listening::new(config());
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(20_000));
    // It may be refused before all of it is written.
    let _ = stream.write_all(head.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
}

impl Listening {
    /// What the server says of itself.
    pub(crate) async fn health(&self) -> Value {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let head = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let body = answer.split("\r\n\r\n").nth(1).unwrap();
        serde_json::from_str(body).unwrap()
    }
}
