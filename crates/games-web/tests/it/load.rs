//! Many viewers and slow ones.

use std::sync::Arc;

use axum::http::{StatusCode, header};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Error;

use crate::{
    asking::{Server, config},
    stopping::Listening,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_that_does_not_read_loses_the_old_and_gets_the_newest() {
    let server = Listening::new(config());
    let (mut slow, mut quick) = (server.socket().await, server.socket().await);
    let request = json!({
        "op": "search", "id": "a", "game": "othello", "player": "alphabeta:nodes=200000",
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

/// An endless search that is no other one: chess is not proved in the time of a test.
fn endless(id: &str, number: usize) -> Value {
    let player = format!("mcts:sims=1000000000000,seed={number}");
    json!({"op": "search", "id": id, "game": "chess", "player": player, "analysis": true})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thirty_two_searches_wait_and_one_more_is_refused() {
    const WAITING: usize = 32;
    let mut one = config();
    one.searches = 1;
    let server = Listening::new(one);
    let mut sockets = Vec::new();
    // A socket may have two of them.
    for number in 0..=WAITING {
        if number % 2 == 0 {
            sockets.push(server.socket().await);
        }
        let socket = sockets.last_mut().unwrap();
        let id = format!("s{number}");
        socket.send(&endless(&id, number)).await;
        loop {
            let message = socket.next().await.unwrap();
            assert_ne!(message["op"], "error", "{message}");
            // The first one runs; each of the others is told how many begin before it.
            let is_there = match number {
                0 => message["op"] == "info",
                _ => message["op"] == "queued" && message["id"] == id.as_str(),
            };
            if is_there {
                assert!(number == 0 || message["place"] == number - 1, "{message}");
                break;
            }
        }
    }
    let health = server.health().await;
    assert_eq!((&health["searches"], &health["queued"]), (&1.into(), &WAITING.into()));
    let mut late = server.socket().await;
    late.send(&endless("late", WAITING + 1)).await;
    let refused = late.next().await.unwrap();
    assert_eq!((&refused["op"], &refused["id"]), (&"error".into(), &"late".into()));
    assert_eq!(refused["problem"]["type"], "urn:games:busy");
    assert_eq!(refused["problem"]["status"], 503);
    // Who asks once is told the same, and when to come again.
    let best = json!({"game": "ten", "player": "mcts:sims=1000000000000"});
    let answer = Server::of(Arc::clone(&server.app)).ask("best", &best).await;
    answer.problem(503, "busy");
    assert!(answer.headers.contains_key(header::RETRY_AFTER));
    // One that is there already is seen by another one, too.
    late.send(&endless("seen", 1)).await;
    assert_eq!(late.next().await.unwrap()["op"], "accepted");
    // There is room as soon as one that waits is not wanted any more.
    sockets.pop();
    while server.health().await["queued"] == WAITING {}
    late.send(&endless("late", WAITING + 1)).await;
    late.wait_for("accepted").await;
}
