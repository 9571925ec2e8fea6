//! The eight kinds of men.

use games_core::Side;

/// What a man is. How each kind moves stands in [the module's documentation](super).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Walks straight, or changes places with an own man.
    Box,
    /// Jumps a little, or copies men beside it.
    Egg,
    /// Jumps exactly 2, or copies itself exactly 3 away.
    Flower,
    /// Jumps anywhere; whoever has none left has lost.
    Girl,
    /// Walks 3, or jumps to a Rat's side.
    Kittey,
    /// Jumps exactly 5 or 6.
    Rat,
    /// Walks 2, or jumps to a Flower's side; doubles the distances of own men beside it.
    Snail,
    /// Stands, cannot be destroyed, and copies itself to any empty square.
    Tree,
}

impl Kind {
    /// All kinds in the order of their letters.
    pub const ALL: [Self; 8] = [
        Self::Box,
        Self::Egg,
        Self::Flower,
        Self::Girl,
        Self::Kittey,
        Self::Rat,
        Self::Snail,
        Self::Tree,
    ];

    /// Returns the letter of position texts, in upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        b"BEFGKRST"[self as usize] as char
    }

    /// Returns the kind as the rules spell it: `Kittey`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["Box", "Egg", "Flower", "Girl", "Kittey", "Rat", "Snail", "Tree"][self as usize]
    }

    /// Returns whether an own Snail beside such a man changes what it can do.
    #[must_use]
    pub const fn has_distances(self) -> bool {
        !matches!(self, Self::Box | Self::Girl | Self::Tree)
    }
}

/// A man: whose it is and what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Man {
    /// The owner.
    pub side: Side,
    /// The kind.
    pub kind: Kind,
}

impl Man {
    /// Returns the letter of position texts: upper case for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.kind.letter(),
            Side::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Returns the man that a letter stands for.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let kind = Kind::ALL.into_iter().find(|k| k.letter() == letter.to_ascii_uppercase())?;
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        Some(Self { side, kind })
    }
}

/// Returns `White` or `Black`.
pub(super) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}
