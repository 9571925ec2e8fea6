//! `games help`: the commands, and what no command's help has room for: games and players.

mod keys;

pub(crate) use keys::{constants, names as player_keys};

use games::{Engine, GameInfo, PlayerSpec};
use games_core::notation::{closest, quote};

use crate::{
    cli::{self, HelpArgs},
    failure::Failure,
    input::games,
    output::Output,
};

/// The word for all players.
const PLAYERS: &str = "players";

pub(crate) fn run(args: &HelpArgs, out: &mut Output) -> Result<(), Failure> {
    if out.is_json() {
        return Err(Failure::input("help is for people; `games list --json` tells of games"));
    }
    let text = match args.subject.as_deref() {
        None => cli::command().render_long_help().to_string(),
        Some(PLAYERS) => players(),
        Some(subject) => about(subject)?,
    };
    out.line(text.trim_end_matches('\n'))
}

fn about(subject: &str) -> Result<String, Failure> {
    let mut command = cli::command();
    command.build();
    if let Some(command) = command.find_subcommand_mut(subject) {
        return Ok(command.render_long_help().to_string());
    }
    if let Some(game) = games().iter().find(|game| game.id == subject) {
        return Ok(about_game(game));
    }
    if let Some(engine) = Engine::all().into_iter().find(|engine| engine.name() == subject) {
        return Ok(about_player(&PlayerSpec::new(engine)));
    }
    Err(Failure::Input(unknown(subject, &command)))
}

fn unknown(subject: &str, command: &clap::Command) -> String {
    let mut all: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    all.extend(games().iter().map(|game| game.id));
    for engine in Engine::all() {
        all.push(engine.name());
    }
    all.push(PLAYERS);
    let message = format!("no help on {}", quote(subject));
    match closest(subject, all) {
        Some(meant) => format!("{message} (did you mean `games help {meant}`?)"),
        None => format!("{message}; valid: a command, a game, a player, or `{PLAYERS}`"),
    }
}

/// Returns the options of a game, a paragraph.
pub(crate) fn about_game(game: &GameInfo) -> String {
    let options: Vec<_> = game
        .keys
        .iter()
        .map(|key| (format!("{}={}", key.key, key.values.words().join("|")), key))
        .collect();
    let width = options.iter().map(|(option, _)| option.len()).max().unwrap_or(0).min(WIDEST);
    let mut text = format!("{}  {}\n", game.id, game.name);
    if !options.is_empty() {
        text.push_str("\nRules, given as --rules key=value,...:\n");
    }
    for (option, key) in options {
        let about = format!("{} (default {})", key.help, key.default);
        text.push_str(&entry(&option, &about, width));
    }
    let list = |words: &[&str]| if words.is_empty() { "none".to_owned() } else { words.join(", ") };
    let files: Vec<_> = game.files.iter().map(|format| format.name).collect();
    text + &format!(
        "\nFiles      {}\nProtocols  {}\nTry        games play {} --p1 human\n",
        list(&files),
        list(game.protocols),
        game.id
    )
}

/// Names that are wider stand on a line of their own.
const WIDEST: usize = 24;

fn entry(name: &str, about: &str, width: usize) -> String {
    if name.len() > width {
        return format!("  {name}\n  {:width$}  {about}\n", "");
    }
    format!("  {name:width$}  {about}\n")
}

fn players() -> String {
    let mut text =
        "Players, each with :key=value,... as in alphabeta:time=1s,hash=64MiB:\n\n".to_owned();
    for engine in Engine::all() {
        text.push_str(&entry(engine.name(), keys::about_kind(engine.name()), 10));
    }
    text + "\n`games help alphabeta` and so on tell the keys of each.\n"
}

fn about_player(spec: &PlayerSpec) -> String {
    let name = spec.engine.name();
    let mut text = format!("{name}: {}\n", keys::about_kind(name));
    let keys = spec.keys();
    if keys.is_empty() {
        return text + "\nIt has no keys.\n";
    }
    text.push_str(&format!("\nKeys, given as {name}:key=value,...:\n"));
    for key in keys {
        // They follow those that people choose by what they do.
        if keys::constants().next() == Some(key) {
            text.push_str("\nConstants, which `games tune` tunes; each says\n");
        }
        if let Some(about) = keys::about(key) {
            let (name, line) = (format!("{key}={}", about.form), about.line);
            text.push_str(&entry(&name, &format!("{line} (default {})", about.default), WIDEST));
        }
    }
    if name == "uci" {
        text.push_str(&entry("option.NAME=VALUE", "an option of the program's own", WIDEST));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_every_player_is_told_with_type_and_default() {
        for engine in Engine::all() {
            let spec = PlayerSpec::new(engine);
            let text = about_player(&spec);
            for key in spec.keys() {
                let entry = format!("  {key}=");
                assert!(text.contains(&entry), "{}: {key}", spec.engine.name());
            }
            assert!(!keys::about_kind(spec.engine.name()).is_empty());
        }
    }

    #[test]
    fn every_game_and_command_has_help_and_other_words_are_refused() {
        for game in games().iter() {
            let text = about(game.id).unwrap();
            assert!(game.keys.iter().all(|key| text.contains(key.help)), "{text}");
        }
        for name in ["play", "match", "solve"] {
            assert!(about(name).unwrap().contains("Usage: games "), "{name}");
        }
        let refused = |word| match about(word) {
            Err(Failure::Input(message)) => message,
            other => panic!("{other:?}"),
        };
        assert!(refused("otello").contains("did you mean `games help othello`?"));
        assert!(refused("frobnicate").contains("valid: a command, a game, a player"));
    }
}
