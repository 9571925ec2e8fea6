//! Who judges: players, tables, or what is solved on the way.

use std::path::PathBuf;

use games::{Driver, PlayerSpec, Session, SolveJob, Tables, analysis::Judge, machine};
use games_core::fresh_seed;

use crate::{
    cli::{AnalyzeArgs, Common},
    failure::Failure,
    input, interrupt, progress,
};

/// Judges for the games of a file. They stay as long as the rules do.
pub(super) struct Judges<'a> {
    common: &'a Common,
    threads: usize,
    /// None where games are solved.
    player: Option<PlayerSpec>,
    name: String,
    /// Those of the command line, then those that were solved on the way.
    tables: Vec<Tables>,
    solved: Option<SolvedHere>,
    /// Of which game and rules the judges are.
    of: (String, String),
    judges: Vec<Judge>,
}

impl<'a> Judges<'a> {
    pub(super) fn new(args: &AnalyzeArgs, common: &'a Common) -> Result<Self, Failure> {
        let known = input::tables(common)?;
        let player = if args.solve { None } else { Some(input::player(&args.player, common)?) };
        Ok(Self {
            common,
            threads: args.threads as usize,
            name: player.as_ref().map_or_else(|| "tables".to_owned(), PlayerSpec::to_string),
            player,
            tables: if known.is_empty() { Vec::new() } else { vec![known] },
            solved: args.solve.then(SolvedHere::new).transpose()?,
            of: Default::default(),
            judges: Vec::new(),
        })
    }

    /// The text of the player, or `tables`.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns tables that know the positions of a game, as far as there are any: where games are
    /// to be solved, this one is, unless a table has it already.
    pub(super) fn tables(
        &mut self,
        session: &dyn Session,
        first_ply: usize,
    ) -> Result<Vec<Tables>, Failure> {
        let Some(solved) = &mut self.solved else { return Ok(self.tables.clone()) };
        let mut first = session.boxed_clone();
        while first.plies() > first_ply {
            first.undo();
        }
        for tables in &self.tables {
            if first.look_up(tables)?.is_some() {
                return Ok(self.tables.clone());
            }
        }
        self.tables.push(solved.solve(&*first, self.threads, self.common)?);
        Ok(self.tables.clone())
    }

    /// Returns judges for a game.
    pub(super) fn of(
        &mut self,
        session: &dyn Session,
        tables: &[Tables],
    ) -> Result<&mut [Judge], Failure> {
        let of = (session.game().to_owned(), session.rules().to_owned());
        // Tables grow only where games are solved, and then there is no player to be kept.
        if self.judges.is_empty() || self.of != of || self.player.is_none() {
            let memory = self.common.memory.map(|bytes| bytes / self.threads as u64);
            let judge = |_| {
                Ok(match &self.player {
                    Some(spec) => {
                        Judge::player(session.player(spec, memory)?).with_tables(tables.to_vec())
                    }
                    None => Judge::tables(tables.to_vec()),
                })
            };
            self.judges = (0..self.threads).map(judge).collect::<Result<_, Failure>>()?;
            self.of = of;
        }
        Ok(&mut self.judges)
    }
}

/// A folder for tables of this run, gone with it.
struct SolvedHere {
    folder: PathBuf,
    count: usize,
}

impl SolvedHere {
    fn new() -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("games-{:016x}", fresh_seed()));
        // A folder that is there is somebody else's.
        std::fs::create_dir(&folder).map_err(|e| Failure::file(&folder.to_string_lossy(), &e))?;
        Ok(Self { folder, count: 0 })
    }

    /// Solves a game from a position on.
    fn solve(
        &mut self,
        first: &dyn Session,
        threads: usize,
        common: &Common,
    ) -> Result<Tables, Failure> {
        let folder = self.folder.join(self.count.to_string());
        self.count += 1;
        std::fs::create_dir(&folder).map_err(|e| Failure::file(&folder.to_string_lossy(), &e))?;
        let spinner = progress::spinner();
        spinner.set_message("solving");
        let job = SolveJob {
            driver: Driver::Threads(threads),
            out: Some(folder.join(format!("game.{}", Tables::ENDING))),
            ..SolveJob::in_memory(common.memory.unwrap_or_else(machine::share))
        };
        let solution = first.solve(&job, &mut |_| {}, interrupt::flag());
        spinner.finish_and_clear();
        solution?;
        Tables::open(&folder).map_err(|e| Failure::Other(e.to_string()))
    }
}

impl Drop for SolvedHere {
    fn drop(&mut self) {
        // What cannot be removed is left to whoever cleans that folder.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
