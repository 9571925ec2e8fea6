//! Many viewers and slow ones.

use axum::http::{StatusCode, header};
use serde_json::json;
use tokio_tungstenite::tungstenite::Error;

use crate::{asking::config, stopping::Listening};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_that_does_not_read_loses_the_old_and_gets_the_newest() {
    let server = Listening::new(config());
    let (mut slow, mut quick) = (server.socket().await, server.socket().await);
    let request = json!({
        "op": "search", "id": "a", "game": "othello", "player": "alphabeta:nodes=3000000",
        "lines": 10,
    });
    slow.send(&request).await;
    slow.wait_for("accepted").await;
    quick.send(&request).await;
    // The slow one reads nothing while the quick one sees all of it to its end.
    let mut seen = 0;
    let done = loop {
        let message = quick.next().await.unwrap();
        if message["op"] == "done" {
            break message;
        }
        seen += usize::from(message["op"] == "info");
    };
    assert!(seen >= 1);
    let last = slow.wait_for("done").await;
    assert_eq!((&last["nodes"], &last["pv"]), (&done["nodes"], &done["pv"]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_are_so_many_sockets_and_no_more() {
    let server = Listening::new(config());
    let mut sockets = Vec::new();
    for _ in 0..256 {
        sockets.push(server.socket().await);
    }
    let url = format!("ws://{}/api/v1/live", server.address);
    let Err(Error::Http(refused)) = tokio_tungstenite::connect_async(url).await else {
        panic!("one more is refused");
    };
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.headers().contains_key(header::RETRY_AFTER));
    drop(sockets.pop());
    while server.app.sockets() > 255 {
        tokio::task::yield_now().await;
    }
    server.socket().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_are_limited() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    socket.send(&json!({"op": "stop", "id": "x".repeat(70_000)})).await;
    assert!(socket.next().await.is_none(), "the socket is closed");
}
