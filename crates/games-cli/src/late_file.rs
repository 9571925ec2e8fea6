//! Files that are written when the work is done, and open before it begins, so that nothing is
//! worked out in vain.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
};

use crate::{failure::Failure, output::Output};

/// What stands for stdout in the place of a file.
pub(crate) const STDOUT: &str = "-";

/// A file that waits for its text.
#[derive(Debug)]
pub(crate) struct LateFile<'a> {
    path: &'a str,
    /// Nothing for stdout.
    file: Option<File>,
}

impl<'a> LateFile<'a> {
    /// Opens a file; what stands in it stays until there is something to write. For `-` stdout is
    /// kept for it, and what else there is to say goes to stderr.
    ///
    /// # Errors
    ///
    /// That it cannot be written: the place is the user's, and nothing has been done yet.
    pub(crate) fn open(path: &'a str, out: &mut Output) -> Result<Self, Failure> {
        if reserve(path, out)? {
            return Ok(Self { path, file: None });
        }
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|e| Failure::Input(format!("{path}: {e}")))?;
        Ok(Self { path, file: Some(file) })
    }

    /// Returns what the user called it.
    pub(crate) const fn path(&self) -> &'a str {
        self.path
    }

    /// Writes the text.
    pub(crate) fn write(self, text: &str, out: &mut Output) -> Result<(), Failure> {
        match self.file {
            Some(file) => replace(file, text).map_err(|e| Failure::file(self.path, &e)),
            None => out.file(text),
        }
    }
}

fn replace(mut file: File, text: &str) -> io::Result<()> {
    // A terminal has no length.
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    file.write_all(text.as_bytes())
}

/// Keeps stdout for a file that is called `-`; returns whether it is.
pub(crate) fn reserve(path: &str, out: &mut Output) -> Result<bool, Failure> {
    if path == STDOUT {
        out.keep_stdout_for_a_file()?;
    }
    Ok(path == STDOUT)
}

/// Writes a file at once, or to stdout where that was [kept](reserve) for it.
pub(crate) fn write_now(path: &str, text: &str, out: &mut Output) -> Result<(), Failure> {
    match path {
        STDOUT => out.file(text),
        _ => std::fs::write(path, text).map_err(|e| Failure::file(path, &e)),
    }
}

/// Refuses `-` for a file that is read as well as written, or that is no text, and folders, which
/// would only be met when the work is done.
pub(crate) fn check_is_file(argument: &str, path: Option<&str>) -> Result<(), Failure> {
    match path {
        Some(STDOUT) => {
            Err(Failure::Input(format!("{argument}: stdout will not do here; name a file")))
        }
        Some(path) if Path::new(path).is_dir() => {
            Err(Failure::Input(format!("{argument}: {path} is a folder; name a file")))
        }
        _ => Ok(()),
    }
}
