//! The first byte chooses the game, the rest is the text.

#![no_main]

use games::registry;
use games_fuzz::Class;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let [game, text @ ..] = data
        && let Ok(text) = str::from_utf8(text)
    {
        let info = &registry()[usize::from(*game) % registry().len()];
        games_fuzz::check(Class::Openings(info.id), text, 0).expect("it holds");
    }
});
