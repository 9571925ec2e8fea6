//! Writes the moves of games with variations and remarks, in lines of at most 79 characters.

use core::fmt::{self, Write};

use games_core::{
    GameTree, Side,
    game_tree::{Glyph, NodeId, Remarks},
};

use super::{GameResult, comments};

const WIDTH: usize = 79;

/// Writes moves in SAN with their variations and remarks. `first` makes the first move, which has
/// the number `number`.
pub(super) fn write_moves(
    tree: &GameTree,
    (first, number): (Side, u32),
    result: GameResult,
    to: &mut dyn Write,
) -> fmt::Result {
    let mut out = Wrap { to, column: 0 };
    out.remarks(tree.remarks(NodeId::ROOT))?;
    write_tree(tree, (first, number), &mut out)?;
    out.word(result.text())
}

/// What is still to be written.
enum Task {
    /// A move and the line that follows. Its number stands before it when it is White's, or when
    /// something came between.
    Line {
        node: NodeId,
        ply: usize,
        is_apart: bool,
    },
    /// The same between parentheses.
    Variation {
        node: NodeId,
        ply: usize,
    },
    Close,
}

fn write_tree(tree: &GameTree, (first, number): (Side, u32), out: &mut Wrap<'_>) -> fmt::Result {
    // Plies are counted from White's move with the number.
    let before = usize::from(first == Side::Second);
    let number = |ply: usize| u64::from(number) + (ply / 2) as u64;
    let mut tasks = Vec::new();
    if let Some(node) = tree.next(NodeId::ROOT) {
        tasks.push(Task::Line { node, ply: before, is_apart: true });
    }
    while let Some(task) = tasks.pop() {
        let (node, ply, is_apart, is_variation) = match task {
            Task::Line { node, ply, is_apart } => (node, ply, is_apart, false),
            Task::Variation { node, ply } => (node, ply, true, true),
            Task::Close => {
                out.word(")")?;
                continue;
            }
        };
        if is_variation {
            out.word("(")?;
            tasks.push(Task::Close);
        }
        let remarks = tree.remarks(node);
        let before: Vec<_> = comments::plain_words(&remarks.before).collect();
        out.comment(&before)?;
        match (ply % 2, is_apart || !before.is_empty()) {
            (0, _) => out.word(&format!("{}.", number(ply)))?,
            (_, true) => out.word(&format!("{}...", number(ply)))?,
            (_, false) => {}
        }
        out.word(tree.text(node))?;
        let after = out.remarks(remarks)?;
        let siblings = if is_variation { Vec::new() } else { siblings(tree, node) };
        if let Some(next) = tree.next(node) {
            let is_apart = after || !siblings.is_empty();
            tasks.push(Task::Line { node: next, ply: ply + 1, is_apart });
        }
        let variation = |&node: &NodeId| Task::Variation { node, ply };
        tasks.extend(siblings.iter().rev().map(variation));
    }
    Ok(())
}

/// Returns what may be played instead of the first continuation of a position.
fn siblings(tree: &GameTree, first: NodeId) -> Vec<NodeId> {
    tree.parent(first).into_iter().flat_map(|parent| tree.children(parent).skip(1)).collect()
}

struct Wrap<'a> {
    to: &'a mut dyn Write,
    column: usize,
}

impl Wrap<'_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        if self.column > 0 {
            let fits = self.column + 1 + word.len() <= WIDTH;
            self.to.write_char(if fits { ' ' } else { '\n' })?;
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.column += word.len();
        self.to.write_str(word)
    }

    /// Writes a comment, if it has words.
    fn comment(&mut self, words: &[String]) -> fmt::Result {
        if words.is_empty() {
            return Ok(());
        }
        self.word("{")?;
        words.iter().try_for_each(|word| self.word(word))?;
        self.word("}")
    }

    /// Writes what follows a move and returns whether there was a comment.
    fn remarks(&mut self, remarks: &Remarks) -> Result<bool, fmt::Error> {
        for Glyph(number) in &remarks.glyphs {
            self.word(&format!("${number}"))?;
        }
        let words = comments::words(remarks);
        self.comment(&words)?;
        Ok(!words.is_empty())
    }
}
