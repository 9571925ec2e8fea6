//! Starts the program beside it that was built for the processor at hand, as if it were that
//! program: `games` starts `games-x86-64-v3`, say.

#![forbid(unsafe_code)]

use std::{
    env, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use games_launcher::best;

/// What bad input ends with; there is no better word for a program that is not whole.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    let failure = match program() {
        Ok(program) => match run(&program) {
            Ok(status) => return status,
            Err(error) => format!("cannot start {}: {error}", program.display()),
        },
        Err(message) => message,
    };
    tell(&failure);
    ExitCode::from(REFUSED)
}

#[expect(clippy::print_stderr, reason = "the program that would tell it does not run")]
fn tell(failure: &str) {
    eprintln!("games: {failure}");
}

/// Finds the program to start, beside this one, wherever the link leads by which it was called.
fn program() -> Result<PathBuf, String> {
    let own = env::current_exe().and_then(|own| own.canonicalize());
    let own = own.map_err(|error| format!("cannot tell where this program is: {error}"))?;
    let folder = own.parent().unwrap_or(Path::new("."));
    let place = |name: &str| folder.join(format!("games-{name}{}", env::consts::EXE_SUFFIX));
    let level = best(|level| place(level.name).is_file()).ok_or_else(|| {
        format!("no program for this processor in {}; unpack all files", folder.display())
    })?;
    Ok(place(level.name))
}

/// Puts the program in the place of this one, which returns only if that fails.
#[cfg(unix)]
fn run(program: &Path) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;
    Err(Command::new(program).args(env::args_os().skip(1)).exec())
}

/// Runs the program and ends as it ends.
#[cfg(not(unix))]
fn run(program: &Path) -> io::Result<ExitCode> {
    let status = Command::new(program).args(env::args_os().skip(1)).status()?;
    Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}
