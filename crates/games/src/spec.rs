//! Players as people write them: `alphabeta:time=1s,hash=64MiB`.

use core::{fmt, str::FromStr, time::Duration};

use ai::Techniques;
use games_core::{TextError, notation::quote};

use crate::{
    Error,
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
    /// A person.
    Human,
}

impl PlayerKind {
    const ALL: [Self; 4] = [Self::Random, Self::AlphaBeta, Self::Mcts, Self::Human];

    /// Returns the word before the colon.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::AlphaBeta => "alphabeta",
            Self::Mcts => "mcts",
            Self::Human => "human",
        }
    }

    /// The names of the engine's own switches: `true` or `false`.
    const fn switches(self) -> &'static [&'static str] {
        match self {
            Self::AlphaBeta => Techniques::NAMES,
            Self::Random | Self::Mcts | Self::Human => &[],
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
                "exploration",
                "playout_plies",
            ],
            Self::Human => &[],
        }
    }
}

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
    /// The exploration constant of Monte Carlo tree search.
    pub exploration: Option<f64>,
    /// The longest playout, in plies.
    pub playout_plies: Option<u32>,
    /// The techniques of alpha-beta search.
    pub techniques: Techniques,
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
            exploration: None,
            playout_plies: None,
            techniques: Techniques::ALL,
            text: kind.name().to_owned(),
        }
    }

    /// Returns whether any limit was given.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.time.is_some() || self.depth.is_some() || self.nodes.is_some() || self.sims.is_some()
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
            "exploration" => self.exploration = Some(constant(value)?),
            "playout_plies" => self.playout_plies = Some(positive(value, 1_000_000)? as u32),
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
    let mut seen: Vec<&str> = Vec::new();
    let mut start = name.len() + 1;
    for item in options.into_iter().flat_map(|options| options.split(',')) {
        let here = start..start + item.len();
        let Some((key, value)) = item.split_once('=') else {
            let what = if item.is_empty() { "an empty item".to_owned() } else { quote(item) };
            return Err(TextError::new(here, format!("expected key=value, found {what}")));
        };
        let keys = kind.keys().iter().chain(kind.switches()).copied();
        if !keys.clone().any(|valid| valid == key) {
            let valid = match keys.clone().collect::<Vec<_>>().join(", ") {
                none if none.is_empty() => "it has none".to_owned(),
                keys => format!("valid: {keys}"),
            };
            let message = format!("{name} has no option {}; {valid}", quote(key));
            return Err(TextError::new(here, message).suggest(key, keys));
        }
        if seen.contains(&key) {
            return Err(TextError::new(here, format!("the option `{key}` is given twice")));
        }
        seen.push(key);
        spec.set(key, value).map_err(|e| e.shifted(start + key.len() + 1).about(key))?;
        start += item.len() + 1;
    }
    Ok(spec)
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
        refused("alphabeta:dept=4", "dept=4", "did you mean `depth`?");
        refused("alphabeta:null_moves=false", "null_moves=false", "did you mean `null_move`?");
        refused("alphabeta:null_move=no", "no", "not true or false");
        refused("mcts:null_move=false", "null_move=false", "no option");
        refused("human:time=1s", "time=1s", "it has none");
        refused("mcts:seed=-1", "-1", "no whole number");
        refused("mcts:seed=+1", "+1", "no whole number");
        refused("mcts:exploration=nan", "nan", "between 0 and 1000");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_in_one_line(text in "(alphabeta|mcts|random)?:?\\PC{0,40}") {
            if let Err(error) = parse(&text) {
                prop_assert!(text.get(error.span.clone()).is_some());
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}
