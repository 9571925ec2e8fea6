//! Whether what is to be kept can be written where it shall lie, before hours of work.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

use games::{Driver, SolveJob};
use games_core::notation::quote;

use crate::failure::Failure;

/// Refuses files and folders that cannot be written. Leaves everything as it was.
pub(super) fn check(job: &SolveJob) -> Result<(), Failure> {
    if let Some(path) = &job.out {
        check_file(path).map_err(|why| refusal("--out", path, &why))?;
    }
    if let Driver::Disk(folder) = &job.driver {
        check_disk(folder).map_err(|why| refusal("--disk", folder, &why))?;
    }
    if let Some(folder) = &job.checkpoint {
        check_folder(folder).map_err(|why| refusal("--checkpoint", folder, &why))?;
        if job.out.as_ref() == Some(folder) {
            return Err(refusal("--checkpoint", folder, "is the file of --out, too"));
        }
    }
    Ok(())
}

fn refusal(flag: &str, path: &Path, why: &str) -> Failure {
    Failure::Input(format!("{flag}: {} {why}", quote(&path.to_string_lossy())))
}

/// A file may replace a file only, and its folder has to be there.
fn check_file(path: &Path) -> Result<(), String> {
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err("is a folder".to_owned()),
        Ok(there) if !there.is_file() => return Err("is no file".to_owned()),
        _ => {}
    }
    // As a whole, so that a name that ends in a slash has what is before it as its folder.
    let beside = with_ending(path, ".unfinished");
    let folder = folder_of(&beside);
    if !folder.is_dir() {
        let folder = folder.to_string_lossy();
        return Err(format!("cannot be written: {} is no folder", quote(&folder)));
    }
    try_to_write(&beside)
}

/// A folder is made where there is none.
fn check_folder(folder: &Path) -> Result<(), String> {
    let mut there = folder;
    // A link that leads nowhere is there, too.
    while fs::symlink_metadata(there).is_err() && there != Path::new(".") {
        there = folder_of(there);
    }
    if !there.is_dir() {
        let what = "is no folder";
        return Err(if there == folder {
            what.to_owned()
        } else {
            format!("cannot be made: {} {what}", quote(&there.to_string_lossy()))
        });
    }
    try_to_write(&there.join("games.unfinished"))
}

/// The folder of work on disk is there, and takes some bytes.
fn check_disk(folder: &Path) -> Result<(), String> {
    if !folder.is_dir() {
        return Err("is no folder".to_owned());
    }
    // The next run writes over what one leaves here that is killed.
    let path = folder.join("games-trial.unfinished");
    let write = || {
        let mut file = File::create(&path)?;
        file.write_all(&[0; TRIAL])?;
        // A full disk may say so only now.
        file.sync_all()
    };
    let written = write();
    let removed = match fs::remove_file(&path) {
        // By another run that looks at the same time.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    };
    written.and(removed).map_err(|error| format!("cannot be written: {}", error.kind()))
}

/// What a folder has to take before work begins in it.
const TRIAL: usize = 1 << 16;

/// Refuses a folder that another run works in, before this one starts processes.
#[cfg(feature = "dist")]
pub(super) fn check_use(job: &SolveJob, processes: usize) -> Result<(), Failure> {
    let folder = job.checkpoint.as_deref().filter(|folder| folder.is_dir());
    let claim = folder.map(|folder| solver::Claim::new(folder, (0, processes))).transpose();
    claim.map(|_| ()).map_err(|stop| games::SolveError::from(stop).into())
}

/// Makes a file and removes it. One that is there already has been left by work that was killed,
/// here or later, or is being written; if it is empty and nobody has it, it is removed as well.
fn try_to_write(path: &Path) -> Result<(), String> {
    // To open a pipe waits until somebody reads it.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(format!("cannot be written: {} is no file", quote(&path.to_string_lossy())));
    }
    let mut options = OpenOptions::new();
    let tried = options.append(true).create(true).open(path).and_then(|file| {
        // Whoever writes it has locked it, and looks after that whether it is still there. Where
        // there are no locks, nobody has it.
        let is_free = !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        if is_free && file.metadata()?.len() == 0 {
            fs::remove_file(path)?;
        }
        Ok(())
    });
    tried.map_err(|error| format!("cannot be written: {}", error.kind()))
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
