//! Where the workspace is and what packages it has.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use anyhow::{Context, Result, bail};
use serde_json::Value as Json;

use crate::process;

/// Returns the root of the workspace.
pub(crate) fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        // Cargo says it at run time, so a program that was built elsewhere looks at the right tree.
        let own = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        own.parent().expect("the package is a folder of the workspace").to_path_buf()
    })
}

/// Returns a folder in memory with some room, for files that come and go and wait for no disk.
#[cfg(target_os = "linux")]
pub(crate) fn in_memory() -> Option<&'static Path> {
    const ROOM: u64 = 1 << 30;
    let folder = Path::new("/dev/shm");
    let free = nix::sys::statvfs::statvfs(folder).ok()?;
    (free.blocks_available() * free.fragment_size() >= ROOM).then_some(folder)
}

/// Other systems have none that everybody may write to.
#[cfg(not(target_os = "linux"))]
pub(crate) fn in_memory() -> Option<&'static Path> {
    None
}

/// Returns the folder for files of our own, below cargo's target folder.
pub(crate) fn scratch() -> PathBuf {
    target().join("xtask")
}

/// Returns cargo's target folder.
pub(crate) fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => root().join(dir),
        None => root().join("target"),
    }
}

/// A package of the workspace.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// Its `Cargo.toml`, from the root of the workspace.
    pub(crate) manifest: String,
    /// The root files of its libraries and binaries, from the root of the workspace.
    pub(crate) roots: Vec<String>,
    /// The names of the packages that it depends on in any way (build and tests included).
    pub(crate) dependencies: Vec<String>,
    /// Those of them that only tests and examples need.
    pub(crate) for_tests: Vec<String>,
}

/// Returns the packages of the workspace.
///
/// # Errors
///
/// If cargo cannot read the manifests.
pub(crate) fn packages() -> Result<Vec<Package>> {
    let output = process::cargo()
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let metadata: Json = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    let root = text(&metadata["workspace_root"]);
    list(&metadata["packages"]).map(|package| read_package(package, &root)).collect()
}

fn read_package(package: &Json, root: &str) -> Result<Package> {
    let relative = |path: &Json| -> Result<String> {
        let path = text(path);
        let inside = Path::new(&path).strip_prefix(root);
        Ok(inside
            .with_context(|| format!("{path} is outside of the workspace"))?
            .display()
            .to_string())
    };
    let is_root = |target: &&Json| {
        list(&target["kind"])
            .any(|kind| matches!(text(kind).as_str(), "lib" | "bin" | "cdylib" | "proc-macro"))
    };
    let (for_tests, for_all): (Vec<_>, Vec<_>) =
        list(&package["dependencies"]).partition(|d| d["kind"] == "dev");
    let mut for_tests: Vec<_> = for_tests.into_iter().map(|d| text(&d["name"])).collect();
    let for_all: Vec<_> = for_all.into_iter().map(|d| text(&d["name"])).collect();
    for_tests.retain(|name| !for_all.contains(name));
    Ok(Package {
        name: text(&package["name"]),
        manifest: relative(&package["manifest_path"])?,
        roots: list(&package["targets"])
            .filter(is_root)
            .map(|target| relative(&target["src_path"]))
            .collect::<Result<_>>()?,
        dependencies: for_all.iter().chain(&for_tests).cloned().collect(),
        for_tests,
    })
}

fn text(value: &Json) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Json) -> impl Iterator<Item = &Json> {
    value.as_array().into_iter().flatten()
}

/// Returns the files that git knows or would take, from the root of the workspace.
///
/// # Errors
///
/// If git cannot be run here.
pub(crate) fn files() -> Result<Vec<String>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .context("cannot start git")?;
    if !output.status.success() {
        bail!("git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let names = String::from_utf8(output.stdout).context("a file name is not UTF-8")?;
    let mut files: Vec<_> = names
        .split('\0')
        .filter(|name| !name.is_empty() && root().join(name).is_file())
        .map(str::to_owned)
        .collect();
    files.sort_unstable();
    files.dedup();
    Ok(files)
}

/// Copies the [`files`] into a folder, which is emptied before.
///
/// # Errors
///
/// The file that cannot be copied.
pub(crate) fn copy_to(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("emptying {}", folder.display()))?;
    }
    for file in files()? {
        copy_file(&root().join(&file), &folder.join(&file))
            .with_context(|| format!("copying {file}"))?;
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_package_and_this_file_are_found() {
        let packages = packages().unwrap();
        let own = packages.iter().find(|p| p.name == "xtask").unwrap();
        assert_eq!(
            (own.manifest.as_str(), &own.roots[..]),
            ("xtask/Cargo.toml", &["xtask/src/main.rs".to_owned()][..])
        );
        assert!(own.dependencies.contains(&"clap".to_owned()));
        assert!(files().unwrap().contains(&"xtask/src/workspace.rs".to_owned()));
    }
}
