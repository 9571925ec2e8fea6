//! `games show`: a position.

use std::collections::BTreeMap;

use games::{Session, SolveJob, SolvedPosition, is_sure, json, machine};
use games_core::{
    Board, BoardKind, Side, TextError, View,
    draw::{self, Arrow, Picture},
    notation::quote,
};
use serde::Serialize;

use crate::{
    cli::{Common, ShowArgs, Theme},
    failure::Failure,
    input, interrupt, late_file,
    output::Output,
    words,
};

/// How long a moving picture shows each position.
const SECONDS_A_FRAME: f64 = 0.7;

pub(crate) fn run(args: &ShowArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    let session = input::open(&args.game)?;
    args.notation.check(&*session)?;
    let view = marked_view(args, &*session)?;
    if draw_files(args, &*session, &view, out)? {
        return Ok(());
    }
    let solved = args.solved.then(|| solved(&*session, common)).transpose()?;
    if out.is_json() {
        let mut answer = json::Position::of(&*session);
        answer.labels = Some(session.legal().into_iter().map(|m| m.label).collect());
        answer.solved = solved.as_ref().map(json::SolvedPosition::of);
        return out.object(&Shown { position: answer, pieces: pieces(&*session) });
    }
    if args.marks || args.from.is_some() {
        out.view(&*session, &view)?;
    } else {
        // On a board of letters many marks are noise.
        out.board(&*session)?;
    }
    out.line("")?;
    out.line(&words::standing(&*session))?;
    let legal = session.legal();
    let moves: Vec<_> = legal.iter().map(|m| args.notation.of(&m.text, &m.label)).collect();
    if let Some(solved) = &solved {
        let style = out.style();
        let of = solved.solved;
        let bare = if is_sure(&*session, of) { "" } else { " by the bare rules" };
        out.line(&format!("solved    {}{bare}", words::colored(of, style)))?;
        let width = moves.iter().map(|m| m.chars().count()).max().unwrap_or(0);
        // The best first, and those that are worth the same as people count.
        for equals in solved.moves.chunk_by(|a, b| a.1 == b.1) {
            let spelt = |(m, _): &(String, _)| {
                let legal = legal.iter().find(|legal| legal.text == *m);
                legal.map_or(m.as_str(), |m| args.notation.of(&m.text, &m.label)).to_owned()
            };
            for m in words::in_order(equals.iter().map(spelt).collect()) {
                out.line(&format!("  {m:width$}  {}", words::colored(equals[0].1, style)))?;
            }
        }
    } else if !moves.is_empty() {
        out.line(&format!(
            "moves     {}",
            words::in_order(moves.into_iter().map(str::to_owned).collect()).join(" ")
        ))?;
    }
    out.whole_line(&format!("position  {}", session.position()))
}

/// A position with what stands on its board.
#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    position: json::Position,
    /// The pieces on each cell that has any, from the lowest up.
    pieces: BTreeMap<String, Vec<Piece>>,
}

/// A piece on a cell.
#[derive(Serialize)]
struct Piece {
    glyph: &'static str,
    symbol: char,
    side: Option<&'static str>,
}

fn pieces(session: &dyn Session) -> BTreeMap<String, Vec<Piece>> {
    let (board, mut view) = (session.board(), session.view());
    view.pieces.sort_by_key(|piece| piece.z);
    let mut pieces: BTreeMap<String, Vec<Piece>> = BTreeMap::new();
    for piece in view.pieces {
        let Some(cell) = board.cells.get(piece.at) else { continue };
        let (glyph, symbol) = (piece.glyph, piece.symbol);
        let side = piece.side.map(Side::name);
        pieces.entry(cell.clone()).or_default().push(Piece { glyph, symbol, side });
    }
    pieces
}

/// Returns value and remoteness of the position and its moves, from a table or by solving it.
fn solved(session: &dyn Session, common: &Common) -> Result<SolvedPosition, Failure> {
    let tables = input::tables(common)?;
    let mut position = match session.look_up(&tables)? {
        Some(found) => found.position,
        None => {
            let spinner = crate::progress::spinner();
            spinner.set_message("solving");
            let job = SolveJob::in_memory(common.memory.unwrap_or_else(machine::share));
            let solution = session.solve(&job, &mut |_| {}, interrupt::flag());
            spinner.finish_and_clear();
            solution?.position
        }
    };
    if session.end().is_some() {
        // A game in progress may be over by repetition where the bare rules let it go on.
        position.moves.clear();
    }
    Ok(position)
}

/// Returns what stands on the board, with the legal moves marked that are asked for.
fn marked_view(args: &ShowArgs, session: &dyn Session) -> Result<View, Failure> {
    let Some(name) = &args.from else { return Ok(session.marked_view()) };
    let board = session.board();
    let cell = board.cell(name).ok_or_else(|| {
        let places = match (board.cells.first(), board.cells.last()) {
            (Some(first), Some(last)) => format!("its cells are {first} to {last}"),
            _ => "it has none".to_owned(),
        };
        Failure::input(format!("--from: no cell {} on this board; {places}", quote(name)))
    })?;
    Ok(session.marked_view_from(cell))
}

/// Draws the pictures that are asked for; returns whether one of them takes stdout.
fn draw_files(
    args: &ShowArgs,
    session: &dyn Session,
    view: &View,
    out: &mut Output,
) -> Result<bool, Failure> {
    let mut takes_stdout = false;
    for path in [&args.svg, &args.movie].into_iter().flatten() {
        takes_stdout |= late_file::reserve(path, out)?;
    }

    let theme = match args.theme {
        Theme::Auto => draw::Theme::Auto,
        Theme::Light => draw::Theme::Light,
        Theme::Dark => draw::Theme::Dark,
        Theme::Print => draw::Theme::Print,
    };
    let board = session.board();
    let title = format!("{}: {}", session.game(), words::standing(session));
    if let Some(path) = &args.svg {
        let arrows = arrows(&board, args.arrows.as_deref().unwrap_or_default())?;
        let picture = Picture::new(&title, theme).turned(args.turned).arrows(arrows);
        let picture = match board.kind {
            BoardKind::Text => picture.text(&session.position(), view),
            _ => picture.svg(&board, view),
        };
        late_file::write_now(path, &picture, out)?;
    }
    if let Some(path) = &args.movie {
        let movie = draw::svg_movie(&board, &session.views(), SECONDS_A_FRAME, &title, theme);
        late_file::write_now(path, &movie, out)?;
    }
    Ok(takes_stdout)
}

/// `e2-e4,g1-f3`.
fn arrows(board: &Board, text: &str) -> Result<Vec<Arrow>, Failure> {
    draw::arrows(board, text)
        .map_err(|TextError { message, .. }| Failure::Input(format!("--arrows: {message}")))
}
