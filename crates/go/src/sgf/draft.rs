//! All nodes of a game as they stand in the file, before anything is known of the board.

use core::mem::take;

use games_core::{
    GameTree,
    game_tree::{Evaluation, Glyph, NodeId, Remarks, numbers},
};

use super::texts::{simple_text, text};

/// The nodes of a game. The move of a node is `B` or `W` with the value in the file, and empty
/// where no move is made.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) tree: GameTree,
    /// Where the value of each node's move begins, and whether the node sets stones up; by the
    /// number of the node less 1.
    pub(super) places: Vec<(usize, bool)>,
    /// What the first node has beside the properties that the reader of the main line takes.
    pub(super) root: Vec<(String, String)>,
    /// The node that the present one follows.
    at: NodeId,
    /// Where the lines that were opened go back to.
    open: Vec<NodeId>,
    node: Node,
}

/// The node that is being read.
#[derive(Default)]
struct Node {
    /// `B` or `W`, and the value.
    play: String,
    place: usize,
    is_setup: bool,
    remarks: Remarks,
    /// `BL` and `WL`.
    clocks: [Option<String>; 2],
}

impl Draft {
    pub(super) fn open(&mut self) {
        self.open.push(self.at);
    }

    pub(super) fn close(&mut self) {
        self.at = self.open.pop().unwrap_or(NodeId::ROOT);
    }

    /// Takes a property with one of its values.
    pub(super) fn property(&mut self, key: &str, raw: &str, place: usize) {
        let node = &mut self.node;
        match key {
            "B" | "W" => (node.play, node.place) = (format!("{key}{}", raw.trim()), place),
            "AB" | "AW" | "AE" => (node.is_setup, node.place) = (true, place),
            // These the reader of the main line takes; those without a name are none.
            "FF" | "GM" | "CA" | "SZ" | "KM" | "RU" | "PB" | "PW" | "PL" | "" => {}
            "C" => node.remarks.add_comment(&text(raw)),
            "BL" => node.clocks[0] = Some(simple_text(raw)),
            "WL" => node.clocks[1] = Some(simple_text(raw)),
            _ => node.remarks.other.push((key.to_owned(), simple_text(raw))),
        }
    }

    pub(super) fn end_node(&mut self) {
        let mut node = take(&mut self.node);
        node.understand();
        self.at = self.tree.add(self.at, &node.play);
        if self.places.is_empty() {
            self.root = take(&mut node.remarks.other);
        }
        self.places.push((node.place, node.is_setup));
        if !node.remarks.is_empty() {
            *self.tree.remarks_mut(self.at) = node.remarks;
        }
    }
}

impl Node {
    /// Takes out of the other properties what has a place of its own.
    fn understand(&mut self) {
        for ((key, clock), color) in
            ["BL", "WL"].into_iter().zip(take(&mut self.clocks)).zip(["B", "W"])
        {
            let Some(text) = clock else { continue };
            let time = numbers::seconds(&text).filter(|_| self.play.starts_with(color));
            match time {
                Some(_) => self.remarks.clock = time,
                None => self.remarks.other.push((key.to_owned(), text)),
            }
        }
        for (key, value) in take(&mut self.remarks.other) {
            if !understand(&key, &value, &mut self.remarks) {
                self.remarks.other.push((key, value));
            }
        }
    }
}

fn understand(key: &str, value: &str, remarks: &mut Remarks) -> bool {
    if key == "V" && remarks.evaluation.is_none() {
        remarks.evaluation = numbers::hundredths(value).map(Evaluation::Score);
        return remarks.evaluation.is_some();
    }
    let glyph = GLYPHS.iter().find(|(_, known, number)| {
        *known == key && (*number == value || (*number == "1" && value.is_empty()))
    });
    remarks.glyphs.extend(glyph.map(|(glyph, ..)| *glyph));
    glyph.is_some()
}

/// The judgements of a move that files have, with their values.
pub(super) const GLYPHS: [(Glyph, &str, &str); 6] = [
    (Glyph::GOOD, "TE", "1"),
    (Glyph::BRILLIANT, "TE", "2"),
    (Glyph::MISTAKE, "BM", "1"),
    (Glyph::BLUNDER, "BM", "2"),
    (Glyph::INTERESTING, "IT", ""),
    (Glyph::DUBIOUS, "DO", ""),
];
