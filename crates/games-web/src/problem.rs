//! What a client is told when a request cannot be answered: `application/problem+json`, RFC 9457.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use games_core::TextError;
use serde::{Deserialize, Serialize};
use sessions::{Error, SolveError};

/// Why a request is not answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Problem {
    /// `urn:games:` and a [`Slug`].
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in words.
    pub title: String,
    /// The HTTP status, also over a socket.
    pub status: u16,
    /// What is wrong, for people.
    pub detail: String,
    /// Where it is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub at: Option<Box<Place>>,
    /// A spelling that was perhaps meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub help: Option<Box<str>>,
    /// What would be valid: of an illegal move the legal ones, of a game all ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub valid: Option<Box<[String]>>,
}

/// Where a request is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Place {
    /// The field of the request; `body` where it is no JSON.
    pub field: String,
    /// The first byte at fault in the field's text, from 0.
    pub start: usize,
    /// The byte behind it.
    pub end: usize,
    /// Which item of a list of moves, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub index: Option<usize>,
}

macro_rules! slugs {
    ($($(#[$doc:meta])* $name:ident $slug:literal $status:ident $title:literal;)*) => {
        /// The kinds of problems.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum Slug {
            $($(#[$doc])* $name,)*
        }

        impl Slug {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Returns the word behind `urn:games:`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $slug),* }
            }

            /// Returns the words for people.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title),* }
            }

            /// Returns the HTTP status.
            #[must_use]
            pub const fn status(self) -> StatusCode {
                match self { $(Self::$name => StatusCode::$status),* }
            }
        }
    };
}

slugs! {
    /// The request is no JSON, or not what this place takes.
    BadRequest "bad-request" BAD_REQUEST "The request cannot be read";
    /// No game has this id.
    UnknownGame "unknown-game" UNPROCESSABLE_ENTITY "No such game";
    /// The options of the game.
    BadRules "bad-rules" UNPROCESSABLE_ENTITY "The rules cannot be read";
    /// The position text.
    BadPosition "bad-position" UNPROCESSABLE_ENTITY "The position cannot be read";
    /// A move that cannot be read or played.
    IllegalMove "illegal-move" UNPROCESSABLE_ENTITY "The move cannot be played";
    /// The player.
    BadPlayer "bad-player" UNPROCESSABLE_ENTITY "The player cannot be had";
    /// A pasted text or a tree of moves.
    BadText "bad-text" UNPROCESSABLE_ENTITY "The text cannot be read";
    /// There is nothing to search.
    GameOver "game-over" UNPROCESSABLE_ENTITY "The game is over";
    /// The game has no such thing.
    Unsupported "unsupported" UNPROCESSABLE_ENTITY "The game does not offer this";
    /// No values are at hand.
    NotSolved "not-solved" NOT_FOUND "The position is not solved";
    /// More than a limit allows.
    TooLarge "too-large" PAYLOAD_TOO_LARGE "Too large";
    /// All searches are taken and too many wait.
    Busy "busy" SERVICE_UNAVAILABLE "Too many searches";
    /// Too many requests of one address.
    RateLimited "rate-limited" TOO_MANY_REQUESTS "Too many requests";
    /// Nothing is there.
    NotFound "not-found" NOT_FOUND "Not found";
    /// Another method is wanted.
    Method "method" METHOD_NOT_ALLOWED "The method is not allowed";
    /// Only JSON is read.
    MediaType "media-type" UNSUPPORTED_MEDIA_TYPE "Only application/json is read";
    /// The request did not come to its end in time.
    Timeout "timeout" REQUEST_TIMEOUT "The request took too long";
    /// The name by which the server was called is not one of its own.
    Host "host" MISDIRECTED_REQUEST "The server is not called by this name";
    /// The page that asks is not one of the server's.
    Origin "origin" FORBIDDEN "This page may not ask";
    /// The token is missing or wrong.
    Token "token" UNAUTHORIZED "A token is needed";
    /// The server is about to stop.
    Stopping "stopping" SERVICE_UNAVAILABLE "The server stops";
    /// The page ended it before there was anything to tell, or others still see it.
    Stopped "stopped" CONFLICT "It was stopped";
    /// A mistake of ours; the log has more.
    Internal "internal" INTERNAL_SERVER_ERROR "An internal error";
}

impl Problem {
    /// A problem with what is wrong.
    #[must_use]
    pub fn new(slug: Slug, detail: impl Into<String>) -> Self {
        Self {
            kind: format!("urn:games:{}", slug.name()),
            title: slug.title().to_owned(),
            status: slug.status().as_u16(),
            detail: detail.into(),
            at: None,
            help: None,
            valid: None,
        }
    }

    /// A problem with a text of a request.
    #[must_use]
    pub fn of_text(slug: Slug, field: &str, error: &TextError) -> Self {
        let place = Place {
            field: field.to_owned(),
            start: error.span.start,
            end: error.span.end.max(error.span.start),
            index: None,
        };
        let help = error.suggestion.as_deref().map(Into::into);
        Self { at: Some(place.into()), help, ..Self::new(slug, error.message.clone()) }
    }

    /// The same about a field as a whole.
    #[must_use]
    pub fn in_field(self, field: &str) -> Self {
        let place = Place { field: field.to_owned(), ..Place::default() };
        Self { at: Some(place.into()), ..self }
    }

    /// The same with what would be valid.
    #[must_use]
    pub fn with_valid(self, valid: Vec<String>) -> Self {
        Self { valid: Some(valid.into()), ..self }
    }

    /// More was asked for than a limit of `/info` allows.
    pub(crate) fn too_large(field: &str, limit: &str, most: impl core::fmt::Display) -> Self {
        let detail = format!("{field}: at most {most} (the limit `{limit}`)");
        Self::new(Slug::TooLarge, detail).in_field(field)
    }

    /// A number that is none, or more than there may be.
    pub(crate) fn not_from_one(field: &str, limit: &str, most: impl core::fmt::Display) -> Self {
        let detail = format!("{field}: from 1 to {most} (the limit `{limit}`)");
        Self::new(Slug::TooLarge, detail).in_field(field)
    }

    /// Returns whether it is of a kind.
    #[must_use]
    pub fn is(&self, slug: Slug) -> bool {
        self.kind.strip_prefix("urn:games:") == Some(slug.name())
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let of = |slug, field, error: &TextError| Self::of_text(slug, field, error);
        match &error {
            Error::Game(e) => of(Slug::UnknownGame, "game", e),
            Error::Rules(e) => of(Slug::BadRules, "rules", e),
            Error::Position(e) => of(Slug::BadPosition, "position", e),
            Error::Moves(e) => of(Slug::IllegalMove, "moves", e),
            Error::Player(e) => of(Slug::BadPlayer, "player", e),
            Error::File(e) => of(Slug::BadText, "text", e),
            Error::Memory(what) => Self::new(Slug::TooLarge, what.clone()).in_field("player"),
            _ => Self::new(Slug::BadRequest, error.to_string()),
        }
    }
}

impl From<SolveError> for Problem {
    fn from(error: SolveError) -> Self {
        let slug = match &error {
            SolveError::Unsolvable(_) => Slug::Unsupported,
            SolveError::Stopped(solver::Stop::Memory { .. } | solver::Stop::TooLarge { .. }) => {
                Slug::TooLarge
            }
            _ => Slug::NotSolved,
        };
        Self::new(slug, error.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        const TYPE: HeaderValue = HeaderValue::from_static("application/problem+json");
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let is_busy = self.is(Slug::Busy);
        let is_locked = self.is(Slug::Token);
        let text = serde_json::to_string(&self).unwrap_or_default();
        let mut response = (status, [(header::CONTENT_TYPE, TYPE)], text).into_response();
        let headers = response.headers_mut();
        if is_busy || status == StatusCode::TOO_MANY_REQUESTS {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        if is_locked {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
