//! Playthroughs show what happened, and say what they miss.

use games_core::{
    PlaythroughOptions, Record, playthrough, playthrough_of,
    toy::{TicTacToe, TreeGame},
};

#[test]
fn a_playthrough_shows_the_whole_game_and_the_cases_met() {
    let options = PlaythroughOptions { seed: 3, board_every: 4, ..PlaythroughOptions::default() };
    let text = playthrough_of(
        Record::new(TicTacToe),
        "tic-tac-toe",
        options,
        &[
            ("takes the center", &|_, m| m == 4),
            ("takes a corner", &|_, m| [0, 2, 6, 8].contains(&m)),
            ("takes a tenth square", &|_, m| m == 9),
        ],
    );
    insta::assert_snapshot!(text);
}

#[test]
fn a_game_without_a_board_shows_its_margin() {
    let tree = TreeGame::parse("1( 2(-3) 2(-3) )").unwrap();
    insta::assert_snapshot!(playthrough(&tree, "tree", PlaythroughOptions::default()));
}

#[test]
fn long_move_lists_are_cut_and_long_games_stopped() {
    let options =
        PlaythroughOptions { all_moves: 3, few_moves: 2, max_plies: 4, ..Default::default() };
    let text = playthrough(&TicTacToe, "tic-tac-toe", options);
    assert!(text.contains("\nmoves (9): a1 a2 ...\n"), "{text}");
    assert!(text.ends_with("\nnot over: the playthrough stops here\n"), "{text}");
    assert_eq!(text.matches("plays: ").count(), 4);
}

#[test]
fn seeds_make_games() {
    let text = |seed| {
        playthrough(&TicTacToe, "", PlaythroughOptions { seed, ..PlaythroughOptions::default() })
    };
    assert_eq!(text(5), text(5));
    assert_ne!(text(5).split_once("seed: 5").unwrap().1, text(6).split_once("seed: 6").unwrap().1);
}
