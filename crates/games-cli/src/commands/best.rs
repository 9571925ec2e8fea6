//! `games best`: one search.

use games::json;

use crate::{
    cli::{BestArgs, Common},
    failure::Failure,
    input, interrupt,
    output::Output,
    progress, words,
};

pub(crate) fn run(args: &BestArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    let session = input::open(&args.game)?;
    args.notation.check(&*session)?;
    let spec = input::player(&args.player, common)?;
    let mut player = session.player(&spec, common.memory)?;
    if session.end().is_some() {
        let message = format!("position: the game is over: {}", words::standing(&*session));
        return Err(Failure::Input(message));
    }
    let spinner = progress::spinner();
    let report = player.think(
        &*session,
        &mut |report| spinner.set_message(words::search(report)),
        interrupt::flag(),
    );
    spinner.finish_and_clear();
    let report = report?;
    if out.is_json() {
        out.object(&json::Search::of(&*session, &report))?;
    } else if let Some(best) = report.lines.first() {
        let pv = args.notation.line(&*session, &best.pv);
        out.line(&format!("{}\n{}", pv[0], words::search_with(&report, &pv)))?;
    }
    if interrupt::is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}
