//! Whole games, to be read by eye.

use games_core::{PlaythroughOptions, Record, playthrough_of};
use ludii_skak::{Kind, Move, Position, Ruleset, Skak};

const OPTIONS: PlaythroughOptions =
    PlaythroughOptions { seed: 1, max_plies: 400, all_moves: 12, few_moves: 8, board_every: 20 };

fn onto_a_pawn(state: &Position, m: Move) -> bool {
    state.buried_on(m.to()).is_some()
}

fn by_the_pawn_below(state: &Position, m: Move) -> bool {
    state.man_on(m.from()).unwrap().side != state.to_move()
}

fn en_passant(state: &Position, m: Move) -> bool {
    let is_pawn = state.man_on(m.from()).unwrap().kind == Kind::Pawn;
    is_pawn && state.en_passant() == Some(m.to())
}

#[test]
fn a_game_of_ruleset_3_is_written_out() {
    let promotion = |_: &Position, m: Move| m.promotion().is_some();
    let text = playthrough_of(
        Record::new(Skak::standard()),
        "skak",
        PlaythroughOptions { seed: 527, ..OPTIONS },
        &[
            ("capture onto a buried pawn", &onto_a_pawn),
            ("en passant", &en_passant),
            ("promotion", &promotion),
        ],
    );
    insta::assert_snapshot!(text);
}

#[test]
fn a_line_with_an_enemy_man_moved_by_the_pawn_below_is_written_out() {
    let start = "2b1k3/2P1n3/3(pQ)p2p/1PP3PP/pb2P3/4KNp1/2p2nR1/7r b - -";
    let text = playthrough_of(
        Record::parse(Skak::standard(), start).unwrap(),
        "skak",
        PlaythroughOptions { seed: 462, max_plies: 24, board_every: 1, ..OPTIONS },
        &[("enemy man moved by the pawn below", &by_the_pawn_below)],
    );
    insta::assert_snapshot!(text);
}

#[test]
fn a_game_of_ruleset_1_is_written_out() {
    let castling = |state: &Position, m: Move| state.castling_side(m).is_some();
    let text = playthrough_of(
        Record::new(Skak::new(Ruleset::One)),
        "skak ruleset=1",
        PlaythroughOptions { seed: 1593, ..OPTIONS },
        &[("castling", &castling)],
    );
    insta::assert_snapshot!(text);
}
