//! The laws that every game obeys.

use games_core::laws;
use go::{Go, Go9, Go19, Go25, Index, Rules};

use crate::rules;

fn check<I: Index, const N: usize>(rules: Rules) {
    let options = laws::Options { games: 2, costly_positions: 6, ..laws::Options::default() };
    laws::check(&Go::<I, N>::new(rules).unwrap(), options);
}

#[test]
fn laws_hold_under_every_preset_without_superko() {
    for preset in ["simple", "chinese", "japanese-like"] {
        for size in ["1", "3", "9", "5x3"] {
            check::<u8, 128>(rules(&format!("preset={preset},size={size}")));
        }
    }
    check::<u8, 128>(rules("size=4,ko=none,suicide=multi,scoring=stone,komi=0"));
}

#[test]
fn laws_hold_under_superko() {
    for preset in ["tromp-taylor", "cgos", "aga", "new-zealand"] {
        for size in ["2", "5", "2x4"] {
            check::<u8, 128>(rules(&format!("preset={preset},size={size}")));
        }
    }
}

#[test]
fn laws_hold_on_wider_boards() {
    let options =
        laws::Options { games: 1, max_plies: 120, costly_positions: 2, ..laws::Options::default() };
    laws::check(&Go19::new(rules("size=13")).unwrap(), options);
    laws::check(&Go25::new(rules("size=21x20")).unwrap(), options);
}

#[test]
fn a_board_is_copied_without_the_heap() {
    fn is_copy<T: Copy>() {}
    is_copy::<go::Board9>();
    is_copy::<go::Board19>();
    is_copy::<go::Board25>();
    // Without superko a position has nothing else: its only pointer is to the history.
    let game = Go9::standard();
    assert!(games_core::Game::initial(&game).history().is_none());
    assert_eq!(size_of::<go::Position<u8, 128>>(), 936);
}
