//! The tables on the page.

use anyhow::Result;

use super::{
    figures::{self, Counts, Figure, Rated},
    kept::Kept,
    opponents::{OPPONENTS, OURS, Opponent},
};
use crate::commands::strength::processor;

/// Our player in the ladder.
const US: &str = "alpha-beta";

/// Returns what stands on the page: against whom, and the ladder.
pub(super) fn table(kept: &Kept) -> Result<String> {
    let met: Vec<_> = OPPONENTS
        .iter()
        .map(|one| (one, kept.counts(one.spec)))
        .filter(|(_, counts)| counts.all() > 0)
        .collect();
    let whole: Vec<_> = met
        .iter()
        .filter(|(_, counts)| counts.pairs.iter().any(|&n| n > 0))
        .map(|(one, counts)| (one.id, *counts))
        .collect();
    let anchor = met
        .iter()
        .filter(|(one, _)| whole.iter().any(|(id, _)| *id == one.id))
        .find_map(|(one, _)| Some((one.id, one.anchor?)));
    let rated =
        if whole.is_empty() { Rated::default() } else { figures::rate(US, &whole, anchor)? };
    Ok(text(kept.days(), &met, &rated))
}

fn text(days: Option<(String, String)>, met: &[(&Opponent, Counts)], rated: &Rated) -> String {
    let Some((first, last)) = days else { return "No game was played yet.\n".to_owned() };
    let days = if first == last { first } else { format!("{first} to {last}") };
    let mut out = format!(
        "`{OURS}`, {days}, {}:\n\n\
         | against | games | won-drawn-lost | forfeits | percent | bar | Elo |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
        processor()
    );
    for (one, counts) in met {
        let elo = match rated.differences.get(one.id) {
            Some(Figure { value, error }) => format!("{value:+.0} ± {error:.0}"),
            None => "beyond measure".to_owned(),
        };
        let [ours, theirs] = counts.forfeits;
        let bar = one.bar.map_or_else(String::new, |bar| format!(" {bar}"));
        out += &format!(
            "| {} | {} | {} | {ours}-{theirs} | {:.1} |{bar} | {elo} |\n",
            one.name,
            counts.all(),
            counts.score(),
            counts.percent(),
        );
    }
    out += "\n| | player | rating |\n| --- | --- | --- |\n";
    let mut ladder: Vec<_> = rated.ratings.iter().collect();
    ladder.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    for (place, (id, Figure { value, error })) in (1..).zip(ladder) {
        let known = OPPONENTS.iter().find(|one| one.id == *id);
        let name = known.map_or(US, |one| one.name);
        let is_anchor = known.is_some_and(|one| one.anchor.is_some());
        let error = if is_anchor { ", given".to_owned() } else { format!(" ± {error:.0}") };
        out += &format!("| {place} | {name} | {value:.0}{error} |\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{super::figures::Game, *};

    #[test]
    fn tables_tell_results_bars_and_a_ladder_from_the_top() {
        let by_id = |id: &str| OPPONENTS.iter().find(|one| one.id == id).unwrap();
        let counts = |list: &[u8]| {
            let game =
                |(number, &half_points)| Game { number, half_points, is_forfeit: number == 1 };
            Counts::of((0..).zip(list).map(game))
        };
        let met = [
            (by_id("glaurung"), counts(&[2, 2, 1, 2])),
            (by_id("stockfish-2600"), counts(&[2, 2])),
        ];
        let figure = |value, error| Figure { value, error };
        let rated = Rated {
            differences: [("glaurung".to_owned(), figure(338.04, 120.2))].into(),
            ratings: [
                (US.to_owned(), figure(2711.6, 80.4)),
                ("glaurung".to_owned(), figure(2405.0, 120.0)),
                ("stockfish-2600".to_owned(), figure(2600.0, 0.0)),
            ]
            .into(),
        };
        let days = Some(("2026-01-02".to_owned(), "2026-01-03".to_owned()));
        let text = text(days, &met, &rated);
        let rows: Vec<_> = text.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(
            rows,
            [
                "| against | games | won-drawn-lost | forfeits | percent | bar | Elo |",
                "| --- | --- | --- | --- | --- | --- | --- |",
                "| Glaurung 2.2 | 4 | 3-1-0 | 0-1 | 87.5 | 80 | +338 ± 120 |",
                "| Stockfish 15.1 at `UCI_Elo` 2600 | 2 | 2-0-0 | 0-1 | 100.0 | | beyond measure |",
                "| | player | rating |",
                "| --- | --- | --- |",
                "| 1 | alpha-beta | 2712 ± 80 |",
                "| 2 | Stockfish 15.1 at `UCI_Elo` 2600 | 2600, given |",
                "| 3 | Glaurung 2.2 | 2405 ± 120 |",
            ]
        );
        assert!(text.contains("2026-01-02 to 2026-01-03, "), "{text}");
    }

    #[test]
    fn without_games_there_is_no_table() {
        assert_eq!(table(&Kept::default()).unwrap(), "No game was played yet.\n");
    }
}
