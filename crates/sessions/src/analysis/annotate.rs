//! Writing what was found into the tree of a game.

use ai::Value;
use games_core::{
    GameTree, Outcome, Side,
    game_tree::{Evaluation, NodeId},
};

use super::{Analysis, Judged, Verdict};

impl Analysis {
    /// Writes evaluations, signs, comments and better lines into the tree of the game: an
    /// evaluation takes the place of one that is there, all else is added to what is there.
    pub fn annotate(&self, tree: &mut GameTree) {
        let nodes: Vec<NodeId> = tree.main_line().collect();
        for verdict in self.verdicts() {
            let Some(&node) = nodes.get(verdict.ply - 1) else { continue };
            annotate(tree, node, verdict);
        }
    }
}

fn annotate(tree: &mut GameTree, node: NodeId, verdict: &Verdict) {
    let remarks = tree.remarks_mut(node);
    if let Some(evaluation) = evaluation(&verdict.after, verdict.next) {
        let depth = verdict.after.depth;
        remarks.evaluation = Some(evaluation);
        remarks.depth = (depth > 0).then_some(depth);
    }
    if let Some(glyph) = verdict.loss.glyph().filter(|glyph| !remarks.glyphs.contains(glyph)) {
        remarks.glyphs.push(glyph);
    }
    if let Some(comment) = verdict.comment().filter(|words| !remarks.comment.contains(words)) {
        remarks.add_comment(&comment);
    }
    if let Some((line, _)) = &verdict.better {
        let mut at = tree.parent(node).unwrap_or(NodeId::ROOT);
        for text in line {
            at = tree.play(at, text);
        }
    }
}

/// What a position is worth, in the words of files; `None` for a finished game, and for means of
/// playouts, which have no place there.
fn evaluation(judged: &Judged, to_move: Side) -> Option<Evaluation> {
    match judged.value {
        Value::Estimate(score) => Some(Evaluation::Score(score * to_move.sign())),
        Value::Exact { plies: Some(0), .. } => None,
        Value::Exact { margin: Some(margin), .. } => {
            Some(Evaluation::Score(50 * margin * to_move.sign()))
        }
        Value::Exact { result: 0, .. } => Some(Evaluation::Outcome(Outcome::Draw)),
        Value::Exact { result, plies, .. } => {
            let winner = if result > 0 { to_move } else { to_move.other() };
            // The winner makes every other of the plies, and the last one.
            let moves = |plies: u32| {
                let moves = if result > 0 { plies.div_ceil(2) } else { plies / 2 };
                Evaluation::Mate { winner, moves }
            };
            Some(plies.map_or(Evaluation::Outcome(Outcome::Win(winner)), moves))
        }
        _ => None,
    }
}
