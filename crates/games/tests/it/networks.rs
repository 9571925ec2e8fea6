//! Games that are played through somebody else's network.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, atomic::AtomicBool},
};

use ai::Predictions;
use games::{
    Error, Network, Position, SearchReport, Session, find,
    network::{Numbers, Seen},
    registry,
};
use games_core::Planes;

fn play(session: &dyn Session, network: &Network, player: &str) -> Result<SearchReport, Error> {
    let mut player = session.network_player(&player.parse()?, network, None)?;
    Ok(player.think(session, &mut |_| {}, &AtomicBool::new(false)).unwrap())
}

/// Nothing is known of any position.
fn even(seen: &Seen) -> Predictions {
    Predictions::new(vec![0.0; seen.positions])
}

/// The planes and the mask of a position, as one alone.
fn numbers(at: &dyn Position, [count, rows, cols]: [usize; 3]) -> (Vec<u8>, Vec<bool>) {
    let mut planes = vec![0; count * rows * cols];
    at.put_planes(&mut Planes::bytes(&mut planes, rows * cols));
    let mut mask = vec![false; at.actions().unwrap_or(0) as usize];
    at.mask(&mut mask);
    (planes, mask)
}

#[test]
fn a_network_sees_the_root_and_positions_after_it_in_every_game() {
    for game in registry() {
        let session = game.open(None, None).unwrap();
        let all = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&all);
        let network = Network::new(move |batch: Seen| {
            seen.lock().unwrap().push(batch.clone());
            Some(even(&batch))
        });
        let report = play(&*session, &network.with_batch(5).with_bytes(true), "mcts:sims=40");
        assert!(report.unwrap().best().is_some(), "{}", game.id);
        let root = session.to_position();
        let (all, mut known, mut ids) = (all.lock().unwrap(), HashMap::new(), Vec::new());
        root.ids(&mut ids);
        let shape = all[0].shape;
        for at in ids.iter().map(|&id| Arc::clone(&root).play_id(id).unwrap()) {
            let (planes, mask) = numbers(&*at, shape);
            known.insert(planes, mask);
        }
        let (planes, mask) = numbers(&*root, shape);
        assert_eq!((&all[0].planes, &all[0].mask), (&Numbers::Bytes(planes), &mask), "{}", game.id);
        let mut found = 0;
        for batch in &all[1..] {
            let Numbers::Bytes(planes) = &batch.planes else { panic!("bytes were asked for") };
            let each = batch.mask.len() / batch.positions;
            assert!((1..=5).contains(&batch.positions), "{}", game.id);
            for (i, planes) in planes.chunks(planes.len() / batch.positions).enumerate() {
                if let Some(mask) = known.get(planes) {
                    found += 1;
                    assert_eq!(mask, &batch.mask[i * each..(i + 1) * each], "{}", game.id);
                }
            }
        }
        assert!(found > 0, "{}", game.id);
    }
}

/// The numbers of the legal moves are those that the mask shows, each position's own.
#[test]
fn a_network_is_told_whose_the_legal_moves_are() {
    for game in registry() {
        let session = game.open(None, None).unwrap();
        let network = Network::new(move |batch: Seen| {
            let mut begin = 0;
            let each = batch.mask.len() / batch.positions;
            assert_eq!(batch.legal_ends.len(), if each == 0 { 0 } else { batch.positions });
            for (position, &end) in batch.legal_ends.iter().enumerate() {
                let mut ids = batch.legal[begin..end].to_vec();
                ids.sort_unstable();
                let mask = &batch.mask[position * each..][..each];
                let shown: Vec<_> = (0..each as u32).filter(|&id| mask[id as usize]).collect();
                assert_eq!(ids, shown);
                begin = end;
            }
            assert_eq!(begin, batch.legal.len());
            Some(even(&batch))
        });
        play(&*session, &network.with_batch(5), "mcts:sims=30").unwrap();
    }
}

/// Who looks ahead and who waits both make all simulations; the function is the same.
#[test]
fn a_search_that_waits_for_its_network_makes_as_many_simulations() {
    let session = find("othello").unwrap().open(None, None).unwrap();
    for ahead in [false, true] {
        let network = Network::new(|seen| Some(even(&seen))).with_batch(8).with_ahead(ahead);
        let [first, second] = [1, 1].map(|seed| {
            let player = format!("mcts:sims=300,seed={seed}");
            play(&*session, &network, &player).unwrap()
        });
        assert_eq!(first.simulations, 300);
        assert_eq!((first.best(), first.nodes), (second.best(), second.nodes));
    }
}

#[test]
fn only_monte_carlo_search_takes_a_network_and_no_other_estimate() {
    let session = find("othello").unwrap().open(None, None).unwrap();
    let network = Network::new(|seen| Some(even(&seen)));
    for player in ["alphabeta", "random", "proof", "human", "mcts:eval=own"] {
        assert!(matches!(play(&*session, &network, player), Err(Error::Player(_))), "{player}");
    }
}
