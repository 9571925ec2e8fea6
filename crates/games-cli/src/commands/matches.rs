//! `games match`: many games between two players.

mod cross_table;
mod parameters;
mod records;
mod report;
mod table;
mod tournament;

use std::path::Path;

use games::{
    PlayerSpec, Session, arena,
    arena::{
        Match, MatchGame, Standing,
        openings::Opening,
        results::{self, ResultsError, ResultsFile, StoredGame},
    },
};
use serde::Serialize;

use super::answer::Answer;
use crate::{
    cli::{Common, MatchArgs},
    failure::Failure,
    input, interrupt,
    late_file::{check_is_file, reserve},
    output::Output,
};
use records::{Records, Written};
use report::Faults;
use table::Table;

/// What EPD says of each opening, by opcodes.
type Operations = Vec<Vec<(String, String)>>;

pub(crate) fn run(args: &MatchArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    check_kind(args)?;
    check_is_file("--results", args.results.as_deref())?;
    if let Some(path) = &args.records {
        reserve(path, out)?;
    }
    let stored = args.results.as_deref().and_then(|path| results::parameters(Path::new(path)));
    let stored_number = |name: &str| stored.as_ref()?.get(name)?.as_u64();
    let seed = args.seed.or_else(|| stored_number("seed")).unwrap_or_else(games_core::fresh_seed);
    let (asked, mut book) = openings(args)?;
    // Matches were begun that took openings as they stand in the file.
    let by_seed = stored.as_ref().is_none_or(|fields| fields.contains_key("order"));
    if by_seed {
        arena::openings::shuffle(&mut book, seed);
    }
    let operations: Vec<_> = book.iter().map(|opening| opening.operations.clone()).collect();
    let openings: Vec<_> = book.into_iter().map(|opening| opening.session).collect();
    let start = &*openings[0];
    let players = players(args, common)?;
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

    a_match.seed = seed;
    let plies_there = stored_number("opening_plies").and_then(|plies| usize::try_from(plies).ok());
    a_match.opening_plies = match args.opening_plies.or(plies_there) {
        Some(plies) => plies,
        // Whoever brings openings has chosen them.
        None if args.openings.is_some() => 0,
        None => arena::openings::plies_that_differ(start, args.games.div_ceil(2), seed),
    };
    let parameters = parameters::of(&a_match, by_seed && args.openings.is_some(), args.sprt);
    if !args.player.is_empty() {
        let records = records.map(|target| (target, operations));
        return tournament::run(args, &*asked, a_match, &players, (parameters, records), out);
    }
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
        let (opened, _) = ResultsFile::open(Path::new(path), &parameters, Some(seed), &mut take)
            .map_err(|error| cannot_use(path, error))?;
        file = Some(opened);
    }
    let names = a_match.players.map(PlayerSpec::label);
    let written = |game: MatchGame| Written { names: names.clone(), round: game.number + 1, game };
    let replayed = earlier.iter().map(|game| replay(&a_match, game).map(&written));
    let mut records = records
        .map(|target| Records::open(target, &args.event, operations, replayed))
        .transpose()?;

    let table = Table::new(&a_match, &standing, &faults);
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
            records.add(&written(game.clone()))?;
        }
        faults.add(game.number, &game.end, game.fault.as_deref());
        table.show(standing, &faults);
        Ok(())
    };
    let result = a_match.play(standing, &mut observer, interrupt::flag());
    table.clear();
    let standing = result?;
    if out.is_json() {
        let [p1, p2] = a_match.players.map(ToString::to_string);
        let found = report::json(&a_match, &standing, &faults);
        out.object(&Answer::new(&*asked, Pair { p1, p2, found }))?;
    } else {
        report::print(&a_match, &standing, &faults, out)?;
    }
    if interrupt::is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// A match with its players.
#[derive(Serialize)]
struct Pair {
    p1: String,
    p2: String,
    #[serde(flatten)]
    found: games::json::Match,
}

/// Refuses what only a tournament has where two players are given. (Clap waives what an argument
/// requires as soon as that conflicts with another one.)
fn check_kind(args: &MatchArgs) -> Result<(), Failure> {
    let of_tournaments = [
        ("--gauntlet", args.gauntlet),
        ("--anchor", !args.anchor.is_empty()),
        ("--svg", args.svg.is_some()),
    ];
    match of_tournaments.iter().find(|(_, given)| *given && args.player.is_empty()) {
        Some((name, _)) => Err(Failure::Input(format!(
            "{name}: only a tournament has this; give its players by `--player` and not by `--p1` \
             and `--p2`"
        ))),
        None => Ok(()),
    }
}

/// Returns the position that the arguments tell, and the openings that begin there or are in a book.
fn openings(args: &MatchArgs) -> Result<(Box<dyn Session>, Vec<Opening>), Failure> {
    let start = input::open(&args.game)?;
    if start.end().is_some() {
        return Err(Failure::input("position: the game is over"));
    }
    let Some(path) = &args.openings else {
        return Ok((start.boxed_clone(), vec![Opening::new(start)]));
    };
    let text = input::read_file_or_stdin(path)?
        .map_err(|error| Failure::Input(format!("--openings: {error}")))?;
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let format = start.info().files.iter().find(|format| format.name == ending);
    let openings = match format {
        Some(format) => arena::openings::read_games(&*start, format, &text, args.book_plies)?,
        None => arena::openings::read(&*start, &text, args.book_plies)?,
    };
    Ok((start, openings))
}

/// The two players of a match, or all of a tournament.
fn players(args: &MatchArgs, common: &Common) -> Result<Vec<PlayerSpec>, Failure> {
    let pair = [("--p1", &args.p1), ("--p2", &args.p2)];
    let pair = pair.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?)));
    let list = pair.chain(args.player.iter().map(|text| ("--player", text)));
    let players: Vec<_> =
        list.map(|(name, text)| player(name, text, common)).collect::<Result<_, _>>()?;
    if players.len() < 2 {
        return Err(Failure::input("--player: a tournament has two players or more"));
    }
    Ok(players)
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

/// Returns a stored game, whose moves have to be legal.
fn replay(a_match: &Match<'_>, game: &StoredGame) -> Result<MatchGame, Failure> {
    let mut session = a_match.opening(game.number);
    let opening = session.plies();
    // Its moves stand in the file from the start of the session on.
    for m in game.moves.split_whitespace().skip(opening) {
        session.play(m).map_err(|_| {
            Failure::Input(format!("--results: game {} has illegal moves", game.number + 1))
        })?;
    }
    let end = session.end().unwrap_or_else(|| game.end.clone());
    let mut played = MatchGame::new(game.number, session, end);
    played.fault.clone_from(&game.fault);
    played.remarks.clone_from(&game.remarks);
    played.date.clone_from(&game.date);
    Ok(played)
}
