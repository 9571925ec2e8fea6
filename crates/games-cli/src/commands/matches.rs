//! `games match`: many games between two players.

use games::{PlayerKind, PlayerSpec, arena::Match, elo::Tally, json};

use crate::{
    cli::{Common, MatchArgs},
    failure::Failure,
    input, interrupt,
    output::Output,
    progress,
};

pub(crate) fn run(args: &MatchArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    let session = input::open(&args.game)?;
    let players = [player("--p1", &args.p1)?, player("--p2", &args.p2)?];
    if session.end().is_some() {
        return Err(Failure::input("position: the game is over"));
    }
    let bar = progress::bar(args.games, "games");
    let mut tally = Tally::default();
    let result = Match {
        start: &*session,
        players: [&players[0], &players[1]],
        games: args.games,
        opening_plies: args.opening_plies,
        seed: args.seed,
        memory: common.memory,
    }
    .play(
        &mut |_, so_far| {
            tally = *so_far;
            bar.inc(1);
            bar.set_message(summary(so_far));
        },
        interrupt::flag(),
    );
    bar.finish_and_clear();
    result?;
    if out.is_json() {
        out.object(&json::tally(&tally))?;
    } else {
        out.line(&format!("{} against {}: {}", args.p1, args.p2, summary(&tally)))?;
    }
    if interrupt::is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn player(argument: &str, text: &str) -> Result<PlayerSpec, Failure> {
    let spec: PlayerSpec = text.parse()?;
    if spec.kind == PlayerKind::Human {
        return Err(Failure::Input(format!("{argument}: a match is played by engines")));
    }
    Ok(spec)
}

fn summary(tally: &Tally) -> String {
    let Tally { wins, draws, losses } = tally;
    let elo = tally.elo().map_or_else(String::new, |elo| {
        format!(", Elo {:+.0} +- {:.0} (95 %)", elo.difference, elo.error)
    });
    format!("{wins} won, {draws} drawn, {losses} lost{elo}")
}
