//! The laws hold for sound games, and each of them can be broken.

use std::collections::HashSet;

use games_core::{
    laws::{self, Options},
    seeded,
    toy::{GraphGame, TicTacToe, TreeGame},
};

use crate::faulty::{Fault, Faulty};

/// Each fault with a law that it breaks; it may break others too.
const FAULTS: &[(Fault, &str)] = &[
    (Fault::DuplicateMove, "moves are distinct and in a fixed order"),
    (Fault::UnstableOrder, "moves are distinct and in a fixed order"),
    (Fault::OverWithMoves, "an ongoing game has a move, a finished one has none"),
    (Fault::OngoingWithoutMoves, "an ongoing game has a move, a finished one has none"),
    (Fault::CountOffByOne, "count, status, list and every sink agree with the generator"),
    (Fault::BulkCountWrong, "count, status, list and every sink agree with the generator"),
    (Fault::BreakIgnored, "count, status, list and every sink agree with the generator"),
    (Fault::ListReversed, "count, status, list and every sink agree with the generator"),
    (Fault::StatusOngoing, "count, status, list and every sink agree with the generator"),
    (Fault::OccupiedIsLegal, "a move is legal exactly if it is listed"),
    (Fault::ListedIsRefused, "a move is legal exactly if it is listed"),
    (Fault::NothingIsLegal, "random games can be played"),
    (Fault::ApplyPanics, "random games can be played"),
    (Fault::RefusalMoves, "a refused move changes nothing"),
    (Fault::RefusalSilent, "a refused move changes nothing"),
    (Fault::ChildNotRestored, "apply, try_apply and with_child agree, and with_child restores"),
    (Fault::ChildOfOtherMove, "apply, try_apply and with_child agree, and with_child restores"),
    (Fault::RandomOccupied, "a random move is legal, or the outcome is returned"),
    (Fault::RandomOutcomeWrong, "a random move is legal, or the outcome is returned"),
    (Fault::RandomFirst, "random moves are uniform"),
    (Fault::RandomNeverLast, "random moves are uniform"),
    (Fault::ActionTooBig, "dense numbers are below their count and round trip"),
    (Fault::ActionsUnordered, "dense numbers are below their count and round trip"),
    (Fault::ActionShared, "dense numbers that name a move are that move's number"),
    (Fault::ActionPastCount, "dense numbers that name a move are that move's number"),
    (Fault::SideNotRead, "position texts round trip, with the clock"),
    (Fault::TextUnreadable, "position texts round trip, with the clock"),
    (Fault::ClockNotWritten, "position texts round trip, with the clock"),
    (Fault::NewlineRefused, "position texts from files may end in a newline"),
    (Fault::MoveMisread, "move texts round trip"),
    (Fault::MoveTextsAlike, "different moves have different texts"),
    (Fault::IllegalIsRead, "no text is read as a move that is not legal"),
    (Fault::LabelsAlike, "labels are read as their moves"),
    (Fault::LineCut, "lines of moves round trip"),
    (Fault::KeyConstant, "equal states have equal keys and different ones different keys"),
    (Fault::KeyUnsteady, "equal states have equal keys and different ones different keys"),
    (Fault::KeyKnowsPlies, "keys kept by play equal keys of the position read from its text"),
    (Fault::InverseWrong, "symmetry has an identity and inverses"),
    (Fault::GroupNotClosed, "symmetries form a group"),
    (Fault::MovesNotMapped, "symmetry commutes with playing a move"),
    (Fault::ImageOtherSide, "symmetry keeps status, moves, side to move and end"),
    (Fault::CanonicalIsKey, "all images share the canonical key"),
    (Fault::CountOffByOne, "perft is the same move by move, in bulk, with a table and on threads"),
    (Fault::KeyConstant, "perft is the same move by move, in bulk, with a table and on threads"),
    (Fault::EndMissing, "end is there exactly when the game is over, and agrees"),
    (Fault::EndOutcomeWrong, "end is there exactly when the game is over, and agrees"),
    (Fault::MarginSignWrong, "end is there exactly when the game is over, and agrees"),
    (Fault::RecordForgets, "a record undone to its start shows every text again"),
    (Fault::PathDenied, "a game ends by its path only as it says that it may"),
    (Fault::PathWins, "a game ends by its path only as it says that it may"),
    (Fault::HorizonTooFar, "clock and length decide nothing within the horizon"),
    (Fault::MarginNowWrong, "a finished game counts as it ended"),
    (Fault::ResumedOtherSide, "play that is resumed goes on with the side asked for"),
    (Fault::DeadOffBoard, "dead pieces stand on the board"),
    (Fault::DeadTwice, "dead pieces stand on the board"),
    (Fault::EstimateTooBig, "estimates are within the limit"),
    (Fault::EndgameUntold, "endgames are told by games that say they solve some"),
    (Fault::NoisyMissing, "noisy moves are those that are called noisy"),
    (Fault::HintsDiffer, "order hints are the same for all moves at once"),
    (Fault::AspectsNowAndThen, "what positions and moves are like is told of all or of none"),
    (Fault::KindsOfSomeMoves, "what positions and moves are like is told of all or of none"),
    (Fault::PassKeepsSide, "a pass that search may try changes the side to move"),
    (Fault::ScoreTooBig, "final scores are within -1 and 1 and fit the outcome"),
    (Fault::ScoreSignWrong, "final scores are within -1 and 1 and fit the outcome"),
    (Fault::LabelMissing, "the board is whole: cells, names, labels, dots"),
    (Fault::DotOffBoard, "the board is whole: cells, names, labels, dots"),
    (Fault::NameTwice, "the board is whole: cells, names, labels, dots"),
    (Fault::PieceOffBoard, "pieces and marks lie on cells"),
    (Fault::PiecesInOnePlace, "pieces and marks lie on cells"),
    (Fault::LegalMarked, "pieces and marks lie on cells"),
    (Fault::KindUnknown, "planes show the pieces of the view"),
    (Fault::PlanesForOtherSide, "planes show the pieces of the view"),
    (Fault::FeatureMissing, "features are rows of the layout, each once, and those of the picture"),
    (Fault::ImageOfNoSymmetry, "a layout comes back from its text, and its images are symmetries"),
    (Fault::MoveRowTooLarge, "rows of moves are below their count, and those of images"),
    (Fault::NoPicks, "every move can be picked on existing cells or is a button"),
    (Fault::PickOffBoard, "every move can be picked on existing cells or is a button"),
    (Fault::LabelsAlike, "moves picked alike have different labels"),
    (Fault::SpaceKeyShared, "keys of a space are shared by images alone"),
    (Fault::SpaceOrbitWrong, "keys of a space are shared by images alone"),
    (Fault::SpaceChildMissing, "children in a space are those of the rules"),
    (Fault::SpaceListEmptied, "children in a space are those of the rules"),
    (Fault::SpaceSideWrong, "children in a space are those of the rules"),
    (Fault::SpaceTierFalls, "no move leads to an earlier tier"),
    (Fault::SpaceParentMissing, "parents in a space are the positions whose child it is"),
    (Fault::SpaceParentFalse, "parents in a space are the positions whose child it is"),
];

#[test]
fn sound_games_keep_all_laws() {
    laws::check(&TicTacToe, Options { games: 20, ..Options::default() });
    laws::check(&Faulty::new(Fault::None), Options::default());
    let tree = "1( 2(-3 5) 1(4 -9 2(0 1(7 -7) 2) ) 1(6) )";
    laws::check(&TreeGame::parse(tree).unwrap(), Options::default());
    laws::check(&TreeGame::parse("-4").unwrap(), Options::default());
}

#[test]
fn games_that_repeat_positions_keep_all_laws() {
    for seed in 0..20 {
        let graph = GraphGame::random(6, &mut seeded(seed));
        laws::check(&graph, Options::default());
        laws::check(&graph.ending_at_occurrence(3).ending_after(30), Options::default());
    }
}

#[test]
fn every_fault_breaks_its_law() {
    for &(fault, law) in FAULTS {
        let broken = laws::broken(&Faulty::new(fault), Options::default());
        let laws: Vec<_> = broken.iter().map(|b| b.law).collect();
        assert!(laws.contains(&law), "{fault:?} breaks {laws:?}, not {law:?}");
    }
}

#[test]
fn every_law_can_be_broken() {
    let named: HashSet<_> = FAULTS.iter().map(|&(_, law)| law).collect();
    assert_eq!(named, laws::names().into_iter().collect());
}

#[test]
fn a_fault_breaks_no_law_that_it_has_nothing_to_do_with() {
    let laws = |fault| -> Vec<_> {
        let broken = laws::broken(&Faulty::new(fault), Options::default());
        broken.into_iter().map(|b| b.law).collect()
    };
    assert_eq!(laws(Fault::RandomFirst), ["random moves are uniform"]);
    assert_eq!(laws(Fault::LineCut), ["lines of moves round trip"]);
    assert_eq!(laws(Fault::CanonicalIsKey), ["all images share the canonical key"]);
    assert_eq!(laws(Fault::SpaceTierFalls), ["no move leads to an earlier tier"]);
}

#[test]
fn the_report_says_where_a_law_is_broken() {
    let broken = laws::broken(&Faulty::new(Fault::TextUnreadable), Options::default());
    let report = broken[0].to_string();
    assert!(report.starts_with("law broken: position texts round trip"), "{report}");
    assert!(report.contains("\nposition: three "), "{report}");
    assert!(report.ends_with("\nply 3 of the game with seed 0"), "{report}");
}

#[test]
#[should_panic(expected = "law broken: estimates are within the limit")]
fn check_panics_with_the_report() {
    laws::check(&Faulty::new(Fault::EstimateTooBig), Options::default());
}
