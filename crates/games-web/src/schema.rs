//! What goes over the wire, written down for others: `openapi.json`, which the server hands out, and
//! the TypeScript of the pages. Both are made from the Rust types; with `GAMES_BLESS=1` in the
//! environment the tests write what they would else compare.

mod openapi;
mod typescript;

use std::{fs, path::Path};

/// Compares a file of this crate with what it should be, or writes it.
#[track_caller]
fn check(path: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("GAMES_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, expected).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "{} is stale; write it anew by `GAMES_BLESS=1 cargo test -p games-web --lib schema`",
        path.display()
    );
}
