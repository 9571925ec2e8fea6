//! The table on the page.

use super::cells::{Cells, GAMES, TECHNIQUES};

/// What stands in a cell that was not played.
const MISSING: &str = "?";

/// Returns the table: a row for each technique, a column for each game.
pub(super) fn table(cells: &Cells, processor: &str) -> String {
    let Some((first, last)) = cells.days() else { return "No match was played yet.\n".to_owned() };
    let days = if first == last { first.to_owned() } else { format!("{first} to {last}") };
    let names = GAMES.map(|game| game.name).join(" | ");
    let rule = "| --- ".repeat(GAMES.len() + 1);
    let mut out = format!("{days}, {processor}:\n\n| technique | {names} |\n{rule}|\n");
    for technique in TECHNIQUES {
        out += &format!("| `{technique}` |");
        for game in &GAMES {
            match cells.get(technique, game).map(super::Cell::text) {
                None => out += &format!(" {MISSING} |"),
                Some(text) if text.is_empty() => out += " |",
                Some(text) => out += &format!(" {text} |"),
            }
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Cell, cells::tests::answer},
        *,
    };

    #[test]
    fn a_row_is_a_technique_and_what_was_not_played_shows() {
        let mut cells = Cells::default();
        assert_eq!(table(&cells, "machine"), "No match was played yet.\n");
        let played = |game, day| Cell::played(game, "futility", &answer(Some(-12.3)), day).unwrap();
        cells.add(played(&GAMES[0], "2026-01-03"));
        cells.add(played(&GAMES[2], "2026-01-02"));
        cells.add(Cell::without_effect(&GAMES[1], "futility"));
        let text = table(&cells, "machine");
        assert!(
            text.starts_with("2026-01-02 to 2026-01-03, machine:\n\n| technique | chess |"),
            "{text}"
        );
        let row = text.lines().find(|line| line.starts_with("| `futility` |"));
        assert_eq!(row, Some("| `futility` | -12 ± 55 | | -12 ± 55 | ? | ? | ? | ? | ? |"));
        let columns = |line: &str| line.matches('|').count();
        assert!(text.lines().skip(2).all(|line| columns(line) == GAMES.len() + 2), "{text}");
    }
}
