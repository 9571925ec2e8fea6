//! What front ends ask for beyond the rules: counting early, going on, dead stones, files.

use games_core::{
    Countable, Describe, FileFormat, Game, GameTree, Notation, Side,
    entry::{Entry, GameOptions},
    game_tree::Header,
    seeded,
};
use go::{Color, GoEntry};

use crate::{game, played, rules};

const SGF: FileFormat = GoEntry::FILES[0];

fn options(text: &str) -> GameOptions {
    match text {
        "" => GameOptions::defaults(GoEntry::KEYS),
        text => GameOptions::parse(GoEntry::KEYS, text).unwrap(),
    }
}

/// The vertices of the stones that playouts take for dead.
fn dead(options: &str, position: &str) -> String {
    let game = game(rules(options));
    let cells = game.board().cells;
    let dead = game.dead(&game.parse_state(position).unwrap(), &mut seeded(1));
    assert!(dead.is_sorted());
    dead.into_iter().map(|at| cells[at].as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_may_be_counted_before_its_end() {
    let record = played("size=3,komi=0.5", None, "B2");
    assert_eq!(record.game().margin_now(record.state()), Some(2 * 9 - 1));
    let record = played("size=3,komi=0.5,scoring=stone", None, "B2 A1");
    assert_eq!(record.game().margin_now(record.state()), Some(-1));
}

#[test]
fn a_lone_stone_in_a_small_territory_is_dead() {
    let wall = "..b...w../".repeat(3);
    let position = format!("{wall}..b...wb./..b...w../.wb...w../{wall}");
    for options in ["size=9", "size=9,ko=psk,suicide=multi", "size=9,scoring=territory"] {
        assert_eq!(dead(options, position.trim_end_matches('/')), "H6 B4");
    }
}

#[test]
fn a_chain_with_two_eyes_lives_and_one_with_one_dies() {
    let rest = "........./".repeat(6);
    let rest = rest.trim_end_matches('/');
    assert_eq!(dead("size=9", &format!(".w.wb..../wwwwb..../bbbbb..../{rest}")), "");
    assert_eq!(dead("size=9", &format!("..wb...../wwwb...../bbbb...../{rest}")), "C9 A8 B8 C8");
}

#[test]
fn an_empty_board_and_a_finished_game_have_no_dead_stones_of_their_own() {
    assert_eq!(dead("size=9", &["........."; 9].join("/")), "");
    assert_eq!(dead("size=3", ".../.b./... b 2"), "");
}

#[test]
fn a_finished_game_goes_on_with_either_side() {
    let record = played("size=5", None, "C3 pass pass");
    let game = record.game();
    for (side, color) in [(Side::First, Color::Black), (Side::Second, Color::White)] {
        let state = game.resumed(record.state(), side).unwrap();
        assert_eq!((state.passes(), state.to_move()), (0, color));
        assert_eq!(state.board(), record.state().board());
        assert_eq!(game.count(&state), 25);
    }
}

#[test]
fn a_turn_passed_over_lifts_the_ko_but_not_superko() {
    for (ko, may_retake) in [("simple", true), ("psk", false), ("ssk", false)] {
        // White has just taken a ko at C2.
        let record = played(&format!("size=5,ko={ko}"), None, "C3 D3 B2 E2 C1 D1 D2 C2");
        let game = record.game();
        let d2 = |state| game.parse_move(state, "D2").is_ok();
        assert!(!d2(record.state()), "{ko}");
        let same = game.resumed(record.state(), Side::First).unwrap();
        assert_eq!(&same, record.state(), "it is Black's turn anyway");
        let white = game.resumed(record.state(), Side::Second).unwrap();
        let black = game.resumed(&white, Side::First).unwrap();
        assert_eq!(d2(&black), may_retake, "{ko}");
    }
}

#[test]
fn files_come_back_with_start_moves_rules_and_names() {
    let rules_text = "preset=chinese,size=5,komi=2,max_plies=30";
    let mut header = Header::of(rules_text, "...../.b.../...../...w./..... w 0 - 0:0");
    header.players = [Some("a".to_owned()), None];
    header.round = Some("3".to_owned());
    let saved = GameTree::line(header, ["C3", "D4", "pass"]);
    let text = (SGF.write)(&saved).unwrap();
    let mut again = SGF.read(&text, &options("")).unwrap();
    assert_eq!(rules(&again.header.rules), rules(rules_text));
    rules_text.clone_into(&mut again.header.rules);
    assert_eq!(again, saved);
}

#[test]
fn options_beside_a_file_go_before_its_own() {
    let read = |file: &str, given: &str| {
        let tree = SGF.read(file, &options(given)).map_err(|e| e.to_string())?;
        Ok::<_, String>(tree.header.rules)
    };
    let file = "(;SZ[9]KM[0.5]RU[AGA];B[aa])";
    let aga = "preset=aga,size=9,komi=0.5,ko=ssk,suicide=forbidden,scoring=area,repetition=none";
    assert_eq!(read(file, "").unwrap(), aga);
    assert_eq!(read(file, "size=9").unwrap(), aga);
    assert_eq!(
        read(file, "ko=none,max_plies=7").unwrap(),
        aga.replace("ssk", "none") + ",max_plies=7"
    );
    assert_eq!(
        read(file, "preset=chinese").unwrap(),
        "preset=chinese,size=9,komi=0.5,ko=simple,suicide=forbidden,scoring=area,repetition=draw"
    );
    assert!(read(file, "size=13").unwrap_err().contains("the file is 9x9"));
    assert!(read("(;SZ[9];B[aa];W[aa])", "").unwrap_err().starts_with("line 1, column 17: move 2"));
}

#[test]
fn a_file_with_an_endless_game_is_refused() {
    // On two points each stone takes the other.
    let file = |moves: usize| {
        format!("(;SZ[2:1]RU[ko=none,max_plies=0]{})", ";B[aa];W[ba]".repeat(moves / 2))
    };
    assert_eq!(SGF.read(&file(10_000), &options("")).unwrap().main_line().count(), 10_000);
    let error = SGF.read(&file(10_002), &options("")).unwrap_err().to_string();
    assert!(error.ends_with("move 10001: a game has at most 10000 moves here"), "{error}");
}

#[test]
fn a_saved_game_that_is_none_is_refused() {
    let wrong = |rules: &str, start: &str, moves: &[&str]| {
        (SGF.write)(&GameTree::line(Header::of(rules, start), moves)).unwrap_err()
    };
    wrong("size=9", "... b", &[]);
    wrong("", "x", &[]);
    wrong("", "... b", &["A9"]);
}
