//! What holds for every game.

use chess_variants::girl::{EggCopies, GirlChess, Large, NoMoves, Options, Setup, Size, Small};
use games_core::{Bits, check_erasure, laws};

use crate::girl::fixtures::setup;

/// Positions have many moves, so few games do.
const FEW: laws::Options = laws::Options {
    games: 1,
    max_plies: 60,
    moves: 12,
    foreign_moves: 60,
    perft_lines: 30_000,
    costly_positions: 4,
};

fn check<B: Bits>(setup: &Setup, options: Options) {
    laws::check(&GirlChess::<B>::starting_from(setup, options).unwrap(), FEW);
}

#[test]
fn girl_chess_obeys_the_laws() {
    laws::check(&Small::standard(), laws::Options { games: 2, max_plies: 120, ..FEW });
}

#[test]
fn small_boards_obey_the_laws_under_other_options() {
    let other = Options {
        egg_copies: EggCopies::Own,
        egg_captures: false,
        null_moves: true,
        snail_optional: true,
        no_moves: NoMoves::Loss,
        ..Options::default()
    };
    for options in [Options::default(), other] {
        for text in ["3/g1G/3 w", "gktb/4/4/BTKG w", "fEg2/3Gr/ts3 b", "g2E2G w", "G/K/1/t/g b"] {
            check::<u64>(&setup(text), options);
        }
    }
}

#[test]
fn large_boards_obey_the_laws() {
    let options = Options { snail_optional: true, ..Options::default() };
    let tall = Setup::default_of(Size::new(8, 16).unwrap(), options.first).unwrap();
    let few = laws::Options { max_plies: 25, moves: 6, costly_positions: 2, ..FEW };
    laws::check(&Large::starting_from(&tall, options).unwrap(), few);
    let square = setup("12g/13/2ek9/13/13/13/6RS5/13/13/13/13/4tF7/G12 w");
    laws::check(&Large::starting_from(&square, options).unwrap(), few);
}

/// These come through a registry as objects.
#[test]
fn large_boards_as_objects_answer_as_they_do() {
    let square = setup("4g/1ek2/3RS/1tF2/G4 w");
    check_erasure(&Large::starting_from(&square, Options::default()).unwrap(), 2);
}
