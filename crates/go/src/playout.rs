//! Random play that ends: what Monte Carlo search plays to judge a position.

mod patterns;

use games_core::{Game, Rng};

use crate::{
    Board, Color, Go, Index, Move, Point, Position,
    board::{BORDER, EMPTY},
};

/// How playouts choose their moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Policy {
    /// Any legal placement but into a one-point eye of one's own; pass when there is none.
    Light,
    /// The same, but without leaving a chain of four stones or more with one liberty; and before
    /// that, moves that answer the last one: save a chain from atari, take a chain in
    /// atari, play a well-known shape of 3x3 points (S. Gelly, Y. Wang, R. Munos and O. Teytaud,
    /// "Modification of UCT with patterns in Monte-Carlo Go", 2006).
    #[default]
    Patterns,
}

/// Chains of so many stones are not left with one liberty on purpose.
const BIG: usize = 4;

impl<I: Index, const N: usize> Go<I, N> {
    /// Returns a move of a playout, or `None` if the game is over.
    ///
    /// `last` is the move that led to the position, if it is known: [`Policy::Patterns`] looks near
    /// it.
    ///
    /// Not every legal move can come, and those that can are not equally likely: the empty points
    /// are searched from a random one on.
    #[inline]
    pub fn policy_move(
        &self,
        position: &Position<I, N>,
        last: Option<Move>,
        policy: Policy,
        rng: &mut impl Rng,
    ) -> Option<Move> {
        if position.passes >= 2 {
            return None;
        }
        if policy == Policy::Patterns
            && let Some(last) = last.and_then(Move::point)
            && let Some(point) = self.answer(position, last, rng)
        {
            return Some(Move::place(point));
        }
        Some(self.light_move(position, policy, rng).map_or(Move::PASS, Move::place))
    }

    #[inline]
    fn light_move(
        &self,
        position: &Position<I, N>,
        policy: Policy,
        rng: &mut impl Rng,
    ) -> Option<Point> {
        let start = rng.below(position.board.empty_count() as u32) as usize;
        let point = position.board.empty_point(start);
        // Beside an empty point nothing is an eye and nothing suicide.
        if policy == Policy::Light
            && position.board.has_empty_neighbor(point.cell())
            && !self.is_barred(position, point)
        {
            return Some(point);
        }
        self.light_move_from(position, policy, start)
    }

    /// Searches all empty points from one on.
    ///
    /// Inlined, it would take registers from the loop that draws most moves without it.
    #[inline(never)]
    fn light_move_from(
        &self,
        position: &Position<I, N>,
        policy: Policy,
        start: usize,
    ) -> Option<Point> {
        let board = &position.board;
        let suicide = self.rules().suicide;
        let is_wary = policy == Policy::Patterns;
        let n = board.empty_count();
        let mut i = start;
        for _ in 0..n {
            let point = board.empty_point(i);
            let is_playable = board.has_empty_neighbor(point.cell())
                || (!board.is_eye(point, position.to_move)
                    && board.is_legal_inside(point.cell(), position.to_move, suicide));
            if is_playable
                && !self.is_barred(position, point)
                && !(is_wary && board.is_big_self_atari(point, position.to_move))
            {
                return Some(point);
            }
            i += 1;
            if i == n {
                i = 0;
            }
        }
        None
    }

    /// Plays on by a policy until two passes or `max_plies`, and returns the margin in half points
    /// seen by Black, counting the board as it stands then.
    ///
    /// ```
    /// use games_core::{Game, seeded};
    /// use go::{Go9, Policy};
    ///
    /// let game = Go9::standard();
    /// let mut position = game.initial();
    /// let margin = game.playout(&mut position, Policy::Light, &mut seeded(1), 300);
    /// assert_eq!(position.passes(), 2);
    /// assert!(margin.abs() <= 2 * 81 + 13);
    /// ```
    #[inline]
    pub fn playout(
        &self,
        position: &mut Position<I, N>,
        policy: Policy,
        rng: &mut impl Rng,
        max_plies: u32,
    ) -> i32 {
        let mut last = None;
        for _ in 0..max_plies {
            last = self.policy_move(position, last, policy, rng);
            let Some(m) = last else { break };
            self.apply(position, m);
        }
        self.score(position)
    }

    /// Returns an answer to the last placement, if one suggests itself.
    fn answer(&self, position: &Position<I, N>, last: Point, rng: &mut impl Rng) -> Option<Point> {
        let (board, color) = (&position.board, position.to_move);
        self.rescue(position, last, rng).or_else(|| {
            if let Some(point) = board.last_liberty(last.cell())
                && board.cell(last.cell()) != EMPTY
                && self.may_place(position, point)
            {
                return Some(point);
            }
            self.shape(position, last, color, rng)
        })
    }

    /// Saves a chain of one's own that the last move left with one liberty: by taking a chain
    /// beside it, or by adding a stone that gives it more liberties.
    fn rescue(&self, position: &Position<I, N>, last: Point, rng: &mut impl Rng) -> Option<Point> {
        let (board, color) = (&position.board, position.to_move);
        for n in board.around(last.cell()) {
            if board.cell(n) != color as u8 {
                continue;
            }
            let Some(liberty) = board.last_liberty(n) else { continue };
            let mut saving = Choice::default();
            for stone in board.chain(Point(n as u16)) {
                for beside in board.around(stone.cell()) {
                    if board.cell(beside) == color.other() as u8
                        && let Some(take) = board.last_liberty(beside)
                        && self.may_place(position, take)
                    {
                        saving.offer(take, rng);
                    }
                }
            }
            if saving.point.is_some() {
                return saving.point;
            }
            if self.may_place(position, liberty) && board.gives_liberties(liberty, color) {
                return Some(liberty);
            }
        }
        None
    }

    /// Plays one of the eight points round the last move whose surroundings are a known shape.
    fn shape(
        &self,
        position: &Position<I, N>,
        last: Point,
        color: Color,
        rng: &mut impl Rng,
    ) -> Option<Point> {
        let board = &position.board;
        let mut choice = Choice::default();
        for cell in board.around(last.cell()).into_iter().chain(board.diagonals(last.cell())) {
            if board.cell(cell) == EMPTY
                && patterns::is_known(board.surroundings(cell))
                && self.may_place(position, Point(cell as u16))
                && board.gives_liberties(cell_point(cell), color)
            {
                choice.offer(cell_point(cell), rng);
            }
        }
        choice.point
    }
}

fn cell_point(cell: usize) -> Point {
    Point(cell as u16)
}

/// For what lies on the four diagonal points, two bits each, the colors that have an eye there if all
/// neighbors are theirs.
const EYES: [u8; 256] = eyes();

const fn eyes() -> [u8; 256] {
    let mut eyes = [0; 256];
    let mut code = 0;
    while code < eyes.len() {
        let mut counts = [0; 4];
        let mut i = 0;
        while i < 4 {
            counts[code >> (2 * i) & 3] += 1;
            i += 1;
        }
        let at_edge = (counts[BORDER as usize] > 0) as u8;
        let mut color = 1;
        while color <= 2 {
            if counts[3 - color] + at_edge < 2 {
                eyes[code] |= color as u8;
            }
            color += 1;
        }
        code += 1;
    }
    eyes
}

/// One of the points offered, each with the same chance.
#[derive(Default)]
struct Choice {
    point: Option<Point>,
    offers: u32,
}

impl Choice {
    fn offer(&mut self, point: Point, rng: &mut impl Rng) {
        self.offers += 1;
        if self.offers == 1 || rng.below(self.offers) == 0 {
            self.point = Some(point);
        }
    }
}

impl<I: Index, const N: usize> Board<I, N> {
    /// Returns whether an empty point is a one-point eye: all neighbors are stones of this color
    /// or border, and of the diagonal points the opponent has at most one, at the edge none.
    #[must_use]
    #[inline]
    pub fn is_eye(&self, point: Point, color: Color) -> bool {
        let cell = point.cell();
        let [a, b, c, d] = self.around(cell).map(|n| self.cell(n));
        if a & b & c & d & color as u8 == 0 {
            return false;
        }
        let [a, b, c, d] = self.diagonals(cell).map(|n| usize::from(self.cell(n)));
        EYES[a | b << 2 | c << 4 | d << 6] & color as u8 != 0
    }

    /// Returns the only liberty of the chain on a cell, if it is in atari.
    #[must_use]
    pub(crate) fn last_liberty(&self, cell: usize) -> Option<Point> {
        if !matches!(self.cell(cell), 1 | 2) {
            return None;
        }
        let count = usize::from(self.pseudo_liberties(cell));
        // One point is beside at most four stones.
        if !(1..=4).contains(&count) {
            return None;
        }
        let head = self.head_of(cell);
        let liberty = self.chain(Point(cell as u16)).find_map(|stone| {
            self.around(stone.cell()).into_iter().find(|&n| self.cell(n) == EMPTY)
        })?;
        let here = self.around(liberty).into_iter().filter(|&n| self.head_of(n) == head).count();
        (here == count).then_some(Point(liberty as u16))
    }

    /// Returns whether a placement leaves a chain of [`BIG`] stones or more one liberty. Fewer may
    /// be a throw-in, or kill the chain around them.
    fn is_big_self_atari(&self, point: Point, color: Color) -> bool {
        let mut empty = 0;
        let mut stones = 1;
        for n in self.around(point.cell()) {
            let found = self.cell(n);
            if found == EMPTY {
                empty += 1;
                if empty == 2 {
                    return false;
                }
            } else if found == color as u8 {
                stones += self.chain_size(cell_point(n));
            }
        }
        stones >= BIG && !self.gives_liberties(point, color)
    }

    /// Returns whether the chain of a stone placed here would have two liberties or more, as far
    /// as a look at the neighbors tells: two empty ones, a capture, or a chain with others.
    pub(crate) fn gives_liberties(&self, point: Point, color: Color) -> bool {
        let mut room = 0;
        for n in self.around(point.cell()) {
            let found = self.cell(n);
            if found == EMPTY {
                room += 1;
            } else if found == color as u8 {
                if self.last_liberty(n).is_none() {
                    // It has another liberty beside this point, or two.
                    room += 1;
                    if self.pseudo_liberties(n) > 4 {
                        room += 1;
                    }
                }
            } else if found != BORDER && self.last_liberty(n).is_some() {
                return true;
            }
            if room >= 2 {
                return true;
            }
        }
        false
    }

    /// Returns whether the surroundings of an empty point are a shape worth playing in.
    pub(crate) fn is_shape(&self, cell: usize) -> bool {
        patterns::is_known(self.surroundings(cell))
    }

    /// The eight cells around one, two bits each, in the order of [`patterns`].
    pub(crate) fn surroundings(&self, cell: usize) -> u16 {
        let [left, right, up, down] = self.around(cell);
        let [up_left, up_right, down_left, down_right] = self.diagonals(cell);
        [up_left, up, up_right, left, right, down_left, down, down_right]
            .into_iter()
            .fold(0, |code, n| code << 2 | u16::from(self.cell(n)))
    }
}
