//! The list of the files of a checkpoint.

use litemap::LiteMap;

use super::kept::Kept;
use crate::{
    identity::{Identity, seal, unsealed},
    message::NONE,
    phase::{Layer, Phase},
};

/// What lists of all versions begin with, before the number of their version.
const NAME: &str = "games checkpoint ";
/// The version of the format. Lists of later ones are refused.
pub(super) const VERSION: u32 = 7;

/// A checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct List {
    /// The run that wrote it: all shards have the checkpoint of a number from the same one.
    pub(crate) run: u64,
    pub(crate) phase: Phase,
    /// For each tier with positions its file.
    pub(crate) tiers: LiteMap<u32, Kept>,
    /// The file with what a pass over a tier has still to do, see `shard::rest`.
    pub(crate) rest: Option<Kept>,
    pub(crate) marks: Marks,
}

/// How far a phase has come, besides what the positions tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Marks {
    /// In a pass, the least remoteness that was put off, for won and lost and for tied positions.
    pub(crate) put_off: [u32; 2],
    /// Where all positions of a dense space are solved, of how many slots children are counted.
    pub(crate) counted: u64,
}

impl Default for Marks {
    fn default() -> Self {
        Self { put_off: [NONE; 2], counted: 0 }
    }
}

/// Shard, number of shards and number of a list, from its name.
pub(super) fn parts_of(name: &str) -> Option<(usize, usize, u64)> {
    let (shards, epoch) = name.strip_prefix("checkpoint.")?.split_once('.')?;
    let (shard, of) = shards.split_once("-of-")?;
    Some((shard.parse().ok()?, of.parse().ok()?, epoch.parse().ok()?))
}

/// The number at the end of the name of a file of one shard, if it is one.
pub(super) fn serial_of(name: &str, own: &str) -> Option<u64> {
    let (_, number) = name.strip_suffix(".unfinished").unwrap_or(name).rsplit_once(own)?;
    number.parse().ok()
}

impl List {
    pub(super) fn files(&self) -> impl Iterator<Item = &Kept> {
        self.tiers.values().chain(&self.rest)
    }

    pub(super) fn text(&self, identity: &Identity) -> String {
        let mut text = format!("{NAME}{VERSION}\n{}", identity.lines());
        let layer = |layer: Layer| format!("{} {}", layer.remoteness, layer.ties);
        let phase = match self.phase {
            Phase::Discover { tier } => format!("discover {tier} 0 false"),
            Phase::Sweep { tier, layer: at } => format!("sweep {tier} {}", layer(at)),
            Phase::Cross { tier, layer: at } => format!("cross {tier} {}", layer(at)),
            Phase::Layers { tier, layer: at } => format!("layers {tier} {}", layer(at)),
            Phase::Resume | Phase::Report | Phase::Collect { .. } | Phase::End => {
                "report 0 0 false".to_owned()
            }
        };
        let [wins, ties] = self.marks.put_off;
        text += &format!("run {:016x}\nphase {phase}\nput-off {wins} {ties}\n", self.run);
        text += &format!("counted {}\n", self.marks.counted);
        if let Some(file) = &self.rest {
            text += &format!("rest {}\n", file.text());
        }
        for (tier, file) in &self.tiers {
            text += &format!("tier {tier} {}\n", file.text());
        }
        seal(text)
    }

    pub(super) fn read(text: &str) -> Option<(Identity, Self)> {
        let (version, lines) = unsealed(NAME, text)?;
        if version != VERSION {
            return None;
        }
        let mut words = lines.get("phase")?.split(' ');
        let name = words.next()?;
        let tier = words.next()?.parse().ok()?;
        let layer =
            Layer { remoteness: words.next()?.parse().ok()?, ties: words.next()?.parse().ok()? };
        let phase = match name {
            "discover" => Phase::Discover { tier },
            "sweep" => Phase::Sweep { tier, layer },
            "cross" => Phase::Cross { tier, layer },
            "layers" => Phase::Layers { tier, layer },
            "report" => Phase::Report,
            _ => return None,
        };
        let (wins, ties) = lines.get("put-off")?.split_once(' ')?;
        let put_off = [wins.parse().ok()?, ties.parse().ok()?];
        let marks = Marks { put_off, counted: lines.number("counted")? };
        let rest = match lines.get("rest") {
            Some(line) => Some(Kept::read(line)?),
            None => None,
        };
        let mut tiers = LiteMap::new();
        for line in lines.all("tier") {
            let (tier, file) = line.split_once(' ')?;
            tiers.insert(tier.parse().ok()?, Kept::read(file)?);
        }
        let run = u64::from_str_radix(lines.get("run")?, 16).ok()?;
        Some((Identity::read(&lines)?, Self { run, phase, tiers, rest, marks }))
    }
}

/// Returns the version of a list of whatever version; `None` for a damaged one.
pub(super) fn version(text: &str) -> Option<u32> {
    unsealed(NAME, text).map(|(version, _)| version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks;

    fn layer_of(phase: Phase) -> Option<Layer> {
        match phase {
            Phase::Sweep { layer, .. }
            | Phase::Cross { layer, .. }
            | Phase::Layers { layer, .. } => Some(layer),
            _ => None,
        }
    }

    #[test]
    fn lists_come_out_as_they_went_in_and_damage_is_noticed() {
        let identity = Identity {
            game: "konane".to_owned(),
            rules: "rows=3,cols=4".to_owned(),
            start: "(w \"\" wbwb bwb- w-wb)".to_owned(),
            whole: false,
            folded: false,
        };
        let layer = Layer { remoteness: 7, ties: true };
        for phase in [
            Phase::Discover { tier: 3 },
            Phase::Sweep { tier: 1, layer },
            Phase::Cross { tier: 1, layer },
            Phase::Layers { tier: 2, layer },
            Phase::Report,
        ] {
            let kept = |name: &str| Kept { name: name.to_owned(), bytes: 99, digest: 1 << 60 };
            let tiers = LiteMap::from_iter([(1, kept("tier-1.0-of-1.4")), (7, kept("x y"))]);
            let rest = layer_of(phase).map(|_| kept("rest.0-of-1.4"));
            let marks = Marks { put_off: [5, u32::MAX], counted: 1 << 40 };
            let list = List { run: 17, phase, tiers, rest, marks };
            let text = list.text(&identity);
            assert_eq!(List::read(&text), Some((identity.clone(), list)));
            for i in 0..text.len() {
                let mut damaged = text.clone().into_bytes();
                damaged[i] ^= 1;
                assert_eq!(
                    String::from_utf8(damaged).ok().and_then(|text| List::read(&text)),
                    None
                );
                assert_eq!(List::read(&text[..i]), None);
            }
        }
    }

    #[test]
    fn a_list_of_another_version_tells_which() {
        let sealed =
            |body: &str| format!("{body}checksum {:016x}\n", blocks::checksum(&[body.as_bytes()]));
        let earlier = sealed("games checkpoint 6\nwhatever\n");
        assert_eq!((version(&earlier), List::read(&earlier)), (Some(6), None));
        // Damage is no version.
        assert_eq!(version(&earlier.replace("checkpoint 6", "checkpoint 7")), None);
        assert_eq!(version(&sealed("games checkpoint x\n")), None);
    }

    #[test]
    fn serial_numbers_are_read_from_all_files_of_a_shard() {
        let own = ".0-of-2.";
        for (name, serial) in [
            ("tier-3.0-of-2.17", Some(17)),
            ("tier-3.0-of-2.17.unfinished", Some(17)),
            ("rest.0-of-2.4", Some(4)),
            ("rest.1-of-2.4", None),
            ("rest.0-of-2.x", None),
        ] {
            assert_eq!(serial_of(name, own), serial, "{name}");
        }
    }

    #[test]
    fn names_of_lists_are_told_from_others() {
        assert_eq!(parts_of("checkpoint.0-of-2.17"), Some((0, 2, 17)));
        for name in ["tier-3.0-of-2.17", "checkpoint.0-of-2.17.unfinished", "checkpoint", ""] {
            assert_eq!(parts_of(name), None);
        }
    }
}
