//! Completion of lists such as `size=9,ko=psk` and `alphabeta:time=1s,hash=64MiB`: each item behind
//! a comma or colon begins anew, which no generator of scripts knows.

/// The words of lists.
pub(super) struct Words {
    pub(super) rules: Vec<String>,
    pub(super) players: Vec<String>,
    /// Constants of players, by their keys.
    pub(super) keys: Vec<String>,
}

/// The name of a list, the options of the command line that take it, and its words.
type List = (&'static str, &'static [&'static str], String);

impl Words {
    fn lists(&self) -> [List; 3] {
        [
            ("rules", &["--rules"], joined(&self.rules)),
            ("players", &["--p1", "--p2", "--player"], joined(&self.players)),
            ("keys", &["--keys"], joined(&self.keys)),
        ]
    }
}

/// Words as the shells read them within quotes: none has a quote or blank.
fn joined(words: &[String]) -> String {
    let plain = words.iter().filter(|word| !word.contains(['\'', '"', ' ', '`', '$', '\\']));
    plain.map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// What is appended to clap's script for bash.
///
/// Readline replaces what stands behind the last `=` or `:` alone, so what stands before that is cut
/// off from the answers.
pub(super) fn bash(words: &Words) -> String {
    let case =
        |(_, options, words): List| format!("        {}) words='{words}' ;;\n", options.join("|"));
    let cases = words.lists().map(case).concat();
    format!(
        r#"
_games_with_lists() {{
    local line="${{COMP_LINE:0:COMP_POINT}}" word option words
    word="${{line##* }}"
    option="${{line% *}}"
    option="${{option##* }}"
    case "$option" in
{cases}        *) _games "$@"; return ;;
    esac
    local begun="${{word##*[,:]}}" cut="${{word%"${{word##*[=:]}}"}}" answer
    local kept="${{word%"$begun"}}"
    COMPREPLY=()
    for answer in $(compgen -W "$words" -- "$begun"); do
        answer="$kept$answer"
        COMPREPLY+=("${{answer#"$cut"}}")
    done
    compopt -o nospace 2>/dev/null
}}
complete -F _games_with_lists -o bashdefault -o default games
"#
    )
}

/// Clap's script for zsh with functions for lists.
pub(super) fn zsh(script: &str, words: &Words) -> String {
    let functions: String = words
        .lists()
        .map(|(name, _, words)| {
            format!(
                "_games_{name}() {{\n    compset -P '*[,:]'\n    compadd -S '' -- {words}\n}}\n\n"
            )
        })
        .concat();
    let script = script
        .replace(":RULES:_default", ":RULES:_games_rules")
        .replace(":SPEC:_default", ":SPEC:_games_players")
        .replace(":KEYS:_default", ":KEYS:_games_keys");
    // The first line tells zsh for whom the script is.
    match script.split_once('\n') {
        Some((first, rest)) => format!("{first}\n\n{functions}{rest}"),
        None => script,
    }
}

/// What is appended to clap's script for fish.
pub(super) fn fish(words: &Words) -> String {
    let mut text = "function __games_after_comma\n    \
        set -l kept (string replace -r '[^,:]*$' '' -- (commandline -ct))\n    \
        for word in $argv\n        echo $kept$word\n    end\nend\n"
        .to_owned();
    for (_, options, words) in words.lists() {
        for option in options {
            let option = option.trim_start_matches('-');
            text.push_str(&format!(
                "complete -c games -l {option} -x -a \"(__games_after_comma {words})\"\n"
            ));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::super::script;

    /// What bash answers to Tab behind a line.
    fn answers(line: &str) -> Vec<String> {
        let script = script(clap_complete::Shell::Bash);
        let ask = format!(
            "{script}\nCOMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}; _games_with_lists\n\
             printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash").args(["--norc", "-c", &ask]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn bash_goes_on_behind_a_comma() {
        if Command::new("bash").arg("--version").output().is_err() {
            return;
        }
        assert!(answers("games show go --rules ko=p").contains(&"psk".to_owned()));
        // Readline has `9,k` as its word.
        assert!(answers("games show go --rules size=9,k").contains(&"9,ko=psk".to_owned()));
        assert!(answers("games best chess --player alphabeta:t").contains(&"time=".to_owned()));
        assert!(
            answers("games tune chess --keys many,late_d").contains(&"many,late_depth".to_owned())
        );
        let later = answers("games best chess --player alphabeta:time=1s,ha");
        assert_eq!(later, ["1s,hash="]);
        assert!(answers("games play chess --p2 alpha").contains(&"alphabeta".to_owned()));
    }

    #[test]
    fn the_other_shells_are_told_the_functions() {
        let zsh = script(clap_complete::Shell::Zsh);
        assert!(zsh.starts_with("#compdef games\n") && zsh.contains("compset -P '*[,:]'"));
        assert!(zsh.contains(":RULES:_games_rules") && zsh.contains(":SPEC:_games_players"));
        assert!(zsh.contains(":KEYS:_games_keys"));
        let fish = script(clap_complete::Shell::Fish);
        assert!(
            fish.contains("complete -c games -l rules -x -a \"(__games_after_comma "),
            "{fish}"
        );
    }
}
