//! Konane.

use std::collections::BTreeMap;

use super::{Grid, Options, STEPS, Successors, other};

/// The jumps of a player: from, over, to.
type Jump = [(i32, i32); 3];

fn jumps(grid: &Grid, player: &str) -> Vec<Jump> {
    let piece = player.chars().next();
    let enemy = other(["w", "b"], player).chars().next();
    let mut jumps = Vec::new();
    for from in grid.squares().into_iter().filter(|&at| grid.get(at) == piece) {
        for (down, right) in STEPS {
            let at = |n: i32| (from.0 + n * down, from.1 + n * right);
            if grid.get(at(1)) == enemy && grid.get(at(2)) == Some('-') {
                jumps.push([from, at(1), at(2)]);
            }
        }
    }
    jumps
}

pub(super) fn successors(options: &Options<'_>, fields: &[&str]) -> Successors {
    let (player, last) = (fields[0], fields[1]);
    let opponent = other(["w", "b"], player);
    let grid = Grid::read(&fields[2..]);
    let is_go_again = last != "\"\"";
    let may_go_again = |grid: &Grid, from: (i32, i32), last: &str| {
        options.is_on("any_piece") || grid.name(from) == last
    };
    let mut moves = BTreeMap::new();
    for [from, over, to] in jumps(&grid, player) {
        if is_go_again && !may_go_again(&grid, from, last) {
            continue;
        }
        let mut next = grid.clone();
        next.put(from, '-');
        next.put(over, '-');
        next.put(to, player.chars().next().unwrap());
        let landed = grid.name(to);
        let goes_again =
            jumps(&next, player).iter().any(|jump| may_go_again(&next, jump[0], &landed));
        let turn =
            if goes_again { format!("{player} {landed}") } else { format!("{opponent} \"\"") };
        moves.insert(format!("{}-{landed}", grid.name(from)), format!("({turn} {})", next.text()));
    }
    if is_go_again {
        moves.insert("pass".to_owned(), format!("({opponent} \"\" {})", grid.text()));
    }
    if moves.is_empty() { Err(options.lost()) } else { Ok(moves) }
}
