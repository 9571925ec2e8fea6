//! What positions are worth.

use serde_json::{Value, json};

use crate::asking::Server;

#[tokio::test]
async fn a_small_game_is_solved_and_its_history_told() {
    let server = Server::new();
    let rules = "rows=3,cols=3,diagonals=true";
    let request = json!({"game": "tictactoe", "rules": rules, "moves": ["b2"], "history": true});
    let values = server.ask("values", &request).await.good();
    // After the center, a corner holds the game, an edge loses it.
    assert_eq!((&values["value"], &values["source"]), (&"tie".into(), &"solver".into()));
    let by = |m: &str| -> Value {
        let moves = values["moves"].as_array().unwrap();
        moves.iter().find(|of| of["move"] == m).unwrap().clone()
    };
    assert_eq!((&by("a1")["value"], &by("a1")["keeps"]), (&"tie".into(), &true.into()));
    assert_eq!((&by("a2")["value"], &by("a2")["value_p1"]), (&"lose".into(), &"win".into()));
    assert_eq!(values["history"].as_array().unwrap().len(), 2);
    assert_eq!(values["history"][0]["remoteness"], 9);
}

#[tokio::test]
async fn values_are_those_of_solving_the_position_itself() {
    let server = Server::new();
    for game in ["ten", "northcott", "knights-dance", "surround", "konane"] {
        let page = server.get(&format!("/api/v1/games/{game}")).await.good();
        let sample = page["sample"].as_array().unwrap();
        let moves = &sample[..sample.len() / 2];
        let request = json!({"game": game, "moves": moves, "time_ms": 10_000});
        let values = server.ask("values", &request).await;
        if values.status == 404 {
            values.problem(404, "not-solved");
            continue;
        }
        let values = values.good();
        let mut session = games::find(game).unwrap().open(None, None).unwrap();
        for m in moves {
            session.play(m.as_str().unwrap()).unwrap();
        }
        let job = games::SolveJob::in_memory(64 << 20);
        let stop = std::sync::atomic::AtomicBool::new(false);
        let Ok(solution) = session.solve(&job, &mut |_| {}, &stop) else { continue };
        let expected = games::json::Solution::of(&solution);
        let expected = serde_json::to_value(&expected).unwrap();
        assert_eq!(values["value"], expected["value"], "{game}");
        assert_eq!(values["remoteness"], expected["remoteness"], "{game}");
        let pick = |of: &Value| -> Vec<_> {
            let moves = of["moves"].as_array().unwrap();
            moves.iter().map(|m| (m["move"].clone(), m["remoteness"].clone())).collect()
        };
        assert_eq!(pick(&values), pick(&expected), "{game}");
    }
}

#[tokio::test]
async fn a_search_that_proves_every_move_tells_values() {
    let server = Server::new();
    // Two empty squares, of which Black can take one, and is far behind.
    let end = format!("{}-OX- X", "O".repeat(60));
    let request = json!({"game": "othello", "position": end});
    let scene = server.ask("position", &request).await.good();
    let values = server.ask("values", &request).await.good();
    assert_eq!((&values["source"], &values["value"]), (&"search".into(), &"lose".into()));
    assert_eq!((&values["sure"], &values["remoteness"]), (&true.into(), &Value::Null));
    assert_eq!(values["moves"].as_array().unwrap().len(), scene["moves"].as_array().unwrap().len());
    server.ask("values", &json!({"game": "chess", "time_ms": 50})).await.problem(404, "not-solved");
}
