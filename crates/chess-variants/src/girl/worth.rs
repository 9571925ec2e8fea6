//! What men are worth in estimates.

use super::men::Kind;

/// Values of the men by kind, in hundredths of a unit of which a Box is worth four. The last Girl
/// has none, for who loses her has lost; this is that of one more. A Tree cannot be destroyed, and
/// any Tree makes as many others as its owner likes.
pub(super) const VALUE: [i32; 8] = [400, 450, 350, 1200, 450, 400, 200, 20];

/// All kinds that capture and can be captured but Girls, the cheapest first.
pub(super) const FIGHTERS: [Kind; 6] =
    [Kind::Snail, Kind::Flower, Kind::Box, Kind::Rat, Kind::Egg, Kind::Kittey];
