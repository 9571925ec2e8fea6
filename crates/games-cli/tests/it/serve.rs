//! `games serve` as a program.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::run::{command, end_of, run};

/// A server that runs, and what it printed first.
struct Server {
    child: Child,
    line: String,
}

impl Server {
    fn start(args: &[&str]) -> Self {
        Self::of(command(&[&["serve", "--port", "0"], args].concat()))
    }

    fn of(mut command: Command) -> Self {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        Self { child, line }
    }

    fn port(&self) -> u16 {
        let port = self.line.rsplit(':').next().unwrap();
        let digits: String = port.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap_or_else(|_| panic!("{}", self.line))
    }

    fn get(&self, path: &str, more: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port())).unwrap();
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{more}\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_prints_one_line_and_answers() {
    let server = Server::start(&[]);
    assert!(server.line.starts_with("games is running at http://127.0.0.1:"), "{}", server.line);
    assert!(server.get("/api/v1/health", "").contains("\"status\":\"ok\""));
    assert!(server.get("/", "").starts_with("HTTP/1.1 200"));
}

#[test]
fn with_json_it_prints_an_object() {
    let server = Server::start(&["--json"]);
    let place: Value = serde_json::from_str(&server.line).unwrap();
    let port = place["port"].as_u64().unwrap();
    assert_eq!(place["url"], format!("http://127.0.0.1:{port}/"));
}

#[cfg(unix)]
#[test]
fn both_signals_end_it_within_two_seconds_and_well() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start(&[]);
        // A client that says nothing is in nobody's way.
        let _silent = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
        let begun = Instant::now();
        let id = server.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let status = server.child.wait().unwrap();
        assert_eq!(status.code(), Some(0), "{signal}");
        assert!(begun.elapsed() < Duration::from_secs(2), "{signal}: {:?}", begun.elapsed());
    }
}

/// A request whose body does not come holds the end up for a second, unless Ctrl-C is pressed again.
#[cfg(unix)]
#[test]
fn a_second_ctrl_c_ends_it_at_once() {
    const TRIES: usize = 10;
    for _ in 0..TRIES {
        let mut server = Server::start(&[]);
        let at = ("127.0.0.1", server.port());
        let mut slow = TcpStream::connect(at).unwrap();
        let head = "POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n";
        slow.write_all(head.as_bytes()).unwrap();
        // It waits for the body now.
        slow.read_exact(&mut [0; 12]).unwrap();
        let id = server.child.id().to_string();
        let press =
            || assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let begun = Instant::now();
        press();
        // The first one is heard when nobody is let in any more.
        while TcpStream::connect(at).is_ok() {
            std::thread::yield_now();
        }
        let was_quick = begun.elapsed() < Duration::from_millis(500);
        press();
        let status = server.child.wait().unwrap();
        if was_quick && begun.elapsed() < Duration::from_secs(1) {
            assert_eq!(status.code(), Some(130));
            return;
        }
    }
    panic!("it never ended within a second of the first press");
}

#[test]
fn a_taken_port_is_an_error_and_the_usual_one_gives_way() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = run(&["serve", "--port", &port]);
    assert_eq!(output.status.code(), Some(1));
    let expected =
        format!("games: port {port} is taken; --port 0 lets the system choose another one\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    assert!(output.stdout.is_empty());
}

#[test]
fn without_a_port_the_next_free_one_is_taken() {
    // Whoever else has it does as well.
    let _taken = TcpListener::bind("127.0.0.1:7654");
    let server = Server::of(command(&["serve"]));
    assert!((7655..7754).contains(&server.port()), "{}", server.line);
    assert!(server.get("/api/v1/health", "").contains("\"status\":\"ok\""));
}

/// Programs that open addresses, in the place of those of the system. They are written by a shell,
/// since a file that this process has open for writing may be inherited by another test's child, and
/// cannot be started then.
#[cfg(unix)]
struct Openers(std::path::PathBuf);

#[cfg(unix)]
impl Openers {
    fn new(name: &str, script: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("games-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let status = Command::new("sh").args(["-ec", script]).current_dir(&folder).status();
        assert!(status.unwrap().success());
        Self(folder)
    }

    fn serve(&self) -> Server {
        let mut command = command(&["serve", "--port", "0", "--open"]);
        command.env("PATH", &self.0).current_dir(&self.0);
        Server::of(command)
    }

    /// What was told through the pipe `told`.
    fn told(&self) -> String {
        let path = self.0.join("told");
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::spawn(move || sender.send(std::fs::read_to_string(path)));
        let told = receiver.recv_timeout(Duration::from_secs(100)).expect("something is opened");
        told.unwrap()
    }
}

#[cfg(unix)]
impl Drop for Openers {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn the_browser_is_asked_to_open_the_address() {
    let openers = Openers::new(
        "open",
        r#"mkfifo told
        printf '#!/bin/sh\necho "$#" "$1" > told\n' > xdg-open; chmod +x xdg-open"#,
    );
    let server = openers.serve();
    assert_eq!(openers.told().trim(), format!("1 http://127.0.0.1:{}/", server.port()));
    assert!(server.get("/", "").starts_with("HTTP/1.1 200"));
}

/// Debian's `xdg-open` is there on machines without a browser, and says so by its status.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn an_opener_that_finds_no_browser_leaves_it_to_the_next() {
    let openers = Openers::new(
        "open-next",
        r#"mkfifo told
        printf '#!/bin/sh\nexit 3\n' > xdg-open; chmod +x xdg-open
        printf '#!/bin/sh\necho "$@" > told\n' > gio; chmod +x gio"#,
    );
    let server = openers.serve();
    assert_eq!(openers.told().trim(), format!("open http://127.0.0.1:{}/", server.port()));
}

#[cfg(unix)]
#[test]
fn where_nothing_opens_addresses_a_line_says_so_and_the_server_goes_on() {
    let openers = Openers::new("open-none", "true");
    let mut server = openers.serve();
    let mut line = String::new();
    BufReader::new(server.child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    let url = format!("http://127.0.0.1:{}/", server.port());
    assert_eq!(line, format!("games: no browser was found to open {url}\n"));
    assert!(server.get("/", "").starts_with("HTTP/1.1 200"));
}

#[test]
fn another_address_needs_a_token_or_a_word() {
    let output = run(&["serve", "--bind", "0.0.0.0", "--port", "0"]);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("--token auto, or --open-to-all") && stderr.lines().count() == 1);
    let server = Server::start(&["--bind", "0.0.0.0", "--token", "auto"]);
    let token = server.line.trim().rsplit("?token=").next().unwrap().to_owned();
    assert_eq!(token.len(), 32, "{}", server.line);
    assert!(server.get("/api/v1/health", "").starts_with("HTTP/1.1 401"));
    let header = format!("Authorization: Bearer {token}\r\n");
    assert!(server.get("/api/v1/health", &header).starts_with("HTTP/1.1 200"));
}

#[test]
fn bad_arguments_are_one_line() {
    for args in [
        &["serve", "--bind", "nowhere"][..],
        &["serve", "--port", "70000"],
        &["serve", "--token", "short"],
        &["serve", "--token", "has blanks in it"],
        &["serve", "--allow-origin", "example.org"],
        &["serve", "--searches", "0"],
        &["serve", "--threads", "0"],
        &["serve", "--memory", "1000TiB"],
        &["serve", "--tables", "no-such-folder"],
        &["serve", "--token", "auto", "--open-to-all"],
    ] {
        let child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let output = end_of(child);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(stderr.starts_with("games: ") && stderr.lines().count() == 1, "{args:?}: {stderr}");
    }
}

#[test]
fn help_tells_what_is_opened_to_whom() {
    let output = run(&["serve", "--help"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("What it opens to whom: by default this machine alone"), "{text}");
}

#[test]
fn pictures_are_turned_and_have_arrows() {
    let folder = std::env::temp_dir().join(format!("games-pictures-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("board.svg");
    let path = path.to_str().unwrap();
    let picture = |more: &[&str]| {
        let mut args = vec!["show", "chess", "--svg", path];
        args.extend(more);
        assert!(run(&args).status.success());
        std::fs::read_to_string(path).unwrap()
    };
    let plain = picture(&[]);
    assert_ne!(picture(&["--turned"]), plain);
    let arrows = picture(&["--arrows", "e2-e4,g1-f3", "--theme", "print"]);
    assert_eq!(arrows.matches("class=\"arrow\"").count(), 2);
    let output = run(&["show", "chess", "--svg", path, "--arrows", "e2"]);
    assert_eq!(output.status.code(), Some(2));
    std::fs::remove_dir_all(&folder).unwrap();
}
