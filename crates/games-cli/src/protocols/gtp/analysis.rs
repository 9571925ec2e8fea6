//! What `lz-analyze` and `kata-analyze` ask for, and the lines that answer them.

use core::{fmt::Write, time::Duration};

use ai::Value;
use games::{SearchLine, SearchReport};
use games_core::{Side, notation::quote};

use super::command::{color, whole};

/// Whose lines these are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// Leela Zero's: winning chances in hundredths of a percent.
    Leela,
    /// KataGo's: winning chances as fractions, and a lead in points.
    Kata,
}

/// What an analysis is to tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wanted {
    pub(super) dialect: Dialect,
    /// Whose move it is; that of the side to move if `None`.
    pub(super) side: Option<Side>,
    /// Time between two lines.
    pub(super) interval: Duration,
    /// How many moves at least and at most.
    pub(super) moves: (usize, usize),
    /// Moves to look at, or not to look at, with the side they are for.
    pub(super) restrictions: Vec<Restriction>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Restriction {
    pub(super) only: bool,
    pub(super) side: Side,
    pub(super) vertices: Vec<String>,
}

/// How many moves are told if nothing else is said.
const MOVES: usize = 20;

impl Wanted {
    /// Reads `[COLOR] [INTERVAL] [KEY VALUE]...`; the interval is in hundredths of a second.
    pub(super) fn parse(dialect: Dialect, args: &[String]) -> Result<Self, String> {
        let interval = Duration::from_secs(1);
        let mut wanted =
            Self { dialect, side: None, interval, moves: (0, MOVES), restrictions: Vec::new() };
        let mut words = args.iter().map(String::as_str).peekable();
        if let Some(side) = words.peek().and_then(|word| color(word).ok()) {
            wanted.side = Some(side);
            words.next();
        }
        if let Some(n) = words.peek().and_then(|word| whole(word).ok()) {
            wanted.interval = centiseconds(n);
            words.next();
        }
        while let Some(key) = words.next() {
            let mut value =
                || words.next().ok_or_else(|| format!("syntax error: {} has no value", quote(key)));
            match key {
                "interval" => wanted.interval = centiseconds(whole(value()?)?),
                "minmoves" => wanted.moves.0 = whole(value()?)?,
                "maxmoves" => wanted.moves.1 = whole(value()?)?.max(1),
                "avoid" | "allow" => {
                    let side = color(value()?)?;
                    let vertices = value()?.split(',').map(str::to_owned).collect();
                    // For how many moves of the line: here always for the first.
                    whole(value()?)?;
                    let only = key == "allow";
                    wanted.restrictions.push(Restriction { only, side, vertices });
                }
                // Details of KataGo's that a search without a network does not have.
                "ownership"
                | "ownershipStdev"
                | "movesOwnership"
                | "movesOwnershipStdev"
                | "pvVisits"
                | "pvEdgeVisits"
                | "rootInfo"
                | "noResultValue" => {
                    value()?;
                }
                _ => return Err(format!("syntax error: unknown word {}", quote(key))),
            }
        }
        Ok(wanted)
    }

    /// Returns the line for a report, or `None` if there is nothing to tell.
    pub(super) fn line(&self, report: &SearchReport) -> Option<String> {
        let visited = report.lines.iter().filter(|line| line.visits > 0).count();
        let most = self.moves.1;
        // Alpha-beta counts no visits.
        let count = if visited == 0 { most } else { visited.max(self.moves.0).min(most) };
        let moves: Vec<_> = report
            .lines
            .iter()
            .take(count)
            .enumerate()
            .map(|(order, line)| self.info(order, line, report.nodes))
            .collect();
        (!moves.is_empty()).then(|| moves.join(" "))
    }

    fn info(&self, order: usize, line: &SearchLine, nodes: u64) -> String {
        let visits = if line.visits == 0 { nodes } else { line.visits };
        let chance = chance(line.value);
        let lower = lower_bound(line.value, visits);
        let mut text = format!("info move {} visits {visits}", line.pv[0]);
        // Writing to a string does not fail.
        let _ = match self.dialect {
            Dialect::Leela => {
                let basis_points = |chance: f64| (chance * 10_000.0).round();
                write!(text, " winrate {} lcb {}", basis_points(chance), basis_points(lower))
            }
            Dialect::Kata => {
                if let Some(lead) = lead(line.value) {
                    let _ = write!(text, " scoreMean {lead:.2} scoreLead {lead:.2}");
                }
                write!(text, " winrate {chance:.6} lcb {lower:.6}")
            }
        };
        let _ = write!(text, " order {order} pv {}", line.pv.join(" "));
        text
    }
}

/// Returns the chance to win of the side to move, 0 to 1.
fn chance(value: Value) -> f64 {
    match value {
        Value::Exact { result, .. } => (f64::from(result) + 1.0) / 2.0,
        Value::Expected(mean) => (mean.clamp(-1.0, 1.0) + 1.0) / 2.0,
        // Five points ahead is nearly three to one.
        Value::Estimate(hundredths) => 1.0 / (1.0 + (-f64::from(hundredths) / 500.0).exp()),
        _ => 0.5,
    }
}

/// Returns the lower bound of the chance at 95 %, as for the mean of independent trials.
fn lower_bound(value: Value, visits: u64) -> f64 {
    let p = chance(value);
    match value {
        Value::Exact { .. } => p,
        _ => (p - 1.96 * (p * (1.0 - p) / visits.max(1) as f64).sqrt()).max(0.0),
    }
}

/// Returns the lead of the side to move in points, where the search tells it.
fn lead(value: Value) -> Option<f64> {
    match value {
        Value::Estimate(hundredths) => Some(f64::from(hundredths) / 100.0),
        Value::Exact { margin: Some(half_points), .. } => Some(f64::from(half_points) / 2.0),
        _ => None,
    }
}

fn centiseconds(n: usize) -> Duration {
    Duration::from_millis(n as u64 * 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parse(text: &str) -> Result<Wanted, String> {
        let args: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
        Wanted::parse(Dialect::Leela, &args)
    }

    fn report(lines: &[(&str, Value, u64)]) -> SearchReport {
        let line = |&(pv, value, visits): &(&str, Value, u64)| {
            let mut line = SearchLine::new(pv.split(' ').map(str::to_owned).collect(), value);
            line.visits = visits;
            line
        };
        let mut report = SearchReport::new(lines.iter().map(line).collect());
        (report.nodes, report.depth, report.selective_depth) = (900, 1, 1);
        report
    }

    #[test]
    fn arguments_come_in_every_form_that_guis_send() {
        let wanted = parse("").unwrap();
        assert_eq!((wanted.side, wanted.interval), (None, Duration::from_secs(1)));
        let wanted = parse("10").unwrap();
        assert_eq!((wanted.side, wanted.interval), (None, Duration::from_millis(100)));
        let wanted = parse("W interval 50 maxmoves 3 minmoves 2 ownership true").unwrap();
        assert_eq!(
            (wanted.side, wanted.interval),
            (Some(Side::Second), Duration::from_millis(500))
        );
        assert_eq!(wanted.moves, (2, 3));
        let wanted = parse("b 20 avoid b D4,pass 10 allow w A1 1").unwrap();
        let [avoid, allow] = &wanted.restrictions[..] else { panic!() };
        assert_eq!((avoid.only, avoid.side), (false, Side::First));
        assert_eq!(avoid.vertices, ["D4", "pass"]);
        assert_eq!((allow.only, allow.side), (true, Side::Second));
        for bad in
            ["b b", "interval", "interval x", "maxmoves -1", "avoid b D4", "nonsense 1", "-5"]
        {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn moves_are_told_as_each_dialect_has_them() {
        let report = report(&[
            ("D4 E5", Value::Expected(0.5), 100),
            ("pass", Value::Exact { result: -1, margin: Some(-13), plies: Some(2) }, 1),
            ("A1", Value::Unknown, 0),
        ]);
        // A chance of 0.75, less 1.96 times the square root of 0.75 * 0.25 / 100.
        assert_eq!(
            parse("").unwrap().line(&report).unwrap(),
            "info move D4 visits 100 winrate 7500 lcb 6651 order 0 pv D4 E5 \
             info move pass visits 1 winrate 0 lcb 0 order 1 pv pass"
        );
        let kata = Wanted { dialect: Dialect::Kata, moves: (3, 3), ..parse("").unwrap() };
        assert_eq!(
            kata.line(&report).unwrap(),
            "info move D4 visits 100 winrate 0.750000 lcb 0.665130 order 0 pv D4 E5 \
             info move pass visits 1 scoreMean -6.50 scoreLead -6.50 winrate 0.000000 \
             lcb 0.000000 order 1 pv pass \
             info move A1 visits 900 winrate 0.500000 lcb 0.467333 order 2 pv A1"
        );
        assert_eq!(parse("").unwrap().line(&self::report(&[])), None);
    }

    #[test]
    fn an_estimate_is_a_chance_that_grows_with_it() {
        assert!((chance(Value::Estimate(0)) - 0.5).abs() < 1e-9);
        assert!(chance(Value::Estimate(1000)) > 0.85 && chance(Value::Estimate(-1000)) < 0.15);
        assert!((0.0..=1.0).contains(&chance(Value::Estimate(i32::MIN))));
    }

    proptest! {
        #[test]
        fn any_arguments_are_read_or_refused(
            text in "((b|w|10|interval|avoid|allow|maxmoves|ownership|D4|[0-9]{1,12}|\\PC{1,4}) ){0,8}",
        ) {
            let _ = parse(&text);
        }
    }
}
