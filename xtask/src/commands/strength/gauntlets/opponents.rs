//! The engines, and how a match against one is played.

use crate::commands::strength::books;

/// Our player.
pub(super) const OURS: &str = "alphabeta:tc=4+0.04,hash=64MiB";

/// An engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Opponent {
    /// The name of its file of games.
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    /// The player, written as `games match` does.
    pub(super) spec: &'static str,
    /// The program, and Debian's package that has it.
    pub(super) program: &'static str,
    pub(super) package: &'static str,
    /// Points of a hundred that we want to make at the least.
    pub(super) bar: Option<u32>,
    /// The rating from which all others follow.
    pub(super) anchor: Option<u32>,
}

impl Opponent {
    /// The arguments of `games` but for those that say where results go.
    pub(super) fn arguments(&self, games: usize) -> Vec<String> {
        let games = games.to_string();
        let words = ["match", "chess", "--p1", OURS, "--p2", self.spec, "--games", &games];
        // A busy machine decides no game by a clock, and lost and drawn ones take no time.
        let rules = ["--openings", books::CHESS.file, "--seed", "1", "--time-margin", "100ms"];
        let ends = ["--resign", "10,4", "--draw", "0.1,8,40"];
        words.iter().chain(&rules).chain(&ends).map(|word| (*word).to_owned()).collect()
    }
}

/// All opponents, roughly from the weakest to the strongest.
pub(super) const OPPONENTS: &[Opponent] = &[
    Opponent {
        id: "gnuchess",
        name: "GNU Chess 6.2.7",
        spec: "uci:\"gnuchess --uci\",tc=4+0.04,hash=64MiB,option.OwnBook=false",
        program: "gnuchess",
        package: "gnuchess",
        bar: None,
        anchor: None,
    },
    Opponent {
        id: "glaurung",
        name: "Glaurung 2.2",
        spec: "uci:glaurung,tc=4+0.04,hash=64MiB,option.OwnBook=false",
        program: "glaurung",
        package: "glaurung",
        bar: Some(80),
        anchor: None,
    },
    Opponent {
        id: "toga2",
        name: "Toga II 3.0",
        spec: "uci:toga2,tc=4+0.04,hash=64MiB,option.OwnBook=false",
        program: "toga2",
        package: "toga2",
        bar: Some(80),
        anchor: None,
    },
    Opponent {
        id: "stockfish-2600",
        name: "Stockfish 15.1 at `UCI_Elo` 2600",
        spec: "uci:stockfish,tc=4+0.04,hash=64MiB,option.UCI_LimitStrength=true,option.UCI_Elo=2600",
        program: "stockfish",
        package: "stockfish",
        bar: None,
        anchor: Some(2600),
    },
    Opponent {
        id: "stockfish-2850",
        name: "Stockfish 15.1 at `UCI_Elo` 2850",
        spec: "uci:stockfish,tc=4+0.04,hash=64MiB,option.UCI_LimitStrength=true,option.UCI_Elo=2850",
        program: "stockfish",
        package: "stockfish",
        bar: None,
        anchor: None,
    },
    Opponent {
        id: "ethereal",
        name: "Ethereal 12.00",
        spec: "uci:ethereal-chess,tc=4+0.04,hash=64MiB",
        program: "ethereal-chess",
        package: "ethereal-chess",
        bar: Some(35),
        anchor: None,
    },
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn opponents_differ_and_one_of_them_is_the_anchor() {
        for key in 0..3 {
            let keys: HashSet<_> =
                OPPONENTS.iter().map(|one| [one.id, one.name, one.spec][key]).collect();
            assert_eq!(keys.len(), OPPONENTS.len());
        }
        assert_eq!(OPPONENTS.iter().filter(|one| one.anchor.is_some()).count(), 1);
    }
}
