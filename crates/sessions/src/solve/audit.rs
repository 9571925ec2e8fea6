//! A second look at a stored table, by the plain rules of its game.

use core::sync::atomic::AtomicBool;

use games_core::solvable::NotSolvable;
use solver::{AuditError, Audited, Database, Family, PlainRules, Resources};

use super::{Numbering, numbering_of};
use crate::{Games, Session};

/// Works every position of a table out again from the positions after its moves: see
/// [`solver::audit`]. The table tells its game, which has to be one of the list, rules and start.
///
/// # Errors
///
/// As [`solver::audit`]; [`AuditError::NotSolvable`] if there is no such game, with these rules and
/// this start.
pub fn audit(
    table: &Database,
    games: Games<'_>,
    resources: Resources,
    observer: &mut dyn FnMut(&Audited),
    stop: &AtomicBool,
) -> Result<Audited, AuditError> {
    let identity = table.identity();
    let open = || games.find(&identity.game)?.open(Some(&identity.rules), None);
    let session = open().map_err(|e| NotSolvable::new(e.to_string()))?;
    let numbering = numbering_of(&*session, identity)?;
    let rules = Rules { session: &*session, numbering: &*numbering };
    solver::audit(table, (numbering.space(), &rules), resources, observer, stop)
}

struct Rules<'a> {
    session: &'a dyn Session,
    numbering: &'a dyn Numbering,
}

impl PlainRules for Rules<'_> {
    fn family(&self, key: u128) -> Option<Family> {
        self.numbering.family(self.session, key)
    }

    fn is_sound(&self, key: u128) -> bool {
        self.numbering.is_sound(self.session, key)
    }

    fn text(&self, key: u128) -> String {
        self.numbering.text_of(self.session, key).unwrap_or_default()
    }
}
