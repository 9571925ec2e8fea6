//! What goes over the wire besides the answers of [`sessions::json`].

mod answers;
mod live;
mod requests;

pub use answers::{
    EngineInfo, Exported, Health, Imported, Imports, Info, OptionInPlay, OptionsInPlay, Preset,
    SetUp,
};
pub use live::{
    LiveAnswer, LiveDone, LiveInfo, LiveRequest, MatchInfo, PlayedMatchGame, RunningGame,
};
pub use requests::{
    BestRequest, BoardQuery, ExportRequest, GameRequest, ImportRequest, ManAt, Moves,
    PositionRequest, SetupRequest, ValuesRequest,
};
