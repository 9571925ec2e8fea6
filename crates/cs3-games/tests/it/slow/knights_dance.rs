//! Knight's Dance.

use std::collections::BTreeMap;

use super::{Options, Successors, cell_name, other};

fn cell(text: &str) -> (i32, i32) {
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    // Boards here have at most 26 columns.
    (i32::from(letters.as_bytes()[0] - b'a'), text[letters.len()..].parse().unwrap())
}

/// The piece at `by`, next to a knight, blocks these jumps (as the game sheet pictures it: from
/// the blocking piece's side): straight ahead the two that go on past it, and from a corner the
/// two that leave over that corner.
fn blocks(knight: (i32, i32), by: (i32, i32), target: (i32, i32)) -> bool {
    let (dx, dy) = (by.0 - knight.0, by.1 - knight.1);
    let blocked: Vec<(i32, i32)> = match (dx.abs(), dy.abs()) {
        (0, 1) => vec![(1, 2 * dy), (-1, 2 * dy)],
        (1, 0) => vec![(2 * dx, 1), (2 * dx, -1)],
        (1, 1) => vec![(2 * dx, dy), (dx, 2 * dy)],
        _ => vec![],
    };
    blocked.iter().any(|(x, y)| (knight.0 + x, knight.1 + y) == target)
}

pub(super) fn successors(options: &Options<'_>, fields: &[&str]) -> Successors {
    let player = fields[0];
    let (rows, cols): (i32, i32) = (fields[1].parse().unwrap(), fields[2].parse().unwrap());
    let [wk, bk, wn, bn] = [3, 4, 5, 6].map(|i| cell(fields[i]));
    let is_white = player == "w";
    let (own_king, own_knight, other_king, other_knight) =
        if is_white { (wk, wn, bk, bn) } else { (bk, bn, wk, wn) };
    if other_knight == own_king || other_knight == own_knight {
        return Err(options.lost());
    }
    let mut moves = BTreeMap::new();
    for (x, y) in (1..=rows).flat_map(|y| (0..cols).map(move |x| (x, y))) {
        let (dx, dy) = ((x - own_knight.0).abs(), (y - own_knight.1).abs());
        if (dx, dy) != (1, 2) && (dx, dy) != (2, 1) || (x, y) == own_king {
            continue;
        }
        let pieces = [own_king, other_king, other_knight];
        let is_blocked = pieces.iter().any(|&by| blocks(own_knight, by, (x, y)));
        if is_blocked && options.is_on("jump_block") {
            continue;
        }
        let to = cell_name(x, y);
        let (wn, bn) = if is_white { (to.as_str(), fields[6]) } else { (fields[5], to.as_str()) };
        let next = other(["w", "b"], player);
        let position = format!("({next} {rows} {cols} {} {} {wn} {bn})", fields[3], fields[4]);
        moves.insert(to.clone(), position);
    }
    if moves.is_empty() { Err(options.lost()) } else { Ok(moves) }
}
