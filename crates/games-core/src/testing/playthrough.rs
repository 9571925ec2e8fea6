//! One seeded game written out as text, for snapshots that people read in review.
//!
//! The idea is OpenSpiel's playthroughs (M. Lanctot and others, "OpenSpiel: a framework for
//! reinforcement learning in games", 2019), made small: positions are drawn now and then, and a
//! file says which cases of the rules it covers, so that a new one cannot lose them unseen.

use core::fmt::Write;

use crate::{
    Record, Rng,
    draw::{self, Style},
    entry::Playable,
    seeded,
};

/// What a [`playthrough`] shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaythroughOptions {
    /// The seed of the moves.
    pub seed: u64,
    /// The game stops after so many plies.
    pub max_plies: u32,
    /// Up to so many legal moves are all listed; of more only the first [`Self::few_moves`].
    pub all_moves: usize,
    /// How many legal moves are listed where not all are.
    pub few_moves: usize,
    /// Every so many plies the board is drawn and the keys are shown, and at the first and the
    /// last position; 0 for these two alone.
    pub board_every: u32,
}

impl Default for PlaythroughOptions {
    fn default() -> Self {
        Self { seed: 1, max_plies: 200, all_moves: 12, few_moves: 8, board_every: 10 }
    }
}

/// A case of the rules that a playthrough must show: its name, and whether a move in a position
/// is one.
pub type Case<'a, G> =
    (&'a str, &'a dyn Fn(&<G as crate::Game>::State, <G as crate::Game>::Move) -> bool);

/// Plays a random game from the initial position and writes it out ply by ply.
///
/// `rules_text` names the game and its options in the first line. The text depends on the rules,
/// the texts and the options alone, not on the order in which moves are generated.
///
/// ```
/// use games_core::{PlaythroughOptions, playthrough, toy::TicTacToe};
///
/// let text = playthrough(&TicTacToe, "tic-tac-toe", PlaythroughOptions::default());
/// assert!(text.starts_with("game: tic-tac-toe\nactions: 9\nsymmetries: 8\nseed: 1\n"));
/// ```
///
/// # Panics
///
/// If the game refuses a move that it lists.
pub fn playthrough<G: Playable>(game: &G, rules_text: &str, options: PlaythroughOptions) -> String {
    playthrough_of(Record::new(game.clone()), rules_text, options, &[])
}

/// Goes on with a game by random moves, writes them out as [`playthrough`] does, and ends with the
/// cases that were met: how often, and first at which ply.
///
/// Moves that the record already has are not shown.
///
/// ```
/// use games_core::{PlaythroughOptions, Record, playthrough_of, toy::TicTacToe};
///
/// let text = playthrough_of(
///     Record::new(TicTacToe),
///     "tic-tac-toe",
///     PlaythroughOptions::default(),
///     &[("center", &|_, m| m == 4), ("no such square", &|_, m| m == 9)],
/// );
/// assert!(text.contains("\n  center: met once, first at ply "));
/// assert!(text.ends_with("\n  no such square: NOT MET\n"));
/// ```
///
/// # Panics
///
/// If the game refuses a move that it lists.
pub fn playthrough_of<G: Playable>(
    mut record: Record<G>,
    rules_text: &str,
    options: PlaythroughOptions,
    cases: &[Case<'_, G>],
) -> String {
    let mut out = header(record.game(), rules_text, options.seed);
    let mut rng = seeded(options.seed);
    let mut met: Vec<Vec<usize>> = vec![Vec::new(); cases.len()];
    for ply in 0..=options.max_plies {
        let is_last = record.end().is_some() || ply == options.max_plies;
        let is_shown = match options.board_every {
            0 => ply == 0 || is_last,
            every => ply.is_multiple_of(every) || is_last,
        };
        write_position(&mut out, &record, is_shown);
        if is_last {
            break;
        }
        let moves = record.sorted_moves();
        write_moves(&mut out, &moves, options);
        let (text, m) = &moves[rng.below(moves.len() as u32) as usize];
        let _ = writeln!(out, "plays: {text}");
        for ((_, is_case), plies) in cases.iter().zip(&mut met) {
            if is_case(record.state(), *m) {
                plies.push(record.plies());
            }
        }
        record.play(*m).expect("a listed move is legal");
    }
    write_end(&mut out, &record);
    write_cases::<G>(&mut out, cases, &met);
    out
}

fn header<G: Playable>(game: &G, rules_text: &str, seed: u64) -> String {
    let actions = game.action_count().map_or_else(|| "none".to_owned(), |n| n.to_string());
    let symmetries = game.symmetries();
    format!("game: {rules_text}\nactions: {actions}\nsymmetries: {symmetries}\nseed: {seed}\n")
}

fn write_position<G: Playable>(out: &mut String, record: &Record<G>, is_shown: bool) {
    let (game, state) = (record.game(), record.state());
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "\nply {}, {} to move\nposition: {}",
        record.plies(),
        game.side_name(record.to_move()),
        record.position_text(),
    );
    if is_shown {
        let board = game.board();
        let view = game.view(state, record.last_move());
        out.push_str(&draw::text(&board, &view, Style::PLAIN));
        let (key, canonical) = (game.key(state), game.canonical_key(state));
        let _ = writeln!(out, "key: {key:016x}");
        if game.symmetries() > 1 {
            let _ = writeln!(out, "canonical key: {canonical:016x}");
        }
    }
}

fn write_moves<M>(out: &mut String, moves: &[(String, M)], options: PlaythroughOptions) {
    let shown = if moves.len() <= options.all_moves { moves.len() } else { options.few_moves };
    let texts: Vec<_> = moves.iter().take(shown).map(|(text, _)| text.as_str()).collect();
    let more = if shown < moves.len() { " ..." } else { "" };
    let _ = writeln!(out, "moves ({}): {}{more}", moves.len(), texts.join(" "));
}

fn write_end<G: Playable>(out: &mut String, record: &Record<G>) {
    let Some(end) = record.end() else {
        out.push_str("\nnot over: the playthrough stops here\n");
        return;
    };
    let _ = writeln!(out, "\noutcome: {}\nreason: {}", end.outcome.name(), end.reason);
    if let Some(margin) = end.margin {
        let _ = writeln!(out, "margin: {margin} half points");
    }
}

fn write_cases<G: Playable>(out: &mut String, cases: &[Case<'_, G>], met: &[Vec<usize>]) {
    if cases.is_empty() {
        return;
    }
    out.push_str("\ncases:\n");
    for ((label, _), plies) in cases.iter().zip(met) {
        let _ = match plies.as_slice() {
            [] => writeln!(out, "  {label}: NOT MET"),
            [ply] => writeln!(out, "  {label}: met once, first at ply {ply}"),
            [ply, ..] => {
                writeln!(out, "  {label}: met {} times, first at ply {ply}", plies.len())
            }
        };
    }
}
