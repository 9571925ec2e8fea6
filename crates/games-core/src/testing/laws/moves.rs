//! Laws of move generation, of playing moves and of their dense numbers.

use core::ops::ControlFlow;
use std::collections::HashSet;

use super::{Sample, Spot, Verdict, after, ensure, same};
use crate::{
    Counting, Listing, MoveList, MoveSink, Picking, PlayError, Status, entry::Playable, seeded,
};

pub(super) fn distinct_and_stable<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let mut seen = HashSet::new();
    for &m in &spot.moves {
        ensure(seen.insert(m), || format!("{m:?} is generated twice"))?;
    }
    let again = s.game.list(&spot.state.clone());
    same(&spot.moves.as_slice(), &again.as_slice(), || "two generations differ".into())
}

pub(super) fn status_fits_moves<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let status = s.game.moves(&spot.state, &mut |_| ControlFlow::Continue(()));
    ensure(status.is_over() == spot.moves.is_empty(), || {
        format!("{status:?} with {} moves", spot.moves.len())
    })
}

pub(super) fn sinks_agree<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let (game, state) = (s.game, &spot.state);
    let mut moves = Vec::new();
    let status = game.moves(state, &mut |m| {
        moves.push(m);
        ControlFlow::Continue(())
    });
    let mut listed = G::List::default();
    let mut counting = Counting(0);
    let all = [
        ("counting", game.moves(state, &mut counting)),
        ("listing", game.moves(state, &mut Listing(&mut listed))),
        ("`status`", game.status(state)),
    ];
    for (name, other) in all {
        same(&other, &status, || format!("status by {name} and by visiting"))?;
    }
    same(&listed.as_slice(), &moves.as_slice(), || "moves listed and visited".into())?;
    same(&game.list(state).as_slice(), &moves.as_slice(), || "`list` and moves visited".into())?;
    let n = moves.len() as u64;
    same(&counting.0, &n, || "moves counted by a sink and visited".into())?;
    same(&game.count(state), &n, || "`count` and moves visited".into())?;
    for i in [0, moves.len() / 2, moves.len().saturating_sub(1)] {
        let mut picking = Picking::nth(i);
        let _ = game.moves(state, &mut picking);
        same(&picking.found, &moves.get(i).copied(), || format!("move {i} picked and visited"))?;
        early_break(s, spot, i + 1, &moves)?;
    }
    Ok(())
}

/// A sink that breaks after `n` moves is given no more, and the game is called ongoing.
fn early_break<G: Playable>(
    s: &Sample<'_, G>,
    spot: &Spot<G>,
    n: usize,
    moves: &[G::Move],
) -> Verdict {
    struct Breaking<M>(usize, Vec<M>);
    impl<M> MoveSink<M> for Breaking<M> {
        fn put(&mut self, m: M) -> ControlFlow<()> {
            self.1.push(m);
            if self.1.len() >= self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    let mut sink = Breaking(n, Vec::new());
    let status = s.game.moves(&spot.state, &mut sink);
    let expected = &moves[..n.min(moves.len())];
    same(&sink.1.as_slice(), &expected, || format!("moves given to a sink that breaks after {n}"))?;
    ensure(moves.is_empty() || status == Status::Ongoing, || {
        format!("{status:?} although a sink broke after {n} moves")
    })
}

pub(super) fn legal_if_listed<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    for m in s.some_moves(spot) {
        ensure(s.game.is_legal(&spot.state, m), || format!("{m:?} is listed and not legal"))?;
    }
    let listed: HashSet<_> = spot.moves.iter().copied().collect();
    for m in s.foreign_moves(spot) {
        same(&s.game.is_legal(&spot.state, m), &listed.contains(&m), || {
            format!("{m:?} is legal, is listed")
        })?;
    }
    Ok(())
}

pub(super) fn refusal_changes_nothing<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let listed: HashSet<_> = spot.moves.iter().copied().collect();
    let status = s.game.status(&spot.state);
    for m in s.foreign_moves(spot).into_iter().filter(|m| !listed.contains(m)) {
        let mut state = spot.state.clone();
        let expected = match status {
            Status::Over(outcome) => PlayError::Over(outcome),
            Status::Ongoing => PlayError::Illegal(m),
        };
        same(&s.game.try_apply(&mut state, m), &Err(expected), || format!("playing {m:?}"))?;
        same(&state, &spot.state, || format!("the state after refusing {m:?} and before"))?;
    }
    Ok(())
}

pub(super) fn children_agree<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    for m in s.some_moves(spot) {
        let applied = after(s.game, &spot.state, m);
        let mut tried = spot.state.clone();
        same(&s.game.try_apply(&mut tried, m), &Ok(()), || format!("trying the legal {m:?}"))?;
        same(&tried, &applied, || format!("try_apply and apply of {m:?}"))?;
        let mut state = spot.state.clone();
        let child = s.game.with_child(&mut state, m, |child| child.clone());
        same(&child, &applied, || format!("with_child and apply of {m:?}"))?;
        same(&s.game.key(&child), &s.game.key(&applied), || {
            format!("keys in with_child and after apply of {m:?}")
        })?;
        same(&state, &spot.state, || format!("the state after with_child of {m:?} and before"))?;
        same(&s.game.key(&state), &s.game.key(&spot.state), || {
            format!("the key after with_child of {m:?} and before")
        })?;
    }
    Ok(())
}

pub(super) fn random_is_legal<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let mut rng = seeded(spot.index as u64);
    match (s.game.random_move(&spot.state, &mut rng), s.game.status(&spot.state)) {
        (Ok(m), Status::Ongoing) => {
            ensure(spot.moves.contains(&m), || format!("{m:?} is drawn and not listed"))
        }
        (Err(drawn), Status::Over(outcome)) => {
            same(&drawn, &outcome, || "outcome by random_move and status".into())
        }
        (drawn, status) => Err(format!("random_move returns {drawn:?}, the status is {status:?}")),
    }
}

pub(super) fn random_is_uniform<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let n = spot.moves.len();
    // Long lists have less of a share of the time; five a move would still do for the test.
    let draws_per_move: u64 = if n <= 64 { 60 } else { 20 };
    if n < 2 {
        return Ok(());
    }
    let mut rng = seeded(0x000c_a11e_d000 + spot.index as u64);
    let mut times = std::collections::HashMap::new();
    for _ in 0..draws_per_move * n as u64 {
        let m = s.game.random_move(&spot.state, &mut rng);
        *times.entry(m.map_err(|_| "no random move in an ongoing game")?).or_insert(0_u64) += 1;
    }
    let expected = draws_per_move as f64;
    let chi_square: f64 = spot
        .moves
        .iter()
        .map(|m| {
            let off = *times.get(m).unwrap_or(&0) as f64 - expected;
            off * off / expected
        })
        .sum();
    // Five standard deviations, in the approximation of E. Wilson and M. Hilferty, "The
    // distribution of chi-square" (1931). The seed is fixed: chance fails no run now and then.
    let freedom = (n - 1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    let limit = freedom * (1.0 - spread + 5.0 * spread.sqrt()).powi(3);
    ensure(chi_square <= limit, || {
        format!("chi-square of {n} moves is {chi_square:.1}, at most {limit:.1} is by chance")
    })
}

pub(super) fn actions_round_trip<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let (mut listed, mut expected) = (Vec::new(), Vec::new());
    s.game.action_ids(&spot.state, &mut listed);
    for &m in &spot.moves {
        expected.extend(s.game.action_id(m));
    }
    expected.sort_unstable();
    same(&listed, &expected, || "the numbers of the legal moves".to_owned())?;
    for &m in &spot.moves {
        let id = s.game.action_id(m);
        let Some(count) = s.game.action_count() else {
            same(&id, &None, || format!("numbers have no count, and the number of {m:?}"))?;
            continue;
        };
        let Some(id) = id else {
            return Err(format!("{m:?} has no number"));
        };
        ensure(id < count, || format!("{m:?} has number {id} of {count}"))?;
        same(&s.game.action(id), &Some(m), || format!("the move with number {id}"))?;
    }
    Ok(())
}

pub(super) fn action_numbers<G: Playable>(s: &Sample<'_, G>) -> Verdict {
    let count = s.game.action_count().unwrap_or(0);
    for id in 0..count {
        if let Some(m) = s.game.action(id) {
            same(&s.game.action_id(m), &Some(id), || format!("the number of {m:?}"))?;
        }
    }
    same(&s.game.action(count), &None, || format!("the move with number {count}"))
}
