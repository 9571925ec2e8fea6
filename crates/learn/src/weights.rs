//! Weights: what was learnt, in integers, ready for use.

mod file;
mod net;
mod strengths;
mod tables;

use std::sync::Arc;

use ai::CutPair;
use games_core::{Layout, MoveRows};

use crate::{Recipe, Scales};

pub(crate) use self::{
    net::{Kept, Net, ONE, Shape},
    strengths::{DOUBLING, smooth_power},
    tables::{Addresses, Tables},
};
pub use file::Refused;

/// Which game, and by which rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Subject {
    /// The game's id.
    pub game: String,
    /// The rules in words.
    pub rules: String,
}

/// What was learnt of a game: strengths of moves where its layout has rows of moves, else an
/// estimate, by tables where it has tuples, or by a network with one hidden layer.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    subject: Subject,
    recipe: String,
    layout: Layout,
    /// Hundredths of the game's unit: of a step of a table's weights, of a network's output of 1. Of
    /// strengths of moves, the steps that make a move twice as likely.
    unit: i32,
    /// The weights, in the order in which files have them.
    numbers: Vec<i16>,
    body: Body,
    /// What the game's own estimate is multiplied by in each stage, in parts of [`OWN`]; empty where
    /// it does not count.
    own: Vec<i16>,
    /// How well shallow searches by them foretell deep ones; nothing where it was not measured.
    cut_pairs: Vec<CutPair>,
    /// What scores, changes and hints mean; `None` where it was not measured.
    scales: Option<Scales>,
}

/// What stands for 1 among the multiples of the game's own estimate.
pub(crate) const OWN: i32 = 256;

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Body {
    Tables(Tables),
    Net(Box<Net>),
    /// Strengths of moves, which are used as they stand in files.
    Moves,
}

impl Weights {
    /// Puts weights together; `None` if they are not as many as the layout needs.
    pub(crate) fn assemble(
        subject: Subject,
        recipe: String,
        layout: Layout,
        unit: i32,
        numbers: Vec<i16>,
    ) -> Option<Self> {
        let multiples = if layout.corrects_own() { layout.stages() } else { 0 };
        let (learnt, own) = numbers.split_at_checked(numbers.len().checked_sub(multiples)?)?;
        let body = if layout.move_rows() > 0 {
            (learnt.len() == layout.move_rows()).then_some(Body::Moves)?
        } else if layout.tuples().is_empty() {
            Body::Net(Box::new(Net::new(&layout, learnt)?))
        } else {
            Body::Tables(Tables::new(&layout, learnt)?)
        };
        let (own, cut_pairs, scales) = (own.to_vec(), Vec::new(), None);
        Some(Self { subject, recipe, layout, unit, numbers, body, own, cut_pairs, scales })
    }

    /// The same weights with what was measured of searches by them, as this recipe says.
    pub(crate) fn with_cut_pairs(self, cut_pairs: Vec<CutPair>, recipe: &Recipe) -> Self {
        Self { cut_pairs, recipe: recipe.to_string(), ..self }
    }

    /// The same weights as this recipe makes them.
    pub(crate) fn with_recipe(self, recipe: &Recipe) -> Self {
        Self { recipe: recipe.to_string(), ..self }
    }

    /// The same weights with what was measured of their scores, as this recipe says.
    pub(crate) fn with_scales(self, scales: Option<Scales>, recipe: &Recipe) -> Self {
        Self { scales, recipe: recipe.to_string(), ..self }
    }

    /// Reads a file of weights and checks all of it.
    ///
    /// # Errors
    ///
    /// Why it was refused: no such file, cut off, damaged, of another version.
    pub fn read(bytes: &[u8]) -> Result<Arc<Self>, Refused> {
        file::read(bytes).map(Arc::new)
    }

    /// Returns the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        file::write(self)
    }

    /// Estimates a position by its stage and its rows, in hundredths of the game's unit, for the
    /// side to move; 0 by strengths of moves. Rows that the layout does not have count for nothing. The game's own estimate is
    /// asked for only if the weights correct it.
    #[inline]
    #[must_use]
    pub fn estimate(&self, stage: usize, rows: &[u16], own: impl FnOnce() -> i32) -> i32 {
        let learnt = match &self.body {
            Body::Tables(tables) => tables.sum(stage, rows) * self.unit,
            Body::Net(net) => net.output(stage, rows, self.unit),
            Body::Moves => 0,
        };
        self.with_own(learnt, stage, own)
    }

    /// Whether the game's own estimate counts at all.
    pub(crate) const fn has_own(&self) -> bool {
        !self.own.is_empty()
    }

    /// What was learnt, and the game's own estimate as far as it counts.
    #[inline]
    pub(crate) fn with_own(&self, learnt: i32, stage: usize, own: impl FnOnce() -> i32) -> i32 {
        match self.own.get(stage.min(self.own.len().saturating_sub(1))) {
            Some(&multiple) => {
                let own = i64::from(own()) * i64::from(multiple) / i64::from(OWN);
                learnt.saturating_add(own as i32)
            }
            None => learnt,
        }
    }

    /// Returns whether these are strengths of moves, and no estimate.
    #[must_use]
    pub const fn weighs_moves(&self) -> bool {
        matches!(self.body, Body::Moves)
    }

    /// Appends how promising each of some moves is, by their rows: 1 for the strongest. An estimate
    /// finds all of them alike.
    pub fn weigh(&self, rows: &MoveRows, weights: &mut Vec<f32>) {
        let strengths = if self.weighs_moves() { &self.numbers[..] } else { &[] };
        strengths::weigh(strengths, self.unit, rows, weights);
    }

    /// Returns which game they are for.
    #[must_use]
    pub const fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Returns the recipe that makes them.
    #[must_use]
    pub fn recipe(&self) -> &str {
        &self.recipe
    }

    /// Returns what they see of a position.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns how many weights there are, and how many of them are not 0.
    #[must_use]
    pub fn count(&self) -> (usize, usize) {
        (self.numbers.len(), self.numbers.iter().filter(|&&number| number != 0).count())
    }

    /// Returns how well shallow searches by these weights foretell deep ones, where it was measured.
    #[must_use]
    pub fn cut_pairs(&self) -> &[CutPair] {
        &self.cut_pairs
    }

    /// Returns what scores, changes and hints mean under these weights, where it was measured.
    #[must_use]
    pub const fn scales(&self) -> Option<Scales> {
        self.scales
    }

    /// Returns by how much quiet moves change the estimate, where searches by these weights are to prune
    /// by it: see [`Recipe::futility`].
    #[must_use]
    pub fn swing(&self) -> Option<i32> {
        let recipe = self.recipe.parse::<Recipe>().ok().filter(|recipe| recipe.futility);
        recipe.and(self.scales).and_then(|scales| scales.swing)
    }

    /// Returns `tables`, `network` or `moves`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self.body {
            Body::Tables(_) => "tables",
            Body::Net(_) => "network",
            Body::Moves => "moves",
        }
    }

    /// Returns a number that differs where weights differ: the checksum at the end of the file.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let bytes = self.to_bytes();
        let (_, sum) = bytes.split_at(bytes.len() - 8);
        sum.try_into().map_or(0, u64::from_le_bytes)
    }

    pub(crate) const fn body(&self) -> &Body {
        &self.body
    }

    pub(crate) const fn unit(&self) -> i32 {
        self.unit
    }

    pub(crate) fn numbers(&self) -> &[i16] {
        &self.numbers
    }
}
