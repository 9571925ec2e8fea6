//! What the keys of players do.

use ai::{Constant, Constants};

/// A key: how its value is written, what it is when it is not given, what it does.
pub(super) struct About {
    pub(super) form: String,
    pub(super) default: String,
    pub(super) line: &'static str,
}

/// Returns what a kind of player is.
pub(super) fn about_kind(name: &str) -> &'static str {
    match name {
        "random" => "any legal move",
        "alphabeta" => "alpha-beta search",
        "mcts" => "Monte Carlo tree search",
        "proof" => "proof-number search, for single positions",
        "solver" => "perfect play in games that are solved",
        "human" => "a person at the terminal",
        "uci" => "a program that speaks UCI, as in 'uci:\"stockfish\",time=1s'",
        "gtp" => "a program that speaks GTP, as in 'gtp:\"gnugo --mode gtp\"'",
        "nboard" => "a program that speaks NBoard's protocol",
        _ => "",
    }
}

/// Returns what a key does.
pub(super) fn about(key: &str) -> Option<About> {
    if let Some(constant) = Constants::ALL.iter().find(|constant| constant.name == key) {
        let Constant { usual, least, most, about, .. } = constant;
        let form = format!("{least}..{most}");
        return Some(About { form, default: usual.to_string(), line: about });
    }
    let row = KEYS.iter().find(|row| row.0 == key)?;
    Some(About { form: row.1.to_owned(), default: row.2.to_owned(), line: row.3 })
}

/// Returns all keys.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|row| row.0).chain(constants())
}

/// Returns those that are constants of alpha-beta search.
pub(crate) fn constants() -> impl Iterator<Item = &'static str> {
    Constants::ALL.iter().map(|constant| constant.name)
}

const SWITCH: &str = "true|false";

const KEYS: &[(&str, &str, &str, &str)] = &[
    ("time", "TIME", "1s without other limits", "wall time a move: 500ms, 2s"),
    ("cpu_clock", SWITCH, "false", "take `time` of the processor: for a machine that is busy"),
    ("tc", "CONTROL", "none", "time for a game: 60, 10+0.1, 40/60+0.5"),
    ("depth", "N", "none", "plies"),
    ("nodes", "N", "none", "positions a move"),
    ("sims", "N", "none", "playouts a move"),
    ("lines", "N", "1", "how many best lines to work out, 1 to 500"),
    ("level", "1..8", "8", "how well it plays: 1 for beginners, 8 all that it can"),
    (
        "eval",
        "own|learned|FILE",
        "learned where there is one; mcts: own",
        "the estimate, in go the priors: the game's own, what it learnt, a file of weights",
    ),
    ("threads", "N", "1", "threads, 1 to 256"),
    ("seed", "N", "drawn", "the seed, where it draws lots"),
    ("hash", "SIZE", "64MiB; solver: a share of memory", "bytes for table or tree"),
    ("timeout", "TIME", "30s to get ready, 5s beyond a move's limit", "the longest wait"),
    ("name", "TEXT", "its text", "what tables of results call it"),
    ("iterative", SWITCH, "true", "deepen step by step"),
    ("table", SWITCH, "true", "keep what was found out about positions"),
    ("deeper", SWITCH, "true", "take the table's answers from deeper searches"),
    ("enhanced_cutoffs", SWITCH, "true", "ask the table about all children first"),
    ("aspiration", SWITCH, "true", "expect about the value of the last iteration"),
    ("principal_variation", SWITCH, "true", "ask of later moves only if they are better"),
    ("hints", SWITCH, "true", "order moves by the game's own opinion"),
    ("killers", SWITCH, "true", "try early what refuted something at the same ply"),
    ("counter_moves", SWITCH, "true", "try early what refuted the same last move"),
    ("history", SWITCH, "true", "order moves by what they refuted so far"),
    ("move_kinds", SWITCH, "true", "remember pairs of moves by their kinds"),
    ("lasting_history", SWITCH, "true", "keep what moves were worth for the next search"),
    ("corrections", SWITCH, "true", "correct estimates by what searches found of the like"),
    ("quiescence", SWITCH, "true", "follow noisy moves beyond the horizon"),
    ("extensions", SWITCH, "true", "search answers to threats a ply deeper"),
    ("internal_reduction", SWITCH, "true", "search less deep where no move is known"),
    ("null_move", SWITCH, "true", "cut where even a pass would be good"),
    ("late_moves", SWITCH, "true", "search quiet late moves less deep"),
    ("deeper_reductions", SWITCH, "true", "search them less deep by half a ply or one more"),
    ("improving", SWITCH, "true", "leave more out where the estimate does not rise"),
    ("futility", SWITCH, "true", "leave hopeless moves out near the horizon"),
    ("probcut", SWITCH, "true", "leave out deep searches that shallow ones foretell"),
    ("deferral", SWITCH, "true", "put off moves that another thread is at"),
    ("shared_line", SWITCH, "true", "share what threads find on the principal variation"),
    ("endgames", SWITCH, "true", "use the game's own solver near the end"),
    ("policy", "uct|puct", "puct", "how the way down the tree is chosen"),
    ("exploration", "X", "1.5 for puct, 1 for uct", "how much is tried that looks worse"),
    ("first_play", "X", "0.2", "how much worse unvisited moves are taken for, under puct"),
    ("playouts", "game|uniform", "game", "who chooses the moves of playouts"),
    ("playout_plies", "N", "the game's", "plies of a playout; 0 for the estimate alone"),
    ("rave", SWITCH, "the game's", "count results of a move at later plies"),
    ("rave_bias", "X", "0.001", "how soon a move's own results outweigh those"),
    ("rave_reference", "N", "50", "visits from which a node uses its own of those"),
    ("margin", "X", "0.05", "the share of the margin in a result, 0 to 1"),
    ("expand_after", "N", "1", "visits after which a node gets children"),
];
