//! The numbers of the search that matches decide: how much is left out, how far, and how soon.
//!
//! What a number is worth depends on all others and on the game, so they are not constants of the
//! program but of a player, to be tried against each other. A number is here if it can only make a
//! search weaker, never wrong: sizes of tables are not, nor how time is divided.

/// One of the numbers of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Constant {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its usual value.
    pub usual: i32,
    /// The least value.
    pub least: i32,
    /// The largest value.
    pub most: i32,
}

/// Declares [`Constants`], so that each of them has one name and one range everywhere.
macro_rules! constants {
    ($($name:ident = $usual:literal in $least:literal..=$most:literal, $about:literal;)*) => {
        /// The numbers of alpha-beta search.
        ///
        /// A search takes a number beyond its range for the nearest one within it.
        ///
        /// ```
        /// use ai::{AlphaBetaOptions, Constants};
        ///
        /// let mut constants = Constants::USUAL;
        /// *constants.named("late_divisor").unwrap() = 80;
        /// assert_eq!(constants.late_divisor, 80);
        /// let options = AlphaBetaOptions::default().with_constants(constants);
        /// assert_eq!(options.constants.late_depth, Constants::USUAL.late_depth);
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub struct Constants {
            $(#[doc = concat!("It says ", $about, ".")] pub $name: i32,)*
        }

        impl Constants {
            /// The usual numbers.
            pub const USUAL: Self = Self { $($name: $usual,)* };
            /// What they are.
            pub const ALL: &'static [Constant] = &[$(Constant {
                name: stringify!($name),
                about: $about,
                usual: $usual,
                least: $least,
                most: $most,
            },)*];

            /// Returns the number with a name.
            pub fn named(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }

            /// Returns every number with what it is.
            pub fn places(&mut self) -> impl Iterator<Item = (&'static Constant, &mut i32)> {
                Self::ALL.iter().zip([$(&mut self.$name,)*])
            }

            /// The nearest numbers within their ranges.
            pub(super) fn within_range(mut self) -> Self {
                for (constant, value) in self.places() {
                    *value = (*value).clamp(constant.least, constant.most);
                }
                self
            }
        }
    };
}

constants! {
    late_depth = 3 in 2..=8, "from which depth on late moves are reduced";
    late_from = 2 in 1..=10, "how many moves are never late";
    late_divisor = 64 in 32..=160, "how little depth and number of a move reduce it, 64 for as usual";
    late_base = 32 in 0..=128, "by how many 64ths of a ply every late move is reduced";
    late_deeper = 32 in 0..=128, "by how many more with `deeper_reductions`";
    late_of_many = 32 in 0..=128, "by how many more of them where there are many moves";
    many = 20 in 5..=60, "how many moves are not yet many";
    late_falling = 64 in 0..=192, "by how many 64ths more where the estimate does not rise";
    late_open = 64 in 0..=192, "by how many 64ths less where the whole score matters";
    late_history = 8192 in 1024..=32768, "which count of a move's history is worth a ply";
    unknown_depth = 4 in 2..=12, "from which depth on less is searched where no move is known";
    pass_depth = 2 in 1..=8, "from which depth on passing is tried";
    pass_base = 128 in 32..=320, "by how many 64ths of a ply a pass is searched less deep";
    pass_slope = 16 in 0..=48, "by how many 64ths more for each ply of depth";
    futile_depth = 6 in 1..=12, "up to which depth estimates replace searches";
    futile_margin = 100 in 20..=400, "by how many percent of a swing a ply a position is too good";
    futile_rising = 100 in 0..=300, "by how many percent less in all where the estimate rises";
    hopeless_margin = 100 in 20..=400, "by how many percent of a swing a ply a move is hopeless";
    tries_base = 3 in 0..=16, "how many moves are tried near the horizon at least";
    tries_square = 100 in 20..=400, "how many percent of the square of the depth more are tried";
    tries_falling = 50 in 10..=100, "how many percent of them where the estimate does not rise";
    cut_confidence = 15 in 5..=40, "how many tenths of a deviation beyond the window cut (probcut)";
    cut_reach = 5 in 0..=40, "how many tenths short of that the shallow search is tried";
    window = 25 in 5..=200, "how many hundredths about the last score the next one is expected";
    history_square = 16 in 0..=64, "how much a count grows by the square of the depth";
    history_linear = 32 in 0..=256, "how much it grows by the depth";
    history_most = 2048 in 256..=8192, "how much it grows at most";
    correction_most = 60 in 0..=400, "by how many hundredths an aspect corrects estimates at most";
    enhanced_depth = 3 in 2..=12, "from which depth on the table is asked about all children";
}

impl Default for Constants {
    /// The usual ones.
    fn default() -> Self {
        Self::USUAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_number_within_its_range() {
        let mut constants = Constants::USUAL;
        for constant in Constants::ALL {
            let Constant { name, usual, least, most, .. } = *constant;
            assert!(least < most && (least..=most).contains(&usual), "{name}");
            assert_eq!(constants.named(name).copied(), Some(usual), "{name}");
            *constants.named(name).unwrap() = most;
        }
        assert!(constants.places().all(|(constant, value)| *value == constant.most));
        assert_eq!(constants.named("magic"), None);
    }

    #[test]
    fn numbers_beyond_their_range_are_taken_for_the_nearest() {
        let (mut low, mut high) = (Constants::USUAL, Constants::USUAL);
        low.places().for_each(|(_, value)| *value = i32::MIN);
        high.places().for_each(|(_, value)| *value = i32::MAX);
        assert!(low.within_range().places().all(|(constant, value)| *value == constant.least));
        assert!(high.within_range().places().all(|(constant, value)| *value == constant.most));
        assert_eq!(Constants::USUAL.within_range(), Constants::USUAL);
    }
}
