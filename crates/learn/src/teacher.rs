//! Somebody else who judges positions, so that they are learnt from with more than a result.

/// An outside player who tells what the positions of a game are worth. It follows a game move by
/// move, so that it may judge by what came before.
pub trait Teacher {
    /// Starts a game at the usual position.
    ///
    /// # Errors
    ///
    /// Why the teacher is of no more use, in one line.
    fn begin(&mut self) -> Result<(), String>;

    /// Plays a move by its text.
    ///
    /// # Errors
    ///
    /// Why the teacher is of no more use, in one line.
    fn play(&mut self, m: &str) -> Result<(), String>;

    /// Takes the last move back, if there is one.
    fn take_back(&mut self);

    /// Returns what the teacher thinks of the position.
    ///
    /// # Errors
    ///
    /// Why the teacher is of no more use, in one line.
    fn judge(&mut self) -> Result<Judgement, String>;

    /// Returns how the teacher thinks that the game goes on after each move of the position, or
    /// after the best ones, the best first, as if the game began with the position. By default
    /// nothing.
    ///
    /// # Errors
    ///
    /// Why the teacher is of no more use, in one line.
    fn judge_moves(&mut self) -> Result<Vec<Outlook>, String> {
        Ok(Vec::new())
    }
}

/// How a teacher thinks that a game goes on after one of the moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outlook {
    /// The texts of the moves, the one in question first.
    pub moves: Vec<String>,
    /// What the move is worth, in hundredths of the game's unit for whoever makes it.
    pub worth: i32,
}

/// What a teacher thinks of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// The text of the move that he would play, if he says so.
    pub best: Option<String>,
    /// What the position is worth, in hundredths of the game's unit for the side to move, if he says
    /// so. A won position is worth [`WON`].
    pub worth: Option<i32>,
}

/// What a teacher calls a won position, in hundredths of the game's unit.
pub const WON: i32 = 100_000;

/// Finds a teacher for each thread; or why there is none, in one line.
pub type Hire<'a> = &'a (dyn Fn() -> Result<Box<dyn Teacher>, String> + Sync);
