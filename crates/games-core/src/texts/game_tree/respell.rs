//! The same tree in another spelling.

use super::{GameTree, NodeId};
use crate::TextError;

/// The most positions that wait to be gone on from. Only nests of variations that nobody wrote by
/// hand have more, and their depth must not take memory without a limit.
const MAX_WAITING: usize = 10_000;

impl GameTree {
    /// Plays all lines from a position and spells their moves anew. `step` tells of a position and
    /// a node what position its move leads to, and the move's new text.
    ///
    /// A variation is left out from the first move on that `step` refuses; what was refused stands
    /// in the new tree's [`left_out`](Self::left_out). So are moves after variations that are nested more than
    /// 10,000 deep.
    ///
    /// # Errors
    ///
    /// What `step` refuses of the main line.
    pub fn respelled<S>(
        &self,
        start: S,
        mut step: impl FnMut(&S, NodeId) -> Result<(S, String), TextError>,
    ) -> Result<Self, TextError> {
        let mut out = Self::new(self.header.clone()).with_room(self.nodes.len());
        out.copy_remarks(NodeId::ROOT, self, NodeId::ROOT);
        let mut waiting = vec![(NodeId::ROOT, NodeId::ROOT, true, start)];
        // The last variation first and the main line last: so no more than the variations that lie
        // in each other wait.
        while let Some((from, to, is_main, state)) = waiting.pop() {
            for (number, child) in self.children(from).enumerate() {
                let is_main = is_main && number == 0;
                let (after, text) = match step(&state, child) {
                    Ok(step) => step,
                    Err(error) if is_main => return Err(error),
                    Err(error) => {
                        out.leave_out(error);
                        continue;
                    }
                };
                let new = out.add(to, &text);
                out.copy_remarks(new, self, child);
                if self.next(child).is_none() {
                    continue;
                }
                if is_main || waiting.len() < MAX_WAITING {
                    waiting.push((child, new, is_main, after));
                } else {
                    out.leave_out(TextError::new(0..0, "variations nested too deep"));
                }
            }
        }
        Ok(out)
    }

    fn copy_remarks(&mut self, to: NodeId, tree: &Self, from: NodeId) {
        self.nodes[to.index()].remarks.clone_from(&tree.nodes[from.index()].remarks);
    }
}
