//! What the server tells of itself and of the games.

use std::{
    sync::{Arc, LazyLock},
    thread,
};

use axum::{
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use sessions::{Engine, PlayerSpec, json};

use super::{Answer, Here};
use crate::{
    App, Problem,
    api::{EngineInfo, Health, Info, OptionsInPlay, Preset},
    assets,
    http::Json,
};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What all of this looks like to programs, made from the same types by a test.
static OPENAPI: &str = include_str!("../../openapi.json");

pub(super) async fn health(State(app): Here) -> Response {
    let stopping = app.is_stopping();
    let (searches, queued) = app.jobs.counts();
    let health = Health {
        status: if stopping { "stopping" } else { "ok" }.to_owned(),
        version: VERSION.to_owned(),
        build: assets::build().to_owned(),
        uptime_s: app.started.elapsed().as_secs(),
        searches,
        queued,
        sockets: app.sockets(),
    };
    let status = if stopping { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    (status, Json(health)).into_response()
}

pub(super) async fn info(State(app): Here) -> Json<Info> {
    Json(Info {
        version: VERSION.to_owned(),
        limits: app.limits,
        cores: thread::available_parallelism().map_or(1, usize::from),
        memory: app.config.memory,
        tables: app.config.tables.len(),
        engines: ENGINES.clone(),
        presets: presets(),
    })
}

/// Our own players; programs of others are not started for a client.
static ENGINES: LazyLock<Vec<EngineInfo>> = LazyLock::new(|| {
    let own = Engine::all().into_iter().filter(|e| !e.is_human() && e.outside().is_none());
    own.map(|engine| {
        let spec = PlayerSpec::new(engine);
        let keys = spec.keys().into_iter().map(str::to_owned).collect();
        EngineInfo { name: spec.engine.name().to_owned(), keys }
    })
    .collect()
});

/// The levels, where players have them, and else searches of growing size.
fn presets() -> Vec<Preset> {
    let preset = |name: String, player: String, solved_only| Preset { name, player, solved_only };
    let has_levels = ENGINES.iter().any(|e| e.name == "alphabeta" && has(&e.keys, "level"));
    let mut presets: Vec<_> = if has_levels {
        let level = |n| preset(format!("Level {n}"), format!("alphabeta:level={n}"), false);
        (1..=8).map(level).collect()
    } else {
        let steps = ["depth=1", "depth=2", "nodes=1000", "nodes=10000", "nodes=100000", "time=1s"];
        let level =
            |(i, limit)| preset(format!("Level {}", i + 1), format!("alphabeta:{limit}"), false);
        let random = preset("At random".to_owned(), "random".to_owned(), false);
        [random].into_iter().chain(steps.into_iter().enumerate().map(level)).collect()
    };
    presets.push(preset("Monte Carlo".to_owned(), "mcts:time=1s".to_owned(), false));
    presets.push(preset("Perfect".to_owned(), "solver".to_owned(), true));
    presets
}

fn has(keys: &[String], key: &str) -> bool {
    keys.iter().any(|known| known == key)
}

pub(super) async fn games(State(app): Here) -> Answer<json::Gallery> {
    app.introduce_all();
    app.work(|app| Ok(json::Gallery::of(app.config.games))).await.map(Json)
}

pub(super) async fn game(State(app): Here, Path(id): Path<String>) -> Result<Response, Problem> {
    let page: Arc<json::GamePage> = app.work(move |app: &App| app.page(&id)).await?;
    Ok(Json(&*page).into_response())
}

pub(super) async fn men(State(app): Here, Path(id): Path<String>) -> Result<Response, Problem> {
    let men: Arc<json::Men> = app.work(move |app: &App| app.men(&id)).await?;
    Ok(Json(&*men).into_response())
}

pub(super) async fn options(State(app): Here, Path(id): Path<String>) -> Result<Response, Problem> {
    let options: Arc<OptionsInPlay> = app.work(move |app: &App| app.options(&id)).await?;
    Ok(Json(&*options).into_response())
}

pub(super) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_players() {
        for preset in presets() {
            assert!(preset.player.parse::<PlayerSpec>().is_ok(), "{}", preset.player);
        }
        assert!(ENGINES.iter().all(|engine| engine.name != "uci" && engine.name != "human"));
        assert!(ENGINES.iter().any(|engine| engine.name == "mcts"));
    }
}
