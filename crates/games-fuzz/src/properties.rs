//! What must hold of every text, whatever it is.

use core::fmt;

use games::{Error, GameInfo, PlayerSpec, Session, arena, find, registry, units};
use games_core::{FileFormat, GameTree, Rng, TextError, entry::GameOptions, seeded};

use crate::files;

/// Texts that one reader reads. A game is named by its id in the registry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Class {
    /// Positions of a game.
    Positions(&'static str),
    /// Lines of moves of a game, from its start.
    Moves(&'static str),
    /// Options of a game.
    Rules(&'static str),
    /// Whole games in a format.
    Files(&'static str, &'static str),
    /// Openings of matches, from the start of a game.
    Openings(&'static str),
    /// Players.
    Players,
    /// Durations and sizes.
    Units,
    /// Files of solved positions; as all files, a character for each byte.
    Tables,
    /// The files of a checkpoint, one at a time after its name in a line.
    Checkpoints,
    /// Files of results of a match.
    Results,
}

impl Class {
    /// Every class.
    pub fn all() -> impl Iterator<Item = Self> {
        let files = [Self::Tables, Self::Checkpoints, Self::Results];
        registry().iter().flat_map(of_game).chain([Self::Players, Self::Units]).chain(files)
    }
}

fn of_game(info: &'static GameInfo) -> impl Iterator<Item = Class> {
    let id = info.id;
    let texts = [Class::Positions(id), Class::Moves(id), Class::Rules(id), Class::Openings(id)];
    texts.into_iter().chain(info.files.iter().map(move |format| Class::Files(id, format.name)))
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Positions(game) => write!(f, "{game} positions"),
            Self::Moves(game) => write!(f, "{game} moves"),
            Self::Rules(game) => write!(f, "{game} rules"),
            Self::Openings(game) => write!(f, "{game} openings"),
            Self::Files(game, format) => write!(f, "{game} {format}"),
            Self::Players => f.write_str("players"),
            Self::Units => f.write_str("durations, sizes"),
            Self::Tables => f.write_str("tables"),
            Self::Checkpoints => f.write_str("checkpoints"),
            Self::Results => f.write_str("results of matches"),
        }
    }
}

/// Reads a text and returns whether it could be read. `seed` chooses the move that is tried in a
/// position.
///
/// # Errors
///
/// What does not hold.
///
/// # Panics
///
/// Where the games do; that is what is looked for.
pub fn check(class: Class, text: &str, seed: u64) -> Result<bool, String> {
    match class {
        Class::Positions(game) => position(info(game), text, seed),
        Class::Moves(game) => moves(info(game), text),
        Class::Rules(game) => rules(info(game), text),
        Class::Openings(game) => openings(info(game), text),
        Class::Files(game, format) => file(info(game), format, text),
        Class::Players => player(text),
        Class::Units => unit(text),
        Class::Tables => files::table(text),
        Class::Checkpoints => files::checkpoint_file(text),
        Class::Results => files::results_file(text),
    }
}

fn info(game: &str) -> &'static GameInfo {
    find(game).expect("the classes are made from the registry")
}

pub(crate) fn holds(what: &str, holds: bool) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

fn same(what: &str, a: &str, b: &str) -> Result<(), String> {
    if a == b { Ok(()) } else { Err(format!("{what}: {a:?} became {b:?}")) }
}

/// An error is one line, and its place lies in the text.
fn refused(error: &Error, text: &str) -> Result<bool, String> {
    one_line(&error.to_string())?;
    match error.text_error() {
        Some(error) => place(error, text),
        None => Ok(false),
    }
}

fn place(error: &TextError, text: &str) -> Result<bool, String> {
    one_line(&error.to_string())?;
    let inside = error.span.start <= error.span.end && error.span.end <= text.len();
    holds(&format!("the place {:?} lies outside of the text", error.span), inside)?;
    Ok(false)
}

pub(crate) fn one_line(message: &str) -> Result<(), String> {
    let is_line = !message.is_empty() && !message.contains(char::is_control);
    holds(&format!("the message is not one line: {message:?}"), is_line)
}

fn position(info: &GameInfo, text: &str, seed: u64) -> Result<bool, String> {
    let mut session = match info.open(None, Some(text)) {
        Ok(session) => session,
        Err(error) => {
            one_line(&error.to_string())?;
            // Options that contradict the position have their places in the options.
            return if matches!(error, Error::Position(_)) {
                refused(&error, text)
            } else {
                Ok(false)
            };
        }
    };
    let written = session.position();
    let again = info.open(Some(session.rules()), Some(&written));
    let again = again.map_err(|error| format!("its own text {written:?} is refused: {error}"))?;
    same("the position", &written, &again.position())?;
    same("the rules", session.rules(), again.rules())?;
    play_one(session.as_mut(), seed)?;
    Ok(true)
}

/// Plays one of the legal moves by its text, and takes it back.
fn play_one(session: &mut dyn Session, seed: u64) -> Result<(), String> {
    let before = session.position();
    let legal = session.legal_moves();
    holds("a game goes on without a move", legal.is_empty() == session.end().is_some())?;
    holds("its moves are sorted", legal.is_sorted())?;
    if legal.is_empty() {
        return Ok(());
    }
    let text = &legal[seeded(seed).below(legal.len() as u32) as usize];
    session.play(text).map_err(|error| format!("the listed move {text:?} is refused: {error}"))?;
    same("the move", text, session.played().last().map_or("", String::as_str))?;
    holds("it can be taken back", session.undo())?;
    same("the position after a move was taken back", &before, &session.position())
}

fn moves(info: &GameInfo, text: &str) -> Result<bool, String> {
    let open = || info.open(None, None).map_err(|error| error.to_string());
    let mut session = open()?;
    let before = session.position();
    if let Err(error) = session.play_line(text) {
        same("the position after a refused line", &before, &session.position())?;
        return refused(&error, text);
    }
    let (line, mut again) = (session.played().join(" "), open()?);
    again.play_line(&line).map_err(|error| format!("the line {line:?} is refused: {error}"))?;
    same("the position after the line", &session.position(), &again.position())?;
    Ok(true)
}

fn rules(info: &GameInfo, text: &str) -> Result<bool, String> {
    let session = match info.open(Some(text), None) {
        Ok(session) => session,
        Err(error) => return refused(&error, text),
    };
    let again = info.open(Some(session.rules()), None);
    let again = again.map_err(|error| format!("{:?} is refused: {error}", session.rules()))?;
    same("the rules", session.rules(), again.rules())?;
    same("the start", &session.position(), &again.position())?;
    Ok(true)
}

fn openings(info: &GameInfo, text: &str) -> Result<bool, String> {
    let start = info.open(None, None).map_err(|error| error.to_string())?;
    match arena::openings::read(start.as_ref(), text, None) {
        Ok(openings) => {
            holds(
                "an opening's game is over",
                openings.iter().all(|opening| opening.session.end().is_none()),
            )?;
            Ok(true)
        }
        Err(error) => {
            one_line(&error.to_string())?;
            Ok(false)
        }
    }
}

/// Games of a file beyond this many are like those before.
const MOST_GAMES: usize = 5;

fn file(info: &GameInfo, format: &str, text: &str) -> Result<bool, String> {
    let format = info.file_format(format).map_err(|error| error.to_string())?;
    let options = GameOptions::defaults(info.keys);
    let mut accepted = false;
    for game in (format.games)(text, &options).take(MOST_GAMES) {
        let tree = match game {
            Ok(tree) => tree,
            Err(error) => {
                one_line(&error.to_string())?;
                continue;
            }
        };
        accepted = true;
        written_again(format, &options, &tree)?;
    }
    Ok(accepted)
}

/// What was read can be written and read again, and from then on no word of the file changes: names
/// that only the file's writer knows may change their places at first.
fn written_again(
    format: &FileFormat,
    options: &GameOptions,
    tree: &GameTree,
) -> Result<(), String> {
    // A format may be unable to hold what another spelling of it could tell.
    let Ok(first) = (format.write)(tree) else { return Ok(()) };
    let again = read_own(format, options, &first)?;
    same("the game", &told(tree), &told(&again))?;
    let second = (format.write)(&again).map_err(|error| format!("{first:?}: {error}"))?;
    let third = (format.write)(&read_own(format, options, &second)?);
    same("the file", &second, &third.map_err(|error| format!("{second:?}: {error}"))?)
}

fn read_own(format: &FileFormat, options: &GameOptions, file: &str) -> Result<GameTree, String> {
    let tree = format.read(file, options);
    tree.map_err(|error| format!("its own file {file:?} is refused: {error}"))
}

/// Rules, start and moves of a game.
fn told(tree: &GameTree) -> String {
    let mut told = format!("{} {}", tree.header.rules, tree.header.start);
    for node in tree.main_line() {
        told.push(' ');
        told.push_str(tree.text(node));
    }
    told
}

fn player(text: &str) -> Result<bool, String> {
    let spec: PlayerSpec = match text.parse() {
        Ok(spec) => spec,
        Err(error) => return refused(&error, text),
    };
    let written = spec.to_string();
    let again: PlayerSpec =
        written.parse().map_err(|error| format!("{written:?} is refused: {error}"))?;
    same("the player", &written, &again.to_string())?;
    Ok(true)
}

fn unit(text: &str) -> Result<bool, String> {
    let duration = match units::parse_duration(text) {
        Ok(duration) => {
            let written = units::duration_text(duration);
            holds("the duration is another one", units::parse_duration(&written) == Ok(duration))?;
            true
        }
        Err(error) => place(&error, text)?,
    };
    let size = match units::parse_size(text) {
        Ok(size) => {
            let written = units::size_text(size);
            holds("the size is another one", units::parse_size(&written) == Ok(size))?;
            true
        }
        Err(error) => place(&error, text)?,
    };
    Ok(duration || size)
}
