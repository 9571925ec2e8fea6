//! The files of a new game, from those in `xtask/template`.

use super::name::Name;

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../template/", $path)))),*]
    };
}

/// The files of the crate, the page of rules among them.
const FILES: &[(&str, &str)] = files![
    "Cargo.toml",
    "src/lib.rs",
    "src/rules.rs",
    "src/notation.rs",
    "src/entry.rs",
    "tests/it/main.rs",
    "tests/it/laws.rs",
    "tests/it/notation.rs",
    "tests/it/perft.rs",
    "tests/it/rules.rs",
    "tests/data/my-game.perft",
    "rules/my-game.md",
];

/// Returns the paths and texts of a new game's own files.
pub(super) fn files(name: &Name) -> Vec<(String, String)> {
    let of = |(path, text): &(&str, &str)| {
        (format!("crates/{}/{}", name.id, named(name, path)), named(name, text))
    };
    FILES.iter().map(of).collect()
}

/// Puts the game's name into the places of the template's.
fn named(name: &Name, text: &str) -> String {
    let text = text.replace("my-game", &name.id).replace("my_game", &name.package());
    text.replace("MyGame", &name.of_type()).replace("My Game", &name.for_people())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_keeps_the_name_of_the_template() {
        let name = Name::parse("nine-mens-morris").unwrap();
        for (path, text) in files(&name) {
            for word in ["my-game", "my_game", "MyGame", "My Game"] {
                assert!(!path.contains(word) && !text.contains(word), "{path}: {word}");
            }
        }
    }
}
