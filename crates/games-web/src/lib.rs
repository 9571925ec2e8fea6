//! Games in the browser: a server with a page for each game, its engines and its solver.
//!
//! [`App`] is all that is behind the interface under `/api/v1`, [`router`] the interface, and
//! [`serve`] the program around both that listens to a socket and ends in time. No game is named
//! here: whoever starts the server brings the list of games.
//!
//! Searches run in threads of their own with less priority than answers; equal searches of several
//! viewers run once, as many at a time as the [`Config`] says, in no more than its memory.
//!
//! ```
//! use games_web::{App, Config, router};
//!
//! let app = App::new(Config::new(games::Games::new(games::registry())));
//! let pages: axum::Router = router(app);
//! ```

#![forbid(unsafe_code)]

pub mod api;
mod app;
mod assets;
mod blocking;
mod config;
mod http;
mod import;
mod jobs;
mod limits;
mod live;
mod open;
mod options;
mod problem;
mod routes;
mod sample;
#[cfg(test)]
mod schema;
mod serve;
mod values;

pub use app::App;
pub use config::{Access, Config};
pub use limits::Limits;
pub use problem::{Place, Problem, Slug};
pub use routes::router;
pub use serve::serve;
