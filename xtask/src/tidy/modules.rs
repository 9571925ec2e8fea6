//! Where modules lie.

use super::Finding;
use crate::tree::Tree;

pub(super) fn lie_beside_their_folder(tree: &Tree) -> Vec<Finding> {
    let offenders = tree.texts_ending("/mod.rs").map(|(path, _)| path);
    offenders
        .map(|path| {
            let folder = path.strip_suffix("/mod.rs").expect("it ends so");
            Finding::file(path, format!("git mv {path} {folder}.rs"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::places;

    #[test]
    fn a_module_inside_of_its_folder_is_found() {
        let tree = Tree::made_up(&[
            ("go/src/board.rs", ""),
            ("go/src/board/groups.rs", ""),
            ("go/src/sgf/mod.rs", ""),
            ("go/src/sgf/not_mod.rs", ""),
        ]);
        let found = lie_beside_their_folder(&tree);
        assert_eq!(places(&found), ["go/src/sgf/mod.rs:0"]);
        assert_eq!(found[0].message, "git mv go/src/sgf/mod.rs go/src/sgf.rs");
    }
}
