//! A game that nobody here has heard of.

use games::{GameInfo, Games};
use games_core::{
    TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
    toy::TicTacToe,
};
use serde_json::json;

use crate::asking::{Server, config};

struct Toy;

impl Entry for Toy {
    const ID: &'static str = "toy";
    const NAME: &'static str = "Toy";
    const RULES_PAGE: &'static str = "# Toy\n\n## Rules\n\n- Three in a row.\n";
    const KEYS: &'static [RuleKey] = &[];

    fn build<V: Visitor>(
        _: &GameOptions,
        _: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        Ok(visitor.visit(TicTacToe))
    }
}

static TOYS: &[GameInfo] = &[GameInfo::of::<Toy>()];

#[tokio::test]
async fn a_game_of_the_callers_own_is_served() {
    let mut config = config();
    config.games = Games::new(TOYS);
    let server = Server::with(config);
    let gallery = server.get("/api/v1/games").await.good();
    assert_eq!(gallery["games"].as_array().unwrap().len(), 1);
    assert_eq!(gallery["games"][0]["summary"], "Three in a row.");
    let page = server.get("/api/v1/games/toy").await.good();
    assert!(page["sample"].as_array().unwrap().len() >= 5);
    let scene = server.ask("position", &json!({"game": "toy", "moves": ["b2"]})).await.good();
    assert_eq!((&scene["to_move"], scene["legal"].as_array().unwrap().len()), (&"p2".into(), 8));
    let request =
        json!({"game": "toy", "position": "XX-/OO-/--- x", "player": "alphabeta:depth=2"});
    assert_eq!(server.ask("best", &request).await.good()["move"], "c1");
    let values = server.ask("values", &json!({"game": "toy"})).await.good();
    assert_eq!(values["value"], "tie");
    server.ask("position", &json!({"game": "chess"})).await.problem(422, "unknown-game");
}
