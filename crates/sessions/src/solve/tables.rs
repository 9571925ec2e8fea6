//! Files of solved positions, to look positions up in.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use solver::{Database, Known, Stop};

use super::{numbering_of, source::Source};
use crate::Session;

/// Files of solved positions. A copy refers to the same files.
#[derive(Clone, Default, Debug)]
pub struct Tables {
    files: Arc<[Arc<Database>]>,
}

/// Equal if they are copies of each other.
impl PartialEq for Tables {
    fn eq(&self, other: &Self) -> bool {
        self.files.len() == other.files.len()
            && self.files.iter().zip(&*other.files).all(|(a, b)| Arc::ptr_eq(a, b))
    }
}

impl Tables {
    /// How the names of such files should end: those in a folder are tables or damaged ones.
    pub const ENDING: &'static str = "solved";

    /// Opens all tables in a folder. Files that neither are named like tables nor begin like one
    /// are passed over.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`] if folder or file cannot be read, [`Stop::Foreign`] for a damaged file; both
    /// name it.
    pub fn open(folder: &Path) -> Result<Self, Stop> {
        let unreadable = |e: std::io::Error| Stop::Files(format!("{}: {e}", folder.display()));
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.is_file() {
                paths.push(path);
            }
        }
        // Whichever of several tables a position is in, its value is the same, but messages and
        // times should not depend on the file system.
        paths.sort_unstable();
        let is_table = |path: &PathBuf| {
            let is_named = path.extension().is_some_and(|ending| ending == Self::ENDING);
            Ok(is_named || Database::is_one(path)?)
        };
        let mut files = Vec::new();
        for path in paths {
            if is_table(&path)? {
                files.push(Arc::new(Database::open(&path)?));
            }
        }
        Ok(Self { files: files.into() })
    }

    /// Takes one file that is open.
    #[must_use]
    pub fn of_file(file: Arc<Database>) -> Self {
        Self { files: [file].into() }
    }

    /// Returns the number of files.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the tables of a game with these rules.
    pub(super) fn of(&self, session: &dyn Session) -> Vec<(&Database, Source)> {
        let mut found = Vec::new();
        for file in &*self.files {
            let identity = file.identity();
            if identity.game != session.game() || identity.rules != session.rules() {
                continue;
            }
            // Keys are numbered from the start of the table, whatever position is looked up.
            let Ok(numbering) = numbering_of(session, identity) else { continue };
            // Keys of old tables may be narrower.
            if file.key_bytes() <= numbering.space().key_bytes() {
                let known = Known::File(Arc::clone(file), numbering.space().clone());
                found.push((&**file, Source { numbering, known }));
            }
        }
        found
    }
}
