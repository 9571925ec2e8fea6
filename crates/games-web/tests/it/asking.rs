//! Asking a server that listens to nothing.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Request, StatusCode, header},
};
use games::{Games, registry};
use games_web::{Access, App, Config, router};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

/// A server with all games, small enough for tests.
pub(crate) fn config() -> Config {
    let mut config = Config::new(Games::new(registry()));
    config.searches = 2;
    config.threads = 2;
    config.memory = 192 << 20;
    config
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| {
            panic!("{error}: {}", String::from_utf8_lossy(&self.body));
        })
    }

    /// The answer of a request that went well.
    #[track_caller]
    pub(crate) fn good(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status, StatusCode::OK, "{text}");
        self.json()
    }

    /// The problem of a request that did not, by the last word of its type.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, slug: &str) -> Value {
        let problem = self.json();
        assert_eq!(problem["type"], format!("urn:games:{slug}"), "{problem}");
        assert_eq!((self.status.as_u16(), &problem["status"]), (status, &status.into()));
        assert_eq!(self.headers[header::CONTENT_TYPE], "application/problem+json");
        problem
    }
}

/// A server to ask.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    pages: Router,
}

impl Server {
    pub(crate) fn new() -> Self {
        Self::with(config())
    }

    pub(crate) fn with(config: Config) -> Self {
        Self::of(App::new(config))
    }

    pub(crate) fn of(app: Arc<App>) -> Self {
        Self { pages: router(app) }
    }

    pub(crate) fn with_access(change: impl FnOnce(&mut Access)) -> Self {
        let mut config = config();
        change(&mut config.access);
        Self::with(config)
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.pages.clone().oneshot(request).await.expect("a router never fails");
        let (head, body) = response.into_parts();
        let body = body.collect().await.expect("the body comes to its end").to_bytes().to_vec();
        Answer { status: head.status, headers: head.headers, body }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        let request = Request::get(path).header(header::HOST, "localhost:7654");
        self.send(request.body(Body::empty()).unwrap()).await
    }

    /// Asks a place of the interface.
    pub(crate) async fn ask(&self, place: &str, body: &Value) -> Answer {
        self.post(place, body.to_string()).await
    }

    /// The same with a body that may be anything.
    pub(crate) async fn post(&self, place: &str, body: impl Into<Body>) -> Answer {
        let request = Request::post(format!("/api/v1/{place}"))
            .header(header::HOST, "localhost:7654")
            .header(header::CONTENT_TYPE, "application/json");
        self.send(request.body(body.into()).unwrap()).await
    }
}
