//! The file of all games: the files of results of `games match`, one behind the other.
//!
//! A line that tells what is played begins a section, and its games follow. Lines stay as they were
//! written, with their checksums, so that a section alone is a file that `games match` goes on from.

use serde_json::Value as Json;

use super::figures::{Counts, Game};

/// The games of all pairings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Kept {
    sections: Vec<Section>,
}

/// The games against one opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Section {
    /// The opponent, as it stands in the first line.
    spec: String,
    /// All lines.
    text: String,
}

impl Kept {
    /// Reads the file. A last line without an end is dropped: whoever wrote it was killed.
    pub(super) fn read(text: &str) -> Self {
        let mut sections: Vec<Section> = Vec::new();
        for line in whole(text).split_inclusive('\n') {
            match opponent(line) {
                Some(spec) => sections.push(Section { spec, text: line.to_owned() }),
                None => sections.iter_mut().next_back().into_iter().for_each(|s| s.text += line),
            }
        }
        Self { sections }
    }

    pub(super) fn text(&self) -> String {
        self.sections.iter().map(|section| section.text.as_str()).collect()
    }

    /// Returns the lines of an opponent; nothing before its first game.
    pub(super) fn section(&self, spec: &str) -> &str {
        let found = self.sections.iter().find(|section| section.spec == spec);
        found.map_or("", |section| &section.text)
    }

    /// Takes the games that a match has in its own file, if these go on from those that are
    /// kept; games of another match there do not count.
    pub(super) fn take_up(&mut self, spec: &str, there: &str) {
        let there = whole(there);
        let is_its_own = there.lines().next().and_then(opponent).is_some_and(|of| of == spec);
        if !is_its_own || !there.starts_with(self.section(spec)) {
            return;
        }
        match self.sections.iter_mut().find(|section| section.spec == spec) {
            Some(section) => there.clone_into(&mut section.text),
            None => self.sections.push(Section { spec: spec.to_owned(), text: there.to_owned() }),
        }
    }

    /// Returns how many games were played against an opponent.
    pub(super) fn games(&self, spec: &str) -> usize {
        self.section(spec).lines().skip(1).count()
    }

    /// Returns what we did against an opponent.
    pub(super) fn counts(&self, spec: &str) -> Counts {
        Counts::of(self.section(spec).lines().skip(1).filter_map(game))
    }

    /// Returns the first and the last day of games.
    pub(super) fn days(&self) -> Option<(String, String)> {
        let lines = self.sections.iter().flat_map(|section| section.text.lines());
        let mut days: Vec<_> = lines
            .filter_map(|line| {
                let game: Json = serde_json::from_str(line).ok()?;
                game["date"].as_str().map(str::to_owned)
            })
            .collect();
        days.sort_unstable();
        Some((days.first()?.clone(), days.last()?.clone()))
    }
}

/// Reads a game: whose side won it, and which side our player had.
fn game(line: &str) -> Option<Game> {
    let game: Json = serde_json::from_str(line).ok()?;
    let (outcome, ours) = (game["outcome"].as_str()?, game["first_player"].as_str()?);
    let half_points = match outcome {
        "draw" => 1,
        side => 2 * u8::from(side == ours),
    };
    let is_forfeit = game["fault"].is_string();
    Some(Game { number: game["game"].as_u64()?, half_points, is_forfeit })
}

/// The opponent that a first line names; nothing if it is no first line.
fn opponent(line: &str) -> Option<String> {
    let line = line.strip_prefix("{\"format\":")?;
    let fields: Json = serde_json::from_str(&format!("{{\"format\":{line}")).ok()?;
    fields["p2"].as_str().map(str::to_owned)
}

/// The lines that have an end.
fn whole(text: &str) -> &str {
    &text[..text.rfind('\n').map_or(0, |end| end + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(spec: &str) -> String {
        format!("{{\"format\":\"games match 1\",\"p1\":\"us\",\"p2\":\"{spec}\",\"sum\":\"0\"}}\n")
    }

    /// A game: the first player is the first side in games with even numbers.
    fn game(number: u64, outcome: &str) -> String {
        let side = if number.is_multiple_of(2) { "p1" } else { "p2" };
        format!(
            "{{\"game\":{number},\"first_player\":\"{side}\",\"outcome\":\"{outcome}\",\
             \"reason\":\"x\",\"moves\":\"e2e4\",\"date\":\"2026-01-0{}\"}}\n",
            number + 1
        )
    }

    fn two() -> String {
        head("a") + &game(0, "p1") + &game(1, "p1") + &head("b") + &game(0, "draw")
    }

    #[test]
    fn sections_are_files_of_their_own_and_come_back_as_they_were() {
        let kept = Kept::read(&two());
        assert_eq!(kept.text(), two());
        assert_eq!(kept.section("b"), head("b") + &game(0, "draw"));
        assert_eq!((kept.games("a"), kept.games("b"), kept.games("c")), (2, 1, 0));
        assert_eq!(kept.days(), Some(("2026-01-01".to_owned(), "2026-01-02".to_owned())));
        assert_eq!(Kept::read("").days(), None);
    }

    #[test]
    fn a_line_without_an_end_does_not_count() {
        let torn = two() + &game(1, "p2")[..30];
        assert_eq!(Kept::read(&torn), Kept::read(&two()));
        assert_eq!(Kept::read("{\"format\":").text(), "");
    }

    #[test]
    fn results_are_those_of_our_player_whichever_side_it_has() {
        let text = head("a") + &game(0, "p1") + &game(1, "p1") + &game(3, "p2") + &game(2, "draw");
        let counts = Kept::read(&text).counts("a");
        assert_eq!((counts.games, counts.pairs), ([2, 1, 1], [0, 0, 1, 1, 0]));
        assert_eq!(counts.forfeits, [0, 0]);
        let text = text
            .replace("\"p2\",\"reason\":\"x\"", "\"p2\",\"reason\":\"time\",\"fault\":\"late\"");
        assert_eq!(Kept::read(&text).counts("a").forfeits, [0, 1]);
    }

    #[test]
    fn a_match_goes_on_from_what_either_file_has() {
        let mut kept = Kept::read(&two());
        // A run was ended after it had played two games more, and was writing a third one.
        let longer = head("b") + &game(0, "draw") + &game(1, "p1") + &game(2, "p2");
        kept.take_up("b", &(longer.clone() + &game(3, "p2")[..9]));
        assert_eq!(kept.section("b"), longer);
        assert_eq!(kept.games("a"), 2);
        // Another machine, or an older state: what is kept stays.
        for older in ["", &head("b"), &(head("b") + &game(0, "draw"))] {
            kept.take_up("b", older);
            assert_eq!(kept.section("b"), longer);
        }
        // Other games of the same match do not take the place of those that are there.
        kept.take_up(
            "b",
            &(head("b") + &game(0, "p1") + &game(1, "p1") + &game(2, "p2") + &game(3, "p2")),
        );
        assert_eq!(kept.section("b"), longer);
        // Nor do those against somebody else.
        kept.take_up("c", &longer);
        assert_eq!(kept.section("c"), "");
        kept.take_up("c", &head("c"));
        assert_eq!((kept.section("c"), kept.games("c")), (&*head("c"), 0));
    }
}
