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
