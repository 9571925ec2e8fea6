//! What is refused, and in which words.

use cs3_games::{
    Endless, KnightsDance, Konane, Northcott, Surround, Ten, TicTacToe, Unsupported, Wide,
};
use games_core::{
    TextError,
    entry::{Playable, Visitor},
    fixtures::records,
};

use crate::fixtures::visit;

struct Parse<'a>(&'a str);

impl Visitor for Parse<'_> {
    type Out = Result<String, TextError>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        game.parse_state(self.0).map(|state| game.state_text(&state))
    }
}

/// Reads a position as a registry does, and writes it again.
fn parse(id: &str, rules: &str, position: &str) -> Result<String, TextError> {
    visit(id, rules, Some(position), Parse(position))?
}

#[track_caller]
fn refused(id: &str, rules: &str, position: &str, message: &str) {
    let error = parse(id, rules, position).unwrap_err();
    assert!(error.to_string().contains(message), "{position}: {error}");
    assert!(position.get(error.span.clone()).is_some(), "{position}: {:?}", error.span);
}

#[track_caller]
fn taken(id: &str, rules: &str, position: &str) {
    assert_eq!(parse(id, rules, position).as_deref(), Ok(position));
}

#[test]
fn malformed_positions_are_refused_with_words_that_fit_the_error() {
    let words = |error: &str| match error {
        "FieldCount" => "fields, expected",
        "SumRange" => "over the target",
        "Number" => "begins with a zero",
        "RowLength" => "row 3 has 5 squares, the others have 4",
        "NoRows" => "the board has no rows",
        "Inconsistent" => "to move",
        "BadSquare" => "is no square; squares are",
        "RowWord" => "is no row: expected the empty squares left of L",
        "Overlap" => "both kings stand on the same square",
        "CellOffBoard" => "is off the board",
        "Cell" => "square",
        "HeadCount" => "a second head `w`",
        "NotOpened" => "at least one white and one black piece removed",
        "Checkerboard" => "the pieces alternate",
        "LastCell" => "cannot go again",
        "Player" => "the player to move is",
        error => panic!("no words for {error}"),
    };
    let fixtures = records(include_str!("../data/malformed.txt"));
    assert_eq!(fixtures.len(), 21);
    for fixture in &fixtures {
        let rules = fixture.get("rules").unwrap_or("");
        let (game, position) = (fixture.one("game").unwrap(), fixture.one("position").unwrap());
        refused(game, rules, position, words(fixture.one("error").unwrap()));
    }
}

#[test]
fn every_game_refuses_what_is_no_list_and_sizes_that_contradict_the_rules() {
    for id in crate::fixtures::GAMES {
        refused(id, "", "", "no position; expected one such as `(");
        refused(id, "", "nonsense", "a position begins with `(`");
        refused(id, "", "()", "an empty list; its first field is the player to move");
        refused(id, "", "(", "does not end with `)`");
        refused(id, "", "(L 0", "does not end with `)`");
        refused(id, "", "(q)", "the player to move is");
    }
    for (id, position) in [
        ("tictactoe", "(x ---- x--- --o-)"),
        ("northcott", "(L 1L3R0 0L1R3 1L2R1)"),
        ("knights-dance", "(w 5 6 a1 b1 f5 b5)"),
        ("surround", "(w -w--- ----b -----)"),
        ("konane", "(w \"\" wbwb bwb- w-wb)"),
    ] {
        refused(id, "rows=7", position, "rows, but the rules say 7");
        refused(id, "cols=9", position, "columns, but the rules say 9");
        taken(id, "", position);
    }
}

#[test]
fn rows_of_different_length_name_the_odd_one() {
    refused("tictactoe", "", "(x --- -- --- ---)", "row 2 has 2 squares, the others have 3");
    refused("tictactoe", "", "(x --- --)", "row 2 has 2 squares, row 1 has 3; all must have");
    refused("tictactoe", "", "(x - -- -- ---)", "row 1 has 1 squares, row 2 has 2; all must");
    refused("northcott", "", "(L 1L3R0 0L1R3 1L2R2)", "row 3 has 7 columns, the others have 6");
    refused("surround", "", "(w -w--- ----b ----)", "row 3 has 4 squares, the others have 5");
}

#[test]
fn boards_over_the_limit_are_refused_as_such() {
    let row = "-".repeat(33);
    refused("tictactoe", "", &format!("(x {row})"), "33 columns, at most 32 are supported");
    let rows = "- ".repeat(33);
    refused("surround", "", &format!("(w {rows})"), "33 rows, at most 32 are supported");
    refused("northcott", "", "(L 0L255R0)", "257 columns, at most 256 are supported");
    refused("northcott", "", "(L 0L257R0)", "`257` is more than 256");
    refused("knights-dance", "", "(w 129 6 a1 b1 f5 b5)", "129 rows, at most 128 are supported");
    refused("ten", "", "(L 99999999999999)", "is more than 1000000");
    taken("northcott", "", "(R 0L254R0)");
    taken("knights-dance", "", "(w 128 128 a1 b1 dx128 b128)");
    let rows = vec!["-".repeat(32); 32].join(" ");
    taken("tictactoe", "", &format!("(o {rows})"));
}

#[test]
fn ten_refuses_sums_that_are_no_numbers_or_too_high() {
    refused("ten", "", "(L -1)", "`-1` is no number");
    refused("ten", "", "(L 5 5)", "3 fields, expected 2");
    refused("ten", "target=3", "(R 4)", "the sum 4 is over the target of 3");
    taken("ten", "target=11,steps=2+3", "(R 10)");
}

#[test]
fn tictactoe_refuses_a_line_of_the_player_to_move_only() {
    refused("tictactoe", "", "(o ooo xx- ---)", "`o` is to move and has three in a row");
    taken("tictactoe", "", "(x ooo xx- ---)");
    refused("tictactoe", "diagonals=true", "(x x-- -x- --x)", "`x` is to move and has three");
    taken("tictactoe", "", "(x x-- -x- --x)");
    // Any numbers of pieces: handicaps are legitimate.
    taken("tictactoe", "", "(x oo- oo- ---)");
}

#[test]
fn northcott_refuses_what_is_no_row() {
    for word in [
        "L", "1L", "1L2", "1L2R", "L2R3", "1l2r3", "01L2R3", "1L2R3L0", "-1L2R3", "1L2R+3", "--L-R",
    ] {
        let error = parse("northcott", "", &format!("(L {word})")).unwrap_err();
        assert_eq!(error.span, 3..3 + word.len(), "{error}");
    }
}

#[test]
fn knights_dance_refuses_impossible_places() {
    refused("knights-dance", "", "(w 0 6 a1 b1 f5 b5)", "a board of no rows");
    refused("knights-dance", "", "(w 05 6 a1 b1 f5 b5)", "begins with a zero");
    refused("knights-dance", "", "(w 5 6 a1 b1 a1 b5)", "the white knight stands on its own king");
    refused("knights-dance", "", "(w 5 6 a1 b1 f5 b1)", "the black knight stands on its own king");
    refused("knights-dance", "", "(w 5 6 a1 b1 b1 b5)", "has captured the king already");
    refused("knights-dance", "", "(w 5 6 a1 b1 f6 b5)", "its columns are a to f, its rows 1 to 5");
    refused("knights-dance", "", "(w 5 6 A1 b1 f5 b5)", "`A1` is no square");
    refused("knights-dance", "", "(w 1 2 a1 b1 a1 b1)", "three squares at least");
    taken("knights-dance", "", "(w 1 3 a1 b1 c1 a1)");
    taken("knights-dance", "", "(w 5 6 a1 b1 d4 d4)");
}

#[test]
fn surround_refuses_missing_heads_and_takes_any_bodies() {
    refused("surround", "", "(w --- --b)", "the head `w` is missing");
    refused("surround", "", "(w w-- ---)", "the head `b` is missing");
    refused("surround", "", "(w wb- --b)", "a second head `b`");
    taken("surround", "", "(b wxo oxb)");
}

#[test]
fn konane_refuses_go_agains_that_do_not_exist() {
    let start = "wbwb bwb- w-wb";
    refused("konane", "", &format!("(w d3 {start})"), "no piece of `w` on d3");
    refused("konane", "", &format!("(w z9 {start})"), "is off the board");
    refused(
        "konane",
        "",
        &format!("(w a1 {start})"),
        "the piece on a1 cannot go again; write `\"\"`",
    );
    refused("konane", "", &format!("(w D3 {start})"), "the second field is `\"\"`");
    // With any piece the one on a1 need not be able to jump itself.
    taken("konane", "any_piece=true", &format!("(w a1 {start})"));
    refused("konane", "any_piece=true", "(w a2 w-- -w-)", "no piece of `w` can go again");
    refused("konane", "", "(w \"\" -)", "two squares");
    refused("konane", "", "(w)", "after the player comes");
    refused("konane", "", "(w \"\")", "the board has no rows");
    // White may stand on squares of either color.
    taken("konane", "", "(w \"\" bwb w-w --b)");
}

#[test]
fn options_are_refused_with_a_reason() {
    let refused = |id: &str, rules: &str, message: &str| {
        let error = visit(id, rules, None, Parse("")).unwrap_err();
        assert!(error.to_string().contains(message), "{rules}: {error}");
    };
    refused("ten", "target=0", "1..1000000");
    refused("ten", "steps=0+1", "no piece");
    refused("ten", "steps=1+1", "`1` is given twice");
    refused("konane", "rows=33", "1..32");
    refused("konane", "rows=1,cols=1", "two squares");
    refused("surround", "rows=1,cols=1", "two squares");
    refused("knights-dance", "rows=1", "have no initial position");
    refused("knights-dance", "cols=2", "have no initial position");
    refused("knights-dance", "repetition=1", "would end every game");
    refused("northcott", "ply_cap=-1", "0..1000000");
    refused("northcott", "cols=1", "2..256");
    refused("northcott", "backwards=true", "did you mean `backward`?");
}

#[test]
fn rules_that_nobody_plays_are_refused_and_do_not_panic() {
    fn refuses<G>(game: Result<G, Unsupported>, message: &str) {
        let Err(error) = game else { panic!("played, and not refused: {message}") };
        assert_eq!(error.to_string(), message);
    }
    let board = |size: &str, holds: &str| {
        format!("a board of {size} does not fit this type, which holds {holds}")
    };
    let few = &board("1 by 1", "2 to 64 squares");
    refuses(Konane::<u64>::new((1, 1), false, false), few);
    refuses(Surround::<u64>::new((1, 1), false, false), few);
    refuses(TicTacToe::<u64>::new((0, 7), false, false), &board("0 by 7", "1 to 64 squares"));
    refuses(Konane::<u64>::new((5, 13), false, false), &board("5 by 13", "2 to 64 squares"));
    let huge = &board(&format!("{} by 2", usize::MAX), "2 to 1024 squares");
    refuses(Surround::<Wide>::new((usize::MAX, 2), false, false), huge);
    let endless = Endless::default();
    let rows = "1 to 64 rows of 2 to 256 columns";
    refuses(Northcott::new((65, 6), false, false, endless), &board("65 by 6", rows));
    refuses(Northcott::new((4, 1), false, false, endless), &board("4 by 1", rows));
    let squares = "3 squares to 128 by 128";
    refuses(KnightsDance::new((1, 2), false, false, endless), &board("1 by 2", squares));
    refuses(KnightsDance::new((129, 3), false, false, endless), &board("129 by 3", squares));
    for (target, steps) in [(0, &[1][..]), (10, &[]), (10, &[2, 2]), (10, &[0]), (1_000_001, &[1])]
    {
        assert!(Ten::new(target, steps, false).is_err(), "{target} by {steps:?}");
    }
}
