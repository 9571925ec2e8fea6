//! Boards as images.

use axum::{
    extract::{RawQuery, State},
    http::{Uri, header},
    response::{IntoResponse, Response},
};
use games_core::{
    BoardKind,
    draw::{self, Arrow, Picture, Theme},
};
use sessions::Session;

use super::Here;
use crate::{
    App, Problem, Slug,
    api::{BoardQuery, GameRequest, Moves},
    open,
};

/// The most arrows of a picture.
const MOST_ARROWS: usize = 64;

pub(super) async fn board(
    State(app): Here,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let picture = app.work(move |app| picture(app, query.as_deref().unwrap_or_default())).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

fn picture(app: &App, query: &str) -> Result<String, Problem> {
    let query = read(query)?;
    let theme = match query.theme.as_deref() {
        None | Some("auto") => Theme::Auto,
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some("print") => Theme::Print,
        Some(_) => {
            let valid = ["auto", "light", "dark", "print"].map(str::to_owned);
            let problem = Problem::new(Slug::BadRequest, "there is no such theme");
            return Err(problem.in_field("theme").with_valid(valid.into()));
        }
    };
    let BoardQuery { game, rules, position, moves, .. } = query;
    let moves = moves.map(Moves::Line).unwrap_or_default();
    let session = open::session(app, GameRequest { game, rules, position, moves, claim: false })?;
    let arrows = arrows(&*session, query.arrows.as_deref().unwrap_or_default())?;
    let view = if query.legal { session.marked_view() } else { session.view() };
    let title = format!("{}: {}", session.info().name, session.position());
    let picture = Picture::new(&title, theme).turned(query.turned).arrows(arrows);
    Ok(svg_of(&*session, &picture, &view))
}

/// The picture of a session; of a game without a board, its position text.
pub(super) fn svg_of(
    session: &dyn Session,
    picture: &Picture<'_>,
    view: &games_core::View,
) -> String {
    let board = session.board();
    if board.kind == BoardKind::Text {
        return picture.text(&session.position(), view);
    }
    picture.svg(&board, view)
}

fn read(query: &str) -> Result<BoardQuery, Problem> {
    let wrong = |detail: String| Problem::new(Slug::BadRequest, detail).in_field("query");
    let uri: Uri = format!("/?{query}").parse().map_err(|_| wrong("no query".to_owned()))?;
    let query = axum::extract::Query::<BoardQuery>::try_from_uri(&uri);
    query.map(|query| query.0).map_err(|error| wrong(error.body_text()))
}

fn arrows(session: &dyn Session, text: &str) -> Result<Vec<Arrow>, Problem> {
    let arrows = draw::arrows(&session.board(), text)
        .map_err(|error| Problem::of_text(Slug::BadRequest, "arrows", &error))?;
    if arrows.len() > MOST_ARROWS {
        return Err(Problem::too_large("arrows", "arrows", MOST_ARROWS));
    }
    Ok(arrows)
}
