//! The images of a key under symmetries, all at once by tables.

use super::Key;

/// The group of symmetries that leaves the start of a space as it is, ready to be applied to keys.
///
/// Keys are put together from bytes: the image of a key is the union (`|`) of what its bytes
/// contribute. A set of squares has that property, and so has a field within one byte. For each
/// byte a table holds the contributions of its 256 values, all group elements side by side, so
/// that all images of a key take one row a byte.
#[derive(Clone, Debug)]
pub enum Images<K> {
    /// The identity alone.
    One,
    /// A group of two.
    Two(Rows<K, 2>),
    /// A group of four.
    Four(Rows<K, 4>),
    /// A group of eight.
    Eight(Rows<K, 8>),
}

/// The tables of a group of `N` elements.
#[derive(Clone, Debug)]
pub struct Rows<K, const N: usize> {
    /// The bytes that keys use, from the least significant one, each with its 256 rows.
    bytes: Box<[ByteRows<K, N>]>,
}

/// A byte of the key by its place, and for each of its values what the elements make of it.
type ByteRows<K, const N: usize> = (u32, Box<[[K; N]; 256]>);

impl<K: Key> Images<K> {
    /// Makes the tables for a group.
    ///
    /// `elements` are numbers that the caller gives to the group's elements, the identity among
    /// them; `bytes` are the bytes of a key that are ever other than zero. `image(g, i, value)` is
    /// what `value` in byte `i` contributes to the image of a key under element `g`; 0 for values
    /// that no key has there.
    ///
    /// # Panics
    ///
    /// If the group has not 1, 2, 4 or 8 elements.
    pub fn new(elements: &[u8], bytes: &[u32], image: impl Fn(u8, u32, u8) -> K) -> Self {
        match elements.len() {
            1 => Self::One,
            2 => Self::Two(Rows::new(elements, bytes, image)),
            4 => Self::Four(Rows::new(elements, bytes, image)),
            8 => Self::Eight(Rows::new(elements, bytes, image)),
            n => panic!("a group of {n} elements"),
        }
    }

    /// Returns the least of the images of a key.
    #[inline]
    pub fn canonical(&self, key: K) -> K {
        match self {
            Self::One => key,
            Self::Two(rows) => rows.least(key),
            Self::Four(rows) => rows.least(key),
            Self::Eight(rows) => rows.least(key),
        }
    }

    /// Returns the number of different images of a key.
    pub fn orbit(&self, key: K) -> u32 {
        match self {
            Self::One => 1,
            Self::Two(rows) => rows.orbit(key),
            Self::Four(rows) => rows.orbit(key),
            Self::Eight(rows) => rows.orbit(key),
        }
    }
}

impl<K: Key, const N: usize> Rows<K, N> {
    fn new(elements: &[u8], bytes: &[u32], image: impl Fn(u8, u32, u8) -> K) -> Self {
        let rows = |i: u32| {
            let rows: Vec<[K; N]> = (0..=u8::MAX)
                .map(|value| core::array::from_fn(|g| image(elements[g], i, value)))
                .collect();
            rows.try_into().unwrap_or_else(|_| unreachable!("a byte has 256 values"))
        };
        Self { bytes: bytes.iter().map(|&i| (i, rows(i))).collect() }
    }

    #[inline]
    fn images(&self, key: K) -> [K; N] {
        let mut images = [K::default(); N];
        for (i, rows) in &self.bytes {
            let row = &rows[usize::from(key.byte(*i))];
            for (image, &part) in images.iter_mut().zip(row) {
                *image = *image | part;
            }
        }
        images
    }

    #[inline]
    fn least(&self, key: K) -> K {
        let images = self.images(key);
        images.into_iter().fold(images[0], |least, image| least.min(image))
    }

    fn orbit(&self, key: K) -> u32 {
        let images = self.images(key);
        let fixed = images.iter().filter(|&&image| image == key).count();
        // The group divides evenly into those that do the same to the key.
        (N / fixed.max(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Dihedral;

    /// Sets of squares of a 4 by 4 board, twice, under all of its symmetries.
    fn slow(g: u8, key: u64) -> u64 {
        let one = |set: u64| {
            (0..16).filter(|i| set >> i & 1 == 1).fold(0_u64, |image, i| {
                let (col, row) = Dihedral::new(g).map(4, (i % 4, i / 4));
                image | 1 << (row * 4 + col)
            })
        };
        one(key & 0xffff) | one(key >> 32 & 0xffff) << 32
    }

    fn images(elements: &[u8]) -> Images<u64> {
        Images::new(elements, &[0, 1, 4, 5], |g, i, value| slow(g, u64::from(value) << (8 * i)))
    }

    proptest! {
        #[test]
        fn tables_find_the_images_that_permuted_squares_give(a: u16, b: u16, sparse: bool) {
            let b = if sparse { b & a.rotate_left(3) & 0x1001 } else { b };
            let key = u64::from(a) | u64::from(b) << 32;
            for elements in [&[0][..], &[0, 4], &[0, 1, 2, 3], &[0, 1, 2, 3, 4, 5, 6, 7]] {
                let images = images(elements);
                let mut all: Vec<_> = elements.iter().map(|&g| slow(g, key)).collect();
                all.sort_unstable();
                prop_assert_eq!(images.canonical(key), all[0]);
                all.dedup();
                prop_assert_eq!(images.orbit(key) as usize, all.len());
            }
        }
    }
}
