//! 1, 2, ..., 10.

use super::{Options, Successors, other};

pub(super) fn successors(options: &Options<'_>, fields: &[&str]) -> Successors {
    let (player, sum) = (fields[0], fields[1].parse::<u32>().unwrap());
    let target: u32 = options.get("target").unwrap_or("10").parse().unwrap();
    let steps = options.get("steps").unwrap_or("1+2").split('+');
    let sums = steps.map(|step| (step.to_owned(), sum + step.parse::<u32>().unwrap()));
    let moves: Vec<_> = sums.filter(|(_, sum)| *sum <= target).collect();
    if moves.is_empty() {
        return Err(options.lost());
    }
    let next = other(["L", "R"], player);
    Ok(moves.into_iter().map(|(step, sum)| (step, format!("({next} {sum})"))).collect())
}
