//! What came of a trial.

/// What was tried, what was wrong, and how bad the worst was.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) tried: u32,
    pub(crate) wrong: Vec<String>,
    figures: Vec<f64>,
}

impl Tally {
    /// Notes a try with what was wrong about it, if anything.
    pub(super) fn note(&mut self, what: &str, judged: Result<f64, String>) {
        self.tried += 1;
        match judged {
            Ok(figure) => self.figures.push(figure),
            Err(wrong) => self.wrong.push(format!("{what}: {wrong}")),
        }
    }

    /// The figure that all but one in a hundred tries stay below.
    pub(crate) fn p99(&self) -> Option<f64> {
        self.at((self.figures.len() * 99).div_ceil(100).checked_sub(1)?)
    }

    pub(crate) fn worst(&self) -> Option<f64> {
        self.at(self.figures.len().checked_sub(1)?)
    }

    fn at(&self, place: usize) -> Option<f64> {
        let mut sorted = self.figures.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(place).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_of_many_is_none_of_the_best_99_percent() {
        let mut tally = Tally::default();
        assert_eq!((tally.p99(), tally.worst()), (None, None));
        (1..=200).rev().for_each(|n| tally.note("", Ok(f64::from(n))));
        assert_eq!((tally.p99(), tally.worst()), (Some(198.0), Some(200.0)));
        tally.note("it", Err("is wrong".to_owned()));
        assert_eq!((tally.tried, &tally.wrong[..]), (201, &["it: is wrong".to_owned()][..]));
    }
}
