//! From files to games in progress and back.

use games_core::{End, Notation, Outcome, Record, Side, TextError, entry::Choice};

use super::{File, Play};
use crate::{
    Board, Color, Go, Index, Ko, Komi, Move, Preset, Reason, Repetition, Rules, Scoring, Suicide,
    notation::write_rows, rules::write_half_points,
};

/// The names by which files call the presets; the first is the one that is written.
const NAMES: [(Preset, &[&str]); 7] = [
    (Preset::Seed, &["simple", "seed"]),
    (Preset::TrompTaylor, &["Tromp-Taylor", "TrompTaylor", "TT"]),
    (Preset::Cgos, &["CGOS"]),
    (Preset::Chinese, &["Chinese", "CN"]),
    (Preset::JapaneseLike, &["Japanese", "JP", "japanese-like", "Korean"]),
    (Preset::Aga, &["AGA"]),
    (Preset::NewZealand, &["NZ", "New Zealand", "new-zealand"]),
];

/// The longest game that is replayed: a game in progress keeps every position, up to 11 KB each.
const MAX_MOVES: usize = 10_000;

impl File {
    /// Returns the preset that `RU` names.
    pub(crate) fn preset(&self) -> Option<Preset> {
        let name = self.rules.as_deref()?;
        let is = |known: &&str| known.eq_ignore_ascii_case(name);
        NAMES.iter().find(|(_, names)| names.iter().any(is)).map(|&(preset, _)| preset)
    }

    /// Returns the rules that the file names, on its board and with its komi.
    ///
    /// `RU` may be a name that many programs write (`Chinese`, `Japanese`, `AGA`, `NZ`,
    /// `Tromp-Taylor`), that of a preset, or options as this crate writes them:
    /// `ko=psk,suicide=multi`. Other names stand for `other`, by default the preset `simple`.
    ///
    /// # Errors
    ///
    /// An option in `RU` that is none.
    pub fn rules(&self, other: Option<Rules>) -> Result<Rules, TextError> {
        let name = self.rules.as_deref().unwrap_or("");
        let known = self.preset();
        let base = match (known, other) {
            (Some(preset), _) => Rules::preset(preset, self.size),
            (None, Some(rules)) if rules.size == self.size => rules,
            (None, Some(rules)) => {
                Rules { size: self.size, max_plies: self.size.default_max_plies(), ..rules }
            }
            (None, None) => Rules::preset(Preset::Seed, self.size),
        };
        let mut rules = Rules { komi: self.komi.unwrap_or(base.komi), ..base };
        if known.is_none() && name.contains('=') {
            for item in name.split(',') {
                set(&mut rules, item.trim()).ok_or_else(|| {
                    let item = games_core::notation::quote(item);
                    TextError::whole(name, format!("{item} in `RU` is no option of the rules"))
                })?;
            }
        }
        Ok(rules)
    }

    /// Returns the color that moves first: as `PL` says, else as the first move does, else White
    /// after black handicap stones, else Black.
    #[must_use]
    pub fn first_to_move(&self) -> Color {
        if let Some(color) = self.to_move.or_else(|| self.moves.first().map(|play| play.color)) {
            return color;
        }
        let has = |color| self.setup.iter().any(|&(c, _)| c == color);
        if has(Color::Black) && !has(Color::White) { Color::White } else { Color::Black }
    }

    /// Returns the position text of the start.
    ///
    /// # Panics
    ///
    /// If a point of [`setup`](Self::setup) is off the board; a file that was read has none.
    #[must_use]
    pub fn start(&self) -> String {
        let mut board: crate::Board25 = Board::of_size(self.size).expect("all sizes fit");
        for &(color, (col, row)) in &self.setup {
            let point = self.size.point(col, row).expect("points are checked");
            board.put(point.cell(), color);
        }
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = write_rows(&board, &mut text);
        text.push_str(if self.first_to_move() == Color::Black { " b" } else { " w" });
        text.push_str(" 0 - 0:0");
        text
    }

    /// Plays the file's moves.
    ///
    /// Where a color moves twice in a row, the other one passes in between; passes after the end
    /// of the game are left out.
    ///
    /// # Errors
    ///
    /// Stones without liberty at the start, or the first move that is not legal, with its line
    /// and column; also the 10,001st move.
    pub fn replay<I: Index, const N: usize>(
        &self,
        game: Go<I, N>,
    ) -> Result<Record<Go<I, N>>, TextError> {
        let mut record = Record::parse(game, &self.start())?;
        for play in &self.moves {
            if record.plies() >= MAX_MOVES {
                return Err(self.wrong(play, &format!("a game has at most {MAX_MOVES} moves here")));
            }
            let m = match play.point {
                None if record.end().is_some() => continue,
                None => Move::PASS,
                Some((col, row)) => Move::place(
                    self.size
                        .point(col, row)
                        .ok_or_else(|| self.wrong(play, "is off the board"))?,
                ),
            };
            let is_out_of_turn = Color::of(record.to_move()) != play.color;
            if is_out_of_turn && record.end().is_none() && record.play(Move::PASS).is_err() {
                return Err(self.wrong(play, "is played out of turn"));
            }
            if record.end().is_some() {
                return Err(self.wrong(play, "is played after the end of the game"));
            }
            if record.play(m).is_err() {
                let name = game.move_text(record.state(), m);
                let why = game
                    .parse_move(record.state(), &name)
                    .err()
                    .map_or_else(|| format!("{name} is not legal"), |e| e.message);
                return Err(self.wrong(play, &why));
            }
        }
        Ok(record)
    }

    fn wrong(&self, play: &Play, why: &str) -> TextError {
        let number = self.moves.iter().take_while(|p| !core::ptr::eq(*p, play)).count() + 1;
        let place = format!("line {}, column {}", play.line, play.column);
        TextError::new(0..0, format!("{place}: move {number}: {why}"))
    }

    /// Makes a file of a game in progress.
    #[must_use]
    pub fn of<I: Index, const N: usize>(record: &Record<Go<I, N>>) -> Self {
        let rules = record.game().rules();
        let start = record.start();
        let size = rules.size;
        let setup: Vec<_> = size
            .points()
            .filter_map(|p| Some((start.board().color(p)?, size.coordinates(p))))
            .collect();
        let is_usual = setup.is_empty() && start.to_move() == Color::Black;
        let moves = record
            .history()
            .map(|(state, m)| Play {
                color: state.to_move(),
                point: m.point().map(|p| size.coordinates(p)),
                line: 0,
                column: 0,
            })
            .collect();
        Self {
            size,
            komi: Some(rules.komi),
            rules: Some(rules_name(rules)),
            result: record.end().map(result),
            players: [None, None],
            setup,
            to_move: (!is_usual).then_some(start.to_move()),
            moves,
        }
    }
}

/// The result as files write it: `B+3.5`, `0` for a draw, `Void` for no result.
fn result(end: &End<Reason>) -> String {
    let winner = match end.outcome {
        Outcome::Win(Side::First) => "B+",
        Outcome::Win(Side::Second) => "W+",
        Outcome::Draw if end.reason == Reason::Repetition => return "Void".to_owned(),
        Outcome::Draw => return "0".to_owned(),
    };
    let mut text = winner.to_owned();
    // Writing to a string does not fail.
    let _ = write_half_points(end.margin.unwrap_or(0).saturating_abs(), &mut text);
    text
}

fn rules_name(rules: &Rules) -> String {
    let is = |preset| Rules { komi: rules.komi, ..Rules::preset(preset, rules.size) } == *rules;
    if let Some((_, names)) = NAMES.iter().find(|(preset, _)| is(*preset)) {
        return names[0].to_owned();
    }
    format!(
        "ko={},suicide={},scoring={},repetition={},max_plies={}",
        rules.ko, rules.suicide, rules.scoring, rules.repetition, rules.max_plies
    )
}

fn set(rules: &mut Rules, item: &str) -> Option<()> {
    let (key, value) = item.split_once('=')?;
    match key {
        "ko" => rules.ko = Ko::by_name(value)?,
        "suicide" => rules.suicide = Suicide::by_name(value)?,
        "scoring" => rules.scoring = Scoring::by_name(value)?,
        "repetition" => rules.repetition = Repetition::by_name(value)?,
        "max_plies" => rules.max_plies = value.parse().ok()?,
        "komi" => rules.komi = Komi::parse(value).ok()?,
        _ => return None,
    }
    Some(())
}
