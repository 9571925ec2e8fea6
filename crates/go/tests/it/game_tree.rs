//! Trees of games of Go in SGF: variations, comments, judgements, clocks, scores.

use core::time::Duration;

use games_core::{
    FileFormat, Game, GameTree, Outcome, Record, Rng, Side,
    entry::{Entry, GameOptions},
    game_tree::{Evaluation, Glyph, Header, NodeId, Remarks},
    seeded,
};
use go::{Go9, GoEntry};
use proptest::prelude::*;

use crate::rules;

const SGF: FileFormat = GoEntry::FILES[0];

fn games(text: &str) -> Vec<Result<GameTree, String>> {
    let options = GameOptions::defaults(GoEntry::KEYS);
    (SGF.games)(text, &options).map(|game| game.map_err(|e| e.to_string())).collect()
}

fn read(text: &str) -> GameTree {
    games(text).swap_remove(0).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn write(tree: &GameTree) -> String {
    (SGF.write)(tree).unwrap_or_else(|e| panic!("{e}"))
}

/// All moves with their places in the tree.
fn moves(tree: &GameTree) -> Vec<String> {
    tree.walk().map(|(_, node)| format!("{} {}", tree.path(node), tree.text(node))).collect()
}

/// A file as servers and editors write it.
const SERVED: &str = r"(;FF[4]GM[1]CA[UTF-8]AP[CGoban:3]ST[2]
RU[Chinese]SZ[9]KM[5.5]TM[1800]PW[some \] one]PB[Other]DT[2024-05-01]EV[Cup]RO[2]
PC[Here, (there)]RE[B+Resign]C[a game]
;B[ee]BL[1795.1]WL[1800]C[a comment with \] and (;B[aa\])
two lines]TE[2]
;W[gc]V[-1.5]DO[]LB[ee:A][gc:B\\]
(;B[cg](;W[gg]TR[gg];B[])(;W[aa]N[corner]))
(;W[cc]BM[1];W[bb];C[no move];B[zz];W[dd])(;AB[aa];B[cc]))";

#[test]
fn everything_that_is_said_of_a_game_is_read() {
    let tree = read(SERVED);
    assert_eq!(
        moves(&tree),
        [
            "1 E5",
            "1.1 G7",
            "1.1.1 C3",
            "1.1.1.1 G3",
            "1.1.1.1.1 pass",
            "1.1.1.2 A9",
            "1.1.2 pass",
            "1.1.2.1 C7",
            "1.1.2.1.1 pass",
            "1.1.2.1.1.1 B8"
        ]
    );
    let header = &tree.header;
    assert_eq!((header.event.as_deref(), header.round.as_deref()), (Some("Cup"), Some("2")));
    assert_eq!(header.site.as_deref(), Some("Here, (there)"));
    assert_eq!(header.date.as_deref(), Some("2024-05-01"));
    assert_eq!(header.outcome, Some(Outcome::Win(Side::First)));
    assert_eq!(header.reason.as_deref(), Some("resignation"));
    assert_eq!((header.tag("TM"), header.tag("AP")), (Some("1800"), Some("CGoban:3")));

    let remarks = |path: &str| tree.remarks(tree.find(path).unwrap());
    assert_eq!(remarks("").comment, "a game");
    let first = remarks("1");
    assert_eq!(first.comment, "a comment with ] and (;B[aa])\ntwo lines");
    assert_eq!(
        (first.clock, &first.glyphs[..]),
        (Some(Duration::from_millis(1_795_100)), &[Glyph::BRILLIANT][..])
    );
    assert_eq!(first.other, [("WL".to_owned(), "1800".to_owned())]);
    let second = remarks("1.1");
    assert_eq!(second.evaluation, Some(Evaluation::Score(-150)));
    assert_eq!(second.glyphs, [Glyph::DUBIOUS]);
    let labels = [("LB", "ee:A"), ("LB", "gc:B\\")].map(|(k, v)| (k.to_owned(), v.to_owned()));
    assert_eq!(second.other, labels);
    assert_eq!(remarks("1.1.2.1").glyphs, [Glyph::MISTAKE]);
    assert_eq!(remarks("1.1.2.1.1.1").comment, "no move");

    let left_out: Vec<_> = tree.left_out.iter().map(ToString::to_string).collect();
    assert_eq!(
        left_out,
        [
            "line 8, column 33: `zz` is no point of a 9x9 board",
            "line 8, column 48: a variation with another start position"
        ]
    );
}

#[test]
fn an_annotated_game_is_written_so() {
    let tree = read(SERVED);
    let text = write(&tree);
    assert_eq!(
        text,
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[5.5]RU[Chinese]PB[Other]PW[some \\] one]RE[B+R]EV[Cup]\
         PC[Here, (there)]DT[2024-05-01]RO[2]AP[CGoban:3]ST[2]TM[1800]C[a game]\n\
         ;B[ee]BL[1795.1]TE[2]WL[1800]C[a comment with \\] and (;B[aa\\])\ntwo lines];W[gc]V[-1.50]\
         DO[]LB[ee:A][gc:B\\\\]\n\
         (;B[cg]\n(;W[gg]TR[gg];B[])\n(;W[aa]N[corner]))\n(;B[];W[cc]BM[1];B[];W[bb]C[no move]))\n"
    );
    assert!(read(&text) == tree);
}

#[test]
fn an_illegal_move_ends_its_variation() {
    let tree = read("(;SZ[9];B[aa](;W[bb])(;W[aa];B[cc])\n(;W[];B[];W[dd]))");
    assert_eq!(moves(&tree), ["1 A9", "1.1 B8", "1.2 pass", "1.2.1 pass"]);
    let left_out: Vec<_> = tree.left_out.iter().map(ToString::to_string).collect();
    assert_eq!(
        left_out,
        [
            "line 1, column 26: `A9` is not legal here: a stone is there",
            "line 2, column 13: `D6` is not legal here: the game is over"
        ]
    );
}

#[test]
fn passes_after_the_end_leave_their_comments() {
    let tree = read("(;SZ[9];B[];W[](;B[]C[counted])(;B[aa]))");
    assert_eq!(moves(&tree), ["1 pass", "1.1 pass"]);
    assert_eq!(tree.remarks(tree.find("1.1").unwrap()).comment, "counted");
}

#[test]
fn the_games_of_a_collection_are_read_in_order() {
    let found = games("\u{feff}(;SZ[9];B[aa])\n (;SZ[5](;B[bb])(;B[cc])) (;SZ[3];B[zz])(;SZ[3])");
    assert_eq!(found.len(), 3, "nothing is read after an error");
    assert_eq!(moves(found[0].as_ref().unwrap()), ["1 A9"]);
    assert_eq!(moves(found[1].as_ref().unwrap()), ["1 B4", "2 C3"]);
    assert_eq!(found[2], Err("line 2, column 37: `zz` is no point of a 3x3 board".to_owned()));
    assert_eq!(games("(;SZ[9])\n\n").len(), 1);
    assert_eq!(games("").len(), 1, "a text without a game is an error");
}

#[test]
fn a_tree_with_an_illegal_move_is_not_written() {
    let mut tree = read("(;SZ[9];B[aa];W[bb])");
    let first = tree.find("1").unwrap();
    tree.add(first, "A9");
    let error = (SGF.write)(&tree).unwrap_err().to_string();
    assert!(error.starts_with("variation 1.2: `A9` is not legal here"), "{error}");
}

#[test]
fn nests_and_rows_of_variations_take_no_stack() {
    let n = 100_000;
    // All of them begin at the same place, each in the one before it.
    let nest = format!("(;SZ[9];B[ee]{}{})", "(;C[x]".repeat(n), ")".repeat(n));
    assert_eq!(moves(&read(&nest)), ["1 E5"]);
    let row = format!("(;SZ[9];B[ee]{})", "(;W[aa])(;B[bb])".repeat(20_000));
    let tree = read(&row);
    assert_eq!(tree.walk().count(), 1 + 20_000 + 1 + 20_000);
    assert!(read(&write(&tree)).walk().count() == 40_002);
}

/// A tree of random legal lines with random remarks, all of which SGF holds.
fn random_tree(seed: u64) -> GameTree {
    let mut rng = seeded(seed);
    let options =
        "preset=chinese,size=9,komi=5.5,ko=simple,suicide=forbidden,scoring=area,repetition=draw";
    let go = Go9::new(rules(options)).unwrap();
    let mut header = Header::of(options, Record::new(go).position_text());
    header.players[0] = Some("a]\\b:c".to_owned());
    header.event = Some("Cup".to_owned());
    header.tags.push(("TM".to_owned(), "1800".to_owned()));
    let end = [(Some(Outcome::Win(Side::Second)), Some("time".to_owned())), (None, None)];
    (header.outcome, header.reason) = end[rng.below(2) as usize].clone();
    let mut tree = GameTree::new(header);
    let mut states = vec![go.initial()];
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..rng.below(60) {
        let last = nodes.len() as u32 - 1;
        let i = if rng.below(3) == 0 { rng.below(last + 1) } else { last } as usize;
        // Games that end are another matter.
        let Some(m) = go.random_move(&states[i], &mut rng).ok().filter(|m| m.point().is_some())
        else {
            continue;
        };
        let mut state = states[i].clone();
        nodes.push(tree.add(nodes[i], &games_core::Notation::move_text(&go, &state, m)));
        go.apply(&mut state, m);
        states.push(state);
    }
    for node in nodes {
        *tree.remarks_mut(node) = random_remarks(&mut rng, node == NodeId::ROOT);
    }
    tree
}

fn random_remarks(rng: &mut impl Rng, is_root: bool) -> Remarks {
    let mut remarks = Remarks::new();
    let words = ["", "good", "a] [b\\ :\n(;B[aa])", "é—ü"];
    words[rng.below(4) as usize].clone_into(&mut remarks.comment);
    let mut some = |n| (rng.below(3) == 0).then(|| rng.below(n));
    remarks.glyphs.extend(some(6).map(|n| Glyph(n as u8 + 1)));
    remarks.evaluation = some(2000).map(|n| Evaluation::Score(n as i32 - 1000));
    if !is_root {
        remarks.clock = some(20_000_000).map(|n| Duration::from_millis(n.into()));
        let label = some(9).map(|n| ("LB".to_owned(), format!("aa:{n}]")));
        remarks.other.extend(label);
    }
    remarks
}

proptest! {
    #[test]
    fn a_tree_comes_back_as_it_was_written(seed: u64) {
        let tree = random_tree(seed);
        let text = write(&tree);
        prop_assert!(read(&text) == tree, "{}", text);
    }

    #[test]
    fn no_text_makes_a_reader_of_trees_panic(
        text in r"([()\[\];:\\a-yA-Z0-9]|;B\[[a-e][a-e]\]|;W\[[a-e][a-e]\]|\(;W\[\]|\)|AB\[aa\]|C\[|\]|BL\[5\]|\PC){0,60}",
    ) {
        for text in [text.clone(), format!("(;SZ[5]{text})"), format!("(;SZ[9];B[ee](;W[aa]{text});B[bb])")] {
            for tree in games(&text).into_iter().flatten() {
                // Every move was played, so it can be written; and so the games in it are the same.
                let again = read(&write(&tree));
                prop_assert_eq!(moves(&again), moves(&tree), "{}", &text);
                prop_assert_eq!(again.left_out, vec![]);
            }
        }
    }
}
