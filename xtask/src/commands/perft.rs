//! `cargo xtask perft`: counts the positions of the fixtures and compares.

use std::{fs, thread};

use anyhow::{Context, Result, anyhow, bail};
use games_core::perft_fixtures::{self, PerftFixture};

use crate::{games_binary, process::shell_word, tidy::game_of, workspace};

/// Count the positions of the perft fixtures and compare.
///
/// The fixtures are the files `crates/*/tests/data/GAME.perft`; each position is counted by
/// `games perft` in release, for all depths up to the one shown. A row shows the greatest depth,
/// or any depth that differs. Lines `ended` of the fixtures are checked by the games' own tests.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "Examples:\n  cargo xtask perft\n  cargo xtask perft othello --deep\n  \
    cargo xtask perft atomic --id programfox-1")]
pub(crate) struct Args {
    /// Only this game, by its id.
    game: Option<String>,
    /// Only positions whose id contains this.
    #[arg(long, value_name = "TEXT")]
    id: Option<String>,
    /// Count what takes minutes, too; otherwise depths above 20,000,000 nodes are left out.
    #[arg(long)]
    deep: bool,
    /// Threads; by default 1, with --deep all.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl Args {
    /// All fixtures; with `deep` in full.
    pub(crate) fn all(deep: bool) -> Self {
        Self { deep, ..Self::default() }
    }

    fn wants(&self, fixture: &PerftFixture<'_>) -> bool {
        self.id.as_deref().is_none_or(|id| fixture.id.contains(id))
    }
}

/// Counts above this are left out without `--deep`.
const NODES: u64 = 20_000_000;

/// What the counts came to.
#[derive(Default)]
pub(crate) struct Report {
    /// Figures that agree.
    pub(crate) passed: usize,
    pub(crate) failed: Vec<Failed>,
    /// Lines counted, all depths and fixtures together.
    pub(crate) nodes: u64,
    /// Figures that were left out.
    pub(crate) left_out: usize,
}

/// A figure that differs.
pub(crate) struct Failed {
    pub(crate) what: String,
    /// The command that repeats it.
    pub(crate) repeat: String,
}

impl Failed {
    fn new(game: &str, fixture: &PerftFixture<'_>, what: String) -> Self {
        let repeat = format!("cargo xtask perft {game} --id {}", shell_word(fixture.id));
        Self { what, repeat }
    }
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    println!(
        "{:<40} {:>5} {:>16} {:>16} {:>14}  source",
        "position", "depth", "count", "expected", "nodes/s"
    );
    let report = check(args, &mut |row| println!("{row}"))?;
    println!(
        "{} figures agree, {} differ, {} left out, {} nodes",
        report.passed,
        report.failed.len(),
        report.left_out,
        thousands(report.nodes)
    );
    Ok(report.failed.is_empty())
}

/// Counts all fixtures that `args` selects; `show` gets the rows as they come.
///
/// # Errors
///
/// If a file cannot be read, nothing is selected, or `games` does not build.
pub(crate) fn check(args: &Args, show: &mut dyn FnMut(&str)) -> Result<Report> {
    // Better one error now than the same for every position.
    games_binary::path()?;
    let mut report = Report::default();
    let mut found = false;
    for file in files(args)? {
        for fixture in file.fixtures()?.iter().filter(|fixture| args.wants(fixture)) {
            found = true;
            check_one(args, &file.game, fixture, &mut report, show);
        }
    }
    if !found {
        bail!("no fixture is selected; they are the files crates/*/tests/data/GAME.perft");
    }
    Ok(report)
}

fn check_one(
    args: &Args,
    game: &str,
    fixture: &PerftFixture<'_>,
    report: &mut Report,
    show: &mut dyn FnMut(&str),
) {
    let name = format!("{game}/{}", fixture.id);
    let Some(depth) = depth_within(fixture, if args.deep { u64::MAX } else { NODES }) else {
        report.left_out += fixture.counts.len();
        return;
    };
    match count(game, fixture, depth, threads(args)) {
        Ok(counted) => compare(game, &name, fixture, &counted, report, show),
        Err(error) => {
            let what = format!("{name}: {error:#}");
            show(&what);
            report.failed.push(Failed::new(game, fixture, what));
        }
    }
}

/// A file of fixtures.
struct File {
    path: String,
    game: String,
    text: String,
}

impl File {
    fn fixtures(&self) -> Result<Vec<PerftFixture<'_>>> {
        perft_fixtures::parse(&self.text).map_err(|error| {
            let line = self.text[..error.span.start].matches('\n').count() + 1;
            anyhow!("{}:{line}: {error}", self.path)
        })
    }
}

fn files(args: &Args) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for path in workspace::files()? {
        let Some(game) = game_of(&path).map(str::to_owned) else { continue };
        if args.game.as_ref().is_none_or(|wanted| *wanted == game) {
            let text = fs::read_to_string(workspace::root().join(&path))
                .with_context(|| format!("reading {path}"))?;
            files.push(File { path, game, text });
        }
    }
    Ok(files)
}

fn threads(args: &Args) -> usize {
    let all = || thread::available_parallelism().map_or(1, usize::from);
    args.threads.unwrap_or_else(|| if args.deep { all() } else { 1 })
}

/// Returns the greatest depth up to which no count is above the budget.
fn depth_within(fixture: &PerftFixture<'_>, nodes: u64) -> Option<u32> {
    let within = fixture.counts.iter().take_while(|(_, count)| *count <= nodes);
    within.last().map(|&(depth, _)| depth)
}

/// What `games perft` counted.
struct Counted {
    depth_counts: Vec<u64>,
    nodes_per_second: f64,
}

fn count(game: &str, fixture: &PerftFixture<'_>, depth: u32, threads: usize) -> Result<Counted> {
    // With `=`, since a position may begin with a dash.
    let mut args = vec!["perft".to_owned(), game.to_owned()];
    args.push(format!("--position={}", fixture.position));
    args.extend(fixture.rules.map(|rules| format!("--rules={rules}")));
    args.push(format!("--depth={depth}"));
    args.push(format!("--threads={threads}"));
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let object = games_binary::json(&args)?;
    let counts = object["depth_counts"].as_array().context("no field `depth_counts`")?;
    Ok(Counted {
        depth_counts: counts
            .iter()
            .map(|n| n.as_u64().context("no count"))
            .collect::<Result<_>>()?,
        nodes_per_second: object["nodes_per_second"].as_f64().unwrap_or(0.0),
    })
}

fn compare(
    game: &str,
    name: &str,
    fixture: &PerftFixture<'_>,
    counted: &Counted,
    report: &mut Report,
    show: &mut dyn FnMut(&str),
) {
    let mut wrong = false;
    let mut last = None;
    for &(depth, expected) in &fixture.counts {
        let index = (depth as usize).checked_sub(1);
        let Some(&count) = index.and_then(|i| counted.depth_counts.get(i)) else {
            report.left_out += 1;
            continue;
        };
        let row = row(name, depth, count, expected, counted.nodes_per_second, fixture.source);
        if count == expected {
            report.passed += 1;
            last = Some(row);
            continue;
        }
        wrong = true;
        show(&format!("{row}  DIFFERS"));
        let what = format!("{name} depth {depth}: {count}, expected {expected}");
        report.failed.push(Failed::new(game, fixture, what));
    }
    report.nodes = report.nodes.saturating_add(counted.depth_counts.iter().sum());
    if let Some(row) = last.filter(|_| !wrong) {
        show(&row);
    }
}

fn row(name: &str, depth: u32, count: u64, expected: u64, speed: f64, source: &str) -> String {
    format!(
        "{name:<40} {depth:>5} {:>16} {:>16} {:>14}  {source}",
        thousands(count),
        thousands(expected),
        thousands(speed as u64)
    )
}

/// Returns a number with commas between its thousands.
pub(crate) fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture(counts: &[(u32, u64)]) -> PerftFixture<'static> {
        PerftFixture {
            id: "x",
            position: "- x",
            rules: None,
            source: "s",
            counts: counts.to_vec(),
            ended: Vec::new(),
        }
    }

    #[test]
    fn a_bad_file_is_refused_with_its_line() {
        let text = "id a\nposition p\nsource s\nperft 1 x\n".to_owned();
        let file = File { path: "g.perft".to_owned(), game: "g".to_owned(), text };
        assert!(file.fixtures().unwrap_err().to_string().starts_with("g.perft:4: "));
    }

    #[test]
    fn the_depth_stops_before_the_first_count_over_the_budget() {
        let f = fixture(&[(1, 20), (2, 400), (3, 8902), (4, 10)]);
        assert_eq!(depth_within(&f, 400), Some(2));
        assert_eq!(depth_within(&f, u64::MAX), Some(4));
        assert_eq!(depth_within(&f, 19), None);
    }

    #[test]
    fn a_count_that_differs_is_reported_and_shown() {
        let counted = Counted { depth_counts: vec![20, 401], nodes_per_second: 1e6 };
        let f = fixture(&[(1, 20), (2, 400), (3, 8902)]);
        let (mut report, mut rows) = (Report::default(), Vec::new());
        compare("g", "g/x", &f, &counted, &mut report, &mut |row| rows.push(row.to_owned()));
        assert_eq!((report.passed, report.left_out, report.nodes), (1, 1, 421));
        let failed: Vec<_> = report.failed.iter().map(|f| f.what.as_str()).collect();
        assert_eq!(failed, ["g/x depth 2: 401, expected 400"]);
        assert!(rows.len() == 1 && rows[0].ends_with("DIFFERS"), "{rows:?}");
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
