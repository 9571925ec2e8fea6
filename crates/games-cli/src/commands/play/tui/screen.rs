//! The whole terminal, taken and given back.

use std::{
    io::{self, Stdout, stdout},
    panic,
    sync::{
        Arc, Once,
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
    /// Whether somebody wants the program to end.
    ended: Arc<AtomicBool>,
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
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        let ended = Arc::default();
        end_in_order(&ended)?;
        Ok(Self { terminal, ended })
    }

    /// Waits until something can be read from the terminal, or for so many milliseconds. A terminal
    /// that has gone ends the program, which may not have been told by a signal.
    #[cfg(unix)]
    pub(super) fn wait(&self, milliseconds: u16) -> io::Result<()> {
        use nix::{
            errno::Errno,
            poll::{PollFd, PollFlags, poll},
        };
        use std::{io::stdin, os::fd::AsFd};

        let stdin = stdin();
        let mut fds = [PollFd::new(stdin.as_fd(), PollFlags::POLLIN)];
        match poll(&mut fds, milliseconds) {
            Ok(_) => {
                let seen = fds[0].revents().unwrap_or(PollFlags::empty());
                self.ended.fetch_or(seen.contains(PollFlags::POLLHUP), Ordering::Relaxed);
                Ok(())
            }
            // The size has changed, say.
            Err(Errno::EINTR) => Ok(()),
            Err(e) => Err(e.into()),
        }
    }

    /// Waits until there is something to read, or for so many milliseconds.
    #[cfg(not(unix))]
    pub(super) fn wait(&self, milliseconds: u16) -> io::Result<()> {
        ratatui::crossterm::event::poll(core::time::Duration::from_millis(milliseconds.into()))
            .map(drop)
    }

    /// Returns whether the program was told to end, or its terminal has gone.
    pub(super) fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
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

/// Signals that would end the program at once, and leave the terminal as it is, set a flag instead.
#[cfg(unix)]
fn end_in_order(ended: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGTERM},
        flag::register,
    };
    register(SIGTERM, Arc::clone(ended))?;
    register(SIGHUP, Arc::clone(ended)).map(|_| ())
}

#[cfg(not(unix))]
fn end_in_order(_: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

/// So that the message of a panic is not lost with the second screen.
fn give_back_on_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        give_back();
        before(panic);
    }));
}

#[cfg(all(test, unix))]
mod tests {
    use std::{
        fs::File,
        io::Read,
        process::{Command, Stdio},
    };

    use nix::{
        pty::{Winsize, openpty},
        sys::termios::{LocalFlags, tcgetattr},
    };

    use super::*;

    /// Set for the process that is to panic.
    const PANICS: &str = "GAMES_TEST_PANICS_ON_THE_SCREEN";

    /// Not a test by itself: what the next one runs in a terminal of its own.
    #[test]
    fn panic_on_the_screen() {
        if std::env::var_os(PANICS).is_some() {
            let _screen = Screen::take().map_err(|_| "no terminal").unwrap();
            panic!("on purpose");
        }
    }

    #[test]
    fn a_panic_gives_the_terminal_back_and_is_read_there() {
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        let pty = openpty(&size, None).unwrap();
        let before = tcgetattr(&pty.slave).unwrap().local_flags;
        assert!(before.contains(LocalFlags::ICANON | LocalFlags::ECHO));
        let terminal = || Stdio::from(pty.slave.try_clone().unwrap());
        let module = module_path!().split_once("::").unwrap().1;
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--nocapture", &format!("{module}::panic_on_the_screen")])
            .env(PANICS, "1")
            .stdin(terminal())
            .stdout(terminal())
            .stderr(terminal())
            .status()
            .unwrap();
        assert!(!status.success());
        assert_eq!(tcgetattr(&pty.slave).unwrap().local_flags, before);
        drop(pty.slave);
        let mut said = Vec::new();
        // A terminal whose other side has gone fails in the end.
        let _ = File::from(pty.master).read_to_end(&mut said);
        let said = String::from_utf8_lossy(&said);
        let at = |what: &str| said.find(what).unwrap_or_else(|| panic!("no {what:?} in {said:?}"));
        // The second screen, the mouse, the cursor; only then the message.
        assert!(at("\u{1b}[?1049h") < at("\u{1b}[?1049l"));
        assert!(at("\u{1b}[?1000h") < at("\u{1b}[?1000l"));
        assert!(at("\u{1b}[?1049l") < at("\u{1b}[?25h") && at("\u{1b}[?25h") < at("on purpose"));
    }
}
