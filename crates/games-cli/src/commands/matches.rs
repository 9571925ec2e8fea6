//! `games match`: many games between two players.

mod parameters;
mod records;
mod report;
mod table;

use std::path::Path;

use games::{
    PlayerSpec, Session, arena,
    arena::{
        Match, MatchGame, Standing,
        results::{self, ResultsError, ResultsFile, StoredGame},
    },
};

use crate::{
    cli::{Common, MatchArgs},
    failure::Failure,
    input, interrupt,
    output::Output,
};
use records::Records;
use report::Faults;
use table::Table;

pub(crate) fn run(args: &MatchArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    let openings = openings(args)?;
    let start = &*openings[0];
    let players = [player("--p1", &args.p1, common)?, player("--p2", &args.p2, common)?];
    let concurrency = args.concurrency as usize;
    let mut a_match = Match::new(&openings, [&players[0], &players[1]], args.games);
    a_match.memory = common.memory;
    a_match.concurrency = concurrency;
    a_match.max_plies = args.max_plies.unwrap_or_else(|| arena::default_max_plies(start));
    a_match.time_margin = args.time_margin.unwrap_or_default();
    let tables = input::tables(common)?;
    if args.solved && tables.is_empty() {
        return Err(Failure::input("--solved: there are no tables; name a folder by --tables"));
    }
    a_match.adjudication.resign = args.resign;
    a_match.adjudication.draw = args.draw;
    a_match.adjudication.tables = args.solved.then_some(&tables);
    // A player that cannot play is told before any file is made.
    let share = common.memory.map(|bytes| bytes / (2 * concurrency as u64));
    for player in &players {
        drop(start.player(player, share)?);
    }

    let records = args
        .records
        .as_deref()
        .map(|path| records::Target::find(path, start, args.results.as_deref()));
    let records = records.transpose()?;

    let stored = args.results.as_deref().and_then(|path| results::parameters(Path::new(path)));
    let stored = |name: &str| stored.as_ref()?.get(name)?.as_u64();
    let seed = args.seed.or_else(|| stored("seed")).unwrap_or_else(games_core::fresh_seed);
    a_match.seed = seed;
    let plies_there = stored("opening_plies").and_then(|plies| usize::try_from(plies).ok());
    a_match.opening_plies = match args.opening_plies.or(plies_there) {
        Some(plies) => plies,
        // Whoever brings openings has chosen them.
        None if args.openings.is_some() => 0,
        None => arena::openings::plies_that_differ(start, args.games.div_ceil(2), seed),
    };
    let mut standing = Standing::new(args.sprt);
    let mut faults = Faults::default();
    let mut earlier = Vec::new();
    let mut file = None;
    if let Some(path) = &args.results {
        let mut take = |game: StoredGame| {
            let (number, side) = (game.number, Match::first_player(game.number));
            let key = a_match.key(&game);
            if number < args.games && standing.add(number, side, &game.end, key) {
                faults.add(game.number, &game.end, game.fault.as_deref());
                if records.is_some() {
                    earlier.push(game);
                }
            }
        };
        let parameters = parameters::of(&a_match, args.sprt);
        let (opened, _) = ResultsFile::open(Path::new(path), &parameters, Some(seed), &mut take)
            .map_err(|error| cannot_use(path, error))?;
        file = Some(opened);
    }
    let mut records =
        records.map(|target| Records::open(target, &args.event, &a_match, &earlier)).transpose()?;

    let table = Table::new(&a_match, &standing);
    let mut observer = |game: &MatchGame, standing: &Standing| -> Result<(), Failure> {
        if let (Some(file), Some(path)) = (&mut file, &args.results) {
            let mut stored = StoredGame::from(game);
            if records.is_none() {
                // They are for records alone, and long.
                stored.remarks.clear();
            }
            file.append(&stored).map_err(|e| Failure::file(path, &e))?;
        }
        if let Some(records) = &mut records {
            records.add(game)?;
        }
        faults.add(game.number, &game.end, game.fault.as_deref());
        table.show(standing);
        Ok(())
    };
    let result = a_match.play(standing, &mut observer, interrupt::flag());
    table.clear();
    let standing = result?;
    if out.is_json() {
        out.object(&report::json(&a_match, &standing, &faults))?;
    } else {
        report::print(&a_match, &standing, &faults, out)?;
    }
    if interrupt::is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn openings(args: &MatchArgs) -> Result<Vec<Box<dyn Session>>, Failure> {
    let start = input::open(&args.game)?;
    let openings = match &args.openings {
        Some(path) => {
            let text = input::read_file(path)
                .map_err(|error| Failure::Input(format!("--openings: {error}")))?;
            arena::openings::read(&*start, &text)?
        }
        None => vec![start],
    };
    if openings[0].end().is_some() {
        return Err(Failure::input("position: the game is over"));
    }
    Ok(openings)
}

fn player(argument: &str, text: &str, common: &Common) -> Result<PlayerSpec, Failure> {
    let spec = input::player(text, common)?;
    if spec.engine.is_human() {
        return Err(Failure::Input(format!("{argument}: a match is played by engines")));
    }
    Ok(spec)
}

fn cannot_use(path: &str, error: ResultsError) -> Failure {
    match error {
        ResultsError::Foreign(what) => Failure::Input(format!("--results: {path}: {what}")),
        other => Failure::Input(format!("--results: {path}: {other}")),
    }
}

/// Returns a stored game; `None` if its moves are not legal.
fn replay(a_match: &Match<'_>, game: &StoredGame) -> Option<MatchGame> {
    let mut session = a_match.opening(game.number);
    let opening = session.plies();
    // Its moves stand in the file from the start of the session on.
    for m in game.moves.split_whitespace().skip(opening) {
        session.play(m).ok()?;
    }
    let end = session.end().unwrap_or_else(|| game.end.clone());
    let mut played = MatchGame::new(game.number, session, end);
    played.fault.clone_from(&game.fault);
    played.remarks.clone_from(&game.remarks);
    played.date.clone_from(&game.date);
    Some(played)
}
