//! Texts to begin with, made by the program itself: good ones, of which bad ones are made.

use games::{GameInfo, Session, find};
use games_core::entry::Values;

use crate::{Class, files as disk};

/// Games in progress that texts are taken from.
const GAMES: u64 = 12;

/// Returns good texts of a class: those of games from random moves, and of all options.
///
/// # Panics
///
/// If the class names no registered game.
#[must_use]
pub fn good_texts(class: Class) -> Vec<String> {
    match class {
        Class::Positions(game) => played(game).iter().map(|game| game.position()).collect(),
        Class::Moves(game) => lines(game),
        Class::Rules(game) => rules(find(game).expect("it is registered")),
        Class::Openings(game) => openings(game),
        Class::Files(game, format) => files(game, format),
        Class::Players => PLAYERS.iter().map(|&text| text.to_owned()).collect(),
        Class::Units => UNITS.iter().map(|&text| text.to_owned()).collect(),
        Class::Tables => disk::good_tables(),
        Class::Checkpoints => disk::good_checkpoints(),
        Class::Results => disk::good_results(),
    }
}

const PLAYERS: &[&str] = &[
    "random:seed=3",
    "alphabeta:time=1s,depth=12,nodes=100000,hash=64MiB,threads=2,off=null_move",
    "alphabeta:off=aspiration,killers",
    "mcts:sims=1000,seed=7,exploration=1.5,playout_plies=0,rave=false,policy=uct",
    "proof:nodes=100000,hash=16MiB",
    "solver:tables=tables",
    "uci:\"stockfish --flag 'a b'\",time=100ms,name=fish",
    "gtp:\"gnugo --mode gtp\",time=1s",
    "human",
];

const UNITS: &[&str] = &["1s", "250ms", "1.5m", "2h", "64MiB", "2GB", "1TiB", "512B", "1e3s"];

/// Games in progress from random moves, short ones and long ones.
fn played(game: &str) -> Vec<Box<dyn Session>> {
    let info = find(game).expect("it is registered");
    let play = |seed: u64| {
        let mut session = info.open(None, None).expect("every game has a start");
        session.play_random(1 << (seed % 8), seed);
        session
    };
    (0..GAMES).map(play).collect()
}

fn lines(game: &str) -> Vec<String> {
    let games = played(game);
    let texts = games.iter().map(|game| game.played().join(" "));
    texts.chain(games.iter().map(|game| game.played_labels().join(" "))).collect()
}

fn openings(game: &str) -> Vec<String> {
    let all = |texts: Vec<String>| format!("# openings\n{}\n", texts.join("\n"));
    let positions = played(game).iter().map(|game| game.position()).collect();
    vec![all(positions), all(lines(game))]
}

fn files(game: &str, format: &str) -> Vec<String> {
    let info = find(game).expect("it is registered");
    let format = info.file_format(format).expect("the game has it");
    let games = played(game);
    let mut files: Vec<_> =
        games.iter().filter_map(|game| (format.write)(&game.saved()).ok()).collect();
    files.push(files.concat());
    files
}

fn rules(info: &GameInfo) -> Vec<String> {
    let mut texts = vec![String::new()];
    for key in info.keys {
        let values: Vec<String> = match &key.values {
            Values::OneOf(names) => names.iter().map(|&name| name.to_owned()).collect(),
            Values::Flag => vec!["true".to_owned(), "false".to_owned()],
            _ => vec![key.default.to_owned(), "1".to_owned(), "1000000".to_owned()],
        };
        texts.extend(values.iter().map(|value| format!("{}={value}", key.key)));
    }
    let all = texts.join(",");
    texts.push(all.trim_start_matches(',').to_owned());
    texts
}
