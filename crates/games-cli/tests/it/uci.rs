//! UCI sessions as a GUI has them.

use crate::run::{Talk, run, run_with, stderr, stdout};

/// A session that is still open.
struct Gui(Talk);

impl Gui {
    fn new(game: &str) -> Self {
        Self(Talk::new(&["uci", game]))
    }

    fn send(&mut self, line: &str) {
        self.0.send(line);
    }

    /// Reads up to the line that begins with `word`, and returns all lines.
    fn read_to(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.0.line());
            if lines.last().is_some_and(|line| line.starts_with(word)) {
                return lines;
            }
        }
    }

    fn best_move(&mut self) -> String {
        let lines = self.read_to("bestmove");
        lines.last().unwrap().split(' ').nth(1).unwrap().to_owned()
    }

    fn quit(self) {
        self.0.quit();
    }
}

fn number(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|w| *w != word);
    words.nth(1).and_then(|n| n.parse().ok())
}

#[test]
fn the_engine_introduces_itself_with_its_options() {
    let mut gui = Gui::new("chess");
    gui.send("uci");
    let text = gui.read_to("uciok").join("\n");
    for option in ["Hash type spin", "Threads type spin", "MultiPV type spin", "Ponder type check"]
    {
        assert!(text.contains(&format!("option name {option}")), "{text}");
    }
    assert!(
        text.contains("option name UCI_Variant type combo default chess var chess var atomic"),
        "{text}"
    );
    assert!(text.contains("id name games") && text.contains("id author"));
    gui.quit();
}

#[test]
fn every_limit_is_obeyed_and_told_in_full_info_lines() {
    let mut gui = Gui::new("chess");
    gui.send("position startpos moves e2e4 e7e5");
    gui.send("go depth 4");
    let lines = gui.read_to("bestmove");
    let info = &lines[lines.len() - 2];
    for word in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"] {
        assert!(number(info, word).is_some(), "no {word} in {info}");
    }
    assert!(info.contains(" score cp ") && info.contains(" pv "), "{info}");
    assert_eq!(number(info, "depth"), Some(4));
    gui.send("go nodes 1000");
    let lines = gui.read_to("bestmove");
    assert!(number(&lines[lines.len() - 2], "nodes").unwrap() <= 1000, "{lines:#?}");
    for limit in
        ["movetime 30", "wtime 500 btime 500", "wtime 100 btime 100 winc 10 binc 10 movestogo 3"]
    {
        gui.send(&format!("go {limit}"));
        assert_eq!(gui.best_move().len(), 4, "{limit}");
    }
    gui.quit();
}

#[test]
fn every_iteration_is_told_and_the_move_that_is_searched() {
    let mut gui = Gui::new("chess");
    gui.send("go depth 5");
    let lines = gui.read_to("bestmove");
    for depth in 1..=5 {
        let told = |line: &&String| number(line, "depth") == Some(depth);
        assert_eq!(lines.iter().filter(told).count(), 1, "depth {depth}: {lines:#?}");
    }
    gui.send("go infinite");
    let line = gui.read_to("info depth").pop().unwrap();
    assert!(!line.contains("currmove"), "only after a second: {line}");
    let line = loop {
        let line = gui.0.line();
        if line.contains(" currmove ") {
            break line;
        }
    };
    assert!(number(&line, "currmovenumber").is_some_and(|place| (1..=20).contains(&place)));
    gui.send("stop");
    gui.best_move();
    gui.quit();
}

#[test]
fn chances_are_told_where_that_is_asked_for() {
    let mut gui = Gui::new("chess");
    gui.send("position fen 7k/8/8/8/8/8/R7/1R2K3 w - - 0 1");
    gui.send("go mate 2");
    assert!(!gui.read_to("bestmove").join("\n").contains("wdl"));
    gui.send("setoption name UCI_ShowWDL value true");
    gui.send("go mate 2");
    let lines = gui.read_to("bestmove").join("\n");
    assert!(lines.contains(" score mate 2 wdl 1000 0 0 nodes "), "{lines}");
    gui.quit();
}

#[test]
fn strength_is_bounded_and_not_in_analysis() {
    let mut gui = Gui::new("chess");
    gui.send("uci");
    let text = gui.read_to("uciok").join("\n");
    for option in ["UCI_LimitStrength type check", "UCI_ShowWDL type check", "UCI_AnalyseMode"] {
        assert!(text.contains(&format!("option name {option}")), "{text}");
    }
    let least = text.lines().find(|line| line.contains("UCI_Elo")).unwrap();
    let least = number(least, "min").unwrap();
    gui.send("setoption name UCI_LimitStrength value true");
    gui.send(&format!("setoption name UCI_Elo value {least}"));
    let nodes = |gui: &mut Gui| {
        gui.send("go depth 6");
        let lines = gui.read_to("bestmove");
        number(&lines[lines.len() - 2], "nodes").unwrap()
    };
    // Twenty moves and a few positions for each of them.
    assert!(nodes(&mut gui) < 200);
    gui.send("setoption name UCI_AnalyseMode value true");
    assert!(nodes(&mut gui) > 200);
    gui.quit();
}

#[test]
fn search_moves_restrict_the_root() {
    let mut gui = Gui::new("chess");
    gui.send("go depth 3 searchmoves a2a3 h2h4");
    assert!(["a2a3", "h2h4"].contains(&gui.best_move().as_str()));
    gui.send("go depth 3 searchmoves a2a3");
    assert_eq!(gui.best_move(), "a2a3");
    gui.send("go depth 3");
    assert_ne!(gui.best_move(), "a2a3");
    gui.quit();
}

#[test]
fn several_lines_are_told_best_first() {
    let mut gui = Gui::new("chess");
    gui.send("setoption name MultiPV value 3");
    gui.send("go depth 3");
    let lines = gui.read_to("bestmove");
    let last: Vec<_> = lines[lines.len() - 4..lines.len() - 1].iter().collect();
    let ranks: Vec<_> = last.iter().map(|line| number(line, "multipv")).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(3)], "{lines:#?}");
    let scores: Vec<_> = last.iter().map(|line| number(line, "cp").unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    gui.quit();
}

#[test]
fn mates_are_found_and_counted_in_moves() {
    let mut gui = Gui::new("chess");
    // Two rooks: 1 Ra7 and 2 Rb8 mate.
    gui.send("position fen 7k/8/8/8/8/8/R7/1R2K3 w - - 0 1");
    gui.send("go mate 2");
    let lines = gui.read_to("bestmove");
    assert!(lines[lines.len() - 2].contains("score mate 2"), "{lines:#?}");
    gui.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 120");
    gui.send("go depth 2");
    assert_eq!(gui.best_move(), "a1a8");
    gui.quit();
}

/// The search for good moves leaves this one out, which gives a rook away: Paul Morphy's problem,
/// 1 Ra6 bxa6 2 b7.
#[test]
fn a_mate_in_so_many_moves_is_found_whatever_it_begins_with() {
    let mut gui = Gui::new("chess");
    gui.send("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let mut think = |go: &str| {
        gui.send(go);
        gui.read_to("bestmove").join("\n")
    };
    let found = think("go mate 2");
    assert!(found.contains(" score mate 2 ") && found.contains("bestmove a1a6"), "{found}");
    let usual = think("go depth 3");
    assert!(!usual.contains("score mate"), "the usual player is back: {usual}");
    gui.quit();
}

/// Kf7, Kh7 and Rh2 is mate, and the draw may be claimed before it.
#[test]
fn no_mate_is_announced_that_the_clock_ends_before() {
    let mut gui = Gui::new("chess");
    let mut think_at = |clock: u32, go: &str| {
        gui.send(&format!("position fen 7k/8/5K2/8/8/8/P5R1/8 w - - {clock} 120"));
        gui.send(go);
        gui.read_to("bestmove").join("\n")
    };
    assert!(think_at(97, "go depth 8").contains("score mate 2"));
    for go in ["go depth 8", "go mate 2"] {
        let late = think_at(98, go);
        // A pawn's move first, and the mate is the fourth move: no mate is sooner.
        let is_sooner = (1..4).any(|n| late.contains(&format!("score mate {n} ")));
        assert!(!is_sooner && late.contains("bestmove a2"), "{go}: {late}");
    }
    gui.quit();
}

#[test]
fn an_endless_search_answers_stop_and_isready_at_once() {
    let mut gui = Gui::new("chess");
    gui.send("go infinite");
    gui.send("isready");
    gui.read_to("readyok");
    gui.send("stop");
    let lines = gui.read_to("bestmove");
    assert!(lines.last().unwrap().contains(' '), "{lines:#?}");
    gui.quit();
}

#[test]
fn a_solved_position_keeps_its_answer_back_while_the_search_is_endless() {
    let mut gui = Gui::new("chess");
    gui.send("position fen 7k/8/8/8/8/8/R7/1R2K3 w - - 0 1");
    gui.send("go infinite");
    gui.send("isready");
    let before = gui.read_to("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:#?}");
    gui.send("stop");
    gui.best_move();
    gui.quit();
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut gui = Gui::new("chess");
    gui.send("position startpos moves e2e4 e7e5");
    gui.send("go ponder movetime 20");
    gui.send("isready");
    let before = gui.read_to("readyok");
    assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:#?}");
    gui.send("ponderhit");
    gui.best_move();
    gui.quit();
}

#[test]
fn go_perft_counts_like_the_perft_command() {
    let output = run_with(&["uci", "atomic"], "position startpos\ngo perft 3\n");
    let text = stdout(&output);
    // 8902 lines of three plies: no capture that explodes is possible before.
    assert!(text.contains("Nodes searched: 8902"), "{text}");
    assert!(text.contains("a2a3: "), "{text}");
}

#[test]
fn the_variant_can_be_changed() {
    let mut gui = Gui::new("chess");
    gui.send("setoption name UCI_Variant value atomic");
    // Nxf7 explodes the king e8 with its bishop and knight.
    gui.send("position startpos moves g1f3 a7a6 f3g5 a6a5");
    gui.send("go depth 3");
    assert_eq!(gui.best_move(), "g5f7");
    gui.quit();
}

#[test]
fn bad_lines_are_answered_and_never_fatal() {
    let lines = [
        "",
        "foo bar",
        "joho isready",
        "position",
        "position fen",
        "position fen nonsense",
        "position startpos moves e2e5",
        "position startpos moves e2e4 xx",
        "setoption",
        "setoption name Hash value -1",
        "setoption name Nope",
        "go depth",
        "go depth x",
        "go wtime",
        "go perft",
        "ponderhit",
        "stop",
        "go depth 99999999999999999999 nodes 10",
        "\u{0}\u{7f}",
        "register later",
        "debug on",
        "ucinewgame",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    ];
    let output =
        run_with(&["uci"], &format!("{}\nposition startpos\ngo nodes 50\n", lines.join("\n")));
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("readyok") && text.matches("bestmove").count() >= 1, "{text}");
    assert!(text.contains("info string"), "{text}");
    assert!(!stderr(&output).contains("internal error"), "{}", stderr(&output));
}

#[test]
fn after_a_refused_position_no_move_is_told_before_a_good_one() {
    let before = "position startpos moves e2e4\n";
    for bad in ["fen nonsense", "startpos moves e2e5", "startpos moves e2e4 xx", "", "here"] {
        let script = format!("{before}position {bad}\ngo nodes 50\ngo perft 1\nd\n");
        let text = stdout(&run_with(&["uci"], &script));
        let answers: Vec<_> = text.lines().filter(|l| l.starts_with("bestmove")).collect();
        assert_eq!(answers, ["bestmove 0000"], "{bad}: {text}");
        assert!(!text.contains("Nodes searched") && !text.contains("info depth"), "{bad}: {text}");
        let told = "info string go: there is no position, the last one was refused: ";
        assert_eq!(text.matches(told).count(), 2, "{bad}: {text}");
        assert!(text.contains("info string the last position was refused: "), "{bad}: {text}");
        let text = stdout(&run_with(&["uci"], &format!("{script}{before}go nodes 50\n")));
        let last = text.lines().rfind(|l| l.starts_with("bestmove")).unwrap();
        assert_ne!(last, "bestmove 0000", "{bad}: {text}");
    }
}

#[test]
fn without_a_position_an_endless_search_keeps_its_answer_back() {
    for (go, end) in [("infinite", "stop"), ("ponder wtime 100 btime 100", "ponderhit")] {
        let mut gui = Gui::new("chess");
        gui.send("position fen nonsense");
        gui.send(&format!("go {go}"));
        gui.send("isready");
        let lines = gui.read_to("readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
        gui.send(end);
        assert_eq!(gui.best_move(), "0000");
        gui.quit();
    }
}

#[test]
fn the_end_of_input_lets_a_search_with_an_end_finish() {
    let output = run_with(&["uci"], "position startpos moves d2d4\ngo depth 3");
    assert!(stdout(&output).contains("bestmove "));
    let output = run_with(&["uci"], "go infinite");
    assert!(stdout(&output).contains("bestmove "));
}

#[test]
fn the_end_of_input_stops_a_search_without_an_end() {
    for go in ["go", "go wtime 1000000x btime 1000", "go ponder wtime 9000 btime 9000"] {
        let text = stdout(&run_with(&["uci"], &format!("position startpos\n{go}\n")));
        assert!(text.contains("bestmove "), "{go}: {text}");
        assert_eq!(text.contains("info string go wtime: bad number"), go.contains('x'), "{text}");
    }
}

#[test]
fn what_was_asked_before_quit_is_answered() {
    let text = stdout(&run_with(&["uci", "atomic"], "go perft 3\nquit\n"));
    assert!(text.contains("Nodes searched: 8902"), "{text}");
    for script in ["go\nquit\n", "go infinite\nstop\nquit\n"] {
        let text = stdout(&run_with(&["uci"], script));
        let lines: Vec<_> = text.lines().collect();
        let [.., info, best] = lines[..] else { panic!("{text}") };
        let m = best.strip_prefix("bestmove ").unwrap().split(' ').next().unwrap();
        assert!(info.starts_with("info depth ") && info.contains(&format!(" pv {m}")), "{text}");
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let output = run_with(&["uci"], "position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 3\n");
    assert!(stdout(&output).contains("bestmove (none)"));
}

#[test]
fn the_bench_is_the_same_on_every_run() {
    let nodes = || {
        let output = run_with(&["uci"], "bench 2\n");
        stdout(&output).lines().last().unwrap().split(' ').next().unwrap().to_owned()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn only_games_that_speak_uci_are_served() {
    let output = run(&["uci", "othello"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("valid: chess, atomic"), "{}", stderr(&output));
}
