//! What a fuzzer that is led by coverage hands over: a byte that chooses among the classes of a
//! target, then the text, or the bytes of a file.

use std::{fs, io, path::Path};

use crate::{Class, check, files, good_texts};

impl Class {
    /// The target that tries texts of this class.
    const fn target(self) -> &'static str {
        match self {
            Self::Positions(_) => "positions",
            Self::Moves(_) => "moves",
            Self::Rules(_) => "rules",
            Self::Files(..) => "files",
            Self::Openings(_) => "openings",
            Self::Players => "players",
            Self::Units => "units",
            Self::Tables => "tables",
            Self::Checkpoints => "checkpoints",
            Self::Results => "results",
        }
    }

    /// Whether its texts stand for bytes.
    const fn is_of_bytes(self) -> bool {
        matches!(self, Self::Tables | Self::Checkpoints | Self::Results)
    }
}

fn classes(target: &str) -> Vec<Class> {
    Class::all().filter(|class| class.target() == target).collect()
}

/// Reads an input of a target.
///
/// # Panics
///
/// If something does not hold of it, or there is no such target.
pub fn check_input(target: &str, input: &[u8]) {
    let [which, rest @ ..] = input else { return };
    let classes = classes(target);
    let class = classes[usize::from(*which) % classes.len()];
    if class.is_of_bytes() {
        check(class, &files::text(rest), 0).expect("it holds");
    } else if let Ok(text) = str::from_utf8(rest) {
        check(class, text, 0).expect("it holds");
    }
}

/// Writes good texts as inputs for all targets, a folder for each.
///
/// # Errors
///
/// Those of the file system.
pub fn write_inputs(folder: &Path) -> io::Result<()> {
    for class in Class::all() {
        let target = folder.join(class.target());
        fs::create_dir_all(&target)?;
        let which = classes(class.target()).iter().position(|other| *other == class);
        let which = u8::try_from(which.unwrap_or_default()).map_err(io::Error::other)?;
        for (number, text) in good_texts(class).iter().enumerate() {
            let rest = if class.is_of_bytes() { files::bytes(text) } else { text.clone().into() };
            let name = format!("{class} {number}").replace([' ', ','], "-");
            fs::write(target.join(name), [&[which], &rest[..]].concat())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_written_for_the_class_that_reads_them() {
        let folder = tempfile::tempdir().unwrap();
        write_inputs(folder.path()).unwrap();
        for target in ["rules", "units", "tables"] {
            let files = fs::read_dir(folder.path().join(target)).unwrap();
            let inputs: Vec<_> =
                files.map(|file| fs::read(file.unwrap().path()).unwrap()).collect();
            assert!(!inputs.is_empty());
            inputs.iter().for_each(|input| check_input(target, input));
        }
        let table = fs::read(folder.path().join("tables/tables-0")).unwrap();
        assert_eq!(check(Class::Tables, &files::text(&table[1..]), 0), Ok(true));
    }

    #[test]
    fn damage_of_a_table_is_noticed_and_results_may_be_torn() {
        let table = files::good_tables().remove(0);
        assert!(table.chars().count() < 4000, "texts are cut there");
        assert_eq!(check(Class::Tables, &table.repeat(2), 0), Ok(false));
        let results = files::good_results().remove(0);
        assert_eq!(check(Class::Results, &results[..results.len() - 3], 0), Ok(true));
        assert_eq!(check(Class::Results, &results.replace("p1", "p3"), 0), Ok(false));
        let parts = files::good_checkpoints();
        assert!(parts.iter().filter(|part| part.starts_with("checkpoint.")).count() > 1);
        assert!(parts.iter().all(|part| check(Class::Checkpoints, part, 0) == Ok(true)));
    }
}
