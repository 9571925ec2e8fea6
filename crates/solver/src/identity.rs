//! Which positions a file is about, and small files that are lines of text.

use crate::blocks;

/// What was solved: a game by its rules, and the position that everything arises from.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Identity {
    /// The game's id.
    pub game: String,
    /// Its rules, every option with its value.
    pub rules: String,
    /// The position text of the start.
    pub start: String,
    /// Whether all positions of the board were solved, reached from the start or not.
    pub whole: bool,
    /// Whether positions that are images of each other share a key, whatever the start is.
    pub folded: bool,
}

impl Identity {
    /// Writes a line for each field.
    pub(crate) fn lines(&self) -> String {
        let one_line = |text: &str| text.replace(['\n', '\r'], " ");
        // A line of its own where it is so: files of before know nothing of it.
        let folded = if self.folded { "folded true\n" } else { "" };
        format!(
            "game {}\nrules {}\nstart {}\nwhole {}\n{folded}",
            one_line(&self.game),
            one_line(&self.rules),
            one_line(&self.start),
            self.whole
        )
    }

    /// Names what was solved, for messages.
    pub(crate) fn describe(&self) -> String {
        let whole = if self.whole { ", all positions" } else { "" };
        let folded = if self.folded { ", folded" } else { "" };
        format!("{} with {} from {}{whole}{folded}", self.game, self.rules, self.start)
    }

    /// Reads what [`lines`](Self::lines) wrote.
    pub(crate) fn read(lines: &Lines<'_>) -> Option<Self> {
        Some(Self {
            game: lines.get("game")?.to_owned(),
            rules: lines.get("rules")?.to_owned(),
            start: lines.get("start")?.to_owned(),
            whole: lines.get("whole")?.parse().ok()?,
            folded: lines.get("folded").map_or(Some(false), |word| word.parse().ok())?,
        })
    }
}

/// A text of lines `name value`.
pub(crate) struct Lines<'a>(pub(crate) &'a str);

impl<'a> Lines<'a> {
    /// The value of the first line with a name.
    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        self.all(name).next()
    }

    /// The values of all lines with a name.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &'a str> {
        self.0.lines().filter_map(move |line| line.strip_prefix(name)?.strip_prefix(' '))
    }

    pub(crate) fn number<T: core::str::FromStr>(&self, name: &str) -> Option<T> {
        self.get(name)?.parse().ok()
    }
}

/// Ends a text of lines with a checksum.
pub(crate) fn seal(text: String) -> String {
    let sum = blocks::checksum(&[text.as_bytes()]);
    text + &format!("checksum {sum:016x}\n")
}

/// The version of a sealed text whose first line is a name and that version, and its lines; `None`
/// if its checksum is wrong. First line and last line are the same in all versions.
pub(crate) fn unsealed<'a>(name: &str, text: &'a str) -> Option<(u32, Lines<'a>)> {
    let (body, sum) = text.strip_suffix('\n')?.rsplit_once("checksum ")?;
    let is_sound = u64::from_str_radix(sum, 16) == Ok(blocks::checksum(&[body.as_bytes()]));
    let (version, lines) = body.strip_prefix(name).filter(|_| is_sound)?.split_once('\n')?;
    Some((version.parse().ok()?, Lines(lines)))
}
