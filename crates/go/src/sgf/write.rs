//! The writer.

use core::fmt::Write;

use games_core::{
    GameTree,
    game_tree::{Evaluation, Header, NodeId, Remarks, numbers},
};

use super::{
    File,
    draft::GLYPHS,
    points::name,
    texts::{escape, escape_simple, escape_value},
};
use crate::Color;

/// Moves that stand on one line.
const ON_A_LINE: usize = 10;

impl File {
    /// Writes the file: the root on its own line, then ten moves a line.
    #[must_use]
    pub fn text(&self) -> String {
        let play = |play: &super::Play| format!("{}[{}]", letter(play.color), name(play.point));
        let moves = self.moves.iter().map(play);
        self.text_with(&GameTree::line(Header::default(), moves))
    }

    /// Writes the file with the moves, variations and remarks of a tree that is spelled as in
    /// files, and with what its header has beside this file.
    pub(crate) fn text_with(&self, tree: &GameTree) -> String {
        let mut out = self.root();
        write_header(&tree.header, &mut out);
        self.write_setup(&mut out);
        write_remarks(tree.remarks(NodeId::ROOT), "", &mut out);
        write_nodes(tree, &mut out);
        out.push_str(")\n");
        out
    }

    fn root(&self) -> String {
        let mut out = String::from("(;FF[4]GM[1]CA[UTF-8]");
        // Writing to a string does not fail.
        let _ = if self.size.is_square() {
            write!(out, "SZ[{}]", self.size.width())
        } else {
            write!(out, "SZ[{}:{}]", self.size.width(), self.size.height())
        };
        if let Some(komi) = self.komi {
            let _ = write!(out, "KM[{komi}]");
        }
        let texts = [
            ("RU", &self.rules),
            ("PB", &self.players[0]),
            ("PW", &self.players[1]),
            ("RE", &self.result),
        ];
        write_texts(texts, &mut out);
        out
    }

    fn write_setup(&self, out: &mut String) {
        for (key, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let mut stones = self.setup.iter().filter(|(c, _)| *c == color).peekable();
            if stones.peek().is_some() {
                out.push_str(key);
            }
            for &(_, point) in stones {
                let _ = write!(out, "[{}]", name(Some(point)));
            }
        }
        if let Some(color) = self.to_move {
            let _ = write!(out, "PL[{}]", letter(color));
        }
    }
}

pub(super) const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

fn write_texts<const N: usize>(texts: [(&str, &Option<String>); N], out: &mut String) {
    for (key, text) in texts {
        if let Some(text) = text {
            let _ = write!(out, "{key}[{}]", escape_simple(text));
        }
    }
}

fn write_header(header: &Header, out: &mut String) {
    let texts =
        [("EV", &header.event), ("PC", &header.site), ("DT", &header.date), ("RO", &header.round)];
    write_texts(texts, out);
    write_properties(&header.tags, out);
}

/// Writes properties that have such names as files may have; other ones belong to other formats.
fn write_properties(properties: &[(String, String)], out: &mut String) {
    let mut last = "";
    for (key, value) in properties {
        let is_name = (1..=16).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_uppercase());
        if !is_name || TAKEN.contains(&key.as_str()) {
            continue;
        }
        // A property has its values one after the other.
        if key != last {
            out.push_str(key);
        }
        let _ = write!(out, "[{}]", escape_value(value));
        last = key;
    }
}

/// The properties that are made from the game.
const TAKEN: [&str; 17] = [
    "FF", "GM", "CA", "SZ", "KM", "RU", "PB", "PW", "RE", "PL", "AB", "AW", "AE", "B", "W", "C",
    "EV",
];

/// What is still to be written.
enum Task {
    Node(NodeId),
    /// A node and what follows it, between parentheses.
    Variation(NodeId),
    Close,
}

fn write_nodes(tree: &GameTree, out: &mut String) {
    let mut tasks = Vec::new();
    // The root has a line of its own.
    let mut on_line = ON_A_LINE;
    continuations(tree, NodeId::ROOT, &mut tasks);
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::Node(node) => node,
            Task::Variation(node) => {
                out.push_str("\n(");
                on_line = 0;
                tasks.push(Task::Close);
                node
            }
            Task::Close => {
                out.push(')');
                continue;
            }
        };
        if on_line == ON_A_LINE {
            out.push('\n');
            on_line = 0;
        }
        on_line += 1;
        let text = tree.text(node);
        let _ = write!(out, ";{text}");
        write_remarks(tree.remarks(node), text, out);
        continuations(tree, node, &mut tasks);
    }
}

/// Puts what follows a node on the stack, the first continuation on top.
fn continuations(tree: &GameTree, node: NodeId, tasks: &mut Vec<Task>) {
    let children: Vec<_> = tree.children(node).collect();
    match children[..] {
        [only] => tasks.push(Task::Node(only)),
        _ => tasks.extend(children.into_iter().rev().map(Task::Variation)),
    }
}

fn write_remarks(remarks: &Remarks, play: &str, out: &mut String) {
    let clock = remarks.clock.map(numbers::seconds_text);
    if let (Some(clock), Some(color)) = (clock, play.chars().next()) {
        let _ = write!(out, "{color}L[{clock}]");
    }
    if let Some(Evaluation::Score(score)) = remarks.evaluation {
        let _ = write!(out, "V[{}]", numbers::hundredths_text(score));
    }
    for glyph in &remarks.glyphs {
        if let Some((_, key, value)) = GLYPHS.iter().find(|(known, ..)| known == glyph) {
            let _ = write!(out, "{key}[{value}]");
        }
    }
    write_properties(&remarks.other, out);
    let comment = match (remarks.before.as_str(), remarks.comment.as_str()) {
        ("", "") => return,
        ("", comment) => comment.to_owned(),
        (before, "") => before.to_owned(),
        (before, comment) => format!("{before} {comment}"),
    };
    let _ = write!(out, "C[{}]", escape(&comment));
}
