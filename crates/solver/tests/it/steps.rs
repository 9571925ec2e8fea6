//! How long a step is: shards that wait for each other end theirs at about the same time.

use core::sync::atomic::AtomicBool;

use games_core::{Space, solvable::AnySpace};
use solver::{
    Job, Summary,
    driving::{Step, Turn, shard},
};

use crate::{
    limits::tree,
    maze::{Backward, Dense, Repeated, Straight},
};

/// Solves in two shards that are always, or never, told that the other one waits; returns in how
/// many steps.
fn solved_in_steps<S: Space>(space: &S, is_awaited: bool) -> (usize, Summary) {
    let space = AnySpace::new(space.clone());
    let job = Job::default().with_threads(2).with_slice(4000);
    let mut shards = [0, 1].map(|thread| shard(&space, &job, thread).unwrap());
    let never = AtomicBool::new(false);
    let mut turn = Turn { stop: &never, is_awaited: &mut || is_awaited };
    let mut inboxes = [Vec::new(), Vec::new()];
    for step in 1.. {
        let steps = [0, 1].map(|i| shards[i].step(core::mem::take(&mut inboxes[i]), &mut turn));
        match steps {
            [Step::Send(first), Step::Send(second)] => inboxes = [second, first],
            _ => return (step, shards[0].summary().clone()),
        }
    }
    unreachable!("it ends");
}

fn assert_steps_are_shorter<S: Space>(space: &S) {
    let (steps, summary) = solved_in_steps(space, false);
    let (short_steps, same) = solved_in_steps(space, true);
    assert_eq!(same, summary);
    assert_eq!(summary.keys, (1 << 16) - 1);
    // A quarter is worked on in any case; some steps have not even that to do.
    let times = steps + steps / 8..=4 * steps;
    assert!(times.contains(&short_steps), "{short_steps} for {steps} steps");
}

#[test]
fn a_shard_that_is_waited_for_ends_its_step_sooner() {
    let rooms = tree(16);
    assert_steps_are_shorter(&Dense::new(&rooms, 0));
    assert_steps_are_shorter(&Backward::new(&rooms, 0));
    assert_steps_are_shorter(&Repeated::new(&rooms, 0));
    assert_steps_are_shorter(&Straight::new(&rooms, 0));
}
