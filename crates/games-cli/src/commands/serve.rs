//! `games serve`: the browser.

mod browser;
mod stop;

use std::{
    io,
    net::{IpAddr, Ipv6Addr, SocketAddr, TcpListener},
};

use games_web::{Access, App, Config};
use serde::Serialize;

use crate::{
    cli::{Common, ServeArgs},
    failure::Failure,
    input,
    output::Output,
};

/// The port to begin with where none is given.
const FIRST_PORT: u16 = 7654;
/// How many ports are tried.
const PORTS: u16 = 100;

/// Where the pages are.
#[derive(Serialize)]
struct Place {
    url: String,
    port: u16,
}

pub(crate) fn run(args: &ServeArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    let access = access(args)?;
    let config = config(args, common, access)?;
    let listener = listen(args)?;
    let address = listener.local_addr().map_err(|e| cannot_listen(&e))?;
    let port = address.port();
    let url = url(address, config.access.token.as_deref());
    warn(args, &config.access);
    let app = App::new(config);
    let stop = stop::Stop::new();
    let mut said = Ok(());
    let begun = || {
        said = if out.is_json() {
            out.object(&Place { url: url.clone(), port })
        } else {
            out.line(&format!("games is running at {url}"))
        };
        if args.open {
            browser::open(&url);
        }
    };
    games_web::serve(&app, listener, stop.asked(), begun).map_err(|e| cannot_listen(&e))?;
    said
}

/// Who may ask.
fn access(args: &ServeArgs) -> Result<Access, Failure> {
    if !args.bind.is_loopback() && args.token.is_none() && !args.open_to_all {
        return Err(Failure::Input(format!(
            "--bind {}: whoever reaches it might ask; add --token auto, or --open-to-all",
            args.bind
        )));
    }
    let mut access = Access::default();
    access.bind = args.bind;
    access.hosts.clone_from(&args.allow_host);
    access.origins = args.allow_origin.iter().map(|url| origin(url)).collect::<Result<_, _>>()?;
    access.token = args.token.as_deref().map(token).transpose()?;
    Ok(access)
}

/// An origin as browsers write it: `https://example.org`.
fn origin(url: &str) -> Result<String, Failure> {
    let host = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    let host = host.map(|host| host.trim_end_matches('/'));
    if host.is_none_or(|host| host.is_empty() || host.contains(['/', '?', '#', ' '])) {
        let message = format!(
            "--allow-origin: {} is no origin; write it as https://example.org",
            games_core::notation::quote(url)
        );
        return Err(Failure::Input(message));
    }
    Ok(url.trim_end_matches('/').to_ascii_lowercase())
}

fn token(text: &str) -> Result<String, Failure> {
    if text == "auto" {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)
            .map_err(|error| Failure::Other(format!("--token: no random numbers: {error}")))?;
        return Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect());
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
    if text.len() < 8 || !text.chars().all(is_plain) {
        return Err(Failure::input(
            "--token: a token has 8 characters or more, letters, digits and -_.~ alone",
        ));
    }
    Ok(text.to_owned())
}

fn config(args: &ServeArgs, common: &Common, access: Access) -> Result<Config, Failure> {
    let mut config = Config::new(input::games());
    config.access = access;
    config.tables = input::tables(common)?;
    if let Some(memory) = common.memory {
        games::machine::check_memory("--memory", memory)?;
        config.memory = memory;
    }
    if let Some(searches) = args.searches {
        config.searches = searches as usize;
    }
    if let Some(threads) = args.threads {
        config.threads = threads as usize;
    }
    Ok(config)
}

fn cannot_listen(error: &io::Error) -> Failure {
    Failure::Other(format!("cannot listen: {error}"))
}

/// Listens at the given port, or at the first free one from the usual on.
fn listen(args: &ServeArgs) -> Result<TcpListener, Failure> {
    let at = |port: u16| TcpListener::bind(SocketAddr::new(args.bind, port));
    let refused = |port: u16, error: io::Error| match error.kind() {
        io::ErrorKind::AddrInUse => Failure::Other(format!(
            "port {port} is taken; --port 0 lets the system choose another one"
        )),
        _ => Failure::Other(format!("cannot listen at {}, port {port}: {error}", args.bind)),
    };
    if let Some(port) = args.port {
        return at(port).map_err(|error| refused(port, error));
    }
    for port in FIRST_PORT..FIRST_PORT + PORTS {
        match at(port) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            result => return result.map_err(|error| refused(port, error)),
        }
    }
    Err(Failure::Other(format!("ports {FIRST_PORT} to {} are taken", FIRST_PORT + PORTS - 1)))
}

/// The address of the pages, as a browser on this machine opens it.
fn url(address: SocketAddr, token: Option<&str>) -> String {
    let host = match address.ip() {
        // All addresses of the machine: of them this is one.
        IpAddr::V4(ip) if ip.is_unspecified() => "127.0.0.1".to_owned(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) if ip.is_unspecified() => format!("[{}]", Ipv6Addr::LOCALHOST),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    let query = token.map_or_else(String::new, |token| format!("?token={token}"));
    format!("http://{host}:{}/{query}", address.port())
}

fn warn(args: &ServeArgs, access: &Access) {
    if access.bind.is_loopback() {
        return;
    }
    let who =
        if args.open_to_all { "whoever reaches" } else { "whoever has the token and reaches" };
    let bind = access.bind;
    let line = format!(
        "games: warning: {who} {bind} can search with this machine; nothing is encrypted\n"
    );
    // A closed stderr is no reason to fail.
    let _ = io::Write::write_all(&mut io::stderr(), line.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_written_as_browsers_open_them() {
        let url = |address: &str, token| url(address.parse().unwrap(), token);
        assert_eq!(url("127.0.0.1:7654", None), "http://127.0.0.1:7654/");
        assert_eq!(url("0.0.0.0:80", Some("abcdefgh")), "http://127.0.0.1:80/?token=abcdefgh");
        assert_eq!(url("[::]:80", None), "http://[::1]:80/");
    }

    #[test]
    fn tokens_and_origins_are_plain() {
        assert!(token("short").is_err() && token("a b c d e f").is_err());
        assert_eq!(token("auto").unwrap().len(), 32);
        assert_ne!(token("auto").unwrap(), token("auto").unwrap());
        assert_eq!(origin("https://Example.org/").unwrap(), "https://example.org");
        for bad in ["example.org", "https://", "https://a/b", "ftp://a"] {
            assert!(origin(bad).is_err(), "{bad}");
        }
    }
}
