//! What the boards show beyond the pieces.

use games_core::{
    BoardKind, MarkKind, Record,
    entry::{Playable, Visitor},
};

use crate::fixtures::visit;

/// The cells with a mark after a line of moves, in the order of the board.
struct Marked<'a>(&'a str, &'a str, MarkKind);

impl Visitor for Marked<'_> {
    type Out = String;

    fn visit<G: Playable>(self, game: G) -> String {
        let Self(position, line, kind) = self;
        let mut record = Record::parse(game, position).unwrap();
        record.play_line(line).unwrap();
        let view = record.game().view(record.state(), record.last_move());
        let mut cells: Vec<_> =
            view.marks.iter().filter(|mark| mark.kind == kind).map(|mark| mark.at).collect();
        cells.sort_unstable();
        cells.dedup();
        let board = record.game().board();
        assert_ne!(board.kind, BoardKind::Text);
        cells.into_iter().map(|at| board.cells[at].as_str()).collect::<Vec<_>>().join(" ")
    }
}

fn marked(id: &str, rules: &str, position: &str, line: &str, kind: MarkKind) -> String {
    visit(id, rules, Some(position), Marked(position, line, kind)).unwrap()
}

#[test]
fn the_winning_line_is_marked_in_full() {
    let line = |rules, position, m| marked("tictactoe", rules, position, m, MarkKind::Line);
    assert_eq!(line("", "(o -xx- xxoo --o-)", "a1 d3"), "b3 c3 d3");
    assert_eq!(line("", "(x -xx- xxoo --o-)", "a3"), "a3 b3 c3");
    assert_eq!(line("", "(x xx-xx)", "c1"), "a1 b1 c1 d1 e1");
    assert_eq!(line("diagonals=true", "(x --x --- x--)", "b2"), "c3 b2 a1");
    assert_eq!(line("", "(x x - x)", "a2"), "a3 a2 a1");
}

#[test]
fn the_piece_that_may_go_again_is_marked_unless_any_may() {
    let must = |rules| marked("konane", rules, "(b \"\" wbwb b--w --w-)", "d3-d1", MarkKind::Must);
    assert_eq!(must(""), "d1");
    assert_eq!(must("any_piece=true"), "");
    let show = |kind| marked("konane", "", "(b \"\" wbwb b--w --w-)", "d3-d1", kind);
    assert_eq!((show(MarkKind::Last), show(MarkKind::Gone)), ("d3 d1".into(), "d2".into()));
}

#[test]
fn the_sheets_pictures_of_blocked_jumps() {
    let barred = |rules, position| marked("knights-dance", rules, position, "", MarkKind::Barred);
    // White on b3 takes a4 and c4 from a black knight on b2.
    assert_eq!(barred("jump_block=true", "(b 4 4 b3 d1 a1 b2)"), "a4 c4");
    assert_eq!(barred("jump_block=true", "(b 4 4 d4 a1 b3 b2)"), "a4 c4");
    // The own king on b3 takes b4 and a3 from a black knight on c2.
    assert_eq!(barred("jump_block=true", "(b 4 4 a1 b3 d4 c2)"), "b4 a3");
    // Pieces that are not next to each other block nothing.
    assert_eq!(barred("jump_block=true", "(b 4 4 d4 a1 b4 b2)"), "");
    assert_eq!(barred("", "(b 4 4 b3 d1 a1 b2)"), "");
}

#[test]
fn long_number_lines_are_not_drawn() {
    struct Kind;
    impl Visitor for Kind {
        type Out = (BoardKind, usize);
        fn visit<G: Playable>(self, game: G) -> (BoardKind, usize) {
            (game.board().kind, game.board().cells.len())
        }
    }
    assert_eq!(visit("ten", "", None, Kind).unwrap(), (BoardKind::Line, 11));
    assert_eq!(visit("ten", "target=1000", None, Kind).unwrap(), (BoardKind::Text, 0));
}
