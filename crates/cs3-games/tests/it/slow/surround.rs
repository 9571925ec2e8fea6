//! Surround.

use std::collections::BTreeMap;

use super::{Grid, Options, STEPS, Successors, other};

pub(super) fn successors(options: &Options<'_>, fields: &[&str]) -> Successors {
    let player = fields[0];
    let grid = Grid::read(&fields[1..]);
    let (head, body) = if player == "w" { ('w', 'o') } else { ('b', 'x') };
    let (row, col) = grid.find(head).unwrap();
    let mut moves = BTreeMap::new();
    for (name, (down, right)) in ["u", "d", "l", "r"].into_iter().zip(STEPS) {
        let mut target = (row + down, col + right);
        if options.is_on("wormholes") {
            target = (target.0.rem_euclid(grid.rows()), target.1.rem_euclid(grid.cols()));
        }
        if grid.get(target) == Some('-') {
            let mut next = grid.clone();
            next.put((row, col), body);
            next.put(target, head);
            let next = format!("({} {})", other(["w", "b"], player), next.text());
            moves.insert(name.to_owned(), next);
        }
    }
    if moves.is_empty() { Err(options.lost()) } else { Ok(moves) }
}
