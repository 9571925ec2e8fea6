//! Whatever comes, the answer is the documented problem.

use axum::{
    body::Body,
    http::{Request, header},
};
use proptest::{prelude::*, test_runner::TestRunner};
use serde_json::{Map, Value, json};
use tokio::runtime::Runtime;

use crate::asking::{Answer, Server};

const PLACES: [&str; 7] = ["position", "line", "best", "values", "import", "export", "setup"];

#[tokio::test]
async fn bad_requests_are_told_with_their_place() {
    let server = Server::new();
    let cases = [
        (json!({"game": "chss"}), "unknown-game", "game"),
        (json!({"game": "othello", "rules": "size=7"}), "bad-rules", "rules"),
        (json!({"game": "othello", "position": "XXO"}), "bad-position", "position"),
        (json!({"game": "chess", "moves": ["e4", "e4"]}), "illegal-move", "moves"),
        (json!({"game": "chess", "moves": "e4 e4"}), "illegal-move", "moves"),
    ];
    for (request, slug, field) in cases {
        let problem = server.ask("position", &request).await.problem(422, slug);
        assert_eq!(problem["at"]["field"], field, "{problem}");
        assert!(!problem["detail"].as_str().unwrap().is_empty());
    }
    let request = json!({"game": "chess", "moves": ["e4", "e9"]});
    let problem = server.ask("position", &request).await.problem(422, "illegal-move");
    assert_eq!(
        (&problem["at"]["index"], problem["valid"].as_array().unwrap().len()),
        (&1.into(), 20)
    );
    let problem = server.ask("position", &json!({"game": "othelo"})).await.json();
    assert_eq!(problem["help"], "othello");
}

#[tokio::test]
async fn what_is_no_json_of_the_place_is_refused() {
    let server = Server::new();
    for place in PLACES {
        for body in ["", "{", "[]", "null", "{\"gme\": 1}", "\u{fffd}", "{\"game\": \"chess\"} x"] {
            server.post(place, body).await.problem(400, "bad-request");
        }
        let request = Request::post(format!("/api/v1/{place}")).header(header::HOST, "localhost");
        let request = request.header(header::CONTENT_TYPE, "text/plain");
        server.send(request.body(Body::from("{}")).unwrap()).await.problem(415, "media-type");
        server.get(&format!("/api/v1/{place}")).await.problem(405, "method");
    }
    server.get("/api/v1/nothing").await.problem(404, "not-found");
    server.get("/api/v1/live").await.problem(400, "bad-request");
}

#[tokio::test]
async fn sizes_are_limited() {
    let server = Server::new();
    let long = format!("{{\"game\": \"{}\"}}", "x".repeat(64 << 10));
    server.post("position", long.clone()).await.problem(413, "too-large");
    // Files may be longer, up to a megabyte.
    let text = "x ".repeat(100 << 10);
    server.ask("import", &json!({"text": text})).await.problem(422, "bad-text");
    let text = "x".repeat(2 << 20);
    server.ask("import", &json!({"text": text})).await.problem(413, "too-large");
}

/// What may be as long as it is, and what is one longer, each with what is told of it: the second one
/// by its length, whatever it says.
pub(crate) fn at_the_limits() -> Vec<(Value, Option<&'static str>)> {
    let position = |bytes: usize| json!({"game": "go", "position": "x".repeat(bytes)});
    let rules = |bytes: usize| json!({"game": "go", "rules": "x".repeat(bytes)});
    vec![
        (position(4096), Some("bad-position")),
        (position(4097), Some("too-large")),
        (rules(4096), Some("bad-rules")),
        (rules(4097), Some("too-large")),
        (there_and_back(2000), None),
        (there_and_back(2001), Some("too-large")),
    ]
}

/// A game of so many moves, which neither repetition nor its length ends.
fn there_and_back(moves: usize) -> Value {
    let moves: Vec<_> =
        ["e1-e2", "d8-d7", "e2-e1", "d7-d8"].into_iter().cycle().take(moves).collect();
    json!({"game": "girl-chess", "rules": "repetition=0,ply_cap=0", "moves": moves})
}

#[tokio::test]
async fn positions_and_lines_are_limited_to_the_byte_and_to_the_move() {
    let server = Server::new();
    for (request, slug) in at_the_limits() {
        for place in ["position", "line", "values"] {
            let answer = server.ask(place, &request).await;
            match slug {
                Some(slug) => {
                    let problem = answer.problem(if slug == "too-large" { 413 } else { 422 }, slug);
                    assert!(problem["detail"].as_str().unwrap().contains('`'), "{problem}");
                }
                None if place == "position" => assert_eq!(answer.good()["plies"], 2000),
                None if place == "line" => {
                    assert_eq!(answer.good()["plies"].as_array().unwrap().len(), 2001);
                }
                None => {
                    answer.problem(404, "not-solved");
                }
            }
        }
    }
    // Moves in one text are counted like those in a list.
    let mut request = there_and_back(2001);
    let moves: Vec<_> =
        request["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    request["moves"] = moves.join(" ").into();
    server.ask("position", &request).await.problem(413, "too-large");
}

#[tokio::test]
async fn depth_is_limited() {
    const DEEP: usize = 5000;
    let server = Server::new();
    let lists = format!("{}{}", "[".repeat(DEEP), "]".repeat(DEEP));
    let objects = format!("{}1{}", "{\"game\":".repeat(DEEP), "}".repeat(DEEP));
    for place in PLACES {
        for deep in [&lists, &objects] {
            server.post(place, deep.clone()).await.problem(400, "bad-request");
            // Where a field takes several things it is read before it is known which.
            let field = format!("{{\"game\": \"go\", \"moves\": {deep}}}");
            server.post(place, field).await.problem(400, "bad-request");
        }
    }
    // Variations of variations, in files as long as they may be.
    for (game, open) in [("go", "(;B[ee]"), ("chess", "1. e4 (1. d4 ("), ("chess", "{")] {
        let text = open.repeat((1 << 19) / open.len());
        check(&server.ask("import", &json!({"text": text, "game": game})).await);
    }
    let nodes: Vec<_> = (0..2000_u32)
        .map(|i| json!({"parent": i.checked_sub(1), "move": if i % 2 == 0 { "b1c3" } else { "c3b1" }}))
        .collect();
    let request = json!({"game": "chess", "tree": {"nodes": nodes}, "format": "pgn"});
    check(&server.ask("export", &request).await);
}

/// Any JSON, with the names of fields and values that are read more often than chance would.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        any::<String>(),
        prop::sample::select(vec![
            "chess",
            "othello",
            "go",
            "tictactoe",
            "konane",
            "ten",
            "p1",
            "p2",
            "random",
            "e4",
            "pass",
            "size=4",
            "rows=3",
            "alphabeta:nodes=10",
            "mcts:sims=5",
            "disc",
            "king",
            "a1",
            "pgn",
            "sgf",
            "json",
            "position",
            "-----OX--XO----- X",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ])
        .prop_map(str::to_owned),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3..100_i64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        let field = prop::sample::select(vec![
            "game", "rules", "position", "moves", "claim", "player", "time_ms", "history", "text",
            "tree", "format", "pieces", "to_move", "nodes", "parent", "move", "at", "glyph",
            "side", "z", "comment", "players", "other",
        ]);
        let object = prop::collection::vec((field, inner.clone()), 0..6);
        prop_oneof![
            prop::collection::vec(inner, 0..6).prop_map(Value::from),
            object.prop_map(|fields| {
                fields.into_iter().map(|(k, v)| (k.to_owned(), v)).collect::<Map<_, _>>().into()
            }),
        ]
    })
}

/// Requests that are right but for some fields.
fn nearly_right(fields: &Value) -> Value {
    let mut request = json!({"game": "othello", "rules": "size=4"});
    if let (Some(request), Some(fields)) = (request.as_object_mut(), fields.as_object()) {
        request.extend(fields.clone());
    }
    request
}

#[track_caller]
fn check(answer: &Answer) {
    let body = String::from_utf8_lossy(&answer.body);
    assert!(!answer.status.is_server_error(), "{body}");
    if !answer.status.is_success() {
        let problem = answer.json();
        assert!(problem["type"].as_str().unwrap().starts_with("urn:games:"), "{problem}");
        assert!(problem["detail"].is_string() && problem["title"].is_string(), "{problem}");
    }
}

#[test]
fn arbitrary_json_never_breaks_a_place() {
    let (runtime, server) = (Runtime::new().unwrap(), Server::new());
    let mut runner = TestRunner::new(ProptestConfig { cases: 150, ..ProptestConfig::default() });
    runner
        .run(&(any_json(), prop::sample::select(&PLACES[..])), |(json, place)| {
            for request in [json.clone(), nearly_right(&json)] {
                check(&runtime.block_on(server.ask(place, &request)));
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn arbitrary_bytes_never_break_a_place() {
    let (runtime, server) = (Runtime::new().unwrap(), Server::new());
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    let mut runner = TestRunner::new(ProptestConfig { cases: 100, ..ProptestConfig::default() });
    runner
        .run(&(bytes, prop::sample::select(&PLACES[..])), |(bytes, place)| {
            check(&runtime.block_on(server.post(place, bytes)));
            Ok(())
        })
        .unwrap();
}

#[test]
fn arbitrary_texts_are_imported_or_refused() {
    let (runtime, server) = (Runtime::new().unwrap(), Server::new());
    let text = prop_oneof![any::<String>(), "[\\[(;{1-9a-hA-Z. \\])}]{0,60}"];
    let mut runner = TestRunner::new(ProptestConfig { cases: 100, ..ProptestConfig::default() });
    runner
        .run(&text, |text| {
            check(&runtime.block_on(server.ask("import", &json!({"text": text}))));
            Ok(())
        })
        .unwrap();
}

#[test]
fn arbitrary_queries_never_break_a_picture() {
    let (runtime, server) = (Runtime::new().unwrap(), Server::new());
    let query =
        "(game=(chess|ten|x)&)?(moves=[a-h1-8+%]{0,9}&)?(arrows=[a-h1-8,-]{0,9}&)?[a-z=&%]{0,9}";
    let mut runner = TestRunner::new(ProptestConfig { cases: 100, ..ProptestConfig::default() });
    runner
        .run(&query, |query| {
            check(&runtime.block_on(server.get(&format!("/api/v1/board.svg?{query}"))));
            Ok(())
        })
        .unwrap();
}

#[tokio::test]
async fn markup_in_a_field_stays_text() {
    let server = Server::new();
    let evil = "<script>alert(1)</script>";
    for request in [json!({"game": evil}), json!({"game": "chess", "position": evil})] {
        let answer = server.ask("position", &request).await;
        assert!(answer.headers[header::CONTENT_TYPE].to_str().unwrap().contains("json"));
    }
    let picture = server.get("/api/v1/board.svg?game=chess&moves=%3Cscript%3E").await;
    picture.problem(422, "illegal-move");
}
