//! The socket of a page.

use serde_json::{Value, json};

use crate::{
    asking::config,
    bad_input::at_the_limits,
    stopping::{Listening, Socket},
};

fn search(id: &str, player: &str) -> Value {
    json!({"op": "search", "id": id, "game": "othello", "player": player})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_tells_of_itself_and_ends_as_the_command_line() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    let request = json!({
        "op": "search", "id": "a", "game": "othello", "moves": ["f5", "d6"],
        "player": "alphabeta:depth=6", "lines": 3,
    });
    socket.send(&request).await;
    let accepted = socket.next().await.unwrap();
    assert_eq!((&accepted["op"], &accepted["id"]), (&"accepted".into(), &"a".into()));
    let mut last = Value::Null;
    let done = loop {
        let message = socket.next().await.unwrap();
        assert_eq!((&message["id"], &message["key"]), (&"a".into(), &accepted["key"]));
        match message["op"].as_str().unwrap() {
            "info" => last = message,
            "done" => break message,
            other => assert_eq!(other, "queued"),
        }
    };
    // The last info before the end is that of the end.
    assert_eq!(last["lines"].as_array().unwrap().len(), 3);
    assert_eq!(last["lines"][0]["pv"], done["pv"]);
    assert_eq!((&last["depth"], &done["depth"]), (&6.into(), &6.into()));
    assert_eq!(last["lines"][0]["score_p1"], last["lines"][0]["score"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopped_search_tells_what_it_found() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    let mut request = search("a", "mcts");
    request["analysis"] = true.into();
    socket.send(&request).await;
    socket.wait_for("info").await;
    socket.send(&json!({"op": "stop", "id": "a"})).await;
    let done = socket.wait_for("done").await;
    assert!(done["simulations"].as_u64().unwrap() > 0);
    // Nothing is left of it.
    socket.send(&search("b", "alphabeta:depth=2")).await;
    assert_eq!(socket.wait_for("done").await["id"], "b");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_a_search_that_others_see_is_told_what_was_found_by_then() {
    let server = Listening::new(config());
    let (mut one, mut other) = (server.socket().await, server.socket().await);
    let mut endless = search("a", "mcts");
    endless["analysis"] = true.into();
    for socket in [&mut one, &mut other] {
        socket.send(&endless).await;
        socket.wait_for("info").await;
    }
    one.send(&json!({"op": "stop", "id": "a"})).await;
    let done = one.wait_for("done").await;
    assert!(done["simulations"].as_u64().unwrap() > 0);
    assert_eq!(running(&server).await, 1);
    other.wait_for("info").await;
    other.send(&json!({"op": "stop", "id": "a"})).await;
    other.wait_for("done").await;
    until_none_run(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_search_takes_the_place_of_the_old_one_with_its_name() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    let mut endless = search("a", "alphabeta");
    endless["analysis"] = true.into();
    socket.send(&endless).await;
    let old = socket.wait_for("accepted").await["job"].clone();
    socket.send(&search("a", "alphabeta:depth=3")).await;
    let done = socket.wait_for("done").await;
    assert_eq!(done["depth"], 3);
    let mut other = server.socket().await;
    other.send(&json!({"op": "watch", "id": "w", "match": old})).await;
    let answer = other.next().await.unwrap();
    assert_eq!(answer["problem"]["type"], "urn:games:not-found");
}

/// A page that takes what is told of the old search for the new one's would show it as ended.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_search_whose_name_was_given_away_nothing_more_is_told() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    let mut new = search("a", "alphabeta:depth=2");
    new["moves"] = json!(["f5"]);
    socket.send(&new).await;
    let key = socket.wait_for("done").await["key"].clone();
    for _ in 0..50 {
        socket.send(&search("a", "mcts:sims=100000000")).await;
        socket.send(&json!({"op": "stop", "id": "a"})).await;
        socket.send(&new).await;
        let mut is_new = false;
        loop {
            let message = socket.next().await.unwrap();
            is_new |= message["op"] == "accepted" && message["key"] == key;
            // Also an error says of which position it is.
            assert!(
                ["accepted", "queued", "info", "done", "error"]
                    .contains(&message["op"].as_str().unwrap())
            );
            assert_eq!(message["key"] == key, is_new, "{message}");
            if is_new && message["op"] == "done" {
                break;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn equal_searches_run_once_and_end_with_their_last_viewer() {
    let server = Listening::new(config());
    let (mut one, mut other) = (server.socket().await, server.socket().await);
    let mut endless = search("a", "alphabeta");
    endless["analysis"] = true.into();
    one.send(&endless).await;
    let first = one.wait_for("accepted").await;
    one.wait_for("info").await;
    other.send(&endless).await;
    let second = other.wait_for("accepted").await;
    assert_eq!(first["job"], second["job"]);
    assert_eq!(running(&server).await, 1);
    drop(one);
    other.wait_for("info").await;
    other.wait_for("info").await;
    assert_eq!(running(&server).await, 1);
    drop(other);
    until_none_run(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_wait_for_their_turn_and_too_many_are_refused() {
    let mut config = config();
    config.searches = 1;
    let server = Listening::new(config);
    let mut sockets: Vec<Socket> = Vec::new();
    // One runs, 32 wait; each is another search.
    for seed in 0..33 {
        let mut socket = server.socket().await;
        let mut request = search("a", &format!("alphabeta:seed={seed}"));
        request["analysis"] = true.into();
        socket.send(&request).await;
        socket.wait_for("accepted").await;
        sockets.push(socket);
    }
    assert_eq!(sockets[3].wait_for("queued").await["place"], 2);
    let mut late = server.socket().await;
    late.send(&search("a", "alphabeta:seed=99")).await;
    let refused = late.next().await.unwrap();
    assert_eq!(refused["problem"]["type"], "urn:games:busy");
    // Who waits moves up as those before go.
    drop(sockets.drain(..2));
    sockets[0].wait_for("info").await;
    assert_eq!(sockets[1].wait_for("queued").await["op"], "queued");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_socket_has_two_searches() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    for id in ["a", "b", "c"] {
        let mut request = search(id, &format!("mcts:seed={}", id.len()));
        request["analysis"] = true.into();
        request["lines"] = (1 + id.as_bytes()[0] % 3).into();
        socket.send(&request).await;
    }
    let refused = loop {
        let message = socket.next().await.unwrap();
        if message["op"] == "error" {
            break message;
        }
    };
    assert_eq!(
        (&refused["id"], &refused["problem"]["type"]),
        (&"c".into(), &"urn:games:busy".into())
    );
}

/// Who steps through a game stops a search and begins the next at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_that_were_stopped_do_not_count() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    for n in 0..20 {
        let id = format!("search-{n}");
        let mut request = search(&id, &format!("mcts:seed={n}"));
        request["analysis"] = true.into();
        socket.send(&request).await;
        let answer = loop {
            let message = socket.next().await.unwrap();
            if message["id"] == id {
                break message;
            }
        };
        assert_eq!(answer["op"], "accepted");
        socket.send(&json!({"op": "stop", "id": id})).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn solving_tells_of_itself_and_ends_as_the_command_line() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    let usual = "rows=3,cols=3,diagonals=true";
    socket.send(&json!({"op": "solve", "id": "s", "game": "tictactoe", "rules": usual})).await;
    let done = socket.wait_for("done").await;
    // The usual tic-tac-toe has 5478 positions, the start included, and is a tie.
    assert_eq!((&done["value"], &done["reachable"]), (&"tie".into(), &5478.into()));
    assert!(done["layers"].as_array().unwrap().len() > 5);
    socket.send(&json!({"op": "solve", "id": "s", "game": "chess"})).await;
    let refused = socket.next().await.unwrap();
    assert_eq!(refused["problem"]["type"], "urn:games:unsupported");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_tells_every_game_once_and_goes_on_from_them() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    let mut request = json!({
        "op": "match", "id": "m", "game": "tictactoe", "games": 20, "seed": 7,
        "players": ["alphabeta:depth=9", "random"], "opening_plies": 1,
    });
    socket.send(&request).await;
    let mut games = Vec::new();
    let done = loop {
        let message = socket.next().await.unwrap();
        match message["op"].as_str().unwrap() {
            "info" => games.extend(message["finished"].as_array().unwrap().clone()),
            "done" => break message,
            "error" => panic!("{message}"),
            _ => {}
        }
    };
    let mut numbers: Vec<_> = games.iter().map(|game| game["number"].as_u64().unwrap()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..20).collect::<Vec<_>>());
    assert_eq!((&done["games"], &done["losses"]), (&20.into(), &0.into()));
    // After the server was started anew, the page asks for those that it lacks.
    request["have"] = games[..11].into();
    socket.send(&request).await;
    let mut rest = Vec::new();
    let again = loop {
        let message = socket.next().await.unwrap();
        match message["op"].as_str().unwrap() {
            "info" => rest.extend(message["finished"].as_array().unwrap().clone()),
            "done" => break message,
            "error" => panic!("{message}"),
            _ => {}
        }
    };
    assert_eq!(rest.len(), 9);
    for field in ["wins", "draws", "losses", "pairs", "reasons"] {
        assert_eq!(again[field], done[field], "{field}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_watched_by_its_number() {
    let server = Listening::new(config());
    let (mut one, mut other) = (server.socket().await, server.socket().await);
    let request = json!({
        "op": "match", "id": "m", "game": "othello", "games": 1000,
        "players": ["alphabeta:depth=3", "alphabeta:depth=3"],
    });
    one.send(&request).await;
    let job = one.wait_for("accepted").await["job"].clone();
    other.send(&json!({"op": "watch", "id": "w", "match": job})).await;
    let board = loop {
        let info = other.wait_for("info").await;
        if !info["running"].is_null() {
            break info["running"].clone();
        }
    };
    assert!(board["view"]["pieces"].as_array().unwrap().len() >= 4, "{board}");
    one.send(&json!({"op": "stop", "id": "m"})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_messages_are_told_and_the_socket_stays() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    for (message, slug) in [
        (json!({"op": "dance", "id": "a"}), "bad-request"),
        (json!({"op": "search", "id": "a"}), "bad-request"),
        (json!([1, 2]), "bad-request"),
        (json!({"op": "search", "id": "a", "game": "x", "player": "random"}), "unknown-game"),
        (search("a", "uci:cat"), "bad-player"),
        (search(&"x".repeat(65), "random"), "too-large"),
        (
            json!({"op": "search", "id": "a", "game": "ten", "player": "random", "lines": 11}),
            "too-large",
        ),
        (
            json!({"op": "search", "id": "a", "game": "ten", "player": "random", "lines": 0}),
            "too-large",
        ),
        (
            json!({"op": "search", "id": "a", "game": "ten", "player": "random", "extra": 1}),
            "bad-request",
        ),
        (json!({"op": "solve", "id": "a", "game": "ten", "threads": 3}), "too-large"),
        (
            json!({"op": "match", "id": "a", "game": "ten", "players": ["random", "human"], "games": 1}),
            "bad-player",
        ),
        (
            json!({"op": "match", "id": "a", "game": "ten", "players": ["random", "random"], "games": 0}),
            "too-large",
        ),
        (
            json!({"op": "match", "id": "a", "game": "ten", "players": ["random", "random"], "games": 10_001}),
            "too-large",
        ),
        (
            json!({"op": "match", "id": "a", "game": "ten", "players": ["random", "random"], "games": 1, "opening_plies": 2001}),
            "too-large",
        ),
        (json!({"op": "watch", "id": "a", "match": 12345}), "not-found"),
    ] {
        socket.send(&message).await;
        let answer = socket.next().await.unwrap();
        assert_eq!(answer["op"], "error", "{message}");
        assert_eq!(answer["problem"]["type"], format!("urn:games:{slug}"), "{message}: {answer}");
    }
    socket.send(&search("a", "random")).await;
    socket.wait_for("done").await;
}

/// It used to be that there may be so many at most, which was true.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_what_there_is_none_the_smallest_number_is_told() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    let players = json!(["random", "random"]);
    for (message, told) in [
        (
            json!({"op": "match", "id": "a", "game": "ten", "players": players, "games": 0}),
            "games: from 1 to 10000",
        ),
        (
            json!({"op": "search", "id": "a", "game": "ten", "player": "random", "lines": 0}),
            "lines: from 1 to 10",
        ),
    ] {
        socket.send(&message).await;
        let answer = socket.next().await.unwrap();
        let detail = answer["problem"]["detail"].as_str().unwrap();
        assert!(detail.starts_with(told), "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn positions_and_lines_have_the_same_limits_as_anywhere() {
    let server = Listening::new(config());
    let mut socket = server.socket().await;
    for (mut request, slug) in at_the_limits() {
        request["op"] = "search".into();
        request["id"] = "a".into();
        request["player"] = "random".into();
        socket.send(&request).await;
        let Some(slug) = slug else {
            socket.wait_for("done").await;
            continue;
        };
        let answer = socket.next().await.unwrap();
        assert_eq!(answer["op"], "error", "{answer}");
        assert_eq!(answer["problem"]["type"], format!("urn:games:{slug}"), "{answer}");
    }
}

/// How many searches run.
async fn running(server: &Listening) -> u64 {
    server.health().await["searches"].as_u64().unwrap()
}

/// Waits until searches that nobody sees have ended; a test that waits for ever fails by its name.
async fn until_none_run(server: &Listening) {
    while running(server).await > 0 {
        tokio::task::yield_now().await;
    }
}
