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

    /// Returns what the position is worth, in hundredths of the game's unit for the side to move;
    /// `None` if the teacher does not say. A won position is worth [`WON`].
    ///
    /// # Errors
    ///
    /// Why the teacher is of no more use, in one line.
    fn judge(&mut self) -> Result<Option<i32>, String>;
}

/// What a teacher calls a won position, in hundredths of the game's unit.
pub const WON: i32 = 100_000;

/// Finds a teacher for each thread; or why there is none, in one line.
pub type Hire<'a> = &'a (dyn Fn() -> Result<Box<dyn Teacher>, String> + Sync);
