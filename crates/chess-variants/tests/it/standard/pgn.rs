//! Games in PGN.

use chess_variants::{
    pgn::{GameResult, Games, Pgn},
    standard::{Chess, Game},
};
use games_core::{Record, Rng, TextError, seeded};

fn read(text: &str) -> Result<Vec<Pgn<Chess>>, TextError> {
    Games::new(Chess::standard(), text).collect()
}

#[track_caller]
fn refused(text: &str, at: &str, message: &str) {
    let error = read(text).expect_err(text);
    assert!(error.to_string().contains(message), "{error}");
    assert_eq!(&text[error.span.clone()], at, "{error}");
}

#[track_caller]
fn moves(text: &str) -> String {
    let games = read(text).unwrap();
    assert_eq!(games.len(), 1);
    games[0].moves.iter().map(|m| m.to_string()).collect::<Vec<_>>().join(" ")
}

/// A. Anderssen against L. Kieseritzky, London 1851.
const IMMORTAL: &str = r#"[Event "London"]
[Site "London ENG"]
[Date "1851.06.21"]
[Round "?"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8.
Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15.
Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21.
Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0
"#;

#[test]
fn a_game_is_written_as_it_was_read() {
    let games = read(IMMORTAL).unwrap();
    assert_eq!(games[0].to_string(), IMMORTAL);
    let record = games[0].record().unwrap();
    assert_eq!(record.end().unwrap().reason.to_string(), "checkmate");
    assert_eq!(games[0].tag("Black"), Some("Kieseritzky, Lionel"));
}

#[test]
fn several_games_follow_each_other() {
    let games = read(&format!("{IMMORTAL}\n{IMMORTAL}\n1. e4 *  1. d4 d5 1/2-1/2 \n")).unwrap();
    let results: Vec<_> = games.iter().map(|game| game.result.text()).collect();
    assert_eq!(results, ["1-0", "1-0", "*", "1/2-1/2"]);
    assert_eq!(read("").unwrap(), []);
    assert_eq!(read(" \n ; nothing\n").unwrap(), []);
}

#[test]
fn comments_glyphs_and_variations_are_passed_over() {
    assert_eq!(moves("1.e4! {best) by test (} e5?! $12 2.Nf3 *"), "e2e4 e7e5 g1f3");
    assert_eq!(moves("1. e4 ; to the end ) of the line\n1... e5 *"), "e2e4 e7e5");
    assert_eq!(moves("% escaped (\n1. e4 e5 *"), "e2e4 e7e5");
    assert_eq!(moves("1. e4 (1. d4 d5 (1... Nf6 {)}) 2. c4) 1... e5 *"), "e2e4 e7e5");
    assert_eq!(moves("\u{feff}1 e4 1. ... e5"), "e2e4 e7e5");
    assert_eq!(moves("17. e4 1... e5"), "e2e4 e7e5");
}

#[test]
fn a_game_may_begin_anywhere() {
    let mut game: Game =
        Record::parse(Chess::standard(), "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20").unwrap();
    game.play_line("e8e7 e2e4 e7e6").unwrap();
    let mut pgn = Pgn::of(&game);
    pgn.set_tag("White", "a \"quoted\" \\ name\nwith a line break");
    let text = pgn.to_string();
    assert!(text.ends_with(
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 20\"]\n\n20... Ke7 21. e4 Ke6 *\n"
    ));
    let again = read(&text).unwrap().remove(0);
    assert_eq!((again.start, again.clock, &again.moves), (pgn.start, pgn.clock, &pgn.moves));
    assert_eq!(again.tag("White"), Some("a \"quoted\" \\ name with a line break"));
    assert_eq!(again.record().unwrap().position_text(), game.position_text());
}

#[test]
fn errors_name_line_move_and_text() {
    refused("1. e4 e5\n2. Nf3 Nf9 *", "Nf9", "line 2, move 2 of Black: `Nf9` is no move");
    refused("1. e4 e5\n2. Ke3 *", "Ke3", "line 2, move 2 of White: `Ke3` is not legal here");
    refused("1. e4 e5 2.Nf3+ *", "Nf3+", "line 1, move 2 of White: `Nf3+` is no check");
    refused("1. e2e4 *", "e2e4", "move 1 of White");
    refused("1. f3 e5 2. g4 Qh4# 3. a3 *", "a3", "move 3 of White");
    refused("1. e4 ) *", ")", "without a `(`");
    refused("1. e4\n(1. d4 (2. c4)", "(", "line 2, the variation does not end");
    refused("1. e4 {never\nends", "{", "line 1, the comment does not end");
    refused("1. e4 $x *", "$", "expected a number");
    refused("1. e4 <x> *", "<", "no meaning");
    refused("1. e4 ?! *", "?!", "no meaning");
    refused(
        "[White \"a\"]\n[White \"b\"]\n*",
        "[White \"b\"]",
        "line 2, the tag `White` is given twice",
    );
    refused("[White a]\n*", "[White a]", "expected a tag");
    refused("[White \"a]\n*", "[White \"a]", "expected a tag");
    refused("[FEN \"8/8\"]\n*", "[FEN \"8/8\"]", "in the tag FEN: ");
    refused("[Variant \"Atomic\"]\n*", "[Variant \"Atomic\"]", "expected Standard");
    refused("1. e4 e5\n[White \"a\"]\n1. d4 *", "[White \"a\"]", "line 2, no result");
}

#[test]
fn nothing_is_read_after_an_error() {
    let mut games = Games::new(Chess::standard(), "1. Ke2 * 1. e4 *");
    assert!(games.next().unwrap().is_err());
    assert!(games.next().is_none());
}

#[test]
fn a_result_is_what_ends_the_moves() {
    for result in GameResult::ALL {
        assert_eq!(read(&format!("1. e4 {}", result.text())).unwrap()[0].result, result);
    }
}

#[test]
fn random_games_come_back_as_they_were() {
    for seed in 0..30 {
        let mut rng = seeded(seed);
        let mut game: Game = Record::new(Chess::standard());
        while game.end().is_none() && game.plies() < 300 {
            let moves = game.moves();
            game.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
        }
        let pgn = Pgn::of(&game);
        let text = pgn.to_string();
        assert!(text.lines().all(|line| line.len() < 80));
        let again = read(&text).unwrap().remove(0);
        assert_eq!((again.moves, again.result), (pgn.moves, pgn.result));
    }
}

/// Runs in a thread whose stack no recursion a million deep would fit.
fn with_a_small_stack(run: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(256 << 10);
        builder.spawn_scoped(scope, run).unwrap().join().unwrap();
    });
}

#[test]
fn a_million_nested_variations_are_no_trouble() {
    with_a_small_stack(|| {
        let n = 1_000_000;
        let text = format!("1. e4 {} {} e5 *", "(1. d4 ".repeat(n), ")".repeat(n));
        assert_eq!(moves(&text), "e2e4 e7e5");
        refused(&format!("1. e4 {}", "(".repeat(n)), "(", "does not end");
        refused(&format!("1. e4 {}", ")".repeat(n)), ")", "without");
    });
}

#[test]
fn a_long_game_is_no_trouble() {
    with_a_small_stack(|| {
        let n = 20_000;
        let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(n);
        let games = read(&text).unwrap();
        assert_eq!(games[0].moves.len(), 4 * n);
        assert_eq!(read(&games[0].to_string()).unwrap()[0].moves, games[0].moves);
    });
}

#[test]
fn a_megabyte_of_nonsense_takes_no_time_to_speak_of() {
    let mut tags = String::new();
    for i in 0..50_000 {
        tags.push_str(&format!("[T{i} \"{i}\"]"));
    }
    assert_eq!(read(&tags).unwrap()[0].tags.len(), 50_000);
    for piece in ["{", "{}", "[", "\"", "1.", "$1", "e4", "(", "; ", "%\n", "\\", "[A \"", "1-0 "] {
        let _ = read(&piece.repeat(1_000_000 / piece.len()));
    }
}
