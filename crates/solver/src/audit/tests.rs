use core::sync::atomic::Ordering::Relaxed;
use std::{env, fs, path::Path, process, sync::Mutex};

use games_core::{Outcome, Rng, Space, seeded};

use super::*;
use crate::{
    Identity, Store,
    code::{Code, OPEN, Solved, SolvedValue, lose, one_move_earlier, tie, turned, win},
    database::Writer,
    disk::Disk,
    phase::Stop,
    shard::{Summary, digest_of},
};

/// A tree: from room `n` doors lead to `2 n + 1` and `2 n + 2`. In some rooms the turn does not
/// change; rooms without doors are won, lost or tied.
#[derive(Clone)]
struct Tree {
    /// Whether rooms as many doors from the first one are a tier.
    has_tiers: bool,
}

const ROOMS: u32 = 100_000;

impl Space for Tree {
    type Key = u64;
    const DENSE: bool = true;
    const LOOPS: bool = false;

    fn start(&self) -> u64 {
        0
    }

    fn to_move(&self, _: u64) -> Side {
        unreachable!("an audit asks the plain rules")
    }

    fn children(&self, _: u64, _: &mut Vec<u64>) -> Status {
        unreachable!("an audit asks the plain rules")
    }

    fn tier(&self, room: u64) -> u32 {
        if self.has_tiers { (room + 1).ilog2() } else { 0 }
    }

    fn bound(&self) -> u64 {
        ROOMS.into()
    }
}

/// A lost room without a way in.
const WALLED: u32 = ROOMS + 1;
/// The same, and not sound.
const UNSOUND: u32 = ROOMS + 2;

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
        let room = u32::try_from(key).ok()?;
        if room == ROOMS || room > UNSOUND {
            return None;
        };
        let child = |door: u32| Child { key: door.into(), is_turned: is_turned(room) };
        let children: Vec<_> = doors(room).map(child).collect();
        let status = match Solved::of(end(room)).value {
            _ if room >= WALLED => Status::Over(Outcome::Win(Side::Second)),
            _ if !children.is_empty() => Status::Ongoing,
            SolvedValue::Win => Status::Over(Outcome::Win(Side::First)),
            SolvedValue::Lose => Status::Over(Outcome::Win(Side::Second)),
            _ => Status::Over(Outcome::Draw),
        };
        Some(Family { to_move: Side::First, status, children })
    }

    fn is_sound(&self, key: u128) -> bool {
        key != u128::from(UNSOUND)
    }

    fn text(&self, key: u128) -> String {
        format!("room {key}")
    }
}

/// A tree that remembers of what it was asked.
struct Asked {
    tree: Tree,
    rooms: Mutex<Vec<u64>>,
}

impl PlainRules for Asked {
    fn family(&self, key: u128) -> Option<Family> {
        self.rooms.lock().unwrap().push(key as u64);
        self.tree.family(key)
    }

    fn is_sound(&self, key: u128) -> bool {
        self.tree.is_sound(key)
    }

    fn text(&self, key: u128) -> String {
        self.tree.text(key)
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

/// An audit of a table of some positions in which everything else is right.
struct Case<'a> {
    name: &'a str,
    records: &'a [(u128, Code)],
    counts: Summary,
    has_tiers: bool,
    /// Whether the file has them in one tier all the same.
    is_flat: bool,
    is_whole: bool,
    /// What is added to the digest.
    digest: u64,
    key_bytes: usize,
    resources: Resources,
    /// Whether a block behind the first ones is damaged.
    is_damaged: bool,
    /// After how many blocks it is interrupted.
    stop_after: usize,
}

impl<'a> Case<'a> {
    fn of(name: &'a str, records: &'a [(u128, Code)]) -> Self {
        let mut counts = vec![0; 1 << 16];
        records.iter().for_each(|&(_, code)| counts[usize::from(code)] += 1);
        Self {
            name,
            records,
            counts: Summary::of_codes(&counts),
            has_tiers: false,
            is_flat: false,
            is_whole: false,
            digest: 0,
            key_bytes: 8,
            resources: Resources { memory: u64::MAX, threads: 2 },
            is_damaged: false,
            stop_after: usize::MAX,
        }
    }

    fn audited(self) -> Result<Audited, AuditError> {
        self.audited_in_order().0
    }

    /// With the rooms that were asked for, in that order.
    fn audited_in_order(self) -> (Result<Audited, AuditError>, Vec<u64>) {
        let file = format!("games-audit-{}-{}-{}", self.name, self.has_tiers, process::id());
        let path = env::temp_dir().join(file);
        let tree = Tree { has_tiers: self.has_tiers };
        self.write(&path, &tree);
        if self.is_damaged {
            let mut bytes = fs::read(&path).unwrap();
            let at = bytes.len() / 4 * 3;
            bytes[at] ^= 1;
            fs::write(&path, bytes).unwrap();
        }
        let table = Database::open(&path).unwrap();
        let space = AnySpace::new(tree.clone());
        let stop = AtomicBool::new(self.stop_after == 0);
        let mut seen = Vec::new();
        let mut observe = |done: &Audited| {
            seen.push(done.positions);
            stop.fetch_or(seen.len() == self.stop_after, Relaxed);
        };
        let rules = Asked { tree, rooms: Mutex::new(Vec::new()) };
        let result = audit(&table, (&space, &rules), self.resources, &mut observe, &stop);
        assert!(seen.is_sorted() && seen.len() <= self.records.len().div_ceil(order::BLOCK) + 16);
        fs::remove_file(&path).unwrap();
        (result, rules.rooms.into_inner().unwrap())
    }

    fn write(&self, path: &Path, tree: &Tree) {
        let [game, rules, start] = ["tree", "rooms=100000", "room 0"].map(str::to_owned);
        let identity = Identity { game, rules, start, whole: self.is_whole, folded: false };
        let store = Store { path: path.to_owned(), identity, disk: Disk::faulty(|_| Ok(())) };
        let mut writer = Writer::begin(&store, (self.key_bytes, 1)).unwrap();
        let mut summary = self.counts.clone();
        (summary.keys, summary.digest) = (self.records.len() as u64, self.digest);
        for &(key, code) in self.records {
            let tier = if self.is_flat { 0 } else { tree.tier(key as u64) };
            writer.take(tier, key, code).unwrap();
            summary.digest = summary.digest.wrapping_add(digest_of(key, code));
        }
        writer.finish(&summary).unwrap();
    }
}

/// All positions at the same time, and one tier after the other with the next one: the last two of
/// 17 are three quarters of all.
fn in_both_ways(
    name: &str,
    records: &[(u128, Code)],
    mut check: impl FnMut(Result<Audited, AuditError>),
) {
    check(Case::of(name, records).audited());
    for threads in [1, 3] {
        let resources = Resources { memory: 250_000, threads };
        check(Case { has_tiers: true, resources, ..Case::of(name, records) }.audited());
    }
}

#[test]
fn every_position_and_every_move_of_a_right_table_is_compared() {
    // Every room but the first is behind one door.
    let all = Audited { positions: ROOMS.into(), children: u64::from(ROOMS) - 1 };
    in_both_ways("right", &records(), |result| assert_eq!(result, Ok(all)));
}

/// In files whose checksums, digest and counts are all right.
#[test]
fn a_single_wrong_value_among_a_hundred_thousand_is_found() {
    let right = records();
    let mut rng = seeded(7);
    for i in 0..12 {
        let mut wrong = right.clone();
        let room = rng.below(ROOMS);
        let code = &mut wrong[room as usize].1;
        // Another value, or the same in one move more.
        *code = match i % 3 {
            0 => turned(*code) ^ u16::from(*code == turned(*code)),
            1 => one_move_earlier(*code),
            _ => OPEN,
        };
        in_both_ways("wrong", &wrong, |result| {
            let Err(AuditError::Fault(Fault::Value { position, found, expected })) = result else {
                panic!("room {room}")
            };
            // It is told of the room itself or of the one before it, whichever comes first.
            let before = room.saturating_sub(1) / 2;
            let told = [room, before].into_iter().find(|room| position == format!("room {room}"));
            let told = told.unwrap_or_else(|| panic!("{position} for room {room}"));
            assert_eq!(found, Solved::of(wrong[told as usize].1));
            assert_ne!(found, expected);
            assert!(told == before || expected == Solved::of(right[room as usize].1));
        });
    }
}

#[test]
fn positions_that_are_missing_and_others_that_nothing_leads_to_are_found() {
    let right = records();
    let without = |room: usize| [&right[..room], &right[room + 1..]].concat();
    let with = |room: u32| [&right[..], &[(room.into(), lose(0))]].concat();
    let position = |n: u32| format!("room {n}");
    for (name, records, fault) in [
        ("leaf", without(99_999), Fault::Missing { position: position(49_999) }),
        ("start", without(0), Fault::NoStart),
        ("beyond", with(ROOMS), Fault::NoPosition { key: ROOMS.into() }),
        ("walled", with(WALLED), Fault::Unreached { position: position(WALLED) }),
    ] {
        in_both_ways(name, &records, |result| {
            assert_eq!(result, Err(AuditError::Fault(fault.clone())), "{name}");
        });
    }
}

/// Of a whole board not all positions arise from the start, but they have to be positions.
#[test]
fn positions_of_a_whole_board_have_to_be_sound() {
    let whole = |name, room: u32| {
        let records = [&records()[..], &[(room.into(), lose(0))]].concat();
        Case { is_whole: true, ..Case::of(name, &records) }.audited()
    };
    assert_eq!(whole("sound", WALLED).map(|done| done.positions), Ok(u64::from(ROOMS) + 1));
    let fault = Fault::NoPosition { key: UNSOUND.into() };
    assert_eq!(whole("unsound", UNSOUND), Err(AuditError::Fault(fault)));
}

/// What arises from the start by the plain rules is sound, whatever is said of it.
#[test]
fn positions_that_arise_from_the_start_are_not_asked_for() {
    let mut records = records();
    records.push((UNSOUND.into(), lose(0)));
    let fault = Fault::Unreached { position: format!("room {UNSOUND}") };
    let found = Case::of("asked", &records).audited();
    assert_eq!(found, Err(AuditError::Fault(fault)));
}

#[test]
fn positions_in_the_wrong_tier_are_found() {
    let right = records();
    let case = Case { has_tiers: true, is_flat: true, ..Case::of("flat", &right) };
    let Err(AuditError::Fault(Fault::NoPosition { key })) = case.audited() else { panic!() };
    assert_ne!(key, 0);
}

#[test]
fn a_file_that_is_not_what_its_header_says_is_refused() {
    let right = records();
    let wrong = Case { digest: 1, ..Case::of("digest", &right) }.audited();
    let Err(AuditError::Stop(Stop::Foreign(what))) = wrong else { panic!("{wrong:?}") };
    assert!(what.ends_with("number or digest of the positions differ from the header's"), "{what}");
}

/// Threads do not go on when one of them has found something.
#[test]
fn a_fault_ends_the_audit() {
    let mut wrong = records();
    wrong.iter_mut().for_each(|(_, code)| *code = one_move_earlier(*code));
    let (result, rooms) = Case::of("all", &wrong).audited_in_order();
    assert!(matches!(result, Err(AuditError::Fault(Fault::Value { .. }))));
    assert!(rooms.len() <= 6 * order::BLOCK, "{}", rooms.len());
}

#[test]
fn counts_of_the_header_and_ctrl_c_are_looked_at() {
    let right = records();
    let counts = Summary::default();
    let wrong = Case { counts, ..Case::of("counts", &right) }.audited();
    assert!(matches!(wrong, Err(AuditError::Fault(Fault::Counts { told: [0, 0, 0, 0], .. }))));
    for (has_tiers, stop_after) in [(false, 0), (true, 0), (false, 3), (true, 3)] {
        let stopped = Case { has_tiers, stop_after, ..Case::of("stopped", &right) }.audited();
        let Err(AuditError::Interrupted(done)) = stopped else { panic!("{stopped:?}") };
        let most = order::BLOCK * (stop_after + 4);
        assert_eq!(done == Audited::default(), stop_after == 0);
        assert!(done.positions <= most as u64 && done.children <= 2 * done.positions, "{done:?}");
    }
}

/// Keys that follow each other take four bits in buckets of 16, of 8 bytes each, and values of a
/// few kinds a byte.
#[test]
fn positions_take_no_more_memory_than_they_may() {
    let right = records();
    let with = |has_tiers, memory| {
        let resources = Resources { memory, threads: 2 };
        Case { has_tiers, resources, ..Case::of("memory", &right) }.audited()
    };
    // The last tier has 34,465 rooms, the one before it 32,768.
    for (has_tiers, rooms) in [(false, u64::from(ROOMS)), (true, 34_465 + 32_768)] {
        let bytes = 2 * rooms;
        let limit = bytes * 97 / 100;
        match with(has_tiers, limit) {
            Err(AuditError::Memory { bytes: told, limit: same }) => {
                assert!(same == limit && told.abs_diff(bytes) * 100 < 3 * bytes, "{told}");
            }
            other => panic!("{other:?}"),
        }
        assert!(with(has_tiers, bytes * 103 / 100).is_ok());
    }
}

/// More than 128 different values take four bytes each, and that is known as soon as they are read:
/// before the block that is damaged.
#[test]
fn many_values_take_no_more_memory_than_they_may() {
    let mut many = records();
    many.iter_mut().for_each(|(room, code)| *code = lose(*room as u32 % 200));
    let with = |memory, is_damaged| {
        let resources = Resources { memory, threads: 2 };
        Case { resources, is_damaged, ..Case::of("many", &many) }.audited()
    };
    let bytes = 5 * u64::from(ROOMS);
    let small = with(bytes * 97 / 100, true);
    let Err(AuditError::Memory { bytes: told, .. }) = small else { panic!("{small:?}") };
    assert!(told.abs_diff(bytes) * 100 < 3 * bytes, "{told}");
    let enough = with(bytes * 103 / 100, true);
    assert!(matches!(enough, Err(AuditError::Stop(Stop::Damaged { .. }))), "{enough:?}");
    // They are none of these.
    let wrong = with(bytes * 103 / 100, false);
    assert!(matches!(wrong, Err(AuditError::Fault(Fault::Value { .. }))), "{wrong:?}");
}

#[test]
fn tiers_come_one_after_the_other_only_where_not_all_fit() {
    let right = records();
    for (memory, is_in_parts) in [(u64::MAX, false), (250_000, true)] {
        let resources = Resources { memory, threads: 1 };
        let case = Case { has_tiers: true, resources, ..Case::of("parts", &right) };
        let (result, rooms) = case.audited_in_order();
        assert!(result.is_ok() && rooms.len() == right.len() && !rooms.is_sorted());
        let tree = Tree { has_tiers: true };
        assert_eq!(rooms.iter().map(|&room| tree.tier(room)).is_sorted(), is_in_parts);
    }
}

#[test]
fn keys_are_as_wide_as_those_of_the_space_or_narrower_as_in_old_tables() {
    let right = records();
    let audited = |key_bytes| {
        let name = format!("width-{key_bytes}");
        Case { key_bytes, ..Case::of(&name, &right) }.audited()
    };
    assert_eq!(audited(4), audited(8));
    assert!(audited(8).is_ok());
    assert!(matches!(audited(16), Err(AuditError::NotSolvable(_))));
}
