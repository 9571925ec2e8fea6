//! What holds for every game, and one game written out.

use chess_variants::atomic::{Atomic, Position};
use games_core::{Game, PlaythroughOptions, Record, laws, playthrough_of};

#[test]
fn atomic_chess_obeys_the_laws() {
    laws::check(&Atomic::standard(), laws::Options::default());
    laws::check(&Atomic { claim_draws: true }, laws::Options { games: 1, ..Default::default() });
}

#[test]
fn a_game_reads_as_it_should() {
    let options = PlaythroughOptions { seed: 399, max_plies: 80, ..Default::default() };
    let explosion = |state: &Position, m| !state.blast(m).is_empty();
    let check = |state: &Position, m| {
        let mut after = *state;
        Atomic::standard().apply(&mut after, m);
        after.is_check()
    };
    let castling = |state: &Position, m| state.castling(m).is_some();
    let cases: [games_core::Case<'_, Atomic>; 3] =
        [("explosion", &explosion), ("check", &check), ("castling", &castling)];
    let text = playthrough_of(Record::new(Atomic::standard()), "atomic", options, &cases);
    insta::assert_snapshot!(text);
}
