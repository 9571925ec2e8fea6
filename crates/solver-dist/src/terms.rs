//! What all processes have to agree upon.

use core::hash::{Hash, Hasher};

use games_core::{
    solvable::{AnySpace, Shape},
    zobrist::mix,
};
use solver::{Identity, Job, driving::watched};

use crate::Cluster;

/// What all processes have to agree upon, as lines with a name and a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Terms(Vec<(String, String)>);

/// The version of what is said over connections.
const PROTOCOL: &str = concat!("9 of games ", env!("CARGO_PKG_VERSION"));

impl Terms {
    pub(crate) fn new(space: &AnySpace, job: &Job, cluster: &Cluster) -> Self {
        let Identity { game, rules, start, whole, folded } = &cluster.identity;
        let lines = [
            ("protocol", PROTOCOL.to_owned()),
            ("processes", cluster.addresses.len().to_string()),
            ("workers a process", cluster.workers.to_string()),
            ("game", game.clone()),
            ("rules", rules.clone()),
            ("start", start.clone()),
            ("all positions", (*whole || job.whole).to_string()),
            ("folded", folded.to_string()),
            ("positions as numbers", format!("{:016x}", fingerprint(space))),
            ("checkpoints", job.checkpoint.is_some().to_string()),
        ];
        let one_line = |text: String| text.replace(['\n', '\r'], " ");
        Self(lines.map(|(name, value)| (name.to_owned(), one_line(value))).into())
    }

    /// Writes a line for each.
    pub(crate) fn text(&self) -> String {
        self.0.iter().map(|(name, value)| format!("{name}: {value}\n")).collect()
    }

    /// Reads what [`text`](Self::text) wrote; anything else makes other terms.
    pub(crate) fn read(text: &str) -> Self {
        let line = |line: &str| {
            let (name, value) = line.split_once(": ").unwrap_or((line, ""));
            (name.to_owned(), value.to_owned())
        };
        Self(text.lines().map(line).collect())
    }

    /// Returns the first thing that another process sees differently, said by names of both.
    pub(crate) fn difference(&self, own: &str, other: &Self, theirs: &str) -> Option<String> {
        let value = |terms: &Self, name: &str| {
            let found = terms.0.iter().find(|(other, _)| other == name);
            found.map_or_else(|| "nothing".to_owned(), |(_, value)| shown(value))
        };
        let names = self.0.iter().chain(&other.0).map(|(name, _)| name);
        names
            .map(|name| (name, value(self, name), value(other, name)))
            .find(|(_, a, b)| a != b)
            .map(|(name, a, b)| {
                let name = shown(name);
                format!(
                    "{theirs} does not solve what {own} does: {name} is `{b}` there, `{a}` here"
                )
            })
    }
}

/// A value that may have come from anyone, for a line of a message.
fn shown(text: &str) -> String {
    text.chars().take(200).collect::<String>().escape_debug().to_string()
}

/// A number that differs, as good as always, where positions have other numbers or other children.
fn fingerprint(space: &AnySpace) -> u64 {
    let mut hasher = Mixer(0);
    let Shape { is_dense, has_loops, tells_parents, bound, .. } = space.shape();
    (space.key_bytes(), is_dense, has_loops, tells_parents, bound).hash(&mut hasher);
    for key in watched(space) {
        (key, space.tier(key), space.orbit(key)).hash(&mut hasher);
    }
    hasher.finish()
}

/// A hasher that is the same in every process.
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = mix(self.0 ^ u64::from_le_bytes(word)).rotate_left(5) ^ chunk.len() as u64;
        }
    }

    fn finish(&self) -> u64 {
        mix(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(pairs: &[(&str, &str)]) -> Terms {
        Terms(pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    #[test]
    fn the_first_difference_is_told() {
        let own = terms(&[("game", "konane"), ("rules", "rows=4: new"), ("start", "-")]);
        assert_eq!(Terms::read(&own.text()), own);
        assert_eq!(own.difference("us", &own, "them"), None);
        let other = terms(&[("game", "konane"), ("rules", "rows=5"), ("start", "x")]);
        assert_eq!(
            own.difference("us", &other, "them").unwrap(),
            "them does not solve what us does: rules is `rows=5` there, `rows=4: new` here"
        );
        for other in [&[][..], &[("game", "konane"), ("rules", "rows=4: new")]] {
            assert!(own.difference("us", &terms(other), "them").unwrap().contains("`nothing`"));
            assert!(terms(other).difference("us", &own, "them").unwrap().contains("`nothing`"));
        }
    }
}
