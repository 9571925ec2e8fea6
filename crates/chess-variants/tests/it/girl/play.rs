//! Games in progress: repetition, the cap on length, and games written out to be read by eye.

use chess_variants::girl::{
    GirlChess, Kind, Large, Move, Options, Position, Reason, Size, SizeError, Small,
};
use games_core::{Outcome, PlaythroughOptions, Record, playthrough_of};

use crate::girl::fixtures::setup;

fn record(text: &str, options: Options) -> Record<Small> {
    Record::new(Small::starting_from(&setup(text), options).unwrap())
}

const TO_AND_FRO: &str = "a2-a1 c2-c1 a1-a2 c1-c2";

#[test]
fn a_position_that_stands_for_the_third_time_is_a_draw() {
    let mut record = record("3/G1g/3 w", Options::default());
    record.play_line(&format!("{TO_AND_FRO} a2-a1 c2-c1 a1-a2")).unwrap();
    assert!(record.end().is_none());
    record.play_line("c1-c2").unwrap();
    let end = record.end().unwrap();
    assert_eq!((end.outcome, end.reason, record.plies()), (Outcome::Draw, Reason::Repetition, 8));
}

#[test]
fn the_side_to_move_belongs_to_a_position() {
    // The same board with the other side to move is no repetition.
    let options = Options { repetition: 2, ..Options::default() };
    let mut record = record("3/G1g/3 w", options);
    record.play_line("a2-b3 c2-c1 b3-a3 c1-c2 a3-a2").unwrap();
    assert!(record.end().is_none() && record.position_text() == "3/G1g/3 b");
    record.play_line("c2-c1 a2-a1 c1-c2 a1-a2").unwrap();
    assert_eq!(record.end().unwrap().reason, Reason::Repetition);
}

#[test]
fn a_game_ends_at_the_cap_on_its_length() {
    let options = Options { repetition: 0, ply_cap: 9, ..Options::default() };
    let mut record = record("3/G1g/3 w", options);
    record.play_line(&format!("{TO_AND_FRO} {TO_AND_FRO}")).unwrap();
    assert!(record.end().is_none());
    record.play_line("a2-a1").unwrap();
    let end = record.end().unwrap();
    assert_eq!((end.outcome, end.reason), (Outcome::Draw, Reason::PlyCap));
}

#[test]
fn both_may_be_turned_off() {
    let options = Options { repetition: 0, ply_cap: 0, ..Options::default() };
    let mut record = record("3/G1g/3 w", options);
    for _ in 0..300 {
        record.play_line(TO_AND_FRO).unwrap();
    }
    assert!(record.end().is_none());
}

#[test]
fn girls_come_before_moves_repetition_before_the_cap_and_both_last() {
    let options = Options { repetition: 2, ply_cap: 4, ..Options::default() };
    let mut drawn = record("3/G1g/3 w", options);
    drawn.play_line(TO_AND_FRO).unwrap();
    assert_eq!(drawn.end().unwrap().reason, Reason::Repetition);
    let mut won = record("gktb/4/4/BTKG w", Options { ply_cap: 1, ..options });
    won.play_line("a1xa4").unwrap();
    let end = won.end().unwrap();
    assert_eq!((end.reason, end.outcome.name()), (Reason::NoGirls, "p1"));
    // The last empty square is filled: nobody can move, at the cap.
    let mut stuck = record("gtt/ttt/t1G/TTT w", Options { ply_cap: 1, ..options });
    stuck.play_line("a1+b2").unwrap();
    assert_eq!(stuck.end().unwrap().reason, Reason::NoMoves);
}

const OPTIONS: PlaythroughOptions =
    PlaythroughOptions { seed: 1, max_plies: 400, all_moves: 12, few_moves: 8, board_every: 10 };

fn egg_copies(_: &Position<u64>, m: Move) -> bool {
    matches!(m, Move::Copy { man, .. } if !matches!(man.kind, Kind::Flower | Kind::Tree))
}

fn captures_by_copy(state: &Position<u64>, m: Move) -> bool {
    matches!(m, Move::Copy { .. }) && state.captured(m).is_some()
}

fn swaps(_: &Position<u64>, m: Move) -> bool {
    matches!(m, Move::Swap { .. })
}

fn captures(state: &Position<u64>, m: Move) -> bool {
    matches!(m, Move::Go { .. }) && state.captured(m).is_some()
}

#[test]
fn a_game_from_the_default_setup_is_written_out() {
    let text = playthrough_of(
        Record::new(Small::standard()),
        "girl-chess",
        PlaythroughOptions { seed: 438, ..OPTIONS },
        &[("swap", &swaps), ("capture", &captures), ("copy by an Egg", &egg_copies)],
    );
    assert!(!text.contains("NOT MET"));
    insta::assert_snapshot!(text);
}

#[test]
fn a_game_of_eggs_on_a_small_board_is_written_out() {
    let options = Options { null_moves: true, ..Options::default() };
    let passes = |_: &Position<u64>, m: Move| m == Move::Pass;
    let text = playthrough_of(
        record("gesr1/5/2t2/5/1RSEG w", options),
        "girl-chess null_moves=true",
        PlaythroughOptions { seed: 888, max_plies: 60, board_every: 4, ..OPTIONS },
        &[
            ("capture by a copy", &captures_by_copy),
            ("copy by an Egg", &egg_copies),
            ("pass", &passes),
        ],
    );
    assert!(!text.contains("NOT MET"));
    insta::assert_snapshot!(text);
}

#[test]
fn a_game_says_why_it_cannot_be_made() {
    fn refusal<B: games_core::Bits>(width: u8, height: u8) -> Option<SizeError> {
        let size = Size::new(width, height).unwrap();
        GirlChess::<B>::new(size, Options::default()).err()
    }
    let size = |width, height| Size::new(width, height).unwrap();
    assert_eq!(refusal::<u64>(8, 8), None);
    assert_eq!(refusal::<u64>(7, 8), Some(SizeError::NoDefaultSetup(size(7, 8))));
    assert_eq!(refusal::<u64>(8, 9), Some(SizeError::TooLarge(size(8, 9))));
    let large = Large::new(size(8, 9), Options::default()).unwrap();
    assert_eq!(large.size(), size(8, 9));
    assert_eq!(
        SizeError::TooLarge(size(8, 9)).to_string(),
        "a board of 8x9 does not fit this type; `Large` holds all"
    );
}
