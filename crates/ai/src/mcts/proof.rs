//! Proofs in the tree.

use super::{
    facts::{Certainty, Facts},
    node::Node,
    tree::Tree,
};

/// Works out a node's value from those of its children, as far as they are proved: a side wins if
/// one of its moves does, and otherwise every move has to be known.
pub(super) fn prove<M: Copy>(tree: &Tree<M>, node: &Node<M>) {
    let Some(children) = tree.children(node) else { return };
    let facts = node.facts();
    let side = facts.side();
    let (mut quickest_win, mut longest_draw, mut longest_loss) = (None, None, None);
    let mut is_open = false;
    for child in children.nodes {
        let child = child.facts();
        let plies = child.plies();
        match child.certainty().proved_for(side) {
            Some(1) => quickest_win = Some(quickest_win.map_or(plies, |best| plies.min(best))),
            Some(0) => longest_draw = longest_draw.max(Some(plies)),
            Some(_) => longest_loss = longest_loss.max(Some(plies)),
            None => is_open = true,
        }
    }
    let proved = match (quickest_win, longest_draw, longest_loss) {
        (Some(plies), _, _) => Some((Certainty::Won(side), plies)),
        _ if is_open => None,
        (_, Some(plies), _) => Some((Certainty::Drawn, plies)),
        (_, _, Some(plies)) => Some((Certainty::Won(side.other()), plies)),
        (None, None, None) => None,
    };
    if let Some((certainty, plies)) = proved {
        node.set(Facts::new(certainty, side, plies.saturating_add(1)));
    }
}
