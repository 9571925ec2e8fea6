//! Game records.

use games_core::Record;
use go::{Color, Go, Go9, Go19, Go25, sgf::File};
use proptest::prelude::*;

use crate::{game, played, rules};

fn read(text: &str) -> File {
    File::parse(text).unwrap_or_else(|e| panic!("{e}"))
}

fn replayed(text: &str) -> Record<Go25> {
    let file = read(text);
    file.replay(game(file.rules(None).unwrap())).unwrap_or_else(|e| panic!("{e}"))
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let result = File::parse(text).and_then(|file| {
        let rules = file.rules(None)?;
        file.replay(game(rules)).map(drop)
    });
    assert_eq!(result.map_err(|e| e.to_string()), Err(message.to_owned()));
}

// A file as servers write it: comments, variations, marks, line breaks, time.
const SERVED: &str = r#"(;FF[4]GM[1]CA[UTF-8]AP[CGoban:3]ST[2]
RU[Chinese]SZ[9]KM[5.50]TM[1800]OT[5x30 byo-yomi]
PW[some \] one]PB[Other]WR[3k]BR[2d]DT[2024-05-01]PC[Here, (there); anywhere]RE[B+Resign]
;B[ee]BL[1795.1]C[a comment with \] and (;B[aa\])]
;W[gc]
(;B[cg](;W[gg]TR[gg];B[])(;W[aa]))
(;B[cc];W[bb]))"#;

#[test]
fn the_main_line_of_a_served_game_is_read() {
    let file = read(SERVED);
    assert_eq!(file.size.width(), 9);
    assert_eq!(file.komi.unwrap().in_half_points(), 11);
    assert_eq!(file.players, [Some("Other".to_owned()), Some("some ] one".to_owned())]);
    assert_eq!(file.result.as_deref(), Some("B+Resign"));
    let record = replayed(SERVED);
    assert_eq!(record.move_texts(), ["E5", "G7", "C3", "G3", "pass"]);
    assert_eq!(record.game().rules().repetition, go::Repetition::Draw);
}

#[test]
fn coordinates_run_from_the_top_left() {
    // GTP D4 on 9x9 is `df`, A1 is `ai`.
    assert_eq!(replayed("(;SZ[9];B[df];W[ai])").move_texts(), ["D4", "A1"]);
    assert_eq!(replayed("(;SZ[7:5];B[ga];W[ae])").move_texts(), ["G5", "A1"]);
    assert_eq!(replayed("(;SZ[25];B[yy])").move_texts(), ["Z1"]);
}

#[test]
fn passes_are_empty_or_tt() {
    assert_eq!(
        replayed("(;SZ[9];B[tt];W[aa];B[ ];W[];B[])").move_texts(),
        ["pass", "A9", "pass", "pass"]
    );
    assert_eq!(replayed("(;SZ[20];B[tt])").move_texts(), ["U1"]);
}

#[test]
fn stones_are_set_up_and_handicap_lets_white_begin() {
    let record = replayed("(;SZ[9]HA[2]AB[gc][cg];W[ee])");
    assert_eq!(
        record.position_text(),
        "........./........./......b../........./....w..../........./..b....../........./......... b 0 - 0:0"
    );
    // Rectangles, cleared points, an explicit player, setup in a later node.
    let record = replayed("(;SZ[3]AB[aa:ca]AW[ac];AE[ba]PL[W])");
    assert_eq!(record.position_text(), "b.b/.../w.. w 0 - 0:0");
    assert_eq!(read("(;SZ[3]AB[aa])").first_to_move(), Color::White);
    assert_eq!(read("(;SZ[3]AB[aa]AW[cc])").first_to_move(), Color::Black);
}

#[test]
fn a_color_that_moves_twice_lets_the_other_pass() {
    let record = replayed("(;SZ[9];B[aa];B[bb];W[cc])");
    assert_eq!(record.move_texts(), ["A9", "pass", "B8", "C7"]);
}

#[test]
fn rules_are_known_by_the_names_that_programs_write() {
    let named = |name: &str| read(&format!("(;SZ[9]KM[0.5]RU[{name}])")).rules(None).unwrap();
    let preset = |name: &str| rules(&format!("preset={name},komi=0.5"));
    assert_eq!(named("Japanese"), preset("japanese-like"));
    assert_eq!(named("chinese"), preset("chinese"));
    assert_eq!(named("AGA"), preset("aga"));
    assert_eq!(named("NZ"), preset("new-zealand"));
    assert_eq!(named("Tromp-Taylor"), preset("tromp-taylor"));
    assert_eq!(named("somebody's own"), preset("simple"));
    assert_eq!(named("seed"), preset("simple"));
    assert_eq!(named("ko=ssk,suicide=multi"), rules("komi=0.5,ko=ssk,suicide=multi"));
    assert!(read("(;RU[ko=maybe])").rules(None).is_err());
}

#[test]
fn written_files_are_read_back() {
    for options in ["size=9", "preset=chinese,size=5x4,komi=-2", "size=20,ko=none,max_plies=9"] {
        let moves = "A1 B2 pass C3 A2 B1 D4";
        let record = played(options, None, moves);
        let mut file = File::of(&record);
        file.players = [Some("a]b\\c:d".to_owned()), Some("x\ny".to_owned())];
        let text = file.text();
        let again = read(&text);
        assert_eq!(again.players, [Some("a]b\\c:d".to_owned()), Some("x y".to_owned())]);
        assert_eq!(again.rules(None).unwrap(), *record.game().rules(), "{text}");
        let replayed = again.replay(*record.game()).unwrap();
        assert_eq!(replayed.position_text(), record.position_text(), "{text}");
        assert_eq!(again.text(), File { players: again.players.clone(), ..file }.text());
    }
}

#[test]
fn a_written_file_looks_like_this() {
    let record =
        played("size=5,komi=0.5", Some("...../.b.../...../...w./..... w"), "C3 D4 pass pass");
    assert_eq!(
        File::of(&record).text(),
        "(;FF[4]GM[1]CA[UTF-8]SZ[5]KM[0.5]RU[simple]RE[W+0.5]AB[bb]AW[dd]PL[W]\n;W[cc];B[db];W[];B[])\n"
    );
    let capped = played("size=3,max_plies=1", None, "B2");
    assert!(File::of(&capped).text().contains("RE[B+2.5]"));
}

#[test]
fn the_types_of_every_width_replay() {
    fn texts<I: go::Index, const N: usize>(game: Result<Go<I, N>, go::TooLarge>) -> Vec<String> {
        read("(;SZ[5];B[aa];W[bb])").replay(game.unwrap()).unwrap().move_texts()
    }
    let rules = rules("size=5");
    assert_eq!(texts(Go9::new(rules)), ["A5", "B4"]);
    assert_eq!(texts(Go19::new(rules)), ["A5", "B4"]);
}

#[test]
fn broken_files_give_one_error_with_line_and_column() {
    refused("", "line 1, column 1: expected a game, which begins with `(;`, found the end");
    refused("hello", "line 1, column 1: expected a game, which begins with `(;`, found `h`");
    refused("(", "line 1, column 2: the file ends inside a game: a `)` is missing");
    refused("()", "line 1, column 2: expected a node, which begins with `;`, found `)`");
    refused("(;SZ[9]\n;B[ee]", "line 2, column 7: the file ends inside a game: a `)` is missing");
    refused("(;SZ[9]\n;B[ee)", "line 2, column 3: a `[` is never closed");
    refused("(;SZ[9]\n é;B[ee])", "line 2, column 2: expected `;`, `(` or `)`, found `é`");
    refused("(;SZ[9]\n;B)", "line 2, column 2: `B` has no value in brackets");
    refused("(;SZ[9]\n;B[ee][aa])", "line 2, column 8: a second move in one node");
    refused("(;SZ[9]\n;B[jj])", "line 2, column 4: `jj` is no point of a 9x9 board");
    refused(
        "(;SZ[9]\n;B[ee]\n;W[ee])",
        "line 3, column 4: move 2: `E5` is not legal here: a stone is there",
    );
    refused("(;SZ[99])", "line 1, column 6: `99` is no size from 1 to 25");
    refused("(;SZ[9x9])", "line 1, column 6: `9x9` is no size from 1 to 25");
    refused(
        "(;KM[x])",
        "line 1, column 6: `x` is no komi: expected a multiple of 0.5 from -10000 to 10000",
    );
    refused("(;GM[2])", "line 1, column 6: the file is not of Go, which is `GM[1]`");
    refused("(;PL[X])", "line 1, column 6: `X` is no player; expected B or W");
    refused("(;SZ[9];B[aa];AB[bb])", "line 1, column 18: stones are set up after the first move");
    refused("(;SZ[9];SZ[8])", "line 1, column 12: the size belongs into the first node");
    refused("(;SZ[9][8])", "line 1, column 3: `SZ` has more than one value");
    refused(
        "(;SZ[3];B[];W[];B[aa])",
        "line 1, column 19: move 3: is played after the end of the game",
    );
    refused("(;SZ[2]AB[aa][ab]AW[ba][bb])", "the chain at A2 has no liberty");
}

#[test]
fn a_million_brackets_cost_no_stack() {
    let n = 1_000_000;
    let deep = format!("{}{}", "(;".repeat(n), ")".repeat(n));
    assert_eq!(read(&deep).moves, []);
    assert!(File::parse(&"(".repeat(n)).is_err());
    assert!(File::parse(&"(;".repeat(n)).is_err());
    assert!(File::parse(&format!("(;{}", "A[".repeat(n))).is_err());
    assert!(File::parse(&format!("(;{}[x])", "A".repeat(n))).is_ok());
    assert_eq!(read(&format!("(;SZ[9]{})", ";B[];W[]".repeat(n))).moves.len(), 2 * n);
    let long = format!("(;SZ[9]{})", ";B[ee]".repeat(n));
    let file = read(&long);
    assert!(file.replay(game(file.rules(None).unwrap())).is_err());
}

#[test]
fn a_byte_order_mark_and_a_second_game_are_left_out() {
    assert_eq!(replayed("\u{feff}\n (;SZ[9];B[ee]) (;broken").move_texts(), ["E5"]);
    // Older files spell properties out.
    assert_eq!(replayed("(;SiZe[9];Black[ee])").move_texts(), ["E5"]);
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(
        text in r"(\PC|[()\[\];:\\a-yA-Z0-9]|AB|SZ|B\[|W\[){0,80}",
        cut in 0..SERVED.len(),
    ) {
        let check = |text: &str| {
            if let Ok(file) = File::parse(text) && let Ok(rules) = file.rules(None) {
                let _ = file.replay(game(rules));
                prop_assert_eq!(File::parse(&file.text()).map(|f| f.moves.len()), Ok(file.moves.len()));
            }
            Ok(())
        };
        check(&text)?;
        check(&format!("(;{text})"))?;
        if SERVED.is_char_boundary(cut) {
            check(&format!("{}{text}{}", &SERVED[..cut], &SERVED[cut..]))?;
            check(&SERVED[..cut])?;
        }
    }
}
