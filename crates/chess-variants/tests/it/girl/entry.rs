//! How the game presents itself.

use chess_variants::girl::GirlChessEntry;
use games_core::entry::{Entry, GameOptions};

use crate::girl::fixtures::{InitialText, names, try_with_rules, with_rules};

#[track_caller]
fn start(rules: &str, expected: &str) {
    assert_eq!(with_rules(Some(rules), None, InitialText), expected);
}

#[track_caller]
fn refused(rules: Option<&str>, position: Option<&str>, message: &str) {
    let error = try_with_rules(rules, position, InitialText).unwrap_err();
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn a_board_of_8_files_has_a_default_setup() {
    assert_eq!(with_rules(None, None, InitialText), "grkbtesf/8/8/8/8/8/8/FSETBKRG w");
    start("first=black", "grkbtesf/8/8/8/8/8/8/FSETBKRG b");
    start("size=8x2", "grkbtesf/FSETBKRG w");
    start("size=8", "grkbtesf/8/8/8/8/8/8/FSETBKRG w");
    start("size=8x16", &format!("grkbtesf/{}FSETBKRG w", "8/".repeat(14)));
    for size in ["8x1", "5x5", "16x16", "7x8"] {
        refused(Some(&format!("size={size}")), None, "no default setup");
    }
}

#[test]
fn sizes_beyond_the_caps_and_other_nonsense_are_refused() {
    for size in
        ["8x17", "17x8", "0x8", "8x0", "x", "8x", "8x8x8", "+8x8", "8 x8", "08x999999999999"]
    {
        refused(Some(&format!("size={size}")), None, "is no size; expected WxH, 1x1 to 16x16");
    }
    refused(Some("repetition=1"), None, "repetition=1 would end every game");
}

#[test]
fn the_position_fixes_the_size_and_may_not_contradict_it() {
    let text = "gktb/4/4/BTKG w";
    assert_eq!(with_rules(None, Some(text), InitialText), text);
    assert_eq!(with_rules(Some("size=4x4"), Some(text), InitialText), text);
    refused(Some("size=5x5"), Some(text), "size 5x5 contradicts the position, which is 4x4");
    // The initial position of a board that has a default setup is that one.
    let lone = "7g/8/8/8/8/8/8/G7 b";
    assert_eq!(with_rules(None, Some(lone), InitialText), with_rules(None, None, InitialText));
    // What is wrong with a text is said by whoever reads it.
    assert!(try_with_rules(Some("size=5x5"), Some("gX w"), InitialText).is_ok());
}

#[test]
fn the_full_text_of_the_options_tells_the_size() {
    let rules = GameOptions::parse(GirlChessEntry::KEYS, "null_moves=true").unwrap();
    let rest = "first=white,egg_copies=any,egg_captures=true,null_moves=true,\
                snail_optional=false,no_moves=draw,repetition=3,ply_cap=400";
    let full = |position| GirlChessEntry::full_text(&rules, position);
    assert_eq!(full(None), format!("size=8x8,{rest}"));
    assert_eq!(full(Some("3/g1G/3 w")), format!("size=3x3,{rest}"));
    assert_eq!(full(Some("nonsense")), format!("size=8x8,{rest}"));
}

#[test]
fn options_reach_the_rules() {
    let position = "g7/8/8/3r4/3Eb3/3FS3/8/G7 w";
    let n = |rules| names(rules, position).len();
    let all = n(None);
    for rules in ["egg_copies=own", "egg_captures=false", "null_moves=true", "snail_optional=true"]
    {
        assert_ne!(n(Some(rules)), all, "{rules}");
    }
}
