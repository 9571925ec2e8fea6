//! Requests become jobs.

use core::time::Duration;
use std::sync::Arc;

use games_core::fresh_seed;
use sessions::{Engine, Session};

use crate::{
    App, Problem, Slug,
    api::{GameRequest, LiveRequest, Moves},
    jobs::{MatchJob, SearchJob, SolvingJob, Viewing, players},
    open,
};

/// The page's name for what it asks for.
pub(super) fn id(request: &LiveRequest) -> &str {
    match request {
        LiveRequest::Search { id, .. }
        | LiveRequest::Solve { id, .. }
        | LiveRequest::Match { id, .. }
        | LiveRequest::Watch { id, .. }
        | LiveRequest::Stop { id } => id,
    }
}

/// Begins what is asked for, or sees it where others do already.
pub(super) async fn begin(app: &Arc<App>, request: LiveRequest) -> Result<Viewing, Problem> {
    let here = Arc::clone(app);
    app.work(move |app| match request {
        LiveRequest::Watch { job, .. } => here.jobs.watch(job),
        LiveRequest::Stop { .. } => Err(Problem::new(Slug::BadRequest, "nothing to begin")),
        LiveRequest::Search { game, rules, position, moves, player, lines, analysis, .. } => {
            let session = session(app, game, rules, position, moves)?;
            let job = search(app, session, &player, lines, analysis)?;
            here.jobs.submit(job.key(), &job.position_key(), job.task(app))
        }
        LiveRequest::Solve { game, rules, position, moves, threads, .. } => {
            let session = session(app, game, rules, position, moves)?;
            let job = solving(app, session, threads)?;
            here.jobs.submit(job.key(), &job.position_key(), job.task(app))
        }
        LiveRequest::Match {
            game,
            rules,
            position,
            moves,
            players,
            games,
            opening_plies,
            seed,
            have,
            ..
        } => {
            let session = session(app, game, rules, position, moves)?;
            let plan = Plan { players, games, opening_plies, seed };
            let mut job = a_match(app, session, &plan)?;
            job.have = have;
            here.jobs.submit(job.key(), &job.position_key(), job.task(app))
        }
    })
    .await
}

fn session(
    app: &App,
    game: String,
    rules: Option<String>,
    position: Option<String>,
    moves: Moves,
) -> Result<Box<dyn Session>, Problem> {
    open::session(app, GameRequest { game, rules, position, moves, claim: false })
}

fn search(
    app: &App,
    session: Box<dyn Session>,
    player: &str,
    lines: Option<usize>,
    analysis: bool,
) -> Result<SearchJob, Problem> {
    let mut spec = open::player(app, player)?;
    open::not_over(&*session)?;
    let lines = lines.unwrap_or(1);
    if lines == 0 || lines > app.limits.lines {
        return Err(Problem::not_from_one("lines", "lines", app.limits.lines));
    }
    let most = if analysis { app.limits.analysis_ms } else { app.limits.search_ms };
    let most = Duration::from_millis(most);
    // Analysis has no end of its own; a player that is told nothing would think for a second.
    if analysis && !spec.is_limited() && !matches!(spec.engine, Engine::Solver(_)) {
        spec.time = Some(most);
    }
    Ok(SearchJob { spec, session, lines, time: None, most })
}

fn solving(
    app: &App,
    session: Box<dyn Session>,
    threads: Option<usize>,
) -> Result<SolvingJob, Problem> {
    let threads = threads.unwrap_or(1).max(1);
    if threads > app.limits.threads {
        return Err(Problem::too_large("threads", "threads", app.limits.threads));
    }
    session
        .numbering(None)
        .map_err(|error| Problem::new(Slug::Unsupported, format!("{}: {error}", session.game())))?;
    Ok(SolvingJob { session, threads, most: Duration::from_millis(app.limits.solve_ms) })
}

/// What a match is besides its start.
struct Plan {
    players: [String; 2],
    games: u64,
    opening_plies: Option<usize>,
    seed: Option<u64>,
}

fn a_match(app: &App, session: Box<dyn Session>, plan: &Plan) -> Result<MatchJob, Problem> {
    open::not_over(&*session)?;
    let most = app.limits.games;
    if plan.games == 0 || plan.games > most {
        return Err(Problem::not_from_one("games", "games", most));
    }
    if plan.opening_plies.is_some_and(|plies| plies > app.limits.moves) {
        return Err(Problem::too_large("opening_plies", "moves", app.limits.moves));
    }
    Ok(MatchJob {
        session,
        players: players(app, &plan.players)?,
        games: plan.games,
        opening_plies: plan.opening_plies,
        // A number that every reader of JSON has as it is.
        seed: plan.seed.unwrap_or_else(|| fresh_seed() >> 12),
        have: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use games::{Games, registry};

    use super::*;
    use crate::Config;

    #[test]
    fn a_search_goes_on_for_a_minute_at_most_and_analysis_for_ten() {
        let app = App::new(Config::new(Games::new(registry())));
        let most = |analysis| {
            let session = session(&app, "chess".to_owned(), None, None, Moves::default()).unwrap();
            search(&app, session, "alphabeta:time=7200s", None, analysis).unwrap().most
        };
        assert_eq!(most(false), Duration::from_secs(60));
        assert_eq!(most(true), Duration::from_secs(600));
    }
}
