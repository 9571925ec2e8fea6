//! Sorting by a number. The standard library's sorting functions are long and made anew for each
//! type of moves; these share one, which saves a good part of the time that a program with many
//! games takes to compile. Where the moves of a node are sorted, rank and place stand in one whole
//! number, and lists of these are sorted. Alpha-beta sorts at its inner nodes in a way of its own.

/// Sorts by rank, the smallest first; equal ones stay in order.
pub(crate) fn sort_by_rank<T>(items: &mut [T], rank: &dyn Fn(&T) -> u64) {
    let mut ranks = Vec::with_capacity(items.len());
    for item in &*items {
        ranks.push(rank(item));
    }
    let order = order(ranks);
    for i in 0..items.len() {
        // Where the item that belongs here was put when its place was taken.
        let mut from = order[i].1;
        while from < i {
            from = order[from].1;
        }
        items.swap(i, from);
    }
}

/// Returns the ranks in ascending order, each with its place in the list.
fn order(ranks: Vec<u64>) -> Vec<(u64, usize)> {
    let mut order: Vec<_> = ranks.into_iter().enumerate().map(|(at, rank)| (rank, at)).collect();
    order.sort_unstable();
    order
}

/// Returns a rank that puts the largest numbers first.
pub(crate) fn largest_first(number: f64) -> u64 {
    let bits = number.to_bits();
    // IEEE 754 numbers of one sign compare as their bits do, negative ones the other way round.
    let ascending = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
    !ascending
}

/// Returns a number that puts the largest weights first, and equal ones in the order of their
/// places.
#[inline]
pub(crate) fn weight_first(weight: f32, place: usize) -> u64 {
    let bits = weight.to_bits();
    let ascending = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
    u64::from(!ascending) << 32 | place as u64
}

/// Returns a number that puts the highest hints first, and equal ones in the order of their places.
#[inline]
pub(crate) const fn hint_first(hint: i32, place: usize) -> u64 {
    let ascending = hint as u32 ^ 1 << 31;
    (!ascending as u64) << 32 | place as u64
}

/// Returns the place in such a number.
#[inline]
pub(crate) const fn place_in(number: u64) -> usize {
    number as u32 as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sorting_by_rank_is_the_stable_sort(mut items: Vec<(u8, char)>) {
            let mut sorted = items.clone();
            sorted.sort_by_key(|item| item.0);
            sort_by_rank(&mut items, &|item| u64::from(item.0));
            prop_assert_eq!(items, sorted);
        }

        #[test]
        fn numbers_with_places_sort_as_the_stable_sort_does(
            weights in prop::collection::vec(prop_oneof![any::<f32>(), Just(0.0), Just(-0.0)], 0..40),
            hints in prop::collection::vec(prop_oneof![any::<i32>(), -1..2], 0..40),
        ) {
            let mut places: Vec<_> = (0..weights.len()).collect();
            places.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
            let mut order: Vec<_> = (0..).zip(&weights).map(|(at, &w)| weight_first(w, at)).collect();
            order.sort_unstable();
            prop_assert_eq!(order.into_iter().map(place_in).collect::<Vec<_>>(), places);

            let mut places: Vec<_> = (0..hints.len()).collect();
            places.sort_by_key(|&at| core::cmp::Reverse(hints[at]));
            let mut order: Vec<_> = (0..).zip(&hints).map(|(at, &h)| hint_first(h, at)).collect();
            order.sort_unstable();
            prop_assert_eq!(order.into_iter().map(place_in).collect::<Vec<_>>(), places);
        }

        #[test]
        fn larger_numbers_have_smaller_ranks(a: f64, b: f64) {
            prop_assert_eq!(largest_first(a).cmp(&largest_first(b)), b.total_cmp(&a));
        }
    }
}
