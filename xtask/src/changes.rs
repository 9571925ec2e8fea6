//! What has changed, and which packages that concerns.

use anyhow::Result;

use crate::{
    git,
    workspace::{self, Package},
};

/// Files of which every package is made.
const OF_ALL: [&str; 4] = ["Cargo.toml", "Cargo.lock", "clippy.toml", ".cargo/config.toml"];

/// The packages that a change concerns.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct Changes {
    /// Those with changed files.
    pub(crate) changed: Vec<String>,
    /// Those that depend on them directly.
    pub(crate) users: Vec<String>,
}

impl Changes {
    /// Looks at all that is not yet in the main branch of the remote `origin`, or not yet committed
    /// if there is none.
    ///
    /// # Errors
    ///
    /// If git or cargo fail.
    pub(crate) fn read() -> Result<Self> {
        let git = |args: &[&str]| git::run(workspace::root(), args);
        let base = git(&["merge-base", "HEAD", "origin/HEAD"])
            .or_else(|_| git(&["merge-base", "HEAD", "origin/main"]))
            .unwrap_or_else(|_| "HEAD".to_owned());
        let changed = git(&["diff", "--name-only", &base])?;
        let new = git(&["ls-files", "--others", "--exclude-standard"])?;
        let files: Vec<_> = changed.lines().chain(new.lines()).collect();
        Ok(Self::of(&files, &workspace::packages()?))
    }

    fn of(files: &[&str], packages: &[Package]) -> Self {
        let of_all = files.iter().any(|file| OF_ALL.contains(file));
        let names = |wanted: &dyn Fn(&Package) -> bool| -> Vec<String> {
            packages.iter().filter(|p| wanted(p)).map(|p| p.name.clone()).collect()
        };
        let changed = names(&|package| {
            let folder = package.manifest.trim_end_matches("Cargo.toml");
            files.iter().any(|file| file.starts_with(folder))
        });
        let users = names(&|package| {
            !changed.contains(&package.name)
                && (of_all || package.dependencies.iter().any(|name| changed.contains(name)))
        });
        Self { changed, users }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|&name| name.to_owned()).collect()
    }

    fn package(name: &str, dependencies: &[&str]) -> Package {
        Package {
            name: name.to_owned(),
            manifest: format!("crates/{name}/Cargo.toml"),
            dependencies: names(dependencies),
            ..Package::default()
        }
    }

    #[track_caller]
    fn check(files: &[&str], changed: &[&str], users: &[&str]) {
        let packages =
            [package("core", &[]), package("go", &["core", "rand"]), package("all", &["go"])];
        let found = Changes::of(files, &packages);
        assert_eq!(
            (&found.changed[..], &found.users[..]),
            (&names(changed)[..], &names(users)[..])
        );
    }

    #[test]
    fn a_file_concerns_its_package_and_those_that_use_it_directly() {
        check(&["crates/go/src/lib.rs", "README.md"], &["go"], &["all"]);
        check(&["crates/core/x", "crates/go/x"], &["core", "go"], &["all"]);
        check(&["docs/x.md", "crates/gone/x"], &[], &[]);
        check(&["Cargo.toml", "crates/all/x"], &["all"], &["core", "go"]);
    }
}
