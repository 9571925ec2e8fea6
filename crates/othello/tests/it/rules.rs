//! Corner cases of the rules, and the published or independently found situations and games.

use games_core::{Bits, Game, Notation, Outcome, PlayError, Side, Status, fixtures::records};
use othello::{Layout, Move, Othello, Position, Scoring, Size};

/// Reads a picture of eight rows.
fn board(rows: [&str; 8], side: &str) -> Position {
    format!("{} {side}", rows.concat()).parse().unwrap()
}

fn names<B: Layout>(moves: &[Move<B>]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn flipped(position: &Position, m: &str) -> String {
    let m = Othello::standard().parse_move(position, m).unwrap();
    let squares = position.flips(m).ones();
    let moves: Vec<Move> = squares.map(|i| Move::at((i % 8) as u8, (i / 8) as u8)).collect();
    names(&moves)
}

fn play<B: Layout>(rules: &Othello<B>, transcript: &str) -> Position<B> {
    let mut position = rules.initial();
    for m in rules.parse_line(&position, transcript).unwrap() {
        rules.try_apply(&mut position, m).unwrap();
    }
    position
}

#[test]
fn the_four_opening_moves_are_orthogonal_neighbors_of_white_on_every_size() {
    let small =
        |size| names(&Othello::<u64>::new(size, Scoring::Plain).unwrap().initial().legal_moves());
    assert_eq!(small(Size::Four), "b1 a2 d3 c4");
    assert_eq!(small(Size::Six), "c2 b3 e4 d5");
    assert_eq!(small(Size::Eight), "d3 c4 f5 e6");
    let ten = Othello::<u128>::new(Size::Ten, Scoring::Plain).unwrap().initial();
    assert_eq!(names(&ten.legal_moves()), "e4 d5 g6 f7");
}

#[test]
fn one_placement_flips_in_all_eight_directions() {
    let position = board(
        [
            "X--X--X-", //
            "-O-O-O--", "--OOO---", "XOO-OOOX", "--OOO---", "-O-O-O--", "X--O--X-", "---X----",
        ],
        "X",
    );
    assert_eq!(flipped(&position, "d4"), "b2 d2 f2 c3 d3 e3 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6 d7");
}

#[test]
fn runs_that_reach_the_edge_without_an_own_disc_flip_nothing() {
    let position = board(
        [
            "-OOOOOOO", //
            "OO------", "O-O-----", "O--O----", "O---O---", "O----O--", "O-----O-", "X------O",
        ],
        "X",
    );
    // Only the column down to a8 is closed.
    assert_eq!(flipped(&position, "a1"), "a2 a3 a4 a5 a6 a7");
}

#[test]
fn the_first_own_disc_stops_the_run() {
    let position = board(
        [
            "-OOXOOX-", //
            "--------", "--------", "--------", "--------", "--------", "--------", "--------",
        ],
        "X",
    );
    assert_eq!(names(&position.legal_moves()), "a1");
    assert_eq!(flipped(&position, "a1"), "b1 c1");
}

#[test]
fn a_flip_starts_no_new_flips() {
    // d1 turns c1 and b1; b1 and the disc on b3 then enclose b2, which stays.
    let position = board(
        [
            "XOO-----", //
            "-O------", "-X------", "--------", "--------", "--------", "--------", "--------",
        ],
        "X",
    );
    assert_eq!(flipped(&position, "d1"), "b1 c1");
}

#[test]
fn lines_do_not_go_on_in_the_next_row() {
    // Row by row the squares h1, a2 and b2 follow each other, and so do g1, h1 and a2.
    let position = board(
        [
            "------XO", //
            "-X------", "--------", "--------", "--------", "--------", "--------", "--------",
        ],
        "X",
    );
    assert!(position.placements().is_empty());
    // Diagonals: b1 and a2 lie seven bits apart as h1 and g2 do, a1 and h2 do not touch.
    let position = board(
        [
            "--------", //
            "O------X", "X------O", "--------", "--------", "--------", "--------", "--------",
        ],
        "X",
    );
    assert_eq!(names(&position.legal_moves()), "a1 h4");
}

#[test]
fn on_ten_by_ten_lines_stop_at_the_guard_column() {
    let text = format!("{}XO{}X{} X", "-".repeat(8), "-", "-".repeat(88));
    let position: Position<u128> = text.parse().unwrap();
    assert!(position.placements().is_empty());
}

#[test]
fn a_side_that_cannot_place_must_pass_and_a_side_that_can_may_not() {
    let rules = Othello::standard();
    let must = board(
        [
            "OOOOOO--", //
            "OOOOOO--", "OOOOOOOX", "OOOXO-XX", "OOXOXXXX", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX",
        ],
        "O",
    );
    assert_eq!(names(&must.legal_moves()), "pass");
    assert!(must.must_pass() && !must.is_over());
    let mut position = must;
    assert_eq!(position.try_apply(Move::PASS), Ok(()));
    assert_eq!(
        (position.discs(Side::First), position.to_move()),
        (must.discs(Side::First), Side::First)
    );
    assert_eq!(position.try_apply(Move::PASS), Err(PlayError::Illegal(Move::PASS)));
    assert!(!rules.is_legal(&rules.initial(), Move::PASS));
}

#[test]
fn the_game_ends_with_empty_squares_when_neither_side_can_place() {
    let rules = Othello::standard();
    // The fastest wipe-out: nine plies.
    let position = play(&rules, "e6f4e3f6g5d6e7f5c5");
    assert_eq!(position.status(), Status::Over(Outcome::Win(Side::First)));
    assert_eq!((position.count(Side::First), position.count(Side::Second)), (13, 0));
    assert_eq!(position.empties(), 51);
    assert_eq!(position.margin(Scoring::Plain), 13);
    assert_eq!(position.margin(Scoring::EmptiesToWinner), 64);
    let end = rules.end(&position).unwrap();
    assert_eq!((end.margin, end.reason.to_string().as_str()), (Some(26), "no moves"));
    let wof = Othello::<u64>::new(Size::Eight, Scoring::EmptiesToWinner).unwrap();
    assert_eq!(wof.end(&position).unwrap().margin, Some(128));
    // Nothing can be played, not even a pass.
    assert_eq!(
        position.clone().try_apply(Move::PASS),
        Err(PlayError::Over(Outcome::Win(Side::First)))
    );
}

#[test]
fn nobody_gets_the_empty_squares_of_a_tie() {
    let position: Position = format!("XX{}OO X", "-".repeat(60)).parse().unwrap();
    assert!(position.is_over());
    assert_eq!(position.margin(Scoring::EmptiesToWinner), 0);
    assert_eq!(position.status(), Status::Over(Outcome::Draw));
}

#[test]
fn boards_without_discs_of_one_side_or_of_both_are_over() {
    for text in [format!("{} X", "-".repeat(16)), format!("{}O X", "-".repeat(15))] {
        assert!(text.parse::<Position>().unwrap().is_over(), "{text}");
    }
}

#[test]
fn the_game_of_optimal_moves_is_a_tie() {
    // H. Takizawa, "Othello is solved" (2023), arXiv 2310.19387.
    let game = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1\
                F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6";
    let position = play(&Othello::standard(), game);
    assert!(position.is_over());
    assert_eq!(Side::BOTH.map(|side| position.count(side)), [32, 32]);
}

#[test]
fn a_refused_move_leaves_the_position_as_it_was() {
    let rules = Othello::standard();
    let start = rules.initial();
    for index in 0..64 {
        let m = Move::from_index(Size::Eight, index).unwrap();
        let mut position = start;
        if rules.try_apply(&mut position, m).is_err() {
            assert_eq!(position, start, "{m}");
        } else {
            assert_ne!(position, start, "{m}");
        }
    }
}

#[test]
fn a_board_that_does_not_fit_its_word_is_refused() {
    let error = Othello::<u64>::new(Size::Ten, Scoring::Plain).unwrap_err();
    assert!(
        error.to_string().starts_with("a board of 10 by 10 is kept in another word"),
        "{error}"
    );
    for size in Size::ALL {
        assert_eq!(Othello::<u64>::new(size, Scoring::Plain).is_ok(), size != Size::Ten);
        assert_eq!(Othello::<u128>::new(size, Scoring::Plain).is_ok(), size == Size::Ten);
    }
}

#[test]
fn all_situations_have_the_known_moves_and_flips() {
    let text = include_str!("../data/situations.txt");
    let records = records(text);
    assert_eq!(records.len(), 16);
    for record in &records {
        let position = record.one("position").unwrap();
        if position.len() < 100 {
            check_situation::<u64>(record);
        } else {
            check_situation::<u128>(record);
        }
    }
}

fn check_situation<B: Layout>(record: &games_core::fixtures::Record<'_>) {
    let id = record.one("id").unwrap();
    let position: Position<B> = record.one("position").unwrap().parse().unwrap();
    let size = position.size();
    let square_names = |set: B| {
        let all = (0..size.squares()).map(|i| Move::<B>::from_index(size, i).unwrap());
        let mut names: Vec<_> =
            all.filter(|m| !(m.bits() & set).is_empty()).map(|m| m.to_string()).collect();
        names.sort();
        names
    };
    let mut legal: Vec<_> = record.one("legal").unwrap().split(' ').collect();
    legal.sort_unstable();
    assert_eq!(square_names(position.placements()), legal, "{id}");
    let rules = Othello::<B>::new(size, Scoring::Plain).unwrap();
    for line in record.all("flips") {
        let (name, flips) = line.split_once(' ').unwrap();
        let m = rules.parse_move(&position, name).unwrap();
        let mut flips: Vec<_> = flips.split(' ').collect();
        flips.sort_unstable();
        assert_eq!(square_names(position.flips(m)), flips, "{id}: {name}");
    }
    assert_eq!(record.all("flips").count(), legal.len(), "{id}");
    assert_eq!(record.one("pass"), Ok(if position.must_pass() { "yes" } else { "no" }), "{id}");
    assert_eq!(record.one("over"), Ok(if position.is_over() { "yes" } else { "no" }), "{id}");
}

#[test]
fn all_games_end_as_recorded() {
    let records = records(include_str!("../data/games.txt"));
    assert_eq!(records.len(), 17);
    for record in &records {
        if record.one("final").unwrap().len() < 100 {
            check_game::<u64>(record);
        } else {
            check_game::<u128>(record);
        }
    }
}

fn check_game<B: Layout>(record: &games_core::fixtures::Record<'_>) {
    let id = record.one("id").unwrap();
    let number = |key| record.one(key).unwrap().parse::<i32>().unwrap();
    let last: Position<B> = record.one("final").unwrap().parse().unwrap();
    let with = |scoring| Othello::<B>::new(last.size(), scoring).unwrap();
    let rules = with(Scoring::Plain);
    let transcript = record.one("transcript").unwrap();
    assert_eq!(play(&rules, transcript), last, "{id}");
    // The same game, with its passes left out.
    assert_eq!(play(&rules, &transcript.replace("--", "")), last, "{id}");
    assert_eq!(last.count(Side::First) as i32, number("black"), "{id}");
    assert_eq!(last.count(Side::Second) as i32, number("white"), "{id}");
    let margin = |scoring| with(scoring).end(&last).unwrap().margin.unwrap();
    assert_eq!(margin(Scoring::Plain), 2 * number("plain"), "{id}");
    assert_eq!(margin(Scoring::EmptiesToWinner), 2 * number("empties-to-winner"), "{id}");
    let line = rules.parse_line(&rules.initial(), transcript).unwrap();
    assert_eq!(line.iter().filter(|m| m.is_pass()).count() as i32, number("passes"), "{id}");
}
