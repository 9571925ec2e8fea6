//! The lines that a person types: edited and remembered in a terminal, read as they are elsewhere.

use std::{
    io::{self, BufRead, IsTerminal},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use rustyline::{
    Context, Editor, Helper, completion::Completer, error::ReadlineError, highlight::Highlighter,
    hint::Hinter, history::MemHistory, validate::Validator,
};

use super::orders;
use crate::{failure::Failure, interrupt, output::Output};

/// Where lines come from.
pub(super) enum Lines {
    Terminal(Box<Editor<Words, MemHistory>>),
    Pipe(Receiver<String>),
}

impl Lines {
    /// A terminal with line editing where people sit on both ends, else stdin.
    pub(super) fn new(out: &Output) -> Self {
        let both = io::stdin().is_terminal() && io::stdout().is_terminal();
        match editor() {
            Some(editor) if both && out.talks_on_stdout() => Self::Terminal(Box::new(editor)),
            _ => Self::Pipe(read_stdin()),
        }
    }

    /// The next line; `None` at the end of input or after Ctrl-C. `words` are those that may be
    /// completed.
    pub(super) fn next(
        &mut self,
        prompt: &str,
        words: Vec<String>,
        out: &mut Output,
    ) -> Result<Option<String>, Failure> {
        match self {
            Self::Terminal(editor) => {
                editor.set_helper(Some(Words(words)));
                Ok(typed(editor, prompt))
            }
            Self::Pipe(lines) => {
                out.talk(prompt)?;
                Ok(wait_for(lines))
            }
        }
    }
}

fn editor() -> Option<Editor<Words, MemHistory>> {
    let config = rustyline::Config::builder().auto_add_history(true).build();
    Editor::with_history(config, MemHistory::new()).ok()
}

fn typed(editor: &mut Editor<Words, MemHistory>, prompt: &str) -> Option<String> {
    match editor.readline(prompt) {
        Ok(line) => Some(line),
        Err(ReadlineError::Interrupted) => {
            interrupt::press();
            None
        }
        Err(_) => None,
    }
}

fn wait_for(lines: &Receiver<String>) -> Option<String> {
    loop {
        match lines.recv_timeout(Duration::from_millis(50)) {
            Ok(line) => return Some(line),
            Err(RecvTimeoutError::Timeout) if !interrupt::is_set() => {}
            Err(_) => return None,
        }
    }
}

/// Reads on a thread of its own, so that Ctrl-C is answered while nothing is typed.
fn read_stdin() -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// The words that Tab completes: orders and legal moves.
pub(super) struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..at];
        let start = before.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
        let orders = orders::WORDS.iter().filter(|_| start == 0).map(|&word| word.to_owned());
        let all = self.0.iter().cloned().chain(orders);
        Ok((start, all.filter(|word| word.starts_with(&before[start..])).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
