//! Games in progress from requests.

use sessions::{Engine, Eval, PlayerSpec, Session};

use crate::{
    App, Problem, Slug,
    api::{GameRequest, Moves},
};

/// The most legal moves that a problem lists.
const MOST_VALID: usize = 1000;

/// Opens the game that a request carries.
pub(crate) fn session(
    app: &App,
    request: impl Into<GameRequest>,
) -> Result<Box<dyn Session>, Problem> {
    let GameRequest { game, rules, position, moves, claim } = request.into();
    let info = app.game(&game)?;
    for (field, text) in [("rules", &rules), ("position", &position)] {
        short(app, field, text.as_deref())?;
    }
    let mut session = info.open(rules.as_deref(), position.as_deref())?;
    match moves {
        Moves::List(moves) => play_list(app, &mut *session, &moves)?,
        Moves::Line(line) => play_line(app, &mut *session, &line)?,
    }
    if claim && !session.claim() {
        let detail = "there is no draw to claim in this position";
        return Err(Problem::new(Slug::Unsupported, detail).in_field("claim"));
    }
    Ok(session)
}

fn short(app: &App, field: &str, text: Option<&str>) -> Result<(), Problem> {
    let most = app.limits.position;
    if text.is_some_and(|text| text.len() > most) {
        return Err(Problem::too_large(field, "position", format_args!("{most} bytes")));
    }
    Ok(())
}

fn play_list(app: &App, session: &mut dyn Session, moves: &[String]) -> Result<(), Problem> {
    if moves.len() > app.limits.moves {
        return Err(Problem::too_large("moves", "moves", app.limits.moves));
    }
    for (index, text) in moves.iter().enumerate() {
        session.play(text).map_err(|error| illegal(session, error, Some(index)))?;
    }
    Ok(())
}

fn play_line(app: &App, session: &mut dyn Session, line: &str) -> Result<(), Problem> {
    session.play_line(line).map_err(|error| illegal(session, error, None))?;
    if session.plies() > app.limits.moves {
        return Err(Problem::too_large("moves", "moves", app.limits.moves));
    }
    Ok(())
}

fn illegal(session: &dyn Session, error: sessions::Error, index: Option<usize>) -> Problem {
    let mut problem = Problem::from(error);
    if let Some(index) = index {
        problem.detail = format!("move {}: {}", index + 1, problem.detail);
        let mut valid = session.legal_moves();
        valid.truncate(MOST_VALID);
        problem = problem.with_valid(valid);
    }
    if let Some(place) = &mut problem.at {
        place.index = index;
    }
    problem
}

/// Reads a player that thinks by itself, here and within the limits.
pub(crate) fn player(app: &App, text: &str) -> Result<PlayerSpec, Problem> {
    short(app, "player", Some(text))?;
    let mut spec: PlayerSpec = text.parse()?;
    if spec.engine.outside().is_some() {
        let detail = "programs of others are not started by this server";
        return Err(Problem::new(Slug::BadPlayer, detail).in_field("player"));
    }
    if spec.engine.is_human() {
        let detail = "a human does not search by itself";
        return Err(Problem::new(Slug::BadPlayer, detail).in_field("player"));
    }
    if matches!(spec.eval, Some(Eval::File(_))) {
        let detail = "files of weights are not read by this server";
        return Err(Problem::new(Slug::BadPlayer, detail).in_field("player"));
    }
    if spec.threads > app.limits.threads {
        return Err(Problem::too_large("player", "threads", app.limits.threads));
    }
    if let Engine::Solver(tables) = &mut spec.engine {
        *tables = app.config.tables.clone();
    }
    Ok(spec)
}

/// Refuses a game that is over.
pub(crate) fn not_over(session: &dyn Session) -> Result<(), Problem> {
    match session.end() {
        None => Ok(()),
        Some(end) => Err(Problem::new(Slug::GameOver, format!("the game is over: {}", end.reason))),
    }
}
