//! `games records`: the games of a file.

use games::{Error, files::FiledGame, json};
use games_core::GameTree;

use crate::{
    cli::RecordsArgs,
    failure::Failure,
    input::files,
    interrupt,
    output::Output,
    words::{self, count},
};

/// How much is printed at a time at least.
const BLOCK: usize = 32 << 10;

pub(crate) fn run(args: &RecordsArgs, out: &mut Output) -> Result<(), Failure> {
    let file = files::find(&args.file)?;
    let filter = Filter::new(args);
    let mut list = List { out, text: String::new(), found: 0 };
    let (mut games, mut damaged) = (0, Vec::new());
    for game in file {
        if interrupt::is_set() {
            break;
        }
        let game = game.map_err(|e| files::failed(&args.file, e))?;
        games = game.number;
        match read(&game, args.check) {
            Ok((id, tree)) => {
                if filter.fits(&tree) {
                    list.add(&json::FiledGame::of(games, id, tree, args.plies))?;
                }
            }
            Err(error) => {
                let error = error.to_string();
                list.add(&json::FiledGame::damaged(games, error.clone()))?;
                damaged.push((games, error));
            }
        }
    }
    list.end(games)?;
    match damaged.first() {
        _ if interrupt::is_set() => Err(Failure::Interrupted),
        None => Ok(()),
        Some((number, error)) => {
            let many = count(damaged.len() as u64, "game", "games");
            let path = &args.file;
            let message =
                format!("{path}: {many} of {games} cannot be read; game {number}: {error}");
            Err(Failure::Input(message))
        }
    }
}

fn read(game: &FiledGame<'_>, check: bool) -> Result<(&'static str, GameTree), Error> {
    if check {
        let (info, tree) = game.read(None)?;
        return Ok((info.id, tree));
    }
    Ok((game.info()?.id, game.glance()?))
}

/// Which games are asked for.
struct Filter<'a> {
    args: &'a RecordsArgs,
    /// In small letters.
    text: Option<String>,
}

impl<'a> Filter<'a> {
    fn new(args: &'a RecordsArgs) -> Self {
        Self { args, text: args.find.as_ref().map(|text| text.to_lowercase()) }
    }

    fn fits(&self, tree: &GameTree) -> bool {
        let has_result = self.args.result.is_none_or(|r| r.outcome() == tree.header.outcome);
        has_result && self.text.as_ref().is_none_or(|text| holds(tree, text))
    }
}

/// Whether a game has a text in what is told of it or in its moves, with one blank between them.
fn holds(tree: &GameTree, text: &str) -> bool {
    let header = &tree.header;
    let fields = [&header.event, &header.site, &header.date, &header.round, &header.reason];
    let values = header.tags.iter().map(|(_, value)| value);
    let mut said = header.players.iter().chain(fields).flatten().chain(values);
    said.any(|value| value.to_lowercase().contains(text)) || {
        let moves: Vec<_> = tree.main_line().map(|node| tree.text(node)).collect();
        moves.join(" ").to_lowercase().contains(text)
    }
}

/// The list as it grows: lines, or one JSON object.
struct List<'a> {
    out: &'a mut Output,
    text: String,
    found: u64,
}

impl List<'_> {
    fn add(&mut self, game: &json::FiledGame) -> Result<(), Failure> {
        if self.out.is_json() {
            self.text.push_str(if self.found == 0 { "{\"games\":[" } else { "," });
            let object = serde_json::to_string(game).map_err(|e| Failure::Other(e.to_string()))?;
            self.text.push_str(&object);
        } else {
            self.text.push_str(&line(game));
            self.text.push('\n');
        }
        self.found += 1;
        if self.text.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        if self.out.is_json() {
            self.out.text(&self.text)?;
        } else {
            self.out.line(self.text.trim_end_matches('\n'))?;
        }
        self.text.clear();
        Ok(())
    }

    fn end(mut self, games: u64) -> Result<(), Failure> {
        let found = self.found;
        if self.out.is_json() {
            let begin = if found == 0 { "{\"games\":[" } else { "" };
            let end = format!("{begin}],\"found\":{found},\"count\":{games}}}\n");
            self.text.push_str(&end);
        } else {
            let found = words::thousands(found);
            self.text.push_str(&format!("{found} of {}\n", count(games, "game", "games")));
        }
        self.flush()
    }
}

/// `  3  Ann - Bob                        draw    80  e4 e5 Nf3`.
fn line(game: &json::FiledGame) -> String {
    let number = game.number;
    if let Some(error) = &game.error {
        return format!("{number:>5}  {error}");
    }
    let [first, second] = game.players.each_ref().map(|name| name.as_deref().unwrap_or("?"));
    let players = format!("{first} - {second}");
    let outcome = match game.outcome {
        Some(json::Outcome::P1) => "p1",
        Some(json::Outcome::P2) => "p2",
        Some(json::Outcome::Draw) => "draw",
        None => "open",
    };
    let (plies, opening) = (game.plies, game.opening.join(" "));
    format!("{number:>5}  {players:<36}  {outcome:<4} {plies:>4}  {opening}").trim_end().to_owned()
}
