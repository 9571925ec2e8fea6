//! Tomorrow's Tic-Tac-Toe.

use super::{Ended, Grid, Options, Successors, other};

pub(super) fn successors(options: &Options<'_>, fields: &[&str]) -> Successors {
    let player = fields[0];
    let opponent = other(["x", "o"], player);
    let grid = Grid::read(&fields[1..]);
    let piece = |player: &str| player.chars().next().unwrap();
    let mut ways = vec![(0, 1), (1, 0)];
    if options.is_on("diagonals") {
        ways.extend([(1, 1), (1, -1)]);
    }
    let has_line = |c: char| {
        grid.squares().into_iter().any(|(row, col)| {
            ways.iter().any(|(down, right)| {
                (0..3).all(|i| grid.get((row + i * down, col + i * right)) == Some(c))
            })
        })
    };
    if has_line(piece(opponent)) {
        return Err(options.lost());
    }
    let empty: Vec<_> =
        grid.squares().into_iter().filter(|&at| grid.get(at) == Some('-')).collect();
    if empty.is_empty() {
        return Err(Ended::Tied);
    }
    let play = |at| {
        let mut next = grid.clone();
        next.put(at, piece(player));
        (grid.name(at), format!("({opponent} {})", next.text()))
    };
    Ok(empty.into_iter().map(play).collect())
}
