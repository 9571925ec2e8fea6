//! What every crate has.

use super::Finding;
use crate::tree::Tree;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Package;

    fn tree(texts: &[(&str, &str)]) -> Tree {
        let mut tree = Tree::made_up(texts);
        tree.packages = vec![Package {
            for_tests: Vec::new(),
            name: "go".to_owned(),
            manifest: "go/Cargo.toml".to_owned(),
            roots: vec!["go/src/lib.rs".to_owned()],
            dependencies: Vec::new(),
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

    #[test]
    fn a_crate_that_does_not_forbid_unsafe_code_is_found() {
        let root = "go/src/lib.rs";
        assert!(forbid_unsafe(&tree(&[(root, "#![forbid(unsafe_code)]\n")])).is_empty());
        assert_eq!(forbid_unsafe(&tree(&[(root, "// #![forbid(unsafe_code)]\n")])).len(), 1);
        let kernel = ("go/src/kernel.rs", "#[expect(unsafe_code, reason = \"SIMD\")]\nfn f() {}\n");
        assert!(forbid_unsafe(&tree(&[(root, ""), kernel])).is_empty());
    }
}
