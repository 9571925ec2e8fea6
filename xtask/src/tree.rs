//! The workspace as the house rules see it: files with their texts, packages, games.

use std::{collections::BTreeMap, fs};

use anyhow::{Context, Result};

use crate::{
    game_ids,
    workspace::{self, Package},
};

/// All that a rule may look at. Tests build small ones.
#[derive(Debug)]
pub(crate) struct Tree {
    /// Text files by path from the root of the workspace.
    texts: BTreeMap<String, String>,
    /// Files that are no UTF-8 text.
    others: Vec<String>,
    pub(crate) packages: Vec<Package>,
    /// The ids of the games, or why they could not be learned.
    pub(crate) games: Result<Vec<String>, String>,
}

impl Tree {
    /// Reads the workspace.
    ///
    /// # Errors
    ///
    /// If git or cargo fail, or a file cannot be read.
    pub(crate) fn read() -> Result<Self> {
        let mut texts = BTreeMap::new();
        let mut others = Vec::new();
        for path in workspace::files()? {
            let bytes = fs::read(workspace::root().join(&path))
                .with_context(|| format!("reading {path}"))?;
            match String::from_utf8(bytes) {
                Ok(text) if !text.contains('\0') => drop(texts.insert(path, text)),
                _ => others.push(path),
            }
        }
        let games = game_ids::read(&texts);
        Ok(Self { texts, others, packages: workspace::packages()?, games })
    }

    /// Returns the texts with their paths, sorted.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Returns the texts whose paths end so.
    pub(crate) fn texts_ending(&self, end: &str) -> impl Iterator<Item = (&str, &str)> {
        self.texts().filter(move |(path, _)| path.ends_with(end))
    }

    /// Returns a text.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }

    /// Returns whether there is a file, or a folder with files, at a path.
    pub(crate) fn exists(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let all = || self.texts.keys().chain(&self.others);
        path.is_empty()
            || all().any(|file| {
                file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
    }

    /// A tree made up for a test.
    #[cfg(test)]
    pub(crate) fn made_up(texts: &[(&str, &str)]) -> Self {
        let texts = texts.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect();
        Self { texts, others: Vec::new(), packages: Vec::new(), games: Ok(Vec::new()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_exist_if_they_have_files() {
        let tree = Tree::made_up(&[("docs/rules/go.md", "")]);
        for there in ["docs", "docs/", "docs/rules", "docs/rules/go.md", ""] {
            assert!(tree.exists(there), "{there}");
        }
        for missing in ["doc", "docs/rules/go", "docs/rules/go.md/x"] {
            assert!(!tree.exists(missing), "{missing}");
        }
    }
}
