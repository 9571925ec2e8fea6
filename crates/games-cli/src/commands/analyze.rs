//! `games analyze`: every move of games judged.

mod curve;
mod judges;
mod out;
mod report;

use games::{
    Error, GameInfo, Session,
    analysis::{self, Analysis},
    json,
};
use games_core::GameTree;

use crate::{
    cli::{AnalyzeArgs, Common},
    failure::Failure,
    input::{self, files},
    interrupt,
    output::Output,
    progress, words,
};
use curve::Curves;
use judges::Judges;
use out::Annotated;

pub(crate) fn run(args: &AnalyzeArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    check_stdout(args, out)?;
    let mut games = Games::open(args)?;
    let mut judges = Judges::new(args, common)?;
    let mut work = Work {
        args,
        written: args.out.as_deref().map(|path| Annotated::open(path, games.path())).transpose()?,
        curves: args.svg.as_ref().map(|_| Curves::new(args.theme)),
        answer: json::Analysis::new(judges.name().to_owned(), Vec::new(), true),
        out,
    };
    let mut judged = Ok(());
    while let Some(game) = games.next()? {
        judged = work.game(game, &mut judges);
        if judged.is_err() || interrupt::is_set() {
            break;
        }
    }
    // What was found until then is kept, whatever came in between.
    work.answer.finished = judged.is_ok() && !interrupt::is_set();
    let damaged = work.damaged(games.path());
    work.end()?;
    judged?;
    if interrupt::is_set() {
        return Err(Failure::Interrupted);
    }
    damaged.map_or(Ok(()), |message| Err(Failure::Input(message)))
}

/// Refuses to write two things to stdout.
fn check_stdout(args: &AnalyzeArgs, out: &Output) -> Result<(), Failure> {
    let [out_file, svg] = [&args.out, &args.svg].map(|path| path.as_deref() == Some("-"));
    if usize::from(out_file) + usize::from(svg) + usize::from(out.is_json()) > 1 {
        return Err(Failure::input("--out -, --svg - and --json each want all of stdout"));
    }
    Ok(())
}

/// The games that are asked for, one after the other.
enum Games<'a> {
    /// One that the arguments tell.
    Told(Option<Box<dyn Session>>),
    File {
        file: files::Source,
        path: &'a str,
        args: &'a AnalyzeArgs,
        is_over: bool,
    },
}

/// A game, or the number and text of one that cannot be read.
enum Game {
    Read { number: u64, info: &'static GameInfo, tree: Box<GameTree> },
    Damaged { number: u64, text: String, error: String },
}

impl<'a> Games<'a> {
    fn open(args: &'a AnalyzeArgs) -> Result<Self, Failure> {
        let given = &args.game;
        let (file, path) = match (input::games().find(&given.game), given.file()) {
            (Ok(game), Some((name, path))) => {
                (files::of(game, game.file_format(name)?, path)?, path)
            }
            (Ok(_), None) if given.nth.is_some() => {
                return Err(Failure::input("--game needs a file of games"));
            }
            (Ok(game), None) => {
                let session = input::whole(given)?;
                if session.plies() == 0 {
                    let id = game.id;
                    let message = "there is no move to judge; try";
                    return Err(Failure::Input(format!(
                        "{message} `games analyze FILE` or `games analyze {id} --moves ...`"
                    )));
                }
                return Ok(Self::Told(Some(session)));
            }
            (Err(error), None) => {
                let path = given.game.as_str();
                if path != "-" && !std::path::Path::new(path).exists() {
                    return Err(Failure::Input(format!("{error}, and no file of this name")));
                }
                (files::find(path)?, path)
            }
            (Err(error), Some(_)) => return Err(error.into()),
        };
        if given.position.is_some() || given.moves.is_some() {
            return Err(Failure::input(
                "--position and --moves go with a game's id, not with a file",
            ));
        }
        Ok(Self::File { file, path, args, is_over: false })
    }

    /// The file's name.
    const fn path(&self) -> Option<&'a str> {
        match self {
            Self::Told(_) => None,
            Self::File { path, .. } => Some(path),
        }
    }

    fn next(&mut self) -> Result<Option<Game>, Failure> {
        let (file, path, args, is_over) = match self {
            Self::Told(session) => {
                let told = |session: Box<dyn Session>| Game::Read {
                    number: 1,
                    info: session.info(),
                    tree: Box::new(session.saved()),
                };
                return Ok(session.take().map(told));
            }
            Self::File { file, path, args, is_over } => (file, *path, *args, is_over),
        };
        if *is_over {
            return Ok(None);
        }
        let game = match args.game.nth {
            Some(number) => {
                *is_over = true;
                files::nth(file, path, Some(number))?.1
            }
            None => match file.next() {
                None => return Ok(None),
                Some(game) => game.map_err(|e| files::failed(path, e))?,
            },
        };
        let number = game.number;
        Ok(Some(match game.read(args.game.rules.as_deref()) {
            Ok((info, tree)) => Game::Read { number, info, tree: Box::new(tree) },
            // Wrong options are no fault of the game.
            Err(error @ Error::Rules(_)) => return Err(error.into()),
            Err(error) => Game::Damaged { number, text: game.text, error: error.to_string() },
        }))
    }
}

/// What is done with games that were judged.
struct Work<'a> {
    args: &'a AnalyzeArgs,
    written: Option<Annotated>,
    curves: Option<Curves>,
    answer: json::Analysis,
    out: &'a mut Output,
}

impl Work<'_> {
    fn game(&mut self, game: Game, judges: &mut Judges<'_>) -> Result<(), Failure> {
        let (number, info, mut tree) = match game {
            Game::Read { number, info, tree } => (number, info, tree),
            Game::Damaged { number, text, error } => {
                self.answer.add_damaged(number, error);
                return self.written.as_mut().map_or(Ok(()), |written| written.keep(&text));
            }
        };
        let session = info.replay(&tree, None)?;
        self.args.notation.check(&*session)?;
        if let Some(written) = &mut self.written {
            written.choose(info)?;
        }
        let first_ply = self.args.game.ply.unwrap_or(0);
        if first_ply > session.plies() {
            let plies = words::count(session.plies() as u64, "ply", "plies");
            return Err(Failure::Input(format!("--ply {first_ply}: game {number} has {plies}")));
        }
        let (found, failure) = judge(number, &*session, first_ply, judges)?;
        self.told(number, &*session, &tree, &found)?;
        found.annotate(&mut tree);
        if let Some(written) = &mut self.written {
            written.add(info, *tree, judges.name())?;
        }
        failure.map_or(Ok(()), Err)
    }

    fn told(
        &mut self,
        number: u64,
        session: &dyn Session,
        tree: &GameTree,
        found: &Analysis,
    ) -> Result<(), Failure> {
        if let Some(curves) = &mut self.curves {
            let [first, second] =
                tree.header.players.each_ref().map(|name| name.as_deref().unwrap_or("?"));
            let title = format!("{number}: {first} - {second}");
            curves.add(&title, session.side_name(games_core::Side::First), found);
        }
        if self.out.is_json() {
            self.answer.games.push(json::AnalyzedGame::of(number, session, tree, found));
        } else if ![&self.args.out, &self.args.svg].iter().any(|path| path.as_deref() == Some("-"))
        {
            let how = (self.args.notation, self.out.style());
            self.out.line(&report::text(number, session, tree, found, how))?;
        }
        Ok(())
    }

    /// What to say of games that cannot be read.
    fn damaged(&self, path: Option<&str>) -> Option<String> {
        let first = self.answer.damaged.first()?;
        let many = words::count(self.answer.damaged.len() as u64, "game", "games");
        let (number, error) = (first.number, &first.error);
        Some(format!("{}: {many} cannot be read; game {number}: {error}", path.unwrap_or_default()))
    }

    fn end(self) -> Result<(), Failure> {
        if let (Some(curves), Some(path)) = (&self.curves, &self.args.svg) {
            let svg = curves.svg();
            match path.as_str() {
                "-" => self.out.text(&svg)?,
                path => std::fs::write(path, svg).map_err(|e| Failure::file(path, &e))?,
            }
        }
        if let Some(text) = self.written.map(Annotated::end).transpose()?.flatten() {
            self.out.text(&text)?;
        }
        if self.out.is_json() {
            self.out.object(&self.answer)?;
        }
        Ok(())
    }
}

/// Judges a game. A failure that came in the middle is returned beside what was found by then.
fn judge(
    number: u64,
    session: &dyn Session,
    first_ply: usize,
    judges: &mut Judges<'_>,
) -> Result<(Analysis, Option<Failure>), Failure> {
    let tables = judges.tables(session, first_ply)?;
    let spinner = progress::spinner();
    let all = session.plies() + 1 - first_ply;
    spinner.set_message(format!("game {number}, {all} positions"));
    let mut observer =
        |done: usize| spinner.set_message(format!("game {number}, {done} of {all} positions"));
    let stop = interrupt::flag();
    let found = judges.of(session, &tables).and_then(|judges| {
        Ok(analysis::positions(session, first_ply, judges, &mut observer, stop)?)
    });
    spinner.finish_and_clear();
    let (found, failure) = match found {
        Ok(found) => (found, None),
        Err(failure) => (vec![None; all], Some(failure)),
    };
    Ok((Analysis::of(session, first_ply, &found, &tables), failure))
}

impl From<analysis::Failed> for Failure {
    fn from(failed: analysis::Failed) -> Self {
        match failed {
            analysis::Failed::Player(forfeit) => forfeit.into(),
            analysis::Failed::Table(error) => error.into(),
            other => Self::Other(other.to_string()),
        }
    }
}
