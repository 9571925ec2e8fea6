//! Files that are whole, torn, foreign and in use.

use std::path::PathBuf;

use proptest::prelude::*;

use games_core::game_tree::Evaluation;

use super::*;

/// A file that is removed in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let name = format!("games-results-{}-{name}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        Self(path)
    }

    fn open(
        &self,
        p2: &str,
        seed: Option<u64>,
    ) -> Result<(ResultsFile, u64, Vec<StoredGame>), ResultsError> {
        let mut games = Vec::new();
        let Json::Object(parameters) = json!({"game": "othello", "p1": "random", "p2": p2}) else {
            unreachable!()
        };
        let (file, seed) = ResultsFile::open(&self.0, &parameters, seed, &mut |g| games.push(g))?;
        Ok((file, seed, games))
    }

    fn refusal(&self, p2: &str, seed: Option<u64>) -> String {
        match self.open(p2, seed) {
            Err(ResultsError::Foreign(message)) => message,
            other => panic!("{other:?}"),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.0).unwrap()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn game(number: u64) -> StoredGame {
    let (outcome, reason, fault) = match number % 3 {
        0 => (Outcome::Win(Side::First), "no moves", None),
        1 => (Outcome::Win(Side::Second), "crash", Some("`x` ended\n\"so\"".to_owned())),
        _ => (Outcome::Draw, "ply cap", None),
    };
    let end = Ended { outcome, reason: reason.to_owned(), margin: None };
    let (remarks, date) = match number {
        0 => (Vec::new(), None),
        _ => {
            let mut remarks = Remarks::new();
            remarks.evaluation = Some(Evaluation::Score(-7));
            (vec![Remarks::new(), remarks], Some("2026-11-22".to_owned()))
        }
    };
    StoredGame { number, end, fault, moves: "f5 d6".to_owned(), remarks, date }
}

#[test]
fn games_come_back_and_the_seed_with_them() {
    let file = Temporary::new("back");
    let (mut results, seed, games) = file.open("mcts", None).unwrap();
    assert!(games.is_empty());
    for number in [0, 2, 1] {
        results.append(&game(number)).unwrap();
    }
    drop(results);
    let (_results, again, games) = file.open("mcts", None).unwrap();
    assert_eq!(again, seed);
    assert_eq!(games, [game(0), game(2), game(1)]);
}

#[test]
fn wherever_a_file_is_cut_the_whole_games_before_count_and_more_can_follow() {
    let file = Temporary::new("cut");
    let (mut results, ..) = file.open("mcts", Some(7)).unwrap();
    results.append(&game(0)).unwrap();
    let one = file.bytes().len();
    results.append(&game(1)).unwrap();
    drop(results);
    let whole = file.bytes();
    for length in 0..=whole.len() {
        std::fs::write(&file.0, &whole[..length]).unwrap();
        let (mut results, seed, games) = file.open("mcts", Some(7)).unwrap();
        assert_eq!(seed, 7);
        let expected = usize::from(length >= one) + usize::from(length == whole.len());
        assert_eq!(games.len(), expected, "cut after {length} bytes");
        results.append(&game(2)).unwrap();
        drop(results);
        let (_, _, games) = file.open("mcts", None).unwrap();
        assert_eq!(games.len(), expected + 1);
        assert_eq!(games.last(), Some(&game(2)));
    }
}

#[test]
fn a_file_of_another_match_is_refused_and_left_as_it_is() {
    let file = Temporary::new("foreign");
    drop(file.open("mcts", Some(7)).unwrap());
    let before = file.bytes();
    assert_eq!(
        file.refusal("alphabeta", None),
        "it belongs to another match: p2 is `mcts` there and `alphabeta` here"
    );
    assert!(file.refusal("mcts", Some(8)).contains("its seed is 7 and not 8"));
    assert_eq!(file.bytes(), before);
    for text in ["some text", "some text\n", "{}\n", "[1]\nx", "{\"format\":\"other\"}\n", "\n"] {
        std::fs::write(&file.0, text).unwrap();
        assert!(file.refusal("mcts", None).contains("no results of a match"), "{text}");
        assert_eq!(file.bytes(), text.as_bytes());
    }
}

#[test]
fn a_damaged_line_is_named() {
    let file = Temporary::new("damaged");
    let (mut results, ..) = file.open("mcts", Some(7)).unwrap();
    results.append(&game(0)).unwrap();
    drop(results);
    let good = String::from_utf8(file.bytes()).unwrap();
    for (from, to, what) in [
        ("\"game\":0", "\"game\":-1", "line 2: no number"),
        ("\"game\":0", "\"game\":1", "line 2: sides do not alternate"),
        ("\"outcome\":\"p1\"", "\"outcome\":\"p3\"", "line 2: the outcome `p3`"),
        ("\"moves\"", "\"mvoes\"", "line 2: no moves"),
        ("{\"game\"", "{{\"game\"", "line 2: no object"),
        ("f5 d6", "f5 d7", "line 2: its checksum is wrong"),
        ("\"seed\":7", "\"seed\":8", "line 1: its checksum is wrong"),
    ] {
        assert!(good.contains(from));
        let bad = format!("{}{good}", good.replace(from, to));
        std::fs::write(&file.0, &bad).unwrap();
        assert!(file.refusal("mcts", None).starts_with(what));
    }
}

#[test]
fn a_file_of_a_version_without_checksums_is_read() {
    let file = Temporary::new("without-sums");
    let (mut results, ..) = file.open("mcts", Some(7)).unwrap();
    results.append(&game(0)).unwrap();
    drop(results);
    let text = String::from_utf8(file.bytes()).unwrap();
    let without = |line: &str| format!("{}}}\n", line.rsplit_once(",\"sum\"").unwrap().0);
    std::fs::write(&file.0, text.lines().map(without).collect::<String>()).unwrap();
    let (_, seed, games) = file.open("mcts", None).unwrap();
    assert_eq!((seed, games), (7, vec![game(0)]));
}

#[test]
fn a_file_in_use_is_refused() {
    let file = Temporary::new("in-use");
    let first = file.open("mcts", None).unwrap();
    assert!(matches!(file.open("mcts", None), Err(ResultsError::InUse)));
    drop(first);
    assert!(file.open("mcts", None).is_ok());
}

proptest! {
    #[test]
    fn any_line_is_read_or_refused(text in "(\\{|\\}|\"(game|moves|outcome|p1)\"|:|,|0|\\PC){0,20}") {
        let _ = read_game(&text);
        let _ = check_header(&text, &Map::new(), None);
        let _ = check_header(&format!("{BEGIN}{text}"), &Map::new(), Some(1));
    }
}
