//! `games show`: a position.

use games::json;
use games_core::draw;

use crate::{
    cli::{ShowArgs, Theme},
    failure::Failure,
    input,
    output::Output,
    words,
};

pub(crate) fn run(args: &ShowArgs, out: &mut Output) -> Result<(), Failure> {
    let session = input::open(&args.game)?;
    if let Some(path) = &args.svg {
        let theme = match args.theme {
            Theme::Auto => draw::Theme::Auto,
            Theme::Light => draw::Theme::Light,
            Theme::Dark => draw::Theme::Dark,
        };
        let picture = draw::svg(&session.board(), &session.marked_view(), theme);
        std::fs::write(path, picture).map_err(|e| Failure::file(path, &e))?;
    }
    if out.is_json() {
        return out.object(&json::session(&*session));
    }
    out.board(&*session)?;
    out.line("")?;
    out.line(&words::standing(&*session))?;
    let moves = session.legal_moves();
    if !moves.is_empty() {
        out.line(&format!("moves     {}", moves.join(" ")))?;
    }
    out.line(&format!("position  {}", session.position()))
}
