//! The game on the board: what the controller sets up and plays.

use games::{GameInfo, Session};
use games_core::{GameTree, Side};

/// Rules, start, and what was played since.
#[derive(Clone)]
pub(super) struct Game {
    info: &'static GameInfo,
    /// The options that were given, each once.
    options: Vec<(String, String)>,
    /// The position text of the start; the initial position if `None`.
    start: Option<String>,
    played: Vec<(Side, String)>,
    /// What stood where a turn was passed over, or a finished game went on: a game in progress
    /// begins anew there, and `undo` has to find the way back.
    before: Vec<Box<dyn Session>>,
    session: Box<dyn Session>,
}

impl Game {
    /// Opens the game's initial position.
    pub(super) fn new(info: &'static GameInfo, rules: Option<&str>) -> Result<Self, games::Error> {
        let session = info.open(rules, None)?;
        let options = rules.map(options).unwrap_or_default();
        let (played, before) = (Vec::new(), Vec::new());
        Ok(Self { info, options, start: None, played, before, session })
    }

    pub(super) fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// Returns the game in progress.
    pub(super) fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Returns the moves played, with their sides, since the start.
    pub(super) fn played(&self) -> &[(Side, String)] {
        &self.played
    }

    /// Returns whether the game has an option.
    pub(super) fn has_option(&self, key: &str) -> bool {
        self.info.keys.iter().any(|known| known.key == key)
    }

    /// Returns the value that an option has.
    pub(super) fn option(&self, key: &str) -> Option<String> {
        let value = |(name, value)| (name == key).then_some(value);
        options(self.session.rules()).into_iter().find_map(value)
    }

    /// Empties the board.
    pub(super) fn clear(&mut self) -> Result<(), String> {
        self.renew(self.options.clone())
    }

    /// Sets the board's size, and empties it. An error changes nothing.
    pub(super) fn set_size(&mut self, size: &str) -> Result<(), String> {
        self.renew(self.with("size", size)).map_err(|e| format!("unacceptable size: {e}"))
    }

    /// Sets the komi; the game goes on. An error changes nothing.
    pub(super) fn set_komi(&mut self, komi: &str) -> Result<(), String> {
        self.set_options(&[("komi", komi)])
    }

    /// Sets options; the game goes on. An error changes nothing.
    pub(super) fn set_options(&mut self, options: &[(&str, &str)]) -> Result<(), String> {
        let mut game = self.clone();
        for (key, value) in options {
            game.options = game.with(key, value);
        }
        game.session = game.open()?;
        game.replay(&self.played)?;
        *self = game;
        Ok(())
    }

    /// Sets up a game from a file, with its first `plies` moves. An error changes nothing.
    pub(super) fn load(&mut self, tree: &GameTree, plies: usize) -> Result<(), String> {
        let mut game = self.clone();
        game.options = options(&tree.header.rules);
        game.start = Some(tree.header.start.clone());
        game.session = game.open()?;
        game.replay(&[])?;
        for node in tree.main_line().take(plies) {
            game.play(game.session.to_move(), tree.text(node))?;
        }
        *self = game;
        Ok(())
    }

    /// Plays a move. A side that is not to move, or one in a finished game, moves if the game
    /// knows such a thing. An error changes nothing.
    pub(super) fn play(&mut self, side: Side, vertex: &str) -> Result<(), String> {
        let illegal = |e: games::Error| match e.text_error() {
            Some(e) => format!("illegal move: {e}"),
            None => format!("illegal move: {e}"),
        };
        if self.is_turn_of(side) {
            self.session.play(vertex).map_err(illegal)?;
        } else {
            let mut session = self.turned(side)?;
            session.play(vertex).map_err(illegal)?;
            self.before.push(core::mem::replace(&mut self.session, session));
        }
        let played = self.session.played();
        self.played.push((side, played.last().cloned().unwrap_or_default()));
        Ok(())
    }

    /// Takes the last move back; `false` if there is none.
    pub(super) fn undo(&mut self) -> bool {
        if self.played.pop().is_none() {
            return false;
        }
        self.session.undo();
        if self.session.plies() == 0
            && let Some(before) = self.before.pop()
        {
            self.session = before;
        }
        true
    }

    /// Returns the game in progress with `side` to move.
    pub(super) fn turned(&self, side: Side) -> Result<Box<dyn Session>, String> {
        if self.is_turn_of(side) {
            return Ok(self.session.clone());
        }
        self.session.resumed(side).ok_or_else(|| match self.session.end() {
            Some(_) => "the game is over".to_owned(),
            None => format!("it is not the turn of {}", self.session.side_name(side)),
        })
    }

    fn is_turn_of(&self, side: Side) -> bool {
        self.session.end().is_none() && self.session.to_move() == side
    }

    /// Returns the options with another value of one.
    fn with(&self, key: &str, value: &str) -> Vec<(String, String)> {
        let mut options = self.options.clone();
        match options.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => value.clone_into(old),
            None => options.push((key.to_owned(), value.to_owned())),
        }
        options
    }

    fn renew(&mut self, options: Vec<(String, String)>) -> Result<(), String> {
        let mut game = self.clone();
        (game.options, game.start) = (options, None);
        game.session = game.open()?;
        game.replay(&[])?;
        *self = game;
        Ok(())
    }

    fn open(&self) -> Result<Box<dyn Session>, String> {
        let items: Vec<_> =
            self.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let rules = Some(items.join(",")).filter(|text| !text.is_empty());
        self.info.open(rules.as_deref(), self.start.as_deref()).map_err(|e| e.to_string())
    }

    fn replay(&mut self, moves: &[(Side, String)]) -> Result<(), String> {
        self.played.clear();
        self.before.clear();
        moves.iter().try_for_each(|(side, vertex)| self.play(*side, vertex))
    }
}

/// Splits options that are known to be well-formed.
fn options(rules: &str) -> Vec<(String, String)> {
    let items = rules.split(',').filter_map(|item| item.split_once('='));
    items.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rules: &str) -> Game {
        Game::new(games::find("go").unwrap(), Some(rules)).unwrap()
    }

    fn play(game: &mut Game, moves: &str) {
        let mut words = moves.split_whitespace();
        while let (Some(color), Some(vertex)) = (words.next(), words.next()) {
            game.play(super::super::command::color(color).unwrap(), vertex).unwrap();
        }
    }

    #[test]
    fn moves_out_of_turn_are_taken_back_one_by_one() {
        let mut game = game("size=5,ko=ssk");
        let mut positions = vec![game.session().position()];
        for m in ["b A1", "b B2", "w C3", "w D4", "b pass", "w pass", "b E5"] {
            play(&mut game, m);
            positions.push(game.session().position());
        }
        assert_eq!(positions[4], "...../...w./..w../.b.../b.... b 0 - 0:0");
        assert_eq!(positions[7], "....b/...w./..w../.b.../b.... w 0 - 0:0");
        for position in positions.iter().rev().skip(1) {
            assert!(game.undo());
            assert_eq!(game.session().position(), *position);
        }
        assert!(!game.undo());
    }

    #[test]
    fn another_komi_keeps_the_game_and_another_size_does_not() {
        let mut game = game("size=5");
        play(&mut game, "b C3 b B2 w D4");
        let position = game.session().position();
        game.set_komi("0.5").unwrap();
        assert_eq!(game.session().position(), position);
        // Two stones to one, less the komi, in half points.
        assert_eq!(game.session().margin_now(), Some(1));
        assert!(game.set_komi("one").is_err() && game.set_size("26").is_err());
        assert_eq!(game.session().position(), position);
        assert!(game.undo() && game.undo());
        game.set_size("7x3").unwrap();
        assert_eq!(game.session().position(), "......./......./....... b 0 - 0:0");
        assert!(game.session().rules().contains("komi=0.5"), "{}", game.session().rules());
        // The cap on length follows the size.
        assert!(game.session().rules().contains("max_plies=184"), "{}", game.session().rules());
    }

    #[test]
    fn an_illegal_move_out_of_turn_changes_nothing() {
        let mut game = game("size=5");
        play(&mut game, "b C3");
        assert!(game.play(Side::First, "C3").is_err());
        assert_eq!(game.session().to_move(), Side::Second);
        assert_eq!(game.played().len(), 1);
    }
}
