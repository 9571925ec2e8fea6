//! The whole terminal, taken and given back.

use std::{
    io::{self, Stdout, stdout},
    panic,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
};

use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    crossterm::{
        cursor::Show,
        event::{DisableMouseCapture, EnableMouseCapture},
        execute,
        terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
    },
};

use crate::failure::Failure;

/// Whether the terminal is ours.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal as long as it is ours; it is given back when this goes.
pub(super) struct Screen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal: its second screen, keys as they are pressed, and the mouse.
    pub(super) fn take() -> Result<Self, Failure> {
        static HOOK: Once = Once::new();
        HOOK.call_once(give_back_on_panic);
        TAKEN.store(true, Ordering::SeqCst);
        let taken = Self::enter();
        taken.inspect_err(|_| give_back()).map_err(|e| failed(&e))
    }

    fn enter() -> io::Result<Self> {
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(Self { terminal: Terminal::new(CrosstermBackend::new(stdout()))? })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// What a terminal that fails is told as.
pub(super) fn failed(error: &io::Error) -> Failure {
    Failure::Other(format!("the terminal cannot be used: {error}"))
}

fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // Nothing better can be done where this fails.
        let _ = disable_raw_mode();
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    }
}

/// So that the message of a panic is not lost with the second screen.
fn give_back_on_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        give_back();
        before(panic);
    }));
}
