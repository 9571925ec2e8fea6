//! How often a page is told of its job, and how soon that ends when it shall.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{
    asking::config,
    stopping::{Listening, Socket},
};

fn endless(game: &str, player: &str) -> Value {
    json!({"op": "search", "id": "a", "game": game, "player": player, "analysis": true})
}

/// It has news after each of its moves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn news_are_told_ten_times_a_second_at_most() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    let playing = json!({
        "op": "match", "id": "a", "game": "othello", "players": ["alphabeta:depth=3", "random"],
        "games": 1000,
    });
    let begun = Instant::now();
    socket.send(&playing).await;
    for _ in 0..16 {
        socket.wait_for("info").await;
    }
    let took = begun.elapsed();
    assert!(took >= Duration::from_millis(1500), "{took:?}");
}

/// Its iterations soon take several seconds each.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_news_the_last_are_told_again_each_second() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    socket.send(&endless("othello", "alphabeta")).await;
    let mut last = (socket.wait_for("info").await, Instant::now());
    let mut soonest = Duration::MAX;
    // A busy machine may be late, but not each time.
    for _ in 0..3 {
        let again = loop {
            let now = (socket.wait_for("info").await, Instant::now());
            let is_again = now.0 == last.0;
            let passed = now.1 - last.1;
            last = now;
            if is_again {
                break passed;
            }
        };
        soonest = soonest.min(again);
    }
    assert!(soonest < Duration::from_millis(1200), "{soonest:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_stopped_ends_within_a_tenth_of_a_second() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    let solving = json!({
        "op": "solve", "id": "a", "game": "konane", "rules": "rows=5,cols=6",
    });
    for request in [
        endless("go", "mcts"),
        endless("girl-chess", "alphabeta"),
        endless("chess", "proof"),
        solving,
    ] {
        let mut soonest = Duration::MAX;
        // A busy machine may be late, but not each time.
        for _ in 0..5 {
            soonest = soonest.min(stopped(&mut socket, &request).await);
            if soonest <= Duration::from_millis(100) {
                break;
            }
        }
        assert!(soonest <= Duration::from_millis(100), "{request}: {soonest:?}");
    }
}

/// Returns how long it takes from the word to the end.
async fn stopped(socket: &mut Socket, request: &Value) -> Duration {
    socket.send(request).await;
    socket.wait_for("info").await;
    let asked = Instant::now();
    socket.send(&json!({"op": "stop", "id": "a"})).await;
    loop {
        let message = socket.next().await.expect("the socket is open");
        if ["done", "error"].contains(&message["op"].as_str().unwrap()) {
            return asked.elapsed();
        }
    }
}
