//! A slow solver that follows the definitions word by word.

use games_core::{Outcome, Side};
use solver::{Solved, Value};

use crate::maze::Room;

/// Solves all rooms of a maze.
pub(crate) fn solve(rooms: &[Room]) -> Vec<Solved> {
    let mut values: Vec<Option<(Value, u32)>> = rooms
        .iter()
        .map(|room| {
            room.doors.is_empty().then(|| match room.outcome {
                Outcome::Draw => (Value::Tie, 0),
                Outcome::Win(side) if side == room.to_move => (Value::Win, 0),
                Outcome::Win(_) => (Value::Lose, 0),
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
        None => Solved { value: Value::Draw, remoteness: None },
    });
    solved.collect()
}

fn decide(
    room: &Room,
    rooms: &[Room],
    values: &[Option<(Value, u32)>],
    n: u32,
    ties: bool,
) -> Option<(Value, u32)> {
    let seen = |door: usize| {
        let (value, m) = values[door]?;
        Some((if rooms[door].to_move == room.to_move { value } else { value.turned() }, m))
    };
    let children: Vec<_> = room.doors.iter().map(|&door| seen(door)).collect();
    let has = |value| children.contains(&Some((value, n - 1)));
    if ties {
        return has(Value::Tie).then_some((Value::Tie, n));
    }
    if has(Value::Win) {
        return Some((Value::Win, n));
    }
    let all_lost = children.iter().all(|c| matches!(c, Some((Value::Lose, m)) if *m < n));
    (all_lost && has(Value::Lose)).then_some((Value::Lose, n))
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
        (Value::Win, Some(2)),
        (Value::Lose, Some(1)),
        (Value::Win, Some(1)),
        (Value::Lose, Some(0)),
        (Value::Draw, None),
    ];
    assert_eq!(solve(&rooms).iter().map(|s| (s.value, s.remoteness)).collect::<Vec<_>>(), expected);
}
