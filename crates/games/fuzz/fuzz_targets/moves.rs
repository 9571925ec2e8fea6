//! See `games_fuzz::check_input`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| games_fuzz::check_input("moves", input));
