//! Games in the Generic Game Format.

use core::time::Duration;

use games_core::{
    FileFormat, Game, GameTree, Outcome, Rng, Side,
    entry::{Entry, GameOptions},
    game_tree::{Evaluation, Header, NodeId},
    seeded,
};
use othello::{Ggf, GgfMove, Layout, Move, Othello, OthelloEntry, Position, Scoring, Size};
use proptest::prelude::*;

fn format() -> FileFormat {
    OthelloEntry::FILES[0]
}

fn moves(tree: &GameTree) -> Vec<&str> {
    tree.main_line().map(|node| tree.text(node)).collect()
}

fn read(text: &str, rules: &str) -> Result<GameTree, String> {
    let rules = match rules {
        "" => GameOptions::defaults(OthelloEntry::KEYS),
        rules => GameOptions::parse(OthelloEntry::KEYS, rules).unwrap(),
    };
    format().read(text, &rules).map_err(|e| e.to_string())
}

/// The start position as servers write it.
const START: &str =
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

#[test]
fn a_game_of_the_game_server_is_read() {
    let text = format!(
        "1\n(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[left]PW[right]RB[2197.01]\
        RW[2199.72]\nTI[05:00//02:00]TY[8]RE[-16.000:r]{START}\nB[d3//0.01]W[c5/-0.92/3.9]\
        B[f6/+1.5]W[F5/abc]B[e6] W[E3] ;)(;GM[Othello]"
    );
    let game: Ggf = text.parse().unwrap();
    assert_eq!(game.place.as_deref(), Some("GGS/os"));
    assert_eq!(game.date.as_deref(), Some("2003.12.15_13:24:03.MST"));
    assert_eq!(game.players, [Some("left".to_owned()), Some("right".to_owned())]);
    assert_eq!(game.result.as_deref(), Some("-16.000:r"));
    assert_eq!(game.start, Position::standard());
    let moves: Vec<_> = game.moves.iter().map(|played| played.m.to_string()).collect();
    assert_eq!(moves, ["d3", "c5", "f6", "f5", "e6", "e3"]);
    let thoughts: Vec<_> = game.moves.iter().map(|played| (played.eval, played.seconds)).collect();
    assert_eq!(
        thoughts[..4],
        [(None, Some(0.01)), (Some(-0.92), Some(3.9)), (Some(1.5), None), (None, None)]
    );
}

#[test]
fn a_start_position_and_the_side_to_move_are_read_on_all_sizes() {
    let game = read("(;GM[Othello]TY[4]BO[4 ---- -O*- -*O- ---- O]W[C1];)", "").unwrap();
    assert_eq!(game.header.start, "-----OX--XO----- O");
    assert_eq!((game.header.rules.as_str(), moves(&game)), ("size=4,scoring=plain", vec!["c1"]));
    let ten = Position::<u128>::start(Size::Ten).to_string().replace('X', "*");
    let text = format!("(;GM[Othello]TY[10]BO[10 {ten}]B[D5];)");
    let game = read(&text, "scoring=empties-to-winner").unwrap();
    assert_eq!(game.header.rules, "size=10,scoring=empties-to-winner");
    assert_eq!(moves(&game), ["d5"]);
    assert_eq!(read("(;TY[6r];)", "size=6").unwrap().header.rules, "size=6,scoring=plain");
    assert!(text.parse::<Ggf>().is_err());
}

#[test]
fn forced_passes_may_be_written_or_left_out() {
    // White has to pass, black plays c2.
    let board = "BO[4 O*O- OO-* OO-* **O* O]";
    for line in ["W[PA]B[C2]", "W[pass]B[c2]", "B[C2]", "W[pa//1]B[C2]"] {
        let game = read(&format!("(;{board}{line};)"), "").unwrap();
        assert_eq!(moves(&game), ["pass", "c2"], "{line}");
    }
}

#[test]
fn errors_tell_line_and_column() {
    let game = |moves: &str| format!("(;GM[Othello]\n{START}{moves};)");
    for (text, expected) in [
        (String::new(), "line 1, column 1: expected a game, which begins with `(;`, found the end"),
        ("x".into(), "line 1, column 1: expected a game, which begins with `(;`, found `x`"),
        (
            "(;GM[Othello]".into(),
            "line 1, column 14: expected a property such as `B[F5]`, or `;)`, found the end",
        ),
        ("(;GM Othello;)".into(), "line 1, column 3: `GM` has no value"),
        ("(;GM[Othello;)".into(), "line 1, column 5: a `[` is never closed"),
        ("(;GM[Amazons];)".into(), "line 1, column 6: `Amazons` is not Othello"),
        ("(;TY[8a];)".into(), "`8a`: Othello in which fewer discs win is not played here"),
        ("(;TY[x];)".into(), "line 1, column 6: `x` begins with no size: 4, 6, 8 or 10"),
        ("(;BO[8 ---*];)".into(), "line 1, column 6: 3 squares: expected 16, 36, 64 or 100"),
        ("(;BO[8 ---- -O*- -*O- ---- *];)".into(), "16 squares on a board of 8 a side"),
        ("(;BO[8];)".into(), "line 1, column 6: no position"),
        (game("B[F9]"), "line 2, column 82: `F9` is no square from a1 to h8 and no pass"),
        (game("B[A1]"), "line 2, column 82: `A1` is not legal here: it turns over no disc"),
        (game("B[F5]B[F6]"), "line 2, column 87: `F6`: it is the other side's turn"),
        (game("B[PA]"), "`PA` is not legal here: there is a square to play on"),
        (game("B[]"), "`` is no square"),
    ] {
        let error = read(&text, "").unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let error = read(&game(""), "size=6").unwrap_err();
    assert!(error.contains("size 6 contradicts the file"), "{error}");
}

#[test]
fn scores_times_and_properties_are_kept_and_seen_by_black() {
    let text = format!(
        "(;GM[Othello]PC[GGS/os]DT[2003]PB[left]PW[right]RE[-16.00]TI[05:00//02:00]RB[2197.01]\
         {START}B[D3//0.01]W[C5/-0.92/3.9]B[F6/+1.5];)"
    );
    let tree = read(&text, "").unwrap();
    let header = &tree.header;
    assert_eq!((header.site.as_deref(), header.date.as_deref()), (Some("GGS/os"), Some("2003")));
    assert_eq!((header.tag("TI"), header.tag("RB")), (Some("05:00//02:00"), Some("2197.01")));
    assert_eq!(header.outcome, Some(Outcome::Win(Side::Second)));
    let said: Vec<_> = tree
        .main_line()
        .map(|node| (tree.remarks(node).evaluation, tree.remarks(node).elapsed))
        .collect();
    assert_eq!(
        said,
        [
            (None, Some(Duration::from_millis(10))),
            (Some(Evaluation::Score(92)), Some(Duration::from_millis(3900))),
            (Some(Evaluation::Score(150)), None),
        ]
    );
    let written = (format().write)(&tree).unwrap();
    assert!(written.contains("RE[-16.00]TI[05:00//02:00]RB[2197.01]TY[8]"), "{written}");
    assert!(written.ends_with("B[D3//0.01]W[C5/-0.92/3.9]B[F6/1.5];)\n"), "{written}");
    assert!(read(&written, "").unwrap() == tree);
}

#[test]
fn games_follow_each_other() {
    let text = "2 (;GM[Othello]B[F5];)(;GM[Othello]PB[b];)\n1\n(;W[F5];) (;B[F5];)";
    let rules = GameOptions::defaults(OthelloEntry::KEYS);
    let games: Vec<_> = (format().games)(text, &rules).collect();
    assert_eq!(moves(games[0].as_ref().unwrap()), ["f5"]);
    assert_eq!(games[1].as_ref().unwrap().header.players[0].as_deref(), Some("b"));
    assert!(games[2].is_err());
    assert_eq!(games.len(), 3, "nothing is read after an error");
    assert_eq!((format().games)("(;B[F5];)\n 1 \n", &rules).count(), 1);
}

/// A random line with random thoughts, all of which the format holds.
fn random_tree(seed: u64) -> GameTree {
    let mut rng = seeded(seed);
    let rules = Othello::<u64>::new(Size::Eight, Scoring::Plain).unwrap();
    let mut state = rules.initial();
    let mut header = Header::of("size=8,scoring=plain", state.to_string());
    header.players[1] = Some("white: b\\c".to_owned());
    header.tags.push(("TI".to_owned(), "05:00//02:00".to_owned()));
    let plies = rng.below(50);
    let (outcome, reason) = match rng.below(4) {
        0 => (None, None),
        1 => (Some(Outcome::Win(Side::Second)), Some("resignation")),
        2 => (Some(Outcome::Win(Side::First)), Some("time")),
        _ => (Some(Outcome::Win(Side::First)), Some("12.00")),
    };
    (header.outcome, header.reason) = (outcome, reason.map(str::to_owned));
    let mut tree = GameTree::new(header);
    let mut last = NodeId::ROOT;
    for _ in 0..plies {
        let Ok(m) = rules.random_move(&state, &mut rng) else { break };
        rules.apply(&mut state, m);
        // A game that the rules end has their result, whatever the header says.
        if rules.end(&state).is_some() {
            break;
        }
        last = tree.add(last, &m.to_string());
        let mut some = |n| (rng.below(2) == 0).then(|| rng.below(n));
        let remarks = tree.remarks_mut(last);
        remarks.evaluation = some(12_801).map(|n| Evaluation::Score(n as i32 - 6400));
        remarks.elapsed = some(1_000_000).map(|n| Duration::from_millis(n.into()));
    }
    tree
}

#[test]
fn a_finished_game_is_written_with_its_result() {
    let header = |scoring: &str| {
        let mut header =
            Header::of(format!("size=8,scoring={scoring}"), Position::standard().to_string());
        header.players[0] = Some("a]b\n".to_owned());
        header
    };
    let empties = || header("empties-to-winner");
    // The shortest game there is.
    let moves: Vec<_> = "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ').collect();
    let text = (format().write)(&GameTree::line(empties(), &moves)).unwrap();
    assert_eq!(
        text,
        "(;GM[Othello]PB[a)b ]RE[+64.00]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]\
        B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)\n"
    );
    let plain = GameTree::line(header("plain"), &moves);
    assert!((format().write)(&plain).unwrap().contains("RE[+13.00]"));
    let open = GameTree::line(empties(), &moves[..3]);
    assert!((format().write)(&open).unwrap().contains("RE[?]"));
    let wrong = GameTree::line(empties(), ["a1"]);
    assert!((format().write)(&wrong).is_err());
}

fn comes_back<B: Layout>(rules: &Othello<B>, seed: u64) {
    let mut rng = seeded(seed);
    let mut state = rules.initial();
    let mut game = Ggf::new(state);
    game.players = [Some("black & co.".to_owned()), seed.is_multiple_of(2).then(String::new)];
    let plies = rng.below(70);
    for _ in 0..plies {
        let Ok(m) = rules.random_move(&state, &mut rng) else { break };
        rules.apply(&mut state, m);
        let mut thought = || match rng.below(3) {
            0 => None,
            n => Some((f64::from(rng.below(20_000)) - 10_000.0) / f64::from(100 * n)),
        };
        game.moves.push(GgfMove { m, eval: thought(), seconds: thought() });
    }
    let text = game.to_string();
    assert_eq!(text.parse().as_ref(), Ok(&game), "{text}");
    let saved = read(&text, "").unwrap();
    let again = read(&(format().write)(&saved).unwrap(), "").unwrap();
    assert_eq!(moves(&again), moves(&saved));
    assert_eq!(again.header.start, saved.header.start);
}

proptest! {
    #[test]
    fn what_was_written_is_read(seed: u64) {
        for size in [Size::Four, Size::Six, Size::Eight] {
            comes_back(&Othello::<u64>::new(size, Scoring::Plain).unwrap(), seed);
        }
        comes_back(&Othello::<u128>::new(Size::Ten, Scoring::Plain).unwrap(), seed);
    }

    #[test]
    fn a_tree_comes_back_as_it_was_written(seed: u64) {
        let tree = random_tree(seed);
        let text = (format().write)(&tree).unwrap();
        prop_assert!(read(&text, "").unwrap() == tree, "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused_in_one_line(text: String, tail in "[(;)\\[\\]BWGMOTY*O8 /.-]{0,60}") {
        for text in [text.clone(), format!("(;{tail}"), format!("(;{START}B[F5]{tail};)"), format!("(;{tail}{text}")] {
            match text.parse::<Ggf>() {
                Ok(game) => {
                    prop_assert_eq!(game.to_string().parse::<Ggf>().map(|game| game.moves), Ok(game.moves));
                }
                Err(error) => {
                    prop_assert!(text.get(error.span.clone()).is_some());
                    prop_assert!(!error.to_string().contains('\n'));
                }
            }
            let rules = GameOptions::defaults(OthelloEntry::KEYS);
            for tree in (format().games)(&text, &rules).flatten() {
                let written = (format().write)(&tree).unwrap();
                let again = read(&written, "").unwrap();
                prop_assert_eq!(moves(&again), moves(&tree));
            }
        }
    }
}

#[test]
fn a_long_file_takes_no_stack() {
    let text = format!("(;{}", "X[(;]".repeat(200_000));
    assert!(text.parse::<Ggf>().is_err());
    let game: Ggf = format!("{text};)").parse().unwrap();
    assert_eq!(game.moves, []);
    assert_eq!(game.start.legal_moves()[0], Move::at(3, 2));
}
