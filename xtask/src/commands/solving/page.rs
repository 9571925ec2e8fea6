//! The pages of `docs/solved`: a row for each start that was solved.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use serde_json::Value as Json;

use super::runs::{GAMES, Run, runs};
use crate::{commands::perft::thousands, workspace};

/// The line above the rows.
const RULE: &str = "| --- | --- | --- | --- | --- |";

fn path(game: &str) -> PathBuf {
    workspace::root().join("docs/solved").join(format!("{game}.md"))
}

/// How the row of a start begins.
fn beginning(run: &Run) -> String {
    format!("| `{}` |", run.command())
}

/// Returns the row of a start: command, value, number of positions, of those won, lost, tied and
/// drawn for the side to move, first moves.
pub(super) fn row(run: &Run, json: &Json) -> Option<String> {
    let of_value = of_value(json)?;
    let moves = json["moves"].as_array()?;
    let moves: Option<Vec<_>> =
        moves.iter().map(|m| Some((m["move"].as_str()?, worth(m)?))).collect();
    Some(format!(
        "{} {} | {} | {of_value} | {} |",
        beginning(run),
        worth(json)?,
        thousands(json["reachable"].as_u64()?),
        by_worth(&moves?),
    ))
}

/// Numbers of positions that are won, lost, tied and drawn for the side to move.
pub(super) fn of_value(json: &Json) -> Option<String> {
    let counts = ["win", "lose", "tie", "draw"].map(|key| json["counts"][key].as_u64());
    let counts: Option<Vec<_>> = counts.into_iter().map(|n| n.map(thousands)).collect();
    Some(counts?.join(" / "))
}

/// `win 7`, or `draw`.
fn worth(json: &Json) -> Option<String> {
    let value = json["value"].as_str()?;
    Some(match json["remoteness"].as_u64() {
        Some(remoteness) => format!("{value} {remoteness}"),
        None => value.to_owned(),
    })
}

/// Moves that are worth the same stand together, in the order in which they come.
fn by_worth(moves: &[(&str, String)]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for (m, worth) in moves {
        match groups.iter_mut().find(|(other, _)| other == worth) {
            Some((_, group)) => group.push(m),
            None => groups.push((worth, vec![m])),
        }
    }
    let texts: Vec<_> =
        groups.iter().map(|(worth, moves)| format!("{worth}: {}", moves.join(" "))).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join("; ") }
}

/// Returns the number of positions that a row tells.
pub(super) fn positions(row: &str) -> Option<u64> {
    row.split('|').nth(3)?.trim().replace(',', "").parse().ok()
}

/// Puts a row onto its page: in the place of the one of the same start, or where its turn is.
pub(super) fn write(run: &Run, row: &str) -> Result<()> {
    let path = path(run.game);
    let page = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let page = with_row(&page, run, row)
        .with_context(|| format!("{} has no line `{RULE}`", path.display()))?;
    fs::write(&path, page).with_context(|| format!("writing {}", path.display()))
}

fn with_row(page: &str, run: &Run, row: &str) -> Option<String> {
    let (head, tail) = page.split_once(RULE)?;
    let rows: Vec<_> = tail.trim_start().lines().take_while(|line| line.starts_with('|')).collect();
    let after = tail.lines().skip(1).skip_while(|line| line.starts_with('|'));
    let mut out = format!("{head}{RULE}\n");
    for other in runs().iter().filter(|other| other.game == run.game) {
        let begins = beginning(other);
        let line = if other == run {
            Some(row)
        } else {
            rows.iter().copied().find(|line| line.starts_with(&begins))
        };
        if let Some(line) = line {
            out += line;
            out.push('\n');
        }
    }
    for line in after {
        out += line;
        out.push('\n');
    }
    Some(out)
}

/// Returns every start that stands on a page, with its row.
///
/// # Errors
///
/// If a page cannot be read.
pub(crate) fn solved_rows() -> Result<Vec<(Run, String)>> {
    let mut pages = Vec::new();
    for game in GAMES {
        let path = path(game);
        let page =
            fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
        pages.push((game, page));
    }
    let row = |run: Run| {
        let (_, page) = pages.iter().find(|(game, _)| *game == run.game)?;
        let begins = beginning(&run);
        let row = page.lines().find(|line| line.starts_with(&begins))?.to_owned();
        Some((run, row))
    };
    Ok(runs().into_iter().filter_map(row).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn two() -> [Run; 2] {
        let mut all = runs().into_iter().filter(|run| run.game == "konane");
        [all.next().unwrap(), all.next().unwrap()]
    }

    #[test]
    fn a_row_tells_value_counts_and_first_moves() {
        let json = json!({
            "value": "win", "remoteness": 3, "reachable": 1234,
            "counts": {"win": 1000, "lose": 234, "tie": 0, "draw": 0},
            "moves": [
                {"move": "a1-c1", "value": "win", "remoteness": 3},
                {"move": "b2-b4", "value": "draw", "remoteness": null},
                {"move": "c1-a1", "value": "win", "remoteness": 3},
            ],
        });
        let [run, _] = two();
        let row = row(&run, &json).unwrap();
        let expected = "| win 3 | 1,234 | 1,000 / 234 / 0 / 0 | win 3: a1-c1 c1-a1; draw: b2-b4 |";
        assert_eq!(row, format!("| `{}` {expected}", run.command()));
        assert_eq!(positions(&row), Some(1234));
    }

    #[test]
    fn rows_stand_in_the_order_of_runs() {
        let [first, second] = two();
        let row = |run: &Run, end: &str| format!("{} {end} |", beginning(run));
        let page = format!("# Konane\n\n{RULE}\n\nEnd.\n");
        let page = with_row(&page, &second, &row(&second, "x")).unwrap();
        let page = with_row(&page, &first, &row(&first, "y")).unwrap();
        let page = with_row(&page, &second, &row(&second, "z")).unwrap();
        let rows = format!("{}\n{}\n", row(&first, "y"), row(&second, "z"));
        assert_eq!(page, format!("# Konane\n\n{RULE}\n{rows}\nEnd.\n"));
    }

    #[test]
    fn every_row_of_a_page_is_of_something_that_is_solved() {
        let known = solved_rows().unwrap().len();
        let lines: usize = GAMES
            .iter()
            .map(|game| fs::read_to_string(path(game)).unwrap())
            .map(|page| page.lines().filter(|line| line.starts_with("| `")).count())
            .sum();
        assert_eq!(known, lines);
    }
}
