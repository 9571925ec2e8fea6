//! How far solving has come, on stderr, when somebody looks.

use std::time::Duration;

use games::report::rate;
use indicatif::ProgressBar;
use solver::Phase;

use crate::{
    progress::{say, spinner},
    words::{size, thousands},
};

/// What is being done, as people see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Stage {
    #[default]
    Begin,
    Resume,
    Find,
    Solve,
    Count,
    Store,
}

impl Stage {
    const fn of(phase: Phase) -> Self {
        match phase {
            Phase::Resume => Self::Resume,
            Phase::Discover { .. } => Self::Find,
            Phase::Sweep { .. } | Phase::Cross { .. } | Phase::Layers { .. } => Self::Solve,
            Phase::Report | Phase::End => Self::Count,
            Phase::Collect { .. } => Self::Store,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Begin => "beginning",
            Self::Resume => "reading the checkpoint",
            Self::Find => "finding positions",
            Self::Solve => "working out values",
            Self::Count => "counting",
            Self::Store => "storing",
        }
    }
}

/// How far the work had come at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Seen {
    pub(super) stage: Stage,
    /// The tier that is worked on, and the remoteness.
    pub(super) place: (Option<u32>, Option<u32>),
    /// Positions, symmetric ones once.
    pub(super) found: u64,
    pub(super) decided: u64,
    pub(super) bytes: u64,
    /// Bytes on disk, and the positions that are expected; 0 for work in memory.
    pub(super) disk: u64,
    pub(super) expected: u64,
    pub(super) time: Duration,
}

impl Seen {
    fn of(progress: &solver::Progress) -> Self {
        let remoteness = match progress.phase {
            Phase::Sweep { layer, .. } | Phase::Layers { layer, .. } => Some(layer.remoteness),
            _ => None,
        };
        Self {
            stage: Stage::of(progress.phase),
            place: (progress.phase.tier(), remoteness),
            found: progress.status.found,
            decided: progress.status.decided,
            bytes: progress.status.bytes,
            disk: progress.disk,
            expected: progress.expected.map_or(0, |expected| expected.positions),
            time: progress.time,
        }
    }
}

/// The line on stderr, and what was seen last.
pub(super) struct ProgressLine {
    line: ProgressBar,
    last: Seen,
    /// Where the present stage began.
    stage_begun: Seen,
    shown: Option<Duration>,
}

/// How often the line changes.
const EVERY: Duration = Duration::from_millis(100);

impl ProgressLine {
    pub(super) fn new() -> Self {
        Self { line: spinner(), last: Seen::default(), stage_begun: Seen::default(), shown: None }
    }

    /// Takes note of how far the work is; quick enough to be called at every step.
    pub(super) fn see(&mut self, progress: &solver::Progress) {
        let now = Seen::of(progress);
        if now.stage != self.last.stage {
            self.stage_begun = now;
        }
        self.last = now;
        let is_due = self.shown.is_none_or(|shown| now.time >= shown + EVERY);
        if is_due && !self.line.is_hidden() {
            self.shown = Some(now.time);
            say(&self.line, &text(&now, &self.stage_begun));
        }
    }

    /// Has something said on stderr while the line is out of the way.
    pub(super) fn above(&self, say: impl FnOnce()) {
        self.line.suspend(say);
    }

    /// Clears the line; returns what was seen last.
    pub(super) fn finish(self) -> Seen {
        self.line.finish_and_clear();
        self.last
    }
}

/// `working out values, tier 7, remoteness 3: 45 % of 1,234 positions, 99 a second, ...`.
fn text(now: &Seen, begun: &Seen) -> String {
    let mut text = now.stage.name().to_owned();
    let (tier, remoteness) = now.place;
    // Spaces without tiers and loops have but one of each.
    for (name, number) in [("tier", tier), ("remoteness", remoteness)] {
        if let Some(number) = number.filter(|&n| n > 0) {
            text += &format!(", {name} {number}");
        }
    }
    let time = now.time.saturating_sub(begun.time);
    let mut memory = size(now.bytes);
    if now.disk > 0 {
        memory += &format!(", {} on disk", size(now.disk));
    }
    if now.stage != Stage::Solve || now.found == 0 {
        let speed = rate(now.found.saturating_sub(begun.found), time);
        text += &format!(
            ": {} positions, {} a second, {memory}",
            thousands(now.found),
            thousands(speed as u64)
        );
        let left = now.expected.saturating_sub(now.found) as f64;
        if now.stage == Stage::Find && speed > 0.0 && left > 0.0 {
            text += &format!(", about {:.0} s left of this", left / speed);
        }
        return text;
    }
    let speed = rate(now.decided.saturating_sub(begun.decided), time);
    let percent = now.decided.min(now.found) as f64 / now.found as f64 * 100.0;
    text += &format!(
        ": {percent:.0} % of {} positions, {} a second, {memory}",
        thousands(now.found),
        thousands(speed as u64)
    );
    if speed > 0.0 {
        let left = now.found.saturating_sub(now.decided) as f64 / speed;
        text += &format!(", about {left:.0} s left");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_rate_memory_and_time_left() {
        let begun = Seen {
            stage: Stage::Solve,
            place: (Some(9), None),
            found: 3000,
            decided: 100,
            bytes: 1 << 20,
            disk: 0,
            expected: 0,
            time: Duration::from_secs(2),
        };
        let now = Seen {
            place: (Some(7), Some(3)),
            decided: 1500,
            time: Duration::from_secs(4),
            ..begun
        };
        assert_eq!(
            text(&now, &begun),
            "working out values, tier 7, remoteness 3: 50 % of 3,000 positions, 700 a second, \
             1.0 MiB, about 2 s left"
        );
        let begun = Seen { stage: Stage::Find, found: 0, time: Duration::ZERO, ..begun };
        let now = Seen { stage: Stage::Find, place: (Some(0), None), ..now };
        assert_eq!(text(&now, &begun), "finding positions: 3,000 positions, 750 a second, 1.0 MiB");
        let now = Seen { disk: 2 << 20, expected: 4500, ..now };
        assert_eq!(
            text(&now, &begun),
            "finding positions: 3,000 positions, 750 a second, 1.0 MiB, 2.0 MiB on disk, \
             about 2 s left of this"
        );
    }
}
