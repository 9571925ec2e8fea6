//! Moves that are picked cell by cell.

use games::LegalMove;

/// What the cells that were picked so far may mean.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Meant {
    /// The moves that are picked by just these cells, as indices of the legal ones.
    pub(super) moves: Vec<usize>,
    /// Whether others go on from here.
    pub(super) goes_on: bool,
}

impl Meant {
    /// The moves that begin with these cells.
    pub(super) fn by(legal: &[LegalMove], cells: &[usize]) -> Self {
        let mut meant = Self::default();
        for (number, m) in legal.iter().enumerate() {
            let mut fitting = m.picks.iter().filter(|pick| pick.starts_with(cells)).peekable();
            if fitting.peek().is_none() {
                continue;
            }
            match fitting.any(|pick| pick.len() == cells.len()) {
                true => meant.moves.push(number),
                false => meant.goes_on = true,
            }
        }
        meant
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.moves.is_empty() && !self.goes_on
    }

    /// The move, if nothing else can be meant.
    pub(super) fn only(&self) -> Option<usize> {
        match self.moves[..] {
            [only] if !self.goes_on => Some(only),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(game: &str, position: Option<&str>, cells: &[&str]) -> (Vec<String>, bool) {
        let session = games::find(game).unwrap().open(None, position).unwrap();
        let board = session.board();
        let cells: Vec<_> = cells.iter().map(|name| board.cell(name).unwrap()).collect();
        let legal = session.legal();
        let meant = Meant::by(&legal, &cells);
        (meant.moves.iter().map(|&m| legal[m].text.clone()).collect(), meant.goes_on)
    }

    #[test]
    fn a_man_is_picked_and_then_its_goal() {
        assert_eq!(meant("chess", None, &["e2"]), (vec![], true));
        assert_eq!(meant("chess", None, &["e2", "e4"]), (vec!["e2e4".to_owned()], false));
        assert_eq!(meant("chess", None, &["e2", "e5"]), (vec![], false));
    }

    #[test]
    fn what_a_pawn_becomes_is_left_to_be_chosen() {
        let position = Some("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        let (moves, goes_on) = meant("chess", position, &["a7", "a8"]);
        assert_eq!((moves.len(), goes_on), (4, false));
    }

    #[test]
    fn every_move_is_picked_or_a_button() {
        for id in games::registry().iter().map(|game| game.id) {
            let session = games::find(id).unwrap().open(None, None).unwrap();
            let legal = session.legal();
            for (number, m) in legal.iter().enumerate() {
                for pick in m.picks.iter().filter(|pick| !pick.is_empty()) {
                    assert!(Meant::by(&legal, pick).moves.contains(&number), "{id}: {}", m.text);
                }
            }
        }
    }
}
