//! Boards as SVG files.

use std::collections::BTreeSet;

use games_core::{
    Board, BoardKind, Counter, Describe, FirstRow, Game, Mark, MarkKind, Piece, Record, Shade,
    Side, View,
    draw::{self, Theme, svg},
    toy::{TicTacToe, TreeGame},
};
use proptest::prelude::*;
use roxmltree::{Document, Node};

fn elements<'a>(document: &'a Document<'a>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.has_tag_name(name))
}

fn piece(at: usize, glyph: &'static str, side: Side, z: u8) -> Piece {
    Piece { at, glyph, symbol: '&', side: Some(side), z }
}

/// All kinds of marks on all kinds of cells.
fn busy_view() -> View {
    let kinds = [
        MarkKind::Last,
        MarkKind::Check,
        MarkKind::Must,
        MarkKind::Barred,
        MarkKind::Gone,
        MarkKind::Line,
        MarkKind::Territory(Side::First),
        MarkKind::Territory(Side::Second),
        MarkKind::Boost,
        MarkKind::Legal,
    ];
    let names = draw::glyph_names();
    let pieces = (0..names.len()).map(|i| piece(2 * i, names[i], Side::BOTH[i % 2], 0)).collect();
    let marks = kinds
        .into_iter()
        .enumerate()
        .flat_map(|(i, kind)| [2 * i, 2 * i + 1].map(|at| Mark { at, kind }))
        .collect();
    let counter = Counter { side: None, label: "Prisoners".into(), value: "3".into() };
    View::default().with_pieces(pieces).with_marks(marks).with_counters(vec![counter])
}

#[test]
fn a_won_game_is_drawn_with_its_line() {
    let mut record = Record::new(TicTacToe);
    record.play_line("b2 a1 c1 a2 a3").unwrap();
    let picture =
        draw::svg_of(&TicTacToe, record.state(), record.last_move(), "tic-tac-toe", Theme::Auto);
    let document = Document::parse(&picture).unwrap();
    let uses = |name: &str| {
        elements(&document, "use").filter(|node| node.attribute("href") == Some(name)).count()
    };
    assert_eq!((uses("#g-cross"), uses("#g-nought")), (3, 2));
    insta::assert_snapshot!(picture);
}

#[test]
fn every_board_and_mark_makes_valid_xml() {
    for kind in [BoardKind::Squares, BoardKind::Points, BoardKind::Rows, BoardKind::Line] {
        for shade in [Shade::Checker, Shade::Plain, Shade::Felt] {
            for wrap in [false, true] {
                let mut board = Board::squares(15, 4, FirstRow::Bottom, shade);
                (board.kind, board.wrap, board.dots) = (kind, wrap, vec![3, 999]);
                for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
                    let picture = svg(&board, &busy_view(), "test", theme);
                    let document = Document::parse(&picture).unwrap();
                    let symbols: BTreeSet<_> =
                        elements(&document, "symbol").filter_map(|s| s.attribute("id")).collect();
                    for node in elements(&document, "use") {
                        let href = node.attribute("href").unwrap();
                        assert!(symbols.contains(&href[1..]), "{href} is not drawn");
                    }
                    assert_eq!(symbols.len(), draw::glyph_names().len());
                }
            }
        }
    }
}

#[test]
fn sides_differ_in_fill_and_outline() {
    let board = Board::squares(2, 1, FirstRow::Top, Shade::Plain);
    for name in draw::glyph_names() {
        let pieces = vec![piece(0, name, Side::First, 0), piece(1, name, Side::Second, 0)];
        let picture = svg(&board, &View::default().with_pieces(pieces), "", Theme::Light);
        let document = Document::parse(&picture).unwrap();
        let style = elements(&document, "style").next().unwrap().text().unwrap();
        let look: Vec<_> = elements(&document, "use")
            .map(|node| {
                let class = format!(".{}{{fill:", node.attribute("class").unwrap());
                let rule = style.split(&class).nth(1).unwrap().split('}').next().unwrap();
                let (fill, rest) = rule.split_once(";stroke:").unwrap();
                (fill, rest.split(';').next().unwrap())
            })
            .collect();
        assert_eq!(look.len(), 2);
        assert!(look[0].0 != look[1].0 && look[0].1 != look[1].1, "{name}: {look:?}");
    }
}

#[test]
fn both_pieces_of_a_stack_are_seen() {
    let board = Board::squares(2, 2, FirstRow::Bottom, Shade::Checker);
    let pieces = vec![piece(3, "queen", Side::First, 1), piece(3, "pawn", Side::Second, 0)];
    let picture = svg(&board, &View::default().with_pieces(pieces), "", Theme::Light);
    let document = Document::parse(&picture).unwrap();
    let drawn: Vec<_> = elements(&document, "use")
        .map(|node| {
            let number = |name| node.attribute(name).unwrap().parse::<usize>().unwrap();
            (node.attribute("href").unwrap(), number("x") + number("width"), number("y"))
        })
        .collect();
    let [(lower, lower_right, lower_top), (upper, upper_right, upper_top)] = drawn[..] else {
        panic!("{drawn:?}");
    };
    assert_eq!((lower, upper), ("#g-pawn", "#g-queen"), "the upper piece is drawn last");
    assert!(lower_right >= upper_right + 12 && lower_top >= upper_top + 12, "{drawn:?}");
}

#[test]
fn an_unknown_glyph_is_a_token_with_its_symbol() {
    let board = Board::squares(1, 1, FirstRow::Top, Shade::Plain);
    let view = View::default().with_pieces(vec![piece(0, "dragon", Side::First, 0)]);
    let picture = svg(&board, &view, "", Theme::Light);
    let document = Document::parse(&picture).unwrap();
    assert!(elements(&document, "text").any(|node| node.text() == Some("&")));
}

#[test]
fn a_game_without_a_board_shows_its_position_text() {
    let tree = TreeGame::parse("1(2(3))").unwrap();
    let picture = draw::svg_of(&tree, &vec![0], None, "a tree", Theme::Dark);
    let document = Document::parse(&picture).unwrap();
    assert!(elements(&document, "text").any(|node| node.text() == Some("/0")));
    assert!(Document::parse(&svg(&Board::text(), &View::default(), "", Theme::Auto)).is_ok());
}

proptest! {
    #[test]
    fn any_text_is_escaped(text in any::<String>()) {
        let mut board = Board::squares(1, 1, FirstRow::Top, Shade::Plain);
        board.col_labels[0].clone_from(&text);
        board.row_labels[0].clone_from(&text);
        board.cells[0].clone_from(&text);
        board.kind = BoardKind::Line;
        let symbol = text.chars().next().unwrap_or('\0');
        let counter = Counter { side: None, label: text.clone(), value: text.clone() };
        let view = View::default()
            .with_pieces(vec![Piece { at: 0, glyph: "no such", symbol, side: None, z: 0 }])
            .with_counters(vec![counter]);
        let picture = svg(&board, &view, &text, Theme::Auto);
        let document = Document::parse(&picture).unwrap();
        let kept: String = text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).collect();
        let title = elements(&document, "title").next().unwrap();
        prop_assert_eq!(title.text().unwrap_or(""), kept);
        prop_assert_eq!(document.root_element().children().filter(|n| n.has_tag_name("script")).count(), 0);
    }
}

#[test]
fn markup_in_labels_stays_text() {
    let mut board = Board::squares(1, 1, FirstRow::Top, Shade::Plain);
    board.col_labels[0] = "</text><script>alert(\"1\")</script>&amp;".into();
    let picture = svg(&board, &View::default(), "<b>'&'</b>", Theme::Light);
    let document = Document::parse(&picture).unwrap();
    assert_eq!(elements(&document, "script").count(), 0);
    assert!(elements(&document, "text").any(|n| n.text() == Some(&board.col_labels[0])));
}

/// The views of a game from its start.
fn frames() -> Vec<View> {
    let mut record = Record::new(TicTacToe);
    let mut frames = vec![TicTacToe.view(record.state(), None)];
    for name in ["b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1", "c3"] {
        record.play_line(name).unwrap();
        let mut view = TicTacToe.view(record.state(), record.last_move());
        let free = TicTacToe.count(record.state()).to_string();
        view.counters.push(Counter { side: None, label: "free".into(), value: free });
        frames.push(view);
    }
    frames[0].counters.push(Counter { side: None, label: "free".into(), value: "9".into() });
    frames
}

/// The value of `.mN`'s opacity at a time in percent, read from the style sheet.
fn is_shown(style: &str, class: &str, percent: f64) -> bool {
    let name = class.replace('m', "k");
    let Some(rule) = style.split(&format!("@keyframes {name}{{")).nth(1) else {
        return true;
    };
    let mut value = "";
    for step in rule.split("}}").next().unwrap().split('}') {
        let (at, rest) = step.split_once("{opacity:").unwrap();
        let at = if at == "to" { 100.0 } else { at.trim_end_matches('%').parse().unwrap() };
        if at <= percent {
            value = rest;
        }
    }
    value == "1"
}

#[test]
fn each_frame_of_a_movie_is_the_still_picture() {
    let (board, views) = (TicTacToe.board(), frames());
    let movie = draw::svg_movie(&board, &views, 0.5, "", Theme::Light);
    let document = Document::parse(&movie).unwrap();
    let style = elements(&document, "style").next().unwrap().text().unwrap();
    let text_of = |source: &str, node: Node<'_, '_>| source[node.range()].to_owned();
    for (i, view) in views.iter().enumerate() {
        let percent = 100.0 * (i as f64 + 0.5) / (views.len() + 3) as f64;
        let shown: BTreeSet<String> = elements(&document, "g")
            .filter(|g| g.attribute("class").is_some_and(|c| c.starts_with('m')))
            .filter(|g| is_shown(style, g.attribute("class").unwrap(), percent))
            .flat_map(|g| g.children())
            .map(|node| text_of(&movie, node))
            .collect();
        let still = svg(&board, view, "", Theme::Light);
        let still_document = Document::parse(&still).unwrap();
        let ground: BTreeSet<String> =
            document.root_element().children().map(|node| text_of(&movie, node)).collect();
        let drawn: BTreeSet<String> = still_document
            .root_element()
            .children()
            .filter(|n| n.is_element() && !["style", "symbol"].contains(&n.tag_name().name()))
            .map(|node| text_of(&still, node))
            .filter(|text| !ground.contains(text))
            .collect();
        assert_eq!(shown, drawn, "frame {i}");
    }
}

#[test]
fn a_movie_is_small_and_an_empty_one_is_valid() {
    let (board, views) = (TicTacToe.board(), frames());
    let still = svg(&board, &views[9], "", Theme::Auto).len();
    let movie = draw::svg_movie(&board, &views, 0.5, "", Theme::Auto);
    assert!(movie.len() < 3 * still, "{} and {still} bytes", movie.len());
    assert!(Document::parse(&draw::svg_movie(&board, &[], 0.5, "", Theme::Auto)).is_ok());
}
