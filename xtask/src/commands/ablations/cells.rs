//! The cells of the table, and the file of those that are finished.

use serde_json::{Value as Json, json};

/// A game and how its matches are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Game {
    pub(super) id: &'static str,
    /// What the column is called.
    pub(super) name: &'static str,
    pub(super) rules: Option<&'static str>,
    /// A book of even openings; without one, pairs of games begin with random plies.
    book: Option<&'static str>,
    /// Random plies at the start of each pair of games, and of searches that tell whether a technique
    /// has an effect.
    pub(super) opening_plies: u32,
    /// How deep searches are that tell whether a technique has an effect.
    pub(super) depth: u32,
}

/// The usual player, who judges by the estimate that was written by hand: it is there in all games.
pub(super) const PLAYER: &str = "alphabeta:nodes=3000,eval=own";

pub(super) const GAMES: [Game; 8] = [
    Game::new("chess", "chess", 6, 8).book("docs/strength/chess.epd"),
    Game::new("atomic", "atomic chess", 4, 7),
    Game::new("skak", "Skak", 6, 7).book("docs/strength/skak.txt"),
    Game::new("girl-chess", "Girl Chess", 4, 5).book("docs/strength/girl-chess.txt"),
    Game::new("othello", "Othello", 6, 8).book("docs/strength/othello.txt"),
    Game::new("konane", "Konane 8 by 8", 6, 8).rules("rows=8,cols=8"),
    Game::new("surround", "Surround 8 by 8", 4, 10)
        .rules("rows=8,cols=8")
        .book("docs/strength/surround-8.txt"),
    Game::new("go", "Go 9 by 9", 4, 4),
];

/// What changes nothing in a first search: it is about what comes after another one.
pub(super) const LASTING: &str = "lasting_history";

/// The techniques: what is most interesting comes first.
pub(super) const TECHNIQUES: [&str; 19] = [
    "late_moves",
    "futility",
    "null_move",
    "history",
    LASTING,
    "killers",
    "table",
    "quiescence",
    "extensions",
    "aspiration",
    "principal_variation",
    "improving",
    "deeper_reductions",
    "internal_reduction",
    "enhanced_cutoffs",
    "counter_moves",
    "move_kinds",
    "corrections",
    "hints",
];

impl Game {
    const fn new(id: &'static str, name: &'static str, opening_plies: u32, depth: u32) -> Self {
        Self { id, name, rules: None, book: None, opening_plies, depth }
    }

    const fn book(self, book: &'static str) -> Self {
        Self { book: Some(book), ..self }
    }

    const fn rules(self, rules: &'static str) -> Self {
        Self { rules: Some(rules), ..self }
    }

    /// A command of `games` about this game.
    pub(super) fn command<'a>(&self, name: &'a str) -> Vec<&'a str> {
        let rules = self.rules.map(|rules| ["--rules", rules]);
        [name, self.id].into_iter().chain(rules.into_iter().flatten()).collect()
    }

    /// The arguments of `games` for the match of a technique.
    pub(super) fn arguments(&self, technique: &str) -> Vec<String> {
        let other = format!("{PLAYER},{technique}=false");
        let plies = self.opening_plies.to_string();
        let players = ["--p1", PLAYER, "--p2", &other];
        let openings = self.book.map_or(["--opening-plies", &plies], |book| ["--openings", book]);
        let counts = ["--games", "200", "--seed", "1"];
        let words = self.command("match").into_iter().chain(players).chain(openings).chain(counts);
        words.map(str::to_owned).collect()
    }
}

/// What a technique is worth in a game: the line of a file.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Cell {
    fields: Json,
}

impl Cell {
    fn new(game: &Game, technique: &str, effect: bool) -> Self {
        let command = game.arguments(technique).join(" ");
        let fields = json!({
            "technique": technique, "game": game.id, "command": command, "effect": effect,
        });
        Self { fields }
    }

    /// A technique that changes nothing in this game.
    pub(super) fn without_effect(game: &Game, technique: &str) -> Self {
        Self::new(game, technique, false)
    }

    /// A match, as `games match` tells it.
    pub(super) fn played(game: &Game, technique: &str, json: &Json, date: &str) -> Option<Self> {
        let mut cell = Self::new(game, technique, true);
        for name in ["wins", "draws", "losses", "distinct"] {
            cell.fields[name] = json!(json[name].as_u64()?);
        }
        cell.fields["pairs"] = json["pairs"].clone();
        // They are nothing where pairs are too few, or one side has won them all.
        for name in ["elo", "elo_error"] {
            cell.fields[name] = json!(json[name].as_f64());
        }
        cell.fields["date"] = json!(date);
        Some(cell)
    }

    fn read(line: &str) -> Option<Self> {
        let fields: Json = serde_json::from_str(line).ok()?;
        let is_whole = fields["technique"].is_string()
            && fields["game"].is_string()
            && fields["effect"].is_boolean();
        is_whole.then_some(Self { fields })
    }

    fn is_of(&self, technique: &str, game: &Game) -> bool {
        self.fields["technique"] == technique
            && self.fields["game"] == game.id
            && self.fields["command"] == game.arguments(technique).join(" ")
    }

    pub(super) fn day(&self) -> Option<&str> {
        self.fields["date"].as_str()
    }

    /// What stands in the table.
    pub(super) fn text(&self) -> String {
        if self.fields["effect"] == false {
            return String::new();
        }
        let count = |name: &str| self.fields[name].as_u64().unwrap_or_default();
        match (self.fields["elo"].as_f64(), self.fields["elo_error"].as_f64()) {
            (Some(elo), Some(error)) => format!("{elo:+.0} ± {error:.0}"),
            _ => format!("{}-{}-{}", count("wins"), count("draws"), count("losses")),
        }
    }
}

/// The cells that are finished.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Cells {
    cells: Vec<Cell>,
}

impl Cells {
    /// Reads the file; a line that was not written to its end is dropped.
    pub(super) fn read(text: &str) -> Self {
        Self { cells: text.lines().filter_map(Cell::read).collect() }
    }

    pub(super) fn text(&self) -> String {
        self.cells.iter().map(|cell| format!("{}\n", cell.fields)).collect()
    }

    /// Returns a cell that was played as it would be today.
    pub(super) fn get(&self, technique: &str, game: &Game) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.is_of(technique, game))
    }

    /// Adds a cell in the place of one that was played otherwise.
    pub(super) fn add(&mut self, cell: Cell) {
        let place = |of: &Cell| [of.fields["technique"].clone(), of.fields["game"].clone()];
        self.cells.retain(|other| place(other) != place(&cell));
        self.cells.push(cell);
    }

    /// The techniques of which a cell of these games is missing.
    pub(super) fn rows(&self, games: &[&Game]) -> Vec<&'static str> {
        let is_missing =
            |technique: &&str| games.iter().any(|game| self.get(technique, game).is_none());
        TECHNIQUES.into_iter().filter(is_missing).collect()
    }

    /// The first and the last day of matches.
    pub(super) fn days(&self) -> Option<(&str, &str)> {
        let days = || self.cells.iter().filter_map(Cell::day);
        Some((days().min()?, days().max()?))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// What `games match --json` prints, as far as it matters here.
    pub(in super::super) fn answer(elo: Option<f64>) -> Json {
        json!({
            "wins": 60, "draws": 1, "losses": 39, "distinct": 98, "pairs": [1, 2, 3, 4, 5],
            "elo": elo, "elo_error": elo.map(|_| 55.4), "seed": 1,
        })
    }

    #[test]
    fn the_match_of_a_cell_is_the_usual_player_against_itself_without_the_technique() {
        let words = |game: usize| GAMES[game].arguments("killers").join(" ");
        assert_eq!(
            words(5),
            "match konane --rules rows=8,cols=8 --p1 alphabeta:nodes=3000,eval=own \
             --p2 alphabeta:nodes=3000,eval=own,killers=false --opening-plies 6 --games 200 --seed 1"
        );
        assert_eq!(
            words(0),
            "match chess --p1 alphabeta:nodes=3000,eval=own \
             --p2 alphabeta:nodes=3000,eval=own,killers=false \
             --openings docs/strength/chess.epd --games 200 --seed 1"
        );
    }

    #[test]
    fn an_answer_becomes_a_cell() {
        let cell = |elo| Cell::played(&GAMES[0], "table", &answer(elo), "2026-01-02").unwrap();
        assert_eq!(cell(Some(73.6)).text(), "+74 ± 55");
        assert_eq!(cell(None).text(), "60-1-39");
        assert_eq!(Cell::played(&GAMES[0], "table", &json!({"wins": 1}), ""), None);
        assert_eq!(Cell::without_effect(&GAMES[0], "table").text(), "");
    }

    #[test]
    fn what_is_finished_is_not_played_again() {
        let [chess, atomic] = [&GAMES[0], &GAMES[1]];
        let mut cells = Cells::default();
        assert_eq!(cells.rows(&[chess]), TECHNIQUES);
        cells.add(Cell::played(chess, "late_moves", &answer(None), "2026-01-02").unwrap());
        cells.add(Cell::without_effect(chess, "futility"));
        // Back from the file, whose last line was not written to its end.
        let text = cells.text() + "{\"technique\":\"null_move\",\"game\":\"che";
        let mut cells = Cells::read(&text);
        assert_eq!(cells.rows(&[chess]), TECHNIQUES[2..]);
        assert_eq!(cells.rows(&[chess, atomic]), TECHNIQUES);
        assert_eq!(cells.days(), Some(("2026-01-02", "2026-01-02")));
        // A cell that was played otherwise counts no more, and makes room.
        let otherwise = Cells::read(&cells.text().replace("nodes=3000", "nodes=2000"));
        assert_eq!(otherwise.rows(&[chess]), TECHNIQUES);
        let before = cells.text().lines().count();
        cells.add(Cell::without_effect(chess, "late_moves"));
        assert_eq!(cells.text().lines().count(), before);
        assert_eq!(cells.get("late_moves", chess).unwrap().text(), "");
    }
}
