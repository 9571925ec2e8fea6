//! What each generation learnt and gained, in a file beside the weights: a training that goes on
//! later draws all of it.

use std::path::{Path, PathBuf};

use games::{arena::Standing, learn::Fitted};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// A generation, a line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Step {
    /// From 1 on.
    pub(super) generation: usize,
    /// The games that it learnt from, those of earlier generations among them.
    pub(super) games: u64,
    /// How far off it is in games that it learnt from and in others.
    pub(super) seen: f64,
    pub(super) unseen: f64,
    /// What it gained in a match against the one before, or the game's own estimate, if one was
    /// played.
    pub(super) gain: Option<Gain>,
}

/// A match in equal time.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Gain {
    pub(super) won: u64,
    pub(super) drawn: u64,
    pub(super) lost: u64,
    /// The difference in Elo and half of its 95 % interval, where the games tell any.
    pub(super) elo: Option<(f64, f64)>,
    /// Whether its weights were taken.
    pub(super) taken: bool,
}

impl Gain {
    pub(super) fn new(standing: &Standing, taken: bool) -> Self {
        let results = standing.results();
        let tally = results.tally;
        let elo = results.elo().map(|elo| (elo.difference, elo.error));
        Self { won: tally.wins, drawn: tally.draws, lost: tally.losses, elo, taken }
    }
}

/// All of them so far.
#[derive(Debug)]
pub(super) struct Steps {
    path: PathBuf,
    steps: Vec<Step>,
}

impl Steps {
    /// Reads those of a training that has so many complete generations. What cannot be read is left
    /// out: it is the games that matter.
    pub(super) fn open(path: PathBuf, generations: usize) -> Self {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        Self { steps: read(&text, generations), path }
    }

    pub(super) fn all(&self) -> &[Step] {
        &self.steps
    }

    /// Notes what a generation learnt, once more if it is known already.
    pub(super) fn learnt(
        &mut self,
        generation: usize,
        games: u64,
        fitted: &Fitted,
    ) -> Result<(), Failure> {
        let (seen, unseen) = (fitted.loss.seen, fitted.loss.unseen);
        let gain = self.steps.iter().find(|step| step.generation == generation);
        let gain = gain.and_then(|step| step.gain);
        self.steps.retain(|step| step.generation < generation);
        self.steps.push(Step { generation, games, seen, unseen, gain });
        self.write()
    }

    /// Notes what the last generation gained.
    pub(super) fn gained(&mut self, gain: Gain) -> Result<(), Failure> {
        if let Some(last) = self.steps.last_mut() {
            last.gain = Some(gain);
        }
        self.write()
    }

    fn write(&self) -> Result<(), Failure> {
        let line = |step| serde_json::to_string(step).expect("numbers and names") + "\n";
        let text: String = self.steps.iter().map(line).collect();
        replace(&self.path, text.as_bytes())
    }
}

/// Reads lines up to the first that is of no complete generation.
fn read(text: &str, generations: usize) -> Vec<Step> {
    let steps = text.lines().map_while(|line| serde_json::from_str::<Step>(line).ok());
    let is_next = |(i, step): &(usize, Step)| step.generation == i + 1 && *i < generations;
    steps.enumerate().take_while(is_next).map(|(_, step)| step).collect()
}

/// Writes a file beside the old one and renames it when it is whole.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let part = super::beside(path, "part");
    let cannot = |error| Failure::file(&path.display().to_string(), &error);
    std::fs::write(&part, bytes).map_err(cannot)?;
    std::fs::rename(&part, path).map_err(cannot)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn step(generation: usize) -> Step {
        let gain = Gain { won: 3, drawn: 2, lost: 1, elo: Some((20.5, 7.25)), taken: true };
        let gain = (generation == 2).then_some(gain);
        Step { generation, games: 100, seen: 0.5, unseen: 0.75, gain }
    }

    #[test]
    fn lines_come_back_up_to_the_last_complete_generation() {
        let line = |generation| serde_json::to_string(&step(generation)).unwrap();
        let text = format!("{}\n{}\n{}\n", line(1), line(2), line(3));
        assert_eq!(read(&text, 3), [step(1), step(2), step(3)]);
        assert_eq!(read(&text, 2), [step(1), step(2)]);
        assert_eq!(read(&text, 0), []);
        // One is missing, cut off or foreign.
        assert_eq!(read(&format!("{}\n{}\n", line(1), line(3)), 3), [step(1)]);
        assert_eq!(read(&text[..text.len() - 5], 3), [step(1), step(2)]);
        assert_eq!(read(&format!("what\n{text}"), 3), []);
    }

    proptest! {
        #[test]
        fn no_text_is_a_reason_to_panic(text in "[\\{\\}\",:a-z0-9\n]{0,60}|\\PC{0,40}") {
            prop_assert!(read(&text, 9).len() <= 9);
        }
    }
}
