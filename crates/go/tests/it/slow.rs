//! The rules once more, written as they are told and nothing else in mind: a list of lists, flood
//! fill, whole boards compared with whole boards.

use go::{Ko, Rules, Scoring, Suicide};

pub(crate) type Rows = Vec<Vec<char>>;

/// A game with everything that ever happened in it.
#[derive(Clone)]
pub(crate) struct Slow {
    pub(crate) rules: Rules,
    /// B0 to Bn, each with the side to move.
    pub(crate) boards: Vec<(Rows, char)>,
    pub(crate) passes: u8,
    pub(crate) taken: [i32; 2],
}

impl Slow {
    pub(crate) fn new(rules: Rules) -> Self {
        let (w, h) = (rules.size.width().into(), rules.size.height().into());
        let boards = vec![(vec![vec!['.'; w]; h], 'b')];
        Self { rules, boards, passes: 0, taken: [0; 2] }
    }

    pub(crate) fn board(&self) -> &Rows {
        &self.boards.last().unwrap().0
    }

    pub(crate) fn side(&self) -> char {
        self.boards.last().unwrap().1
    }

    fn neighbors(board: &Rows, (col, row): (usize, usize)) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        if col > 0 {
            out.push((col - 1, row));
        }
        if row > 0 {
            out.push((col, row - 1));
        }
        if col + 1 < board[0].len() {
            out.push((col + 1, row));
        }
        if row + 1 < board.len() {
            out.push((col, row + 1));
        }
        out
    }

    /// The connected points of the same kind, and the kinds around them.
    pub(crate) fn group(board: &Rows, at: (usize, usize)) -> (Vec<(usize, usize)>, Vec<char>) {
        let kind = board[at.1][at.0];
        let mut seen = vec![vec![false; board[0].len()]; board.len()];
        seen[at.1][at.0] = true;
        let mut group = vec![at];
        let mut around = Vec::new();
        let mut i = 0;
        while i < group.len() {
            for n in Self::neighbors(board, group[i]) {
                if board[n.1][n.0] != kind {
                    around.push(board[n.1][n.0]);
                } else if !seen[n.1][n.0] {
                    seen[n.1][n.0] = true;
                    group.push(n);
                }
            }
            i += 1;
        }
        (group, around)
    }

    /// The board after a placement, with the stones taken from the opponent and from the placer.
    fn place(&self, (col, row): (usize, usize)) -> Option<(Rows, i32, i32)> {
        let mut board = self.board().clone();
        if board[row][col] != '.' {
            return None;
        }
        let side = self.side();
        board[row][col] = side;
        let mut captured = 0;
        for n in Self::neighbors(&board, (col, row)) {
            if board[n.1][n.0] != '.' && board[n.1][n.0] != side {
                let (group, around) = Self::group(&board, n);
                if !around.contains(&'.') {
                    captured += group.len() as i32;
                    for (c, r) in group {
                        board[r][c] = '.';
                    }
                }
            }
        }
        let (group, around) = Self::group(&board, (col, row));
        let mut lost = 0;
        if !around.contains(&'.') {
            if self.rules.suicide == Suicide::Forbidden || group.len() == 1 {
                return None;
            }
            lost = group.len() as i32;
            for (c, r) in group {
                board[r][c] = '.';
            }
        }
        Some((board, captured, lost))
    }

    fn other(side: char) -> char {
        if side == 'b' { 'w' } else { 'b' }
    }

    /// Whether simple ko forbids a board: it is the one before the opponent's last ply.
    fn retakes(&self, board: &Rows) -> bool {
        self.boards.len() >= 2 && self.boards[self.boards.len() - 2].0 == *board
    }

    pub(crate) fn is_legal(&self, at: (usize, usize)) -> bool {
        if self.passes == 2 {
            return false;
        }
        let Some((board, ..)) = self.place(at) else { return false };
        let next = Self::other(self.side());
        match self.rules.ko {
            Ko::None => true,
            Ko::Simple => !self.retakes(&board),
            Ko::Positional => self.boards.iter().all(|(b, _)| *b != board),
            Ko::Situational => self.boards.iter().all(|(b, s)| *b != board || *s != next),
        }
    }

    /// The point that simple ko forbids, under whatever rule.
    pub(crate) fn ko(&self) -> Option<(usize, usize)> {
        self.points().find(|&at| self.place(at).is_some_and(|(board, ..)| self.retakes(&board)))
    }

    pub(crate) fn points(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (w, h) = (usize::from(self.rules.size.width()), usize::from(self.rules.size.height()));
        (0..w * h).map(move |i| (i % w, i / w))
    }

    pub(crate) fn play(&mut self, at: Option<(usize, usize)>) {
        let next = Self::other(self.side());
        let Some(at) = at else {
            self.boards.push((self.board().clone(), next));
            self.passes += 1;
            return;
        };
        let (board, captured, lost) = self.place(at).unwrap();
        let side = usize::from(self.side() == 'w');
        self.taken[side] += captured;
        self.taken[1 - side] += lost;
        self.passes = 0;
        self.boards.push((board, next));
    }

    /// Black's points minus White's, in half points, komi counted.
    pub(crate) fn score(&self) -> i32 {
        let board = self.board();
        let mut stones = 0;
        let mut territory = 0;
        for at in self.points() {
            match board[at.1][at.0] {
                'b' => stones += 1,
                'w' => stones -= 1,
                _ => {
                    let (_, around) = Self::group(board, at);
                    territory += match (around.contains(&'b'), around.contains(&'w')) {
                        (true, false) => 1,
                        (false, true) => -1,
                        _ => 0,
                    };
                }
            }
        }
        let points = match self.rules.scoring {
            Scoring::Area => stones + territory,
            Scoring::Territory => territory + self.taken[0] - self.taken[1],
            Scoring::Stones => stones,
        };
        2 * points - self.rules.komi.in_half_points()
    }

    /// Whether the board with its side to move has stood before, with a placement since.
    pub(crate) fn is_repeated(&self) -> bool {
        let (last, before) = self.boards.split_last().unwrap();
        before.contains(last)
    }
}
