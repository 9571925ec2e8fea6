//! How processes meet, and how those end that do not agree.

use core::time::Duration;
use std::{
    io::{Read, Write},
    net::TcpStream,
    thread,
    time::Instant,
};

use solver::Stop;
use solver_dist::{Cluster, Secret};

use crate::{
    cluster::{NEVER, Process, checkpoint, clusters, run, stop},
    folder::Folder,
};

/// No end takes longer.
const SOON: Duration = Duration::from_secs(10);

/// Two processes, the second of which is changed, end with the same reason.
#[track_caller]
fn foreign(change: impl FnOnce(&mut Process), text: &str) {
    let begun = Instant::now();
    let mut processes: Vec<_> =
        clusters("dense", 2, 1).into_iter().map(|c| Process::new("dense", c)).collect();
    change(&mut processes[1]);
    for result in run(processes) {
        match result {
            Err(Stop::Foreign(message)) if message.contains(text) => {
                assert!(message.contains("process 1") && !message.contains('\n'), "{message}");
            }
            other => panic!("{other:?}, expected {text}"),
        }
    }
    assert!(begun.elapsed() < SOON);
}

#[test]
fn processes_that_are_about_to_do_something_else_are_refused() {
    foreign(|p| p.cluster.identity.rules = "misere=true".into(), "rules is `misere=true` there");
    foreign(|p| p.cluster.identity.game = "a\nb".into(), "game is `a b` there");
    foreign(|p| p.cluster.identity.start = "elsewhere".into(), "start is `elsewhere` there");
    foreign(|p| p.cluster.workers = 2, "workers a process is `2` there, `1` here");
    foreign(|p| p.name = "all", "all positions is `true` there");
    // The same words for other positions.
    foreign(|p| p.name = "narrow", "positions as numbers is");
    let folder = Folder::new();
    let some = checkpoint("dense", folder.path(), NEVER);
    foreign(|p| p.job.checkpoint = Some(some), "checkpoints is `true` there, `false` here");
    foreign(|p| p.cluster.addresses.push("127.0.0.1:0".into()), "processes is `3` there");
}

#[test]
fn a_number_that_two_processes_claim_ends_all() {
    let mut list = clusters("dense", 3, 1);
    let Cluster { addresses, identity, .. } = &list[1];
    list[2] = Cluster::new(addresses.clone(), 1, 1, identity.clone());
    let processes = list.into_iter().map(|c| Process::new("dense", c)).collect();
    for result in run(processes) {
        let expected = "two processes call themselves process 1".to_owned();
        assert_eq!(result, Err(Stop::Foreign(expected)));
    }
}

#[test]
fn a_process_that_does_not_come_ends_the_wait_of_the_others() {
    let mut list = clusters("dense", 3, 1);
    for cluster in &mut list {
        cluster.patience = Duration::from_millis(300);
    }
    let missing = list.pop();
    let processes = list.into_iter().map(|c| Process::new("dense", c)).collect();
    let begun = Instant::now();
    for result in run(processes) {
        let expected = "process 2 at 127.0.0.1:0 did not come".to_owned();
        assert_eq!(result, Err(Stop::Lost(expected)));
    }
    // Nobody is there any more.
    let mut last = Process::new("dense", missing.unwrap());
    last.cluster.patience = Duration::from_millis(300);
    let Err(Stop::Lost(message)) = last.run() else { panic!("it found someone") };
    assert!(message.starts_with("cannot reach process 0 at 127.0.0.1:"), "{message}");
    assert!(begun.elapsed() < SOON);
}

#[test]
fn an_address_that_is_not_ours_is_told() {
    let mut list = clusters("dense", 2, 1);
    list[0].listener = None;
    // An address for documentation, which no machine has.
    list[0].addresses[0] = "192.0.2.1:1".to_owned();
    let Err(Stop::Lost(message)) = Process::new("dense", list.remove(0)).run() else {
        panic!("it listens")
    };
    assert!(message.starts_with("cannot listen at 192.0.2.1:1: "), "{message}");
}

#[test]
fn whoever_is_stopped_while_it_waits_ends_all() {
    for stopped in 0..2 {
        let mut list = clusters("dense", 3, 1);
        list.pop();
        let processes: Vec<_> = list.into_iter().map(|c| Process::new("dense", c)).collect();
        let flag = processes[stopped].stop.clone();
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(300));
            stop(&flag);
        });
        let begun = Instant::now();
        for result in run(processes) {
            assert_eq!(result, Err(Stop::Interrupted));
        }
        assert!(begun.elapsed() < SOON);
    }
}

/// A greeting as a program of this kind sends it.
fn greeting(text: &str) -> Vec<u8> {
    let head = (1 << 24 | text.len() as u32).to_le_bytes();
    [&head[..], text.as_bytes()].concat()
}

#[test]
fn strangers_are_dropped_and_other_versions_refused() {
    let list = clusters("dense", 2, 1);
    let address = list[0].addresses[0].clone();
    let mut processes: Vec<_> = list.into_iter().map(|c| Process::new("dense", c)).collect();
    let second = processes.pop().unwrap();
    let first = thread::spawn(|| run(processes).remove(0));
    // One says nothing, one something else, one goes away at once, one comes back.
    let silent = TcpStream::connect(&address).unwrap();
    let mut stranger = TcpStream::connect(&address).unwrap();
    stranger.write_all(b"GET / HTTP/1.0\r\n\r\n").unwrap();
    drop(TcpStream::connect(&address).unwrap());
    let result = run(vec![second]).remove(0);
    assert!(result.is_ok(), "{result:?}");
    assert!(first.join().unwrap().is_ok());
    drop((silent, stranger));

    let mut list = clusters("dense", 2, 1);
    let address = list[0].addresses[0].clone();
    let first = Process::new("dense", list.remove(0));
    let first = thread::spawn(|| first.run());
    let mut old = TcpStream::connect(&address).unwrap();
    old.write_all(&greeting("games hello\n1\n0\nprotocol: 0 of games 0.0.1\n")).unwrap();
    let mut answer = Vec::new();
    old.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer[4..]).into_owned();
    assert!(answer.starts_with("foreign process 1 at 127.0.0.1:0 does not"), "{answer}");
    assert!(answer.contains("protocol is `0 of games 0.0.1` there"), "{answer}");
    assert!(matches!(first.join().unwrap(), Err(Stop::Foreign(_))));
}

/// Each of them had two seconds, one after the other, and nothing else was looked at meanwhile.
#[test]
fn many_who_say_nothing_delay_nobody() {
    let list = clusters("dense", 3, 1);
    let address = list[0].addresses[0].clone();
    let mut processes: Vec<_> = list.into_iter().map(|c| Process::new("dense", c)).collect();
    let others = processes.split_off(1);
    let begun = Instant::now();
    let first = thread::spawn(|| run(processes).remove(0));
    let stranger = |i: usize| {
        let mut stranger = TcpStream::connect(&address).unwrap();
        stranger.write_all(&[1][..i % 2]).unwrap();
        stranger
    };
    let strangers: Vec<_> = (0..134).map(stranger).collect();
    for result in run(others) {
        assert!(result.is_ok(), "{result:?}");
    }
    assert!(first.join().unwrap().is_ok());
    assert!(begun.elapsed() < SOON);
    drop(strangers);
}

fn secret(text: &str) -> Option<Secret> {
    Some(Secret::new(text.as_bytes()).unwrap())
}

#[test]
fn processes_that_know_the_secret_meet() {
    let mut list = clusters("dense", 3, 1);
    for cluster in &mut list {
        cluster.secret = secret("known to all of us");
    }
    let processes = list.into_iter().map(|c| Process::new("dense", c)).collect();
    for result in run(processes) {
        assert!(result.is_ok(), "{result:?}");
    }
}

#[test]
fn whoever_does_not_know_the_secret_is_not_spoken_to() {
    let (ours, other) = (secret("known to all of us"), secret("known to all of them"));
    let another = "has another secret, or none";
    for (first, second, reason) in [
        (ours.clone(), other, another),
        (ours.clone(), None, "speaks to those alone who know its secret"),
        (None, ours.clone(), another),
    ] {
        let mut list = clusters("dense", 2, 1);
        for (cluster, secret) in list.iter_mut().zip([first, second]) {
            (cluster.secret, cluster.patience) = (secret, Duration::from_secs(3));
        }
        let mut results = run(list.into_iter().map(|c| Process::new("dense", c)).collect());
        let Some(Err(Stop::Foreign(message))) = results.pop() else { panic!("{reason}") };
        assert!(message.starts_with("process 0 at ") && message.ends_with(reason), "{message}");
        let missing = "process 1 at 127.0.0.1:0 did not come".to_owned();
        assert_eq!(results.pop(), Some(Err(Stop::Lost(missing))));
    }

    // Nor one that speaks our language.
    let mut list = clusters("dense", 2, 1);
    let address = list[0].addresses[0].clone();
    (list[0].secret, list[0].patience) = (ours, Duration::from_secs(1));
    let first = Process::new("dense", list.remove(0));
    let first = thread::spawn(|| first.run());
    let mut stranger = TcpStream::connect(&address).unwrap();
    stranger.write_all(&greeting("games hello\n1\n0\nprotocol: whatever it is\n")).unwrap();
    stranger.write_all(&[0; 64]).unwrap();
    let mut answer = Vec::new();
    // It may be cut off before it has read all.
    let _ = stranger.read_to_end(&mut answer);
    assert!(answer.len() <= 4 + 32, "a number and no word: {answer:?}");
    assert!(matches!(first.join().unwrap(), Err(Stop::Lost(_))));
}
