//! `games solve --stats`: the positions that are farthest from the end.

use serde_json::Value as Json;

use crate::run::json;

#[test]
fn no_position_is_farther_from_the_end() {
    let solved = json(&["solve", "tictactoe", "--stats"]);
    for longest in solved["longest"].as_array().unwrap() {
        let position = longest["position"].as_str().unwrap();
        let value = json(&["solve", "tictactoe", "--position", position]);
        for field in ["value", "remoteness"] {
            assert_eq!(value[field], longest[field], "{position}");
        }
        let of_value = solved["layers"].as_array().unwrap().iter();
        let mut of_value = of_value.filter(|layer| layer[value["value"].as_str().unwrap()] != 0);
        assert_eq!(of_value.next_back().unwrap()["remoteness"], longest["remoteness"]);
    }
    assert_eq!(solved["longest"].as_array().unwrap().len(), 3);
    assert_eq!(json(&["solve", "tictactoe"])["longest"], Json::Null);
}
