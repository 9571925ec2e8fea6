//! Positions from pieces.

use axum::extract::{Request, State};
use games_core::{Piece, Side};
use sessions::{Error, Session, json};

use super::{Answer, Here, body};
use crate::{
    App, Place, Problem, Slug,
    api::{GameRequest, ManAt, SetUp, SetupRequest},
    http::Json,
    open,
};

pub(super) async fn setup(State(app): Here, request: Request) -> Answer<SetUp> {
    let request: SetupRequest = body(&app, request).await?;
    app.work(move |app| set_up(app, &request)).await.map(Json)
}

fn set_up(app: &App, request: &SetupRequest) -> Result<SetUp, Problem> {
    let SetupRequest { game, rules, .. } = request;
    let of = GameRequest { game: game.clone(), rules: rules.clone(), ..GameRequest::default() };
    let start = open::session(app, of)?;
    let cells = start.board().cells.len();
    if request.pieces.len() > 4 * cells + 64 {
        return Err(Problem::too_large("pieces", "the board", 4 * cells + 64));
    }
    let palette = json::men(&*start);
    if palette.is_empty() {
        let detail = format!("positions of {game} are set up by their text");
        return Err(Problem::new(Slug::Unsupported, detail).in_field("game"));
    }
    let pieces: Result<Vec<_>, _> = request
        .pieces
        .iter()
        .enumerate()
        .map(|(i, man)| piece(&*start, &palette, i, man))
        .collect();
    match start.set_up(&pieces?, Side::from(request.to_move)) {
        Some(Ok(position)) => Ok(SetUp { position }),
        Some(Err(Error::Position(error))) => {
            Err(Problem::of_text(Slug::BadPosition, "pieces", &error))
        }
        Some(Err(error)) => Err(error.into()),
        None => Err(Problem::new(Slug::Unsupported, "no position is set up").in_field("pieces")),
    }
}

fn piece(
    start: &dyn Session,
    palette: &[Piece],
    index: usize,
    man: &ManAt,
) -> Result<Piece, Problem> {
    let wrong = |detail: String, valid: Vec<String>| {
        let at = Place { field: "pieces".to_owned(), index: Some(index), ..Place::default() };
        Problem {
            at: Some(at.into()),
            valid: Some(valid.into()),
            ..Problem::new(Slug::BadPosition, detail)
        }
    };
    let board = start.board();
    let at = board
        .cell(&man.at)
        .ok_or_else(|| wrong("there is no such cell".to_owned(), board.cells.clone()))?;
    let side = man.side.map(Side::from);
    let fits = |known: &&Piece| {
        known.glyph == man.glyph
            && known.side == side
            && man.symbol.is_none_or(|symbol| symbol == known.symbol)
    };
    let known = palette.iter().find(fits).ok_or_else(|| {
        let glyphs = palette.iter().map(|piece| piece.glyph.to_owned()).collect();
        wrong("there is no such piece".to_owned(), glyphs)
    })?;
    Ok(Piece { at, z: man.z, ..known.clone() })
}
