//! `docs/solved/README.md`: who wins on which board, at a glance, made of the rows of the pages.

use core::fmt::Write as _;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use anyhow::{Context, Result};

use super::{
    page::{positions, solved_rows},
    runs::{GAMES, Run},
};
use crate::{commands::perft::thousands, workspace};

/// What stands above the tables; the words in braces are filled in.
const HEAD: &str = "# Solved games

What a game is worth if nobody makes a mistake, from its usual start on boards of many sizes, by each of its rule changes.
For each of these {starts} starts every position that can arise was worked out, {positions} in all, from the last ones backwards: so this is no opinion of an engine, and nothing in it is estimated.
The largest is `{largest}` with {most} positions.

`W 7` says that whoever begins wins, and needs 7 moves of both sides together against the best defence; `L 8` that the other side wins, after 8 moves if the beginner puts it off as long as possible; `D` is a game without end, or one that nobody can win.
Rows are numbers of rows, columns numbers of columns; empty places were not solved.
The pages have the number of positions and what each first move leads to, and the commands that solve them again: `games solve` makes a table that can be looked up position by position, `games verify FILE --values` holds such a table against the plain rules ([how](../solving.md)).
";

/// What stands below them.
const TAIL: &str = "
## Othello

[On 6 by 6](othello.md) whoever plays second wins by four discs; that was proved by search.

## Endings of atomic chess and Skak

[How long wins can be](endings.md) with four and five men.
";

/// Boards with a longer side are named below the table.
const WIDEST: u32 = 10;

/// The value of each board, by rows and columns.
type Boards = BTreeMap<(u32, u32), String>;

/// A game by its rule changes.
struct Family<'a> {
    game: &'static str,
    changes: &'a str,
    boards: Boards,
}

fn path() -> PathBuf {
    workspace::root().join("docs/solved/README.md")
}

/// Writes the page anew.
pub(super) fn write() -> Result<()> {
    let path = path();
    fs::write(&path, text(&solved_rows()?)?).with_context(|| format!("writing {}", path.display()))
}

fn text(rows: &[(Run, String)]) -> Result<String> {
    let counts = rows.iter().map(|(run, row)| Some((positions(row)?, run)));
    let counts: Vec<_> = counts.collect::<Option<_>>().context("a row without positions")?;
    // The first of those that are as large.
    let (most, largest) = counts.iter().rev().max_by_key(|(count, _)| *count).context("no row")?;
    let all = counts.iter().map(|(count, _)| count).sum();
    let mut out = HEAD
        .replace("{starts}", &rows.len().to_string())
        .replace("{positions}", &thousands(all))
        .replace("{largest}", &largest.command())
        .replace("{most}", &thousands(*most));
    for game in GAMES {
        let (title, page) = (title(game), format!("{game}.md"));
        write!(out, "\n## {title}\n\n[All about these starts]({page}).\n")?;
        for family in families(game, rows)? {
            write!(out, "\n{}:\n\n{}{}", family.name(), family.table(), family.larger())?;
        }
    }
    Ok(out + TAIL)
}

fn title(game: &str) -> &str {
    match game {
        "konane" => "Konane",
        "surround" => "Surround",
        _ => "Knight's Dance",
    }
}

/// Parts the rows of a game by rule changes.
fn families<'a>(game: &'static str, rows: &'a [(Run, String)]) -> Result<Vec<Family<'a>>> {
    let mut families: Vec<Family<'a>> = Vec::new();
    for (run, row) in rows.iter().filter(|(run, _)| run.game == game) {
        let (board, changes) = parts(&run.rules).context("rules without rows and columns")?;
        let value = row.split('|').nth(2).context("a row without value")?;
        let at = families.iter().position(|family| family.changes == changes);
        let at = at.unwrap_or_else(|| {
            families.push(Family { game, changes, boards: Boards::new() });
            families.len() - 1
        });
        families[at].boards.insert(board, short(value.trim()));
    }
    Ok(families)
}

/// Rows and columns, and the rule changes behind them.
fn parts(rules: &str) -> Option<((u32, u32), &str)> {
    let (rows, rest) = rules.strip_prefix("rows=")?.split_once(",cols=")?;
    let (cols, changes) = rest.split_once(',').unwrap_or((rest, ""));
    Some(((rows.parse().ok()?, cols.parse().ok()?), changes))
}

/// `W 7` for `win 7`.
fn short(value: &str) -> String {
    let (word, moves) = value.split_once(' ').unwrap_or((value, ""));
    let letter = word[..1].to_uppercase();
    format!("{letter} {moves}").trim_end().to_owned()
}

impl Family<'_> {
    fn name(&self) -> String {
        match (self.changes, self.game) {
            ("", _) => "The rules as they are".to_owned(),
            (changes, _) => format!("With `{}`", changes.replace(',', "` and `")),
        }
    }

    fn boards(&self, are_larger: bool) -> impl Iterator<Item = (&(u32, u32), &String)> {
        self.boards.iter().filter(move |((rows, cols), _)| (*rows.max(cols) > WIDEST) == are_larger)
    }

    /// What does not fit into the table.
    fn larger(&self) -> String {
        let values: Vec<_> = self
            .boards(true)
            .map(|((rows, cols), value)| format!("{value} on {rows} by {cols}"))
            .collect();
        if values.is_empty() {
            String::new()
        } else {
            format!("\nOn larger boards: {}.\n", values.join(", "))
        }
    }

    fn table(&self) -> String {
        let most_cols = self.boards(false).map(|((_, cols), _)| *cols).max().unwrap_or(0);
        let least_cols = self.boards(false).map(|((_, cols), _)| *cols).min().unwrap_or(0);
        let cols = least_cols..=most_cols;
        let names: String = cols.clone().map(|col| format!(" {col} |")).collect();
        let mut out = format!("| |{names}\n| --- |{}\n", " --- |".repeat(cols.clone().count()));
        let rows: BTreeSet<_> = self.boards(false).map(|((row, _), _)| *row).collect();
        for row in rows {
            let value = |col| self.boards.get(&(row, col)).map_or("", String::as_str);
            let values: String = cols.clone().map(|col| format!(" {} |", value(col))).collect();
            out += &format!("| **{row}** |{values}\n");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(game: &'static str, rules: &str, end: &str) -> (Run, String) {
        let run = Run { game, rules: rules.to_owned() };
        let row = format!("| `{}` | {end} | 0 / 0 / 0 / 0 | none |", run.command());
        (run, row)
    }

    #[test]
    fn values_stand_where_their_boards_are() {
        let rows = [
            row("konane", "rows=1,cols=2", "win 7 | 1,000"),
            row("konane", "rows=3,cols=1", "lose 12 | 30"),
            row("konane", "rows=1,cols=2,misere=true,any_piece=true", "draw | 4"),
            row("konane", "rows=12,cols=1", "win 3 | 5"),
        ];
        let page = text(&rows).unwrap();
        assert!(page.contains(
            "\n| | 1 | 2 |\n| --- | --- | --- |\n| **1** |  | W 7 |\n| **3** | L 12 |  |\n\nOn larger boards: W 3 on 12 by 1.\n"
        ));
        assert!(page.contains(
            "With `misere=true` and `any_piece=true`:\n\n| | 2 |\n| --- | --- |\n| **1** | D |\n"
        ));
        assert!(page.contains("these 4 starts") && page.contains("worked out, 1,039 in all"));
        assert!(page.contains("`games solve konane --rules rows=1,cols=2` with 1,000"));
    }

    #[test]
    fn the_page_is_that_of_the_rows() {
        let page = fs::read_to_string(path()).unwrap();
        let found = text(&solved_rows().unwrap()).unwrap();
        assert_eq!(page, found, "write it anew: cargo xtask solving --overview");
    }
}
