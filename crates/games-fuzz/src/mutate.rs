//! Random texts that resemble good ones.

use games_core::Rng;

/// Makes texts out of others.
#[derive(Clone, Debug)]
pub struct Mutator {
    texts: Vec<String>,
    /// What good texts are made of.
    words: Vec<String>,
}

/// Texts do not grow beyond this.
const MOST_CHARS: usize = 4000;
/// What readers of texts stumble over, if over anything.
const STUMBLING_STONES: &[&str] = &[
    "",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "-",
    "--",
    "0",
    "-1",
    "1",
    "9",
    "26",
    "65",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551616",
    "1e400",
    "NaN",
    "=",
    ",",
    ";",
    ":",
    "/",
    "\\",
    "\"",
    "'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "$1",
    "#",
    "%",
    "é",
    "\u{feff}",
    "\u{200d}",
    "💣",
    "½",
    "İ",
    "ß",
    "true",
    "false",
    "pass",
    "a1",
    "z99",
    "aa",
    "w",
    "b",
    "x",
    "o",
    "KQkq",
];

impl Mutator {
    /// Makes texts that resemble these.
    #[must_use]
    pub fn new(texts: Vec<String>) -> Self {
        let words = texts.iter().flat_map(|text| split(text)).map(str::to_owned).collect();
        Self { texts, words }
    }

    /// Returns a text that is another one each time.
    pub fn text(&self, rng: &mut impl Rng) -> String {
        let mut chars: Vec<char> = self.any_text(rng).chars().collect();
        // Most faults are found near good texts.
        for _ in 0..below(rng, 5) {
            self.change(&mut chars, rng);
        }
        chars.truncate(MOST_CHARS);
        chars.into_iter().collect()
    }

    fn any_text(&self, rng: &mut impl Rng) -> &str {
        let at = below(rng, self.texts.len() + 1);
        self.texts.get(at).map_or("", String::as_str)
    }

    fn any_word(&self, rng: &mut impl Rng) -> &str {
        let at = below(rng, self.words.len() + STUMBLING_STONES.len());
        match self.words.get(at) {
            Some(word) => word,
            None => STUMBLING_STONES[at - self.words.len()],
        }
    }

    fn change(&self, chars: &mut Vec<char>, rng: &mut impl Rng) {
        let at = below(rng, chars.len() + 1);
        let end = (at + below(rng, 12)).min(chars.len());
        match below(rng, 9) {
            0 => drop(chars.drain(at..end)),
            1 => chars.truncate(at),
            2 => {
                let again = chars[at..end].to_vec();
                chars.splice(at..at, again);
            }
            3 => drop(chars.splice(at..end, self.any_word(rng).chars())),
            4 => drop(chars.splice(at..at, self.any_word(rng).chars())),
            5 => drop(chars.splice(at.., self.any_text(rng).chars())),
            6 if at < end => chars[at] = other_case(chars[at]),
            7 if at < end => chars[at] = char::from(below(rng, 128) as u8),
            _ => {
                let many = 1 << below(rng, 10);
                let c = chars.get(at).copied().unwrap_or('(');
                chars.splice(at..at, core::iter::repeat_n(c, many));
            }
        }
    }
}

fn other_case(c: char) -> char {
    if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', '/', ';', '\n', '=', '(', ')', '[', ']']).filter(|word| !word.is_empty())
}

fn below(rng: &mut impl Rng, n: usize) -> usize {
    rng.below(n as u32) as usize
}
