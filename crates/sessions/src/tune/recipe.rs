//! What makes one tuning another.

use serde_json::{Map, Value as Json, json};

use super::{Parameter, TuneError};

/// What is tuned, and how: the same recipe finds the same values.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// The constants.
    pub parameters: Vec<Parameter>,
    /// How many iterations, at least 1.
    pub iterations: u64,
    /// The seed of all that is drawn.
    pub seed: u64,
    /// How fast values move in the last iteration: the share of the perturbation by which a half
    /// point more than the other player moves them.
    pub rate: f64,
    /// The perturbation in the last iteration, as a share of each range; earlier ones are larger.
    pub step: f64,
    /// What else makes a difference, such as the game and who plays, for the head of the file.
    pub subject: Map<String, Json>,
}

impl Recipe {
    /// The usual rate. It is ten times that of those who play tens of thousands of pairs: the more are
    /// played, the smaller it should be.
    pub const RATE: f64 = 0.02;
    /// The usual perturbation.
    pub const STEP: f64 = 0.05;

    /// A recipe with the usual gains.
    #[must_use]
    pub fn new(parameters: Vec<Parameter>, iterations: u64, seed: u64) -> Self {
        let (rate, step) = (Self::RATE, Self::STEP);
        Self { parameters, iterations: iterations.max(1), seed, rate, step, subject: Map::new() }
    }

    /// The first line of the file.
    pub(super) fn head(&self, batch: u64) -> String {
        let mut fields = Map::new();
        fields.insert(FORMAT.to_owned(), json!(VERSION));
        fields.extend(self.subject.clone());
        let of = |parameter: &Parameter| [parameter.start, parameter.least, parameter.most];
        let keys = self.parameters.iter().map(|parameter| (parameter.name, json!(of(parameter))));
        fields.insert("keys".to_owned(), keys.collect());
        for (name, value) in [
            ("pairs", json!(self.iterations)),
            ("seed", json!(self.seed)),
            ("rate", json!(self.rate)),
            ("step", json!(self.step)),
            ("batch", json!(batch)),
        ] {
            fields.insert(name.to_owned(), value);
        }
        Json::Object(fields).to_string()
    }
}

/// How the first line begins.
const FORMAT: &str = "format";
const VERSION: &str = "games tune 1";

/// Says how the first line of a file differs from the one that it should have.
pub(super) fn difference(there: &str, here: &str) -> TuneError {
    let fields = |line: &str| match serde_json::from_str(line) {
        Ok(Json::Object(fields)) => fields,
        _ => Map::new(),
    };
    let (there, here) = (fields(there), fields(here));
    if there.get(FORMAT) != here.get(FORMAT) {
        return TuneError::Foreign("it holds no tuning".to_owned());
    }
    let text = |value: Option<&Json>| match value {
        Some(Json::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => "nothing".to_owned(),
    };
    let names = here.keys().chain(there.keys());
    for name in names {
        let (there, here) = (there.get(name), here.get(name));
        if there != here {
            let (there, here) = (text(there), text(here));
            return TuneError::Foreign(format!(
                "it belongs to another tuning: {name} is {there} there and {here} here"
            ));
        }
    }
    TuneError::Foreign("line 1: it is damaged".to_owned())
}
