//! The positions of a game, judged by several threads.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::{sync::mpsc, thread};

use super::{Judge, Judged, judge::Failed};
use crate::Session;

/// Judges the positions of a game from `first_ply` on, the last ones first, on a thread for each
/// judge; `observer` is told after each how many are done. Where `stop` was set, or a judge knows
/// nothing of a position, there is none.
///
/// # Errors
///
/// The first failure of a judge, which ends the work.
pub fn positions(
    game: &dyn Session,
    first_ply: usize,
    judges: &mut [Judge],
    observer: &mut dyn FnMut(usize),
    stop: &AtomicBool,
) -> Result<Vec<Option<Judged>>, Failed> {
    let count = game.plies() + 1 - first_ply.min(game.plies());
    let first_ply = game.plies() + 1 - count;
    let (left, is_over) = (AtomicUsize::new(count), AtomicBool::new(false));
    let (sender, found) = mpsc::channel();
    let mut judged = vec![None; count];
    let mut failure = None;
    thread::scope(|scope| {
        for judge in judges {
            let (sender, left, is_over) = (sender.clone(), &left, &is_over);
            let mut at = game.boxed_clone();
            scope.spawn(move || {
                while !stop.load(Relaxed) && !is_over.load(Relaxed) {
                    let Ok(now) = left.fetch_update(Relaxed, Relaxed, |n| n.checked_sub(1)) else {
                        break;
                    };
                    let index = now - 1;
                    while at.plies() > first_ply + index {
                        at.undo();
                    }
                    let result = judge.judge(&*at, stop);
                    // What was interrupted is worth nothing.
                    if stop.load(Relaxed) || sender.send((index, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (done, (index, result)) in found.iter().enumerate() {
            match result {
                Ok(position) => judged[index] = position,
                Err(error) => {
                    is_over.store(true, Relaxed);
                    failure.get_or_insert(error);
                }
            }
            observer(done + 1);
        }
    });
    failure.map_or(Ok(judged), Err)
}
