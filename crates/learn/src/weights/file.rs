//! Files of weights.
//!
//! The magic bytes `GAMESW`, the version, a head of text (game, rules, recipe, unit, layout), the
//! weights packed by deflate, and a checksum of all before it. Numbers are little-endian.

use ai::CutPair;
use games_core::Layout;

use super::{Subject, Weights};
use crate::{Scales, checksum::checksum};

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
    let cuts = cuts(weights.cut_pairs());
    let scales = weights.scales().map_or_else(String::new, |scales| format!("scales {scales}\n"));
    format!(
        "game {game}\nrules {rules}\nrecipe {recipe}\nunit {unit}\n{cuts}{scales}layout {digest:016x}\n{layout}"
    )
}

/// The line of the pairs by which searches cut, if there are any: `cuts 4:2:1019:-84:304 ...`.
fn cuts(pairs: &[CutPair]) -> String {
    let pair = |pair: &CutPair| {
        let CutPair { deep, shallow, slope, offset, error } = pair;
        format!(" {deep}:{shallow}:{slope}:{offset}:{error}")
    };
    let pairs: String = pairs.iter().map(pair).collect();
    if pairs.is_empty() { pairs } else { format!("cuts{pairs}\n") }
}

fn read_cuts(text: &str) -> Option<Vec<CutPair>> {
    text.split(' ').map(read_cut).collect()
}

fn read_cut(word: &str) -> Option<CutPair> {
    let numbers: Vec<i32> = word.split(':').map(|n| n.parse().ok()).collect::<Option<_>>()?;
    let [deep, shallow, slope, offset, error] = numbers[..] else { return None };
    let (deep, shallow) = (u32::try_from(deep).ok()?, u32::try_from(shallow).ok()?);
    Some(CutPair { deep, shallow, slope, offset, error })
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
    let [game, rules, recipe, unit] =
        ["game", "rules", "recipe", "unit"].map(|key| field(&mut rest, key));
    let cut_pairs = match rest.starts_with("cuts ").then(|| field(&mut rest, "cuts")).flatten() {
        Some(text) => read_cuts(text).ok_or(Refused::Senseless("the cuts cannot be read"))?,
        None => Vec::new(),
    };
    let scales = match rest.starts_with("scales ").then(|| field(&mut rest, "scales")).flatten() {
        Some(text) => {
            Some(Scales::parse(text).ok_or(Refused::Senseless("the scales cannot be read"))?)
        }
        None => None,
    };
    let digest = field(&mut rest, "layout");
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
        .map(|weights| Weights { cut_pairs, scales, ..weights })
        .ok_or(Refused::Senseless("the weights are not those of the layout"))
}

/// Takes a line `key value` from the front.
fn field<'a>(rest: &mut &'a str, key: &str) -> Option<&'a str> {
    let (line, after) = rest.split_once('\n')?;
    *rest = after;
    line.strip_prefix(key)?.strip_prefix(' ')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn cuts_come_back_and_no_text_is_a_reason_to_panic(
            numbers in proptest::collection::vec(any::<(u16, u16, i32, i32, i32)>(), 1..4),
            text in "[0-9: \\-]{0,40}|\\PC{0,20}",
        ) {
            let pair = |(deep, shallow, slope, offset, error)| {
                CutPair { deep: u32::from(deep), shallow: u32::from(shallow), slope, offset, error }
            };
            let pairs: Vec<_> = numbers.into_iter().map(pair).collect();
            let line = cuts(&pairs);
            let words = line.strip_prefix("cuts ").unwrap().trim_end();
            prop_assert_eq!(read_cuts(words), Some(pairs));
            let _ = read_cuts(&text);
        }
    }
}
