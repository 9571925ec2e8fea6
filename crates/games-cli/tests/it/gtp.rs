//! GTP sessions as a Go GUI has them.

use std::path::PathBuf;

use proptest::prelude::*;

use crate::run::{Talk, json, run, run_with, stderr, stdout};

/// A session that is still open.
struct Controller(Talk);

impl Controller {
    fn new(rules: &str, player: &str) -> Self {
        Self(Talk::new(&["gtp", "go", "--rules", rules, "--player", player]))
    }

    fn send(&mut self, command: &str) {
        self.0.send(command);
    }

    /// Reads an answer up to the empty line that ends it, its sign with it.
    #[track_caller]
    fn answer(&mut self) -> String {
        let mut lines = Vec::new();
        loop {
            let line = self.0.line();
            if line.is_empty() {
                return lines.join("\n");
            }
            lines.push(line);
        }
    }

    #[track_caller]
    fn ask(&mut self, command: &str) -> String {
        self.send(command);
        self.answer()
    }

    /// Sends commands that have to succeed, and returns the last answer without its sign.
    #[track_caller]
    fn tell(&mut self, commands: &str) -> String {
        let mut last = String::new();
        for command in commands.split("; ") {
            let answer = self.ask(command);
            let text = answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}"));
            text.trim_start_matches(' ').clone_into(&mut last);
        }
        last
    }

    /// Sends a command that has to fail, and returns the message.
    #[track_caller]
    fn refused(&mut self, command: &str) -> String {
        let answer = self.ask(command);
        let message = answer.strip_prefix("? ").unwrap_or_else(|| panic!("{command}: {answer}"));
        message.to_owned()
    }

    fn position(&mut self) -> String {
        self.tell("showboard").lines().last().unwrap().to_owned()
    }

    fn quit(self) {
        self.0.quit();
    }
}

fn small() -> Controller {
    Controller::new("size=5", "mcts:sims=200,seed=1")
}

/// A file that is gone after the test.
struct TestFile(PathBuf);

impl TestFile {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("games-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Self(path)
    }
}

impl Drop for TestFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn the_engine_introduces_itself_and_knows_what_it_lists() {
    let mut gtp = small();
    assert_eq!(gtp.tell("protocol_version"), "2");
    assert_eq!(gtp.tell("name"), "games");
    assert_eq!(gtp.tell("version"), env!("CARGO_PKG_VERSION"));
    let commands = gtp.tell("list_commands");
    for name in commands.lines() {
        assert_eq!(gtp.tell(&format!("known_command {name}")), "true", "{name}");
    }
    for name in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "undo",
        "final_score",
        "final_status_list",
        "showboard",
        "time_settings",
        "time_left",
        "kgs-genmove_cleanup",
        "kgs-time_settings",
        "kgs-chat",
        "kgs-game_over",
        "loadsgf",
        "reg_genmove",
        "all_legal",
        "lz-analyze",
        "kata-analyze",
    ] {
        assert!(commands.lines().any(|listed| listed == name), "{name} is not listed");
    }
    assert_eq!(gtp.tell("known_command nonsense"), "false");
    assert_eq!(gtp.tell("kgs-game_over"), "");
    gtp.quit();
    let other = run_with(&["gtp", "--override-version", "0.17"], "version\n");
    assert_eq!(stdout(&other), "= 0.17\n\n");
}

#[test]
fn answers_repeat_the_number_of_the_command() {
    let output = run_with(&["gtp"], "7 name\n08 nonsense\n# nothing\n\n 9\tquit # ends\nname\n");
    assert_eq!(stdout(&output), "=7 games\n\n?08 unknown command `nonsense`\n\n=9\n\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_whole_game_goes_to_its_score() {
    let mut gtp = small();
    gtp.tell("komi 0.5");
    let mut moves = Vec::new();
    while moves.len() < 120 && moves[moves.len().saturating_sub(2)..] != ["pass", "pass"] {
        let color = if moves.len() % 2 == 0 { "b" } else { "w" };
        moves.push(gtp.tell(&format!("genmove {color}")));
    }
    let line = moves.join(" ");
    let shown = json(&["show", "go", "--rules", "size=5,komi=0.5", "--moves", &line]);
    assert!(!shown["outcome"].is_null(), "{line}");
    let margin = shown["score"].as_f64().unwrap();
    let score = format!("{}+{}", if margin > 0.0 { "B" } else { "W" }, margin.abs());
    assert_eq!(gtp.tell("final_score"), score, "{line}");
    assert_eq!(gtp.position(), shown["position"]);
    gtp.quit();
}

#[test]
fn the_board_is_counted_as_it_stands() {
    let mut gtp = small();
    // The empty board is nobody's; then a black wall has all of it; then two on each side.
    assert_eq!(gtp.tell("final_score"), "W+6.5");
    assert_eq!(gtp.tell("boardsize 3; play b B2; final_score"), "B+2.5");
    assert_eq!(gtp.tell("komi 9; final_score"), "0");
    assert_eq!(gtp.tell("komi 10; final_score"), "W+1");
    assert_eq!(gtp.tell("play w A1; final_score"), "W+10");
    assert_eq!(gtp.tell("play b pass; play w pass; final_score"), "W+10");
    gtp.quit();
}

#[test]
fn the_size_empties_the_board_and_the_komi_does_not() {
    let mut gtp = small();
    gtp.tell("play b C3; play w D4; komi 7.5");
    assert_eq!(gtp.position(), "...../...w./..b../...../..... b 0 - 0:0");
    assert!(gtp.tell("showboard").contains("Komi 7.5"));
    assert!(gtp.refused("komi 6.25").contains("`6.25`"));
    assert!(gtp.refused("boardsize 26").starts_with("unacceptable size"));
    assert!(gtp.refused("boardsize 0").starts_with("unacceptable size"));
    assert!(gtp.refused("boardsize x").starts_with("syntax error"));
    assert_eq!(gtp.position(), "...../...w./..b../...../..... b 0 - 0:0");
    gtp.tell("boardsize 4 3");
    assert_eq!(gtp.position(), "..../..../.... b 0 - 0:0");
    gtp.tell("rectangular_boardsize 2 3; play b b3; play w a1");
    assert_eq!(gtp.position(), ".b/../w. b 0 - 0:0");
    assert!(gtp.tell("showboard").contains("Komi 7.5"));
    gtp.tell("clear_board");
    assert_eq!(gtp.position(), "../../.. b 0 - 0:0");
    gtp.quit();
}

#[test]
fn illegal_moves_are_refused_and_change_nothing() {
    let mut gtp = small();
    gtp.tell("play b B1; play w C4; play b A2; play w D4; play b C2");
    let before = gtp.position();
    for (command, message) in [
        ("play w C2", "illegal move: `C2` is not legal here: a stone is there"),
        ("play w A1", "illegal move: `A1` is not legal here"),
        ("play w F1", "illegal move: `F1` is off the board"),
        ("play w I1", "illegal move: `I1`: there is no column I"),
        ("play w", "syntax error: play takes 2 arguments, not 1"),
        ("play red A1", "syntax error: `red` is no color"),
        ("genmove", "syntax error: genmove takes 1 argument, not 0"),
        ("genmove 1", "syntax error: `1` is no color"),
        ("loadsgf", "syntax error"),
        ("final_status_list bad", "syntax error"),
        ("time_settings 1 2", "syntax error"),
        ("time_left b x 0", "syntax error: `x` is no time in seconds"),
        ("undo 99999999", "cannot undo"),
        ("gogui-play_sequence w E5 b", "syntax error"),
        ("gogui-play_sequence w E5 b E5", "illegal move"),
    ] {
        let answer = gtp.refused(command);
        assert!(answer.starts_with(message), "{command}: {answer}");
        assert_eq!(gtp.position(), before, "{command}");
    }
    gtp.quit();
}

#[test]
fn a_ko_is_barred_for_one_ply() {
    let mut gtp = small();
    // White takes at C2, and Black may not take back at once.
    gtp.tell("gogui-play_sequence b C3 w D3 b B2 w E2 b C1 w D1 b D2 w C2");
    assert!(gtp.refused("play b D2").contains("ko"));
    assert!(!gtp.tell("all_legal b").split(' ').any(|vertex| vertex == "D2"));
    gtp.tell("play b A5; play w E5; play b D2");
    gtp.quit();
}

#[test]
fn moves_are_taken_back_to_the_empty_board() {
    let mut gtp = small();
    gtp.tell("play b C3; play b B2; play w D4; genmove b");
    gtp.tell("undo; undo");
    assert_eq!(gtp.position(), "...../...../..b../.b.../..... w 0 - 0:0");
    gtp.tell("undo");
    assert_eq!(gtp.position(), "...../...../..b../...../..... w 0 - 0:0");
    gtp.tell("play w B2; gg-undo 2");
    assert_eq!(gtp.position(), "...../...../...../...../..... b 0 - 0:0");
    assert_eq!(gtp.refused("undo"), "cannot undo");
    gtp.quit();
}

#[test]
fn the_game_goes_on_after_two_passes_if_it_is_asked_to() {
    let mut gtp = small();
    gtp.tell("play b C3; play w pass; play b pass; play w B2; play b pass; play b pass");
    assert_eq!(gtp.position(), "...../...../..b../.w.../..... w 1 - 0:0");
    gtp.tell("gogui-play_sequence w pass b pass");
    assert_ne!(gtp.tell("genmove w"), "");
    gtp.quit();
}

#[test]
fn handicap_stones_stand_where_the_protocol_says() {
    let mut gtp = Controller::new("size=19", "random:seed=1");
    assert_eq!(gtp.tell("fixed_handicap 3"), "D4 Q16 D16");
    assert_eq!(gtp.refused("fixed_handicap 2"), "board not empty");
    assert!(gtp.position().ends_with(" w 0 - 0:0"));
    gtp.tell("boardsize 9");
    assert!(gtp.refused("fixed_handicap 10").starts_with("invalid handicap"));
    assert!(gtp.refused("fixed_handicap 1").starts_with("invalid handicap"));
    assert_eq!(gtp.tell("place_free_handicap 20").split(' ').count(), 9);
    gtp.tell("clear_board; set_free_handicap A1 B2 C3");
    assert_eq!(
        gtp.position(),
        "........./........./........./........./........./........./..b....../.b......./b........ w 0 - 0:0"
    );
    gtp.tell("clear_board");
    for bad in ["A1", "A1 A1", "A1 Z9", "A1 pass"] {
        let message = gtp.refused(&format!("set_free_handicap {bad}"));
        assert!(message.starts_with("bad vertex list"), "{message}");
    }
    assert_eq!(gtp.refused("undo"), "cannot undo");
    gtp.quit();
}

#[test]
fn a_move_may_be_asked_for_without_being_played() {
    let mut gtp = small();
    gtp.tell("play b C3");
    let before = gtp.position();
    let vertex = gtp.tell("reg_genmove w");
    assert_eq!(gtp.position(), before);
    gtp.tell(&format!("play w {vertex}"));
    // A color out of turn: its opponent's turn is passed over.
    gtp.tell("genmove w");
    assert_eq!(
        gtp.position().matches('w').count(),
        2 + usize::from(gtp.position().contains(" w "))
    );
    gtp.quit();
}

#[test]
fn an_analysis_is_told_until_the_next_line() {
    let mut gtp = Controller::new("size=5", "mcts:seed=1");
    for command in ["lz-analyze 1", "lz-analyze b interval 1", "4 kata-analyze w 1 maxmoves 2"] {
        let sign = if command.starts_with('4') { "=4" } else { "=" };
        gtp.send(command);
        assert_eq!(gtp.0.line(), sign);
        let first = gtp.0.line();
        assert!(first.starts_with("info move ") && first.contains(" pv "), "{first}");
        assert!(gtp.0.line().starts_with("info move "));
        gtp.send("name");
        while gtp.0.line().starts_with("info ") {}
        assert_eq!(gtp.answer(), "= games");
    }
    // Any line ends it, an empty one too.
    gtp.send("lz-analyze");
    gtp.send("");
    assert!(gtp.answer().starts_with("=\ninfo move "));
    assert_eq!(gtp.position(), "...../...../...../...../..... b 0 - 0:0");
    assert!(gtp.refused("lz-analyze nonsense").starts_with("syntax error"));
    assert!(gtp.refused("lz-analyze b allow b Z1 1").starts_with("illegal move"));
    gtp.quit();
}

#[test]
fn an_analysis_has_the_fields_that_guis_read() {
    let mut gtp = Controller::new("size=5", "mcts:sims=100,seed=1");
    let fields = |line: &str| {
        let words: Vec<_> = line.split(' ').take_while(|word| *word != "pv").collect();
        words[1..]
            .chunks(2)
            .map(|pair| (pair[0].to_owned(), pair[1].to_owned()))
            .collect::<Vec<_>>()
    };
    let answer = gtp.ask("lz-genmove_analyze b 10 allow b C3,B2 1");
    let lines: Vec<_> = answer.lines().collect();
    let info = fields(lines[lines.len() - 2].split(" info ").next().unwrap());
    let names: Vec<_> = info.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["move", "visits", "winrate", "lcb", "order"]);
    assert!(["C3", "B2"].contains(&info[0].1.as_str()), "{answer}");
    assert!((0..=10_000).contains(&info[2].1.parse::<i32>().unwrap()), "{answer}");
    let played = lines.last().unwrap().strip_prefix("play ").unwrap();
    assert_eq!(played, info[0].1);
    assert!(!gtp.tell("all_legal w").contains(played));
    let answer = gtp.ask("kata-genmove_analyze w maxmoves 1 avoid w A1,A2 5");
    let info = fields(answer.lines().nth(1).unwrap());
    let chance: f64 = info.iter().find(|(name, _)| name == "winrate").unwrap().1.parse().unwrap();
    assert!((0.0..=1.0).contains(&chance), "{answer}");
    gtp.quit();
}

#[test]
fn an_endless_move_can_be_interrupted() {
    let mut gtp = Controller::new("size=9", "mcts:sims=1000000000000,seed=1");
    gtp.send("genmove b");
    gtp.send("# interrupt");
    assert!(gtp.answer().starts_with("= "));
    gtp.quit();
}

#[test]
fn every_time_control_leaves_time_for_a_move() {
    let mut gtp = Controller::new("size=5", "mcts:seed=1");
    gtp.tell("time_settings 0 1 20; genmove b; genmove w");
    gtp.tell("time_settings 2 0 0; time_left b 0 0; genmove b; time_left w 0.1 0; genmove w");
    gtp.tell("kgs-time_settings byoyomi 0 0.1 5; genmove b; time_left w 0.1 1; genmove w");
    gtp.tell("kgs-time_settings canadian 0 1 25; genmove b; kgs-time_settings absolute 1");
    gtp.tell("genmove w; kgs-time_settings none");
    gtp.quit();
    // A limit of the player's own still holds.
    let mut gtp = Controller::new("size=5", "mcts:sims=20,seed=1");
    gtp.tell("time_settings 100000 0 0; genmove b");
    gtp.quit();
}

const GAME: &str = "(;FF[4]GM[1]SZ[5]KM[0.5]RU[Chinese];B[cc];W[bb];B[bc]\n;W[cb];B[db])";

#[test]
fn a_game_is_loaded_from_a_file_up_to_a_move() {
    let file = TestFile::new("game.sgf", GAME);
    let path = file.0.to_str().unwrap();
    let mut gtp = small();
    gtp.tell(&format!("loadsgf {path}"));
    assert_eq!(gtp.position(), "...../.wwb./.bb../...../..... w 0 - 0:0");
    assert!(gtp.tell("showboard").contains("Komi 0.5"));
    gtp.tell("undo; undo");
    assert_eq!(gtp.position(), "...../.w.../.bb../...../..... w 0 - 0:0");
    gtp.tell(&format!("loadsgf {path} 3"));
    assert_eq!(gtp.position(), "...../.w.../..b../...../..... b 0 - 0:0");
    gtp.tell(&format!("loadsgf {path} 1; genmove b; boardsize 9"));
    gtp.quit();
}

#[test]
fn a_file_that_cannot_be_loaded_changes_nothing() {
    let broken = TestFile::new("broken.sgf", "(;SZ[5]\n;B[zz])");
    let mut gtp = small();
    gtp.tell("play b C3");
    let before = gtp.position();
    let message = gtp.refused(&format!("loadsgf {}", broken.0.display()));
    assert_eq!(message, "cannot load file: line 2, column 4: `zz` is no point of a 5x5 board");
    // A directory and a device, which never ends, are no files.
    for name in ["/no/such/file.sgf", "/", "/dev/zero", "/dev/stdin"] {
        assert!(gtp.refused(&format!("loadsgf {name}")).starts_with("cannot load file"), "{name}");
    }
    assert_eq!(gtp.position(), before);
    gtp.quit();
}

/// All is Black's but a corner of four points, in which two white stones stand that cannot live.
const DEAD: &str = "gogui-play_sequence \
    b A3 b B3 b C3 b D3 b E3 b C1 b E1 b C2 b D2 b E5 b A5 b C5 b B4 b C4 b D4 w A2 w B1";

#[test]
fn dead_stones_are_told_and_the_rest_is_alive() {
    let mut gtp = small();
    gtp.tell(DEAD);
    let dead = gtp.tell("final_status_list dead");
    let mut dead: Vec<_> = dead.split(' ').collect();
    dead.sort_unstable();
    assert_eq!(dead, ["A2", "B1"]);
    assert_eq!(gtp.tell("final_status_list alive").split(' ').count(), 15);
    assert_eq!(gtp.tell("final_status_list seki"), "");
    gtp.quit();
}

#[test]
fn cleaning_up_goes_on_until_no_dead_stone_stands() {
    let mut gtp = small();
    gtp.tell(DEAD);
    gtp.tell("play b pass; play w pass");
    let mut plies = 0;
    while gtp.tell("kgs-genmove_cleanup b") != "pass" {
        gtp.tell("play w pass");
        plies += 1;
        assert!(plies < 30, "{}", gtp.position());
    }
    assert_eq!(gtp.tell("final_status_list dead"), "");
    assert!(gtp.position().split(' ').next().is_some_and(|rows| !rows.contains('w')));
    gtp.quit();
}

#[test]
fn the_engine_plays_on_while_dead_stones_would_cost_it_the_game() {
    // As the board stands the three points above the white stone are nobody's: 22 stones and no
    // territory lose against a komi of 22.5, and with the stone taken Black has all 25.
    let mut gtp = Controller::new("size=5,komi=22.5", "mcts:sims=2000,seed=1");
    gtp.tell(
        "gogui-play_sequence b A1 b B1 b C1 b D1 b E1 b A2 b B2 b C2 b E2 b A3 b B3 b C3 b D3 \
         b E3 b A4 b B4 b C4 b E4 b A5 b B5 w D5",
    );
    gtp.tell("play w pass");
    assert_ne!(gtp.tell("genmove b"), "pass");
    gtp.quit();
}

#[test]
fn bad_lines_are_answered_and_never_fatal() {
    let output = run_with(
        &["gtp"],
        "\u{0}\u{7f}\nnonsense \u{1b}[31m\n5\nplay \u{7} x\nboardsize\nkomi\nkomi nan\n\
         loadsgf \u{1b}[31m\nplay b \u{1b}[31m\nlz-analyze \u{1b}x\nundo x\nfixed_handicap -1\n\
         known_command\nclear_board\nquit\n",
    );
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(text.matches("\n\n").count(), 14, "{text}");
    assert!(!text.contains('\u{1b}') && !stderr(&output).contains('\u{1b}'), "{text}");
    assert!(!stderr(&output).contains("internal error"), "{}", stderr(&output));
    assert!(stderr(&output).lines().count() >= 10, "{}", stderr(&output));
    assert!(text.ends_with("=\n\n=\n\n"), "{text}");
}

#[test]
fn the_end_of_input_ends_the_session_and_its_searches() {
    let output = run_with(&["gtp", "--player", "mcts:sims=50,seed=1"], "3 genmove b");
    assert!(stdout(&output).starts_with("=3 "), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(0));
    let output = run_with(&["gtp"], "lz-analyze");
    assert!(stdout(&output).starts_with("=\ninfo move "), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn wrong_arguments_are_refused() {
    for (args, message) in [
        (&["gtp", "chess"][..], "valid: othello, go"),
        (&["gtp", "goo"], "did you mean `go`?"),
        (&["gtp", "--rules", "size=26"], "`26` is no size"),
        (&["gtp", "--player", "human"], "human"),
        (&["gtp", "--player", "mcts:sims=0"], "sims"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert_eq!((stderr(&output).lines().count(), stdout(&output)), (1, String::new()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_lines_are_answered_one_by_one(
        lines in prop::collection::vec(
            "[0-9]{0,2} ?(play|boardsize|komi|undo|showboard|all_legal|final_score|genmove|lz-analyze|\
             final_status_list|loadsgf|time_left|time_settings|fixed_handicap|gogui-play_sequence|\
             kgs-time_settings|kata-genmove_analyze|clear_board|known_command|\\PC{0,6})\
             ( (b|w|black|B2|C3|a1|pass|dead|5|3|0.5|-1|interval|1|\\PC{0,4})){0,4}",
            1..12,
        ),
    ) {
        let input = lines.join("\n");
        let output = run_with(&["gtp", "--rules", "size=3", "--player", "mcts:sims=5,seed=1"], &input);
        let text = stdout(&output);
        prop_assert_eq!(output.status.code(), Some(0));
        prop_assert!(!stderr(&output).contains("internal error"), "{}", stderr(&output));
        let mut answers = text.split("\n\n").collect::<Vec<_>>();
        prop_assert!(matches!(answers.pop(), None | Some("")), "{text}");
        for answer in answers {
            prop_assert!(answer.starts_with(['=', '?']), "{text}");
            prop_assert!(!answer.contains(|c: char| c.is_control() && c != '\n'), "{text}");
        }
    }
}

#[test]
fn a_game_and_its_komi_are_told() {
    let input = "boardsize 5\nkomi 0.5\nplay b C3\nplay w D4\nget_komi\nprintsgf\nkgs-chat x y z\n";
    let text = stdout(&run_with(&["gtp"], input));
    assert!(text.contains("\n= 0.5\n\n= (;"), "{text}");
    // Columns from the left, rows from the top.
    assert!(text.contains("SZ[5]") && text.contains(";B[cc];W[db])"), "{text}");
    assert!(text.ends_with("= I am a program and do not chat.\n\n"), "{text}");
    let path = std::env::temp_dir().join(format!("games-gtp-{}.sgf", std::process::id()));
    run_with(&["gtp"], &format!("printsgf {}\n", path.display()));
    let saved = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(saved.starts_with("(;"), "{saved}");
    let text = stdout(&run_with(&["gtp", "othello"], "get_komi\n"));
    assert!(text.starts_with("? unknown command"), "{text}");
}

#[test]
fn rules_are_told_and_set_in_katagos_words() {
    let mut controller = Controller::new("size=5,komi=7.5", "random:seed=1");
    let rules: serde_json::Value =
        serde_json::from_str(&controller.tell("kata-get-rules")).expect("an object");
    assert_eq!((&rules["ko"], &rules["suicide"]), (&"SIMPLE".into(), &false.into()));
    let told = controller.tell("kata-set-rules tromp-taylor; kata-get-rules");
    let rules: serde_json::Value = serde_json::from_str(&told).expect("an object");
    assert_eq!((&rules["ko"], &rules["suicide"]), (&"POSITIONAL".into(), &true.into()));
    assert_eq!(controller.tell("kata-set-rules {\"ko\": \"SIMPLE\"}; get_komi"), "7.5");
    assert!(controller.refused("kata-set-rules japanese").contains("`tax` `SEKI`"));
    assert!(controller.refused("kata-set-rules nonsense").contains("tromp-taylor"));
    assert_eq!(controller.tell("kata-set-rule suicide false; get_komi"), "7.5");
    assert_eq!(controller.tell("known_command kata-get-rules"), "true");
}

#[test]
fn the_processor_time_is_told() {
    let mut controller = Controller::new("size=5", "mcts:sims=20000,seed=1");
    let mut told = || controller.tell("cputime").parse::<f64>().expect("seconds");
    let begun = told();
    std::thread::sleep(std::time::Duration::from_millis(400));
    let rested = told();
    controller.tell("genmove b");
    let worked = controller.tell("cputime").parse::<f64>().expect("seconds");
    // Who waits takes none of it, and the thread that searches counts as well.
    assert!(0.0 <= begun && begun <= rested && rested < begun + 0.2, "{begun} {rested}");
    assert!(worked > rested + 0.02 && worked < rested + 300.0, "{rested} {worked}");
}

#[test]
fn a_hopeless_side_resigns_and_a_hopeful_one_plays() {
    let args = ["gtp", "go", "--rules", "size=5,komi=30.5", "--player", "mcts:sims=200,seed=1"];
    let commands = "genmove b\nundo\ngenmove w\n";
    let output = run_with(&[&args[..], &["--resign", "20"]].concat(), commands);
    let text = stdout(&output);
    // Nothing was played that could be taken back.
    assert!(text.starts_with("= resign\n\n? cannot undo\n\n= "), "{text}");
    assert!(!text.trim_end().ends_with("resign"), "{text}");
    assert!(!stdout(&run_with(&args, "genmove b\n")).contains("resign"));
    // Who only asks what it would play is told a move.
    let asked = run_with(&[&args[..], &["--resign", "20"]].concat(), "reg_genmove b\n");
    assert!(!stdout(&asked).contains("resign"), "{}", stdout(&asked));
}
