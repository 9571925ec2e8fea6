//! Players as people write them: `alphabeta:time=1s,hash=64MiB`.

mod mcts;

use core::{fmt, ops::Range, str::FromStr, time::Duration};

use ai::{Limits, MctsOptions, Techniques};
use games_core::{TextError, notation::quote};

use crate::{
    Error, machine,
    outside::{Outside, command_line},
    solve::Tables,
    units::{parse_duration, parse_size},
};

/// Which kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerKind {
    /// Any legal move.
    Random,
    /// Alpha-beta search.
    AlphaBeta,
    /// Monte Carlo tree search.
    Mcts,
    /// Proof-number search.
    Proof,
    /// Perfect play in games that are solved.
    Solver,
    /// A person.
    Human,
    /// A program that speaks the Universal Chess Interface.
    Uci,
    /// A program that speaks the Go Text Protocol.
    Gtp,
    /// A program that speaks NBoard's protocol.
    NBoard,
}

impl PlayerKind {
    const ALL: [Self; 9] = [
        Self::Random,
        Self::AlphaBeta,
        Self::Mcts,
        Self::Proof,
        Self::Solver,
        Self::Human,
        Self::Uci,
        Self::Gtp,
        Self::NBoard,
    ];

    /// Returns the word before the colon.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::AlphaBeta => "alphabeta",
            Self::Mcts => "mcts",
            Self::Proof => "proof",
            Self::Solver => "solver",
            Self::Human => "human",
            Self::Uci => "uci",
            Self::Gtp => "gtp",
            Self::NBoard => "nboard",
        }
    }

    /// Returns whether it is a program of somebody else, named by its command line.
    #[must_use]
    pub const fn is_outside(self) -> bool {
        matches!(self, Self::Uci | Self::Gtp | Self::NBoard)
    }

    const fn example(self) -> &'static str {
        match self {
            Self::Gtp => r#"gtp:"gnugo --mode gtp",time=2s"#,
            Self::NBoard => r#"nboard:"edax -nboard",depth=12"#,
            _ => r#"uci:"stockfish",time=1s"#,
        }
    }

    fn valid_keys(self) -> String {
        let mut keys: Vec<_> = self.all_keys().collect();
        if self == Self::Uci {
            keys.push("option.NAME");
        }
        if keys.is_empty() {
            "it has none".to_owned()
        } else {
            format!("valid: {}", keys.join(", "))
        }
    }

    /// The names before the `=`, those of switches included.
    fn all_keys(self) -> impl Iterator<Item = &'static str> {
        self.keys().iter().chain(self.switches()).copied()
    }

    /// The names of the engine's own switches: `true` or `false`.
    const fn switches(self) -> &'static [&'static str] {
        match self {
            Self::AlphaBeta => Techniques::NAMES,
            _ => &[],
        }
    }

    const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Random => &["seed"],
            Self::AlphaBeta => &["time", "depth", "nodes", "threads", "seed", "hash"],
            Self::Mcts => &[
                "time",
                "sims",
                "nodes",
                "threads",
                "seed",
                "hash",
                "policy",
                "exploration",
                "first_play",
                "playouts",
                "playout_plies",
                "rave",
                "rave_bias",
                "rave_reference",
                "margin",
                "expand_after",
            ],
            Self::Proof => &["time", "nodes", "seed", "hash"],
            Self::Solver => &["threads", "seed", "hash"],
            Self::Human => &[],
            Self::Uci => &["time", "depth", "nodes", "threads", "hash", "timeout", "name"],
            Self::Gtp => &["time", "timeout", "name"],
            Self::NBoard => &["depth", "timeout", "name"],
        }
    }
}

/// Before the name of an option that is the program's own.
const OWN_OPTION: &str = "option.";

/// A player and its limits.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSpec {
    /// Which kind.
    pub kind: PlayerKind,
    /// Wall time a move.
    pub time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions a move.
    pub nodes: Option<u64>,
    /// Playouts a move.
    pub sims: Option<u64>,
    /// Threads, at least 1.
    pub threads: usize,
    /// The seed; another one every time if not given.
    pub seed: Option<u64>,
    /// Bytes for table or tree.
    pub hash: Option<u64>,
    /// The techniques of alpha-beta search.
    pub techniques: Techniques,
    /// How Monte Carlo tree search works; `seed` and `threads` stand above.
    pub mcts: MctsOptions,
    /// The program, of a kind that is one.
    pub outside: Option<Outside>,
    /// Solved positions that a perfect player looks up; whoever reads the text sets them.
    pub tables: Tables,
    /// What tables of results call the player, where it was named.
    pub name: Option<String>,
    text: String,
}

impl PlayerSpec {
    /// Time a move if no limit is given.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

    /// The most threads that may be asked for.
    pub const MAX_THREADS: usize = 256;

    /// A player of a kind, without options.
    #[must_use]
    pub fn new(kind: PlayerKind) -> Self {
        Self {
            kind,
            time: None,
            depth: None,
            nodes: None,
            sims: None,
            threads: 1,
            seed: None,
            hash: None,
            techniques: Techniques::ALL,
            mcts: MctsOptions::default(),
            outside: None,
            tables: Tables::default(),
            name: None,
            text: kind.name().to_owned(),
        }
    }

    /// Returns what to call the player: its name, or the text that describes it.
    #[must_use]
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.text)
    }

    /// Returns whether any limit was given.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.time.is_some() || self.depth.is_some() || self.nodes.is_some() || self.sims.is_some()
    }

    /// Returns the limits of a search, with a second a move where none was given, bounded to
    /// `memory` bytes if given.
    #[must_use]
    pub fn limits(&self, memory: Option<u64>) -> Limits {
        let usual = match self.kind {
            // All of a game's positions, and there may be a player on the other side.
            PlayerKind::Solver => machine::share() / 2,
            _ => Limits::MEMORY as u64,
        };
        let hash = self.hash.unwrap_or(usual);
        let bytes = memory.map_or(hash, |most| hash.min(most));
        // Programs that are not told of a time have limits of their own, and solving ends by itself.
        let is_own = matches!(self.kind, PlayerKind::Gtp | PlayerKind::NBoard | PlayerKind::Solver);
        let is_limited = self.is_limited() || is_own;
        Limits {
            time: if is_limited { self.time } else { Some(Self::DEFAULT_TIME) },
            depth: self.depth,
            nodes: self.nodes,
            simulations: self.sims,
            memory: usize::try_from(bytes).unwrap_or(usize::MAX),
            lines: 1,
        }
    }

    /// Returns the same player with another seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), TextError> {
        match key {
            "time" => self.time = Some(parse_duration(value)?),
            "depth" => self.depth = Some(positive(value, 10_000)? as u32),
            "nodes" => self.nodes = Some(positive(value, u64::MAX)?),
            "sims" => self.sims = Some(positive(value, u64::MAX)?),
            "threads" => self.threads = positive(value, Self::MAX_THREADS as u64)? as usize,
            "seed" => self.seed = Some(number(value)?),
            "hash" => self.hash = Some(parse_size(value)?),
            "timeout" => {
                self.outside.get_or_insert_default().timeout = Some(parse_duration(value)?);
            }
            "name" => self.name = Some(command_line::value(value)),
            _ if self.kind == PlayerKind::Mcts => mcts::set(&mut self.mcts, key, value)?,
            _ => {
                let switch = self.techniques.named(key);
                *switch.expect("only the keys of the kind are set") = flag(value)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for PlayerSpec {
    /// Writes the text that the player was read from.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for PlayerSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        parse(text).map_err(Error::Player)
    }
}

fn parse(text: &str) -> Result<PlayerSpec, TextError> {
    let (name, options) = match text.split_once(':') {
        Some((name, options)) => (name, Some(options)),
        None => (text, None),
    };
    let Some(kind) = PlayerKind::ALL.into_iter().find(|kind| kind.name() == name) else {
        let names = PlayerKind::ALL.map(PlayerKind::name);
        let message = format!("no player {}; valid: {}", quote(name), names.join(", "));
        return Err(TextError::new(0..name.len(), message).suggest(name, names));
    };
    let mut spec = PlayerSpec { text: text.to_owned(), ..PlayerSpec::new(kind) };
    let mut items = items(kind, options, name.len() + 1)?.into_iter();
    if kind.is_outside() {
        let command = items.next().unwrap_or(0..name.len());
        let words = options.map_or_else(Vec::new, |_| command_line::words(&text[command.clone()]));
        if words.is_empty() {
            let message = format!("a program is missing; expected for example {}", kind.example());
            return Err(TextError::new(command, message));
        }
        spec.outside.get_or_insert_default().command = words;
    }
    let mut seen: Vec<&str> = Vec::new();
    for here in items {
        let item = &text[here.clone()];
        let Some((key, value)) = item.split_once('=') else {
            let what = if item.is_empty() { "an empty item".to_owned() } else { quote(item) };
            return Err(TextError::new(here, format!("expected key=value, found {what}")));
        };
        let own = key.strip_prefix(OWN_OPTION);
        let own = own.filter(|own| kind == PlayerKind::Uci && !own.is_empty());
        if own.is_none() && !kind.all_keys().any(|valid| valid == key) {
            let message = format!("{name} has no option {}; {}", quote(key), kind.valid_keys());
            return Err(TextError::new(here, message).suggest(key, kind.all_keys()));
        }
        if seen.contains(&key) {
            return Err(TextError::new(here, format!("the option {} is given twice", quote(key))));
        }
        seen.push(key);
        if let Some(own) = own {
            let setting = (own.to_owned(), command_line::value(value));
            spec.outside.get_or_insert_default().options.push(setting);
        } else {
            spec.set(key, value).map_err(|e| e.shifted(here.start + key.len() + 1).about(key))?;
        }
    }
    Ok(spec)
}

/// The places of the items after the colon, which stands before `start`.
fn items(
    kind: PlayerKind,
    options: Option<&str>,
    mut start: usize,
) -> Result<Vec<Range<usize>>, TextError> {
    let Some(options) = options else { return Ok(Vec::new()) };
    if kind.is_outside() {
        let parts = command_line::items(options).map_err(|e| e.shifted(start))?;
        return Ok(parts.into_iter().map(|part| start + part.start..start + part.end).collect());
    }
    let place = |item: &str| {
        let here = start..start + item.len();
        start = here.end + 1;
        here
    };
    Ok(options.split(',').map(place).collect())
}

fn number(text: &str) -> Result<u64, TextError> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(|| {
        TextError::whole(text, format!("{} is no whole number below 2^64", quote(text)))
    })
}

fn positive(text: &str, most: u64) -> Result<u64, TextError> {
    let n = number(text)?;
    if n == 0 || n > most {
        let message = format!("{} is not between 1 and {most}", quote(text));
        return Err(TextError::whole(text, message));
    }
    Ok(n)
}

fn flag(text: &str) -> Result<bool, TextError> {
    text.parse()
        .map_err(|_| TextError::whole(text, format!("{} is not true or false", quote(text))))
}

fn constant(text: &str) -> Result<f64, TextError> {
    text.parse()
        .ok()
        .filter(|x| (0.0..=1000.0).contains(x))
        .ok_or_else(|| TextError::whole(text, format!("{} is not between 0 and 1000", quote(text))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn refused(text: &str, at: &str, message: &str) {
        let error = parse(text).unwrap_err();
        assert_eq!(&text[error.span.clone()], at, "{error}");
        assert!(error.to_string().contains(message), "{error}");
    }

    #[test]
    fn players_are_read_with_their_limits() {
        let spec = parse("mcts:sims=50,seed=1,hash=1MiB,time=2s").unwrap();
        assert_eq!((spec.kind, spec.sims, spec.seed), (PlayerKind::Mcts, Some(50), Some(1)));
        assert_eq!((spec.hash, spec.time), (Some(1 << 20), Some(Duration::from_secs(2))));
        assert_eq!(spec.to_string(), "mcts:sims=50,seed=1,hash=1MiB,time=2s");
        assert!(!parse("human").unwrap().is_limited());
        let spec = parse("alphabeta:null_move=false,depth=3,futility=true").unwrap();
        let expected = Techniques { null_move: false, ..Techniques::ALL };
        assert_eq!((spec.techniques, spec.depth), (expected, Some(3)));
    }

    #[test]
    fn bad_players_are_refused_with_their_place() {
        refused("alphabta", "alphabta", "did you mean `alphabeta`?");
        refused("", "", "no player");
        refused("alphabeta:", "", "an empty item");
        refused("alphabeta:depth=4,,seed=1", "", "an empty item");
        refused("alphabeta:depth=0", "0", "between 1 and 10000");
        refused("alphabeta:threads=0", "0", "between 1 and 256");
        refused("alphabeta:hash=0MiB", "0MiB", "nothing");
        refused("alphabeta:depth=4,depth=5", "depth=5", "given twice");
        refused("proof:depth=4", "depth=4", "valid: time, nodes, seed, hash");
        refused("solver:time=1s", "time=1s", "valid: threads, seed, hash");
        refused("slover", "slover", "did you mean `solver`?");
        refused("alphabeta:dept=4", "dept=4", "did you mean `depth`?");
        refused("alphabeta:null_moves=false", "null_moves=false", "did you mean `null_move`?");
        refused("alphabeta:null_move=no", "no", "not true or false");
        refused("mcts:null_move=false", "null_move=false", "no option");
        refused("human:time=1s", "time=1s", "it has none");
        refused("mcts:seed=-1", "-1", "no whole number");
        refused("mcts:seed=+1", "+1", "no whole number");
        refused("mcts:exploration=nan", "nan", "between 0 and 1000");
    }

    #[test]
    fn programs_are_read_with_their_arguments_and_options() {
        let text = r#"uci:"stockfish",time=1s,option.Skill Level=3,option.Path="/a,b""#;
        let spec = parse(text).unwrap();
        let outside = spec.outside.clone().unwrap();
        assert_eq!(outside.command, ["stockfish"]);
        let own = [("Skill Level", "3"), ("Path", "/a,b")];
        assert_eq!(outside.options, own.map(|(k, v)| (k.to_owned(), v.to_owned())));
        assert_eq!((spec.kind, spec.time), (PlayerKind::Uci, Some(Duration::from_secs(1))));
        // As a shell leaves it that takes the quotes for its own.
        let spec = parse("gtp:gnugo --mode gtp,timeout=9s,name=GNU Go 3.8").unwrap();
        let outside = spec.outside.clone().unwrap();
        assert_eq!(outside.command, ["gnugo", "--mode", "gtp"]);
        assert_eq!(outside.timeout, Some(Duration::from_secs(9)));
        assert_eq!(spec.label(), "GNU Go 3.8");
        assert_eq!(parse("gtp:gnugo").unwrap().label(), "gtp:gnugo");
    }

    #[test]
    fn bad_descriptions_of_programs_are_refused_with_their_place() {
        refused("uci", "uci", "a program is missing");
        refused("gtp:", "", "expected for example gtp:");
        refused("uci:\"\",time=1s", "\"\"", "a program is missing");
        refused(r#"uci:"stockfish"#, r#""stockfish"#, "not closed");
        refused("uci:a\nb", "\n", "control character");
        refused("uci:a,option.=1", "option.=1", "no option");
        refused("uci:a,dept=1", "dept=1", "did you mean `depth`?");
        refused("gtp:a,option.X=1", "option.X=1", "no option");
        refused("uci:a,option.X=1,option.X=2", "option.X=2", "given twice");
        refused("gtp:a,timeout=0s", "0s", "between 0 and a year");
        refused("uci:a,,time=1s", "", "an empty item");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_in_one_line(text in "(alphabeta|mcts|proof|solver|random|uci|gtp|nboard)?:?(\\PC|[\"',=\\\\ ]){0,40}") {
            if let Err(error) = parse(&text) {
                prop_assert!(text.get(error.span.clone()).is_some());
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}
