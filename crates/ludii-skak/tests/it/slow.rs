//! The rules a second time, slow and obvious: lists of letters on squares, every move played on a
//! copy and looked at. Shares nothing with the crate but the spelling of texts.

use std::collections::BTreeSet;

#[derive(Clone)]
pub(crate) struct Slow {
    ruleset: u8,
    /// The men on each square from below, upper case for White; `a1` first, rank by rank.
    board: Vec<Vec<char>>,
    white_to_move: bool,
    marks: BTreeSet<usize>,
    passed: Option<usize>,
}

type Step = (i32, i32);
const STRAIGHT: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [Step; 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

fn name(square: usize) -> String {
    format!("{}{}", ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'][square % 8], square / 8 + 1)
}

fn square(name: &str) -> usize {
    let bytes = name.as_bytes();
    usize::from(bytes[0] - b'a') + 8 * usize::from(bytes[1] - b'1')
}

fn step(from: usize, (files, ranks): Step) -> Option<usize> {
    let (file, rank) = ((from % 8) as i32 + files, (from / 8) as i32 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as usize)
}

fn is_white(man: char) -> bool {
    man.is_ascii_uppercase()
}

/// Up the board for White.
fn forward(white: bool) -> i32 {
    if white { 1 } else { -1 }
}

impl Slow {
    pub(crate) fn of(ruleset: u8, text: &str) -> Self {
        let fields: Vec<_> = text.split(' ').collect();
        let mut board = vec![Vec::new(); 64];
        for (row, rank) in fields[0].split('/').enumerate() {
            let (mut file, mut depth, mut inside) = (0, 0, false);
            for c in rank.chars() {
                match c {
                    '(' => (inside, depth) = (true, 0),
                    ')' => {
                        inside = false;
                        file += 1;
                    }
                    '1'..='8' => file += c as usize - '0' as usize,
                    man => {
                        board[8 * (7 - row) + file].push(man);
                        depth += 1;
                        if !inside {
                            file += 1;
                        }
                        assert!(depth <= 8);
                    }
                }
            }
        }
        let marks = if fields[2] == "-" { "" } else { fields[2] };
        Self {
            ruleset,
            board,
            white_to_move: fields[1] == "w",
            marks: (0..marks.len()).step_by(2).map(|i| square(&marks[i..i + 2])).collect(),
            passed: (fields[3] != "-").then(|| square(fields[3])),
        }
    }

    pub(crate) fn text(&self) -> String {
        let mut ranks = Vec::new();
        for rank in (0..8).rev() {
            let mut text = String::new();
            for file in 0..8 {
                match self.board[8 * rank + file].as_slice() {
                    [] => text.push('1'),
                    [man] => text.push(*man),
                    [lower, upper] => text.extend(['(', *lower, *upper, ')']),
                    more => panic!("{more:?} on one square"),
                }
            }
            for n in (2..=8).rev() {
                text = text.replace(&"1".repeat(n), &n.to_string());
            }
            ranks.push(text);
        }
        let marks: String = self.marks.iter().map(|&s| name(s)).collect();
        format!(
            "{} {} {} {}",
            ranks.join("/"),
            if self.white_to_move { "w" } else { "b" },
            if marks.is_empty() { "-" } else { &marks },
            self.passed.map_or_else(|| "-".to_owned(), name)
        )
    }

    fn top(&self, square: usize) -> Option<char> {
        self.board[square].last().copied()
    }

    fn is_empty(&self, square: usize) -> bool {
        self.board[square].is_empty()
    }

    fn has(&self, square: usize, white: bool) -> bool {
        self.top(square).is_some_and(|man| is_white(man) == white)
    }

    /// The pawn under another man.
    fn lower(&self, square: usize) -> Option<char> {
        (self.board[square].len() == 2).then(|| self.board[square][0])
    }

    /// Where a man other than a pawn may go, men of any side being captured.
    fn reach(&self, from: usize, man: char) -> Vec<usize> {
        let (steps, far): (Vec<Step>, bool) = match man.to_ascii_uppercase() {
            'N' => (LEAPS.to_vec(), false),
            'K' => ([STRAIGHT, DIAGONAL].concat(), false),
            'B' => (DIAGONAL.to_vec(), true),
            'R' => (STRAIGHT.to_vec(), true),
            'Q' => ([STRAIGHT, DIAGONAL].concat(), true),
            _ => (Vec::new(), false),
        };
        let mut found = Vec::new();
        for s in steps {
            let mut at = from;
            while let Some(next) = step(at, s) {
                found.push(next);
                if !far || !self.is_empty(next) {
                    break;
                }
                at = next;
            }
        }
        found
    }

    fn diagonals(from: usize, forward: i32) -> Vec<usize> {
        [-1, 1].into_iter().filter_map(|files| step(from, (files, forward))).collect()
    }

    /// Whether a side could capture what stands on a square.
    fn strikes(&self, white: bool, target: usize) -> bool {
        (0..64).any(|from| {
            let Some(top) = self.top(from) else { return false };
            let by_itself = is_white(top) == white
                && (self.reach(from, top).contains(&target)
                    || "Pp".contains(top)
                        && Self::diagonals(from, forward(white)).contains(&target));
            let from_below = self.lower(from).is_some_and(|pawn| is_white(pawn) == white)
                && Self::diagonals(from, forward(is_white(top))).contains(&target);
            by_itself || from_below
        })
    }

    pub(crate) fn in_check(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        let king = (0..64).find(|&s| self.top(s) == Some(king)).unwrap();
        self.strikes(!white, king)
    }

    fn is_start(&self, square: usize, white: bool) -> bool {
        let rank = square / 8 + 1;
        match (self.ruleset, white) {
            (3, true) => rank == 3 && square % 8 != 3,
            (3, false) => rank == 6 && square % 8 != 3,
            (_, true) => rank == 2,
            (_, false) => rank == 7,
        }
    }

    fn pseudo_legal(&self) -> BTreeSet<String> {
        let us = self.white_to_move;
        let mut moves = BTreeSet::new();
        let mut add = |from: usize, to: usize, is_pawn: bool| {
            let text = name(from) + &name(to);
            if is_pawn && (to / 8 == 0 || to / 8 == 7) {
                moves.extend(["q", "n", "b", "r"].map(|kind| text.clone() + kind));
            } else {
                moves.insert(text);
            }
        };
        for from in 0..64 {
            let Some(top) = self.top(from) else { continue };
            if is_white(top) == us {
                for to in self.reach(from, top) {
                    if !self.has(to, us) {
                        add(from, to, false);
                    }
                }
                if "Pp".contains(top) {
                    self.pawn_moves(from, &mut add);
                }
            }
            if self.lower(from).is_some_and(|pawn| is_white(pawn) == us) {
                let direction = forward(is_white(top));
                if let Some(to) = step(from, (0, direction)).filter(|&to| self.is_empty(to)) {
                    add(from, to, false);
                }
                for to in Self::diagonals(from, direction) {
                    if self.has(to, !us) {
                        add(from, to, false);
                    }
                }
            }
        }
        self.castling(&mut add);
        moves
    }

    fn pawn_moves(&self, from: usize, add: &mut impl FnMut(usize, usize, bool)) {
        let us = self.white_to_move;
        if let Some(one) = step(from, (0, forward(us))).filter(|&to| self.is_empty(to)) {
            add(from, one, true);
            if let Some(two) = step(one, (0, forward(us)))
                && self.is_empty(two)
                && self.is_start(from, us)
            {
                add(from, two, true);
            }
        }
        for to in Self::diagonals(from, forward(us)) {
            if self.has(to, !us) || self.passed == Some(to) {
                add(from, to, true);
            }
        }
    }

    fn castling(&self, add: &mut impl FnMut(usize, usize, bool)) {
        let us = self.white_to_move;
        let home = if us { 4 } else { 60 };
        let king = if us { 'K' } else { 'k' };
        if !self.marks.contains(&home) || self.top(home) != Some(king) || self.in_check(us) {
            return;
        }
        for (corner, empty, crossed, to) in [
            (home + 3, vec![home + 1, home + 2], home + 1, home + 2),
            (home - 4, vec![home - 1, home - 2, home - 3], home - 1, home - 2),
        ] {
            if self.marks.contains(&corner)
                && empty.iter().all(|&s| self.is_empty(s))
                && !self.strikes(!us, crossed)
            {
                add(home, to, false);
            }
        }
    }

    /// Plays a move, legal or not.
    pub(crate) fn play(&mut self, text: &str) {
        let us = self.white_to_move;
        let (from, to) = (square(&text[..2]), square(&text[2..4]));
        let man = self.board[from].pop().unwrap();
        let is_pawn = "Pp".contains(man);
        // Of two men on a square only the upper one is taken.
        self.board[to].pop();
        if is_pawn && self.passed == Some(to) {
            let taken = step(to, (0, -forward(us))).unwrap();
            self.board[taken].pop();
        }
        let man = match text[4..].chars().next() {
            Some(kind) if us => kind.to_ascii_uppercase(),
            Some(kind) => kind,
            None => man,
        };
        self.board[to].push(man);
        let was_marked = self.marks.remove(&from);
        self.marks.remove(&to);
        if was_marked && "Qq".contains(man) {
            self.marks.insert(to);
        }
        if "Kk".contains(man) && from.abs_diff(to) == 2 {
            let (corner, beside) =
                if to > from { (from + 3, from + 1) } else { (from - 4, from - 1) };
            let partner = self.board[corner].pop().unwrap();
            self.board[beside].push(partner);
            self.marks.remove(&corner);
        }
        self.passed = (is_pawn && from.abs_diff(to) == 16).then_some((from + to) / 2);
        self.white_to_move = !us;
    }

    fn legal_in_ongoing(&self) -> Vec<String> {
        let us = self.white_to_move;
        let is_safe = |m: &String| {
            let mut after = self.clone();
            after.play(m);
            !after.in_check(us)
        };
        self.pseudo_legal().into_iter().filter(is_safe).collect()
    }

    /// The legal moves in alphabetical order, none in a finished game.
    pub(crate) fn legal(&self) -> Vec<String> {
        if self.end().is_some() { Vec::new() } else { self.legal_in_ongoing() }
    }

    /// Outcome and reason.
    pub(crate) fn end(&self) -> Option<(&'static str, &'static str)> {
        let us = self.white_to_move;
        let winner = if us { "p2" } else { "p1" };
        let can_move = !self.legal_in_ongoing().is_empty();
        let men = self.board.iter().flatten().filter(|&&man| is_white(man) == us).count();
        if !can_move && self.in_check(us) {
            Some((winner, "checkmate"))
        } else if men == 1 {
            Some((winner, "bare king"))
        } else if !can_move {
            Some(("draw", "stalemate"))
        } else {
            None
        }
    }
}
