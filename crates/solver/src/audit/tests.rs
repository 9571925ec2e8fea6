use std::{collections::HashSet, env, fs, process};

use games_core::Space;

use super::*;
use crate::{
    Identity, Store,
    code::{Code, OPEN, lose, one_move_earlier, tie, turned, win},
    database::Writer,
    disk::Disk,
    shard::{Summary, digest_of},
};

/// A tree: from room `n` doors lead to `2 n + 1` and `2 n + 2`. In some rooms the turn does not
/// change; rooms without doors are won, lost or tied.
#[derive(Clone)]
struct Tree;

const ROOMS: u32 = 100_000;

impl Space for Tree {
    type Key = u64;
    const DENSE: bool = true;

    fn start(&self) -> u64 {
        0
    }

    fn to_move(&self, _: u64) -> Side {
        unreachable!("an audit asks the plain rules")
    }

    fn children(&self, _: u64, _: &mut Vec<u64>) -> Status {
        unreachable!("an audit asks the plain rules")
    }

    fn bound(&self) -> u64 {
        ROOMS.into()
    }
}

/// A lost room without a way in.
const WALLED: u32 = ROOMS + 1;

fn doors(room: u32) -> impl Iterator<Item = u32> {
    [2 * room + 1, 2 * room + 2].into_iter().filter(|&door| door < ROOMS)
}

const fn is_turned(room: u32) -> bool {
    !room.is_multiple_of(5)
}

fn end(room: u32) -> Code {
    [win(0), lose(0), lose(0), tie(0)][room as usize % 7 % 4]
}

impl PlainRules for Tree {
    fn family(&self, key: u128) -> Option<Family> {
        let room = u32::try_from(key).ok().filter(|&room| room < ROOMS || room == WALLED)?;
        let child = |door: u32| Child { key: door.into(), is_turned: is_turned(room) };
        let children: Vec<_> = doors(room).map(child).collect();
        let status = match Solved::of(end(room)).value {
            _ if room == WALLED => Status::Over(Outcome::Win(Side::Second)),
            _ if !children.is_empty() => Status::Ongoing,
            SolvedValue::Win => Status::Over(Outcome::Win(Side::First)),
            SolvedValue::Lose => Status::Over(Outcome::Win(Side::Second)),
            _ => Status::Over(Outcome::Draw),
        };
        Some(Family { to_move: Side::First, status, children })
    }

    fn text(&self, key: u128) -> String {
        format!("room {key}")
    }
}

/// All rooms with their values, as the solver would have them.
fn records() -> Vec<(u128, Code)> {
    let mut codes = vec![0; ROOMS as usize];
    for room in (0..ROOMS).rev() {
        let seen = |code| if is_turned(room) { turned(code) } else { code };
        let offers = doors(room).map(|door| one_move_earlier(seen(codes[door as usize])));
        codes[room as usize] = offers.max().unwrap_or_else(|| end(room));
    }
    (0..).zip(codes).collect()
}

/// Audits a table of these positions in which everything else is right.
fn audited(name: &str, records: &[(u128, Code)]) -> Result<Audited, AuditError> {
    let mut counts = vec![0; 1 << 16];
    records.iter().for_each(|&(_, code)| counts[usize::from(code)] += 1);
    audited_with(name, records, Summary::of_codes(&counts), u64::MAX, false, 8)
}

fn audited_with(
    name: &str,
    records: &[(u128, Code)],
    mut summary: Summary,
    memory: u64,
    stop: bool,
    key_bytes: usize,
) -> Result<Audited, AuditError> {
    let path = env::temp_dir().join(format!("games-audit-{name}-{}", process::id()));
    let [game, rules, start] = ["tree", "rooms=100000", "room 0"].map(str::to_owned);
    let identity = Identity { game, rules, start, whole: false, folded: false };
    let store = Store { path: path.clone(), identity, disk: Disk::faulty(|_| Ok(())) };
    let mut writer = Writer::begin(&store, (key_bytes, 1)).unwrap();
    (summary.keys, summary.digest) = (records.len() as u64, 0);
    for &(key, code) in records {
        writer.take(0, key, code).unwrap();
        summary.digest = summary.digest.wrapping_add(digest_of(key, code));
    }
    writer.finish(&summary).unwrap();
    let table = Database::open(&path).unwrap();
    table.verify(&AtomicBool::new(false)).unwrap();
    let space = AnySpace::new(Tree);
    let mut seen = Vec::new();
    let mut observe = |done: &Audited| seen.push(done.positions);
    let stop = AtomicBool::new(stop);
    let result = audit(&table, (&space, &Tree), memory, &mut observe, &stop);
    assert!(seen.is_sorted() && seen.len() <= records.len().div_ceil(BLOCK));
    fs::remove_file(&path).unwrap();
    result
}

#[test]
fn every_position_and_every_move_of_a_right_table_is_compared() {
    // Every room but the first is behind one door.
    let all = Audited { positions: ROOMS.into(), children: u64::from(ROOMS) - 1 };
    assert_eq!(audited("right", &records()), Ok(all));
}

/// In files whose checksums, digest and counts are all right.
#[test]
fn a_single_wrong_value_among_a_hundred_thousand_is_found() {
    let right = records();
    let mut rng = seeded(7);
    for i in 0..24 {
        let mut wrong = right.clone();
        let room = rng.below(ROOMS);
        let code = &mut wrong[room as usize].1;
        // Another value, or the same in one move more.
        *code = match i % 3 {
            0 => turned(*code) ^ u16::from(*code == turned(*code)),
            1 => one_move_earlier(*code),
            _ => OPEN,
        };
        let Err(AuditError::Fault(Fault::Value { position, found, expected })) =
            audited("wrong", &wrong)
        else {
            panic!("room {room}")
        };
        // It is told of the room itself or of the one before it, whichever comes first.
        let before = room.saturating_sub(1) / 2;
        let told = [room, before].into_iter().find(|room| position == format!("room {room}"));
        let told = told.unwrap_or_else(|| panic!("{position} for room {room}"));
        assert_eq!(found, Solved::of(wrong[told as usize].1));
        assert_ne!(found, expected);
        assert!(told == before || expected == Solved::of(right[room as usize].1));
    }
}

#[test]
fn positions_that_are_missing_and_others_that_nothing_leads_to_are_found() {
    let right = records();
    let without = |room: usize| [&right[..room], &right[room + 1..]].concat();
    let fault = |name, records: &[_]| match audited(name, records) {
        Err(AuditError::Fault(fault)) => fault,
        other => panic!("{name}: {other:?}"),
    };
    let position = |n: u32| format!("room {n}");
    assert_eq!(fault("leaf", &without(99_999)), Fault::Missing { position: position(49_999) });
    assert_eq!(fault("start", &without(0)), Fault::NoStart);
    let with = |room: u32| [&right[..], &[(room.into(), lose(0))]].concat();
    assert_eq!(fault("beyond", &with(ROOMS)), Fault::NoPosition { key: ROOMS.into() });
    assert_eq!(fault("walled", &with(WALLED)), Fault::Unreached { position: position(WALLED) });
}

#[test]
fn counts_of_the_header_memory_and_ctrl_c_are_looked_at() {
    let right = records();
    let summary = Summary::default();
    let wrong = audited_with("counts", &right, summary.clone(), u64::MAX, false, 8);
    assert!(matches!(wrong, Err(AuditError::Fault(Fault::Counts { told: [0, 0, 0, 0], .. }))));
    // A group of 16 keys that follow each other takes 39 bytes, and a value two, with a bit.
    let bytes = u64::from(ROOMS) * (39 + 16 * 2 + 2) / 16;
    let limit = bytes * 99 / 100;
    match audited_with("small", &right, summary.clone(), limit, false, 8) {
        Err(AuditError::Memory { bytes: told, limit: same }) => {
            assert!(same == limit && told.abs_diff(bytes) * 100 < bytes, "{told} of {bytes}");
        }
        other => panic!("{other:?}"),
    }
    let most = audited_with("enough", &right, summary.clone(), bytes * 101 / 100, false, 8);
    assert!(matches!(most, Err(AuditError::Fault(Fault::Counts { .. }))), "{most:?}");
    let stopped = audited_with("stopped", &right, summary, u64::MAX, true, 8);
    assert_eq!(stopped, Err(AuditError::Interrupted(Audited::default())));
}

#[test]
fn keys_are_as_wide_as_those_of_the_space_or_narrower_as_in_old_tables() {
    let right = records();
    let audited = |key_bytes| {
        let mut counts = vec![0; 1 << 16];
        right.iter().for_each(|&(_, code)| counts[usize::from(code)] += 1);
        let name = format!("width-{key_bytes}");
        audited_with(&name, &right, Summary::of_codes(&counts), u64::MAX, false, key_bytes)
    };
    assert_eq!(audited(4), audited(8));
    assert!(audited(8).is_ok());
    assert!(matches!(audited(16), Err(AuditError::NotSolvable(_))));
}

#[test]
fn the_order_has_every_number_once_and_is_not_ascending() {
    for bound in [0, 1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 77] {
        let mut order = Order::new(bound);
        let all: Vec<_> = core::iter::from_fn(|| order.next_block()).flatten().collect();
        assert_eq!(all.len(), bound);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), bound);
        assert!(all.iter().all(|&number| number < bound));
        assert!(bound < 9 || !all.is_sorted());
    }
}
