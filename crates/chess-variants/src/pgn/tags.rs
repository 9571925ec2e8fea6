//! What the tags of a game mean for the header of its tree, and how tags are written.

use core::fmt::{self, Write};
use std::collections::HashSet;

use games_core::game_tree::Header;

use super::{GameResult, spelled::Spelled};

/// The tags that every game has, in this order, and what stands for an unknown value. `Result`
/// comes after them.
const ROSTER: [(&str, &str); 6] = [
    ("Event", UNKNOWN),
    ("Site", UNKNOWN),
    ("Date", "????.??.??"),
    ("Round", UNKNOWN),
    ("White", UNKNOWN),
    ("Black", UNKNOWN),
];

const UNKNOWN: &str = "?";

/// The tags that are made from a game and not from what was given as a tag.
const MADE: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

/// How games end that went on by the rules, in the words of the PGN standard (section 9.8.1).
const TERMINATIONS: [(&str, &str); 6] = [
    ("resignation", "normal"),
    ("time", "time forfeit"),
    ("illegal move", "rules infraction"),
    ("crash", "abandoned"),
    ("protocol error", "abandoned"),
    ("ply cap", "adjudication"),
];

/// Makes a header of the tags of a game.
pub(super) fn header(game: &Spelled<'_>) -> Header {
    let mut header = Header::default();
    for (name, value) in &game.tags {
        let field = match *name {
            "Event" => &mut header.event,
            "Site" => &mut header.site,
            "Date" => &mut header.date,
            "Round" => &mut header.round,
            "White" => &mut header.players[0],
            "Black" => &mut header.players[1],
            "Termination" => &mut header.reason,
            "FEN" => {
                header.start = value.clone().into_owned();
                continue;
            }
            "Result" | "SetUp" => continue,
            _ => {
                header.tags.push(((*name).to_owned(), value.clone().into_owned()));
                continue;
            }
        };
        let is_unknown = ROSTER.iter().any(|(tag, unknown)| tag == name && unknown == value);
        *field = (!is_unknown).then(|| reason(name, value).to_owned());
    }
    header.outcome = game.result.outcome();
    header
}

/// Returns our word for what the tag `Termination` says where only one of ours is written so;
/// other values as they are.
fn reason<'a>(name: &str, value: &'a str) -> &'a str {
    let ours = ["time", "illegal move"];
    let known = TERMINATIONS.iter().find(|(our, theirs)| ours.contains(our) && *theirs == value);
    known.filter(|_| name == "Termination").map_or(value, |(our, _)| our)
}

/// Makes the tags of a header; `Termination` says how a game ended off the board.
pub(super) fn tags(header: &Header) -> Vec<(String, String)> {
    let [white, black] = &header.players;
    let values = [&header.event, &header.site, &header.date, &header.round, white, black];
    let known = ROSTER
        .iter()
        .zip(values)
        .filter_map(|((name, _), value)| Some(((*name).to_owned(), value.clone()?)));
    let mut tags: Vec<_> = known.collect();
    if let Some(reason) = &header.reason {
        let theirs = TERMINATIONS.iter().find(|(ours, _)| ours == reason);
        let text = theirs.map_or(reason.as_str(), |(_, theirs)| theirs);
        tags.push(("Termination".to_owned(), text.to_owned()));
    }
    tags.extend(header.tags.iter().cloned());
    tags
}

/// Writes the roster, then all other tags, those made from the game last.
pub(super) fn write(
    tags: &[(String, String)],
    result: GameResult,
    made: &[(&str, &str)],
    out: &mut dyn Write,
) -> fmt::Result {
    for (name, unknown) in ROSTER {
        let given = tags.iter().find(|(tag, _)| tag == name);
        write_tag(name, given.map_or(unknown, |(_, value)| value), out)?;
    }
    write_tag("Result", result.text(), out)?;
    let roster = ROSTER.iter().map(|(name, _)| *name);
    let mut written: HashSet<String> = roster.chain(MADE).map(str::to_owned).collect();
    for (name, value) in tags {
        // A stranger's text must not start a line of its own, and no name may come twice.
        let name: String =
            name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        if !name.is_empty() && !written.contains(&name) {
            write_tag(&name, value, out)?;
            written.insert(name);
        }
    }
    made.iter().try_for_each(|(name, value)| write_tag(name, value, out))
}

/// Writes a tag; control characters in its value become blanks.
fn write_tag(name: &str, value: &str, out: &mut dyn Write) -> fmt::Result {
    write!(out, "[{name} \"")?;
    for c in value.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            c if c.is_control() => out.write_char(' ')?,
            c => out.write_char(c)?,
        }
    }
    out.write_str("\"]\n")
}
