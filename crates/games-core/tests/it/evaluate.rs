//! Weights made of numbers.

use games_core::put_weights;

fn weights(numbers: &[i32], doubling: i32) -> Vec<f32> {
    let mut weights = Vec::new();
    put_weights(numbers.iter().copied(), doubling, &mut weights);
    weights
}

#[test]
fn a_weight_doubles_with_the_number_and_is_never_less_than_a_thousandth() {
    let numbers = [50, 150, -350, -2_000_000_000];
    assert_eq!(weights(&numbers, 100), [0.5, 1.0, 1.0 / 32.0, 1.0 / 1024.0]);
    assert_eq!(weights(&[3, 4], 0), [0.5, 1.0]);
    assert_eq!(weights(&[], 100), []);
}
