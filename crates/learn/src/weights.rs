//! Weights: what was learnt, in integers, ready for use.

mod file;
mod net;
mod tables;

use std::sync::Arc;

use games_core::Layout;

pub(crate) use self::{
    net::{HIDDEN, Net, ONE},
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

/// A learned estimate: tables where its layout has tuples, else a network with one hidden layer.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    subject: Subject,
    recipe: String,
    layout: Layout,
    /// Hundredths of the game's unit: of a step of a table's weights, of a network's output of 1.
    unit: i32,
    /// The weights, in the order in which files have them.
    numbers: Vec<i16>,
    body: Body,
}

#[derive(Clone, PartialEq, Debug)]
enum Body {
    Tables(Tables),
    Net(Box<Net>),
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
        let body = if layout.tuples().is_empty() {
            Body::Net(Box::new(Net::new(&layout, &numbers)?))
        } else {
            Body::Tables(Tables::new(&layout, &numbers)?)
        };
        Some(Self { subject, recipe, layout, unit, numbers, body })
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
    /// side to move. Rows that the layout does not have count for nothing.
    #[inline]
    #[must_use]
    pub fn estimate(&self, stage: usize, rows: &[u16]) -> i32 {
        match &self.body {
            Body::Tables(tables) => tables.sum(stage, rows) * self.unit,
            Body::Net(net) => net.output(stage, rows, self.unit),
        }
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

    /// Returns `tables` or `network`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self.body {
            Body::Tables(_) => "tables",
            Body::Net(_) => "network",
        }
    }

    /// Returns a number that differs where weights differ: the checksum at the end of the file.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let bytes = self.to_bytes();
        let (_, sum) = bytes.split_at(bytes.len() - 8);
        sum.try_into().map_or(0, u64::from_le_bytes)
    }

    pub(crate) const fn unit(&self) -> i32 {
        self.unit
    }

    pub(crate) fn numbers(&self) -> &[i16] {
        &self.numbers
    }
}
