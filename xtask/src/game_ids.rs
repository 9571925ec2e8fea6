//! The ids of all games, read from the sources: what wants to answer at once cannot wait until
//! the program `games` is built. The suite `release` compares them with what the program says.

use std::collections::BTreeMap;

/// The list of all games.
const REGISTRY: &str = "crates/games/src/registry.rs";

/// Returns the ids of the games in the registry, in its order.
///
/// The registry names types, as in `go::GoEntry`; the id stands after `impl Entry for GoEntry` in
/// the sources of that crate, as `const ID: &'static str = "go";`.
///
/// # Errors
///
/// In one line, which type has no id.
pub(crate) fn read(texts: &BTreeMap<String, String>) -> Result<Vec<String>, String> {
    let registry = texts.get(REGISTRY).ok_or_else(|| format!("there is no {REGISTRY}"))?;
    let mut ids = Vec::new();
    for entry in entries(registry) {
        let id = id_of(entry, texts)
            .ok_or_else(|| format!("no `const ID` after an `impl Entry` for {entry}"))?;
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    if ids.is_empty() {
        return Err(format!("{REGISTRY} has no list `games! {{ ... }}`"));
    }
    Ok(ids)
}

/// Returns the types in the lists `games! { ... }`, one a line.
fn entries(registry: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    registry.lines().map(str::trim).filter_map(move |line| {
        let was_inside = inside;
        inside = line == "games! {" || inside && line != "}";
        let entry = line.strip_suffix(',').filter(|_| was_inside && inside)?;
        Some(entry)
    })
}

fn id_of(entry: &str, texts: &BTreeMap<String, String>) -> Option<String> {
    let (package, name) = (entry.split("::").next()?, entry.rsplit("::").next()?);
    let folder = format!("crates/{}/src/", package.replace('_', "-"));
    let start = format!("Entry for {name} {{");
    let mut sources = texts.iter().filter(|(path, _)| path.starts_with(&folder));
    sources.find_map(|(_, text)| {
        let (_, body) = text.split_once(&start)?;
        let (_, id) = body.split_once("const ID: &'static str = \"")?;
        Some(id.split('"').next()?.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "macro_rules! games {\n    ($($e:ty),*) => {};\n}\n\n#[cfg(not(test))]\n\
        games! {\n    cs3_games::TenEntry,\n    go::rules::GoEntry,\n}\n\n#[cfg(test)]\n\
        games! {\n    go::rules::GoEntry,\n}\n";

    fn texts(list: &[(&str, &str)]) -> BTreeMap<String, String> {
        list.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
    }

    #[test]
    fn the_ids_of_the_registered_types_are_found_in_their_crates() {
        let go = "impl Other for GoEntry {}\nimpl Entry for GoEntry {\n    \
                  const ID: &'static str = \"go\";\n}\n";
        let ten = "struct TenEntry;\nimpl Entry for TenEntry {\n    \
                   const ID: &'static str = \"ten\";\n}\n";
        let mut texts = texts(&[
            (REGISTRY, LIST),
            ("crates/go/src/entry.rs", go),
            ("crates/cs3-games/src/ten.rs", ten),
        ]);
        assert_eq!(read(&texts), Ok(vec!["ten".to_owned(), "go".to_owned()]));
        texts.remove("crates/go/src/entry.rs");
        assert!(read(&texts).unwrap_err().contains("go::rules::GoEntry"));
    }

    #[test]
    fn a_registry_without_a_list_is_an_error() {
        assert!(read(&texts(&[(REGISTRY, "fn f() {}\n")])).is_err());
        assert!(read(&texts(&[])).is_err());
    }
}
