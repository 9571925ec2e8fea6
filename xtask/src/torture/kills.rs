//! Work that is killed again and again, and started again until it comes to its end.

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};

use super::{
    program::{Ending, Program},
    workshop::{Expected, Workshop},
};

/// Half a million positions: a tenth of a second of work, in which checkpoints are written all the
/// time.
const SOLVE: &str = "solve konane --rules rows=5,cols=4,any_piece=true,misere=true --json \
                     --out out.solved --checkpoint work --checkpoint-every 1ms";

const MATCH: &str = "match othello --rules size=4 --p1 mcts:sims=1000 --p2 alphabeta:depth=3 \
                     --games 30 --opening-plies 2 --seed 5 --json --results results.jsonl \
                     --records records.txt";

/// So often the same work is killed before it may end.
const KILLS_EACH: u32 = 5;

/// Another run that has not ended yet may keep the next one out for so long.
const KEPT_OUT: Duration = Duration::from_secs(5);

pub(super) fn one_thread(workshop: &mut Workshop) -> Result<()> {
    kill_all(workshop, SOLVE)
}

pub(super) fn two_threads(workshop: &mut Workshop) -> Result<()> {
    kill_all(workshop, &format!("{SOLVE} --threads 2"))
}

pub(super) fn workers(workshop: &mut Workshop) -> Result<()> {
    kill_all(workshop, &format!("{SOLVE} --workers 2"))
}

pub(super) fn matches(workshop: &mut Workshop) -> Result<()> {
    kill_all(workshop, MATCH)
}

fn kill_all(workshop: &mut Workshop, line: &str) -> Result<()> {
    let expected = workshop.expect(line)?;
    while workshop.goes_on() {
        let folder = workshop.empty("killed")?;
        let mut kills = 0;
        let ending = loop {
            let mut program = workshop.start(&folder, line)?;
            let moment = workshop.moment(expected.took);
            let wanted = kills < KILLS_EACH && workshop.tally.tried + kills < workshop.tries;
            match if wanted { program.within(moment)? } else { Some(program.end()?) } {
                Some(ending) => break ending,
                None => program.kill_all(),
            }
            kills += 1;
        };
        judge(workshop, line, kills, &expected, &ending, &folder);
    }
    Ok(())
}

/// Each kill counts as a try, and what came of all of them is right or wrong.
fn judge(
    workshop: &mut Workshop,
    line: &str,
    kills: u32,
    expected: &Expected,
    ending: &Ending,
    folder: &Path,
) {
    let judged = expected.compare(ending, folder);
    if let Err(wrong) = &judged
        && kills == 0
    {
        // It was not even killed.
        workshop.note(line, Err(wrong.clone()));
    }
    for kill in 0..kills {
        let last = kill + 1 == kills;
        let judged = if last { judged.clone() } else { judged.clone().or(Ok(0.0)) };
        workshop.note(&format!("`games {line}`, killed {kills} times"), judged);
    }
}

/// The other process is on its own: it has to end by itself, and keeps the next run out until then.
pub(super) fn parent(workshop: &mut Workshop) -> Result<()> {
    let line = format!("{SOLVE} --workers 2");
    let expected = workshop.expect(&line)?;
    while workshop.goes_on() {
        let folder = workshop.empty("killed")?;
        let mut program = workshop.start(&folder, &line)?;
        let moment = workshop.moment(expected.took);
        if program.within(moment)?.is_some() {
            continue;
        }
        program.kill_first();
        let (ending, kept_out) = begin_again(workshop, &folder, &line)?;
        let compared = expected.compare(&ending, &folder);
        let judged = compared.and_then(|_| ended_by_itself(&program)).map(|()| kept_out);
        workshop.note(&format!("`games {line}`, its parent killed"), judged);
    }
    Ok(())
}

/// Starts a command until it is not refused, and returns for how long it was.
fn begin_again(workshop: &Workshop, folder: &Path, line: &str) -> Result<(Ending, f64)> {
    let begun = Instant::now();
    let mut kept_out = 0.0;
    loop {
        let ending = workshop.run(folder, line)?;
        if ending.refused(2, "another run").is_err() {
            return Ok((ending, kept_out));
        }
        kept_out = begun.elapsed().as_secs_f64();
        ensure!(begun.elapsed() < KEPT_OUT, "`games {line}` is kept out: {}", ending.words());
        thread::sleep(Duration::from_millis(5));
    }
}

fn ended_by_itself(program: &Program) -> Result<(), String> {
    let living = program.living();
    living.is_empty().then_some(()).ok_or_else(|| format!("{living:?} live on"))
}
