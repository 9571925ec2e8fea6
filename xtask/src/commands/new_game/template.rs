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
    let text = text.replace("MyGame", &name.of_type()).replace("My Game", &name.for_people());
    sorted_uses(&text)
}

/// Imports are sorted, and where the game's own stands depends on its name.
fn sorted_uses(text: &str) -> String {
    let mut lines: Vec<_> = text.lines().collect();
    for group in lines.chunk_by_mut(|a, b| is_short_use(a) && is_short_use(b)) {
        group.sort_unstable_by_key(|line| line.trim_end_matches(';'));
    }
    let mut out = lines.join("\n");
    if text.ends_with('\n') {
        out.push('\n');
    }
    out
}

fn is_short_use(line: &str) -> bool {
    line.starts_with("use ") && line.ends_with(';')
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

    #[test]
    fn imports_are_sorted_by_the_names_they_get() {
        let text = "use a::B;\nuse my_game::MyGame;\nuse proptest::prelude::*;\n\nfn f() {}\n";
        let name = Name::parse("zebra").unwrap();
        let sorted = "use a::B;\nuse proptest::prelude::*;\nuse zebra::Zebra;\n\nfn f() {}\n";
        assert_eq!(named(&name, text), sorted);
    }
}
