//! What a page is told, as the text of a message.

use std::sync::Arc;

use serde::Serialize;

use crate::{api::LiveAnswer, jobs::Told};

/// Something that a page is told.
#[derive(Debug)]
pub(super) enum Said {
    /// What this page alone is told.
    Answer(LiveAnswer),
    /// [`LiveAnswer::Info`] that all who see a job are told: what is alike for them is written once.
    Info {
        /// The page's name for it.
        id: String,
        /// The key of the position.
        key: String,
        /// How far it has come.
        told: Arc<Told>,
    },
}

impl From<LiveAnswer> for Said {
    fn from(answer: LiveAnswer) -> Self {
        Self::Answer(answer)
    }
}

/// What [`LiveAnswer::Info`] begins with.
#[derive(Serialize)]
struct Head<'a> {
    op: &'static str,
    id: &'a str,
    key: &'a str,
}

impl Said {
    /// Returns the message.
    ///
    /// # Errors
    ///
    /// That it cannot be written as JSON.
    pub(super) fn text(&self) -> serde_json::Result<String> {
        match self {
            Self::Answer(answer) => serde_json::to_string(answer),
            Self::Info { id, key, told } => {
                let head = serde_json::to_string(&Head { op: "info", id, key })?;
                let fields = told.json()?;
                // Two objects become one: neither is empty.
                Ok([&head[..head.len() - 1], ",", &fields[1..]].concat())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use sessions::json::SolveInfo;

    use super::*;
    use crate::api::LiveInfo;

    #[test]
    fn what_is_written_once_for_all_is_what_each_would_be_told() {
        let info: SolveInfo = serde_json::from_value(serde_json::json!({
            "phase": "find", "positions": 7, "decided": 1, "positions_per_second": 9,
            "layer": 2, "memory": 4096, "time_ms": 3,
        }))
        .unwrap();
        let (id, key) = ("a \"name\"".to_owned(), "0123".to_owned());
        let told = Arc::new(Told::new(LiveInfo::Solve(info)));
        let said = Said::Info { id: id.clone(), key: key.clone(), told: Arc::clone(&told) };
        let read: Value = serde_json::from_str(&said.text().unwrap()).unwrap();
        let info = told.info.clone();
        assert_eq!(read, serde_json::to_value(LiveAnswer::Info { id, key, info }).unwrap());
        assert_eq!(read["positions"], 7);
    }
}
