//! Lists of hosts: a text with one `host:port` a line.

use core::fmt;
use std::collections::HashSet;

/// What is wrong with a list of hosts, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostsError {
    /// The number of the line, from 1 on; `None` if the list as a whole is wrong.
    pub line: Option<usize>,
    /// What is wrong, without a full stop.
    pub message: String,
}

impl fmt::Display for HostsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl core::error::Error for HostsError {}

/// Reads a list of hosts: one `host:port` a line, numbered from 0 on. What follows a `#` is a
/// comment, empty lines do not count. An address of version 6 stands in brackets. Port 0 lets a
/// process choose; all other addresses differ.
///
/// # Errors
///
/// For other text, and for a list without hosts.
///
/// # Examples
///
/// ```
/// let text = "# the two in the cellar\nalpha:4711\n[fe80::2]:4711  # old\n";
/// assert_eq!(solver_dist::hosts(text).unwrap(), ["alpha:4711", "[fe80::2]:4711"]);
/// let error = solver_dist::hosts("alpha:4711\nbeta\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: `beta` has no port; expected `host:port`");
/// ```
pub fn hosts(text: &str) -> Result<Vec<String>, HostsError> {
    let mut hosts: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    for (i, line) in text.lines().enumerate() {
        let host = line.split('#').next().unwrap_or("").trim();
        if host.is_empty() {
            continue;
        }
        let wrong = |message: String| HostsError { line: Some(i + 1), message };
        check(host).map_err(wrong)?;
        if !seen.insert(host) && !host.ends_with(":0") {
            return Err(wrong(format!("`{host}` is there twice")));
        }
        hosts.push(host.to_owned());
    }
    if hosts.is_empty() {
        let message = "there is no host; expected lines `host:port`".to_owned();
        return Err(HostsError { line: None, message });
    }
    Ok(hosts)
}

fn check(host: &str) -> Result<(), String> {
    // Whatever it is, it is shown in one line.
    let shown = host.escape_debug();
    let Some((name, port)) = host.rsplit_once(':') else {
        return Err(format!("`{shown}` has no port; expected `host:port`"));
    };
    if !port.bytes().all(|byte| byte.is_ascii_digit()) || port.parse::<u16>().is_err() {
        let port = port.escape_debug();
        return Err(format!("`{port}` is no port; expected a number up to 65535"));
    }
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '_');
    let is_sound = match bare {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => !name.is_empty() && name.chars().all(is_name),
    };
    let name = name.escape_debug();
    is_sound.then_some(()).ok_or_else(|| {
        format!(
            "`{name}` is no host; expected a name, or an address, that of version 6 in brackets"
        )
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn refused(text: &str, message: &str) {
        assert_eq!(hosts(text).unwrap_err().to_string(), message);
    }

    #[test]
    fn bad_lines_are_told_with_their_numbers() {
        refused("", "there is no host; expected lines `host:port`");
        refused("# nobody\n\n", "there is no host; expected lines `host:port`");
        refused("a:1\n\n b \n", "line 3: `b` has no port; expected `host:port`");
        refused("a:1\na:1", "line 2: `a:1` is there twice");
        refused("a:65536", "line 1: `65536` is no port; expected a number up to 65535");
        refused("a:+1", "line 1: `+1` is no port; expected a number up to 65535");
        refused("a:", "line 1: `` is no port; expected a number up to 65535");
        let expected = "expected a name, or an address, that of version 6 in brackets";
        refused(":1", &format!("line 1: `` is no host; {expected}"));
        refused("a b:1", &format!("line 1: `a b` is no host; {expected}"));
        refused("::1:1", &format!("line 1: `::1` is no host; {expected}"));
        refused("[::1:1", &format!("line 1: `[::1` is no host; {expected}"));
    }

    /// Each was compared with all others.
    #[test]
    fn long_lists_are_read_at_once() {
        let text: String = (0..200_000).map(|i| format!("host-{i}:1\n")).collect();
        assert_eq!(hosts(&text).unwrap().len(), 200_000);
        refused(&(text + "host-7:1"), "line 200001: `host-7:1` is there twice");
    }

    #[test]
    fn hosts_come_in_order_and_ports_may_be_left_open() {
        let text = "b-1.example:1 # first\r\n\r\n127.0.0.1:0\n127.0.0.1:0\n[::1]:65535";
        assert_eq!(
            hosts(text).unwrap(),
            ["b-1.example:1", "127.0.0.1:0", "127.0.0.1:0", "[::1]:65535"]
        );
    }

    proptest! {
        #[test]
        fn any_text_is_a_list_or_not(text in "(?s).{0,60}|([a-c.:0-9#\\[\\] -]{0,12}\n?){0,6}") {
            match hosts(&text) {
                Ok(list) => {
                    prop_assert!(!list.is_empty());
                    // What was read is read again as the same.
                    prop_assert_eq!(hosts(&list.join("\n")), Ok(list));
                }
                Err(error) => prop_assert!(!error.to_string().contains('\n')),
            }
        }
    }
}
