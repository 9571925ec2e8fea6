//! `games completions`: scripts for shells.

mod lists;

use clap::{
    Arg, Command,
    builder::{PossibleValue, PossibleValuesParser},
};
use clap_complete::Shell;
use games::Engine;

use crate::{
    cli::{self, CompletionsArgs},
    failure::Failure,
    input::games,
    output::Output,
};

pub(crate) fn run(args: &CompletionsArgs, out: &mut Output) -> Result<(), Failure> {
    out.text(&script(args.shell))
}

fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    let mut command = with_words(cli::command());
    clap_complete::generate(shell, &mut command, "games", &mut script);
    let mut text = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Bash => text.push_str(&lists::bash(&words())),
        Shell::Zsh => text = lists::zsh(&text, &words()),
        Shell::Fish => {
            text.push_str(&words_in_fish(&command));
            text.push_str(&lists::fish(&words()));
        }
        _ => {}
    }
    text
}

/// Clap's script for fish knows the values of options alone.
fn words_in_fish(command: &Command) -> String {
    let mut lines = String::new();
    for command in command.get_subcommands() {
        for arg in command.get_positionals() {
            let values = arg.get_possible_values();
            let words: Vec<_> = values.iter().map(PossibleValue::get_name).collect();
            if !words.is_empty() {
                lines.push_str(&format!(
                    "complete -c games -n \"__fish_seen_subcommand_from {}\" -f -a \"{}\"\n",
                    command.get_name(),
                    words.join(" ")
                ));
            }
        }
    }
    lines
}

/// Tells shells what may stand for games, rules, players and subjects of help. The program itself
/// reads them in its own way, with better words where they are wrong.
fn with_words(command: Command) -> Command {
    command.mut_subcommands(|command| {
        let ids: Vec<_> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
        ids.iter().fold(command, |command, id| command.mut_arg(id, with_values))
    })
}

fn with_values(arg: Arg) -> Arg {
    let values = match arg.get_id().as_str() {
        "game" => ids(),
        "subject" => ids().into_iter().chain(players()).chain([value("players", "")]).collect(),
        _ => return arg,
    };
    arg.value_parser(PossibleValuesParser::new(values))
}

fn value(name: &'static str, help: &'static str) -> PossibleValue {
    PossibleValue::new(name).help(help)
}

fn ids() -> Vec<PossibleValue> {
    games().iter().map(|game| value(game.id, game.name)).collect()
}

/// The kinds, and what is asked for most.
fn players() -> Vec<PossibleValue> {
    let kinds = Engine::all();
    let kinds = kinds.iter().map(|kind| value(kind.name(), ""));
    let examples = ["alphabeta:time=1s", "alphabeta:level=3", "mcts:time=1s", "mcts:level=3"];
    kinds.chain(examples.map(|text| value(text, ""))).collect()
}

/// The words that begin a player, and those that go on with one.
fn player_words() -> Vec<String> {
    let kinds = players().into_iter().map(|value| value.get_name().to_owned());
    kinds.chain(super::help::player_keys().map(|key| format!("{key}="))).collect()
}

/// What may stand in lists.
fn words() -> lists::Words {
    let keys = super::help::constants().map(str::to_owned).collect();
    lists::Words { rules: rules(), players: player_words(), keys }
}

/// The options of all games with their values.
fn rules() -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for key in games().iter().flat_map(|game| game.keys) {
        // A range is no value, but the key is worth something.
        let values = key.values.words();
        let is_list = values.iter().all(|value| !value.contains(['.', ' ', '<']));
        if is_list {
            words.extend(values.iter().map(|value| format!("{}={value}", key.key)));
        } else {
            words.push(format!("{}={}", key.key, key.default));
        }
    }
    words.sort_unstable();
    words.dedup();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_know_games_players_and_rules() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = script(shell);
            for word in ["othello", "girl-chess", "alphabeta", "nboard", "japanese-like", "match"] {
                assert!(script.contains(word), "{shell}: {word}");
            }
        }
    }

    #[test]
    fn the_words_are_arguments_that_the_program_takes() {
        with_words(cli::command()).debug_assert();
        let of = |values: Vec<PossibleValue>| -> Vec<String> {
            values.iter().map(|value| value.get_name().to_owned()).collect()
        };
        assert!(of(players()).iter().all(|text| {
            let program = ["uci", "gtp", "nboard"].contains(&text.as_str());
            program || text.parse::<games::PlayerSpec>().is_ok()
        }));
        for word in rules() {
            let takes = |game: &games::GameInfo| game.open(Some(&word), None).is_ok();
            let key = word.split('=').next().unwrap();
            let has = |game: &&games::GameInfo| game.keys.iter().any(|known| known.key == key);
            assert!(games().iter().filter(has).any(takes), "{word}");
        }
    }
}
