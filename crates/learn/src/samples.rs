//! What is learnt from: positions as rows, with how their games ended.

/// What estimates aim at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The final margin of the game, in units (discs, points).
    Margin,
    /// The result: an estimate `x` lets expect `x / (|x| + half_win)`, between -1 and 1.
    Result {
        /// The estimate, in hundredths of the game's unit, that is worth half a win.
        half_win: i32,
    },
}

impl Goal {
    /// Returns what an estimate in hundredths of the game's unit lets expect: the margin in units,
    /// or the result between -1 and 1.
    pub(crate) fn expected(self, estimate: i32) -> f32 {
        let estimate = estimate as f32;
        match self {
            Self::Margin => estimate / 100.0,
            Self::Result { half_win } => estimate / (estimate.abs() + half_win as f32),
        }
    }
}

/// Positions, each with the rows that it has, the stage of the game and how the game ended, seen by
/// the side to move: the margin in units, or 1, 0 and -1.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    rows: Vec<u16>,
    ends: Vec<usize>,
    stages: Vec<u8>,
    labels: Vec<f32>,
    /// What the game's own estimate says, in hundredths.
    own: Vec<i32>,
    /// Of which game a position is.
    games: Vec<u32>,
}

/// Of so many games, one is not learnt from, to see how well what is learnt holds elsewhere.
const UNSEEN: u32 = 16;

/// Whether the positions of a game are kept apart.
pub(crate) const fn is_kept_apart(game: u32) -> bool {
    game % UNSEEN == UNSEEN - 1
}

impl Samples {
    /// Returns the number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.labels.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Adds a position whose rows `put` writes; it returns the stage. `own` is what the game's own
    /// estimate says, for layouts that correct it.
    pub fn add(
        &mut self,
        game: u32,
        label: f32,
        own: i32,
        put: &mut dyn FnMut(&mut Vec<u16>) -> usize,
    ) {
        let stage = put(&mut self.rows);
        self.ends.push(self.rows.len());
        self.stages.push(stage as u8);
        self.labels.push(label);
        self.own.push(own);
        self.games.push(game);
    }

    /// Adds all positions of others behind these.
    pub(crate) fn append(&mut self, others: &Self) {
        let before = self.rows.len();
        self.rows.extend_from_slice(&others.rows);
        self.ends.extend(others.ends.iter().map(|end| before + end));
        self.stages.extend_from_slice(&others.stages);
        self.labels.extend_from_slice(&others.labels);
        self.own.extend_from_slice(&others.own);
        self.games.extend_from_slice(&others.games);
    }

    /// Returns where the rows of the next position begin.
    #[must_use]
    pub const fn rows_so_far(&self) -> usize {
        self.rows.len()
    }

    /// Returns the rows of a position by its number.
    pub(crate) fn rows(&self, i: usize) -> &[u16] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.rows[start..self.ends[i]]
    }

    pub(crate) fn stage(&self, i: usize) -> usize {
        usize::from(self.stages[i])
    }

    pub(crate) fn label(&self, i: usize) -> f32 {
        self.labels[i]
    }

    pub(crate) fn own(&self, i: usize) -> i32 {
        self.own[i]
    }

    /// Whether a position is kept apart.
    pub(crate) fn is_unseen(&self, i: usize) -> bool {
        is_kept_apart(self.games[i])
    }

    /// The root of the mean square of the labels; 1 where there is nothing to tell.
    pub(crate) fn spread(&self) -> f32 {
        let sum: f64 = self.labels.iter().map(|&label| f64::from(label * label)).sum();
        let mean = sum / self.len().max(1) as f64;
        if mean > 0.0 { mean.sqrt() as f32 } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_behind_others_are_as_if_they_had_been_added_there() {
        let add = |samples: &mut Samples, positions: core::ops::Range<u32>| {
            for i in positions {
                samples.add(i, i as f32, -(i as i32), &mut |rows| {
                    rows.extend(0..i as u16 % 4);
                    i as usize % 3
                });
            }
        };
        let [mut parts, mut whole, mut end] = [(); 3].map(|()| Samples::default());
        add(&mut whole, 0..20);
        add(&mut parts, 0..7);
        add(&mut end, 7..20);
        parts.append(&end);
        assert_eq!(parts, whole);
        assert_eq!(parts.rows(18), [0, 1]);
    }
}
