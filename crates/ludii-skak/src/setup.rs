//! Positions made of fields, and what a ruleset asks of them.

use chessmen::{Castling, Kind, Man, SquareSet, side_name};
use games_core::{Side, TextError};

use crate::{fields::Fields, position::Position, ruleset::Ruleset};

impl Fields {
    /// Makes a position under a ruleset.
    ///
    /// It needs one king a side, pawns off the first and last ranks, pawns under other men and
    /// castling marks only where the ruleset has them, an en passant square behind a pawn that can
    /// have made a double step, and the side that is not to move out of check. More of
    /// an origin is not asked for.
    pub(crate) fn position(&self, ruleset: Ruleset) -> Result<Position, TextError> {
        let mut position = Position::empty(self.to_move);
        position.marks = self.marks;
        position.buried = self.buried;
        position.en_passant = self.en_passant;
        for (square, man) in self.men.iter() {
            position.put(square, man);
        }
        self.check_men(ruleset, &position)?;
        self.check_marks(ruleset, &position)?;
        self.check_en_passant(ruleset, &position)?;
        Ok(position)
    }

    fn check_men(&self, ruleset: Ruleset, position: &Position) -> Result<(), TextError> {
        let error = |message| Err(TextError::new(self.spans.board.clone(), message));
        for side in Side::BOTH {
            let kings = position.men(side, Kind::King).len();
            if kings != 1 {
                return error(format!("{} has {kings} kings, expected one", side_name(side)));
            }
        }
        let misplaced = position.of_kind(Kind::Pawn) & SquareSet::LAST_RANKS;
        if let Some(square) = misplaced.first() {
            return error(format!("a pawn on {square}"));
        }
        if !self.buried.is_empty() && !ruleset.has_stacks() {
            return error(format!("ruleset {ruleset} has no two men on a square"));
        }
        if position.is_attacked(self.to_move.other()) {
            return error("the side that is not to move is in check".to_owned());
        }
        Ok(())
    }

    fn check_marks(&self, ruleset: Ruleset, position: &Position) -> Result<(), TextError> {
        let error = |message| Err(TextError::new(self.spans.marks.clone(), message));
        let Some(partner) = ruleset.castling_partner() else {
            if self.marks.is_empty() {
                return Ok(());
            }
            return error(format!("ruleset {ruleset} has no castling; expected `-`"));
        };
        for square in self.marks {
            let may_have = |man: Man| match man.kind {
                Kind::King => square == Castling::king_of(man.side),
                Kind::Rook => {
                    let home = Castling::king_of(man.side).rank().squares();
                    (home & SquareSet::CORNERS).contains(square)
                }
                _ => true,
            };
            let man = self.men[square];
            let is_markable =
                man.is_some_and(|man| [partner, Kind::King].contains(&man.kind) && may_have(man));
            if !is_markable {
                let partner = partner.name();
                return error(format!("no king or {partner} that could castle is on {square}"));
            }
        }
        for side in Side::BOTH {
            if (self.marks & position.men(side, Kind::Queen)).has_several() {
                return error(format!("{} has two marked queens", side_name(side)));
            }
        }
        Ok(())
    }

    fn check_en_passant(&self, ruleset: Ruleset, position: &Position) -> Result<(), TextError> {
        let Some(square) = self.en_passant else { return Ok(()) };
        let them = self.to_move.other();
        let passed = square.set();
        let (origin, pawn) = (passed.ahead(self.to_move), passed.ahead(them));
        let is_possible = origin.meets(ruleset.double_step_squares(them))
            && !(origin | passed).meets(position.occupied())
            && pawn.meets(position.men(them, Kind::Pawn));
        if is_possible {
            return Ok(());
        }
        let message = format!("no pawn of {} can have passed {square}", side_name(them));
        Err(TextError::new(self.spans.en_passant.clone(), message))
    }
}
