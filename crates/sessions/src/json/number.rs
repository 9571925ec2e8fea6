//! Numbers as they are written.

use serde::{Deserialize, Serialize, Serializer};

/// A number that is written without a fraction where it has none: `6`, `6.5`.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(transparent)]
pub struct Units(pub f64);

impl Serialize for Units {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        // Beyond it the next number may be more than one away.
        const WHOLE: f64 = 1e15;
        let Self(x) = *self;
        if x.fract() == 0.0 && x.abs() < WHOLE {
            to.serialize_i64(x as i64)
        } else {
            to.serialize_f64(x)
        }
    }
}

/// A number to so many parts of one.
pub(super) fn rounded(x: f64, parts: f64) -> f64 {
    (x * parts).round() / parts
}

/// What a score counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ScoreUnit {
    /// What the position is held to be worth: pawns, discs, points, whatever the game counts.
    Estimate,
    /// The same, proved: so much is won or lost at the end.
    Margin,
    /// 1 for a win, 0 for a draw, -1 for a loss, or what is between in the mean.
    Result,
}

impl ScoreUnit {
    /// Returns what the score of a value counts; `None` where there is no score.
    #[must_use]
    pub const fn of(value: ai::Value) -> Option<Self> {
        match value {
            ai::Value::Estimate(_) => Some(Self::Estimate),
            ai::Value::Exact { margin: Some(_), .. } => Some(Self::Margin),
            ai::Value::Exact { .. } | ai::Value::Expected(_) => Some(Self::Result),
            _ => None,
        }
    }
}
