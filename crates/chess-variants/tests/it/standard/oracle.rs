//! The rules of chess once more, slow and plain: a board of letters, moves by walking over it,
//! legality by looking whether the king can be taken, draws by looking back over the whole game.
//!
//! Shares no code with the crate under test, nor with the crate `chess`. Moves are texts as in UCI.

use std::fmt::Write;

/// The squares by rank and file from a1, with the letters of a FEN and `.` for empty ones.
pub(crate) type Board = [[char; 8]; 8];

/// A position with its clocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Oracle {
    board: Board,
    white: bool,
    castling: String,
    /// The square behind a pawn that has just moved two squares, whether or not it can be taken.
    passed: Option<(i32, i32)>,
    halfmove: u32,
    fullmove: u32,
    /// What repetition compares, for each position since the start.
    seen: Vec<String>,
}

const KING: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn at(board: &Board, (file, rank): (i32, i32)) -> Option<char> {
    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
    inside.then(|| board[rank as usize][file as usize])
}

fn put(board: &mut Board, (file, rank): (i32, i32), man: char) {
    board[rank as usize][file as usize] = man;
}

fn name((file, rank): (i32, i32)) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn square(name: &str) -> (i32, i32) {
    let bytes = name.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

fn squares() -> impl Iterator<Item = (i32, i32)> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

/// Whether the man on the square belongs to White (or Black).
fn owns(white: bool, man: char) -> bool {
    man != '.' && man.is_ascii_uppercase() == white
}

impl Oracle {
    pub(crate) fn new() -> Self {
        Self::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    }

    /// Trusts the FEN.
    pub(crate) fn from_fen(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = [['.'; 8]; 8];
        for (line, rank) in fields[0].split('/').zip((0..8).rev()) {
            let mut file = 0;
            for c in line.chars() {
                match c.to_digit(10) {
                    Some(n) => file += n as i32,
                    None => {
                        put(&mut board, (file, rank), c);
                        file += 1;
                    }
                }
            }
        }
        let mut oracle = Self {
            board,
            white: fields[1] == "w",
            castling: fields[2].replace('-', ""),
            passed: (fields[3] != "-").then(|| square(fields[3])),
            halfmove: fields[4].parse().unwrap(),
            fullmove: fields[5].parse().unwrap(),
            seen: Vec::new(),
        };
        oracle.seen.push(oracle.placement());
        oracle
    }

    /// The first four fields of the FEN, en passant only where it is legal.
    fn placement(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            let line: String = self.board[rank].iter().collect();
            let mut line = line;
            for n in (1..=8).rev() {
                line = line.replace(&".".repeat(n), &n.to_string());
            }
            text.push_str(&line);
            text.push_str(if rank > 0 { "/" } else { " " });
        }
        text.push_str(if self.white { "w " } else { "b " });
        text.push_str(if self.castling.is_empty() { "-" } else { &self.castling });
        let capture = self.legal_moves().into_iter().find(|m| self.is_en_passant(m));
        match capture {
            Some(m) => write!(text, " {}", &m[2..4]).unwrap(),
            None => text.push_str(" -"),
        }
        text
    }

    pub(crate) fn fen(&self) -> String {
        format!("{} {} {}", self.placement(), self.halfmove, self.fullmove)
    }

    fn man(&self, m: &str) -> char {
        at(&self.board, square(&m[..2])).unwrap().to_ascii_uppercase()
    }

    pub(crate) fn is_en_passant(&self, m: &str) -> bool {
        self.man(m) == 'P' && m[..1] != m[2..3] && at(&self.board, square(&m[2..4])) == Some('.')
    }

    pub(crate) fn is_capture(&self, m: &str) -> bool {
        at(&self.board, square(&m[2..4])) != Some('.') || self.is_en_passant(m)
    }

    /// Whether a man of `white` attacks the square.
    fn attacks(board: &Board, white: bool, (file, rank): (i32, i32)) -> bool {
        let own = |c: char| if white { c } else { c.to_ascii_lowercase() };
        let stands = |df, dr, man| at(board, (file + df, rank + dr)) == Some(own(man));
        let behind = if white { -1 } else { 1 };
        if stands(-1, behind, 'P') || stands(1, behind, 'P') {
            return true;
        }
        if KNIGHT.iter().any(|&(df, dr)| stands(df, dr, 'N'))
            || KING.iter().any(|&(df, dr)| stands(df, dr, 'K'))
        {
            return true;
        }
        KING.iter().any(|&(df, dr)| {
            let slider = if df == 0 || dr == 0 { 'R' } else { 'B' };
            let first = (1..8).filter_map(|n| at(board, (file + n * df, rank + n * dr)));
            let first = first.into_iter().find(|c| *c != '.');
            first == Some(own('Q')) || first == Some(own(slider))
        })
    }

    fn in_check(board: &Board, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        let at_home = squares().find(|s| at(board, *s) == Some(king)).expect("a king");
        Self::attacks(board, !white, at_home)
    }

    pub(crate) fn is_check(&self) -> bool {
        Self::in_check(&self.board, self.white)
    }

    /// All legal moves, sorted as text.
    pub(crate) fn legal_moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = squares()
            .filter(|s| owns(self.white, at(&self.board, *s).unwrap()))
            .flat_map(|from| self.pseudo_moves(from))
            .filter(|m| !Self::in_check(&self.board_after(m), self.white))
            .collect();
        moves.sort();
        moves
    }

    /// Moves of the man on a square that may leave its king in check.
    fn pseudo_moves(&self, from: (i32, i32)) -> Vec<String> {
        let man = at(&self.board, from).unwrap().to_ascii_uppercase();
        let mut targets = Vec::new();
        match man {
            'P' => return self.pawn_moves(from),
            'N' => targets.extend(self.steps(from, &KNIGHT, 1)),
            'K' => {
                targets.extend(self.steps(from, &KING, 1));
                targets.extend(self.castling_targets());
            }
            'Q' => targets.extend(self.steps(from, &KING, 7)),
            _ => {
                let straight = man == 'R';
                let rays: Vec<_> =
                    KING.into_iter().filter(|(f, r)| (*f == 0 || *r == 0) == straight).collect();
                targets.extend(self.steps(from, &rays, 7));
            }
        }
        targets.into_iter().map(|to| name(from) + &name(to)).collect()
    }

    fn steps(&self, from: (i32, i32), rays: &[(i32, i32)], most: i32) -> Vec<(i32, i32)> {
        let mut targets = Vec::new();
        for (df, dr) in rays {
            for n in 1..=most {
                let to = (from.0 + n * df, from.1 + n * dr);
                match at(&self.board, to) {
                    Some('.') => targets.push(to),
                    Some(man) if owns(!self.white, man) => {
                        targets.push(to);
                        break;
                    }
                    _ => break,
                }
            }
        }
        targets
    }

    fn pawn_moves(&self, from: (i32, i32)) -> Vec<String> {
        let (ahead, home) = if self.white { (1, 1) } else { (-1, 6) };
        let mut targets = Vec::new();
        let one = (from.0, from.1 + ahead);
        if at(&self.board, one) == Some('.') {
            targets.push(one);
            let two = (from.0, from.1 + 2 * ahead);
            if from.1 == home && at(&self.board, two) == Some('.') {
                targets.push(two);
            }
        }
        for side in [-1, 1] {
            let to = (from.0 + side, from.1 + ahead);
            let enemy = at(&self.board, to).is_some_and(|man| owns(!self.white, man));
            if enemy || self.passed == Some(to) {
                targets.push(to);
            }
        }
        let mut moves = Vec::new();
        for to in targets {
            let m = name(from) + &name(to);
            if to.1 == 0 || to.1 == 7 {
                moves.extend(["b", "n", "q", "r"].map(|kind| m.clone() + kind));
            } else {
                moves.push(m);
            }
        }
        moves
    }

    fn castling_targets(&self) -> Vec<(i32, i32)> {
        let rank = if self.white { 0 } else { 7 };
        let is = |file, man| at(&self.board, (file, rank)) == Some(man);
        let safe = |file| !Self::attacks(&self.board, !self.white, (file, rank));
        let may = |letter: char| {
            self.castling.contains(if self.white { letter } else { letter.to_ascii_lowercase() })
        };
        let mut targets = Vec::new();
        if may('K') && is(5, '.') && is(6, '.') && safe(4) && safe(5) && safe(6) {
            targets.push((6, rank));
        }
        if may('Q') && is(1, '.') && is(2, '.') && is(3, '.') && safe(4) && safe(3) && safe(2) {
            targets.push((2, rank));
        }
        targets
    }

    fn board_after(&self, m: &str) -> Board {
        let mut board = self.board;
        let (from, to) = (square(&m[..2]), square(&m[2..4]));
        let man = at(&board, from).unwrap();
        if self.is_en_passant(m) {
            put(&mut board, (to.0, from.1), '.');
        }
        if self.man(m) == 'K' && (from.0 - to.0).abs() == 2 {
            let (corner, beside) = if to.0 == 6 { (7, 5) } else { (0, 3) };
            let rook = at(&board, (corner, from.1)).unwrap();
            put(&mut board, (corner, from.1), '.');
            put(&mut board, (beside, from.1), rook);
        }
        put(&mut board, from, '.');
        let becomes = match m[4..].chars().next() {
            Some(kind) if self.white => kind.to_ascii_uppercase(),
            Some(kind) => kind,
            None => man,
        };
        put(&mut board, to, becomes);
        board
    }

    pub(crate) fn play(&mut self, m: &str) {
        let (from, to) = (square(&m[..2]), square(&m[2..4]));
        let pawn = self.man(m) == 'P';
        self.halfmove = if pawn || self.is_capture(m) { 0 } else { self.halfmove + 1 };
        self.board = self.board_after(m);
        let two = pawn && (from.1 - to.1).abs() == 2;
        self.passed = two.then_some((from.0, (from.1 + to.1) / 2));
        for (lost, letters) in
            [("e1", "KQ"), ("h1", "K"), ("a1", "Q"), ("e8", "kq"), ("h8", "k"), ("a8", "q")]
        {
            if &m[..2] == lost || &m[2..4] == lost {
                self.castling.retain(|right| !letters.contains(right));
            }
        }
        if !self.white {
            self.fullmove += 1;
        }
        self.white = !self.white;
        let now = self.placement();
        self.seen.push(now);
    }

    fn is_dead(&self) -> bool {
        let men: Vec<((i32, i32), char)> = squares()
            .map(|s| (s, at(&self.board, s).unwrap().to_ascii_uppercase()))
            .filter(|(_, man)| *man != '.' && *man != 'K')
            .collect();
        match &men[..] {
            [] | [(_, 'N')] => true,
            [((file, rank), 'B'), rest @ ..] => {
                let color = (file + rank) % 2;
                rest.iter().all(|((f, r), man)| *man == 'B' && (f + r) % 2 == color)
            }
            _ => false,
        }
    }

    pub(crate) fn occurrences(&self) -> usize {
        let now = self.seen.last().unwrap();
        self.seen.iter().filter(|s| *s == now).count()
    }

    /// Outcome and reason, as on the command line; `None` while the game goes on.
    pub(crate) fn end(&self, claim_draws: bool) -> Option<(&'static str, &'static str)> {
        let stuck = self.legal_moves().is_empty();
        let check = self.is_check();
        let reason = if stuck && check {
            return Some((if self.white { "p2" } else { "p1" }, "checkmate"));
        } else if self.is_dead() {
            "insufficient material"
        } else if stuck {
            "stalemate"
        } else if self.halfmove >= 150 {
            "75-move rule"
        } else if self.occurrences() >= 5 {
            "fivefold repetition"
        } else if claim_draws && self.halfmove >= 100 {
            "50-move rule"
        } else if claim_draws && self.occurrences() >= 3 {
            "threefold repetition"
        } else {
            return None;
        };
        Some(("draw", reason))
    }

    /// The move in SAN: the shortest of the four spellings that no other legal move shares.
    pub(crate) fn san(&self, m: &str) -> String {
        let mut after = self.clone();
        after.play(m);
        let suffix = match (after.is_check(), after.legal_moves().is_empty()) {
            (true, true) => "#",
            (true, false) => "+",
            _ => "",
        };
        let legal = self.legal_moves();
        let means = |m: &str, pattern: usize| self.spelling(m, pattern);
        let unique = |pattern: &usize| {
            let text = means(m, *pattern);
            legal.iter().filter(|other| means(other, *pattern) == text).count() == 1
        };
        let pattern = (0..4).find(unique).expect("a full spelling is unique");
        means(m, pattern) + suffix
    }

    /// 0: no origin, 1: its file, 2: its rank, 3: both.
    fn spelling(&self, m: &str, pattern: usize) -> String {
        let man = self.man(m);
        if man == 'K' && (square(&m[..2]).0 - square(&m[2..4]).0).abs() == 2 {
            return if m[2..3] == *"g" { "O-O".into() } else { "O-O-O".into() };
        }
        let capture = if self.is_capture(m) { "x" } else { "" };
        if man == 'P' {
            let file = if capture.is_empty() { "" } else { &m[..1] };
            let promotion = if m.len() > 4 {
                format!("={}", m[4..].to_ascii_uppercase())
            } else {
                String::new()
            };
            return format!("{file}{capture}{}{promotion}", &m[2..4]);
        }
        let origin = [&m[..0], &m[..1], &m[1..2], &m[..2]][pattern];
        format!("{man}{origin}{capture}{}", &m[2..4])
    }
}
