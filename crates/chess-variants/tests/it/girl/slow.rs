//! Slow, obvious rules of Girl Chess: every movement that the pieces' texts allow is made on a
//! board of letters, and movements that lead to the same board are one move.

use std::collections::{BTreeMap, BTreeSet};

use chess_variants::girl::{EggCopies, NoMoves, Options};

type Square = (i32, i32);

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Slow {
    options: Options,
    width: i32,
    height: i32,
    /// The letters by (rank, file), from a1 on; the order of the squares.
    men: BTreeMap<Square, char>,
    white_to_move: bool,
}

/// A move: its canonical name, all names of movements that make it, and the board after it.
pub(crate) struct SlowMove {
    pub(crate) name: String,
    pub(crate) names: BTreeSet<String>,
    after: BTreeMap<Square, char>,
}

/// By what canonical names are chosen: an Egg's copies last, then the lowest copier, then the
/// lowest source.
type Rank = (u8, Square, Square);

impl Slow {
    pub(crate) fn of(options: Options, text: &str) -> Self {
        let (rows, side) = text.split_once(' ').unwrap();
        let rows: Vec<_> = rows.split('/').rev().collect();
        let mut men = BTreeMap::new();
        let mut width = 0;
        for (rank, row) in (0..).zip(&rows) {
            let mut file = 0;
            let mut number = 0;
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    number = 10 * number + digit as i32;
                    continue;
                }
                file += number;
                number = 0;
                men.insert((rank, file), c);
                file += 1;
            }
            width = file + number;
        }
        Self { options, width, height: rows.len() as i32, men, white_to_move: side == "w" }
    }

    pub(crate) fn text(&self) -> String {
        let row = |rank| {
            let mut text = String::new();
            let mut empty = 0;
            for file in 0..self.width {
                match self.men.get(&(rank, file)) {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                        }
                        empty = 0;
                        text.push(*letter);
                    }
                }
            }
            if empty > 0 { format!("{text}{empty}") } else { text }
        };
        let rows: Vec<_> = (0..self.height).rev().map(row).collect();
        format!("{} {}", rows.join("/"), if self.white_to_move { "w" } else { "b" })
    }

    /// `p1`, `p2` or `draw`, and the reason.
    pub(crate) fn end(&self) -> Option<(&'static str, &'static str)> {
        let has_girl = |letter| self.men.values().any(|&c| c == letter);
        if !has_girl('g') {
            return Some(("p1", "no girls"));
        }
        if !has_girl('G') {
            return Some(("p2", "no girls"));
        }
        if !self.legal().is_empty() {
            return None;
        }
        let outcome = match (self.options.no_moves, self.white_to_move) {
            (NoMoves::Draw, _) => "draw",
            (NoMoves::Loss, true) => "p2",
            (NoMoves::Loss, false) => "p1",
        };
        Some((outcome, "no moves"))
    }

    /// The moves, sorted by name.
    pub(crate) fn legal(&self) -> Vec<SlowMove> {
        if !self.men.values().any(|&c| c == 'g') || !self.men.values().any(|&c| c == 'G') {
            return Vec::new();
        }
        let mut by_board: BTreeMap<Vec<_>, Vec<(Rank, String)>> = BTreeMap::new();
        for (rank, name, after) in self.movements() {
            // A move must change the board.
            if after != self.men {
                by_board.entry(after.into_iter().collect()).or_default().push((rank, name));
            }
        }
        let mut moves: Vec<_> = by_board
            .into_iter()
            .map(|(after, mut movements)| {
                movements.sort();
                SlowMove {
                    name: movements[0].1.clone(),
                    names: movements.into_iter().map(|(_, name)| name).collect(),
                    after: after.into_iter().collect(),
                }
            })
            .collect();
        if self.options.null_moves {
            let (name, names) = ("pass".to_owned(), BTreeSet::from(["pass".to_owned()]));
            moves.push(SlowMove { name, names, after: self.men.clone() });
        }
        moves.sort_by(|a, b| a.name.cmp(&b.name));
        moves
    }

    pub(crate) fn play(&mut self, m: &SlowMove) {
        self.men = m.after.clone();
        self.white_to_move = !self.white_to_move;
    }

    fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.height).flat_map(|rank| (0..self.width).map(move |file| (rank, file)))
    }

    fn is_own(&self, square: Square) -> bool {
        self.men.get(&square).is_some_and(|c| c.is_ascii_uppercase() == self.white_to_move)
    }

    /// The own man's letter in upper case.
    fn own(&self, square: Square) -> Option<char> {
        self.men.get(&square).filter(|_| self.is_own(square)).map(char::to_ascii_uppercase)
    }

    fn may_end_on(&self, square: Square) -> bool {
        match self.men.get(&square) {
            None => true,
            Some(c) => !self.is_own(square) && !c.eq_ignore_ascii_case(&'t'),
        }
    }

    fn is_next_to_own(&self, square: Square, letter: char) -> bool {
        self.squares().any(|s| distance(s, square) == 1 && self.own(s) == Some(letter))
    }

    fn movements(&self) -> Vec<(Rank, String, BTreeMap<Square, char>)> {
        let mut movements = Vec::new();
        for from in self.squares() {
            let Some(kind) = self.own(from) else { continue };
            for to in self.squares() {
                if self.goes(kind, from, to) {
                    let mut after = self.men.clone();
                    let letter = after.remove(&from).unwrap();
                    let sign = if after.insert(to, letter).is_some() { 'x' } else { '-' };
                    let text = format!("{}{sign}{}", name(from), name(to));
                    movements.push(((0, from, from), text, after));
                }
                if kind == 'B' && to != from && self.is_own(to) {
                    let mut after = self.men.clone();
                    after.insert(from, self.men[&to]);
                    after.insert(to, self.men[&from]);
                    let text = format!("{}~{}", name(from), name(to));
                    movements.push(((0, from, from), text, after));
                }
                if self.copies_itself(kind, from, to) {
                    let mut after = self.men.clone();
                    after.insert(to, self.men[&from]);
                    let text = format!("{}+{}", name(from), name(to));
                    movements.push(((0, from, from), text, after));
                }
            }
            if kind == 'E' {
                self.add_egg_copies(from, &mut movements);
            }
        }
        movements
    }

    fn add_egg_copies(
        &self,
        egg: Square,
        movements: &mut Vec<(Rank, String, BTreeMap<Square, char>)>,
    ) {
        let near = || self.squares().filter(|&s| distance(s, egg) == 1);
        for source in near().filter(|s| self.men.contains_key(s)) {
            if self.options.egg_copies == EggCopies::Own && !self.is_own(source) {
                continue;
            }
            for to in near().filter(|&s| self.may_end_on(s)) {
                if self.men.contains_key(&to) && !self.options.egg_captures {
                    continue;
                }
                let mut after = self.men.clone();
                let sign = if after.insert(to, self.men[&source]).is_some() { 'x' } else { '+' };
                let text = format!("{}:{}{sign}{}", name(egg), name(source), name(to));
                movements.push(((1, egg, source), text, after));
            }
        }
    }

    /// Whether a man goes from a square to another one, by walking or jumping.
    fn goes(&self, kind: char, from: Square, to: Square) -> bool {
        if from == to || !self.may_end_on(to) {
            return false;
        }
        let d = distance(from, to);
        let plain = |n: i32| match kind {
            // Twice the distance is an even number whose half is allowed.
            'E' => d <= 2 * n,
            'F' => d == 2 * n,
            'R' => d == 5 * n || d == 6 * n,
            'K' => self.walks(from, to, 3 * n),
            'S' => self.walks(from, to, 2 * n),
            'B' => self.walks_straight(from, to),
            'G' => !self.men.get(&to).is_some_and(|c| c.eq_ignore_ascii_case(&'g')),
            _ => false,
        };
        self.factors(from).iter().any(|&n| plain(n))
            || kind == 'K' && self.is_next_to_own(to, 'R')
            || kind == 'S' && self.is_next_to_own(to, 'F')
    }

    fn copies_itself(&self, kind: char, from: Square, to: Square) -> bool {
        let d = distance(from, to);
        let reaches = match kind {
            'F' => self.factors(from).iter().any(|n| d == 3 * n),
            'T' => true,
            _ => false,
        };
        reaches && !self.men.contains_key(&to)
    }

    /// By what the distances of a man are multiplied.
    fn factors(&self, from: Square) -> &'static [i32] {
        match (self.is_next_to_own(from, 'S'), self.options.snail_optional) {
            (false, _) => &[1],
            (true, false) => &[2],
            (true, true) => &[1, 2],
        }
    }

    fn walks_straight(&self, from: Square, to: Square) -> bool {
        let (ranks, files) = (to.0 - from.0, to.1 - from.1);
        let between = |i: i32| (from.0 + ranks.signum() * i, from.1 + files.signum() * i);
        (ranks == 0 || files == 0)
            && (1..distance(from, to)).all(|i| !self.men.contains_key(&between(i)))
    }

    /// Whether there is a path of so many steps at most over empty squares.
    fn walks(&self, from: Square, to: Square, steps: i32) -> bool {
        let mut reached = BTreeSet::from([from]);
        for _ in 0..steps {
            let mut next = reached.clone();
            for &(rank, file) in &reached {
                let here = (rank, file);
                if here != from && self.men.contains_key(&here) {
                    continue;
                }
                let around =
                    [(rank + 1, file), (rank - 1, file), (rank, file + 1), (rank, file - 1)];
                let on_board =
                    |s: &Square| (0..self.height).contains(&s.0) && (0..self.width).contains(&s.1);
                next.extend(around.iter().filter(|s| on_board(s)));
            }
            reached = next;
        }
        reached.contains(&to)
    }
}

fn distance(a: Square, b: Square) -> i32 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

fn name((rank, file): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}
