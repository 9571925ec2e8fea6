//! From the nodes of a file to a tree of moves and back.

use core::iter;
use std::collections::HashMap;

use games_core::{
    Game, GameTree, Notation, Outcome, Record, Side, TextError,
    game_tree::{Header, NodeId, numbers},
};

use super::{
    File,
    draft::Draft,
    points::{is_pass, name, point_at},
    read::{Reader, error_in},
};
use crate::{Color, Go, Index, Move, Position, notation::write_vertex};

const PASS: &str = "pass";

/// A game as it stands in a file: what was said of it and its main line, and all its nodes.
pub(crate) struct FileGame<'a> {
    pub(crate) file: File,
    draft: Draft,
    text: &'a str,
}

/// Reads the games of a text one after the other.
pub(crate) fn games(text: &str) -> impl Iterator<Item = Result<FileGame<'_>, TextError>> {
    let mut reader = Reader::new(text);
    iter::from_fn(move || {
        let game = reader.next_game()?;
        Some(game.map(|(file, draft)| FileGame { file, draft, text }))
    })
}

impl FileGame<'_> {
    /// Returns the tree of the game; `record` is its main line, replayed.
    pub(crate) fn tree<I: Index, const N: usize>(
        self,
        rules: String,
        record: &Record<Go<I, N>>,
    ) -> Result<GameTree, TextError> {
        let game = *record.game();
        let mut named = Named::new(&self);
        named.name_all();
        named.end_main_line(record.plies());
        let Named { tree, places, .. } = named;
        let mut out = tree.respelled(record.start().clone(), |state, node| {
            let text = tree.text(node);
            let m = game.parse_move(state, text).map_err(|e| e.shifted(places[node.index()]))?;
            Ok((after(&game, state, m), game.move_text(state, m)))
        })?;
        out.header = self.header(rules);
        for error in tree.left_out.into_iter().chain(out.left_out.split_off(0)) {
            out.leave_out(error_in(self.text, error.span.start..error.span.start, &error.message));
        }
        Ok(out)
    }

    fn header(&self, rules: String) -> Header {
        let mut header = Header::of(rules, self.file.start());
        header.players.clone_from(&self.file.players);
        let result = self.file.result.as_deref().unwrap_or_default();
        (header.outcome, header.reason) = outcome(result);
        for (key, value) in &self.draft.root {
            let field = match key.as_str() {
                "RE" => continue,
                "EV" => &mut header.event,
                "PC" => &mut header.site,
                "DT" => &mut header.date,
                "RO" => &mut header.round,
                _ => {
                    header.tags.push((key.clone(), value.clone()));
                    continue;
                }
            };
            *field = Some(value.clone());
        }
        header
    }
}

/// Plays a legal move.
pub(super) fn after<I: Index, const N: usize>(
    game: &Go<I, N>,
    state: &Position<I, N>,
    m: Move,
) -> Position<I, N> {
    let mut after = state.clone();
    game.apply(&mut after, m);
    after
}

/// What `RE` says: `B+R`, `W+3.5`, `0`.
fn outcome(result: &str) -> (Option<Outcome>, Option<String>) {
    let (winner, how) = match result.split_at_checked(2) {
        Some(("B+" | "b+", how)) => (Side::First, how),
        Some(("W+" | "w+", how)) => (Side::Second, how),
        _ => {
            let is_draw = matches!(result, "0" | "Draw" | "draw" | "Jigo");
            return (is_draw.then_some(Outcome::Draw), None);
        }
    };
    let reason = match how {
        "" => None,
        "R" | "Resign" | "r" | "resign" => Some("resignation"),
        "T" | "Time" | "t" | "time" => Some("time"),
        "F" | "Forfeit" | "f" | "forfeit" => Some("forfeit"),
        how => Some(how),
    };
    (Some(Outcome::Win(winner)), reason.map(str::to_owned))
}

/// The result of a game that did not end on the board, as files write it: `B+R`.
pub(crate) fn result(outcome: Outcome, reason: Option<&str>) -> String {
    let how = match reason {
        None => "",
        Some("resignation") => "R",
        Some("time") => "T",
        // Points, if it was counted elsewhere.
        Some(points) if numbers::hundredths(points).is_some() => points,
        Some(_) => "F",
    };
    match outcome {
        Outcome::Win(Side::First) => format!("B+{how}"),
        Outcome::Win(Side::Second) => format!("W+{how}"),
        Outcome::Draw => "0".to_owned(),
    }
}

/// The nodes of a file with vertices for moves, and no nodes without a move.
struct Named<'a> {
    game: &'a FileGame<'a>,
    tree: GameTree,
    /// Where the value of each node's move begins in the text.
    places: Vec<usize>,
    /// The passes that were put in between, by the node before.
    passes: HashMap<NodeId, NodeId>,
}

impl<'a> Named<'a> {
    fn new(game: &'a FileGame<'a>) -> Self {
        Self { game, tree: GameTree::default(), places: vec![0], passes: HashMap::new() }
    }

    fn name_all(&mut self) {
        let draft = &self.game.draft;
        // Which node each of the file's became and who moves after it, if it was kept.
        let mut images = vec![None; draft.places.len() + 1];
        images[0] = Some((NodeId::ROOT, self.game.file.first_to_move()));
        let is_main: Vec<_> = {
            let mut is_main = vec![false; images.len()];
            draft.tree.main_line().for_each(|node| is_main[node.index()] = true);
            is_main
        };
        let is_setup = |node: NodeId| draft.places[node.index() - 1].1;
        let set_up = draft.tree.main_line().enumerate().filter(|(_, node)| is_setup(*node)).last();
        let set_up = set_up.map_or(0, |(before, _)| before + 1);
        for (ply, node) in draft.tree.walk() {
            let parent = draft.tree.parent(node).unwrap_or(NodeId::ROOT);
            let Some(image) = images[parent.index()] else { continue };
            let place = draft.places[node.index() - 1].0;
            let is_elsewhere =
                is_setup(node) || (is_parent_main(&is_main, parent) && ply <= set_up);
            images[node.index()] = if !is_main[node.index()] && is_elsewhere {
                self.leave_out(place, "a variation with another start position".to_owned());
                None
            } else {
                match self.name(image, draft.tree.text(node), place) {
                    Ok(image) => Some(image),
                    Err(message) => {
                        self.leave_out(place, message);
                        None
                    }
                }
            };
            if let Some((to, _)) = images[node.index()]
                && !draft.tree.remarks(node).is_empty()
            {
                self.tree.remarks_mut(to).join(draft.tree.remarks(node));
            }
        }
    }

    /// Adds the move of a node after the image of the node before it.
    fn name(
        &mut self,
        (mut parent, to_move): (NodeId, Color),
        play: &str,
        place: usize,
    ) -> Result<(NodeId, Color), String> {
        let Some((color, value)) = play.split_at_checked(1) else { return Ok((parent, to_move)) };
        let color = if color == "B" { Color::Black } else { Color::White };
        let text = self.vertex(value)?;
        if color != to_move {
            parent = match self.passes.get(&parent) {
                Some(pass) => *pass,
                None => {
                    let pass = self.add(parent, PASS, place);
                    self.passes.insert(parent, pass);
                    pass
                }
            };
        }
        Ok((self.add(parent, &text, place), color.other()))
    }

    fn vertex(&self, value: &str) -> Result<String, String> {
        let size = self.game.file.size;
        if is_pass(size, value) {
            return Ok(PASS.to_owned());
        }
        let (col, row) = point_at(size, value)?;
        let mut text = String::new();
        if let Some(point) = size.point(col, row) {
            // Writing to a string does not fail.
            let _ = write_vertex(size, point, &mut text);
        }
        Ok(text)
    }

    fn add(&mut self, parent: NodeId, text: &str, place: usize) -> NodeId {
        self.places.push(place);
        self.tree.add(parent, text)
    }

    fn leave_out(&mut self, place: usize, message: String) {
        self.tree.leave_out(TextError::new(place..place, message));
    }

    /// Ends the main line after so many moves: passes after the end of the game are none. What was
    /// said of them is said of the last move.
    fn end_main_line(&mut self, plies: usize) {
        let nodes: Vec<_> = self.tree.main_line().collect();
        let last = plies.checked_sub(1).map_or(NodeId::ROOT, |last| nodes[last]);
        if plies == nodes.len() {
            return;
        }
        for node in &nodes[plies..] {
            let comment = self.tree.remarks(*node).comment.clone();
            if !comment.is_empty() {
                self.tree.remarks_mut(last).add_comment(&comment);
            }
        }
        let after: Vec<_> = self.tree.children(last).collect();
        after.into_iter().for_each(|node| self.tree.delete(node));
    }
}

fn is_parent_main(is_main: &[bool], parent: NodeId) -> bool {
    parent == NodeId::ROOT || is_main[parent.index()]
}

/// Spells the moves of a tree as files do: `B[df]`, `W[]`.
///
/// # Errors
///
/// A start or a move that is none, with its place in the tree.
pub(crate) fn spelled<I: Index, const N: usize>(
    tree: &GameTree,
    record: &Record<Go<I, N>>,
) -> Result<GameTree, TextError> {
    let game = *record.game();
    let size = game.rules().size;
    let spelled = tree.respelled(record.start().clone(), |state, node| {
        let m = game
            .parse_move(state, tree.text(node))
            .map_err(|e| e.about(format_args!("variation {}", tree.path(node))))?;
        let point = name(m.point().map(|p| size.coordinates(p)));
        let color = super::write::letter(state.to_move());
        Ok((after(&game, state, m), format!("{color}[{point}]")))
    })?;
    match spelled.left_out.first() {
        Some(error) => Err(error.clone()),
        None => Ok(spelled),
    }
}
