//! The browser of whoever started the server.

use std::{
    io::{self, Write},
    process::{Command, Stdio},
    thread,
};

/// What opens an address.
#[cfg(target_os = "macos")]
const OPENERS: &[&[&str]] = &[&["open"]];
#[cfg(windows)]
const OPENERS: &[&[&str]] = &[&["explorer"]];
#[cfg(not(any(target_os = "macos", windows)))]
const OPENERS: &[&[&str]] = &[&["xdg-open"], &["gio", "open"], &["sensible-browser"]];

/// Opens an address, by the first program that does so. Where none does, a line tells it, and the
/// server goes on.
pub(super) fn open(url: &str) {
    let url = url.to_owned();
    // A program may go on for as long as the browser; waited for, it is not left behind.
    thread::spawn(move || {
        if !OPENERS.iter().any(|opener| opens(opener, &url)) {
            let line = format!("games: no browser was found to open {url}\n");
            // A closed stderr is no reason to fail.
            let _ = io::stderr().write_all(line.as_bytes());
        }
    });
}

/// Whether a program opened the address, or somebody ended it.
fn opens(opener: &[&str], url: &str) -> bool {
    let mut command = Command::new(opener[0]);
    command.args(&opener[1..]).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Explorer's status tells nothing.
    command.status().is_ok_and(|status| cfg!(windows) || status.code().is_none_or(|code| code == 0))
}
