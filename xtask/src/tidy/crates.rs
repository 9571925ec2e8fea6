//! What every crate has.

use super::Finding;
use crate::{readme, tree::Tree};

pub(super) fn share_lints(tree: &Tree) -> Vec<Finding> {
    let manifests = tree.packages.iter().map(|package| package.manifest.as_str());
    manifests
        .filter(|path| !tree.text(path).is_some_and(shares_lints))
        .map(|path| Finding::file(path, "lacks `[lints] workspace = true`"))
        .collect()
}

fn shares_lints(manifest: &str) -> bool {
    let mut lines = manifest.lines().map(str::trim);
    lines.any(|line| line == "[lints]")
        && lines.take_while(|line| !line.starts_with('[')).any(|line| line == "workspace = true")
}

pub(super) fn forbid_unsafe(tree: &Tree) -> Vec<Finding> {
    let roots = tree.packages.iter().flat_map(|p| &p.roots);
    roots
        .filter(|root| !forbids(tree, root))
        .map(|root| {
            let message = "has neither `#![forbid(unsafe_code)]` nor an item below it with \
                           `#[expect(unsafe_code, reason = ...)]`";
            Finding::file(root, message)
        })
        .collect()
}

fn forbids(tree: &Tree, root: &str) -> bool {
    let line = "#![forbid(unsafe_code)]";
    if tree.text(root).is_some_and(|text| text.lines().any(|l| l.trim() == line)) {
        return true;
    }
    // The workspace denies unsafe code, so an exception is always written out.
    let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
    tree.texts_ending(".rs")
        .filter(|(path, _)| path.starts_with(folder))
        .any(|(_, text)| text.contains("#[expect(unsafe_code"))
}

/// The fields that a registry shows. A crate outside of `crates/` is a tool of this repository.
const METADATA: [&str; 3] = ["description", "keywords", "categories"];

pub(super) fn have_metadata(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for path in tree.packages.iter().map(|p| &p.manifest).filter(|p| p.starts_with("crates/")) {
        let manifest = tree.text(path).unwrap_or_default();
        let has =
            |field: &str| manifest.lines().any(|line| line.starts_with(&format!("{field} = ")));
        for field in METADATA.iter().filter(|field| !has(field)) {
            findings.push(Finding::file(path, format!("lacks `{field}`")));
        }
    }
    findings
}

pub(super) fn have_readme(tree: &Tree) -> Vec<Finding> {
    let stale =
        readme::all(tree).into_iter().filter(|page| tree.text(&page.path) != Some(&page.text));
    stale
        .map(|page| Finding::file(&page.path, "is not what `cargo xtask readmes` writes"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Package;

    fn tree(texts: &[(&str, &str)]) -> Tree {
        let mut tree = Tree::made_up(texts);
        tree.packages = vec![Package {
            name: "go".to_owned(),
            manifest: "go/Cargo.toml".to_owned(),
            roots: vec!["go/src/lib.rs".to_owned()],
            ..Package::default()
        }];
        tree
    }

    #[test]
    fn a_manifest_without_the_shared_lints_is_found() {
        let ok = |manifest: &str| share_lints(&tree(&[("go/Cargo.toml", manifest)])).is_empty();
        assert!(ok("[package]\nname = \"go\"\n\n[lints]\nworkspace = true\n"));
        assert!(!ok("[package]\nname = \"go\"\n"));
        assert!(!ok("[lints]\n\n[dependencies]\nworkspace = true\n"));
    }

    fn in_crates(texts: &[(&str, &str)]) -> Tree {
        let mut tree = Tree::made_up(texts);
        tree.packages = vec![Package {
            name: "go".to_owned(),
            manifest: "crates/go/Cargo.toml".to_owned(),
            roots: vec!["crates/go/src/lib.rs".to_owned()],
            ..Package::default()
        }];
        tree
    }

    #[test]
    fn a_manifest_that_does_not_say_what_the_crate_is_is_found() {
        let whole = "description = \"x\"\nkeywords = []\ncategories = []\n";
        assert!(have_metadata(&in_crates(&[("crates/go/Cargo.toml", whole)])).is_empty());
        let part = "description = \"x\"\n# keywords = []\n";
        assert_eq!(have_metadata(&in_crates(&[("crates/go/Cargo.toml", part)])).len(), 2);
    }

    #[test]
    fn a_readme_that_is_not_the_first_page_is_found() {
        let library = ("crates/go/src/lib.rs", "//! The game.\n");
        let mut tree = in_crates(&[library]);
        assert_eq!(have_readme(&tree).len(), 1);
        let page = readme::all(&tree).remove(0);
        tree = in_crates(&[library, (&page.path, &page.text)]);
        assert!(have_readme(&tree).is_empty());
    }

    #[test]
    fn a_crate_that_does_not_forbid_unsafe_code_is_found() {
        let root = "go/src/lib.rs";
        assert!(forbid_unsafe(&tree(&[(root, "#![forbid(unsafe_code)]\n")])).is_empty());
        assert_eq!(forbid_unsafe(&tree(&[(root, "// #![forbid(unsafe_code)]\n")])).len(), 1);
        let kernel = ("go/src/kernel.rs", "#[expect(unsafe_code, reason = \"SIMD\")]\nfn f() {}\n");
        assert!(forbid_unsafe(&tree(&[(root, ""), kernel])).is_empty());
    }
}
