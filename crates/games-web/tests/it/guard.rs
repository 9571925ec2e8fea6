//! Who may ask, and what goes with every answer.

use axum::{
    body::Body,
    http::{Method, Request, StatusCode, header, request::Builder},
};
use serde_json::json;

use crate::asking::{Answer, Server};

fn position() -> Builder {
    let request =
        Request::post("/api/v1/position").header(header::CONTENT_TYPE, "application/json");
    request.header(header::HOST, "localhost:7654")
}

async fn ask(server: &Server, request: Builder) -> Answer {
    server.send(request.body(Body::from(json!({"game": "ten"}).to_string())).unwrap()).await
}

#[tokio::test]
async fn every_answer_has_the_headers_of_the_contract() {
    let server = Server::new();
    let bad = Request::get("/").header(header::HOST, "evil.example").body(Body::empty()).unwrap();
    let answers = [
        server.get("/").await,
        server.get("/api/v1/health").await,
        server.get("/api/v1/nothing").await,
        server.post("position", "{").await,
        server.send(bad).await,
    ];
    for answer in answers {
        let get = |name: &str| answer.headers[name].to_str().unwrap().to_owned();
        let policy = get("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"));
        assert!(
            !policy.contains("unsafe") && policy.contains("require-trusted-types-for 'script'")
        );
        assert!(policy.contains("frame-ancestors 'none'"));
        assert_eq!(get("x-content-type-options"), "nosniff");
        assert_eq!(get("referrer-policy"), "no-referrer");
        assert_eq!(get("cross-origin-opener-policy"), "same-origin");
        assert_eq!(get("cross-origin-resource-policy"), "same-origin");
        assert!(!answer.headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN));
        assert!(!answer.headers.contains_key(header::SET_COOKIE));
    }
}

#[tokio::test]
async fn only_own_names_are_answered_to() {
    let server = Server::with_access(|access| access.hosts.push("games.example".to_owned()));
    for (host, status) in [
        ("localhost:7654", 200),
        ("127.0.0.1:7654", 200),
        ("[::1]:7654", 200),
        ("games.example", 200),
        ("evil.example", 421),
        ("localhost.evil.example:7654", 421),
        ("192.0.2.1", 421),
        ("", 421),
    ] {
        for path in ["/", "/api/v1/health"] {
            let request = Request::get(path).header(header::HOST, host).body(Body::empty());
            let answer = server.send(request.unwrap()).await;
            assert_eq!(answer.status.as_u16(), status, "{host} {path}");
        }
    }
    let nameless = Request::get("/").body(Body::empty()).unwrap();
    server.send(nameless).await.problem(421, "host");
}

#[tokio::test]
async fn pages_of_others_may_not_ask() {
    let server = Server::new();
    for origin in ["http://evil.example", "null", "http://localhost:7655", "file://"] {
        let answer = ask(&server, position().header(header::ORIGIN, origin)).await;
        answer.problem(403, "origin");
    }
    let own = position().header(header::ORIGIN, "http://localhost:7654");
    ask(&server, own).await.good();
    // A socket is opened by GET.
    let socket = Request::get("/api/v1/live")
        .header(header::HOST, "localhost:7654")
        .header(header::ORIGIN, "http://evil.example")
        .header(header::UPGRADE, "websocket")
        .header(header::CONNECTION, "upgrade");
    server.send(socket.body(Body::empty()).unwrap()).await.problem(403, "origin");
}

#[tokio::test]
async fn a_friend_is_answered_with_its_name_and_nobody_else() {
    let friend = "https://friend.example";
    let server = Server::with_access(|access| access.origins.push(friend.to_owned()));
    let answer = ask(&server, position().header(header::ORIGIN, friend)).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers[header::ACCESS_CONTROL_ALLOW_ORIGIN], friend);
    let before = |origin: &str| {
        let request = Request::builder().method(Method::OPTIONS).uri("/api/v1/position");
        let request = request.header(header::HOST, "localhost").header(header::ORIGIN, origin);
        request.body(Body::empty()).unwrap()
    };
    let answer = server.send(before(friend)).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert_eq!(answer.headers[header::ACCESS_CONTROL_ALLOW_ORIGIN], friend);
    let answer = server.send(before("https://evil.example")).await;
    assert!(!answer.headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN));
    answer.problem(403, "origin");
}

#[tokio::test]
async fn a_token_is_asked_for_where_there_is_one() {
    let server = Server::with_access(|access| access.token = Some("open-sesame".to_owned()));
    ask(&server, position()).await.problem(401, "token");
    let wrong = position().header(header::AUTHORIZATION, "Bearer open-sesamE");
    ask(&server, wrong).await.problem(401, "token");
    let right = position().header(header::AUTHORIZATION, "Bearer open-sesame");
    ask(&server, right).await.good();
    // The page itself tells nothing, and has to be loaded before it can send a token.
    assert_eq!(server.get("/?token=open-sesame").await.status, StatusCode::OK);
    server.get("/api/v1/health?token=open-sesame").await.problem(401, "token");
    let picture = server.get("/api/v1/board.svg?game=ten&token=open-sesame").await;
    assert_eq!(picture.status, StatusCode::OK);
    server.get("/api/v1/board.svg?game=ten&token=x").await.problem(401, "token");
    server.get("/api/v1/board.svg?game=ten").await.problem(401, "token");
}

#[tokio::test]
async fn no_path_of_a_client_reaches_a_file() {
    let server = Server::new();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/etc/passwd",
        "/assets/../../src/lib.rs",
        "/index.html/..",
        "/api/v1/games/..%2f..%2fCargo.toml",
        "/C:%5Cboot.ini",
        "/%00",
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
}
