//! `games best`: one search.

use ai::Value;
use games::{
    SearchLine, Session,
    json::{self, ScoreUnit, Units},
};
use serde::Serialize;

use super::answer::Answer;
use crate::{
    cli::{BestArgs, Common},
    failure::Failure,
    input, interrupt,
    output::Output,
    progress, words,
};

pub(crate) fn run(args: &BestArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    let session = input::open(&args.game)?;
    args.notation.check(&*session)?;
    let spec = input::player(&args.player, common)?;
    let mut player = session.player(&spec, common.memory)?;
    if session.end().is_some() {
        let message = format!("position: the game is over: {}", words::standing(&*session));
        return Err(Failure::Input(message));
    }
    let spinner = progress::spinner();
    let report = player.think(
        &*session,
        &mut |report| progress::say(&spinner, &words::search(report)),
        interrupt::flag(),
    );
    spinner.finish_and_clear();
    let report = report?;
    if out.is_json() {
        let found = Found {
            search: json::Search::of(&*session, &report),
            score_unit: ScoreUnit::of(report.value()),
            lines: report.lines.iter().map(|line| Line::of(&*session, line)).collect(),
        };
        out.object(&Answer::new(&*session, found).by(&spec))?;
    } else if let Some(best) = report.lines.first() {
        let pv = args.notation.line(&*session, &best.pv);
        out.line(&format!("{}\n{}", pv[0], words::search_with(&report, &pv)))?;
        for line in report.lines.iter().skip(1) {
            let pv = args.notation.line(&*session, &line.pv);
            out.line(&format!("{}: {}", words::value(line.value), pv.join(" ")))?;
        }
    }
    if interrupt::is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// What a search found, with all of its lines.
#[derive(Serialize)]
struct Found {
    #[serde(flatten)]
    search: json::Search,
    /// What `score` counts; nothing where there is none.
    score_unit: Option<ScoreUnit>,
    /// The best lines, the best first: as many as the player was asked for by `lines=N`.
    lines: Vec<Line>,
}

/// A line of play.
#[derive(Serialize)]
struct Line {
    #[serde(rename = "move")]
    first: String,
    pv: Vec<String>,
    pv_labels: Vec<String>,
    score: Option<Units>,
    score_unit: Option<ScoreUnit>,
    exact: bool,
}

impl Line {
    fn of(session: &dyn Session, line: &SearchLine) -> Self {
        Self {
            first: line.pv[0].clone(),
            pv: line.pv.clone(),
            pv_labels: session.labels(&line.pv).unwrap_or_default(),
            score: line.value.in_units().map(Units),
            score_unit: ScoreUnit::of(line.value),
            exact: matches!(line.value, Value::Exact { .. }),
        }
    }
}
