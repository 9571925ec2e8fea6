//! What clients ask. Fields that are not known are errors.

use serde::{Deserialize, Serialize};
use sessions::json::{Side, Tree};

/// Moves to play first: a list of move texts, or one text with all of them in any spelling that the
/// game takes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(untagged)]
pub enum Moves {
    /// A move an item; errors tell which of them.
    List(Vec<String>),
    /// A line.
    Line(String),
}

impl Default for Moves {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

/// A game in progress, as every request carries it.
#[derive(Clone, Debug, Default)]
pub struct GameRequest {
    /// The game's id.
    pub game: String,
    /// Rules as `key=value,...`; those that are left out have their defaults.
    pub rules: Option<String>,
    /// The position to start from; the game's own start if there is none.
    pub position: Option<String>,
    /// The moves from there.
    pub moves: Moves,
    /// Whether the draw is claimed that there is to claim after them.
    pub claim: bool,
}

/// Makes a request that carries a game in progress.
macro_rules! request {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, Serialize, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
        #[cfg_attr(test, ts(optional_fields))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// The game's id.
            pub game: String,
            /// Rules as `key=value,...`; those that are left out have their defaults.
            #[serde(default)]
            pub rules: Option<String>,
            /// The position to start from; the game's own start if there is none.
            #[serde(default)]
            pub position: Option<String>,
            /// The moves from there.
            #[serde(default)]
            #[cfg_attr(test, ts(as = "Option<Moves>"))]
            pub moves: Moves,
            /// Whether the draw is claimed that there is to claim after them.
            #[serde(default)]
            #[cfg_attr(test, ts(as = "Option<bool>"))]
            pub claim: bool,
            $($(#[$doc])* pub $field: $type,)*
        }

        impl From<&$name> for GameRequest {
            fn from(request: &$name) -> Self {
                let $name { game, rules, position, moves, claim, .. } = request.clone();
                Self { game, rules, position, moves, claim }
            }
        }
    };
}

request! {
    /// `POST /position`, `POST /line`: a position, or a line with all of its positions.
    PositionRequest {}
}

request! {
    /// `POST /best`: one search.
    BestRequest {
        /// The player, as on the command line.
        player: String,
        /// Milliseconds, if the player's own limits are not to hold.
        #[serde(default)]
        time_ms: Option<u64>,
    }
}

request! {
    /// `POST /values`: what position and moves are worth.
    ValuesRequest {
        /// Whether the values of all positions of the line are wanted.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<bool>"))]
        history: bool,
        /// Milliseconds that they may be looked for; two seconds if nothing is said.
        #[serde(default)]
        time_ms: Option<u64>,
    }
}

/// `POST /import`: a text of whatever kind.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// The text.
    pub text: String,
    /// The game that it is of, if that is known.
    #[serde(default)]
    pub game: Option<String>,
    /// The rules of that game.
    #[serde(default)]
    pub rules: Option<String>,
}

/// `POST /export`: a game in a format.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// The game's id.
    pub game: String,
    /// The rules.
    #[serde(default)]
    pub rules: Option<String>,
    /// The position to start from.
    #[serde(default)]
    pub position: Option<String>,
    /// The game with its variations. `position`, `moves`, `text` and `svg` are of the end of its
    /// main line.
    pub tree: Tree,
    /// A file format of the game, or `position`, `moves`, `text`, `svg`, `json`.
    pub format: String,
}

/// `POST /setup`: a position from pieces.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct SetupRequest {
    /// The game's id.
    pub game: String,
    /// The rules.
    #[serde(default)]
    pub rules: Option<String>,
    /// The pieces.
    pub pieces: Vec<ManAt>,
    /// Who is to move.
    pub to_move: Side,
}

/// A piece to set up.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ManAt {
    /// The cell.
    pub at: String,
    /// The drawing, one of the game's palette.
    pub glyph: String,
    /// The character that stands for it, where the palette has several of one drawing.
    #[serde(default)]
    pub symbol: Option<char>,
    /// Whose it is.
    #[serde(default)]
    pub side: Option<Side>,
    /// Its place in a stack, from below.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<u8>"))]
    pub z: u8,
}

/// `GET /board.svg`: what is to be drawn.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct BoardQuery {
    /// The game's id.
    pub game: String,
    /// The rules.
    #[serde(default)]
    pub rules: Option<String>,
    /// The position.
    #[serde(default)]
    pub position: Option<String>,
    /// Moves from there, apart by blanks.
    #[serde(default)]
    pub moves: Option<String>,
    /// `light`, `dark`, `auto` or `print`.
    #[serde(default)]
    pub theme: Option<String>,
    /// Whether the board is seen from the other side.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>"))]
    pub turned: bool,
    /// Whether the cells that legal moves go to are marked.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<bool>"))]
    pub legal: bool,
    /// Arrows, as `e2-e4,g1-f3`.
    #[serde(default)]
    pub arrows: Option<String>,
    /// The token, where one is needed: an image brings no header along.
    #[serde(default)]
    pub token: Option<String>,
}
