//! The first byte chooses game and format, the rest is the text.

#![no_main]

use games_fuzz::Class;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let [which, text @ ..] = data
        && let Ok(text) = str::from_utf8(text)
    {
        let files: Vec<_> = Class::all().filter(|class| matches!(class, Class::Files(..))).collect();
        let class = files[usize::from(*which) % files.len()];
        games_fuzz::check(class, text, 0).expect("it holds");
    }
});
