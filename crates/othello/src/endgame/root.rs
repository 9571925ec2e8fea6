//! The position that was asked about: its best moves and how play goes on.

use super::{
    aspiration::Bounds,
    images::least_image,
    order::Ranked,
    rule::Rule,
    search::{Node, Search},
    table::NO_SQUARE,
};
use crate::{flips::flips, mobility::placements};

/// With so many empty squares and more, moves may be images of one another: near the start.
const TURNED: u32 = 16;

/// A move with its score and the moves after it; squares, or [`NO_SQUARE`] for a pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) score: i32,
    pub(super) squares: Vec<u8>,
}

impl<R: Rule> Search<'_, R> {
    /// Works out the best `wanted` of the moves on some squares, [`NO_SQUARE`] being the pass, the
    /// best first; `None` if the budget was used up.
    pub(super) fn solve(&mut self, node: Node, squares: &[u8], wanted: usize) -> Option<Vec<Line>> {
        if self.ask() {
            return None;
        }
        let mut lines = self.best_moves(node, squares, wanted)?;
        for line in &mut lines {
            let child = Self::play(node, line.squares[0]);
            self.continuation(child, -line.score, &mut line.squares);
        }
        self.ask();
        Some(lines)
    }

    fn best_moves(&mut self, node: Node, squares: &[u8], wanted: usize) -> Option<Vec<Line>> {
        if let Some(line) = self.known_best(node, squares).filter(|_| wanted == 1) {
            return Some(vec![line]);
        }
        // Of several lines only the best would be within bounds.
        let mut bounds =
            if wanted == 1 { self.first_bounds(node) } else { Bounds::all(R::SQUARES) };
        loop {
            let lines = self.best_between(node, squares, wanted, bounds)?;
            match bounds.next(lines[0].score, R::SQUARES) {
                Some(next) => bounds = next,
                None => return Some(lines),
            }
        }
    }

    /// The best moves. If the first has a score within the bounds, it is exact, and so are those of
    /// the others; otherwise it is on the same side as that score.
    fn best_between(
        &mut self,
        node: Node,
        squares: &[u8],
        wanted: usize,
        Bounds { low, high, .. }: Bounds,
    ) -> Option<Vec<Line>> {
        let mut lines: Vec<Line> = Vec::with_capacity(wanted + 1);
        let mut known: Vec<([u64; 2], i32)> = Vec::new();
        for Ranked { child, square, .. } in self.ranked(node, squares) {
            let is_full = lines.len() == wanted;
            let alpha = if is_full { lines[wanted - 1].score.max(low) } else { low };
            if self.stopped || alpha >= high {
                break;
            }
            // Of moves that are images of one another one is searched. If its score is a bound, it
            // was too low then, and is so all the more now.
            let image = (child.n >= TURNED).then(|| least_image::<R>([child.own, child.opp]));
            let score = match known.iter().find(|(other, _)| image == Some(*other)) {
                Some(&(_, score)) => score,
                None => self.child_between(child, alpha, high, !is_full),
            };
            known.extend(image.map(|image| (image, score)));
            if !is_full || score > alpha {
                let place = lines.partition_point(|line| line.score >= score);
                lines.insert(place, Line { score, squares: vec![square] });
                lines.truncate(wanted);
            }
        }
        if self.stopped {
            self.ask();
            return None;
        }
        Some(lines)
    }

    /// The best of the moves, if the table knows it from the beginning.
    fn known_best(&self, node: Node, squares: &[u8]) -> Option<Line> {
        let known = self.table(node.n).get(node.own, node.opp)?;
        let score = known.exact()?;
        let [square, _] = known.best;
        squares.contains(&square).then(|| Line { score, squares: vec![square] })
    }

    /// The moves on some squares, the most promising first.
    fn ranked(&mut self, node: Node, squares: &[u8]) -> Vec<Ranked> {
        if squares == [NO_SQUARE] {
            return vec![Ranked::pass(node)];
        }
        let set = squares.iter().fold(0, |set, &square| set | 1 << square);
        self.rank(node, set, [NO_SQUARE; 2]);
        std::iter::from_fn(|| self.next(0)).collect()
    }

    fn play(node: Node, square: u8) -> Node {
        if square == NO_SQUARE {
            return node.passed();
        }
        Self::after(node, u32::from(square), flips(node.own, node.opp, square))
    }

    /// Adds best play from a node whose score is known, as far as the budget allows. The table
    /// knows nearly all of it, but not what was displaced.
    fn continuation(&mut self, mut node: Node, mut score: i32, squares: &mut Vec<u8>) {
        loop {
            let empty = R::BOARD & !(node.own | node.opp);
            let moves = placements(node.own, node.opp, empty);
            let best = if moves != 0 {
                self.reaching(node, moves, score)
            } else if placements(node.opp, node.own, empty) != 0 {
                Some(NO_SQUARE)
            } else {
                None
            };
            let Some(square) = best else { return };
            squares.push(square);
            node = Self::play(node, square);
            score = -score;
        }
    }

    /// The most promising move with which the side to move gets `score`. What the table holds by
    /// chance makes no difference to it, so that a line is the same with any table and on any number of
    /// threads: games to learn from end by such lines.
    fn reaching(&mut self, node: Node, moves: u64, score: i32) -> Option<u8> {
        self.rank(node, moves, [NO_SQUARE; 2]);
        let mut found = None;
        while let (None, Some(m)) = (found, self.next(0)) {
            let is_reached = -self.test(m.child, -score) >= score;
            found = (is_reached && !self.stopped).then_some(m.square);
        }
        self.moves.clear();
        found
    }
}
