//! What is wrong with the arguments, in one sentence, with the command that was meant.

use core::num::{IntErrorKind, ParseIntError};

use clap::{
    Command,
    error::{ContextKind, ContextValue, ErrorKind},
};
use games_core::{
    TextError,
    notation::{closest, quote},
};

use crate::{failure::Failure, input};

/// Prints help where it was asked for; anything else becomes one line. `words` are the arguments as
/// they were given, the program's name apart.
pub(crate) fn explain(error: &clap::Error, words: &[String]) -> Result<(), Failure> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // Clap chooses stdout and colors here; a closed one is no failure.
            let _ = error.print();
            Ok(())
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Err(Failure::input("a command is missing; try `games --help` or `games play othello`"))
        }
        _ => {
            let given = Given { error, words };
            Err(Failure::Input(given.sentence().unwrap_or_else(|| one_line(&error.to_string()))))
        }
    }
}

/// What was given, and what clap found wrong with it.
struct Given<'a> {
    error: &'a clap::Error,
    words: &'a [String],
}

impl Given<'_> {
    /// The sentence; nothing where clap has to say it.
    fn sentence(&self) -> Option<String> {
        match self.error.kind() {
            ErrorKind::InvalidSubcommand => Some(self.no_command()),
            ErrorKind::UnknownArgument => Some(self.no_argument()),
            ErrorKind::MissingRequiredArgument => self.missing(),
            ErrorKind::InvalidValue => self.no_value(),
            ErrorKind::ValueValidation => self.bad_value(),
            ErrorKind::ArgumentConflict => self.conflict(),
            _ => None,
        }
    }

    fn about(&self, kind: ContextKind) -> Option<String> {
        match self.error.get(kind)? {
            ContextValue::String(text) => Some(text.clone()),
            ContextValue::Strings(texts) => Some(texts.join(", ")),
            _ => None,
        }
    }

    /// The command that was given.
    fn command(&self) -> Option<Command> {
        let known = super::command();
        let name = self.words.iter().find_map(|word| known.find_subcommand(word));
        name.cloned()
    }

    fn no_command(&self) -> String {
        let word = self.about(ContextKind::InvalidSubcommand).unwrap_or_default();
        if input::games().iter().any(|game| game.id == word) {
            return format!("{word} is a game; did you mean `games play {word}`?");
        }
        let known = super::command();
        let names: Vec<_> = known.get_subcommands().map(Command::get_name).collect();
        let message = format!("no command {}", quote(&word));
        if let Some(meant) = other_name(&word) {
            return format!("{message} (did you mean `{meant}`?)");
        }
        if let Some(name) = closest(&word, names.iter().copied()) {
            return format!("{message} (did you mean `{name}`?)");
        }
        match closest(&word, input::games().iter().map(|game| game.id)) {
            Some(id) => format!("{message} (did you mean `games play {id}`?)"),
            None => format!("{message}; valid: {}", names.join(", ")),
        }
    }

    fn no_argument(&self) -> String {
        let argument = self.about(ContextKind::InvalidArg).unwrap_or_default();
        let Some(command) = self.command() else {
            return format!("no option {} before a command; try `games --help`", quote(&argument));
        };
        let name = command.get_name().to_owned();
        if !argument.starts_with('-') {
            return self.no_place(&name, &argument);
        }
        if let Some(refusal) = self.negative(&argument) {
            return refusal;
        }
        // With one dash, as some programs have their options, it is one of a letter to clap.
        let argument = self.with_one_dash(&argument).unwrap_or(&argument);
        let given = argument.split('=').next().unwrap_or_default();
        let option = format!("--{}", given.trim_start_matches('-'));
        let message = format!("no option {} of `{name}`", quote(given));
        if name == "match" && option == "--repeat" {
            return format!("{message}: each opening is played with both sides; leave it out");
        }
        if let Some(meant) = self.meant(&command, &option) {
            return format!("{message} (did you mean `{meant}`?)");
        }
        let known = super::command();
        let longs: Vec<_> = command
            .get_arguments()
            .chain(known.get_arguments())
            .filter_map(|argument| argument.get_long())
            .collect();
        match closest(option.trim_start_matches('-'), longs) {
            Some(long) => format!("{message} (did you mean `--{long}`?)"),
            None => format!("{message}; try `games {name} --help`"),
        }
    }

    /// The word of which clap has told the first letter.
    fn with_one_dash(&self, argument: &str) -> Option<&str> {
        let is_letter = argument.len() == 2 && !argument.starts_with("--");
        let begins = |word: &&String| word.len() > 2 && word.starts_with(argument);
        is_letter.then(|| self.words.iter().find(begins)).flatten().map(String::as_str)
    }

    /// That a number below 0 stands behind an option, which clap takes for another one.
    fn negative(&self, argument: &str) -> Option<String> {
        let at = self.words.iter().position(|word| word == argument)?;
        let option = self.words.get(at.checked_sub(1)?)?;
        let is_number = argument.parse::<i64>().is_ok();
        (is_number && option.starts_with("--"))
            .then(|| format!("{option}: {} is not a number from 0 on", quote(argument)))
    }

    /// What other programs call otherwise: the option that was meant, with the value that was given.
    fn meant(&self, command: &Command, option: &str) -> Option<String> {
        let has = |long: &str| command.get_arguments().any(|arg| arg.get_long() == Some(long));
        let value = self.value_of(option).unwrap_or("N");
        let of_player = |engine: &str, key: &str, value: &str| {
            let place = if has("player") { "--player" } else { "--p2" };
            (has("player") || has("p2")).then(|| format!("{place} {engine}:{key}={value}"))
        };
        match option {
            "--fen" | "--pos" if has("position") => {
                Some(format!("--position {}", shell_word(self.value_of(option).unwrap_or("FEN"))))
            }
            "--depth" | "--nodes" | "--level" | "--hash" | "--threads" | "--lines" => {
                of_player("alphabeta", &option[2..], value)
            }
            "--multipv" => of_player("alphabeta", "lines", value),
            "--sims" | "--simulations" | "--playouts" => of_player("mcts", "sims", value),
            "--time" | "--movetime" => {
                let value = self.value_of(option).unwrap_or("1s");
                let unit = match value.bytes().all(|b| b.is_ascii_digit()) {
                    true if option == "--movetime" => "ms",
                    true => "s",
                    false => "",
                };
                of_player("alphabeta", "time", &format!("{value}{unit}"))
            }
            "--engine" | "--cmd" => {
                let place = if has("player") { "--player" } else { "--p2" };
                let program = self.value_of(option).unwrap_or("stockfish");
                let is_simple = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
                let program = if program.chars().all(is_simple) { program } else { "stockfish" };
                let is_there = has("player") || has("p2");
                is_there.then(|| format!("{place} 'uci:\"{program}\"'"))
            }
            "--white" | "--black" if has("p1") => {
                let place = if option == "--white" { "--p1" } else { "--p2" };
                Some(format!("{place} {}", shell_word(self.value_of(option).unwrap_or("human"))))
            }
            "--rounds" if has("games") => Some(format!("--games {value}")),
            "--each" if has("p1") => {
                let limit = self.value_of(option).unwrap_or("tc=10+0.1");
                Some(format!("--p1 alphabeta:{}", shell_word(limit)))
            }
            "--pgnout" | "--out" | "--save-pgn" | "--save-sgf" | "--save-ggf" if has("records") => {
                Some(format!("--records {}", shell_word(self.value_of(option).unwrap_or("FILE"))))
            }
            "--book" | "--bookfile" | "--openings-file" | "--opening-file" if has("openings") => {
                Some(format!("--openings {}", shell_word(self.value_of(option).unwrap_or("FILE"))))
            }
            "--seed" => of_player("random", "seed", value),
            "--tc" => of_player("alphabeta", "tc", self.value_of(option).unwrap_or("10+0.1")),
            "--file" if has("pgn") => {
                let file = self.value_of(option).unwrap_or("FILE");
                let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
                let format = ["sgf", "ggf"].into_iter().find(|of| ending.eq_ignore_ascii_case(of));
                Some(format!("--{} {}", format.unwrap_or("pgn"), shell_word(file)))
            }
            "--size" | "--komi" | "--rows" | "--cols" if has("rules") => {
                Some(format!("--rules {}={value}", &option[2..]))
            }
            _ => None,
        }
    }

    /// The word after an option, or after its `=`.
    fn value_of(&self, option: &str) -> Option<&str> {
        let is_it = |word: &String| {
            let name = word.split('=').next().unwrap_or_default();
            name == option || name.len() > 2 && option.strip_prefix('-') == Some(name)
        };
        let at = self.words.iter().position(is_it)?;
        match self.words[at].split_once('=') {
            Some((_, value)) => Some(value),
            None => {
                self.words.get(at + 1).map(String::as_str).filter(|word| !word.starts_with('-'))
            }
        }
    }

    /// A word where none is expected.
    fn no_place(&self, command: &str, word: &str) -> String {
        let is_number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        let message = format!("`{command}` has no place for {}", quote(word));
        match command {
            "perft" if is_number => format!("{message} (did you mean `--depth {word}`?)"),
            "match" if is_number => format!("{message} (did you mean `--games {word}`?)"),
            "best" if word.parse::<games::PlayerSpec>().is_ok() => {
                format!("{message} (did you mean `--player {word}`?)")
            }
            "play" | "match" if word.parse::<games::PlayerSpec>().is_ok() => {
                format!("{message} (did you mean `--p1 {word}`?)")
            }
            _ => format!("{message}; moves and positions stand after `--moves` and `--position`"),
        }
    }

    fn missing(&self) -> Option<String> {
        let what = self.about(ContextKind::InvalidArg)?;
        let command = self.command()?;
        let what: Vec<_> = what.split(", ").map(|item| format!("`{item}`")).collect();
        if what == ["`<GAME>`"] {
            let name = command.get_name();
            return Some(format!("`{name}` needs a game, as in `games {name} othello`"));
        }
        Some(format!("`{}` needs {}", command.get_name(), what.join(" and ")))
    }

    fn no_value(&self) -> Option<String> {
        let (argument, value) =
            (self.about(ContextKind::InvalidArg)?, self.about(ContextKind::InvalidValue)?);
        let name = argument.split(' ').next().unwrap_or_default();
        if value.is_empty() {
            return Some(format!("{name}: a value is missing, as in `{argument}`"));
        }
        let valid = self.about(ContextKind::ValidValue)?;
        let message = format!("{name}: {} is none of {valid}", quote(&value));
        let valid: Vec<_> = valid.split(", ").collect();
        Some(TextError::whole(&value, message).suggest(&value, valid).to_string())
    }

    fn bad_value(&self) -> Option<String> {
        let argument = self.about(ContextKind::InvalidArg)?;
        let value = self.about(ContextKind::InvalidValue)?;
        let name = argument.split(' ').next().unwrap_or_default();
        let source = std::error::Error::source(self.error)?;
        if let Some(error) = source.downcast_ref::<ParseIntError>() {
            let large = *error.kind() == IntErrorKind::PosOverflow;
            let what = if large { "too large a number" } else { "not a whole number" };
            return Some(format!("{name}: {} is {what}", quote(&value)));
        }
        let why = source.to_string();
        // What clap says of ranges.
        let Some((_, range)) = why.split_once(" is not in ") else {
            let why = if why.contains(&value) { why } else { format!("{}: {why}", quote(&value)) };
            return Some(one_line(&format!("{name}: {why}")));
        };
        let (least, most) = range.split_once("..").unwrap_or((range, ""));
        let most = most.trim_start_matches('=');
        // The largest numbers of a type are no bound that anybody chose.
        let unbounded = most.len() >= u32::MAX.to_string().len();
        let expected = if unbounded {
            format!("a number from {least} on")
        } else {
            format!("a number from {least} to {most}")
        };
        Some(format!("{name}: {} is not {expected}", quote(&value)))
    }

    fn conflict(&self) -> Option<String> {
        let (one, other) =
            (self.about(ContextKind::InvalidArg)?, self.about(ContextKind::PriorArg)?);
        if one == other {
            return Some(format!("`{one}` is given twice"));
        }
        Some(format!("`{one}` and `{other}` exclude each other"))
    }
}

/// What other programs call a command of ours.
fn other_name(word: &str) -> Option<&'static str> {
    Some(match word {
        "version" => "games --version",
        "tournament" | "gauntlet" | "sprt" => "match",
        "search" | "eval" | "evaluate" | "go" => "best",
        "divide" => "perft --divide",
        "engines" | "players" => "help players",
        "pgn" | "sgf" | "ggf" => "records",
        "gui" | "web" | "server" => "serve",
        _ => return None,
    })
}

/// A value as a shell needs it, if that is simple.
fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=+,".contains(c);
    match text.chars().all(plain) {
        true => text.to_owned(),
        false => "\"...\"".to_owned(),
    }
}

/// Folds clap's paragraph into a line: the error without tips and usage, in our quotes.
fn one_line(text: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim) {
        let ends = ["Usage:", "For more information", "tip:"];
        if ends.iter().any(|end| line.starts_with(end)) {
            break;
        }
        if !line.is_empty() {
            parts.push(line);
        }
    }
    let line = parts.join(" ").replace('\'', "`");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    // The user's own text may be long and hold anything.
    let mut out: String = line
        .chars()
        .take(400)
        .flat_map(|c| {
            let escape = c.is_control();
            c.escape_debug().filter(move |_| escape).chain((!escape).then_some(c))
        })
        .collect();
    if line.chars().nth(400).is_some() {
        out.push_str("...");
    }
    out
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use proptest::prelude::*;

    use super::{super::Cli, *};

    #[track_caller]
    fn told(text: &str) -> String {
        let words: Vec<_> = text.split(' ').map(str::to_owned).collect();
        let all = core::iter::once("games".to_owned()).chain(words.iter().cloned());
        let error = Cli::try_parse_from(all).expect_err(text);
        match explain(&error, &words) {
            Err(Failure::Input(line)) => line,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_typo_gets_the_command_that_was_meant() {
        for (given, expected) in [
            ("chess", "chess is a game; did you mean `games play chess`?"),
            ("otello", "no command `otello` (did you mean `games play othello`?)"),
            ("shw othello", "no command `shw` (did you mean `show`?)"),
            ("frobnicate", "no command `frobnicate`; valid: list, show"),
            (
                "best othello --depth 5",
                "no option `--depth` of `best` (did you mean `--player alphabeta:depth=5`?)",
            ),
            ("best chess --time 3", "`--player alphabeta:time=3s`"),
            ("show chess --fen x", "no option `--fen` of `show` (did you mean `--position x`?)"),
            ("perft othello 5", "`perft` has no place for `5` (did you mean `--depth 5`?)"),
            (
                "play othello --seed 1",
                "no option `--seed` of `play` (did you mean `--p2 random:seed=1`?)",
            ),
            (
                "match chess --p1 alphabeta --p2 random --tc 40/60",
                "(did you mean `--player alphabeta:tc=40/60`?)",
            ),
            ("best chess --movetime 300", "`--player alphabeta:time=300ms`"),
            ("best chess --multipv 3", "`--player alphabeta:lines=3`"),
            ("analyze g.pgn --engine stockfish", "(did you mean `--player 'uci:\"stockfish\"'`?)"),
            ("play chess --white human", "(did you mean `--p1 human`?)"),
            ("play chess --black=random", "(did you mean `--p2 random`?)"),
            (
                "match chess --rounds 5",
                "no option `--rounds` of `match` (did you mean `--games 5`?)",
            ),
            ("match chess -rounds 5", "no option `-rounds` of `match` (did you mean `--games 5`?)"),
            (
                "match chess -concurrency 2",
                "no option `-concurrency` of `match` (did you mean `--concurr",
            ),
            ("match chess --each tc=10+0.1", "(did you mean `--p1 alphabeta:tc=10+0.1`?)"),
            ("match chess -pgnout a.pgn", "(did you mean `--records a.pgn`?)"),
            ("match chess --book b.epd", "(did you mean `--openings b.epd`?)"),
            ("match chess -repeat", "each opening is played with both sides; leave it out"),
            ("tournament chess", "no command `tournament` (did you mean `match`?)"),
            ("version", "(did you mean `games --version`?)"),
            ("show chess --file g.pgn", "(did you mean `--pgn g.pgn`?)"),
            ("show go --file=g.SGF", "(did you mean `--sgf g.SGF`?)"),
            ("play go --size=13", "(did you mean `--rules size=13`?)"),
            ("play othello alphabeta:depth=3", "(did you mean `--p1 alphabeta:depth=3`?)"),
            ("show othello --postion x", "(did you mean `--position`?)"),
            ("show othello --frobnicate", "no option `--frobnicate` of `show`; try `games show"),
            ("--frobnicate", "no option `--frobnicate` before a command"),
            ("perft othello", "`perft` needs `--depth <N>`"),
            ("show", "`show` needs a game, as in `games show othello`"),
            ("show othello --color blue", "--color: `blue` is none of auto, always, never"),
            ("show othello --moves", "--moves: a value is missing, as in `--moves <MOVES>`"),
            ("perft othello --depth 0", "--depth: `0` is not a number from 1 on"),
            ("perft othello --depth -1", "--depth: `-1` is not a number from 0 on"),
            ("perft othello --depth x", "--depth: `x` is not a whole number"),
            ("show chess --ply 99999999999999999999", "is too large a number"),
            (
                "perft othello --depth 1 --threads 999",
                "--threads: `999` is not a number from 1 to 256",
            ),
            ("show go --sgf a --position b", "exclude each other"),
            ("show othello --memory 0MiB", "--memory: `0MiB`"),
        ] {
            let line = told(given);
            assert!(line.contains(expected), "{given}: {line}");
            let quoted = line.contains('\'') && !line.contains("'uci:\"");
            assert!(!line.contains("tip:") && !quoted, "{given}: {line}");
        }
    }

    #[test]
    fn what_clap_says_becomes_one_line() {
        let error = Cli::try_parse_from(["games", "list", &"x\n\u{7}y".repeat(1000)]).unwrap_err();
        let line = one_line(&error.to_string());
        assert!(line.len() < 2000 && !line.contains(['\n', '\u{7}']), "{line}");
    }

    proptest! {
        #[test]
        fn any_arguments_are_taken_or_refused_in_one_line(
            words in prop::collection::vec(
                "(show|play|best|perft|match|othello|chess|--)?(-{0,2}[a-z]{0,6}=?)?\\PC{0,4}", 1..5)
        ) {
            let all = core::iter::once("games".to_owned()).chain(words.iter().cloned());
            if let Err(error) = Cli::try_parse_from(all)
                && let Err(Failure::Input(line)) = explain(&error, &words)
            {
                prop_assert!(!line.contains('\n') && line.len() < 2000, "{}", line);
            }
        }
    }
}
