//! What is where.

mod about;
mod board;
mod export;
mod play;
mod search;
mod setup;

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, StatusCode, Uri, header},
    middleware::from_fn_with_state,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::de::DeserializeOwned;
use tower_http::compression::{
    CompressionLayer,
    predicate::{NotForContentType, Predicate, SizeAbove},
};

use crate::{
    App, Problem, Slug, assets,
    http::{self, Json},
    import, live, values,
};

pub(crate) use export::spelled;

/// What a place answers.
pub(crate) type Answer<T> = Result<Json<T>, Problem>;

/// What a place is given of the server.
pub(crate) type Here = State<Arc<App>>;

/// Returns the interface and the pages, with all that holds for every request.
pub fn router(app: Arc<App>) -> Router {
    let small = SizeAbove::new(1024).and(NotForContentType::IMAGES);
    let interface = Router::new()
        .route("/health", get(about::health))
        .route("/info", get(about::info))
        .route("/games", get(about::games))
        .route("/games/{id}", get(about::game))
        .route("/games/{id}/men", get(about::men))
        .route("/games/{id}/options", get(about::options))
        .route("/openapi.json", get(about::openapi))
        .route("/position", post(play::position))
        .route("/line", post(play::line))
        .route("/best", post(search::best))
        .route("/values", post(values::values))
        .route("/import", post(import::import))
        .route("/export", post(export::export))
        .route("/setup", post(setup::setup))
        .route("/board.svg", get(board::board))
        .route("/live", get(live::live))
        .method_not_allowed_fallback(no_method)
        .fallback(nothing);
    Router::new()
        .nest("/api/v1", interface)
        .route("/", get(page))
        .route("/play/{id}", get(page))
        .route("/analysis/{id}", get(page))
        .route("/rules/{id}", get(page))
        .route("/solver/{id}", get(page))
        .route("/match/{id}", get(page))
        .method_not_allowed_fallback(no_method)
        .fallback(file)
        .layer(CompressionLayer::new().compress_when(small))
        .layer(from_fn_with_state(Arc::clone(&app), http::guard))
        .with_state(app)
}

async fn page(request: HeaderMap) -> Response {
    assets::page(StatusCode::OK, &request)
}

/// A file of the pages, or a page that says that there is none.
async fn file(uri: Uri, request: HeaderMap) -> Response {
    if let Some(file) = assets::file(uri.path()) {
        return file;
    }
    let accept = request.get(header::ACCEPT).and_then(|text| text.to_str().ok());
    if accept.is_some_and(|text| text.contains("text/html")) {
        return assets::page(StatusCode::NOT_FOUND, &request);
    }
    Problem::new(Slug::NotFound, "there is no such page").into_response()
}

async fn nothing() -> Problem {
    Problem::new(Slug::NotFound, "there is no such place; /api/v1/openapi.json lists them")
}

async fn no_method() -> Problem {
    Problem::new(Slug::Method, "another method is wanted here")
}

/// Reads the body of a request of the usual size.
pub(crate) async fn body<T: DeserializeOwned>(app: &App, request: Request) -> Result<T, Problem> {
    http::read(request, app.limits.body, "body").await
}
