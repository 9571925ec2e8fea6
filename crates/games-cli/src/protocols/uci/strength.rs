//! The strength that a GUI asks for by `UCI_Elo`, as a level.

use games::Level;

/// The weakest that may be asked for: level 1.
pub(super) const LEAST: u32 = 290;
/// The strongest: a level above 7.
pub(super) const MOST: u32 = 1660;
/// What is asked for unless something else is said.
pub(super) const USUAL: u32 = 1500;

/// Levels and their ratings in chess: `docs/strength.md` tells how they were measured.
const RATINGS: [(f64, u32); 8] = [
    (1.0, LEAST),
    (2.0, 400),
    (3.0, 560),
    (4.0, 790),
    (5.0, 1060),
    (6.0, 1270),
    (7.0, 1510),
    (7.25, MOST),
];

/// Returns the level whose rating is asked for.
pub(super) fn level(elo: u32) -> Level {
    let above = RATINGS.iter().position(|&(_, rating)| rating > elo).unwrap_or(RATINGS.len());
    let (low, low_rating) = RATINGS[above.saturating_sub(1)];
    let (high, high_rating) = RATINGS[above.min(RATINGS.len() - 1)];
    if low_rating == high_rating {
        return Level::near(low);
    }
    let part = f64::from(elo - low_rating) / f64::from(high_rating - low_rating);
    Level::near(low + part * (high - low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_levels_and_what_is_between_them_is_between() {
        for (number, rating) in RATINGS {
            assert_eq!(level(rating), Level::near(number));
        }
        assert_eq!(level((RATINGS[2].1 + RATINGS[3].1) / 2), Level::near(3.5));
        assert_eq!((level(0), level(u32::MAX)), (Level::LEAST, Level::near(7.25)));
    }
}
