//! The one implementation of sessions: a record whose game was known when it was made.

use core::{any::Any, fmt, sync::atomic::AtomicBool};
#[cfg(feature = "batches")]
use std::sync::Arc;

use games_core::{
    BareRules, Board, GameTree, Interrupted, MoveList, Piece, Record, Side, View, draw,
    entry::Playable, game_tree::Header, seeded, solvable::NotSolvable,
};
use learn::{Teachable, Teaching};
use solver::Progress;

use super::{Ended, LegalMove, PerftJob, Session, legal, pasted, sealed::Sealed};
use crate::{
    Error, GameInfo, LookedUp, Player, PlayerSpec, Solution, SolveError, SolveJob, Tables, player,
    solve::{self, Numbering},
};
#[cfg(feature = "batches")]
use crate::{
    Position,
    batch::{self, Rows},
    network::{self, Network},
    position,
};

/// Wraps a record whose game is known at compile time.
pub(crate) fn erase<G: Playable>(
    record: Record<G>,
    info: &'static GameInfo,
    rules: String,
) -> Box<dyn Session> {
    Box::new(Erased { record, info, rules })
}

#[derive(Clone)]
struct Erased<G: Playable> {
    record: Record<G>,
    info: &'static GameInfo,
    rules: String,
}

impl<G: Playable> fmt::Debug for Erased<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        legal::write_debug(f, self)
    }
}

impl<G: Playable> Sealed for Erased<G> {}

impl<G: Playable> Session for Erased<G> {
    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn rules(&self) -> &str {
        &self.rules
    }

    fn boxed_clone(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn position(&self) -> String {
        self.record.position_text()
    }

    fn saved(&self) -> GameTree {
        let mut first = self.record.clone();
        while first.undo().is_some() {}
        let header = Header::of(self.rules.clone(), first.position_text());
        GameTree::line(header, self.played())
    }

    fn to_move(&self) -> Side {
        self.record.to_move()
    }

    fn side_name(&self, side: Side) -> &'static str {
        self.record.game().side_name(side)
    }

    fn numbers_pairs(&self) -> bool {
        self.record.game().numbers_pairs()
    }

    fn plies(&self) -> usize {
        self.record.plies()
    }

    fn start_ply(&self) -> u64 {
        self.record.start_ply()
    }

    fn key(&self) -> u64 {
        self.record.game().key(self.record.state())
    }

    fn end(&self) -> Option<Ended> {
        self.record.end().map(Ended::from)
    }

    fn claimable(&self) -> Option<Ended> {
        self.record.claimable().as_ref().map(Ended::from)
    }

    fn bare_rules(&self) -> BareRules {
        self.record.bare_rules()
    }

    fn claim(&mut self) -> bool {
        self.record.claim()
    }

    fn always_ends(&self) -> bool {
        self.record.game().always_ends()
    }

    fn plies_to_solve(&self) -> Option<u32> {
        if !G::SOLVES_ENDGAMES || self.record.end().is_some() {
            return None;
        }
        self.record.game().endgame(self.record.state()).map(|endgame| endgame.plies)
    }

    fn margin_now(&self) -> Option<i32> {
        self.record.game().margin_now(self.record.state())
    }

    fn resumed(&self, to_move: Side) -> Option<Box<dyn Session>> {
        let game = self.record.game();
        let state = game.resumed(self.record.state(), to_move)?;
        let record = Record::from_position(game.clone(), state, self.record.clock().clone());
        Some(erase(record, self.info, self.rules.clone()))
    }

    fn dead(&self, seed: u64) -> Vec<String> {
        let game = self.record.game();
        legal::cells(&game.board(), &game.dead(self.record.state(), &mut seeded(seed)))
    }

    fn plays_out(&self) -> bool {
        self.record.game().monte_carlo().playout_plies > 0
    }

    fn weights(&self) -> Option<&'static [u8]> {
        self.record.game().weights()
    }

    fn teaching(&self) -> Box<dyn Teachable> {
        Box::new(Teaching::new(self.record.game().clone(), self.info.id, &self.rules))
    }

    fn half_win(&self) -> i32 {
        self.record.game().monte_carlo().half_win
    }

    fn legal_moves(&self) -> Vec<String> {
        self.record.sorted_texts()
    }

    fn legal_count(&self) -> usize {
        self.record.moves().as_slice().len()
    }

    fn legal(&self) -> Vec<LegalMove> {
        legal::moves(&self.record)
    }

    fn labels(&self, line: &[String]) -> Result<Vec<String>, Error> {
        legal::labels(&self.record, line).map_err(Error::Moves)
    }

    fn played_labels(&self) -> Vec<String> {
        self.record.move_labels()
    }

    fn played(&self) -> Vec<String> {
        self.record.move_texts()
    }

    fn last_move(&self) -> Option<String> {
        let (before, m) = self.record.history().next_back()?;
        Some(self.record.game().move_text(before, m))
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let record = &mut self.record;
        pasted::read(text, &mut |text| record.play_text(text).map(drop)).map_err(Error::Moves)
    }

    fn play_line(&mut self, text: &str) -> Result<(), Error> {
        let record = &mut self.record;
        pasted::read(text, &mut |line| record.play_line(line)).map_err(Error::Moves)
    }

    fn play_ids(&mut self, ids: &[u32]) -> usize {
        for (played, &id) in ids.iter().enumerate() {
            match self.record.sorted_moves().get(id as usize) {
                Some(&(_, m)) if self.record.play(m).is_ok() => {}
                _ => return played,
            }
        }
        ids.len()
    }

    fn play_random(&mut self, plies: usize, seed: u64) {
        let mut rng = seeded(seed);
        for _ in 0..plies {
            if self.record.end().is_some() {
                return;
            }
            let Ok(m) = self.record.game().random_move(self.record.state(), &mut rng) else {
                return;
            };
            self.record.play(m).expect("a generated move is legal");
        }
    }

    fn undo(&mut self) -> bool {
        self.record.undo().is_some()
    }

    fn board(&self) -> Board {
        self.record.game().board()
    }

    fn view(&self) -> View {
        self.record.game().view(self.record.state(), self.record.last_move())
    }

    fn marked_view(&self) -> View {
        let mut view = self.view();
        if self.record.end().is_none() {
            view.marks.extend(draw::legal_marks(self.record.game(), self.record.state()));
        }
        view
    }

    fn marked_view_from(&self, cell: usize) -> View {
        let mut view = self.view();
        if self.record.end().is_none() {
            let (game, state) = (self.record.game(), self.record.state());
            view.marks.extend(draw::legal_marks_from(game, state, cell));
        }
        view
    }

    fn views(&self) -> Vec<View> {
        let game = self.record.game();
        let mut last = None;
        let mut views = Vec::with_capacity(self.plies() + 1);
        for (state, m) in self.record.history() {
            views.push(game.view(state, last));
            last = Some(m);
        }
        views.push(self.view());
        views
    }

    fn set_up(&self, pieces: &[Piece], to_move: Side) -> Option<Result<String, Error>> {
        let game = self.record.game();
        let state = game.set_up(pieces, to_move)?;
        Some(state.map(|state| legal::position_text(game, state)).map_err(Error::Position))
    }

    fn perft(&self, job: &PerftJob, stop: &AtomicBool) -> Result<u64, Interrupted> {
        job.options(stop).count(self.record.game(), self.record.state(), job.depth)
    }

    fn divide(&self, job: &PerftJob, stop: &AtomicBool) -> Result<Vec<(String, u64)>, Interrupted> {
        let (game, state) = (self.record.game(), self.record.state());
        let mut parts = Vec::new();
        for (m, n) in job.options(stop).divide(game, state, job.depth)? {
            parts.push((game.move_text(state, m), n));
        }
        parts.sort_unstable();
        Ok(parts)
    }

    fn solve(
        &self,
        job: &SolveJob,
        observer: &mut dyn FnMut(&Progress),
        stop: &AtomicBool,
    ) -> Result<Solution, SolveError> {
        solve::position(self, job, observer, stop)
    }

    fn look_up(&self, tables: &Tables) -> Result<Option<LookedUp>, SolveError> {
        solve::look_up(self, tables)
    }

    fn numbering(&self, start: Option<&str>) -> Result<Box<dyn Numbering>, NotSolvable> {
        solve::number(&self.record, start, G::space)
    }

    fn folded_numbering(&self, start: Option<&str>) -> Result<Box<dyn Numbering>, NotSolvable> {
        solve::number(&self.record, start, G::folded_space)
    }

    fn player(&self, spec: &PlayerSpec, memory: Option<u64>) -> Result<Box<dyn Player>, Error> {
        player::build::<G>(self, spec, memory)
    }

    #[cfg(feature = "batches")]
    fn network_player(
        &self,
        spec: &PlayerSpec,
        network: &Network,
        memory: Option<u64>,
    ) -> Result<Box<dyn Player>, Error> {
        network::build::<G>(self, spec, network, memory)
    }

    #[cfg(feature = "batches")]
    fn to_position(&self) -> Arc<dyn Position> {
        position::of_record(&self.record, self.info, &self.rules)
    }

    #[cfg(feature = "batches")]
    fn rows(&self, sizes: &[usize]) -> Vec<Box<dyn Rows>> {
        batch::rows_of(&self.record, self.info, &self.rules, sizes)
    }

    fn as_any(&self) -> &dyn Any {
        &self.record
    }
}
