//! Games as texts of other programs.

use axum::extract::{Request, State};
use games_core::{
    BoardKind, GameTree,
    draw::{self, Picture, Style, Theme},
    game_tree::NodeId,
};
use sessions::{Session, json};

use super::{Answer, Here, board::svg_of};
use crate::{
    App, Place, Problem, Slug,
    api::{ExportRequest, Exported, GameRequest},
    http::{self, Json},
    open,
};

/// The formats that every game has.
const PLAIN: [&str; 5] = ["position", "moves", "text", "svg", "json"];

pub(super) async fn export(State(app): Here, request: Request) -> Answer<Exported> {
    let request: ExportRequest = http::read(request, app.limits.import, "import").await?;
    app.work(move |app| write(app, &request)).await.map(Json)
}

fn write(app: &App, request: &ExportRequest) -> Result<Exported, Problem> {
    let ExportRequest { game, rules, position, tree, format } = request.clone();
    let start = open::session(app, GameRequest { game, rules, position, ..Default::default() })?;
    if tree.nodes.len() > 10 * app.limits.moves {
        return Err(Problem::too_large("tree", "moves", 10 * app.limits.moves));
    }
    let whole = tree.to_game_tree(start.rules(), &start.position()).map_err(|error| {
        let at = Place { field: "tree".to_owned(), index: Some(error.node), ..Place::default() };
        Problem { at: Some(at.into()), ..Problem::new(Slug::BadText, error.to_string()) }
    })?;
    let (tree, end) = spelled(&*start, &whole)?;
    let exported = |text: String, media_type: &str, ending: &str| Exported {
        text,
        media_type: media_type.to_owned(),
        ending: ending.to_owned(),
    };
    Ok(match format.as_str() {
        "position" => exported(end.position(), "text/plain", "txt"),
        "moves" => exported(end.played().join(" "), "text/plain", "txt"),
        "text" => exported(board_text(&*end), "text/plain", "txt"),
        "svg" => {
            let title = format!("{}: {}", end.info().name, end.position());
            let picture = Picture::new(&title, Theme::Auto);
            exported(svg_of(&*end, &picture, &end.view()), "image/svg+xml", "svg")
        }
        "json" => exported(json(&*start, &tree)?, "application/json", "json"),
        name => {
            let format = end.info().file_format(name).map_err(|error| {
                let files = end.info().files.iter().map(|format| format.name);
                let valid = PLAIN.into_iter().chain(files).map(str::to_owned).collect();
                let problem = Problem::new(Slug::Unsupported, error.to_string());
                problem.in_field("format").with_valid(valid)
            })?;
            let text = (format.write)(&tree)
                .map_err(|error| Problem::of_text(Slug::Unsupported, "tree", &error))?;
            exported(text, media_type(name), name)
        }
    })
}

fn media_type(format: &str) -> &'static str {
    match format {
        "pgn" => "application/vnd.chess-pgn",
        "sgf" => "application/x-go-sgf",
        _ => "text/plain",
    }
}

fn board_text(session: &dyn Session) -> String {
    let board = session.board();
    if board.kind == BoardKind::Text {
        return format!("{}\n", session.position());
    }
    draw::text(&board, &session.view(), Style::PLAIN)
}

/// Our own format, which `/import` reads.
fn json(start: &dyn Session, tree: &GameTree) -> Result<String, Problem> {
    let written = serde_json::json!({
        "game": start.game(),
        "rules": start.rules(),
        "position": start.position(),
        "tree": json::Tree::of(tree),
    });
    serde_json::to_string(&written).map_err(|e| Problem::new(Slug::Internal, e.to_string()))
}

/// Returns the same tree with its moves as the game spells them, and the end of its main line.
pub(crate) fn spelled(
    start: &dyn Session,
    tree: &GameTree,
) -> Result<(GameTree, Box<dyn Session>), Problem> {
    let mut out = GameTree::new(tree.header.clone());
    *out.remarks_mut(NodeId::ROOT) = tree.remarks(NodeId::ROOT).clone();
    let mut here = start.boxed_clone();
    // The nodes of `out` that lead to where `here` is.
    let mut line = vec![NodeId::ROOT];
    for (place, (ply, node)) in tree.walk().enumerate() {
        while line.len() > ply {
            line.pop();
            here.undo();
        }
        here.play(tree.text(node)).map_err(|error| {
            let mut problem = Problem::from(error);
            let start = problem.at.take().map_or_else(Place::default, |place| *place);
            let place = Place { field: "tree".to_owned(), index: Some(place), ..start };
            problem.at = Some(place.into());
            problem.with_valid(here.legal_moves())
        })?;
        let text = here.played().pop().unwrap_or_default();
        let parent = line.last().copied().unwrap_or_default();
        let id = out.add(parent, &text);
        let remarks = tree.remarks(node);
        if !remarks.is_empty() {
            *out.remarks_mut(id) = remarks.clone();
        }
        line.push(id);
    }
    let mut end = start.boxed_clone();
    for node in out.main_line() {
        end.play(out.text(node))?;
    }
    Ok((out, end))
}
