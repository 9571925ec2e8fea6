//! Positions and lines: creating games, listing moves and playing them.

use axum::extract::{Request, State};
use sessions::json;

use super::{Answer, Here, body};
use crate::{api::PositionRequest, http::Json, open};

pub(super) async fn position(State(app): Here, request: Request) -> Answer<json::Scene> {
    let request: PositionRequest = body(&app, request).await?;
    let scene = move |app: &crate::App| Ok(json::Scene::of(&*open::session(app, &request)?));
    app.work(scene).await.map(Json)
}

pub(super) async fn line(State(app): Here, request: Request) -> Answer<json::Line> {
    let request: PositionRequest = body(&app, request).await?;
    let line = move |app: &crate::App| Ok(json::Line::of(&*open::session(app, &request)?));
    app.work(line).await.map(Json)
}
