//! Texts of whatever kind: which games they may be.

use axum::extract::{Request, State};
use games_core::{
    GameTree,
    game_tree::{Header, NodeId},
};
use serde::Deserialize;
use sessions::{GameInfo, Session, json};

use crate::{
    App, Problem, Slug,
    api::{ImportRequest, Imported, Imports},
    http::{self, Json},
    routes::{Answer, Here, spelled},
};

pub(crate) async fn import(State(app): Here, request: Request) -> Answer<Imports> {
    let request: ImportRequest = http::read(request, app.limits.import, "import").await?;
    app.work(move |app| read(app, &request)).await.map(Json)
}

/// Our own format, as `/export` writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ours {
    game: String,
    #[serde(default)]
    rules: Option<String>,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    tree: Option<json::Tree>,
}

fn read(app: &App, request: &ImportRequest) -> Result<Imports, Problem> {
    let text = request.text.trim();
    if text.is_empty() {
        return Err(Problem::new(Slug::BadText, "the text is empty").in_field("text"));
    }
    if text.starts_with('{') {
        return ours(app, text).map(|found| Imports { found: vec![found] });
    }
    let games: Vec<&GameInfo> = match &request.game {
        Some(id) => vec![app.game(id)?],
        None => app.config.games.iter().collect(),
    };
    let rules = request.rules.as_deref();
    let mut found = Vec::new();
    let mut failures = Vec::new();
    for info in games {
        found.extend(kinds(app, info, rules, text, &mut failures));
    }
    if found.is_empty() {
        return Err(nothing(request, &failures));
    }
    Ok(Imports { found })
}

/// What is wrong with a text that is nothing: as a file, if it looks like one.
fn nothing(request: &ImportRequest, failures: &[(&'static str, Problem)]) -> Problem {
    let file = failures.iter().find(|(format, _)| !matches!(*format, "position" | "moves"));
    let said = match (file, &request.game) {
        (Some((format, problem)), _) => format!("read as {format}: {}", problem.detail),
        (None, Some(_)) => {
            let all = failures.iter().map(|(format, p)| format!("as {format}: {}", p.detail));
            all.collect::<Vec<_>>().join("; ")
        }
        (None, None) => "no position, moves or file of any game".to_owned(),
    };
    let at = file.and_then(|(_, problem)| problem.at.clone());
    Problem { at, ..Problem::new(Slug::BadText, said) }
}

/// All that a text may be in a game.
fn kinds(
    app: &App,
    info: &GameInfo,
    rules: Option<&str>,
    text: &str,
    failures: &mut Vec<(&'static str, Problem)>,
) -> Vec<Imported> {
    let mut found = Vec::new();
    let looks_like_a_file = text.starts_with('[') || text.starts_with('(');
    for format in info.files.iter().filter(|_| looks_like_a_file) {
        match info.read_file(format, text, rules) {
            Ok((tree, _)) => match imported(app, info, format.name, &tree) {
                Ok(one) => found.push(one),
                Err(problem) => failures.push((format.name, problem)),
            },
            Err(error) => failures.push((format.name, error.into())),
        }
    }
    if !found.is_empty() {
        return found;
    }
    if text.len() <= app.limits.position {
        match info.open(rules, Some(text)) {
            Ok(session) => found.push(plain("position", &*session)),
            Err(error) => {
                found.extend(noted(info, rules, text));
                failures.push(("position", error.into()));
            }
        }
    }
    match line(app, info, rules, text) {
        Ok(session) => found.push(plain("moves", &*session)),
        Err(problem) => failures.push(("moves", problem)),
    }
    found
}

/// A position with notes behind it, as a line of an OBF file has the scores of moves: `POSITION;
/// MOVE:SCORE; MOVE:SCORE;`. They become its comment.
fn noted(info: &GameInfo, rules: Option<&str>, text: &str) -> Option<Imported> {
    let (position, notes) = text.split_once(';')?;
    let session = info.open(rules, Some(position.trim())).ok()?;
    let mut tree = session.saved();
    notes.trim().clone_into(&mut tree.remarks_mut(NodeId::ROOT).comment);
    Some(described("position with notes", info, &tree))
}

fn line(
    app: &App,
    info: &GameInfo,
    rules: Option<&str>,
    text: &str,
) -> Result<Box<dyn Session>, Problem> {
    let mut session = info.open(rules, None)?;
    session.play_line(text)?;
    if session.plies() == 0 {
        return Err(Problem::new(Slug::BadText, "there are no moves"));
    }
    if session.plies() > app.limits.moves {
        return Err(Problem::too_large("text", "moves", app.limits.moves));
    }
    Ok(session)
}

fn plain(format: &str, session: &dyn Session) -> Imported {
    described(format, session.info(), &session.saved())
}

/// Describes a game that was read, if its tree is one that can be shown.
fn imported(
    app: &App,
    info: &GameInfo,
    format: &str,
    tree: &GameTree,
) -> Result<Imported, Problem> {
    let most = 10 * app.limits.moves;
    if tree.walk().count() > most {
        return Err(Problem::too_large("text", "moves", most));
    }
    Ok(described(format, info, tree))
}

fn described(format: &str, info: &GameInfo, tree: &GameTree) -> Imported {
    let Header { rules, start, .. } = &tree.header;
    let opened = info.open(Some(rules), Some(start));
    let usual = info.open(Some(rules), None);
    let initial = matches!((&opened, &usual), (Ok(a), Ok(b)) if a.position() == b.position());
    Imported {
        format: format.to_owned(),
        game: info.id.to_owned(),
        name: info.name.to_owned(),
        rules: opened.as_ref().map_or_else(|_| rules.clone(), |s| s.rules().to_owned()),
        position: opened.map_or_else(|_| start.clone(), |session| session.position()),
        initial,
        tree: json::Tree::of(tree),
        left_out: tree.left_out.iter().map(|error| error.message.clone()).collect(),
    }
}

fn ours(app: &App, text: &str) -> Result<Imported, Problem> {
    let Ours { game, rules, position, moves, tree } =
        http::parse(text.as_bytes()).map_err(|problem| {
            let Problem { detail, at, .. } = problem;
            let at = at.map(|place| crate::Place { field: "text".to_owned(), ..*place }.into());
            Problem { at, ..Problem::new(Slug::BadText, detail) }
        })?;
    let info = app.game(&game)?;
    let start = info.open(rules.as_deref(), position.as_deref())?;
    let tree = match tree {
        Some(tree) => tree
            .to_game_tree(start.rules(), &start.position())
            .map_err(|error| Problem::new(Slug::BadText, error.to_string()))?,
        None => GameTree::line(Header::of(start.rules(), start.position()), &moves),
    };
    let (tree, _) = spelled(&*start, &tree)?;
    imported(app, info, "json", &tree)
}
