//! Finding the commands in a document.

/// A fenced block with commands.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Block {
    pub(super) mode: Mode,
    pub(super) steps: Vec<Step>,
}

/// What to do with the commands of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Run them; each has to end with this status.
    Run { status: i32 },
    /// Look whether they exist.
    LookUp,
    /// The same, for what stands in the text or in a table and not in a block.
    Mentioned,
}

/// A command and what it prints.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The line of the document, from 1.
    pub(super) line: usize,
    pub(super) command: String,
    /// What the document shows; nothing if it shows nothing.
    pub(super) shown: Vec<String>,
}

/// What is wrong with a document.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) message: String,
}

/// Returns the blocks with commands.
pub(super) fn parse(text: &str) -> Result<Vec<Block>, Fault> {
    let mut blocks = Vec::new();
    let mut mode = Mode::Run { status: 0 };
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    while let Some((number, line)) = lines.next() {
        let trimmed = line.trim_start();
        if let Some(ticks) = fence(trimmed) {
            let indent = line.len() - trimmed.len();
            let mut body = Vec::new();
            loop {
                let Some((number, line)) = lines.next() else {
                    return Err(fault(number, "the fence is not closed"));
                };
                if closes(line.trim(), ticks) {
                    break;
                }
                body.push((number, line.get(indent..).unwrap_or(line.trim_start())));
            }
            match &trimmed[ticks..] {
                "console" => blocks.push(Block { mode, steps: console(number, &body)? }),
                "sh" => blocks.push(Block { mode, steps: sh(&body) }),
                // Commands that nobody runs would go stale unseen.
                "bash" | "shell" | "shell-session" => {
                    return Err(fault(number, "write `console` or `sh`"));
                }
                _ => {}
            }
            mode = Mode::Run { status: 0 };
        } else if let Some(comment) = comment(trimmed) {
            mode = marker(comment).map_err(|message| fault(number, message))?.unwrap_or(mode);
        } else if !trimmed.is_empty() {
            mode = Mode::Run { status: 0 };
            let step =
                |command: &str| Step { line: number, command: command.into(), shown: vec![] };
            let steps: Vec<_> = mentioned(line).map(step).collect();
            if !steps.is_empty() {
                blocks.push(Block { mode: Mode::Mentioned, steps });
            }
        }
    }
    Ok(blocks)
}

/// Returns the commands of `games` that a line of text or of a table has between single backticks;
/// one in capitals stands for any.
fn mentioned(line: &str) -> impl Iterator<Item = &str> {
    let is_command = |code: &&str| {
        let rest = code.strip_prefix("games ");
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '-'))
    };
    line.split('`').skip(1).step_by(2).filter(is_command)
}

fn fault(line: usize, message: &str) -> Fault {
    Fault { line, message: message.to_owned() }
}

/// Returns the number of backticks that open a block.
fn fence(line: &str) -> Option<usize> {
    let ticks = line.len() - line.trim_start_matches('`').len();
    (ticks >= 3 && !line[ticks..].contains('`')).then_some(ticks)
}

fn closes(line: &str, ticks: usize) -> bool {
    line.len() >= ticks && line.bytes().all(|b| b == b'`')
}

fn comment(line: &str) -> Option<&str> {
    Some(line.strip_prefix("<!--")?.strip_suffix("-->")?.trim())
}

fn marker(comment: &str) -> Result<Option<Mode>, &'static str> {
    if let Some(rest) = comment.strip_prefix("not run") {
        return match rest.strip_prefix(':') {
            Some(reason) if !reason.trim().is_empty() => Ok(Some(Mode::LookUp)),
            _ => Err("write `not run: REASON`"),
        };
    }
    if let Some(status) = comment.strip_prefix("status:") {
        let status = status.trim().parse().map_err(|_| "write `status: NUMBER`")?;
        return Ok(Some(Mode::Run { status }));
    }
    Ok(None)
}

fn console(fence: usize, body: &[(usize, &str)]) -> Result<Vec<Step>, Fault> {
    let mut steps: Vec<Step> = Vec::new();
    let mut continues = false;
    for &(line, text) in body {
        if continues {
            let step = steps.last_mut().expect("a command continues after its first line");
            // The continuation prompt of a shell may be shown.
            continues = extend(&mut step.command, text.strip_prefix("> ").unwrap_or(text));
        } else if let Some(command) = text.strip_prefix("$ ") {
            steps.push(Step { line, command: String::new(), shown: Vec::new() });
            let step = steps.last_mut().expect("just pushed");
            continues = extend(&mut step.command, command);
        } else if let Some(step) = steps.last_mut() {
            step.shown.push(text.trim_end().to_owned());
        } else {
            return Err(fault(line, "a console block begins with `$ COMMAND`"));
        }
    }
    if steps.is_empty() {
        return Err(fault(fence, "a console block without a command"));
    }
    for step in &mut steps {
        while step.shown.last().is_some_and(String::is_empty) {
            step.shown.pop();
        }
    }
    Ok(steps)
}

fn sh(body: &[(usize, &str)]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut continues = false;
    for &(line, text) in body {
        let command = text.strip_prefix("$ ").unwrap_or(text).trim();
        if continues {
            let step = steps.last_mut().expect("a command continues after its first line");
            continues = extend(&mut step.command, command);
        } else if !command.is_empty() && !command.starts_with('#') {
            steps.push(Step { line, command: String::new(), shown: Vec::new() });
            let step = steps.last_mut().expect("just pushed");
            continues = extend(&mut step.command, command);
        }
    }
    steps
}

/// Adds a line to a command; returns whether a backslash says that another one follows.
fn extend(command: &mut String, line: &str) -> bool {
    let line = line.trim();
    let (line, continues) = match line.strip_suffix('\\') {
        Some(head) => (head.trim_end(), true),
        None => (line, false),
    };
    if !command.is_empty() {
        command.push(' ');
    }
    command.push_str(line);
    continues
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: Mode = Mode::Run { status: 0 };

    fn step(line: usize, command: &str, shown: &[&str]) -> Step {
        let shown = shown.iter().map(|&s| s.to_owned()).collect();
        Step { line, command: command.to_owned(), shown }
    }

    #[test]
    fn console_blocks_have_commands_with_their_output() {
        let text = "Text\n\n```console\n$ games list\na\n\n  b \n\n$ games show \\\n>   go\n```\n";
        let steps = vec![step(4, "games list", &["a", "", "  b"]), step(9, "games show go", &[])];
        assert_eq!(parse(text), Ok(vec![Block { mode: RUN, steps }]));
    }

    #[test]
    fn sh_blocks_have_commands_only() {
        let text = "1. In a list:\n\n   ```sh\n   # all\n   cargo fmt\n   $ cargo test \\\n     -p ai\n   ```\n";
        let steps = vec![step(5, "cargo fmt", &[]), step(6, "cargo test -p ai", &[])];
        assert_eq!(parse(text), Ok(vec![Block { mode: RUN, steps }]));
    }

    #[test]
    fn a_comment_changes_the_block_after_it_and_no_other() {
        let text = "<!-- not run: a server -->\n\n```sh\na\n```\n```sh\nb\n```\n\
            <!-- status: 2 -->\n```sh\nc\n```\n<!-- not run: x -->\nText.\n```sh\nd\n```\n";
        let modes: Vec<_> = parse(text).unwrap().iter().map(|block| block.mode).collect();
        assert_eq!(modes, [Mode::LookUp, RUN, Mode::Run { status: 2 }, RUN]);
    }

    #[test]
    fn other_blocks_are_passed_over_with_what_looks_like_a_fence_inside() {
        let text = "````text\n```sh\na\n```\n````\n```rust\nlet x = 1;\n```\n";
        assert_eq!(parse(text), Ok(vec![]));
    }

    #[test]
    fn commands_in_the_text_are_found() {
        let text = "Say `games list --json`, `GAMES=1` or `games COMMAND`.\n\n| `games solve ten` | \
            `games --version` |\n\n```text\n`games x`\n```\n";
        let mention = |line, commands: &[&str]| {
            let steps = commands.iter().map(|command| step(line, command, &[])).collect();
            Block { mode: Mode::Mentioned, steps }
        };
        let expected = [
            mention(1, &["games list --json"]),
            mention(3, &["games solve ten", "games --version"]),
        ];
        assert_eq!(parse(text).unwrap(), expected);
    }

    #[test]
    fn what_would_never_be_checked_is_refused() {
        for (text, line) in [
            ("\n```sh\na\n", 2),
            ("```console\nfirst\n$ a\n```\n", 2),
            ("```console\n```\n", 1),
            ("```bash\na\n```\n", 1),
            ("<!-- not run -->\n", 1),
            ("<!-- not run: -->\n", 1),
            ("<!-- status: x -->\n", 1),
        ] {
            assert_eq!(parse(text).unwrap_err().line, line, "{text}");
        }
    }
}
