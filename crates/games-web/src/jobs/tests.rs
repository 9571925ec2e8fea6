//! How many jobs run at a time, and when they end.

use core::time::Duration;
use std::{
    sync::{Arc, atomic::Ordering::Relaxed, mpsc},
    thread,
};

use games::{Games, registry};
use tokio::time::timeout;

use super::{Job, Jobs, SearchJob, SolvingJob, Stage, Task};
use crate::{App, Config, Problem, Slug, api::LiveDone};

/// A job that goes on until it is told to stop, and tells when it began and ended.
fn endless(told: mpsc::Sender<&'static str>) -> Task {
    Box::new(move |job: &Job| {
        let _ = told.send("begun");
        while !job.stop.load(Relaxed) {
            thread::yield_now();
        }
        let _ = told.send("ended");
        Err(Problem::new(Slug::NotSolved, "it was endless"))
    })
}

fn at_once() -> Task {
    Box::new(|_| Err::<LiveDone, _>(Problem::new(Slug::NotSolved, "at once")))
}

#[test]
fn equal_jobs_are_one_and_end_with_their_last_viewer() {
    let jobs = Jobs::new(2, 2);
    let (sender, told) = mpsc::channel();
    let one = jobs.submit("a".to_owned(), "k", endless(sender)).unwrap();
    let other = jobs.submit("a".to_owned(), "k", at_once()).unwrap();
    assert!(Arc::ptr_eq(one.job(), other.job()));
    assert_eq!(told.recv().unwrap(), "begun");
    assert_eq!(jobs.counts(), (1, 0));
    drop(one);
    assert!(!other.job().stop.load(Relaxed));
    drop(other);
    assert_eq!(told.recv().unwrap(), "ended");
}

#[test]
fn those_that_wait_begin_in_order_and_too_many_are_refused() {
    let jobs = Jobs::new(1, 2);
    let (sender, told) = mpsc::channel();
    let first = jobs.submit("1".to_owned(), "k", endless(sender.clone())).unwrap();
    assert_eq!(told.recv().unwrap(), "begun");
    let second = jobs.submit("2".to_owned(), "k", endless(sender)).unwrap();
    let third = jobs.submit("3".to_owned(), "k", at_once()).unwrap();
    let refused = jobs.submit("4".to_owned(), "k", at_once()).unwrap_err();
    assert!(refused.is(Slug::Busy));
    assert!(matches!(third.states().borrow().stage, Stage::Waiting(1)));
    assert_eq!(jobs.counts(), (1, 2));
    drop(first);
    assert_eq!(told.recv().unwrap(), "ended");
    assert_eq!(told.recv().unwrap(), "begun");
    assert!(matches!(third.states().borrow().stage, Stage::Waiting(0)));
    // Who goes while it waits never begins.
    drop(third);
    assert_eq!(jobs.counts(), (1, 0));
    drop(second);
    assert_eq!(told.recv().unwrap(), "ended");
}

#[tokio::test]
async fn a_search_that_is_to_go_on_for_ever_ends_at_its_limit() {
    let app = App::new(Config::new(Games::new(registry())));
    let session = games::find("chess").unwrap().open(None, None).unwrap();
    let (lines, time, most) = (1, None, Duration::from_millis(20));
    let spec = "mcts:sims=1000000000000".parse().unwrap();
    let search = SearchJob { spec, session, lines, time, most };
    let viewing = app.jobs.submit(search.key(), "k", search.task(&app)).unwrap();
    let mut states = viewing.states();
    let over = states.wait_for(|state| state.stage.is_over());
    let state = timeout(Duration::from_secs(60), over).await.expect("it ends").unwrap().clone();
    assert!(matches!(state.stage, Stage::Done(_)));
}

/// Solving of which it is known that it does not come to its end within the limit.
#[tokio::test]
async fn solving_ends_at_its_limit_and_tells_how_far_it_came() {
    let app = App::new(Config::new(Games::new(registry())));
    let session = games::find("konane").unwrap().open(Some("rows=5,cols=6"), None).unwrap();
    let solving = SolvingJob { session, threads: 1, most: Duration::from_millis(300) };
    let viewing = app.jobs.submit(solving.key(), "k", solving.task(&app)).unwrap();
    let mut states = viewing.states();
    let over = states.wait_for(|state| state.stage.is_over());
    let state = timeout(Duration::from_secs(60), over).await.expect("it ends").unwrap().clone();
    let Stage::Done(done) = state.stage else { panic!("{:?}", state.stage) };
    assert!(matches!(&*done, LiveDone::Unfinished(_)), "{done:?}");
}

/// Values of what took longer to solve than values may used to be unknown even afterwards.
#[tokio::test]
async fn what_was_solved_is_looked_up_from_then_on() {
    let app = App::new(Config::new(Games::new(registry())));
    let usual = Some("rows=3,cols=3,diagonals=true");
    let session = games::find("tictactoe").unwrap().open(usual, None).unwrap();
    let mut later = session.boxed_clone();
    later.play("b2").unwrap();
    assert_eq!(app.known.look_up(&*later), None);
    let solving = SolvingJob { session, threads: 2, most: Duration::from_secs(60) };
    let viewing = app.jobs.submit(solving.key(), "k", solving.task(&app)).unwrap();
    let mut states = viewing.states();
    let state = states.wait_for(|state| state.stage.is_over()).await.unwrap().clone();
    let Stage::Done(done) = state.stage else { panic!("{:?}", state.stage) };
    let LiveDone::Solution(told) = &*done else { panic!("{done:?}") };
    assert_eq!(told.reachable, 5478);
    // After the center a tie needs the eight cells that are left.
    let found = app.known.look_up(&*later).expect("it is kept").solved;
    assert_eq!((found.value, found.remoteness), (solver::SolvedValue::Tie, Some(8)));
}

#[tokio::test]
async fn a_panic_is_the_end_of_one_job() {
    let jobs = Jobs::new(1, 1);
    let panics: Task = Box::new(|_| panic!("a mistake"));
    let viewing = jobs.submit("p".to_owned(), "k", panics).unwrap();
    let mut states = viewing.states();
    let state = states.wait_for(|state| state.stage.is_over()).await.unwrap().clone();
    assert!(matches!(state.stage, Stage::Failed(problem) if problem.is(Slug::Internal)));
    let viewing = jobs.submit("q".to_owned(), "k", at_once()).unwrap();
    let mut states = viewing.states();
    let state = states.wait_for(|state| state.stage.is_over()).await.unwrap().clone();
    assert!(matches!(state.stage, Stage::Failed(problem) if problem.is(Slug::NotSolved)));
}

#[tokio::test]
async fn when_the_server_stops_all_end_and_none_begins() {
    let jobs = Jobs::new(1, 2);
    let (sender, told) = mpsc::channel();
    let _running = jobs.submit("1".to_owned(), "k", endless(sender)).unwrap();
    let waiting = jobs.submit("2".to_owned(), "k", at_once()).unwrap();
    assert_eq!(told.recv().unwrap(), "begun");
    jobs.stop_all();
    assert_eq!(told.recv().unwrap(), "ended");
    assert!(matches!(waiting.states().borrow().stage, Stage::Failed(_)));
    assert!(jobs.submit("3".to_owned(), "k", at_once()).unwrap_err().is(Slug::Stopping));
}
