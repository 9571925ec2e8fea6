//! A match of several players: a tournament.

use std::path::Path;

use games::{
    PlayerSpec, Session,
    arena::{
        Match, MatchGame, Schedule, Standing, Tournament,
        results::{ResultsFile, StoredGame},
    },
    json,
    ratings::Rating,
};
use indicatif::ProgressBar;
use serde_json::{Map, Value as Json, json as object};

use super::{
    cannot_use,
    cross_table::{CrossTable, Row},
    records::{Records, Target, Written},
    replay, table,
};
use crate::{
    cli::MatchArgs, commands::answer::Answer, failure::Failure, interrupt, late_file::LateFile,
    output::Output, progress,
};

/// What was played, and by whom games were forfeited.
struct Course<'a> {
    tournament: Tournament<'a>,
    anchors: Vec<Option<f64>>,
    standings: Vec<Standing>,
    forfeits: Vec<u64>,
}

impl Course<'_> {
    fn ratings(&self) -> Vec<Rating> {
        self.tournament.ratings(&self.standings, &self.anchors)
    }

    /// How many games were played.
    fn games(&self) -> u64 {
        self.standings.iter().map(|of| of.results().tally.games()).sum()
    }

    /// Counts a game of a pairing that a player lost by a failure.
    fn note_fault(&mut self, pairing: usize, game: &StoredGame) {
        if game.fault.is_some() {
            let first_won = game.end.outcome.value_for(Match::first_player(game.number)) > 0;
            let loser = self.tournament.pairings[pairing][usize::from(first_won)];
            self.forfeits[loser] += 1;
        }
    }

    /// The players, the highest rating first.
    fn table(&self) -> CrossTable {
        let (ratings, points) = (self.ratings(), self.tournament.table(&self.standings));
        let mut order: Vec<_> = (0..ratings.len()).collect();
        order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
        let row = |&player: &usize| Row {
            name: table::short(&self.tournament.players[player].label(), table::USUAL),
            rating: ratings[player],
            forfeits: self.forfeits[player],
            results: order.iter().map(|&other| points[player][other]).collect(),
        };
        CrossTable { rows: order.iter().map(row).collect() }
    }

    fn written(&self, pairing: usize, game: MatchGame) -> Written {
        let names = self.tournament.pairing(pairing).players.map(PlayerSpec::label);
        let round = self.tournament.number(pairing, game.number) + 1;
        Written { game, names, round }
    }
}

pub(super) fn run(
    args: &MatchArgs,
    asked: &dyn Session,
    each: Match<'_>,
    players: &[PlayerSpec],
    (mut parameters, records): (Map<String, Json>, Option<(Target, super::Operations)>),
    out: &mut Output,
) -> Result<(), Failure> {
    let schedule = if args.gauntlet { Schedule::Gauntlet } else { Schedule::RoundRobin };
    let tournament = Tournament::new(each, players, schedule);
    let names: Vec<_> = players.iter().map(ToString::to_string).collect();
    parameters.insert("players".to_owned(), object!(names));
    parameters.insert("gauntlet".to_owned(), object!(args.gauntlet));
    let mut course = Course {
        anchors: anchors(args, players.len())?,
        standings: vec![Standing::new(None); tournament.pairings.len()],
        forfeits: vec![0; players.len()],
        tournament,
    };
    let mut earlier = Vec::new();
    let mut file = None;
    if let Some(path) = &args.results {
        let seed = Some(each.seed);
        let mut take = |mut game: StoredGame| {
            let (pairing, number) = course.tournament.game(game.number);
            game.number = number;
            let key = course.tournament.each.key(&game);
            let side = Match::first_player(number);
            if number < args.games && course.standings[pairing].add(number, side, &game.end, key) {
                course.note_fault(pairing, &game);
                if records.is_some() {
                    earlier.push((pairing, game));
                }
            }
        };
        let opened = ResultsFile::open(Path::new(path), &parameters, seed, &mut take);
        file = Some(opened.map_err(|error| cannot_use(path, error))?.0);
    }
    let mut records = match records {
        Some((target, operations)) => {
            let replayed = earlier.iter().map(|(pairing, game)| {
                let game = replay(&course.tournament.each, game);
                game.map(|game| course.written(*pairing, game))
            });
            Some(Records::open(target, &args.event, operations, replayed)?)
        }
        None => None,
    };
    let picture = args.svg.as_deref().map(|path| LateFile::open(path, out)).transpose()?;
    let bar = table::bar(args.games * course.tournament.pairings.len() as u64, course.games());
    show(&bar, &course);
    let (tournament, standings) = (course.tournament.clone(), course.standings.clone());
    let mut observer = |pairing: usize, game: &MatchGame, standing: &Standing| {
        let stored = StoredGame::from(game);
        if let (Some(file), Some(path)) = (&mut file, &args.results) {
            let mut numbered = stored.clone();
            numbered.number = tournament.number(pairing, game.number);
            if records.is_none() {
                numbered.remarks.clear();
            }
            file.append(&numbered).map_err(|error| Failure::file(path, &error))?;
        }
        if let Some(records) = &mut records {
            records.add(&course.written(pairing, game.clone()))?;
        }
        course.note_fault(pairing, &stored);
        course.standings[pairing].clone_from(standing);
        show(&bar, &course);
        Ok::<_, Failure>(())
    };
    let result = tournament.play(standings, &mut observer, interrupt::flag());
    bar.finish_and_clear();
    course.standings = result?;
    print(asked, &course, picture, out)?;
    if interrupt::is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Reads `--anchor 2=2850`.
fn anchors(args: &MatchArgs, players: usize) -> Result<Vec<Option<f64>>, Failure> {
    let mut anchors = vec![None; players];
    for text in &args.anchor {
        let read = || {
            let (player, rating) = text.split_once('=')?;
            let player = player.parse::<usize>().ok()?.checked_sub(1)?;
            let rating = rating.parse::<f64>().ok().filter(|rating| rating.abs() <= 10_000.0)?;
            (player < players).then_some((player, rating))
        };
        let (player, rating) = read().ok_or_else(|| {
            Failure::Input(format!(
                "--anchor: {} is not the number of a player (1 to {players}) and its rating; \
                 expected for example 2=2850",
                games_core::notation::quote(text)
            ))
        })?;
        anchors[player] = Some(rating);
    }
    Ok(anchors)
}

/// Shows who leads, on a terminal.
fn show(bar: &ProgressBar, course: &Course<'_>) {
    if bar.is_hidden() {
        return;
    }
    bar.set_position(course.games());
    bar.set_message(course.table().fitting(progress::columns()));
}

fn print(
    asked: &dyn Session,
    course: &Course<'_>,
    picture: Option<LateFile<'_>>,
    out: &mut Output,
) -> Result<(), Failure> {
    let table = course.table();
    if let Some(picture) = picture {
        picture.write(&table.svg(), out)?;
    }
    let Course { tournament, standings, forfeits, .. } = course;
    if out.is_json() {
        let answer = json::Tournament::of(tournament, standings, &course.ratings(), forfeits);
        return out.object(&Answer::new(asked, answer));
    }
    out.line(&super::report::openings(&tournament.each))?;
    let (games, distinct) = standings.iter().fold((0, 0), |(games, distinct), of| {
        (games + of.results().tally.games(), distinct + of.results().distinct)
    });
    out.line(&format!("games: {games}, {distinct} of them distinct in their pairing"))?;
    out.line(&table.text())
}
