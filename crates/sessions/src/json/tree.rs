//! A game with its variations and remarks.

use core::time::Duration;

use games_core::{
    GameTree,
    game_tree::{Evaluation, Glyph, Header, NodeId, Remarks},
};
use serde::{Deserialize, Serialize};

use super::{Outcome, Units};

/// A game with its variations, as files keep it.
///
/// Nodes stand in one flat list, since a nested one of a thousand moves is deeper than readers of
/// JSON go.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Tree {
    /// The players' names, that of the first side first.
    pub players: [Option<String>; 2],
    /// The match or tournament.
    pub event: Option<String>,
    /// When it was played, in whatever form the file has.
    pub date: Option<String>,
    /// How the game ended, where that is known.
    pub outcome: Option<Outcome>,
    /// The word for how a game ended that the rules let go on.
    pub reason: Option<String>,
    /// What is said of the game before its first move.
    pub comment: String,
    /// The moves: each before what follows it, continuations of one position in their order, the
    /// game's own first.
    pub nodes: Vec<TreeNode>,
}

/// A move of a tree.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct TreeNode {
    /// The node before, by its place in the list from 0; none at the start.
    pub parent: Option<usize>,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The comment that stands after the move.
    pub comment: String,
    /// Judgements by the numbers of the PGN standard.
    pub glyphs: Vec<u8>,
    /// Seconds that the player who moved has left.
    pub clock: Option<f64>,
    /// Seconds that the move took.
    pub elapsed: Option<f64>,
    /// What somebody thought of the position after the move, in the game's unit, seen by `p1`.
    pub score_p1: Option<Units>,
    /// Who wins after the move, where somebody thought that it is decided.
    pub decided: Option<Outcome>,
    /// The depth in plies of the search that said so.
    pub depth: Option<u32>,
}

/// Why a [`Tree`] is none: a node comes before its parent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("node {node} comes before its parent {parent}")]
pub struct Misplaced {
    /// The node, by its place in the list.
    pub node: usize,
    /// Its parent.
    pub parent: usize,
}

impl Tree {
    /// Describes a game with its variations.
    #[must_use]
    pub fn of(tree: &GameTree) -> Self {
        let Header { players, event, date, outcome, reason, .. } = &tree.header;
        // A node is named by its place in the walk.
        let mut places = vec![0; tree.walk().map(|(_, id)| id.index()).max().unwrap_or(0) + 1];
        for (place, (_, id)) in tree.walk().enumerate() {
            places[id.index()] = place;
        }
        let parent = |id: NodeId| {
            let parent = tree.parent(id).filter(|parent| *parent != NodeId::ROOT);
            parent.map(|parent| places[parent.index()])
        };
        Self {
            players: players.clone(),
            event: event.clone(),
            date: date.clone(),
            outcome: outcome.map(Outcome::from),
            reason: reason.clone(),
            comment: tree.remarks(NodeId::ROOT).comment.clone(),
            nodes: tree
                .walk()
                .map(|(_, id)| TreeNode::of(parent(id), tree.text(id), tree.remarks(id)))
                .collect(),
        }
    }

    /// Returns the tree as it is written to files, with the rules and the position that it starts
    /// from. Whether its moves are legal is not looked at.
    ///
    /// # Errors
    ///
    /// That a node comes before its parent.
    pub fn to_game_tree(&self, rules: &str, start: &str) -> Result<GameTree, Misplaced> {
        let mut header = Header::of(rules, start);
        header.players.clone_from(&self.players);
        header.event.clone_from(&self.event);
        header.date.clone_from(&self.date);
        header.outcome = self.outcome.map(games_core::Outcome::from);
        header.reason.clone_from(&self.reason);
        let mut tree = GameTree::new(header);
        if !self.comment.is_empty() {
            tree.remarks_mut(NodeId::ROOT).comment.clone_from(&self.comment);
        }
        let mut ids = Vec::with_capacity(self.nodes.len());
        for (node, of) in self.nodes.iter().enumerate() {
            let parent = match of.parent {
                None => NodeId::ROOT,
                Some(parent) => *ids.get(parent).ok_or(Misplaced { node, parent })?,
            };
            let id = tree.add(parent, &of.text);
            let remarks = of.remarks();
            if !remarks.is_empty() {
                *tree.remarks_mut(id) = remarks;
            }
            ids.push(id);
        }
        Ok(tree)
    }
}

impl TreeNode {
    fn of(parent: Option<usize>, text: &str, remarks: &Remarks) -> Self {
        let mut comment = remarks.before.clone();
        if !comment.is_empty() && !remarks.comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(&remarks.comment);
        let (score_p1, decided) = match remarks.evaluation {
            Some(Evaluation::Score(hundredths)) => {
                (Some(Units(f64::from(hundredths) / 100.0)), None)
            }
            Some(Evaluation::Mate { winner, .. }) => {
                (None, Some(games_core::Outcome::Win(winner).into()))
            }
            Some(Evaluation::Outcome(outcome)) => (None, Some(outcome.into())),
            None => (None, None),
        };
        Self {
            parent,
            text: text.to_owned(),
            comment,
            glyphs: remarks.glyphs.iter().map(|glyph| glyph.0).collect(),
            clock: remarks.clock.map(|time| time.as_secs_f64()),
            elapsed: remarks.elapsed.map(|time| time.as_secs_f64()),
            score_p1,
            decided,
            depth: remarks.depth,
        }
    }

    fn remarks(&self) -> Remarks {
        let seconds = |s: f64| Duration::try_from_secs_f64(s).ok();
        let score = |Units(score): Units| Evaluation::Score((score * 100.0).round() as i32);
        let decided = |outcome: Outcome| Evaluation::Outcome(outcome.into());
        let mut remarks = Remarks::new();
        remarks.comment.clone_from(&self.comment);
        remarks.glyphs = self.glyphs.iter().copied().map(Glyph).collect();
        remarks.clock = self.clock.and_then(seconds);
        remarks.elapsed = self.elapsed.and_then(seconds);
        remarks.evaluation = self.score_p1.map(score).or(self.decided.map(decided));
        remarks.depth = self.depth;
        remarks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_comes_back() {
        let mut tree = GameTree::line(Header::of("r", "s"), ["e2e4", "e7e5", "g1f3"]);
        let e4 = tree.find("1").unwrap();
        let c5 = tree.play(e4, "c7c5");
        tree.play(c5, "d2d4");
        let remarks = tree.remarks_mut(c5);
        remarks.comment = "the Sicilian".to_owned();
        remarks.glyphs.push(Glyph::INTERESTING);
        remarks.evaluation = Some(Evaluation::Score(-25));
        remarks.clock = Some(Duration::from_secs(90));
        tree.header.outcome = Some(games_core::Outcome::Draw);
        let json = Tree::of(&tree);
        let parents: Vec<_> = json.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(0), Some(3)]);
        let text = serde_json::to_string(&json).unwrap();
        let read: Tree = serde_json::from_str(&text).unwrap();
        assert_eq!(read.to_game_tree("r", "s").unwrap(), tree);
    }

    #[test]
    fn a_node_before_its_parent_is_refused() {
        let node = TreeNode { parent: Some(0), ..TreeNode::default() };
        let tree = Tree { nodes: vec![node], ..Tree::default() };
        let error = tree.to_game_tree("", "").unwrap_err();
        assert_eq!(error, Misplaced { node: 0, parent: 0 });
    }
}
