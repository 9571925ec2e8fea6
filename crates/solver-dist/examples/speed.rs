//! How fast processes on this machine solve together, by the processor time of all of them.
//!
//! `cargo run --release -p solver-dist --example speed -- [SIZE [PROCESSES [WORKERS]]]` solves
//! Knight's Dance on a square board, all positions of it: 2 * SIZE^4. With 0 processes it is the
//! solver of the crate `solver`, in as many threads as there are workers.

#![forbid(unsafe_code)]

use core::sync::atomic::AtomicBool;
use std::{
    env,
    net::TcpListener,
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use cs3_games::{Endless, KnightsDance};
use games_core::{Game, Solvable, solvable::AnySpace};
use nix::sys::resource::{Usage, UsageWho, getrusage};
use solver::{Identity, Job, SolvedValue, Summary};
use solver_dist::Cluster;

/// Where process 0 listens, and the number of this process, if it is not 0.
const CHILD: &str = "SPEED_CHILD";

fn main() {
    let numbers: Vec<usize> =
        env::args().skip(1).map(|arg| arg.parse().expect("arguments are numbers")).collect();
    let number = |i: usize, default: usize| numbers.get(i).copied().unwrap_or(default);
    let (size, processes, workers) = (number(0, 64), number(1, 2), number(2, 1));
    let rules = KnightsDance::new((size, size), false, false, Endless::default())
        .expect("a board that is played");
    let space = rules.space(&rules.initial()).expect("boards of this size are solved");
    let space = AnySpace::new(space);
    let job = Job::default().with_whole(true).with_threads(workers);
    let never = AtomicBool::new(false);
    if processes == 0 {
        let begun = Instant::now();
        let solved = solver::solve(&space, &job, &mut |_| {}, &never).expect("it fits");
        return print(solved.summary(), begun.elapsed());
    }

    let identity = Identity {
        game: "knights-dance".to_owned(),
        rules: format!("size={size}"),
        start: "initial".to_owned(),
        whole: true,
        folded: false,
    };
    let cluster = |first: String, process: usize| {
        let mut addresses = vec!["127.0.0.1:0".to_owned(); processes];
        addresses[0] = first;
        Cluster::new(addresses, process, workers, identity.clone())
    };
    if let Ok(child) = env::var(CHILD) {
        let (first, process) = child.split_once(' ').expect("address and number");
        let cluster = cluster(first.to_owned(), process.parse().expect("a number"));
        solver_dist::solve(&space, &job, &cluster, &mut |_| {}, &never).expect("all goes well");
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let first = listener.local_addr().expect("it is bound").to_string();
    let begun = Instant::now();
    let mut children: Vec<_> = (1..processes)
        .map(|process| {
            Command::new(env::current_exe().expect("this program"))
                .args(env::args_os().skip(1))
                .env(CHILD, format!("{first} {process}"))
                .stdin(Stdio::null())
                .spawn()
                .expect("this program starts again")
        })
        .collect();
    let mut cluster = cluster(first, 0);
    cluster.listener = Some(Arc::new(listener));
    let outcome = solver_dist::solve(&space, &job, &cluster, &mut |_| {}, &never);
    let time = begun.elapsed();
    for child in &mut children {
        assert!(child.wait().expect("it was started").success());
    }
    print(&outcome.expect("all goes well").summary.expect("process 0 has it"), time);
}

fn print(summary: &Summary, wall: Duration) {
    let processor = [UsageWho::RUSAGE_SELF, UsageWho::RUSAGE_CHILDREN].map(|who| {
        let seconds = |usage: &Usage| {
            [usage.user_time(), usage.system_time()]
                .map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6)
                .iter()
                .sum::<f64>()
        };
        getrusage(who).map(|usage| (seconds(&usage), usage.max_rss() / 1024)).expect("it is known")
    });
    let [(own, memory), (others, others_memory)] = processor;
    let positions = summary.positions();
    let speed = positions as f64 / (own + others) / 1e6;
    #[expect(clippy::print_stdout, reason = "it is a program")]
    {
        println!("{positions} positions, digest {:016x}", summary.digest);
        println!("{:?}", SolvedValue::ALL.map(|value| (value.name(), summary.count(value))));
        println!("processor {own:.2} s + {others:.2} s, wall {:.2} s", wall.as_secs_f64());
        println!("memory {memory} MB + {others_memory} MB");
        println!("{speed:.1} million positions per second of processor time");
    }
}
