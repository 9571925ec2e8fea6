//! The strength that a GUI asks for by `UCI_Elo`, as a level.

use games::Level;

/// The weakest that may be asked for: level 1.
pub(super) const LEAST: u32 = 290;
/// The strongest: level 7.
pub(super) const MOST: u32 = 1510;
/// What is asked for unless something else is said.
pub(super) const USUAL: u32 = 1500;

/// The ratings of levels 1 to 7 in chess: `docs/strength.md` tells how they were measured.
const RATINGS: [u32; 7] = [LEAST, 400, 560, 810, 1060, 1270, MOST];

/// Returns the level whose rating is asked for.
pub(super) fn level(elo: u32) -> Level {
    let above = RATINGS.iter().position(|&rating| rating > elo).unwrap_or(RATINGS.len());
    let (Some(below), Some(&high)) = (above.checked_sub(1), RATINGS.get(above)) else {
        return Level::near(above as f64);
    };
    let low = RATINGS[below];
    Level::near(above as f64 + f64::from(elo - low) / f64::from(high - low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_levels_and_what_is_between_them_is_between() {
        for (rating, number) in RATINGS.into_iter().zip(1..) {
            assert_eq!(level(rating), Level::near(f64::from(number)));
        }
        assert_eq!(level((RATINGS[2] + RATINGS[3]) / 2), Level::near(3.5));
        assert_eq!((level(0), level(u32::MAX)), (Level::LEAST, Level::near(7.0)));
    }
}
