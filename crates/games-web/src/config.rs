//! What a server is told when it starts.

use std::net::{IpAddr, Ipv4Addr};

use sessions::{Games, Tables, machine};

/// What a server is told when it starts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The games that there are.
    pub games: Games<'static>,
    /// Searches at a time, at least 1.
    pub searches: usize,
    /// The most threads of one search, at least 1.
    pub threads: usize,
    /// Bytes for all hash tables and solved tables together.
    pub memory: u64,
    /// Tables of solved positions.
    pub tables: Tables,
    /// Who may ask.
    pub access: Access,
}

/// Who may ask.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Access {
    /// The address that the server listens at.
    pub bind: IpAddr,
    /// What each request to the interface has to bring along, if anything.
    pub token: Option<String>,
    /// Names by which the server is called besides those of this machine for itself.
    pub hosts: Vec<String>,
    /// Pages of others that may ask, as `https://example.org`.
    pub origins: Vec<String>,
}

impl Default for Access {
    fn default() -> Self {
        let bind = IpAddr::V4(Ipv4Addr::LOCALHOST);
        Self { bind, token: None, hosts: Vec::new(), origins: Vec::new() }
    }
}

impl Config {
    /// Bytes for all tables if nothing else is said: 1 GiB, or what the machine can spare.
    #[must_use]
    pub fn usual_memory() -> u64 {
        machine::share().min(1 << 30)
    }

    /// Games for this machine alone, a search for each core.
    #[must_use]
    pub fn new(games: Games<'static>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            games,
            searches: cores,
            threads: cores,
            memory: Self::usual_memory(),
            tables: Tables::default(),
            access: Access::default(),
        }
    }

    /// The most bytes of one search: a part for each that runs, and one for solved positions.
    pub(crate) fn share(&self) -> u64 {
        self.memory / (self.searches as u64 + 1)
    }
}
