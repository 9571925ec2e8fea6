//! The whole input is the text.

#![no_main]

use games_fuzz::Class;

libfuzzer_sys::fuzz_target!(|text: &str| {
    games_fuzz::check(Class::Players, text, 0).expect("it holds");
});
