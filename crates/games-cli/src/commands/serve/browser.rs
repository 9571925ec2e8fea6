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

/// Opens an address. Where nothing does so, a line tells it, and the server goes on.
pub(super) fn open(url: &str) {
    for opener in OPENERS {
        let mut command = Command::new(opener[0]);
        command.args(&opener[1..]).arg(url);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Ok(mut child) = command.spawn() {
            // It is not left behind as a process that nobody waits for.
            thread::spawn(move || child.wait());
            return;
        }
    }
    let line = format!("games: no browser was found to open {url}\n");
    // A closed stderr is no reason to fail.
    let _ = io::stderr().write_all(line.as_bytes());
}
