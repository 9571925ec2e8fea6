//! Boards for the terminal.

use games_core::{
    Board, BoardKind, Counter, FirstRow, Mark, MarkKind, Piece, Record, Shade, Side, View,
    draw::{self, Style},
    toy::TicTacToe,
};

const UNICODE: Style = Style { color: false, unicode: true };

fn piece(board: &Board, cell: &str, glyph: &'static str, symbol: char, side: Side) -> Piece {
    Piece { at: board.cell(cell).unwrap(), glyph, symbol, side: Some(side), z: 0 }
}

fn mark(board: &Board, cell: &str, kind: MarkKind) -> Mark {
    Mark { at: board.cell(cell).unwrap(), kind }
}

fn go(n: usize) -> Board {
    let mut board = Board::squares(n, n, FirstRow::Bottom, Shade::Plain);
    board.kind = BoardKind::Points;
    board
}

#[test]
fn a_won_game_shows_its_line() {
    let mut record = Record::new(TicTacToe);
    record.play_line("b2 a1 c1 a2 a3").unwrap();
    let text = draw::text_of(&TicTacToe, record.state(), record.last_move(), Style::PLAIN);
    assert_eq!(text, "  a b c\n1 O .[X]\n2 O[X].\n3[X]. .\n");
}

#[test]
fn legal_moves_are_marked() {
    let mut record = Record::new(TicTacToe);
    record.play_line("b2 a1 c1").unwrap();
    let board = Board::squares(3, 3, FirstRow::Top, Shade::Plain);
    let mut view = View::default().with_marks(draw::legal_marks(&TicTacToe, record.state()));
    view.pieces.push(piece(&board, "b2", "cross", 'X', Side::First));
    assert_eq!(draw::text(&board, &view, Style::PLAIN), "  a b c\n1 . * .\n2 * X *\n3 * * *\n");
}

#[test]
fn neighbouring_signs_share_their_place() {
    let board = Board::squares(3, 1, FirstRow::Top, Shade::Plain);
    let marks = ["a1", "b1"].map(|cell| mark(&board, cell, MarkKind::Last)).into();
    let view = View::default().with_marks(marks);
    assert_eq!(draw::text(&board, &view, Style::PLAIN), "  a b c\n1(.|.).\n");
}

#[test]
fn stacks_show_every_piece_and_keep_the_columns() {
    let board = Board::squares(3, 2, FirstRow::Bottom, Shade::Checker);
    let mut pieces = vec![
        piece(&board, "b1", "queen", 'Q', Side::First),
        piece(&board, "b1", "pawn", 'p', Side::Second),
        piece(&board, "c2", "king", 'k', Side::Second),
    ];
    pieces[0].z = 1;
    let view = View::default().with_pieces(pieces);
    let text = draw::text(&board, &view, Style::PLAIN);
    assert_eq!(text, "2 .   .   k\n1 .   Q/p .\n  a   b   c\n");
}

#[test]
fn big_boards_stay_aligned() {
    let board = Board::squares(28, 12, FirstRow::Bottom, Shade::Plain);
    let view = View::default()
        .with_pieces(vec![piece(&board, "ab12", "man", 'M', Side::First)])
        .with_marks(vec![mark(&board, "aa1", MarkKind::Last)]);
    insta::assert_snapshot!(draw::text(&board, &view, Style::PLAIN));
}

#[test]
fn go_boards_have_lines_in_unicode() {
    let mut board = go(5);
    board.dots = vec![12];
    let counter =
        Counter { side: Some(Side::First), label: "Black prisoners".into(), value: "0".into() };
    let view = View::default()
        .with_pieces(vec![
            piece(&board, "b3", "stone", 'X', Side::First),
            piece(&board, "d4", "stone", 'O', Side::Second),
        ])
        .with_marks(vec![mark(&board, "d4", MarkKind::Last), mark(&board, "a1", MarkKind::Barred)])
        .with_counters(vec![counter]);
    insta::assert_snapshot!(draw::text(&board, &view, UNICODE));
}

#[test]
fn lanes_tell_the_gap_between_two_men() {
    let mut board = Board::squares(6, 2, FirstRow::Top, Shade::Plain);
    board.kind = BoardKind::Rows;
    board.col_labels.clear();
    let pieces = vec![
        piece(&board, "b1", "man", 'W', Side::First),
        piece(&board, "f1", "man", 'B', Side::Second),
        piece(&board, "c2", "man", 'W', Side::First),
        piece(&board, "d2", "man", 'B', Side::Second),
    ];
    let view = View::default().with_pieces(pieces);
    let text = draw::text(&board, &view, Style::PLAIN);
    assert_eq!(text, "1 . W . . . B  gap 3\n2 . . W B . .  gap 0\n");
}

#[test]
fn colors_are_reset_on_every_line() {
    let board = Board::squares(2, 2, FirstRow::Top, Shade::Felt);
    let view = View::default().with_pieces(vec![
        piece(&board, "a1", "disc", 'X', Side::First),
        piece(&board, "b1", "disc", 'O', Side::Second),
    ]);
    let text = draw::text(&board, &view, Style::RICH);
    let line = text.lines().nth(1).unwrap();
    assert_eq!(
        line,
        "1\u{1b}[48;5;28;1;38;5;16m \u{25cf} \u{1b}[48;5;28;1;38;5;231m \u{25cf} \u{1b}[0m"
    );
    for line in text.lines() {
        assert!(!line.contains('\u{1b}') || line.ends_with("\u{1b}[0m"), "{line:?}");
    }
}

#[test]
fn strange_descriptions_do_no_harm() {
    let mut board = Board::squares(2, 1, FirstRow::Top, Shade::Felt);
    board.col_labels = vec!["\u{1b}[31m".into()];
    board.row_labels.clear();
    let counter = Counter { side: None, label: "\u{7}x".into(), value: "1\n2".into() };
    let view = View::default()
        .with_pieces(vec![Piece { at: 99, glyph: "disc", symbol: '\u{1b}', side: None, z: 0 }])
        .with_marks(vec![Mark { at: 99, kind: MarkKind::Last }])
        .with_counters(vec![counter]);
    assert_eq!(draw::text(&board, &view, Style::PLAIN), " [31m\n .    .\nx 12\n");
    assert_eq!(draw::text(&Board::text(), &View::default(), Style::PLAIN), "");
}
