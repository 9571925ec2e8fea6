//! Groups of cells that are looked at together.

/// Some cells that are looked at together, with all of their images under the symmetries of the
/// game: what they hold is a number (an address), and each address has a weight, the same for all
/// images (n-tuple networks: W. Bledsoe and I. Browning, 1959; in games M. Buro, "Experiments with
/// Multi-ProbCut and a new high-quality evaluation function for Othello", 1997).
///
/// The digit of a cell is 0 where nothing stands, else 1 more than the number of what does; the
/// first cell has the lowest digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tuple {
    /// The cells of each image.
    images: Vec<Vec<u16>>,
    /// The ways to exchange places of a tuple that make no difference, since they are symmetries of
    /// its shape: where the digit at each place goes. The identity is not among them.
    folds: Vec<Vec<u16>>,
}

impl Tuple {
    /// A group of cells with its images under these maps of cells, the identity first.
    #[must_use]
    pub(super) fn under(maps: &[Vec<u16>], cells: &[u16]) -> Self {
        let mut tuple = Self { images: Vec::new(), folds: Vec::new() };
        for map in maps {
            let image: Vec<u16> = cells.iter().map(|&cell| map[usize::from(cell)]).collect();
            let same = |other: &Vec<u16>| sorted(other) == sorted(&image);
            let known = tuple.images.iter().position(same);
            match known {
                Some(0) => tuple.fold(&image),
                Some(_) => {}
                None => tuple.images.push(image),
            }
        }
        tuple
    }

    /// Notes that an image covers the same cells as the tuple itself.
    fn fold(&mut self, image: &[u16]) {
        let first = &self.images[0];
        let place = |cell| image.iter().position(|other| other == cell).map_or(0, |i| i as u16);
        let fold: Vec<u16> = first.iter().map(place).collect();
        let moves_something = fold.iter().enumerate().any(|(i, &goal)| i != usize::from(goal));
        if moves_something && !self.folds.contains(&fold) {
            self.folds.push(fold);
        }
    }

    /// A tuple as it was written down.
    pub(super) const fn of_parts(images: Vec<Vec<u16>>, folds: Vec<Vec<u16>>) -> Self {
        Self { images, folds }
    }

    /// Returns the cells of each image; all have as many.
    #[must_use]
    pub fn images(&self) -> &[Vec<u16>] {
        &self.images
    }

    pub(super) fn folds(&self) -> &[Vec<u16>] {
        &self.folds
    }

    /// Returns whether one of the images is made of these cells.
    pub(super) fn covers(&self, cells: &[u16]) -> bool {
        self.images.iter().any(|image| sorted(image) == sorted(cells))
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.images[0].len()
    }

    /// Returns whether the tuple has no cells.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns for each address, where cells hold one of `digits` things, the lowest address that
    /// shares its weight.
    #[must_use]
    pub fn folded(&self, digits: usize) -> Vec<u32> {
        let contents = digits.pow(self.len() as u32);
        let lowest = |address: usize| {
            let images = self.folds.iter().map(|fold| exchanged(address, digits, fold));
            images.chain([address]).min().unwrap_or(address) as u32
        };
        (0..contents).map(lowest).collect()
    }

    pub(super) fn is_sound(&self, cells: usize, digits: usize) -> bool {
        let Some(len) = self.images.first().map(Vec::len) else { return false };
        let contents = digits.checked_pow(len as u32);
        let distinct = |places: &[u16], below: usize| {
            let mut seen = vec![false; below];
            places.iter().all(|&place| {
                let place = seen.get_mut(usize::from(place));
                place.is_some_and(|seen| !core::mem::replace(seen, true))
            })
        };
        (1..=16).contains(&len)
            && self.images.len().max(self.folds.len()) <= 256
            && contents.is_some_and(|n| n <= 1 << 16)
            && self.images.iter().all(|image| image.len() == len && distinct(image, cells))
            && self.folds.iter().all(|fold| fold.len() == len && distinct(fold, len))
    }
}

fn sorted(cells: &[u16]) -> Vec<u16> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// The address whose digits stand at other places.
fn exchanged(mut address: usize, digits: usize, fold: &[u16]) -> usize {
    let mut image = 0;
    for &place in fold {
        image += address % digits * digits.pow(u32::from(place));
        address /= digits;
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The identity and the mirror of a row of four cells.
    fn maps() -> Vec<Vec<u16>> {
        vec![vec![0, 1, 2, 3], vec![3, 2, 1, 0]]
    }

    #[test]
    fn a_pair_at_the_edge_has_two_images_and_no_fold() {
        let tuple = Tuple::under(&maps(), &[0, 1]);
        assert_eq!(tuple.images(), [[0, 1], [3, 2]]);
        assert_eq!(tuple.folded(3), (0..9).collect::<Vec<_>>());
    }

    #[test]
    fn a_pair_that_is_its_own_mirror_image_shares_weights() {
        let tuple = Tuple::under(&maps(), &[1, 2]);
        assert_eq!(tuple.images(), [[1, 2]]);
        // With digits a and b at 1 and 2 the address is a + 3b, and the lower of a + 3b, b + 3a counts.
        assert_eq!(tuple.folded(3), [0, 1, 2, 1, 4, 5, 2, 5, 8]);
    }
}
