//! How far the work has come, and which files it goes on from: the text that a save writes.

use litemap::LiteMap;

use super::stream::Piece;
use crate::{
    identity::{Identity, Lines, seal, unsealed},
    shard::Summary,
};

const NAME: &str = "games work on disk ";
/// The version of the format. States of later ones are refused.
const VERSION: u32 = 3;

/// How far the work has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// The greatest number in the name of a file.
    pub(super) serial: u64,
    pub(super) key_bytes: usize,
    pub(super) stage: Stage,
    /// The tiers whose positions are found, and the one whose positions are.
    pub(super) tiers: LiteMap<u32, TierFiles>,
    /// Sorted runs of positions of tiers that are not in order yet.
    pub(super) runs: LiteMap<u32, Vec<Piece>>,
    /// What the tier that is decided asks of later ones, in the order of these.
    pub(super) shares: Vec<Share>,
    /// Which blocks of its keys that is: all of them on disk, and so not written down.
    pub(super) asked: Asked,
    /// The finished games of that tier, by their ranks.
    pub(super) ended: Option<Piece>,
    /// The memory that the shares were made for.
    pub(super) memory: u64,
    /// Counts of what is decided.
    pub(super) summary: Summary,
}

/// What is being done, and how much of it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// The positions of a tier are put in order, and their children found, up to a key.
    Find { tier: u32, last: Option<u128> },
    /// Asking for the values of the children of a tier, of so many blocks of its keys.
    Ask { tier: u32, blocks: u64 },
    /// Answering so many shares, and of the next one so many blocks of questions.
    Answer { tier: u32, shares: usize, blocks: u64 },
    /// Choosing the best answer for so many blocks of keys.
    Decide { tier: u32, blocks: u64 },
    /// All is decided.
    Done,
}

/// Blocks of the keys of a tier.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Asked {
    pub(super) from: u64,
    /// `None`: up to the last one.
    pub(super) until: Option<u64>,
}

/// The positions of a tier in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TierFiles {
    pub(super) positions: u64,
    pub(super) keys: Piece,
    /// Their values, once they are being decided, in blocks of as many as those of the keys.
    pub(super) values: Option<Piece>,
    /// The tiers in which they have children, in ascending order.
    pub(super) into: Vec<u32>,
}

/// A range of the positions of a later tier, and who asks for their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Share {
    pub(super) tier: u32,
    /// Its first key.
    pub(super) first: u128,
    /// The bytes that differences from that take.
    pub(super) width: usize,
    /// Which blocks of the tier's keys, and how many positions these are.
    pub(super) from_block: u64,
    pub(super) blocks: u64,
    pub(super) positions: u64,
    /// Positions that are asked for, with the ranks of their parents, which ascend; gone when they
    /// are answered.
    pub(super) questions: Option<Piece>,
    /// The ranks of parents, and what these children are worth.
    pub(super) answers: Option<Piece>,
}

impl State {
    /// The lengths of all files by their names.
    pub(super) fn lengths(&self) -> LiteMap<String, u64> {
        let mut lengths = LiteMap::new();
        let mut add = |piece: Option<&Piece>| {
            if let Some(Piece { name, bytes }) = piece {
                lengths.insert(name.clone(), *bytes);
            }
        };
        for tier in self.tiers.values() {
            add(Some(&tier.keys));
            add(tier.values.as_ref());
        }
        for share in &self.shares {
            add(share.questions.as_ref());
            add(share.answers.as_ref());
        }
        add(self.ended.as_ref());
        for run in self.runs.values().flatten() {
            add(Some(run));
        }
        lengths
    }

    pub(super) fn text(&self, identity: &Identity) -> String {
        let mut text = format!("{NAME}{VERSION}\n{}", identity.lines());
        let stage = match self.stage {
            Stage::Find { tier, last: None } => format!("find {tier} -"),
            Stage::Find { tier, last: Some(key) } => format!("find {tier} {key}"),
            Stage::Ask { tier, blocks } => format!("ask {tier} {blocks}"),
            Stage::Answer { tier, shares, blocks } => format!("answer {tier} {shares} {blocks}"),
            Stage::Decide { tier, blocks } => format!("decide {tier} {blocks}"),
            Stage::Done => "done".to_owned(),
        };
        text += &format!("stage {stage}\nserial {}\nkey {}\n", self.serial, self.key_bytes);
        text += &format!("memory {}\n", self.memory);
        let words: Vec<_> =
            self.summary.to_words().iter().map(|word| format!("{word:x}")).collect();
        text += &format!("summary {}\n", words.join(" "));
        for (number, tier) in &self.tiers {
            let TierFiles { positions, keys, values, into } = tier;
            let into: Vec<_> = into.iter().map(u32::to_string).collect();
            let (keys, values) = (of_piece(Some(keys)), of_piece(values.as_ref()));
            text += &format!("tier {number} {positions} {keys} {values} {}\n", into.join(","));
        }
        for (tier, runs) in &self.runs {
            for run in runs {
                text += &format!("run {tier} {}\n", of_piece(Some(run)));
            }
        }
        for share in &self.shares {
            let Share { tier, first, width, from_block, blocks, positions, questions, answers } =
                share;
            let (questions, answers) = (of_piece(questions.as_ref()), of_piece(answers.as_ref()));
            text += &format!(
                "share {tier} {first} {width} {from_block} {blocks} {positions} {questions} \
                 {answers}\n"
            );
        }
        seal(text + &format!("ended {}\n", of_piece(self.ended.as_ref())))
    }

    /// Reads the state of work.
    ///
    /// # Errors
    ///
    /// That it is damaged, of another version or of other work.
    pub(super) fn read(bytes: &[u8], identity: &Identity) -> Result<Self, String> {
        let damaged = || {
            "the state of the work on disk is damaged; empty the folder to begin again".to_owned()
        };
        let text = core::str::from_utf8(bytes).map_err(|_| damaged())?;
        let (version, lines) = unsealed(NAME, text).ok_or_else(damaged)?;
        if version != VERSION {
            return Err(format!(
                "the work on disk has version {version} of the format, and this program goes on \
                 with version {VERSION}"
            ));
        }
        let found = Identity::read(&lines).ok_or_else(damaged)?;
        if found != *identity {
            return Err(format!("the work on disk is of {}", found.describe()));
        }
        Self::of_lines(&lines).ok_or_else(damaged)
    }

    fn of_lines(lines: &Lines<'_>) -> Option<Self> {
        let mut words = Words(lines.get("stage")?.split(' '));
        let stage = match words.text()? {
            "find" => {
                let tier = words.number()?;
                let last = match words.text()? {
                    "-" => None,
                    key => Some(key.parse().ok()?),
                };
                Stage::Find { tier, last }
            }
            "ask" => Stage::Ask { tier: words.number()?, blocks: words.number()? },
            "answer" => {
                let (tier, shares) = (words.number()?, words.number()?);
                Stage::Answer { tier, shares, blocks: words.number()? }
            }
            "decide" => Stage::Decide { tier: words.number()?, blocks: words.number()? },
            "done" => Stage::Done,
            _ => return None,
        };
        let words = lines.get("summary")?.split(' ');
        let words = words.map(|word| u64::from_str_radix(word, 16).ok());
        let summary = Summary::from_words(&words.collect::<Option<Vec<_>>>()?)?;
        let mut runs: LiteMap<u32, Vec<Piece>> = LiteMap::new();
        for line in lines.all("run") {
            let mut words = Words(line.split(' '));
            runs.entry(words.number()?).or_default().push(words.piece()??);
        }
        let mut tiers = LiteMap::new();
        for line in lines.all("tier") {
            let (number, files) = tier(line)?;
            tiers.insert(number, files);
        }
        let state = Self {
            serial: lines.number("serial")?,
            key_bytes: lines.number("key")?,
            stage,
            tiers,
            runs,
            shares: lines.all("share").map(share).collect::<Option<_>>()?,
            asked: Asked::default(),
            ended: Words(lines.get("ended")?.split(' ')).piece()?,
            memory: lines.number("memory")?,
            summary,
        };
        let has_share = match state.stage {
            Stage::Answer { shares, .. } => shares <= state.shares.len(),
            _ => true,
        };
        has_share.then_some(state)
    }
}

fn tier(line: &str) -> Option<(u32, TierFiles)> {
    let mut words = Words(line.split(' '));
    let (number, positions) = (words.number()?, words.number()?);
    let (keys, values) = (words.piece()??, words.piece()?);
    let into = words.text()?.split(',').filter(|tier| !tier.is_empty());
    let into = into.map(|tier| tier.parse().ok()).collect::<Option<_>>()?;
    Some((number, TierFiles { positions, keys, values, into }))
}

fn share(line: &str) -> Option<Share> {
    let mut words = Words(line.split(' '));
    Some(Share {
        tier: words.number()?,
        first: words.number()?,
        width: words.number().filter(|&width| width <= 16)?,
        from_block: words.number()?,
        blocks: words.number()?,
        positions: words.number()?,
        questions: words.piece()?,
        answers: words.piece()?,
    })
}

/// `BYTES NAME`, or a dash.
fn of_piece(piece: Option<&Piece>) -> String {
    piece.map_or("-".to_owned(), |Piece { name, bytes }| format!("{bytes} {name}"))
}

/// The words of a line.
struct Words<'a>(core::str::Split<'a, char>);

impl<'a> Words<'a> {
    fn text(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    fn number<T: core::str::FromStr>(&mut self) -> Option<T> {
        self.text()?.parse().ok()
    }

    /// A piece, or that there is none.
    fn piece(&mut self) -> Option<Option<Piece>> {
        match self.text()? {
            "-" => Some(None),
            bytes => {
                let (bytes, name) = (bytes.parse().ok()?, self.text()?.to_owned());
                Some(Some(Piece { name, bytes }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(name: &str) -> Piece {
        Piece { name: name.to_owned(), bytes: 99 }
    }

    fn state(stage: Stage) -> State {
        let [run, keys, values] = ["run", "keys", "values"].map(piece);
        let share = Share {
            tier: 7,
            first: u128::MAX - 1,
            width: 5,
            from_block: 1,
            blocks: 2,
            positions: 3,
            questions: Some(piece("questions")),
            answers: None,
        };
        let into = vec![5, 7];
        let files = TierFiles { positions: 1 << 40, keys, values: Some(values), into };
        let last = TierFiles { values: None, into: Vec::new(), ..files.clone() };
        let mut summary = Summary::default();
        (summary.keys, summary.digest) = (5, 1 << 60);
        summary.watched = vec![None; 3];
        State {
            serial: 17,
            key_bytes: 8,
            stage,
            tiers: LiteMap::from_iter([(3, files), (7, last)]),
            runs: LiteMap::from_iter([(9, vec![run.clone(), run])]),
            shares: vec![
                share.clone(),
                Share { questions: None, answers: Some(piece("a")), ..share },
            ],
            asked: Asked::default(),
            ended: Some(piece("ended")),
            memory: 1 << 33,
            summary,
        }
    }

    fn identity() -> Identity {
        let [game, rules, start] = ["konane", "rows=3,cols=4", "(w \"\" wbwb)"].map(str::to_owned);
        Identity { game, rules, start, whole: false, folded: false }
    }

    #[test]
    fn states_come_out_as_they_went_in_and_damage_is_noticed() {
        for stage in [
            Stage::Find { tier: 3, last: None },
            Stage::Find { tier: 3, last: Some(u128::MAX) },
            Stage::Ask { tier: 3, blocks: 8 },
            Stage::Answer { tier: 3, shares: 2, blocks: 9 },
            Stage::Decide { tier: 3, blocks: 8 },
            Stage::Done,
        ] {
            let state = state(stage);
            let text = state.text(&identity());
            assert_eq!(State::read(text.as_bytes(), &identity()).as_ref(), Ok(&state));
            for i in 0..text.len() {
                let mut damaged = text.clone().into_bytes();
                damaged[i] ^= 1;
                let refusal = State::read(&damaged, &identity()).unwrap_err();
                assert!(refusal.contains("is damaged"), "{refusal}");
                assert!(State::read(&text.as_bytes()[..i], &identity()).is_err());
            }
        }
    }

    #[test]
    fn other_work_and_other_versions_are_named() {
        let state = state(Stage::Done);
        let text = state.text(&identity());
        let other = Identity { start: "x".to_owned(), ..identity() };
        let refusal = State::read(text.as_bytes(), &other).unwrap_err();
        assert!(refusal.contains("is of konane with rows=3,cols=4 from (w"), "{refusal}");
        let folded = Identity { folded: true, ..identity() };
        assert!(State::read(text.as_bytes(), &folded).is_err());
        let refusal = State::read(state.text(&folded).as_bytes(), &identity()).unwrap_err();
        assert!(refusal.ends_with(", folded"), "{refusal}");
        assert_eq!(State::read(state.text(&folded).as_bytes(), &folded), Ok(state));
        let body = text.rsplit_once("checksum").unwrap().0;
        let later = seal(body.replacen("disk 3", "disk 4", 1));
        let refusal = State::read(later.as_bytes(), &identity()).unwrap_err();
        assert!(refusal.contains("has version 4 of the format"), "{refusal}");
        let absurd = seal(body.replacen("stage done", "stage answer 3 4 0", 1));
        assert!(State::read(absurd.as_bytes(), &identity()).is_err());
    }
}
