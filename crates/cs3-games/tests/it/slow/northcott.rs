//! Northcott's Game, with every row written out: `-L---R`.

use std::collections::BTreeMap;

use super::{Options, Successors, other};

fn spell_out(word: &str) -> Vec<char> {
    let (a, rest) = word.split_once('L').unwrap();
    let (gap, b) = rest.split_once('R').unwrap();
    let blanks = |n: &str| "-".repeat(n.parse().unwrap());
    format!("{}L{}R{}", blanks(a), blanks(gap), blanks(b)).chars().collect()
}

fn word(row: &[char]) -> String {
    let left = row.iter().position(|&c| c == 'L').unwrap();
    let right = row.iter().position(|&c| c == 'R').unwrap();
    format!("{left}L{}R{}", right - left - 1, row.len() - right - 1)
}

pub(super) fn successors(options: &Options<'_>, fields: &[&str]) -> Successors {
    let player = fields[0];
    let (man, ahead) = if player == "L" { ('L', 1) } else { ('R', -1) };
    let next_player = other(["L", "R"], player);
    let mut moves = BTreeMap::new();
    for (i, row) in fields[1..].iter().enumerate() {
        let row = spell_out(row);
        let from = row.iter().position(|&c| c == man).unwrap() as i32;
        for (sign, way) in [('+', ahead), ('-', -ahead)] {
            if sign == '-' && !options.is_on("backward") {
                continue;
            }
            for k in 1.. {
                let to = from + way * k;
                if !usize::try_from(to).is_ok_and(|to| row.get(to) == Some(&'-')) {
                    break;
                }
                let mut moved = row.clone();
                moved[from as usize] = '-';
                moved[to as usize] = man;
                let mut rows: Vec<_> = fields[1..].iter().map(|row| (*row).to_owned()).collect();
                rows[i] = word(&moved);
                let position = format!("({next_player} {})", rows.join(" "));
                moves.insert(format!("{}{sign}{k}", i + 1), position);
            }
        }
    }
    if moves.is_empty() { Err(options.lost()) } else { Ok(moves) }
}
