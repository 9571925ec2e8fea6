//! The table of a tournament: who made how many points against whom.

use std::fmt::Write;

use games::ratings::Rating;

/// The rows, the best first; columns are in the same order.
pub(super) struct CrossTable {
    pub(super) rows: Vec<Row>,
}

/// A player.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) rating: Rating,
    pub(super) forfeits: u64,
    /// Half points and games against each.
    pub(super) results: Vec<(u64, u64)>,
}

impl CrossTable {
    /// The words of all cells, a line each, under a line of heads.
    fn cells(&self) -> Vec<Vec<String>> {
        let mut heads: Vec<_> =
            ["", "player", "Elo", "+-", "points", "forfeits"].map(str::to_owned).into();
        heads.extend((1..=self.rows.len()).map(|number| number.to_string()));
        let line = |(i, row): (usize, &Row)| {
            let all = row.results.iter().fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
            let mut cells = vec![
                (i + 1).to_string(),
                row.name.clone(),
                format!("{:+.0}", row.rating.elo),
                format!("{:.0}", row.rating.error),
                score(all),
                row.forfeits.to_string(),
            ];
            cells.extend(row.results.iter().map(|&result| score(result)));
            cells
        };
        core::iter::once(heads).chain(self.rows.iter().enumerate().map(line)).collect()
    }

    /// The table as text.
    pub(super) fn text(&self) -> String {
        aligned(&self.cells())
    }

    /// The table in lines of at most so many columns: what matters least is left out first, and then
    /// names are cut. Who forfeited games is told in any case.
    pub(super) fn fitting(&self, columns: usize) -> String {
        let cells = self.cells();
        let kept = |heads: &[&str]| -> Vec<Vec<String>> {
            let is_kept = |column: &usize| heads.contains(&cells[0][*column].as_str());
            let kept: Vec<_> = (0..cells[0].len()).filter(is_kept).collect();
            cells.iter().map(|line| kept.iter().map(|&c| line[c].clone()).collect()).collect()
        };
        let last = if self.rows.iter().any(|row| row.forfeits > 0) { "forfeits" } else { "" };
        let least = kept(&["", "player", "points", last]);
        let tables = [
            cells.clone(),
            kept(&["", "player", "Elo", "+-", "points", "forfeits"]),
            kept(&["", "player", "Elo", "+-", "points", last]),
            kept(&["", "player", "Elo", "points", last]),
        ];
        let fits = |table: &&Vec<Vec<String>>| widest(&aligned(table)) <= columns;
        if let Some(table) = tables.iter().find(fits) {
            return aligned(table);
        }
        let over = widest(&aligned(&least)).saturating_sub(columns);
        let room = least.iter().map(|line| line[1].chars().count()).max().unwrap_or(0);
        aligned(&with_names_of(least, room.saturating_sub(over)))
    }

    /// The table as a picture.
    pub(super) fn svg(&self) -> String {
        const LINE: usize = 24;
        const LETTER: usize = 9;
        const GAP: usize = 18;
        let cells = self.cells();
        let width = |column: usize| {
            LETTER * cells.iter().map(|line| line[column].chars().count()).max().unwrap_or(0) + GAP
        };
        let widths: Vec<_> = (0..cells[0].len()).map(width).collect();
        let (all, height) = (widths.iter().sum::<usize>(), LINE * cells.len() + 8);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {all} {height}\" \
             width=\"{all}\" height=\"{height}\" font-family=\"monospace\" font-size=\"15\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        );
        for (i, line) in cells.iter().enumerate() {
            let (y, mut x) = (LINE * (i + 1) - 4, 0);
            for (column, cell) in line.iter().enumerate() {
                x += widths[column];
                let (at, anchor) = if column == 1 {
                    (x - widths[1] + GAP / 2, "start")
                } else {
                    (x - GAP / 2, "end")
                };
                let text = escaped(cell);
                // Writing to a text cannot fail.
                let _ = writeln!(
                    svg,
                    "<text x=\"{at}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>"
                );
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// The columns of the widest line.
fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// The same lines with names of at most so many letters.
fn with_names_of(mut cells: Vec<Vec<String>>, most: usize) -> Vec<Vec<String>> {
    for line in &mut cells {
        if line[1].chars().count() > most {
            let dots = most.min(3);
            line[1] = line[1].chars().take(most - dots).chain("...".chars().take(dots)).collect();
        }
    }
    cells
}

/// Lines of cells, one below the other.
fn aligned(cells: &[Vec<String>]) -> String {
    let width =
        |column: usize| cells.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..cells[0].len()).map(width).collect();
    let lines = cells.iter().map(|line| {
        let words = line.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            // Only names begin at the left.
            if column == 1 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        });
        words.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// `14.5/20`; nothing where nothing was played.
fn score((half_points, games): (u64, u64)) -> String {
    if games == 0 { "-".to_owned() } else { format!("{}/{games}", half_points as f64 / 2.0) }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> CrossTable {
        let row = |name: &str, elo, results: [(u64, u64); 2]| {
            let mut rating = Rating::default();
            (rating.elo, rating.error) = (elo, 40.0);
            Row { name: name.to_owned(), rating, forfeits: 0, results: results.into() }
        };
        let rows = vec![row("a<b", 50.0, [(0, 0), (5, 4)]), row("c", -50.0, [(3, 4), (0, 0)])];
        CrossTable { rows }
    }

    #[test]
    fn a_table_has_points_and_games_against_each() {
        let expected = "   player  Elo  +-  points  forfeits      1      2\n\
                        1  a<b     +50  40   2.5/4         0      -  2.5/4\n\
                        2  c       -50  40   1.5/4         0  1.5/4      -";
        assert_eq!(table().text(), expected);
    }

    #[test]
    fn a_narrow_table_keeps_every_player_and_the_points() {
        let names = ["alphabeta:depth=3,hash=64MiB,threads=2", "mcts:sims=1000", "random"];
        let row = |name: &str| Row {
            name: name.to_owned(),
            rating: Rating::default(),
            forfeits: 0,
            results: vec![(1, 2); 3],
        };
        let table = CrossTable { rows: names.map(row).into() };
        for columns in [20, 30, 40, 60, 80, 120] {
            let text = table.fitting(columns);
            assert!(widest(&text) <= columns, "{columns}:\n{text}");
            assert_eq!(text.lines().count(), 4, "{columns}:\n{text}");
            assert!(text.lines().skip(1).all(|line| line.contains("1.5/6")), "{columns}:\n{text}");
            assert_eq!(text.contains("Elo"), columns >= 60, "{columns}:\n{text}");
        }
        assert_eq!(table.fitting(120), table.text());
        let mut failed = CrossTable { rows: names.map(row).into() };
        failed.rows[1].forfeits = 77;
        for columns in [30, 40, 60, 80] {
            let text = failed.fitting(columns);
            assert!(text.lines().nth(2).unwrap().contains("  77"), "{columns}:\n{text}");
        }
        assert!(table.fitting(30).contains("alphabeta:depth=..."), "{}", table.fitting(30));
    }

    #[test]
    fn a_picture_has_every_cell() {
        let svg = table().svg();
        assert_eq!(svg.matches("<text ").count(), 3 * 8);
        assert!(svg.contains(">a&lt;b</text>") && !svg.contains("a<b"), "{svg}");
    }
}
