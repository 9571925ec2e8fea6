//! What is seen on screens of some sizes, and what keys and clicks do.

use games::Clocks;
use ratatui::{Terminal, backend::TestBackend, layout::Rect};

use super::{
    curve,
    draw::{self, Talk},
    keys::Act,
    table::{Next, Table},
    work::Purpose,
};
use crate::{cli::Notation, commands::play::human::Seats};

fn table(game: &str, rules: Option<&str>, moves: &str) -> Table {
    let mut session = games::find(game).unwrap().open(rules, None).unwrap();
    session.play_line(moves).unwrap();
    let names = ["human", "alphabeta:level=3"].map(str::to_owned);
    let notation = Notation::Players;
    let seats = Seats { names, two_people: false, first_ply: 0, notation };
    let mut table = Table::new(session, seats, Clocks::default(), true);
    table.is_open = true;
    table
}

/// What stands on a screen, without colors.
fn screen(table: &Table, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let talk = Talk { thinking: None, running: core::time::Duration::ZERO, result: None };
    terminal.draw(|frame| draw::all(table, &talk, frame)).unwrap();
    terminal.backend().to_string()
}

fn act(table: &mut Table, act: Act) -> Next {
    let (panes, picture) = draw::panes(table, Rect::new(0, 0, 80, 24));
    table.obey(act, &panes, &picture)
}

fn type_line(table: &mut Table, line: &str) -> Next {
    for letter in line.chars() {
        assert_eq!(act(table, Act::Letter(letter)), Next::Nothing);
    }
    act(table, Act::Enter)
}

/// Clicks the middle of a cell of the board as it is shown.
fn click(table: &mut Table, name: &str) -> Next {
    let cell = table.session.board().cell(name).unwrap();
    let (panes, picture) = draw::panes(table, Rect::new(0, 0, 80, 24));
    let at = picture.cells[table.turned(cell)];
    act(table, Act::Click(panes.board.x + at.x + at.width / 2, panes.board.y + at.y))
}

#[test]
fn a_usual_screen_shows_board_moves_and_chances() {
    let mut chess = table("chess", None, "e2e4 c7c5 g1f3");
    chess.chances = vec![Some(0.5), Some(0.55), Some(0.5), Some(0.75)];
    insta::assert_snapshot!("chess", screen(&chess, (80, 24)));
    insta::assert_snapshot!("othello", screen(&table("othello", None, "f5 d6"), (80, 24)));
    insta::assert_snapshot!("go", screen(&table("go", Some("size=19"), "Q16 D4"), (80, 24)));
    insta::assert_snapshot!("konane", screen(&table("konane", None, ""), (80, 24)));
    insta::assert_snapshot!("ten", screen(&table("ten", None, "2 1"), (80, 24)));
}

#[test]
fn small_screens_show_what_has_room() {
    insta::assert_snapshot!("chess_small", screen(&table("chess", None, "e2e4"), (40, 14)));
    insta::assert_snapshot!("go_small", screen(&table("go", Some("size=19"), "Q16"), (30, 10)));
}

#[test]
fn every_game_is_drawn_on_any_screen() {
    for game in games::registry() {
        let table = table(game.id, None, "");
        for size in [(1, 1), (5, 3), (20, 9), (33, 40), (200, 60)] {
            let _ = screen(&table, size);
        }
    }
}

#[test]
fn a_man_is_moved_by_two_clicks_on_a_board_that_is_turned_or_not() {
    for flips in 0..2 {
        let mut chess = table("chess", None, "");
        for _ in 0..flips {
            assert_eq!(type_line(&mut chess, "flip"), Next::Nothing);
        }
        assert_eq!(click(&mut chess, "g1"), Next::Nothing);
        assert_eq!(click(&mut chess, "f3"), Next::Moved);
        assert_eq!(chess.session.played(), ["g1f3"]);
    }
}

#[test]
fn the_arrows_and_enter_pick_as_clicks_do() {
    let mut othello = table("othello", Some("size=4"), "");
    // The cursor begins at a1; b1 is legal.
    assert_eq!(act(&mut othello, Act::Enter), Next::Nothing);
    assert!(othello.note.contains("a1"), "{}", othello.note);
    for _ in 0..9 {
        act(&mut othello, Act::Go(0, -1));
    }
    act(&mut othello, Act::Go(1, 0));
    assert_eq!(act(&mut othello, Act::Enter), Next::Moved);
    assert_eq!(othello.session.played(), ["b1"]);
}

#[test]
fn where_several_moves_are_meant_one_is_chosen() {
    let mut session =
        games::find("chess").unwrap().open(None, Some("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")).unwrap();
    assert!(session.play_line("").is_ok());
    let mut chess = table("chess", None, "");
    chess.session = session;
    chess.arrive();
    assert_eq!(click(&mut chess, "a7"), Next::Nothing);
    assert_eq!(click(&mut chess, "a8"), Next::Nothing);
    let shown = screen(&chess, (80, 24));
    assert!(shown.contains("1 a8=B+") || shown.contains("1 a8=B"), "{shown}");
    let queen = chess.choices().iter().position(|&m| chess.label(m).contains('Q')).unwrap() + 1;
    assert_eq!(type_line(&mut chess, &queen.to_string()), Next::Moved);
    assert_eq!(chess.session.played(), ["a7a8q"]);
}

#[test]
fn moves_and_orders_are_typed_as_at_the_prompt() {
    let mut chess = table("chess", None, "");
    assert_eq!(type_line(&mut chess, "e4"), Next::Moved);
    assert_eq!(type_line(&mut chess, "hint 3"), Next::Think(Purpose::Hint(3)));
    assert_eq!(type_line(&mut chess, "Ke3"), Next::Nothing);
    assert!(chess.note.contains("`Ke3`"), "{}", chess.note);
    chess.seats.two_people = true;
    assert_eq!(type_line(&mut chess, "undo"), Next::Moved);
    assert_eq!(type_line(&mut chess, "redo"), Next::Moved);
    assert_eq!(chess.session.played(), ["e2e4"]);
    assert_eq!(type_line(&mut chess, "draw"), Next::Nothing);
    assert!(matches!(type_line(&mut chess, "draw"), Next::End(_)));
    assert_eq!(type_line(&mut chess, "quit"), Next::Quit);
}

#[test]
fn a_turned_board_is_clicked_where_it_shows_a_cell() {
    let mut chess = table("chess", None, "");
    for turn in ["", "flip", "flip"] {
        type_line(&mut chess, turn);
        for name in ["a1", "h8", "c7"] {
            click(&mut chess, name);
            assert_eq!(chess.cursor, chess.session.board().cell(name).unwrap(), "{name} {turn}");
        }
    }
}

#[test]
fn arrows_go_where_they_point_on_a_turned_board() {
    let mut chess = table("chess", None, "");
    for (turn, above, right) in [("", "e3", "f2"), ("flip", "e1", "d2")] {
        type_line(&mut chess, turn);
        for (columns, rows, name) in [(0, -1, above), (1, 0, right)] {
            chess.cursor = chess.session.board().cell("e2").unwrap();
            act(&mut chess, Act::Go(columns, rows));
            assert_eq!(chess.session.board().cells[chess.cursor], name, "{turn}");
        }
    }
}

#[test]
fn the_goals_of_what_is_picked_are_marked_and_of_all_men_on_request() {
    let mut chess = table("chess", None, "");
    let marked = |table: &Table| {
        let board = table.session.board();
        let marks = table.view().marks;
        let mut cells: Vec<_> = marks.iter().map(|mark| board.cells[mark.at].clone()).collect();
        cells.sort();
        cells
    };
    assert_eq!(marked(&chess), [""; 0]);
    click(&mut chess, "g1");
    assert_eq!(marked(&chess), ["f3", "h3"]);
    act(&mut chess, Act::Cancel);
    type_line(&mut chess, "marks");
    // All squares of two ranks: of pawns, and two of them of knights as well.
    assert_eq!(marked(&chess).len(), 16);
}

#[test]
fn a_choice_is_made_by_a_click_on_its_line() {
    let mut chess = table("chess", None, "");
    let fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    chess.session = games::find("chess").unwrap().open(None, Some(fen)).unwrap();
    chess.arrive();
    click(&mut chess, "a7");
    click(&mut chess, "a8");
    let (panes, _) = draw::panes(&chess, Rect::new(0, 0, 80, 24));
    let number = chess.choices().iter().position(|&m| chess.label(m).contains('N')).unwrap();
    let line = panes.notes.y + u16::try_from(number).unwrap();
    // What is shown there is what is played.
    let shown = screen(&chess, (80, 24));
    let shown = shown.lines().nth(line.into()).unwrap();
    assert!(shown.contains("a8=N"), "{shown}");
    assert_eq!(act(&mut chess, Act::Click(panes.notes.x + 1, line)), Next::Moved);
    assert_eq!(chess.session.played(), ["a7a8n"]);
}

#[test]
fn what_was_taken_back_is_gone_after_another_move_and_an_offer_after_any() {
    let mut chess = table("chess", None, "");
    chess.seats.two_people = true;
    type_line(&mut chess, "e4");
    assert_eq!(type_line(&mut chess, "undo"), Next::Moved);
    assert_eq!(type_line(&mut chess, "d4"), Next::Moved);
    assert_eq!(type_line(&mut chess, "draw"), Next::Nothing);
    assert_eq!(type_line(&mut chess, "d5"), Next::Moved);
    // The move would be legal again.
    assert_eq!(type_line(&mut chess, "redo"), Next::Nothing);
    assert_eq!(chess.session.played(), ["d2d4", "d7d5"]);
    assert_eq!(type_line(&mut chess, "draw"), Next::Nothing);
    assert!(matches!(type_line(&mut chess, "draw"), Next::End(_)));
}

#[test]
fn chances_belong_to_their_positions() {
    let mut chess = table("chess", None, "");
    chess.play("e2e4", Some(0.6)).unwrap();
    assert_eq!(chess.chances, [Some(0.6), Some(0.6)]);
    // Who tells nothing takes nothing back.
    chess.play("e7e5", None).unwrap();
    assert_eq!(chess.chances, [Some(0.6), Some(0.6), None]);
    chess.seats.two_people = true;
    type_line(&mut chess, "undo");
    assert_eq!(chess.chances, [Some(0.6), Some(0.6)]);
}

#[test]
fn a_curve_goes_on_as_it_was_where_nothing_is_known() {
    let chances = [Some(0.0), None, Some(1.0), None];
    assert_eq!(curve::lines(&chances, 4, 1), ["  \u{2588}\u{2588}"]);
    // Of a long game the end.
    assert_eq!(curve::lines(&chances, 2, 1), ["\u{2588}\u{2588}"]);
}

#[test]
fn nobody_moves_out_of_turn() {
    let mut chess = table("chess", None, "");
    chess.is_open = false;
    assert_eq!(type_line(&mut chess, "e4"), Next::Nothing);
    assert_eq!(click(&mut chess, "e2"), Next::Nothing);
    assert!(chess.session.played().is_empty() && chess.picked.is_empty());
}

mod any {
    use proptest::prelude::*;

    use super::*;

    fn acts() -> impl Strategy<Value = Vec<Act>> {
        let one = prop_oneof![
            any::<char>().prop_map(Act::Letter),
            Just(Act::Erase),
            Just(Act::Enter),
            Just(Act::Cancel),
            (-2_isize..3, -2_isize..3).prop_map(|(x, y)| Act::Go(x, y)),
            (0_u16..90, 0_u16..30).prop_map(|(x, y)| Act::Click(x, y)),
        ];
        prop::collection::vec(one, 0..60)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn whatever_is_done_the_screen_is_drawn(acts in acts()) {
            for game in ["chess", "go", "ten", "konane"] {
                let mut table = table(game, None, "");
                for &one in &acts {
                    let _ = act(&mut table, one);
                    let _ = screen(&table, (60, 20));
                }
            }
        }
    }
}
