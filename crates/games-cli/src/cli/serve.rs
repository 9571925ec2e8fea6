//! The arguments of `games serve`.

use std::net::IpAddr;

use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The address to listen at.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) bind: IpAddr,
    /// The port; 0 lets the system choose. By default the first free one from 7654 on.
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// Open the pages in the browser.
    #[arg(long)]
    pub(crate) open: bool,
    /// Searches at a time; by default one for each core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) searches: Option<u32>,
    /// The most threads of one search; by default one for each core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    /// A name by which the server is called, too; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    /// A page of others that may ask, such as https://example.org; may be given several times.
    #[arg(long, value_name = "URL")]
    pub(crate) allow_origin: Vec<String>,
    /// A text that each request has to bring along, part of the printed address; `auto` makes one.
    #[arg(long, value_name = "TEXT")]
    pub(crate) token: Option<String>,
    /// Let whoever reaches the address ask without a token.
    #[arg(long, conflicts_with = "token")]
    pub(crate) open_to_all: bool,
}

pub(super) const HELP: &str = "Examples:\n  \
    games serve --open\n  \
    games serve --port 0 --json\n  \
    games serve --bind 0.0.0.0 --token auto --searches 4\n\n\
    What it opens to whom: by default this machine alone reaches it, and of the pages in its\n\
    browsers only its own. Another --bind needs --token or --open-to-all: whoever reaches it may\n\
    then search with --threads and --memory of this machine; no file can be read or written, and\n\
    no other program started. What goes over the network is not encrypted.\n\
    --memory bounds all tables together (by default 1 GiB at most). Ctrl-C ends it.";
