//! How alpha-beta uses the solver of a game that has one.

use core::{
    cell::RefCell,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};

use ai::{AlphaBeta, AlphaBetaOptions, Estimator, Limits, Report, Searcher, Techniques, Value};
use games_core::{
    Adjudicate, End, Endgame, EndgameJob, Evaluate, Game, MoveSink, Notation, Outcome, Record,
    Side, SolvedLine, Status, TextError,
};

thread_local! {
    /// What the solver was asked: moves, lines, bytes, threads.
    static ASKED: RefCell<Vec<(Vec<u8>, [usize; 3])>> = const { RefCell::new(Vec::new()) };
    /// Positions that the solver told it visited.
    static VISITED: RefCell<u64> = const { RefCell::new(0) };
    /// What an estimate says that the solver was lent.
    static LENT: RefCell<Option<i32>> = const { RefCell::new(None) };
}

/// Twenty stones of which each side takes 1 to 4 in turn; the margin is the number last taken.
///
/// Its solver says that the margin is 70 whatever is played: what it tells is recognized.
#[derive(Clone, Debug)]
struct Stones {
    /// What the solver needs.
    positions: u64,
}

type Heap = (u8, Side, u8);

impl Game for Stones {
    type State = Heap;
    type Move = u8;
    type List = Vec<u8>;
    type Reason = &'static str;

    fn initial(&self) -> Heap {
        (20, Side::First, 0)
    }
    fn to_move(&self, state: &Heap) -> Side {
        state.1
    }
    fn moves(&self, state: &Heap, out: &mut impl MoveSink<u8>) -> Status {
        if state.0 == 0 {
            return Status::Over(Outcome::Win(state.1.other()));
        }
        for m in 1..=state.0.min(4) {
            if out.put(m).is_break() {
                break;
            }
        }
        Status::Ongoing
    }
    fn apply(&self, state: &mut Heap, m: u8) {
        *state = (state.0 - m, state.1.other(), m);
    }
    fn end(&self, state: &Heap) -> Option<End<&'static str>> {
        let margin = -state.1.sign() * i32::from(state.2);
        (state.0 == 0).then(|| End::by_margin(margin, "no stones"))
    }
}

impl Notation for Stones {
    fn write_state(&self, state: &Heap, w: &mut dyn core::fmt::Write) -> core::fmt::Result {
        write!(w, "{state:?}")
    }
    fn parse_state(&self, text: &str) -> Result<Heap, TextError> {
        Err(TextError::whole(text, "not read"))
    }
    fn write_move(&self, _: &Heap, m: u8, w: &mut dyn core::fmt::Write) -> core::fmt::Result {
        write!(w, "{m}")
    }
    fn parse_move(&self, _: &Heap, text: &str) -> Result<u8, TextError> {
        Err(TextError::whole(text, "not read"))
    }
}

impl Adjudicate for Stones {
    type Clock = ();
}

impl Evaluate for Stones {
    const SOLVES_ENDGAMES: bool = true;

    fn endgame(&self, state: &Heap) -> Option<Endgame> {
        Some(Endgame::new(u32::from(state.0), self.positions))
    }

    fn solve_endgame(
        &self,
        state: &Heap,
        job: &mut EndgameJob<'_, Heap, u8>,
    ) -> Option<Vec<SolvedLine<u8>>> {
        LENT.set(job.estimates.map(|estimates| estimates.begin()(state)));
        let numbers = [job.lines, job.memory, job.threads];
        ASKED.with_borrow_mut(|asked| asked.push((job.moves.to_vec(), numbers)));
        let (mut left, mut unknown) = (self.positions, 0);
        while left > 0 {
            let granted = (job.budget)(unknown);
            unknown = granted.min(left);
            VISITED.with_borrow_mut(|visited| *visited += unknown);
            left -= unknown;
            if granted == 0 {
                return None;
            }
        }
        (job.budget)(unknown);
        let line = |&m| SolvedLine::new(vec![m, 1], 140);
        Some(job.moves.iter().take(job.lines).map(line).collect())
    }
}

const SOLVED: Option<Value> = Some(Value::Exact { result: 1, margin: Some(140), plies: None });

/// Thinks anew; returns the report, what the solver was asked, and all reports on the way.
fn think(
    positions: u64,
    limits: &Limits,
    only: &[u8],
    stop: bool,
) -> (Report<u8>, usize, Vec<Report<u8>>) {
    ASKED.take();
    VISITED.take();
    let record = Record::new(Stones { positions });
    let mut player = AlphaBeta::new(AlphaBetaOptions::default());
    player.restrict_root(only);
    let flag = AtomicBool::new(stop);
    let mut reports = Vec::new();
    let report = player.think(&record, limits, &mut |r| reports.push(r.clone()), &flag);
    (report, ASKED.with_borrow(Vec::len), reports)
}

#[test]
fn a_depth_that_reaches_the_end_is_solved_and_a_smaller_one_searched() {
    let (report, asked, reports) = think(1_000_000_000, &Limits::depth(20), &[], false);
    assert_eq!((report.value(), asked), (SOLVED, 1));
    assert_eq!((report.depth, &report.lines[0].pv), (20, &vec![1, 1]));
    assert!(report.nodes > 1_000_000_000, "{}", report.nodes);
    assert_eq!(reports.last(), Some(&report));
    assert!(reports.is_sorted_by_key(|report| report.nodes), "{reports:?}");
    let (report, asked, _) = think(1, &Limits::depth(6), &[], false);
    assert_eq!(asked, 0);
    assert_ne!(report.value(), SOLVED);
}

#[test]
fn moves_lines_and_memory_are_handed_on() {
    let limits = Limits::depth(20).with_lines(2).with_memory(1 << 20);
    let (report, _, _) = think(1000, &limits, &[2, 4, 3], false);
    let asked = ASKED.take();
    assert_eq!(asked[0].0, [2, 3, 4]);
    let [lines, memory, threads] = asked[0].1;
    assert_eq!((lines, threads), (2, 1));
    assert!(memory < 1 << 20);
    assert_eq!(report.lines.len(), 2);
    assert_eq!(report.best(), Some(2));
}

#[test]
fn the_solver_is_lent_an_estimate_that_is_not_the_games_own() {
    let record = Record::new(Stones { positions: 1000 });
    let mut own = AlphaBeta::new(AlphaBetaOptions::default());
    own.search(&record, &Limits::depth(20));
    assert_eq!(LENT.take(), None);
    let estimator = Estimator::<Stones>::new(|_, state| 3 * i32::from(state.0));
    let mut other = AlphaBeta::new(AlphaBetaOptions::default()).with_estimator(estimator);
    other.search(&record, &Limits::depth(20));
    assert_eq!(LENT.take(), Some(60));
}

#[test]
fn a_limit_on_positions_is_kept_whether_the_solver_finishes_or_not() {
    // Too many positions are not asked for; the search before takes some of the solver's half.
    for (needs, asked, solved) in [(500, 1, true), (1000, 1, false), (5000, 0, false)] {
        let found = think(needs, &Limits::nodes(2000), &[], false);
        assert_eq!((found.1, found.0.value() == SOLVED), (asked, solved), "{needs}");
        assert!(found.0.nodes <= 2000, "{needs}: {}", found.0.nodes);
        assert!(found.0.best().is_some());
    }
    // The depth says that the solver is wanted, whatever it needs.
    let limits = Limits::depth(20).with_nodes(5000);
    let (report, asked, _) = think(1_000_000, &limits, &[], false);
    assert_eq!(asked, 1);
    assert!(report.nodes <= 5000, "{}", report.nodes);
    assert!(VISITED.take() <= 5000);
    assert!(report.best().is_some());
}

#[test]
fn little_time_is_given_to_the_search_and_not_to_the_solver() {
    let short = Limits::time(Duration::from_millis(5));
    let (report, asked, _) = think(1 << 40, &short, &[], false);
    assert_eq!(asked, 0);
    assert!(report.best().is_some());
    let (report, asked, _) = think(1000, &Limits::time(Duration::from_secs(10)), &[], false);
    assert_eq!((report.value(), asked), (SOLVED, 1));
}

#[test]
fn a_stopped_solver_leaves_what_the_search_found() {
    let (report, _, _) = think(1 << 40, &Limits::depth(20), &[], true);
    assert!(report.best().is_some());
    assert_ne!(report.value(), SOLVED);
}

#[test]
fn the_flag_stops_the_solver() {
    let record = Record::new(Stones { positions: u64::MAX });
    let mut player = AlphaBeta::new(AlphaBetaOptions::default());
    let flag = AtomicBool::new(false);
    // Reports come from the solver when it has run for a while.
    let report = player.think(
        &record,
        &Limits::depth(20),
        &mut |report| flag.store(report.nodes > 1_000_000, Relaxed),
        &flag,
    );
    assert!(report.best().is_some());
    assert!(report.nodes > 1_000_000);
}

#[test]
fn the_solver_has_the_threads_of_the_player() {
    ASKED.take();
    let record = Record::new(Stones { positions: 1 });
    let mut player = AlphaBeta::new(AlphaBetaOptions::default().with_threads(3));
    let flag = AtomicBool::new(false);
    let report = player.think(&record, &Limits::depth(20), &mut |_| {}, &flag);
    assert_eq!(report.value(), SOLVED);
    assert_eq!(ASKED.take()[0].1[2], 3);
}

/// One thread visits some 40 positions in a microsecond.
#[test]
fn several_threads_are_trusted_with_more_in_the_same_time() {
    let asks = |positions, threads| {
        ASKED.take();
        let record = Record::new(Stones { positions });
        let options = AlphaBetaOptions::default().with_threads(threads);
        let limits = Limits::time(Duration::from_millis(1100));
        let flag = AtomicBool::new(false);
        AlphaBeta::new(options).think(&record, &limits, &mut |_| {}, &flag);
        !ASKED.take().is_empty()
    };
    let most = |threads| (20..30).take_while(|&power| asks(1 << power, threads)).count();
    let [one, two, four] = [1, 2, 4].map(most);
    assert!(0 < one && one < 10, "{one}");
    assert!(one < two && two < four && four < 10, "{one}, {two}, {four}");
}

#[test]
fn the_solver_can_be_switched_off() {
    ASKED.take();
    let techniques = Techniques::ALL.without(&["endgames"]);
    let options = AlphaBetaOptions::default().with_techniques(techniques);
    let record = Record::new(Stones { positions: 1 });
    let flag = AtomicBool::new(false);
    AlphaBeta::new(options).think(&record, &Limits::depth(20), &mut |_| {}, &flag);
    assert_eq!(ASKED.take(), []);
}

#[test]
fn a_win_that_the_short_search_sees_still_gets_its_margin() {
    let mut record = Record::new(Stones { positions: 100 });
    // Three stones are left: whoever takes them all has won, by some margin or other.
    for m in [4, 4, 4, 4, 1] {
        record.play(m).unwrap();
    }
    let flag = AtomicBool::new(false);
    let mut player = AlphaBeta::new(AlphaBetaOptions::default());
    let report = player.think(&record, &Limits::depth(20), &mut |_| {}, &flag);
    assert_eq!(report.value(), SOLVED);
}
