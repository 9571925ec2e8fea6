//! Texts: what is written, what readers forgive, and what they say about the rest.

use games_core::{Game, Notation, Record, TextError};
use othello::{Move, Othello, Position, Scored, Scoring, Size, transcript};
use proptest::prelude::*;

const START: &str = "---------------------------OX------XO--------------------------- X";
const MUST_PASS: &str = "OOOOOO--OOOOOO--OOOOOOOXOOOXO-XXOOXOXXXXXXXXXXXXXXXXXXXXXXXXXXXX O";

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

#[track_caller]
fn refused<T>(result: Result<T, TextError>, text: &str, place: &str, message: &str) {
    let error = result.err().expect("an error");
    assert_eq!((&text[error.span.clone()], error.to_string().as_str()), (place, message));
}

#[test]
fn positions_are_written_row_by_row_from_a1() {
    assert_eq!(Position::standard().to_string(), START);
    assert_eq!(Position::<u64>::start(Size::Four).to_string(), "-----OX--XO----- X");
    assert_eq!(
        Position::<u64>::start(Size::Six).to_string(),
        "--------------OX----XO-------------- X"
    );
    let ten = Position::<u128>::start(Size::Ten).to_string();
    assert_eq!(ten.find("OX------- "), None);
    assert_eq!((ten.find("OX"), ten.find("XO"), ten.len()), (Some(44), Some(54), 102));
}

#[test]
fn position_readers_forgive_other_symbols_and_white_space() {
    for text in [
        START.replace('-', "."),
        START.to_lowercase(),
        START.replace('X', "*"),
        START.replace('X', "b").replace('O', "w"),
        format!("  {}\t\n", START.replace(' ', "   ")),
    ] {
        assert_eq!(position(&text), Position::standard(), "{text}");
    }
    assert_eq!(position(&START.replace(" X", " O")).to_move(), games_core::Side::Second);
}

#[test]
fn bad_positions_are_refused_with_their_place() {
    let read = |text: &str, place: &str, message: &str| {
        refused(Othello::standard().parse_state(text), text, place, message);
    };
    let short = &START[1..];
    read(short, &short[..63], "63 squares: expected 16, 36, 64 or 100");
    let six = "--------------OX----XO-------------- X";
    read(six, six, "36 squares: expected 64 (size 8)");
    let ten = format!("{} X", "-".repeat(100));
    read(&ten, &ten[..100], "100 squares: expected 16, 36, 64 here");
    let strange = START.replacen('O', "0", 1);
    read(&strange, "0", "`0` is no square: expected `X` (black), `O` (white) or `-` (empty)");
    let foreign = START.replacen('-', "●", 1);
    read(&foreign, "●", "`●` is no square: expected `X` (black), `O` (white) or `-` (empty)");
    read(&START[..64], &START[..64], "no side to move: expected `X` or `O` after the board");
    let side = START.replace(" X", " black");
    read(&side, "black", "`black` is no side to move: expected `X` or `O`");
    read(&format!("{START} 12"), "12", "`12` after the side to move");
    read(" \n", " \n", "no position: expected a board and a side to move");
}

#[test]
fn moves_are_read_in_either_case_and_written_in_lower_case() {
    let rules = Othello::standard();
    let start = rules.initial();
    for text in ["d3", "D3"] {
        assert_eq!(rules.parse_move(&start, text), Ok(Move::at(3, 2)));
    }
    let ten = Othello::<u128>::new(Size::Ten, Scoring::Plain).unwrap();
    let corner = format!("{}XO- X", "-".repeat(97));
    let state = ten.parse_state(&corner).unwrap();
    let m = ten.parse_move(&state, "J10").unwrap();
    assert_eq!(ten.move_text(&state, m), "j10");
}

#[test]
fn a_pass_has_many_names_and_is_written_as_pass() {
    let rules = Othello::standard();
    let state = position(MUST_PASS);
    for text in ["pass", "PASS", "--", "pa", "PA", "ps", "PS", "@@"] {
        assert_eq!(rules.parse_move(&state, text), Ok(Move::PASS), "{text}");
    }
    assert_eq!(rules.move_text(&state, Move::PASS), "pass");
}

#[test]
fn refused_moves_say_why() {
    let rules = Othello::standard();
    let read = |state: &Position, text: &str, message: &str| {
        refused(rules.parse_move(state, text), text, text, message);
    };
    let start = Position::standard();
    read(&start, "d4", "`d4` is not legal here: the square is taken");
    read(&start, "a1", "`a1` is not legal here: it turns over no disc");
    read(&start, "pass", "`pass` is not legal here: there is a square to play on");
    for text in ["i1", "a9", "a0", "a10", "d", "3d", "", "d33", "dé"] {
        let message = format!("`{text}` is no square from a1 to h8 and no pass");
        read(&start, text, &message);
    }
    let must_pass = position(MUST_PASS);
    read(&must_pass, "f4", "`f4` is not legal here: the only move is `pass`");
    let over = position(&format!("{}X X", "-".repeat(63)));
    read(&over, "a1", "`a1` cannot be played: the game is over");
    read(&over, "--", "`--` cannot be played: the game is over");
}

#[test]
fn transcripts_are_read_with_and_without_white_space() {
    let rules = Othello::standard();
    let start = rules.initial();
    let line = rules.parse_line(&start, "f5d6c3").unwrap();
    for text in ["F5D6C3", "f5 d6 c3", "f5d6 C3\n", "  f5\td6c3"] {
        assert_eq!(rules.parse_line(&start, text), Ok(line.clone()), "{text}");
    }
    assert_eq!(rules.parse_line(&start, ""), Ok(vec![]));
    assert_eq!(transcript(&line), "f5d6c3");
}

#[test]
fn forced_passes_are_put_in_and_left_out_again() {
    let rules = Othello::standard();
    let state = position(MUST_PASS);
    let with_pass = rules.parse_line(&state, "--g1").unwrap();
    for text in ["g1", "pass g1", "PAg1", "psg1", "@@ g1", "passg1"] {
        assert_eq!(rules.parse_line(&state, text), Ok(with_pass.clone()), "{text}");
    }
    assert_eq!(with_pass, [Move::PASS, Move::at(6, 0)]);
    assert_eq!(transcript(&with_pass), "g1");
    // No pass is put in at the end, where no move follows.
    assert_eq!(rules.parse_line(&state, ""), Ok(vec![]));
}

#[test]
fn transcripts_are_refused_at_the_first_bad_move() {
    let rules = Othello::standard();
    let start = rules.initial();
    let read = |text: &str, place: &str, message: &str| {
        refused(rules.parse_line(&start, text), text, place, message);
    };
    read("f5d6c3f5", "f5", "move 4: `f5` is not legal here: the square is taken");
    read("f5 d6--", "--", "move 3: `--` is not legal here: there is a square to play on");
    read("f5d", "d", "move 2: `d` is no square from a1 to h8 and no pass");
    read("f5é6", "é6", "move 2: `é6` is no square from a1 to h8 and no pass");
    read("f5d66", "d66", "move 2: `d66` is no square from a1 to h8 and no pass");
}

#[test]
fn a_record_plays_a_transcript_with_its_passes() {
    let mut record = Record::parse(Othello::standard(), MUST_PASS).unwrap();
    record.play_line("g1").unwrap();
    assert_eq!(record.move_texts(), ["pass", "g1"]);
}

#[test]
fn scored_lines_are_read_and_written_as_edax_does() {
    let line = format!("{START}; D3:+0; c4:-2;% a comment; E6:1");
    let scored = Scored::<u64>::parse_line(&line).unwrap().unwrap();
    assert_eq!(scored.to_line(), format!("{START}; D3:+0; C4:-2;"));
    let pass = Scored::<u64>::parse_line(&format!("{MUST_PASS}; PS:-6;")).unwrap().unwrap();
    assert_eq!(pass.to_line(), format!("{MUST_PASS}; PS:-6;"));
    assert_eq!(Scored::<u64>::parse_line("% FFO #40"), Ok(None));
    assert_eq!(Scored::<u64>::parse_line("  "), Ok(None));
}

#[test]
fn bad_scored_lines_are_refused_with_their_place() {
    let read = |rest: &str, place: &str, message: &str| {
        let line = format!("{START};{rest}");
        refused(Scored::<u64>::parse_line(&line), &line, place, message);
    };
    read(" D3:+0; D4:+2;", " D4:+2", "`D4` is not legal here");
    read(" D3:+0; x:+2;", " x:+2", "`x` is no square from a1 to h8 and no pass");
    read(" D3", " D3", "`D3` is not of the form MOVE:SCORE");
    read(" D3:+65", " D3:+65", "`+65` is no score in discs");
    read(" D3:much", " D3:much", "`much` is no score in discs");
}

/// A position text with something else at one place.
fn mutated(base: &'static str) -> impl Strategy<Value = String> {
    (0..=base.len(), 0..=3_usize, r"\PC{0,3}").prop_map(move |(at, cut, put)| {
        let end = (at + cut).min(base.len());
        format!("{}{put}{}", &base[..at], &base[end..])
    })
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(text in r"(\PC|[a-jA-J0-9@\- XO;:%]){0,120}") {
        let rules = Othello::standard();
        for state in [rules.initial(), position(MUST_PASS)] {
            let _ = rules.parse_move(&state, &text);
            let _ = rules.parse_line(&state, &text);
        }
        let _ = text.parse::<Position<u64>>();
        let _ = text.parse::<Position<u128>>();
        let _ = Scored::<u64>::parse_line(&text);
    }

    #[test]
    fn a_position_that_was_read_is_written_so_that_it_reads_the_same(text in mutated(START)) {
        match text.parse::<Position>() {
            Ok(read) => prop_assert_eq!(read.to_string().parse::<Position>(), Ok(read)),
            Err(error) => prop_assert!(text.get(error.span).is_some()),
        }
    }

    #[test]
    fn a_transcript_that_was_read_can_be_played(text in mutated("f5d6c3d3c4f4f6f3e6e7d7c5b6d8")) {
        let rules = Othello::standard();
        match rules.parse_line(&rules.initial(), &text) {
            Ok(line) => {
                let mut state = rules.initial();
                for m in line {
                    prop_assert_eq!(rules.try_apply(&mut state, m), Ok(()));
                }
            }
            Err(error) => prop_assert!(text.get(error.span).is_some()),
        }
    }

    #[test]
    fn a_scored_line_that_was_read_is_written_so_that_it_reads_the_same(
        text in mutated(
            "---------------------------OX------XO--------------------------- X; D3:+0; C4:-2;"
        ),
    ) {
        match Scored::<u64>::parse_line(&text) {
            Ok(Some(read)) => prop_assert_eq!(Scored::parse_line(&read.to_line()), Ok(Some(read))),
            Ok(None) => {}
            Err(error) => prop_assert!(text.get(error.span).is_some()),
        }
    }
}
