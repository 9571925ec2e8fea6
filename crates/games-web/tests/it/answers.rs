//! What the places of the interface answer.

use std::sync::Arc;

use axum::http::{StatusCode, header};
use games_web::App;
use serde_json::{Value, json};

use crate::asking::{Server, config};

#[tokio::test]
async fn health_and_info_tell_of_the_server() {
    let server = Server::new();
    let health = server.get("/api/v1/health").await.good();
    assert_eq!((&health["status"], &health["searches"]), (&"ok".into(), &0.into()));
    let info = server.get("/api/v1/info").await.good();
    assert_eq!(info["limits"]["moves"], 2000);
    assert_eq!(info["limits"]["searches"], 2);
    let engines: Vec<_> = info["engines"].as_array().unwrap().iter().map(|e| &e["name"]).collect();
    assert_eq!(engines, ["random", "alphabeta", "mcts", "proof", "solver"]);
}

#[tokio::test]
async fn every_game_has_a_page_with_a_whole_game() {
    let server = Server::new();
    let gallery = server.get("/api/v1/games").await.good();
    let games = gallery["games"].as_array().unwrap();
    assert_eq!(games.len(), games::registry().len());
    for game in games {
        let id = game["id"].as_str().unwrap();
        assert!(!game["summary"].as_str().unwrap().is_empty(), "{id}");
        let page = server.get(&format!("/api/v1/games/{id}")).await.good();
        assert!(page["rules_text"].as_str().unwrap().starts_with("# "), "{id}");
        let sample = page["sample"].as_array().unwrap();
        assert!(!sample.is_empty(), "{id}");
        // What is shown can be played.
        let line = server.ask("line", &json!({"game": id, "moves": sample})).await.good();
        assert_eq!(line["plies"].as_array().unwrap().len(), sample.len() + 1, "{id}");
        for example in page["examples"].as_array().unwrap() {
            let (position, rules) = (&example["position"], &example["rules"]);
            let request = json!({"game": id, "position": position, "rules": rules});
            server.ask("position", &request).await.good();
        }
    }
}

#[tokio::test]
async fn a_position_is_a_scene() {
    let server = Server::new();
    let request = json!({"game": "othello", "rules": "size=6", "moves": ["c2"]});
    let scene = server.ask("position", &request).await.good();
    assert_eq!((&scene["to_move"], &scene["plies"]), (&"p2".into(), &1.into()));
    assert_eq!(scene["board"]["cells"].as_array().unwrap().len(), 36);
    assert_eq!(scene["legal"][0]["picks"], json!([["b2"]]));
    // A line of moves in any spelling is read, too.
    let same = json!({"game": "othello", "rules": "size=6", "moves": "C2"});
    assert_eq!(server.ask("position", &same).await.good(), scene);
}

#[tokio::test]
async fn a_draw_is_claimed_where_there_is_one() {
    let server = Server::new();
    let moves = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let request = json!({"game": "chess", "moves": moves});
    let scene = server.ask("position", &request).await.good();
    assert_eq!((&scene["can_claim_draw"], &scene["outcome"]), (&true.into(), &Value::Null));
    let request = json!({"game": "chess", "moves": moves, "claim": true});
    assert_eq!(server.ask("position", &request).await.good()["outcome"], "draw");
    let request = json!({"game": "chess", "claim": true});
    server.ask("position", &request).await.problem(422, "unsupported");
}

#[tokio::test]
async fn one_search_answers_as_the_command_line_does() {
    let server = Server::new();
    let mate = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    let request = json!({"game": "chess", "position": mate, "player": "alphabeta:depth=3"});
    let found = server.ask("best", &request).await.good();
    assert_eq!((&found["move"], &found["value"]), (&"a1a8".into(), &"win".into()));
    assert_eq!(found["pv_labels"], json!(["Ra8#"]));
    let over = json!({"game": "chess", "moves": "f3 e5 g4 Qh4#", "player": "random"});
    server.ask("best", &over).await.problem(422, "game-over");
    let long = json!({"game": "chess", "player": "random", "time_ms": 10_001});
    server.ask("best", &long).await.problem(413, "too-large");
    let wide = json!({"game": "chess", "player": "alphabeta:threads=3"});
    server.ask("best", &wide).await.problem(413, "too-large");
}

#[tokio::test]
async fn programs_of_others_are_not_started() {
    let server = Server::new();
    for player in [
        "uci:\"touch /tmp/no\"",
        "gtp:\"cat\"",
        "nboard:\"cat\"",
        "alphabeta:eval=/etc/passwd",
        "human",
        "sharp",
    ] {
        let request = json!({"game": "othello", "player": player});
        server.ask("best", &request).await.problem(422, "bad-player");
    }
}

#[tokio::test]
async fn what_is_exported_is_imported_again() {
    let server = Server::new();
    let nodes = json!([
        {"move": "e4"},
        {"parent": 0, "move": "e5", "comment": "solid"},
        {"parent": 1, "move": "Nf3"},
        {"parent": 0, "move": "c5", "glyphs": [5]},
    ]);
    let tree = json!({"nodes": nodes, "players": ["Ada", null]});
    for format in ["pgn", "json"] {
        let request = json!({"game": "chess", "tree": tree, "format": format});
        let text = server.ask("export", &request).await.good()["text"].clone();
        let found = server.ask("import", &json!({"text": text})).await.good();
        let found = &found["found"][0];
        assert_eq!((&found["game"], &found["format"]), (&"chess".into(), &format.into()));
        assert_eq!(found["tree"]["players"][0], "Ada", "{format}");
        let moves: Vec<_> = found["tree"]["nodes"].as_array().unwrap().iter().collect();
        let texts: Vec<_> = moves.iter().map(|node| node["move"].as_str().unwrap()).collect();
        assert_eq!(texts, ["e2e4", "e7e5", "g1f3", "c7c5"], "{format}");
        assert_eq!((&moves[1]["comment"], &moves[3]["parent"]), (&"solid".into(), &0.into()));
    }
    for (format, part) in [("position", "rnbqkbnr"), ("moves", "e2e4 e7e5 g1f3"), ("svg", "<svg")] {
        let request = json!({"game": "chess", "tree": tree, "format": format});
        let exported = server.ask("export", &request).await.good();
        assert!(exported["text"].as_str().unwrap().contains(part), "{exported}");
    }
    let request = json!({"game": "chess", "tree": tree, "format": "sgf"});
    let problem = server.ask("export", &request).await.problem(422, "unsupported");
    assert!(problem["valid"].as_array().unwrap().contains(&"pgn".into()));
    let wrong = json!({"nodes": [{"move": "e4"}, {"parent": 0, "move": "e9"}]});
    let request = json!({"game": "chess", "tree": wrong, "format": "pgn"});
    let problem = server.ask("export", &request).await.problem(422, "illegal-move");
    assert_eq!(problem["at"]["index"], 1);
}

#[tokio::test]
async fn a_text_that_fits_several_games_is_all_of_them() {
    let server = Server::new();
    let found = server.ask("import", &json!({"text": "e4 e5 Nf3"})).await.good();
    let games: Vec<_> = found["found"].as_array().unwrap().iter().map(|f| &f["game"]).collect();
    assert_eq!(games, ["chess", "atomic"]);
    let found = server.ask("import", &json!({"text": "e4 e5", "game": "atomic"})).await.good();
    assert_eq!(found["found"].as_array().unwrap().len(), 1);
    // A line of an OBF file, with and without scores.
    let start = "---------------------------OX------XO--------------------------- X";
    for (text, format, comment) in [
        (start.to_owned(), "position", ""),
        (format!("{start};"), "position with notes", ""),
        (format!("{start}; D3:+0; C4:-2;"), "position with notes", "D3:+0; C4:-2;"),
    ] {
        let found = server.ask("import", &json!({"text": text})).await.good();
        let found = found["found"].as_array().unwrap();
        assert_eq!((found.len(), &found[0]["game"]), (1, &"othello".into()), "{text}");
        assert_eq!((&found[0]["format"], &found[0]["initial"]), (&format.into(), &true.into()));
        assert_eq!(found[0]["tree"]["comment"], comment);
    }
    let sgf = "(;GM[1]SZ[9];B[ee];W[ec](;B[gc])(;B[cc]C[or here]))";
    let found = server.ask("import", &json!({"text": sgf})).await.good();
    assert_eq!(found["found"][0]["game"], "go");
    assert_eq!(found["found"][0]["tree"]["nodes"].as_array().unwrap().len(), 4);
    for text in ["rubbish", "", "[Event \"x\"]\n\n1. e9 *", "{\"game\": 1}", "(;GM[1"] {
        server.ask("import", &json!({"text": text})).await.problem(422, "bad-text");
    }
}

#[tokio::test]
async fn positions_are_set_up_from_the_palette() {
    let server = Server::new();
    for game in games::registry() {
        let page = server.get(&format!("/api/v1/games/{}", game.id)).await.good();
        let scene = server.ask("position", &json!({"game": game.id})).await.good();
        let pieces: Vec<_> = scene["view"]["pieces"].as_array().unwrap().clone();
        let request = json!({"game": game.id, "pieces": pieces, "to_move": scene["to_move"]});
        let answer = server.ask("setup", &request).await;
        if page["palette"].as_array().unwrap().is_empty() {
            answer.problem(422, "unsupported");
            continue;
        }
        // The start comes back, but for what pieces alone do not tell.
        let position = answer.good()["position"].clone();
        let (given, found) = (scene["position"].as_str().unwrap(), position.as_str().unwrap());
        let board = |text: &str| text.split(' ').next().unwrap().to_owned();
        assert_eq!(board(given), board(found), "{}", game.id);
    }
    let man = json!({"at": "z9", "glyph": "disc", "side": "p1"});
    let request = json!({"game": "othello", "pieces": [man], "to_move": "p1"});
    let problem = server.ask("setup", &request).await.problem(422, "bad-position");
    assert_eq!(problem["at"]["index"], 0);
    let man = json!({"at": "a1", "glyph": "dragon", "side": "p1"});
    let request = json!({"game": "othello", "pieces": [man], "to_move": "p1"});
    server.ask("setup", &request).await.problem(422, "bad-position");
}

#[tokio::test]
async fn boards_are_images() {
    let server = Server::new();
    let plain = server.get("/api/v1/board.svg?game=chess&moves=e4").await;
    assert_eq!(plain.headers[header::CONTENT_TYPE], "image/svg+xml");
    let text = |answer: &crate::asking::Answer| String::from_utf8(answer.body.clone()).unwrap();
    assert!(text(&plain).contains("class=\"last\""));
    let turned = server.get("/api/v1/board.svg?game=chess&moves=e4&turned=true").await;
    assert_ne!(text(&turned), text(&plain));
    let arrows = server.get("/api/v1/board.svg?game=chess&arrows=e2-e4,g1-f3&theme=print").await;
    assert_eq!(text(&arrows).matches("class=\"arrow\"").count(), 2);
    for (query, status, slug) in [
        ("game=chess&theme=pink", 400, "bad-request"),
        ("game=chess&arrows=e2-z9", 400, "bad-request"),
        ("game=chess&colour=1", 400, "bad-request"),
        ("", 400, "bad-request"),
        ("game=nothing", 422, "unknown-game"),
        ("game=chess&moves=e9", 422, "illegal-move"),
    ] {
        server.get(&format!("/api/v1/board.svg?{query}")).await.problem(status, slug);
    }
}

#[tokio::test]
async fn pages_are_one_page_with_a_tag() {
    let server = Server::new();
    let page = server.get("/").await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.headers[header::CACHE_CONTROL], "no-cache");
    let tag = page.headers[header::ETAG].clone();
    for path in ["/play/othello", "/analysis/x", "/rules/go", "/solver/ten", "/match/chess"] {
        assert_eq!(server.get(path).await.body, page.body, "{path}");
    }
    let request = axum::http::Request::get("/").header(header::HOST, "localhost");
    let request = request.header(header::IF_NONE_MATCH, tag);
    let again = server.send(request.body(axum::body::Body::empty()).unwrap()).await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    let lost = axum::http::Request::get("/lost").header(header::HOST, "localhost");
    let lost = lost.header(header::ACCEPT, "text/html,*/*");
    let lost = server.send(lost.body(axum::body::Body::empty()).unwrap()).await;
    assert_eq!((lost.status, lost.body), (StatusCode::NOT_FOUND, page.body));
}

#[tokio::test]
async fn files_with_a_digest_in_their_name_are_kept_for_ever() {
    let server = Server::new();
    let page = String::from_utf8(server.get("/").await.body).unwrap();
    let files: Vec<_> = page.split('"').filter(|text| text.starts_with("/assets/")).collect();
    assert!(files.iter().any(|file| file.ends_with(".js")), "{page}");
    for file in files {
        let answer = server.get(file).await;
        assert_eq!(answer.status, StatusCode::OK, "{file}");
        let kept = answer.headers[header::CACHE_CONTROL].to_str().unwrap();
        assert!(kept.contains("immutable"), "{file}: {kept}");
    }
}

#[tokio::test]
async fn a_server_that_is_about_to_stop_says_so_and_begins_nothing() {
    let app = App::new(config());
    let server = Server::of(Arc::clone(&app));
    app.stop();
    let health = server.get("/api/v1/health").await;
    assert_eq!(health.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(health.json()["status"], "stopping");
    let request = json!({"game": "ten", "player": "random"});
    server.ask("best", &request).await.problem(503, "stopping");
}

#[tokio::test]
async fn answers_of_more_than_a_kilobyte_are_packed() {
    let server = Server::new();
    let get = |path: &str, packs: bool| {
        let request = axum::http::Request::get(path).header(header::HOST, "localhost");
        let request = if packs { request.header(header::ACCEPT_ENCODING, "gzip") } else { request };
        server.send(request.body(axum::body::Body::empty()).unwrap())
    };
    let page = String::from_utf8(server.get("/").await.body).unwrap();
    let script = page.split('"').find(|text| text.ends_with(".js")).unwrap();
    let picture = "/api/v1/board.svg?game=chess";
    for path in ["/api/v1/games/chess", "/api/v1/openapi.json", script, picture] {
        let (packed, plain) = (get(path, true).await, get(path, false).await);
        assert!(plain.body.len() > 1024, "{path}");
        assert_eq!(packed.headers[header::CONTENT_ENCODING], "gzip", "{path}");
        assert_eq!(packed.body[..2], [0x1f, 0x8b], "{path}");
        assert!(packed.body.len() * 2 < plain.body.len(), "{path}");
        assert!(!plain.headers.contains_key(header::CONTENT_ENCODING), "{path}");
    }
    // Packing what is short makes it longer.
    for path in ["/api/v1/health", "/api/v1/nothing"] {
        let short = get(path, true).await;
        assert!(short.body.len() < 1024 && !short.headers.contains_key(header::CONTENT_ENCODING));
        short.json();
    }
}
