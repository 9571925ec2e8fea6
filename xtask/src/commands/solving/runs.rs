//! What is solved for `docs/solved`.

/// A game by its rules, from its usual start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(super) game: &'static str,
    pub(super) rules: String,
}

/// A family of boards.
struct Family {
    game: &'static str,
    /// Rows and columns.
    boards: fn(u32, u32) -> bool,
    /// Rule changes, each on or off.
    switches: &'static [&'static str],
}

/// No longer side is looked at.
const LONGEST: u32 = 128;

/// All pages, one a game.
pub(super) const GAMES: [&str; 3] = ["konane", "surround", "knights-dance"];

const FAMILIES: [Family; 6] = [
    Family {
        game: "konane",
        boards: |rows, cols| rows * cols >= 2 && rows.min(cols) <= 5 && rows.max(cols) <= 6,
        switches: &["misere", "any_piece"],
    },
    // Beyond, the rules as they are.
    Family {
        game: "konane",
        boards: |rows, cols| (7..=10).contains(&rows.max(cols)) && rows * cols <= 32,
        switches: &[],
    },
    // Solved on disk.
    Family { game: "konane", boards: |rows, cols| rows == 6 && cols == 6, switches: &["misere"] },
    // That of 6x6 with worm holes is solved on disk.
    Family {
        game: "surround",
        boards: |rows, cols| rows * cols >= 2 && rows <= 6 && cols <= 6,
        switches: &["misere", "wormholes"],
    },
    Family {
        game: "knights-dance",
        boards: |rows, cols| (2..=8).contains(&rows) && (3..=8).contains(&cols),
        switches: &["misere", "jump_block"],
    },
    Family {
        game: "knights-dance",
        boards: |rows, cols| rows == cols && [16, 32, 64, 128].contains(&rows),
        switches: &[],
    },
];

/// Returns all that is solved, page by page, in the order of the rows.
pub(crate) fn runs() -> Vec<Run> {
    FAMILIES.iter().flat_map(Family::runs).collect()
}

impl Family {
    fn runs(&'static self) -> impl Iterator<Item = Run> {
        let sides = (1..=LONGEST).flat_map(|rows| (1..=LONGEST).map(move |cols| (rows, cols)));
        sides.filter(|&(rows, cols)| (self.boards)(rows, cols)).flat_map(move |(rows, cols)| {
            (0..1_u32 << self.switches.len()).map(move |on| {
                let mut rules = format!("rows={rows},cols={cols}");
                for (i, switch) in self.switches.iter().enumerate() {
                    if on >> i & 1 == 1 {
                        rules += &format!(",{switch}=true");
                    }
                }
                Run { game: self.game, rules }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_comes_once_with_every_rule_change() {
        let all = runs();
        let mut seen = Vec::new();
        for run in &all {
            assert!(GAMES.contains(&run.game), "{run:?}");
            assert!(!seen.contains(&run), "{run:?}");
            seen.push(run);
        }
        let of = |game, board: &str| {
            let board = format!("{board},");
            all.iter()
                .filter(move |r| r.game == game && (r.rules.clone() + ",").starts_with(&board))
        };
        assert_eq!(of("konane", "rows=5,cols=5").count(), 4);
        assert_eq!(of("konane", "rows=5,cols=6").count(), 4);
        assert_eq!(of("konane", "rows=6,cols=6").count(), 2);
        assert_eq!(of("konane", "rows=7,cols=4").count(), 1);
        assert_eq!(of("surround", "rows=5,cols=6").count(), 4);
        assert_eq!(of("surround", "rows=6,cols=6").count(), 4);
        assert_eq!(of("knights-dance", "rows=8,cols=8").count(), 4);
        assert_eq!(of("konane", "rows=1,cols=11").count(), 0);
        assert_eq!(of("knights-dance", "rows=128,cols=128").count(), 1);
        assert_eq!(all.iter().filter(|r| r.game == "knights-dance").count(), 7 * 6 * 4 + 4);
    }
}
