//! The tree above the last four empty squares.
//!
//! Nearly all nodes are asked with a null window, whether the score is above `alpha`: the answer
//! is a lower bound if it is, and otherwise an upper one ("fail-soft"). Windows that are open, and
//! so exact scores, there are on the principal variation alone.

use core::marker::PhantomData;
use std::sync::Arc;

use super::{
    judge::{Judge, Judges},
    last::WORST,
    order::Ranked,
    rule::Rule,
    stability::stable,
    table::{Finding, Known, NO_SQUARE, Table},
    team::{Split, Team},
};
use crate::{flips::flips, mobility::placements};

/// Asked now and then with the number of positions visited since; returns how many may be visited
/// before it is asked again.
pub(super) type Budget<'a> = &'a mut dyn FnMut(u64) -> u64;

/// A search under the rules `R`.
pub(super) struct Search<'a, R> {
    pub(super) team: &'a Team<'a>,
    /// Which of the threads it is.
    thread: usize,
    /// The lowest node on the path at which other threads may be working, too.
    pub(super) split: Option<Arc<Split>>,
    /// The moves of all nodes on the path, one list behind the other.
    pub(super) moves: Vec<Ranked>,
    /// Positions visited.
    pub(super) nodes: u64,
    /// The number of positions at which the budget has to be asked again.
    ask_at: u64,
    /// The number of positions that the budget knows of.
    told: u64,
    budget: Budget<'a>,
    /// An estimate that was lent, if there is one.
    pub(super) judge: Option<Judge<'a>>,
    /// Whether the budget is used up, or another thread has found what was looked for here; no
    /// result counts any more.
    pub(super) stopped: bool,
    rule: PhantomData<R>,
}

/// A position as the search sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The discs of the side to move.
    pub(super) own: u64,
    /// The discs of the other side.
    pub(super) opp: u64,
    /// The number of empty squares.
    pub(super) n: u32,
    /// The set of quarters of the board in which that number is odd.
    pub(super) odd: u8,
}

/// With so many empty squares and more, results are kept in a table, and moves are tried by what they
/// leave to the opponent; with fewer, by the parity of the quarters alone.
const WIDE: u32 = 8;
/// With so many empty squares and more, all moves are looked up in the table before one of them is
/// tried: those of which it may know something.
const LOOK_AHEAD: u32 = WIDE + 1;
/// Below this score, stable discs hardly ever decide.
const STABLE: i32 = 10;
/// With an open window, so many moves are tried one after the other, before several threads try one
/// each. The second is often better than the first: what is found of those after it would be in vain.
const TRIED_ALONE: u32 = 2;
/// So many positions are visited at most between two looks at the budget.
const UNASKED: u64 = 1000;

impl Node {
    /// The node after the pass.
    #[inline]
    pub(super) const fn passed(self) -> Self {
        Self { own: self.opp, opp: self.own, ..self }
    }
}

impl<'a, R: Rule> Search<'a, R> {
    pub(super) fn new(team: &'a Team<'a>, thread: usize, budget: Budget<'a>) -> Self {
        Self {
            team,
            thread,
            split: None,
            moves: Vec::new(),
            nodes: 0,
            ask_at: 0,
            told: 0,
            budget,
            judge: team.judges.map(Judges::judge),
            stopped: false,
            rule: PhantomData,
        }
    }

    pub(super) fn node(own: u64, opp: u64) -> Node {
        let empty = R::BOARD & !(own | opp);
        let mut odd = 0;
        for (i, quarter) in R::QUARTERS.iter().enumerate() {
            odd |= ((empty & quarter).count_ones() as u8 & 1) << i;
        }
        Node { own, opp, n: empty.count_ones(), odd }
    }

    /// Counts a position, unless the search has to end: then returns `true`.
    #[inline]
    pub(super) fn visit(&mut self) -> bool {
        if self.nodes >= self.ask_at && self.ask() {
            return true;
        }
        self.nodes += 1;
        false
    }

    /// Tells the budget what was visited; returns whether the search has to end.
    #[cold]
    pub(super) fn ask(&mut self) -> bool {
        let granted = (self.budget)(self.nodes - self.told);
        self.told = self.nodes;
        if granted <= UNASKED {
            self.team.end();
        }
        self.stopped |= self.has_to_stop();
        let mut unasked = granted.saturating_sub(UNASKED);
        if self.team.threads > 1 {
            unasked = unasked.min(self.team.unasked);
        }
        self.ask_at = if self.stopped { self.nodes } else { self.nodes.saturating_add(unasked) };
        self.stopped
    }

    /// Whether nobody needs what is looked for.
    pub(super) fn has_to_stop(&self) -> bool {
        self.team.is_over() || self.split.as_ref().is_some_and(|split| split.is_cut())
    }

    /// Whether the score is above `alpha`.
    pub(super) fn test(&mut self, node: Node, alpha: i32) -> i32 {
        match node.n {
            WIDE.. => self.wide(node, alpha),
            5.. => self.narrow(node, alpha, false),
            4 => self.four(node, alpha),
            _ => self.last_few(node.own, node.opp, alpha, false),
        }
    }

    /// Returns a score that cannot be exceeded and is not above `alpha`, if there are so many
    /// stable discs.
    #[inline]
    fn ceiling(node: Node, alpha: i32) -> Option<i32> {
        if R::SIDE != 8 || alpha < STABLE {
            return None;
        }
        let most = R::SQUARES - 2 * stable(node.opp, node.own).count_ones() as i32;
        (most <= alpha).then_some(most)
    }

    /// Five to seven empty squares: moves in odd quarters first.
    fn narrow(&mut self, node: Node, alpha: i32, passed: bool) -> i32 {
        let Node { own, opp, n, odd } = node;
        if self.visit() {
            return 0;
        }
        if let Some(most) = Self::ceiling(node, alpha) {
            return most;
        }
        let moves = placements(own, opp, R::BOARD & !(own | opp));
        if moves == 0 {
            return if passed {
                R::score(own, opp)
            } else {
                -self.narrow(node.passed(), !alpha, true)
            };
        }
        let mut best = WORST;
        let first = moves & R::IN_QUARTERS[usize::from(odd & 15)];
        for mut set in [first, moves & !first] {
            while set != 0 {
                let square = set.trailing_zeros();
                set &= set - 1;
                let child = Self::after(node, square, flips(own, opp, square as u8));
                let score = if n == 5 {
                    -self.four(child, !alpha)
                } else {
                    -self.narrow(child, !alpha, false)
                };
                if score > best {
                    best = score;
                    if best > alpha {
                        return best;
                    }
                }
            }
        }
        best
    }

    #[inline]
    pub(super) fn after(node: Node, square: u32, turned: u64) -> Node {
        Node {
            own: node.opp ^ turned,
            opp: node.own | turned | 1 << square,
            n: node.n - 1,
            odd: node.odd ^ R::QUARTER_OF[square as usize],
        }
    }

    /// Four empty squares: put in order for [`last_4`](Self::last_4).
    #[inline]
    fn four(&mut self, node: Node, alpha: i32) -> i32 {
        let empty = R::BOARD & !(node.own | node.opp);
        let mut first = empty & R::IN_QUARTERS[usize::from(node.odd & 15)];
        // Three in one quarter and one in another: all are odd, the single one comes first.
        if first == empty && node.odd.count_ones() == 2 {
            let squares = empty & R::IN_QUARTERS[1 << node.odd.trailing_zeros()];
            first = if squares & (squares - 1) == 0 { squares } else { empty & !squares };
        }
        let mut then = empty & !first;
        let mut squares = [0; 4];
        for square in &mut squares {
            let set = if first == 0 { &mut then } else { &mut first };
            *square = set.trailing_zeros();
            *set &= *set - 1;
        }
        self.last_4(node.own, node.opp, alpha, squares, false)
    }

    /// Where results of nodes with so many empty squares are kept.
    #[inline]
    pub(super) fn table(&self, n: u32) -> &'a Table {
        self.team.tables.of(n, self.thread)
    }

    /// What the table says about a node: a score that is enough for the window, and the best moves.
    #[inline]
    pub(super) fn look_up(&self, node: Node, alpha: i32, beta: i32) -> Result<i32, [u8; 2]> {
        let Some(Known { lower, upper, best, .. }) = self.table(node.n).get(node.own, node.opp)
        else {
            return Err([NO_SQUARE; 2]);
        };
        let (lower, upper) = (i32::from(lower), i32::from(upper));
        if lower >= beta {
            Ok(lower)
        } else if upper <= alpha || lower == upper {
            Ok(upper)
        } else {
            Err(best)
        }
    }

    /// Many empty squares.
    fn wide(&mut self, node: Node, alpha: i32) -> i32 {
        if self.visit() {
            return 0;
        }
        if let Some(most) = Self::ceiling(node, alpha) {
            return most;
        }
        let known = match self.look_up(node, alpha, alpha + 1) {
            Ok(score) => return score,
            Err(best) => best,
        };
        let empty = R::BOARD & !(node.own | node.opp);
        let moves = placements(node.own, node.opp, empty);
        if moves == 0 {
            return if placements(node.opp, node.own, empty) == 0 {
                R::score(node.own, node.opp)
            } else {
                -self.wide(node.passed(), !alpha)
            };
        }
        let before = self.nodes;
        let base = self.moves.len();
        self.rank(node, moves, known);
        if node.n >= LOOK_AHEAD
            && let Some(score) = self.refuted_by_table(base, alpha)
        {
            self.moves.truncate(base);
            return score;
        }
        let mut best = WORST;
        let mut best_square = NO_SQUARE;
        while let Some(m) = self.next(base) {
            if best != WORST && node.n >= self.team.shared_from && self.team.is_hungry() {
                self.moves.push(m);
                (best, best_square) = self.share(base, alpha, best, best_square);
                break;
            }
            let score = -self.test(m.child, !alpha);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                best_square = m.square;
                if best > alpha {
                    break;
                }
            }
        }
        self.moves.truncate(base);
        self.keep(
            node,
            before,
            Finding { score: best, alpha, beta: alpha + 1, best: best_square, effort: 0 },
        )
    }

    /// Enhanced transposition cutoff (A. Plaat et al., "Exploiting graph properties of game
    /// trees", 1996): a move that is known to be good enough.
    fn refuted_by_table(&self, base: usize, alpha: i32) -> Option<i32> {
        self.moves[base..].iter().find_map(|m| {
            let known = self.table(m.child.n).get(m.child.own, m.child.opp)?;
            let score = -i32::from(known.upper);
            (score > alpha).then_some(score)
        })
    }

    /// Puts what was found into the table, if it is worth it and the search was not stopped on the
    /// way.
    fn keep(&mut self, node: Node, nodes_before: u64, found: Finding) -> i32 {
        if !self.stopped {
            let effort = (self.nodes - nodes_before).max(1).ilog2() as u8;
            self.table(node.n).put(node.own, node.opp, Finding { effort, ..found });
        }
        found.score
    }

    /// The score, exact if it lies between `alpha` and `beta`.
    pub(super) fn between(&mut self, node: Node, alpha: i32, beta: i32) -> i32 {
        if node.n < WIDE {
            return self.close_in(node, alpha, beta);
        }
        if self.visit() {
            return 0;
        }
        let known = match self.look_up(node, alpha, beta) {
            Ok(score) => return score,
            Err(best) => best,
        };
        let empty = R::BOARD & !(node.own | node.opp);
        let moves = placements(node.own, node.opp, empty);
        if moves == 0 {
            return if placements(node.opp, node.own, empty) == 0 {
                R::score(node.own, node.opp)
            } else {
                -self.between(node.passed(), -beta, -alpha)
            };
        }
        let before = self.nodes;
        let base = self.moves.len();
        self.rank(node, moves, known);
        let (best, best_square) = self.best_of(base, node.n, (alpha, beta));
        self.moves.truncate(base);
        self.keep(node, before, Finding { score: best, alpha, beta, best: best_square, effort: 0 })
    }

    /// The best of the moves from `base` on, of a node with `n` empty squares, and its score.
    fn best_of(&mut self, base: usize, n: u32, (alpha, beta): (i32, i32)) -> (i32, u8) {
        let (mut best, mut best_square) = (WORST, NO_SQUARE);
        let mut tried = 0;
        while let Some(m) = self.next(base) {
            if tried >= TRIED_ALONE && n >= self.team.shared_from && self.team.threads > 1 {
                self.moves.push(m);
                return self.share_between(base, (alpha, beta), (best, best_square));
            }
            let score = self.child_between(m.child, alpha.max(best), beta, tried == 0);
            if self.stopped {
                break;
            }
            tried += 1;
            if score > best {
                best = score;
                best_square = m.square;
                if best >= beta {
                    break;
                }
            }
        }
        (best, best_square)
    }

    /// The score of a move, exact if it lies between `alpha` and `beta`: principal variation
    /// search.
    pub(super) fn child_between(&mut self, child: Node, alpha: i32, beta: i32, first: bool) -> i32 {
        if !first {
            let score = -self.test(child, !alpha);
            if score <= alpha || score >= beta {
                return score;
            }
        }
        -self.between(child, -beta, -alpha)
    }

    /// The same from null windows alone: few empty squares need no more.
    fn close_in(&mut self, node: Node, alpha: i32, beta: i32) -> i32 {
        let (mut low, mut high) = (alpha, beta);
        while low < high && !self.stopped {
            let score = self.test(node, low);
            if score > low {
                low = score;
            } else {
                high = score;
            }
        }
        // If the first test failed, `high` is a bound below the window.
        low.min(high)
    }
}
