//! A game that is given by its tree: search is tested on it, in the cases that real games make
//! hard to reach.

use core::fmt;
use std::sync::Arc;

use crate::{
    Actions, Adjudicate, Countable, Describe, End, Evaluate, Features, Game, MoveSink, Notation,
    Outcome, Side, Solvable, Status, Symmetric, TextError, Unsolvable,
};

/// A game whose positions are the nodes of a tree, written as a text.
///
/// A node is `1(...)` or `2(...)`, the side to move with the positions it may move to, or a final
/// margin in half points seen by the first side. Turns need not alternate.
///
/// ```
/// use games_core::{Game, Notation, Side, toy::TreeGame};
///
/// // The first side moves twice in a row if it takes move 1.
/// let game = TreeGame::parse("1( 2(-3 5) 1(4 -9) )").unwrap();
/// let mut state = game.initial();
/// game.try_apply(&mut state, 1).unwrap();
/// assert_eq!(game.to_move(&state), Side::First);
/// game.try_apply(&mut state, 0).unwrap();
/// assert_eq!(game.end(&state).unwrap().margin, Some(4));
/// assert_eq!(game.state_text(&state), "/1/0");
/// ```
#[derive(Clone, Debug)]
pub struct TreeGame {
    nodes: Arc<[Node]>,
}

#[derive(Clone, Debug)]
enum Node {
    Choice { to_move: Side, children: Vec<u32> },
    Leaf { to_move: Side, margin: i32 },
}

/// Why a text is no tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no tree at byte {0}: expected `1(...)`, `2(...)` or a whole number")]
pub struct TreeError(pub usize);

impl TreeGame {
    /// Reads a tree. Works without recursion, so the text may be nested as deep as it is long.
    ///
    /// # Errors
    ///
    /// The first byte that fits nothing.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        let bytes = text.as_bytes();
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        let mut i = 0;
        let mut closed = false;
        while i < bytes.len() {
            let c = bytes[i];
            if c.is_ascii_whitespace() {
                i += 1;
                continue;
            }
            if closed {
                return Err(TreeError(i));
            }
            if c == b')' {
                let node = open.pop().ok_or(TreeError(i))?;
                if matches!(&nodes[node as usize], Node::Choice { children, .. } if children.is_empty())
                {
                    return Err(TreeError(i));
                }
                closed = open.is_empty();
                i += 1;
                continue;
            }
            let parent = open.last().copied();
            let mover = parent.map_or(Side::First, |p| to_move(&nodes[p as usize]));
            let this = nodes.len() as u32;
            if let (b'1' | b'2', Some(b'(')) = (c, bytes.get(i + 1)) {
                let to_move = if c == b'1' { Side::First } else { Side::Second };
                nodes.push(Node::Choice { to_move, children: Vec::new() });
                open.push(this);
                i += 2;
            } else {
                let end = bytes[i + 1..]
                    .iter()
                    .position(|b| !b.is_ascii_digit())
                    .map_or(bytes.len(), |n| i + 1 + n);
                let margin = text[i..].get(..end - i).and_then(|t| t.parse().ok());
                nodes.push(Node::Leaf {
                    to_move: mover.other(),
                    margin: margin.ok_or(TreeError(i))?,
                });
                closed = parent.is_none();
                i = end;
            }
            if let Some(p) = parent
                && let Node::Choice { children, .. } = &mut nodes[p as usize]
            {
                children.push(this);
            }
        }
        if closed { Ok(Self { nodes: nodes.into() }) } else { Err(TreeError(text.len())) }
    }

    fn node(&self, state: &[u32]) -> &Node {
        let mut at = 0;
        for &i in state {
            let Node::Choice { children, .. } = &self.nodes[at] else {
                unreachable!("a leaf has no moves")
            };
            at = children[i as usize] as usize;
        }
        &self.nodes[at]
    }
}

const fn to_move(node: &Node) -> Side {
    match node {
        Node::Choice { to_move, .. } | Node::Leaf { to_move, .. } => *to_move,
    }
}

impl Game for TreeGame {
    /// The moves from the root.
    type State = Vec<u32>;
    /// Which child, from 0.
    type Move = u32;
    type List = Vec<u32>;
    type Reason = &'static str;

    fn initial(&self) -> Vec<u32> {
        Vec::new()
    }

    fn to_move(&self, state: &Vec<u32>) -> Side {
        to_move(self.node(state))
    }

    fn moves(&self, state: &Vec<u32>, out: &mut impl MoveSink<u32>) -> Status {
        match self.node(state) {
            Node::Choice { children, .. } => {
                let _ = out.put_all(children.len(), 0..children.len() as u32);
                Status::Ongoing
            }
            Node::Leaf { margin, .. } => Status::Over(Outcome::from_margin(*margin)),
        }
    }

    fn apply(&self, state: &mut Vec<u32>, m: u32) {
        state.push(m);
    }

    fn with_child<R>(
        &self,
        state: &mut Vec<u32>,
        m: u32,
        visit: impl FnOnce(&mut Vec<u32>) -> R,
    ) -> R {
        state.push(m);
        let result = visit(state);
        state.pop();
        result
    }

    fn end(&self, state: &Vec<u32>) -> Option<End<&'static str>> {
        match self.node(state) {
            Node::Choice { .. } => None,
            Node::Leaf { margin, .. } => Some(End::by_margin(*margin, "leaf")),
        }
    }
}

impl Notation for TreeGame {
    fn write_state(&self, state: &Vec<u32>, w: &mut dyn fmt::Write) -> fmt::Result {
        if state.is_empty() {
            return w.write_char('/');
        }
        state.iter().try_for_each(|m| write!(w, "/{m}"))
    }

    fn parse_state(&self, text: &str) -> Result<Vec<u32>, TextError> {
        let (text, mut state) = (text.trim_end(), Vec::new());
        if text == "/" {
            return Ok(state);
        }
        let path = text
            .strip_prefix('/')
            .ok_or_else(|| TextError::whole(text, "expected a path such as /0/2"))?;
        for step in path.split('/') {
            state.push(self.parse_move(&state, step)?);
        }
        Ok(state)
    }

    fn write_move(&self, _: &Vec<u32>, m: u32, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{m}")
    }

    fn parse_move(&self, state: &Vec<u32>, text: &str) -> Result<u32, TextError> {
        text.parse()
            .ok()
            .filter(|m: &u32| m.to_string() == text && self.is_legal(state, *m))
            .ok_or_else(|| TextError::illegal(text))
    }
}

impl Adjudicate for TreeGame {
    type Clock = ();
}
impl Countable for TreeGame {}
impl Evaluate for TreeGame {}
impl Features for TreeGame {}

impl Symmetric for TreeGame {}
impl Actions for TreeGame {}
impl Describe for TreeGame {}
impl Solvable for TreeGame {
    type Space = Unsolvable;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_trees_are_refused_with_their_place() {
        for (text, at) in [
            ("", 0),
            ("1(", 2),
            ("1()", 2),
            ("1(2) 3", 5),
            (")", 0),
            ("1(x)", 2),
            ("1(99999999999)", 2),
            ("3(1)", 1),
            ("1(é)", 2),
        ] {
            assert_eq!(TreeGame::parse(text).unwrap_err(), TreeError(at), "{text}");
        }
    }

    #[test]
    fn depth_of_nesting_is_no_matter() {
        let text = format!("{}7{}", "1(".repeat(100_000), ")".repeat(100_000));
        let game = TreeGame::parse(&text).unwrap();
        assert_eq!(game.nodes.len(), 100_001);
    }
}
