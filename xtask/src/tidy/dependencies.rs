//! The direction of dependencies.

use super::Finding;
use crate::tree::Tree;

/// Where a crate stands in the workspace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layer {
    /// What is true of any game.
    Core,
    /// What the chess games share: men, squares, rays, FEN.
    Chessmen,
    /// The rules of a game; any crate that is not named below.
    Game,
    /// Search that knows no game.
    Search,
    /// Learned estimates for searches.
    Learning,
    /// The exhaustive solver, which knows no game either.
    Solver,
    /// A driver of the solver over several machines.
    SolverDriver,
    /// Games in progress whose types are erased, of whatever list of games.
    Sessions,
    /// The one crate that knows all games.
    Registry,
    /// The server of the pages, which a program starts.
    Server,
    /// What starts a program and knows nothing of games.
    Launcher,
    /// Programs, bindings, benchmarks.
    Front,
    /// This program.
    Chores,
}

impl Layer {
    fn of(package: &str) -> Self {
        match package {
            "games-core" => Self::Core,
            "chessmen" => Self::Chessmen,
            "ai" => Self::Search,
            "learn" => Self::Learning,
            "solver" => Self::Solver,
            "solver-dist" => Self::SolverDriver,
            "sessions" => Self::Sessions,
            "games" => Self::Registry,
            "games-web" => Self::Server,
            "games-cli" | "games-python" | "games-bench" | "games-fuzz" => Self::Front,
            "games-launcher" => Self::Launcher,
            "xtask" => Self::Chores,
            _ => Self::Game,
        }
    }

    fn may_depend_on(self, other: Self) -> bool {
        match self {
            Self::Core | Self::Launcher => false,
            Self::Chessmen | Self::Search | Self::Solver => other == Self::Core,
            Self::Game => matches!(other, Self::Core | Self::Chessmen),
            Self::Learning => matches!(other, Self::Core | Self::Search),
            Self::SolverDriver => matches!(other, Self::Core | Self::Solver),
            Self::Sessions => matches!(
                other,
                Self::Core | Self::Search | Self::Learning | Self::Solver | Self::SolverDriver
            ),
            Self::Registry => {
                use Layer::{Chores, Front, Launcher, Registry, Server};
                !matches!(other, Registry | Server | Launcher | Front | Chores)
            }
            // It is given its games by whoever starts it.
            Self::Server => {
                matches!(other, Self::Core | Self::Search | Self::Solver | Self::Sessions)
            }
            Self::Front => !matches!(other, Self::Launcher | Self::Front | Self::Chores),
            Self::Chores => !matches!(other, Self::Front | Self::Chores),
        }
    }
}

/// Dependencies for tests count like all others: they are what a reader has to read. Only a driver
/// of the solver and sessions may have games in their tests, and the server all of them.
pub(super) fn point_one_way(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for package in &tree.packages {
        let layer = Layer::of(&package.name);
        for name in &package.dependencies {
            // A package may name itself, to have a feature in its own tests.
            let inside = *name != package.name && tree.packages.iter().any(|p| p.name == *name);
            let other = Layer::of(name);
            let is_example = package.for_tests.contains(name)
                && match layer {
                    Layer::SolverDriver | Layer::Sessions => other == Layer::Game,
                    Layer::Server => other == Layer::Registry,
                    _ => false,
                };
            if inside && !is_example && !layer.may_depend_on(other) {
                let message =
                    format!("{} ({layer:?}) may not depend on {name} ({other:?})", package.name);
                findings.push(Finding::file(&package.manifest, message));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Package;

    fn package(name: &str, dependencies: &[&str], for_tests: &[&str]) -> Package {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Package {
            name: name.to_owned(),
            manifest: format!("{name}/Cargo.toml"),
            roots: Vec::new(),
            dependencies: names(&[dependencies, for_tests].concat()),
            for_tests: names(for_tests),
        }
    }

    #[track_caller]
    fn check(edges: &[(&str, &[&str])], refused: &[&str]) {
        let mut tree = Tree::made_up(&[]);
        tree.packages =
            edges.iter().map(|(name, dependencies)| package(name, dependencies, &[])).collect();
        let messages: Vec<_> =
            point_one_way(&tree).into_iter().map(|finding| finding.message).collect();
        assert_eq!(messages, refused);
    }

    #[test]
    fn the_planned_layers_are_allowed() {
        check(
            &[
                ("games-core", &["rand", "games-core"]),
                ("othello", &["games-core", "proptest"]),
                ("chessmen", &["games-core"]),
                ("chess-variants", &["games-core", "chessmen"]),
                ("ai", &["games-core"]),
                ("solver", &["games-core", "miniz_oxide"]),
                ("solver-dist", &["games-core", "solver", "rand"]),
                ("sessions", &["games-core", "ai", "learn", "solver", "solver-dist"]),
                ("games", &["games-core", "ai", "othello", "sessions"]),
                ("games-web", &["sessions", "games-core", "ai", "solver"]),
                ("games-cli", &["games", "games-core", "games-web"]),
                ("games-bench", &["games", "othello", "ai"]),
                ("xtask", &["games-core"]),
            ],
            &[],
        );
    }

    #[test]
    fn some_have_games_only_in_their_tests() {
        let mut tree = Tree::made_up(&[]);
        tree.packages = vec![
            package("solver-dist", &["solver"], &["konane"]),
            package("games-web", &["sessions"], &["games"]),
            package("sessions", &["solver"], &["konane"]),
            package("games", &[], &[]),
            package("solver", &[], &[]),
            package("ai", &[], &["konane"]),
            package("konane", &[], &[]),
        ];
        let findings = |tree: &Tree| point_one_way(tree).into_iter().map(|f| f.message);
        let refused = "ai (Search) may not depend on konane (Game)";
        assert!(findings(&tree).eq([refused]));
        tree.packages[0] = package("solver-dist", &["solver", "konane"], &[]);
        let first = "solver-dist (SolverDriver) may not depend on konane (Game)";
        assert!(findings(&tree).eq([first, refused]));
    }

    #[test]
    fn dependencies_that_point_up_are_refused() {
        check(
            &[
                ("games-core", &["othello"]),
                ("othello", &["ai"]),
                ("go", &["othello"]),
                ("chessmen", &["go"]),
                ("ai", &["solver"]),
                ("solver", &["go", "ai"]),
                ("solver-dist", &["ai"]),
                ("sessions", &["othello", "games"]),
                ("games", &["games-cli"]),
                ("games-web", &["othello", "games", "games-cli"]),
                ("games-cli", &["xtask"]),
                ("xtask", &["games-cli"]),
            ],
            &[
                "games-core (Core) may not depend on othello (Game)",
                "othello (Game) may not depend on ai (Search)",
                "go (Game) may not depend on othello (Game)",
                "chessmen (Chessmen) may not depend on go (Game)",
                "ai (Search) may not depend on solver (Solver)",
                "solver (Solver) may not depend on go (Game)",
                "solver (Solver) may not depend on ai (Search)",
                "solver-dist (SolverDriver) may not depend on ai (Search)",
                "sessions (Sessions) may not depend on othello (Game)",
                "sessions (Sessions) may not depend on games (Registry)",
                "games (Registry) may not depend on games-cli (Front)",
                "games-web (Server) may not depend on othello (Game)",
                "games-web (Server) may not depend on games (Registry)",
                "games-web (Server) may not depend on games-cli (Front)",
                "games-cli (Front) may not depend on xtask (Chores)",
                "xtask (Chores) may not depend on games-cli (Front)",
            ],
        );
    }
}
