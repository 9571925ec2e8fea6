//! Files of weights.

use std::sync::Arc;

use learn::{Course, Refused, Teachable, Weights};
use proptest::prelude::*;

use crate::training::{Lines, game, recipe};

fn made(taught: &dyn Teachable) -> Arc<Weights> {
    Course::new(taught, recipe()).finish(1).unwrap()
}

#[test]
fn weights_come_back_from_their_file() {
    for taught in [&game() as &dyn Teachable, &Lines::new()] {
        let weights = made(taught);
        let read = Weights::read(&weights.to_bytes()).unwrap();
        assert_eq!(read, weights);
        assert_eq!(
            (read.subject().game.as_str(), read.digest()),
            ("tic-tac-toe", weights.digest())
        );
        assert_eq!(read.recipe().parse(), Ok(recipe()));
    }
}

#[test]
fn every_byte_counts() {
    let bytes = made(&Lines::new()).to_bytes();
    for i in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[i] ^= 1 << (i % 8);
        assert!(Weights::read(&damaged).is_err(), "byte {i}");
        assert!(Weights::read(&bytes[..i]).is_err(), "cut off after {i}");
    }
}

#[test]
fn what_is_no_file_of_weights_is_refused_with_the_reason() {
    let mut bytes = made(&game()).to_bytes();
    assert_eq!(Weights::read(b"#!/bin/sh"), Err(Refused::Foreign));
    assert_eq!(Weights::read(&bytes[..100]), Err(Refused::Damaged));
    bytes[6] = 9;
    assert_eq!(Weights::read(&bytes), Err(Refused::Version(9)));
}

proptest! {
    #[test]
    fn no_bytes_are_a_reason_to_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let file = [b"GAMESW\x01\0".as_slice(), &bytes].concat();
        prop_assert!(Weights::read(&bytes).is_err());
        prop_assert!(Weights::read(&file).is_err());
    }
}
