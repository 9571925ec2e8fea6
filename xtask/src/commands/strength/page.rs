//! The rows of `docs/strength.md`.

use std::{fs, process::Command};

use super::{Match, Played};

/// What stands in a row before its match was played.
#[cfg(test)]
const NOT_PLAYED: &str = "not played yet";

/// Returns the row of a match: id, command, result, Elo difference, when and where.
pub(super) fn row(one: &Match, played: &Played, date: &str, processor: &str) -> String {
    let elo = match (played.elo, played.elo_error) {
        (Some(elo), Some(error)) => format!("{elo:+.0} ± {error:.0}"),
        (Some(elo), None) => format!("{elo:+.0}"),
        _ if played.is_one_sided() => "beyond measure".to_owned(),
        _ => "too few distinct games".to_owned(),
    };
    let score = format!("{}-{}-{}", played.wins, played.draws, played.losses);
    // A bar would end the cell.
    let command = one.command().replace('|', "\\|");
    format!("| `{}` | {score} | {elo} | {date}, {processor} | `{command}` |", one.id)
}

/// Returns the page with a row in place of the one with this id; nothing if there is none.
pub(super) fn with_row(page: &str, id: &str, row: &str) -> Option<String> {
    let start = format!("| `{id}` |");
    let mut found = false;
    let mut out = String::with_capacity(page.len() + row.len());
    for line in page.lines() {
        let this = line.starts_with(&start);
        found |= this;
        out.push_str(if this { row } else { line });
        out.push('\n');
    }
    found.then_some(out)
}

/// Returns the date, `2026-11-21`.
pub(crate) fn today() -> String {
    let date = Command::new("date").arg("-I").output().map(|output| output.stdout);
    let text = String::from_utf8_lossy(&date.unwrap_or_default()).trim().to_owned();
    if text.is_empty() { "no date".to_owned() } else { text }
}

/// Returns the processor's name for itself, where the system tells it.
pub(crate) fn processor() -> String {
    let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = cpus.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| "unknown processor".to_owned(), |(_, name)| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::{super::MATCHES, *};
    use crate::workspace;

    #[test]
    fn a_row_takes_the_place_of_the_one_with_its_id() {
        let page = "# Page\n| `a` | x |\n| `ab` | y |\nend\n";
        assert_eq!(
            with_row(page, "a", "| `a` | z |").as_deref(),
            Some("# Page\n| `a` | z |\n| `ab` | y |\nend\n")
        );
        assert_eq!(with_row(page, "b", "| `b` |"), None);
    }

    #[test]
    fn a_row_tells_result_interval_and_command() {
        let played =
            Played { wins: 60, draws: 2, losses: 38, elo: Some(77.6), elo_error: Some(70.2) };
        let row = row(&MATCHES[0], &played, "2026-01-02", "a machine");
        let start = format!(
            "| `{}` | 60-2-38 | +78 ± 70 | 2026-01-02, a machine | `games match ",
            MATCHES[0].id
        );
        assert!(row.starts_with(&start), "{row}");
    }

    #[test]
    fn a_row_without_elo_tells_why() {
        let row_of = |wins, draws, losses| {
            let played = Played { wins, draws, losses, elo: None, elo_error: None };
            row(&MATCHES[0], &played, "2026-01-02", "a machine")
        };
        assert!(row_of(100, 0, 0).contains("| beyond measure |"));
        assert!(row_of(0, 0, 20).contains("| beyond measure |"));
        assert!(row_of(61, 0, 39).contains("| too few distinct games |"));
        assert!(row_of(19, 1, 0).contains("| too few distinct games |"));
    }

    #[test]
    fn the_page_has_a_row_for_each_match_with_its_present_command() {
        let page = fs::read_to_string(workspace::root().join(super::super::PAGE)).unwrap();
        for one in MATCHES {
            let start = format!("| `{}` |", one.id);
            let row = page.lines().find(|line| line.starts_with(&start));
            let row = row.unwrap_or_else(|| panic!("no row for {}", one.id));
            let command = format!("`{}` |", one.command().replace('|', "\\|"));
            assert!(row.ends_with(&command), "{row}\nis not of\n{command}");
        }
        let rows = page.lines().filter(|line| line.starts_with("| `")).count();
        assert_eq!(rows, MATCHES.len(), "a row of the page is no match any more");
        assert!(
            page.lines().filter(|line| line.contains(NOT_PLAYED)).all(|l| l.starts_with("| `"))
        );
    }
}
