//! Sorting by a number. The standard library's sorting functions are long and made anew for each
//! type of moves; these share one, which saves a good part of the time that a program with many
//! games takes to compile. Searches sort at their inner nodes in ways of their own.

/// Sorts by rank, the smallest first; equal ones stay in order.
pub(crate) fn sort_by_rank<T>(items: &mut [T], rank: impl FnMut(&T) -> u64) {
    let order = order(items.iter().map(rank).collect());
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sorting_by_rank_is_the_stable_sort(mut items: Vec<(u8, char)>) {
            let mut sorted = items.clone();
            sorted.sort_by_key(|item| item.0);
            sort_by_rank(&mut items, |item| u64::from(item.0));
            prop_assert_eq!(items, sorted);
        }

        #[test]
        fn larger_numbers_have_smaller_ranks(a: f64, b: f64) {
            prop_assert_eq!(largest_first(a).cmp(&largest_first(b)), b.total_cmp(&a));
        }
    }
}
