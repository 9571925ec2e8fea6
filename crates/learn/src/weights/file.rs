//! Files of weights.
//!
//! The magic bytes `GAMESW`, the version, a head of text (game, rules, recipe, unit, layout), the
//! weights packed by deflate, and a checksum of all before it. Numbers are little-endian.

use games_core::Layout;

use super::{Subject, Weights};
use crate::checksum::checksum;

const MAGIC: &[u8; 6] = b"GAMESW";
const VERSION: u16 = 1;

/// The most bytes that weights unpack to.
const MOST: usize = 64 << 20;

/// How hard deflate tries.
const LEVEL: u8 = 9;

/// Why a file of weights was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// It does not begin as such files do.
    #[error("this is no file of weights")]
    Foreign,
    /// It is of a version that is not read.
    #[error("the file of weights has version {0}, and version {VERSION} is read")]
    Version(u16),
    /// Its checksum is not that of its contents: it is cut off or was changed.
    #[error("the file of weights is damaged")]
    Damaged,
    /// It is whole, and makes no sense all the same.
    #[error("the file of weights makes no sense: {0}")]
    Senseless(&'static str),
    /// It is for another game or other rules.
    #[error("the weights are for {found}, not for {wanted}")]
    Other {
        /// What they are for.
        found: String,
        /// What was asked for.
        wanted: String,
    },
}

pub(super) fn write(weights: &Weights) -> Vec<u8> {
    let head = head(weights);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((head.len() as u32).to_le_bytes());
    bytes.extend(head.as_bytes());
    bytes.extend(miniz_oxide::deflate::compress_to_vec(&packed(weights.numbers()), LEVEL));
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

fn head(weights: &Weights) -> String {
    let Subject { game, rules } = weights.subject();
    let (layout, unit) = (weights.layout().to_string(), weights.unit());
    let digest = checksum(layout.as_bytes());
    let recipe = weights.recipe();
    format!(
        "game {game}\nrules {rules}\nrecipe {recipe}\nunit {unit}\nlayout {digest:016x}\n{layout}"
    )
}

/// All low bytes, then all high bytes: the latter are nearly all alike.
fn packed(numbers: &[i16]) -> Vec<u8> {
    let low = numbers.iter().map(|number| number.to_le_bytes()[0]);
    // A low byte tells its sign, too.
    let high = numbers.iter().map(|number| {
        let [low, high] = number.to_le_bytes();
        high.wrapping_sub(if (low as i8) < 0 { u8::MAX } else { 0 })
    });
    low.chain(high).collect()
}

fn unpacked(bytes: &[u8]) -> Option<Vec<i16>> {
    if !bytes.len().is_multiple_of(2) {
        return None;
    }
    let (low, high) = bytes.split_at(bytes.len() / 2);
    let number = |(&low, &high): (&u8, &u8)| {
        let sign = if (low as i8) < 0 { u8::MAX } else { 0 };
        i16::from_le_bytes([low, high.wrapping_add(sign)])
    };
    Some(low.iter().zip(high).map(number).collect())
}

pub(super) fn read(bytes: &[u8]) -> Result<Weights, Refused> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(Refused::Foreign)?;
    let (version, _) = rest.split_first_chunk().ok_or(Refused::Damaged)?;
    match u16::from_le_bytes(*version) {
        VERSION => {}
        other => return Err(Refused::Version(other)),
    }
    let (content, sum) = bytes.split_last_chunk().ok_or(Refused::Damaged)?;
    if checksum(content) != u64::from_le_bytes(*sum) {
        return Err(Refused::Damaged);
    }
    let rest = content.get(MAGIC.len() + 2..).ok_or(Refused::Damaged)?;
    let (len, rest) = rest.split_first_chunk().ok_or(Refused::Damaged)?;
    let len = u32::from_le_bytes(*len) as usize;
    let (head, body) = rest.split_at_checked(len).ok_or(Refused::Damaged)?;
    let head = core::str::from_utf8(head).map_err(|_| Refused::Damaged)?;
    let numbers = miniz_oxide::inflate::decompress_to_vec_with_limit(body, MOST)
        .ok()
        .and_then(|bytes| unpacked(&bytes))
        .ok_or(Refused::Senseless("the weights cannot be unpacked"))?;
    assemble(head, numbers)
}

fn assemble(head: &str, numbers: Vec<i16>) -> Result<Weights, Refused> {
    let mut rest = head;
    let [game, rules, recipe, unit, digest] =
        ["game", "rules", "recipe", "unit", "layout"].map(|key| field(&mut rest, key));
    let (Some(game), Some(rules), Some(recipe)) = (game, rules, recipe) else {
        return Err(Refused::Senseless("game, rules or recipe are missing"));
    };
    let unit = unit.and_then(|unit| unit.parse().ok()).filter(|unit| (1..=100_000).contains(unit));
    let unit = unit.ok_or(Refused::Senseless("the unit is no number"))?;
    let sum = digest.and_then(|digest| u64::from_str_radix(digest, 16).ok());
    if sum != Some(checksum(rest.as_bytes())) {
        return Err(Refused::Senseless("the layout is another one"));
    }
    let layout = Layout::parse(rest).ok_or(Refused::Senseless("the layout cannot be read"))?;
    let subject = Subject { game: game.to_owned(), rules: rules.to_owned() };
    Weights::assemble(subject, recipe.to_owned(), layout, unit, numbers)
        .ok_or(Refused::Senseless("the weights are not those of the layout"))
}

/// Takes a line `key value` from the front.
fn field<'a>(rest: &mut &'a str, key: &str) -> Option<&'a str> {
    let (line, after) = rest.split_once('\n')?;
    *rest = after;
    line.strip_prefix(key)?.strip_prefix(' ')
}
