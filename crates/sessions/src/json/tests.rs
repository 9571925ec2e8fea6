//! Answers have the fields of the command line's contract, in their order.

use core::time::Duration;
use std::collections::BTreeMap;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;

use super::*;
use crate::{SearchLine, SearchReport, Session, only_chess};

fn chess(position: Option<&str>, moves: &str) -> Box<dyn Session> {
    let mut session = only_chess::chess().open(None, position).unwrap();
    session.play_line(moves).unwrap();
    session
}

fn object(answer: &impl Serialize) -> Json {
    serde_json::to_value(answer).unwrap()
}

fn keys(answer: &impl Serialize) -> Vec<String> {
    object(answer).as_object().unwrap().keys().cloned().collect()
}

#[track_caller]
fn comes_back<T: Serialize + DeserializeOwned + PartialEq + core::fmt::Debug>(answer: &T) {
    let text = serde_json::to_string(answer).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *answer);
}

const SHOW: &str = "game rules position to_move moves outcome reason score plies";

#[test]
fn a_position_has_the_fields_of_the_contract() {
    let answer = Position::of(&*chess(None, "e4"));
    assert_eq!(keys(&answer).join(" "), SHOW);
    let object = object(&answer);
    assert_eq!((&object["to_move"], &object["plies"]), (&"p2".into(), &1.into()));
    assert_eq!(object["moves"].as_array().unwrap().len(), 20);
    assert!(["outcome", "reason", "score"].iter().all(|key| object[key].is_null()));
    let mated = self::object(&Position::of(&*chess(None, "f3 e5 g4 Qh4#")));
    assert_eq!((&mated["outcome"], &mated["reason"]), (&"p2".into(), &"checkmate".into()));
    assert_eq!(mated["moves"], Json::Array(Vec::new()));
}

#[test]
fn a_scene_is_a_position_and_more() {
    let session = chess(Some("7k/P7/8/8/8/8/8/K7 w - - 3 10"), "");
    let answer = Scene::of(&*session);
    let all = format!("{SHOW} key start_ply can_claim_draw legal board view");
    assert_eq!(keys(&answer).join(" "), all);
    comes_back(&answer);
    let object = object(&answer);
    // Nine moves of each side came before the tenth of White.
    assert_eq!(object["start_ply"], 18);
    let queen = object["legal"].as_array().unwrap().iter().find(|m| m["text"] == "a7a8q").unwrap();
    assert_eq!(queen["label"], "a8=Q+");
    assert_eq!(queen["picks"], serde_json::json!([["a7", "a8"]]));
    assert_eq!(queen["to_move_after"], "p2");
    let by_choice: BTreeMap<u64, &str> = object["legal"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|m| m["picks"] == queen["picks"])
        .map(|m| (m["choice"].as_u64().unwrap(), m["text"].as_str().unwrap()))
        .collect();
    assert!(by_choice.into_values().eq(["a7a8q", "a7a8r", "a7a8b", "a7a8n"]));
    assert_eq!(
        (&object["board"]["kind"], &object["board"]["cells"][0]),
        (&"squares".into(), &"a8".into())
    );
    let pawn =
        serde_json::json!({"at": "a7", "glyph": "pawn", "symbol": "P", "side": "p1", "z": 0});
    assert!(object["view"]["pieces"].as_array().unwrap().contains(&pawn), "{}", object["view"]);
}

#[test]
fn numbers_have_a_fraction_only_where_they_need_one() {
    let texts = [0.0, -6.0, 6.5, 1e16].map(|x| serde_json::to_string(&Units(x)).unwrap());
    assert_eq!(texts, ["0", "-6", "6.5", "1e+16"]);
}

fn report(value: ai::Value) -> SearchReport {
    let line = SearchLine::new(vec!["e2e4".to_owned(), "e7e5".to_owned()], value);
    let time = Duration::from_millis(500);
    SearchReport { nodes: 1001, depth: 2, time, ..SearchReport::new(vec![line]) }
}

#[test]
fn a_search_says_what_is_proved() {
    let session = chess(None, "");
    let of = |report: &SearchReport| Search::of(&*session, report);
    let answer = of(&report(ai::Value::Estimate(25)));
    let fields = "move pv pv_labels score expected exact value plies_to_end remoteness unproved \
                  nodes depth simulations seconds nodes_per_second";
    assert_eq!(keys(&answer).join(" "), fields);
    assert_eq!(
        serde_json::to_string(&answer).unwrap(),
        r#"{"move":"e2e4","pv":["e2e4","e7e5"],"pv_labels":["e4","e5"],"score":0.25,"expected":0.538,"exact":false,"value":null,"plies_to_end":null,"remoteness":null,"unproved":null,"nodes":1001,"depth":2,"simulations":0,"seconds":0.5,"nodes_per_second":2002.0}"#
    );
    let lost = ai::Value::Exact { result: -1, margin: Some(-12), plies: Some(4) };
    let lost = object(&of(&report(lost)));
    assert_eq!((&lost["score"], &lost["value"]), (&(-6).into(), &"lose".into()));
    assert_eq!(lost["expected"], 0.0);
    assert_eq!((&lost["exact"], &lost["plies_to_end"]), (&true.into(), &4.into()));
    let open = ai::Value::Unproved { at_least: 0, proof: 3, disproof: 7 };
    let open = object(&of(&report(open)));
    assert_eq!(
        open["unproved"],
        serde_json::json!({"at_least": "draw", "proof": 3, "disproof": 7})
    );
    assert!(object(&of(&SearchReport::default()))["move"].is_null());
}

#[test]
fn a_game_of_the_list_has_the_fields_of_the_contract() {
    let answer = Games::of(core::slice::from_ref(only_chess::chess()));
    comes_back(&answer);
    let game = &object(&answer)["games"][0];
    let fields: Vec<_> = game.as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields.join(" "), "id name rules caps formats protocols learned seeded");
    // Monte Carlo search estimates positions of chess.
    assert_eq!(game["seeded"], serde_json::json!(["random"]));
    let rule = serde_json::to_string(&game["rules"][0]).unwrap();
    let begin = r#"{"key":"claim_draws","values":["false","true"],"default":"false","help":"#;
    assert!(rule.starts_with(begin) && rule.ends_with(r#","kind":"flag"}"#), "{rule}");
}

#[test]
fn a_match_has_the_fields_of_the_contract() {
    let sprt = crate::sprt::Sprt { elo0: 0.0, elo1: 10.0 };
    let standing = crate::arena::Standing::new(Some(sprt));
    let openings = [only_chess::chess().open(None, None).unwrap()];
    let random: crate::PlayerSpec = "random".parse().unwrap();
    let a_match = crate::arena::Match::new(&openings, [&random, &random], 2);
    let answer = Match::of(&a_match, &standing, &[(0, "slow".to_owned())], [1, 0]);
    let fields = "wins draws losses elo elo_error games distinct pairs los normalized_elo reasons sprt seed \
                  opening_plies forfeits faults";
    assert_eq!(keys(&answer).join(" "), fields);
    comes_back(&answer);
    let object = object(&answer);
    assert_eq!(object["faults"], serde_json::json!([{"game": 1, "fault": "slow"}]));
    assert_eq!((&object["sprt"]["elo1"], &object["sprt"]["accepted"]), (&10.0.into(), &Json::Null));
}
