//! The numbers that stand for positions.

use core::{fmt::Debug, hash::Hash, ops::BitOr};
use std::sync::Arc;

use super::{AnySpace, ErasedSpace};

/// Multiplies without losing the upper half: each bit of the factors has a say in the low bits,
/// too.
#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product >> 64) as u64 ^ product as u64
}

/// Digits of the golden ratio and of pi, odd.
const PHI: u64 = 0x9e37_79b9_7f4a_7c15;
const PI: u64 = 0x2443_f6a8_885a_308d;

/// A key: `u64` or `u128`. The largest value of the type is never a position.
pub trait Key:
    Copy + Ord + Hash + Debug + Default + BitOr<Output = Self> + Send + Sync + 'static
{
    /// The largest value, which stands for no position.
    const NONE: Self;
    /// The number of bytes.
    const BYTES: usize;

    /// Returns a well-mixed hash, the same on every machine.
    fn hashed(self) -> u64;

    /// Returns byte number `i`, from the least significant one.
    fn byte(self, i: u32) -> u8;

    /// Widens the key.
    fn to_u128(self) -> u128;

    /// Narrows a number that was a key; other numbers lose their upper bits.
    fn from_u128(number: u128) -> Self;

    /// Returns the key as an index, for dense spaces.
    fn index(self) -> usize;

    /// Returns the key with an index.
    fn from_index(index: usize) -> Self;

    /// Names the type of the keys of a space.
    fn any_space(space: Arc<dyn ErasedSpace<Self>>) -> AnySpace;
}

macro_rules! key {
    ($type:ty, $name:ident, $hash:expr) => {
        impl Key for $type {
            const NONE: Self = Self::MAX;
            const BYTES: usize = size_of::<Self>();

            #[inline]
            fn hashed(self) -> u64 {
                let hash: fn(Self) -> u64 = $hash;
                hash(self)
            }
            #[inline]
            fn byte(self, i: u32) -> u8 {
                (self >> (8 * i)) as u8
            }
            #[inline]
            fn to_u128(self) -> u128 {
                self.into()
            }
            #[inline]
            fn from_u128(number: u128) -> Self {
                number as Self
            }
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
            #[inline]
            fn from_index(index: usize) -> Self {
                index as Self
            }
            fn any_space(space: Arc<dyn ErasedSpace<Self>>) -> AnySpace {
                AnySpace::$name(space)
            }
        }
    };
}

key!(u64, U64, |key| fold(key, PHI));
key!(u128, U128, |key| fold(key as u64, PHI) ^ fold((key >> 64) as u64, PI).rotate_left(32));
