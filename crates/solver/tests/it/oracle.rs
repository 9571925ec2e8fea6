//! A slow solver that follows the definitions word by word.

use games_core::{Outcome, Side};
use solver::{Solved, SolvedValue};

use crate::maze::Room;

/// Solves all rooms of a maze.
pub(crate) fn solve(rooms: &[Room]) -> Vec<Solved> {
    let mut values: Vec<Option<(SolvedValue, u32)>> = rooms
        .iter()
        .map(|room| {
            room.doors.is_empty().then(|| match room.outcome {
                Outcome::Draw => (SolvedValue::Tie, 0),
                Outcome::Win(side) if side == room.to_move => (SolvedValue::Win, 0),
                Outcome::Win(_) => (SolvedValue::Lose, 0),
            })
        })
        .collect();
    // What is decided in n moves at most is decided by what is decided in n - 1; a tie is what is
    // left when nothing more is won or lost.
    for ties in [false, true] {
        for n in 1..=2 * rooms.len() as u32 {
            let before = values.clone();
            for (value, room) in values.iter_mut().zip(rooms) {
                if value.is_none() {
                    *value = decide(room, rooms, &before, n, ties);
                }
            }
        }
    }
    let solved = values.into_iter().map(|value| match value {
        Some((value, n)) => Solved { value, remoteness: Some(n) },
        None => Solved { value: SolvedValue::Draw, remoteness: None },
    });
    solved.collect()
}

fn decide(
    room: &Room,
    rooms: &[Room],
    values: &[Option<(SolvedValue, u32)>],
    n: u32,
    ties: bool,
) -> Option<(SolvedValue, u32)> {
    let seen = |door: usize| {
        let (value, m) = values[door]?;
        Some((if rooms[door].to_move == room.to_move { value } else { value.turned() }, m))
    };
    let children: Vec<_> = room.doors.iter().map(|&door| seen(door)).collect();
    let has = |value| children.contains(&Some((value, n - 1)));
    if ties {
        return has(SolvedValue::Tie).then_some((SolvedValue::Tie, n));
    }
    if has(SolvedValue::Win) {
        return Some((SolvedValue::Win, n));
    }
    let all_lost = children.iter().all(|c| matches!(c, Some((SolvedValue::Lose, m)) if *m < n));
    (all_lost && has(SolvedValue::Lose)).then_some((SolvedValue::Lose, n))
}

#[test]
fn the_slow_solver_knows_a_pawn_race() {
    // Right to move wins the shorter way; a room that leads to itself alone is drawn.
    let room = |to_move, doors: &[usize], outcome| Room {
        to_move,
        tier: 0,
        doors: doors.to_vec(),
        outcome,
    };
    let rooms = [
        room(Side::First, &[1, 2, 4], Outcome::Draw),
        room(Side::Second, &[3], Outcome::Draw),
        room(Side::First, &[3], Outcome::Draw),
        room(Side::Second, &[], Outcome::Win(Side::First)),
        room(Side::Second, &[4], Outcome::Draw),
    ];
    let expected = [
        (SolvedValue::Win, Some(2)),
        (SolvedValue::Lose, Some(1)),
        (SolvedValue::Win, Some(1)),
        (SolvedValue::Lose, Some(0)),
        (SolvedValue::Draw, None),
    ];
    assert_eq!(solve(&rooms).iter().map(|s| (s.value, s.remoteness)).collect::<Vec<_>>(), expected);
}
