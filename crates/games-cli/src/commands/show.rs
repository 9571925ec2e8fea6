//! `games show`: a position.

use games::{Session, json};
use games_core::{View, draw, notation::quote};

use crate::{
    cli::{ShowArgs, Theme},
    failure::Failure,
    input,
    output::Output,
    words,
};

/// How long a moving picture shows each position.
const SECONDS_A_FRAME: f64 = 0.7;

pub(crate) fn run(args: &ShowArgs, out: &mut Output) -> Result<(), Failure> {
    let session = input::open(&args.game)?;
    let view = marked_view(args, &*session)?;
    draw_files(args, &*session, &view)?;
    if out.is_json() {
        return out.object(&json::session(&*session));
    }
    out.view(&*session, &view)?;
    out.line("")?;
    out.line(&words::standing(&*session))?;
    let moves = session.legal_moves();
    if !moves.is_empty() {
        out.line(&format!("moves     {}", moves.join(" ")))?;
    }
    out.line(&format!("position  {}", session.position()))
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

fn draw_files(args: &ShowArgs, session: &dyn Session, view: &View) -> Result<(), Failure> {
    let theme = match args.theme {
        Theme::Auto => draw::Theme::Auto,
        Theme::Light => draw::Theme::Light,
        Theme::Dark => draw::Theme::Dark,
    };
    let board = session.board();
    let title = format!("{}: {}", session.game(), words::standing(session));
    if let Some(path) = &args.svg {
        let picture = draw::svg(&board, view, &title, theme);
        std::fs::write(path, picture).map_err(|e| Failure::file(path, &e))?;
    }
    if let Some(path) = &args.movie {
        let movie = draw::svg_movie(&board, &session.views(), SECONDS_A_FRAME, &title, theme);
        std::fs::write(path, movie).map_err(|e| Failure::file(path, &e))?;
    }
    Ok(())
}
