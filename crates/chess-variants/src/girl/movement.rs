//! Movements: what a player does, of which several may be one move.
//!
//! A movement has a text: `a1-c3` goes to an empty square, `h1xb8` captures, `e1~h1` swaps a Box
//! with another man, `d1+e4` copies a Flower or a Tree, `c1:b1+c2` is an Egg that copies a man to an
//! empty square and `c1:b1xc2` one that copies it onto an enemy.

use games_core::{Bits, Side, TextError, notation::quote};

use super::{
    men::{Kind, Man, side_name},
    moves::Move,
    options::Size,
    position::Position,
    rules::GirlChess,
};

/// A movement, legal or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Movement {
    Go { from: u8, to: u8, captures: bool },
    Swap { from: u8, partner: u8 },
    CopyItself { copier: u8, to: u8 },
    Egg { egg: u8, source: u8, to: u8, captures: bool },
    Pass,
}

impl<B: Bits> GirlChess<B> {
    /// Returns the movements that make a legal move, that with its canonical name first: a man
    /// that copies itself comes before an Egg, a lower copier before a higher one, and a lower
    /// source before a higher one.
    pub(super) fn movements(&self, state: &Position<B>, m: Move) -> Vec<Movement> {
        let is_taken = |square: u8| state.occupied().contains(square.into());
        match m {
            Move::Go { from, to } => vec![Movement::Go { from, to, captures: is_taken(to) }],
            Move::Swap { from, partner } => vec![Movement::Swap { from, partner }],
            Move::Copy { man, to } => self.copy_movements(state, man, to),
            Move::Pass => vec![Movement::Pass],
        }
    }

    fn copy_movements(&self, state: &Position<B>, man: Man, to: u8) -> Vec<Movement> {
        let us = state.to_move();
        let powers = self.powers(state, us);
        let mut movements = Vec::new();
        if man.side == us && !state.occupied().contains(to.into()) {
            for copier in state.men(us, man.kind).ones().map(|i| i as u8) {
                let can = match man.kind {
                    Kind::Flower => powers.flower_copies(copier).contains(to.into()),
                    Kind::Tree => true,
                    _ => false,
                };
                if can {
                    movements.push(Movement::CopyItself { copier, to });
                }
            }
        }
        let captures = state.occupied().contains(to.into());
        for egg in state.men(us, Kind::Egg).ones().map(|i| i as u8) {
            if powers.egg_copies(egg, man).contains(to.into()) {
                let sources = powers.egg_sources(egg) & state.men(man.side, man.kind);
                let copy = |source| Movement::Egg { egg, source: source as u8, to, captures };
                movements.extend(sources.ones().map(copy));
            }
        }
        movements
    }

    /// Returns the move that a movement makes, or why it is not legal.
    pub(super) fn move_of(&self, state: &Position<B>, movement: Movement) -> Result<Move, String> {
        if state.winner_by_girls().is_some() {
            return Err("the game is over".to_owned());
        }
        let us = state.to_move();
        let name = |square| square_name(self.size(), square);
        let owned = |square| {
            state
                .man_on(square)
                .filter(|man| man.side == us)
                .ok_or_else(|| format!("{} has no man on {}", side_name(us), name(square)))
        };
        let (m, captures) = match movement {
            Movement::Go { from, to, captures } => {
                owned(from)?;
                (Move::Go { from, to }, Some((to, captures)))
            }
            Movement::Swap { from, partner } => (Move::Swap { from, partner }, None),
            Movement::CopyItself { copier, to } => {
                let man = owned(copier)?;
                if !matches!(man.kind, Kind::Flower | Kind::Tree) {
                    return Err(format!("a {} does not copy itself", man.kind.name()));
                }
                (Move::Copy { man, to }, None)
            }
            Movement::Egg { egg, source, to, captures } => {
                if owned(egg)?.kind != Kind::Egg {
                    return Err(format!("no Egg stands on {}", name(egg)));
                }
                let man = state.man_on(source);
                let man = man.ok_or_else(|| format!("{} is empty", name(source)))?;
                (Move::Copy { man, to }, Some((to, captures)))
            }
            Movement::Pass => (Move::Pass, None),
        };
        if let Some((to, captures)) = captures
            && captures != state.occupied().contains(to.into())
        {
            return Err(if captures {
                format!("{} is empty, and `x` captures", name(to))
            } else {
                format!("a man stands on {}: capturing is written `x`", name(to))
            });
        }
        if self.powers(state, us).is_legal(m) && self.movements(state, m).contains(&movement) {
            return Ok(m);
        }
        Err("not legal here".to_owned())
    }

    pub(super) fn movement_text(&self, movement: Movement) -> String {
        let name = |square| square_name(self.size(), square);
        let sign = |captures, otherwise| if captures { 'x' } else { otherwise };
        match movement {
            Movement::Go { from, to, captures } => {
                format!("{}{}{}", name(from), sign(captures, '-'), name(to))
            }
            Movement::Swap { from, partner } => format!("{}~{}", name(from), name(partner)),
            Movement::CopyItself { copier, to } => format!("{}+{}", name(copier), name(to)),
            Movement::Egg { egg, source, to, captures } => {
                let sign = sign(captures, '+');
                format!("{}:{}{sign}{}", name(egg), name(source), name(to))
            }
            Movement::Pass => "pass".to_owned(),
        }
    }
}

/// Returns the name of a square.
pub(super) fn square_name(size: Size, square: u8) -> String {
    let (file, rank) = size.place(square);
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// Reads the text of a movement on a board of some size.
pub(super) fn read(size: Size, text: &str) -> Result<Movement, TextError> {
    if text == "pass" {
        return Ok(Movement::Pass);
    }
    let unreadable = || {
        let message = format!(
            "{} is no move; expected a1-c3, h1xb8, e1~h1, d1+e4, c1:b1+c2, c1:b1xc2 or pass",
            quote(text)
        );
        TextError::whole(text, message)
    };
    let mut reader = Reader { size, text, at: 0 };
    let first = reader.square()?.ok_or_else(unreadable)?;
    let sign = reader.sign().ok_or_else(unreadable)?;
    let second = reader.square()?.ok_or_else(unreadable)?;
    let movement = match sign {
        '-' | 'x' => Movement::Go { from: first, to: second, captures: sign == 'x' },
        '~' => Movement::Swap { from: first, partner: second },
        '+' => Movement::CopyItself { copier: first, to: second },
        ':' => {
            let sign = reader.sign().filter(|c| "+x".contains(*c)).ok_or_else(unreadable)?;
            let to = reader.square()?.ok_or_else(unreadable)?;
            Movement::Egg { egg: first, source: second, to, captures: sign == 'x' }
        }
        _ => return Err(unreadable()),
    };
    if reader.at == text.len() { Ok(movement) } else { Err(unreadable()) }
}

struct Reader<'a> {
    size: Size,
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn sign(&mut self) -> Option<char> {
        let sign = self.text[self.at..].chars().next()?;
        self.at += sign.len_utf8();
        Some(sign)
    }

    /// `None` if no square's name stands here, an error if it is off the board.
    fn square(&mut self) -> Result<Option<u8>, TextError> {
        let rest = &self.text.as_bytes()[self.at..];
        let Some(file) = rest.first().filter(|b| b.is_ascii_lowercase()) else { return Ok(None) };
        let digits = rest[1..].iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 || rest[1] == b'0' {
            return Ok(None);
        }
        let name = &self.text[self.at..=self.at + digits];
        let file = file - b'a';
        let rank = name[1..].parse::<u8>().ok().filter(|rank| *rank <= self.size.height());
        let span = self.at..self.at + name.len();
        let Some(rank) = rank.filter(|_| file < self.size.width()) else {
            let message = format!("{} is off the board of {}", quote(name), self.size);
            return Err(TextError::new(span, message));
        };
        self.at = span.end;
        Ok(Some(self.size.square(file, rank - 1)))
    }
}

/// Returns what a movement does, in words.
pub(super) fn say<B: Bits>(size: Size, state: &Position<B>, movement: Movement) -> String {
    let name = |square| square_name(size, square);
    let man = |square| state.man_on(square).map_or("man", |man| man.kind.name());
    match movement {
        Movement::Go { from, to, captures: true } => {
            format!("{} {} takes the {} on {}", man(from), name(from), man(to), name(to))
        }
        Movement::Go { from, to, .. } => format!("{} {} to {}", man(from), name(from), name(to)),
        Movement::Swap { from, partner } => format!(
            "Box {} changes places with the {} on {}",
            name(from),
            man(partner),
            name(partner)
        ),
        Movement::CopyItself { copier, to } => {
            format!("{} {} copies itself to {}", man(copier), name(copier), name(to))
        }
        Movement::Egg { egg, source, to, captures } => {
            let whose = match state.man_on(source).map(|man| man.side) {
                Some(Side::First) => "White's",
                _ => "Black's",
            };
            let what = man(source);
            let copies = format!("Egg {} copies {whose} {what} to {}", name(egg), name(to));
            if captures { format!("{copies} and destroys the {}", man(to)) } else { copies }
        }
        Movement::Pass => "pass".to_owned(),
    }
}
