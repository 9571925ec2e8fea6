//! Hard times for the program `games`: kills, full disks, flipped bits, two at one file, little
//! memory, Ctrl-C at any moment, strangers at the door. What comes out has to be right, or one line
//! that says why not.

mod claims;
mod damage;
mod interrupts;
mod kills;
mod memory;
mod program;
mod room;
mod sessions;
mod strangers;
mod tally;
mod workshop;

use anyhow::Result;

pub(crate) use self::tally::Tally;
use self::workshop::Workshop;
use crate::games_binary;

/// A kind of hardship.
pub(crate) struct Trial {
    pub(crate) name: &'static str,
    /// What is done, and what has to come of it.
    pub(crate) about: &'static str,
    /// What the figures of its tries are, and their unit.
    pub(crate) figure: (&'static str, &'static str),
    /// How often it is tried in a run with [`KILLS`].
    tries: u32,
    run: fn(&mut Workshop) -> Result<()>,
}

/// How many kills there are in all trials that kill, in a usual run.
pub(crate) const KILLS: u32 = 50;

const RESUMED: (&str, &str) = ("the last run took", "s");
const REFUSED: (&str, &str) = ("until refused", "s");
const ENDED: (&str, &str) = ("until it ended", "s");
const OVER: (&str, &str) = ("above the limit", "MiB");

pub(crate) const TRIALS: &[Trial] = &[
    Trial {
        name: "kill-thread",
        about: "`solve --checkpoint` is killed: the same command goes on to the same bytes",
        figure: RESUMED,
        tries: 12,
        run: kills::one_thread,
    },
    Trial {
        name: "kill-threads",
        about: "the same on two threads",
        figure: RESUMED,
        tries: 8,
        run: kills::two_threads,
    },
    Trial {
        name: "kill-workers",
        about: "the same in two processes, all of them killed at once",
        figure: RESUMED,
        tries: 10,
        run: kills::workers,
    },
    Trial {
        name: "kill-parent",
        about: "the same, only the first of the two killed: the other one ends by itself",
        figure: ("until the next run could begin", "s"),
        tries: 10,
        run: kills::parent,
    },
    Trial {
        name: "kill-match",
        about: "`match --results --records` is killed: the same games, the same score",
        figure: RESUMED,
        tries: 10,
        run: kills::matches,
    },
    Trial {
        name: "room",
        about: "no room for a table, a checkpoint or results: one line, status 1, the old file \
                stays, and with room the same command ends well",
        figure: ENDED,
        tries: 9,
        run: room::run,
    },
    Trial {
        name: "damage-table",
        about: "a bit of a table is flipped, it is cut, or grows: `verify` says so, and a lookup \
                is right or refused",
        figure: ENDED,
        tries: 30,
        run: damage::table,
    },
    Trial {
        name: "damage-checkpoint",
        about: "a bit of a checkpoint is flipped: the work ends right, or is refused",
        figure: ENDED,
        tries: 10,
        run: damage::checkpoint,
    },
    Trial {
        name: "damage-results",
        about: "a bit of the results of a match is flipped: the same score, or it is refused and \
                the file stays as it is",
        figure: ENDED,
        tries: 20,
        run: damage::results,
    },
    Trial {
        name: "two-at-once",
        about: "a second run with the same checkpoint, table or results: refused, and the first \
                ends well",
        figure: REFUSED,
        tries: 3,
        run: claims::run,
    },
    Trial {
        name: "memory",
        about: "the most memory of all processes stays within `--memory` and 32 MiB",
        figure: OVER,
        tries: 8,
        run: memory::run,
    },
    Trial {
        name: "ctrl-c",
        about: "Ctrl-C at any moment of any command: status 130 within two seconds",
        figure: ENDED,
        tries: 17,
        run: interrupts::run,
    },
    Trial {
        name: "strangers",
        about: "150 connections that say nothing or nonsense to the first of two processes: the \
                work ends right, no later",
        figure: ("it took", "s"),
        tries: 2,
        run: strangers::run,
    },
    Trial {
        name: "sessions",
        about: "a thousand lines of nonsense to `uci`, `gtp` or `nboard`: the next question is \
                answered, and the end is a good one",
        figure: ("it took", "s"),
        tries: 3,
        run: sessions::run,
    },
];

impl Trial {
    fn kills(&self) -> bool {
        self.name.starts_with("kill-")
    }

    /// Goes through the trial.
    ///
    /// # Errors
    ///
    /// If it cannot be made: what the program does wrong is in the tally.
    pub(crate) fn run(&self, tries: u32, seed: u64) -> Result<Tally> {
        let mut workshop = Workshop::new(games_binary::path()?, tries, seed)?;
        (self.run)(&mut workshop)?;
        Ok(workshop.tally)
    }
}

/// Returns the trials whose names contain a word, and how often each is tried, so that all kill so
/// often.
pub(crate) fn chosen(word: &str, kills: u32) -> Vec<(&'static Trial, u32)> {
    let chosen: Vec<_> = TRIALS.iter().filter(|trial| trial.name.contains(word)).collect();
    let usual = chosen.iter().filter(|trial| trial.kills()).map(|trial| trial.tries).sum();
    let usual: u32 = if usual == 0 { KILLS } else { usual };
    let share = |tries: u32| (u64::from(tries) * u64::from(kills)).div_ceil(usual.into()) as u32;
    chosen.into_iter().map(|trial| (trial, share(trial.tries))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usual_run_kills_as_often_as_it_says() {
        let kills = |all: &[(&Trial, u32)]| {
            all.iter().filter(|(trial, _)| trial.kills()).map(|(_, tries)| tries).sum::<u32>()
        };
        assert_eq!(kills(&chosen("", KILLS)), KILLS);
        assert_eq!(kills(&chosen("", 1000)), 1000);
        assert_eq!(chosen("kill-workers", 1000)[0].1, 1000);
        assert_eq!(chosen("memory", 2 * KILLS)[0].1, 2 * chosen("memory", KILLS)[0].1);
    }
}
