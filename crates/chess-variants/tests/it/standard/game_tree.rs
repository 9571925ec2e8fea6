//! Trees of chess games in PGN: variations, comments, glyphs, clocks, evaluations.

use core::time::Duration;

use chess_variants::{
    pgn::{Games, Trees},
    standard::{Chess, Standard},
};
use games_core::{
    FileFormat, Game, GameTree, Notation, Outcome, Record, Rng, Side,
    entry::{Entry, GameOptions},
    game_tree::{Evaluation, Glyph, Header, NodeId},
    seeded,
};
use proptest::prelude::*;

const PGN: FileFormat = Standard::FILES[0];

fn read(text: &str) -> GameTree {
    PGN.read(text, &GameOptions::defaults(Standard::KEYS)).unwrap_or_else(|e| panic!("{e}"))
}

fn write(tree: &GameTree) -> String {
    (PGN.write)(tree).unwrap_or_else(|e| panic!("{e}"))
}

/// All moves with their places in the tree.
fn moves(tree: &GameTree) -> Vec<String> {
    tree.walk().map(|(_, node)| format!("{} {}", tree.path(node), tree.text(node))).collect()
}

/// As servers and analysts write it.
const ANNOTATED: &str = r#"[Event "Casual"]
[Site "?"]
[Date "2024.05.01"]
[Round "2.1"]
[White "a"]
[Black "?"]
[Result "0-1"]
[ECO "B20"]
[Termination "Time forfeit"]

{ A game
  for   tests } 1. e4! { [%eval 0.25,20] [%clk 0:05:00] best by test [%csl Ge4] } $14
( { or } 1. d4 d5 ( 1... Nf6 2. c4 { Indian } ) 2. c4?! )
( 1. Nf3 ) 1... c5 ; the Sicilian
2. Nf3 { [%eval #-3] [%emt 0:00:02.5] } 0-1
"#;

#[test]
fn everything_that_is_said_of_a_game_is_read() {
    let tree = read(ANNOTATED);
    assert_eq!(
        moves(&tree),
        [
            "1 e2e4",
            "1.1 c7c5",
            "1.1.1 g1f3",
            "2 d2d4",
            "2.1 d7d5",
            "2.1.1 c2c4",
            "2.2 g8f6",
            "2.2.1 c2c4",
            "3 g1f3"
        ]
    );
    let header = &tree.header;
    assert_eq!(header.event.as_deref(), Some("Casual"));
    assert_eq!((&header.site, header.round.as_deref()), (&None, Some("2.1")));
    assert_eq!(header.players, [Some("a".to_owned()), None]);
    assert_eq!(header.outcome, Some(Outcome::Win(Side::Second)));
    assert_eq!((header.tag("ECO"), header.tag("Event")), (Some("B20"), None));
    assert_eq!(header.reason.as_deref(), Some("Time forfeit"));

    let remarks = |path: &str| tree.remarks(tree.find(path).unwrap());
    assert_eq!(remarks("").comment, "A game for tests");
    let e4 = remarks("1");
    assert_eq!(e4.comment, "best by test [%csl Ge4]");
    assert_eq!(e4.glyphs, [Glyph::GOOD, Glyph(14)]);
    assert_eq!((e4.evaluation, e4.depth), (Some(Evaluation::Score(25)), Some(20)));
    assert_eq!(e4.clock, Some(Duration::from_secs(300)));
    assert_eq!(remarks("2").before, "or");
    assert_eq!(remarks("2.1.1").glyphs, [Glyph::DUBIOUS]);
    assert_eq!(remarks("2.2.1").comment, "Indian");
    assert_eq!(remarks("1.1").comment, "the Sicilian");
    let last = remarks("1.1.1");
    let mate = Evaluation::Mate { winner: Side::Second, moves: 3 };
    assert_eq!((last.evaluation, last.elapsed), (Some(mate), Some(Duration::from_millis(2500))));
    assert_eq!(tree.left_out, []);
}

#[test]
fn an_annotated_game_is_written_so() {
    let text = write(&read(ANNOTATED));
    let (_, written) = text.split_once("\n\n").unwrap();
    assert_eq!(
        written,
        "{ A game for tests } 1. e4 $1 $14 { [%eval 0.25,20] [%clk 0:05:00] best by test\n\
         [%csl Ge4] } ( { or } 1. d4 d5 ( 1... Nf6 2. c4 { Indian } ) 2. c4 $6 ) ( 1.\n\
         Nf3 ) 1... c5 { the Sicilian } 2. Nf3 { [%eval #-3] [%emt 0:00:02.5] } 0-1\n"
    );
    assert_eq!(read(&text), read(ANNOTATED));
}

#[test]
fn a_variation_is_left_out_from_an_illegal_move_on() {
    let tree = read("1. e4 (1. d4 d5\n2. Ke3 Nf6 (2... e6)) e5 (1... Ke2) (1... c5) *");
    assert_eq!(moves(&tree), ["1 e2e4", "1.1 e7e5", "1.2 c7c5", "2 d2d4", "2.1 d7d5"]);
    let left_out: Vec<_> = tree.left_out.iter().map(ToString::to_string).collect();
    assert!(
        left_out.iter().any(|e| e.starts_with("line 2, `Ke3` is not legal here")),
        "{left_out:?}"
    );
    assert_eq!(left_out.len(), 2);
}

#[test]
fn a_variation_before_the_first_move_replaces_none() {
    for text in ["(1. e4 );", "(1. e4) 1. d4 *", "{ a } ( ( 1. e4 ) ) *"] {
        let error = (PGN.games)(text, &GameOptions::defaults(Standard::KEYS)).next().unwrap();
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with("line 1, `(` before the first move"), "{error}");
        let plain = Games::new(Chess::standard(), text).next().unwrap().unwrap_err();
        assert_eq!(plain.to_string(), error);
    }
}

#[test]
fn the_games_of_a_text_are_read_when_they_are_asked_for() {
    let text =
        "1. e4 (1. d4) *\n[White \"b\"]\n{ x } 1. c4 1-0 { nobody's } [Event \"c\"] * 1. Ke9 * *";
    let rules = GameOptions::defaults(Standard::KEYS);
    let mut games = (PGN.games)(text, &rules);
    assert_eq!(moves(&games.next().unwrap().unwrap()), ["1 e2e4", "2 d2d4"]);
    let second = games.next().unwrap().unwrap();
    assert_eq!(second.header.players[0].as_deref(), Some("b"));
    assert_eq!(second.remarks(NodeId::ROOT).comment, "x");
    assert_eq!(games.next().unwrap().unwrap(), read("[Event \"c\"] *"));
    assert!(games.next().unwrap().is_err());
    assert!(games.next().is_none(), "nothing is read after an error");
    assert_eq!(PGN.read("", &rules).unwrap_err().to_string(), "line 1, no game");
}

#[test]
fn moves_that_are_not_played_are_as_the_text_spells_them() {
    let text = "[Variant \"Any\"]\n[FEN \"8/8\"]\n1. Zz9!? (1. e4) 1... -- *";
    let tree = Trees::new(text).next().unwrap().unwrap();
    assert_eq!(moves(&tree), ["1 Zz9", "1.1 --", "2 e4"]);
    assert_eq!((tree.header.start.as_str(), tree.header.tag("Variant")), ("8/8", Some("Any")));
    assert_eq!(tree.remarks(tree.find("1").unwrap()).glyphs, [Glyph::INTERESTING]);
}

#[test]
fn a_tree_with_an_illegal_move_is_not_written() {
    let mut tree = read("1. e4 e5 *");
    let e4 = tree.find("1").unwrap();
    tree.add(e4, "e7e9");
    let error = (PGN.write)(&tree).unwrap_err().to_string();
    assert!(error.starts_with("variation 1.2: `e7e9`"), "{error}");
}

#[test]
fn nests_and_rows_of_variations_take_no_stack() {
    std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(|| {
            let n = 30_000;
            let row = format!("1. e4 {} {} e5 *", "(1. d4 ".repeat(n), ")".repeat(n));
            let tree = read(&row);
            assert_eq!(tree.children(NodeId::ROOT).count(), n + 1);
            assert_eq!(read(&write(&tree)), tree);
            let plies = ["Nf3", "Nf6", "Ng1", "Ng8"];
            let other = ["Nc3", "Nc6", "Nb1", "Nb8"];
            // Each variation lies in the one before it and has a move after it.
            let n = 12_000;
            let nest = (0..n).map(|i| format!("{} ( {} ", plies[i % 4], other[i % 4]));
            let nest = format!("{}{} *", nest.collect::<String>(), ")".repeat(n));
            let deep = read(&nest);
            assert!(!deep.left_out.is_empty() || deep.walk().count() == 2 * n);
            // 500,000 of nothing but parentheses.
            let empty = format!("1. e4 {}{} *", "(".repeat(500_000), ")".repeat(500_000));
            assert_eq!(moves(&read(&empty)), ["1 e2e4"]);
        })
        .unwrap()
        .join()
        .unwrap();
}

/// A tree of random legal lines with random remarks, all of which PGN holds.
fn random_tree(seed: u64) -> GameTree {
    let mut rng = seeded(seed);
    let chess = Chess::standard();
    let mut tree =
        GameTree::new(Header::of("claim_draws=false", Record::new(chess).position_text()));
    tree.header.players[1] = Some("b \"c\" \\".to_owned());
    tree.header.tags.push(("ECO".to_owned(), "A00".to_owned()));
    tree.header.outcome = [None, Some(Outcome::Draw)][rng.below(2) as usize];
    let mut states = vec![chess.initial()];
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..rng.below(60) {
        // The last node most times, so that lines grow long.
        let last = nodes.len() as u32 - 1;
        let i = if rng.below(3) == 0 { rng.below(last + 1) } else { last } as usize;
        let Ok(m) = chess.random_move(&states[i], &mut rng) else { continue };
        let mut state = states[i];
        let node = tree.add(nodes[i], &chess.move_text(&state, m));
        chess.apply(&mut state, m);
        states.push(state);
        nodes.push(node);
    }
    // A main line that ends its game says so itself: no header is written against it.
    let mut record = Record::new(chess);
    let main_line: Vec<_> = tree.main_line().map(|node| tree.text(node)).collect();
    record.play_line(&main_line.join(" ")).unwrap();
    tree.header.outcome = record.outcome().or(tree.header.outcome);
    for node in nodes {
        let is_variation = tree.parent(node).is_some_and(|parent| tree.next(parent) != Some(node));
        let words = ["", "good", "a b (c) ; d", "[%csl Ge4] {x", "1-0 * e4 $7", "é—ü"];
        let mut word = || words[rng.below(6) as usize].to_owned();
        let (before, comment) = (word(), word());
        let remarks = tree.remarks_mut(node);
        remarks.comment = comment;
        if is_variation {
            remarks.before = before;
        }
        let mut some = |n| (rng.below(3) == 0).then(|| rng.below(n));
        remarks.glyphs.extend(some(256).map(|n| Glyph(n as u8)));
        remarks.clock = some(20_000_000).map(|n| Duration::from_millis(n.into()));
        remarks.elapsed = some(90_000).map(|n| Duration::from_millis(n.into()));
        remarks.evaluation = some(2000).map(|n| Evaluation::Score(n as i32 - 1000));
        if let Some(moves) = some(20) {
            let winner = Side::BOTH[moves as usize % 2];
            remarks.evaluation = Some(Evaluation::Mate { winner, moves });
        }
        if remarks.evaluation.is_some() {
            remarks.depth = some(99);
        }
    }
    tree
}

proptest! {
    #[test]
    fn a_tree_comes_back_as_it_was_written(seed: u64) {
        let tree = random_tree(seed);
        let text = write(&tree);
        prop_assert!(text.lines().all(|line| line.chars().count() < 80), "{}", text);
        prop_assert!(read(&text) == tree, "{}", text);
    }

    #[test]
    fn no_text_makes_a_reader_of_trees_panic(
        text in r#"([\[\](){};%$0-9.!?" \na-hKQRBNO=+#x*/-]|1\. e4 |\(|\)|\[%clk 0:1:|\[%eval |e5 |Nf3 |\PC){0,80}"#,
    ) {
        let rules = GameOptions::defaults(Standard::KEYS);
        let games: Vec<_> = (PGN.games)(&text, &rules).collect();
        for tree in games.iter().flatten() {
            let again = read(&write(tree));
            prop_assert_eq!(moves(&again), moves(tree));
            // What is written once more is the same.
            prop_assert_eq!(write(&read(&write(&again))), write(&again));
        }
        // What stands in variations and comments changes no main line.
        let plain: Vec<_> = Games::new(Chess::standard(), &text).collect();
        prop_assert_eq!(games.len(), plain.len());
        for (tree, pgn) in games.iter().flatten().zip(plain.iter().flatten()) {
            let main: Vec<_> = tree.main_line().map(|node| tree.text(node).to_owned()).collect();
            let expected: Vec<_> = pgn.moves.iter().map(ToString::to_string).collect();
            prop_assert_eq!(main, expected);
        }
        let _ = Trees::new(&text).count();
    }
}
