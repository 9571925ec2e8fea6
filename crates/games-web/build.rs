//! Lists the built files of the front end, so that they are in the program: `(path, bytes)`.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let dist = root.join("frontend/dist");
    // A folder is looked at with all that is in it.
    println!("cargo:rerun-if-changed=frontend/dist");
    let mut files = Vec::new();
    find(&dist, &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let path = file.strip_prefix(&dist).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let file = file.to_string_lossy();
        list += &format!("    ({path:?}, include_bytes!({file:?})),\n");
    }
    list += "]\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("files.rs"), list)
}

/// Files whose names begin with a dot are nobody's business.
fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        } else if path.is_dir() {
            find(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
