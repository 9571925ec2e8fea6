//! Games that are played in step are the games that are played one by one.

use games::{
    Batch, Session,
    batch::{Autoreset, BatchRules, Observation, PlaneValues},
    find, registry,
};
use games_core::{Outcome, Planes, Rng, Side, planes, seeded};

const RULES: BatchRules = BatchRules::new(Autoreset::NextStep, 0);

/// Room for what a batch tells.
struct Room {
    planes: Vec<u8>,
    cells: usize,
    mask: Vec<bool>,
    to_move: Vec<u8>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    plies: Vec<u32>,
    games: Vec<u64>,
}

impl Room {
    fn new(session: &dyn Session, rows: usize) -> Self {
        let at = session.to_position();
        let [count, height, width] =
            planes::shape(&at.board(), &at.plane_names()).unwrap_or_default();
        Self {
            planes: vec![7; rows * count * height * width],
            cells: height * width,
            mask: vec![true; rows * at.actions().unwrap_or(0) as usize],
            to_move: vec![7; rows],
            rewards: vec![7.0; 2 * rows],
            terminated: vec![true; rows],
            truncated: vec![true; rows],
            plies: vec![7; rows],
            games: vec![7; rows],
        }
    }

    fn out(&mut self) -> Observation<'_> {
        let mut out = Observation::default();
        out.cells = self.cells;
        if !self.planes.is_empty() {
            out.planes = PlaneValues::Bytes(&mut self.planes);
        }
        (out.mask, out.to_move) = (&mut self.mask, &mut self.to_move);
        (out.rewards, out.plies, out.games) = (&mut self.rewards, &mut self.plies, &mut self.games);
        (out.terminated, out.truncated) = (&mut self.terminated, &mut self.truncated);
        out
    }
}

#[test]
fn a_batch_is_so_many_single_games_move_for_move() {
    for game in registry() {
        let rows = 70;
        let session = game.open(None, None).unwrap();
        let mut batch = Batch::new(&*session, rows, 1, RULES);
        let mut single = vec![session.to_position(); rows];
        let (mut room, mut rng, mut ids) = (Room::new(&*session, rows), seeded(3), Vec::new());
        let mut numbers: Vec<u64> = (0..rows as u64).collect();
        for _ in 0..40 {
            let mut actions = vec![-1; rows];
            let mut ended = Vec::new();
            for (row, at) in single.iter_mut().enumerate() {
                at.ids(&mut ids);
                if ids.is_empty() {
                    // Its action is ignored: it begins anew.
                    *at = session.to_position();
                    numbers[row] += rows as u64;
                    continue;
                }
                let id = ids[rng.below(ids.len() as u32) as usize];
                actions[row] = i64::from(id);
                *at = at.clone().play_id(id).unwrap();
                ended.extend(at.outcome().map(|outcome| (row, outcome)));
            }
            batch.step(&actions, room.out(), None).unwrap();
            check(&single, &room, &numbers, &ended);
        }
        let again: Vec<_> = (0..rows).map(|row| batch.position(row)).collect();
        assert!(again.iter().zip(&single).all(|(a, b)| a.is_same(&**b)), "{}", game.id);
    }
}

/// Games that end by repetition, from starts with and without a past: a batch does not keep the
/// positions that it compares.
#[test]
fn what_stood_before_ends_games_of_a_batch_as_it_ends_single_ones() {
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for plies_before in [0, 1, 6, 15] {
        let mut at = find("chess").unwrap().open(None, None).unwrap().to_position();
        let mut moves = knights.iter().cycle();
        let mut next = |at: &dyn games::Position| at.id_of(moves.next().unwrap()).unwrap();
        for _ in 0..plies_before {
            let id = next(&*at);
            at = at.play_id(id).unwrap();
        }
        let mut batch = Batch::new(&*at.session(), 1, 1, RULES);
        let mut room = Room::new(&*at.session(), 1);
        for plies in plies_before + 1..=16 {
            let id = next(&*at);
            at = at.play_id(id).unwrap();
            batch.step(&[id.into()], room.out(), None).unwrap();
            // The first position stands at 0, 4, 8, 12 and 16: five times.
            assert_eq!((room.plies[0], room.terminated[0]), (plies, plies == 16));
            assert_eq!(at.outcome().is_some(), plies == 16);
        }
        assert!(batch.position(0).is_same(&*at));
    }
}

#[test]
fn random_games_that_repeat_are_the_same_in_a_batch() {
    let rows = 64;
    let session = find("go").unwrap().open(Some("size=3,ko=none,repetition=draw"), None).unwrap();
    let mut batch = Batch::new(&*session, rows, 1, RULES);
    let (mut room, mut rng, mut ids) = (Room::new(&*session, rows), seeded(4), Vec::new());
    let mut single = vec![session.to_position(); rows];
    let mut repeated = 0;
    for _ in 0..100 {
        let mut actions = vec![-1; rows];
        for (row, at) in single.iter_mut().enumerate() {
            at.ids(&mut ids);
            if ids.is_empty() {
                *at = session.to_position();
                continue;
            }
            let id = ids[rng.below(ids.len() as u32) as usize];
            actions[row] = i64::from(id);
            *at = at.clone().play_id(id).unwrap();
            repeated += usize::from(at.end().is_some_and(|end| end.reason == "repetition"));
        }
        batch.step(&actions, room.out(), None).unwrap();
        let over: Vec<_> = single.iter().map(|at| at.outcome().is_some()).collect();
        assert_eq!(room.terminated, over);
    }
    assert!(repeated > 5, "{repeated}");
}

fn check(
    single: &[std::sync::Arc<dyn games::Position>],
    room: &Room,
    numbers: &[u64],
    ended: &[(usize, Outcome)],
) {
    let (rows, mut ids) = (single.len(), Vec::new());
    assert_eq!(room.games, numbers);
    let mut rewards = vec![0.0; 2 * rows];
    for &(row, outcome) in ended {
        for side in Side::BOTH {
            rewards[2 * row + side.index()] = outcome.value_for(side) as f32;
        }
    }
    assert_eq!(room.rewards, rewards);
    for (row, at) in single.iter().enumerate() {
        assert_eq!(room.plies[row] as usize, at.plies(), "{at:?}");
        assert_eq!(room.to_move[row] as usize, at.to_move().index());
        assert_eq!((room.terminated[row], room.truncated[row]), (at.outcome().is_some(), false));
        at.ids(&mut ids);
        if let Some(actions) = at.actions() {
            let mask = &room.mask[row * actions as usize..][..actions as usize];
            let set: Vec<_> = (0..actions).filter(|&id| mask[id as usize]).collect();
            assert_eq!(set, ids, "{at:?}");
        }
        let each = room.planes.len() / rows;
        let mut planes = vec![0; each];
        if each > 0 {
            at.put_planes(&mut Planes::bytes(&mut planes, room.cells));
        }
        assert_eq!(room.planes[row * each..][..each], planes, "{at:?}");
    }
}

#[test]
fn an_illegal_action_is_named_and_no_game_has_moved() {
    let session = find("othello").unwrap().open(None, None).unwrap();
    let mut batch = Batch::new(&*session, 130, 1, RULES);
    let (mut room, mut before) = (Room::new(&*session, 130), Room::new(&*session, 130));
    batch.observe(before.out(), None);
    let first = before.mask.iter().position(|&legal| legal).unwrap() as i64;
    let mut actions = vec![first; 130];
    (actions[3], actions[128]) = (0, -5);
    assert_eq!(batch.step(&actions, room.out(), None), Err(vec![3, 128]));
    batch.observe(room.out(), None);
    assert_eq!((room.planes, room.plies), (before.planes, before.plies));
}

#[test]
fn what_is_random_depends_on_the_seed_and_not_on_the_threads() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let session = find("go").unwrap().open(Some("size=5"), None).unwrap();
    let texts = |seed, pool: Option<&rayon::ThreadPool>| {
        let mut batch = Batch::new(&*session, 200, seed, RULES);
        batch.step_random(33, Observation::default(), pool);
        (0..200).map(|row| batch.position(row).text()).collect::<Vec<_>>()
    };
    let alone = texts(5, None);
    assert_eq!(alone, texts(5, Some(&pool)));
    assert_ne!(alone, texts(6, None));
}

/// Neither how steps are grouped nor whether masks are made between them.
#[test]
fn what_is_random_does_not_depend_on_what_is_looked_at() {
    for id in ["go", "chess", "girl-chess"] {
        let session = find(id).unwrap().open(None, None).unwrap();
        let texts = |groups: &[usize], is_seen: bool| {
            let mut batch = Batch::new(&*session, 20, 5, RULES);
            let mut room = Room::new(&*session, 20);
            for &steps in groups {
                let out = if is_seen { room.out() } else { Observation::default() };
                batch.step_random(steps, out, None);
            }
            (0..20).map(|row| batch.position(row).text()).collect::<Vec<_>>()
        };
        let at_once = texts(&[12], false);
        assert_eq!(at_once, texts(&[1, 1, 7, 1, 2], true), "{id}");
        assert_eq!(at_once, texts(&[1, 1, 7, 1, 2], false), "{id}");
    }
}

#[test]
fn games_are_cut_and_stay_until_they_are_set_anew() {
    let session = find("chess").unwrap().open(None, None).unwrap();
    let rules = BatchRules::new(Autoreset::Disabled, 4);
    let (mut batch, mut room) = (Batch::new(&*session, 2, 1, rules), Room::new(&*session, 2));
    batch.step_random(9, room.out(), None);
    assert_eq!((room.plies[0], room.truncated[0], room.terminated[0]), (4, true, false));
    assert!(!room.mask.contains(&true));
    assert_eq!(batch.step(&[0, 0], room.out(), None), Err(vec![0, 1]));
    let mut start = find("chess").unwrap().open(None, None).unwrap();
    start.play_line("e4 e5").unwrap();
    assert!(batch.reset(1, Some(&*start.to_position())) && batch.reset(0, None));
    batch.observe(room.out(), None);
    assert_eq!((&room.plies[..], room.truncated[1]), (&[0, 2][..], false));
    let other = find("othello").unwrap().open(None, None).unwrap().to_position();
    assert!(!batch.reset(0, Some(&*other)));
}

#[test]
fn playouts_count_every_game() {
    let session = find("tictactoe").unwrap().open(None, None).unwrap();
    let mut counts = vec![0; 9];
    Batch::new(&*session, 3, 1, RULES).playouts(50, &mut counts, None);
    assert!(counts.chunks(3).all(|row| row.iter().sum::<u32>() == 50), "{counts:?}");
}
