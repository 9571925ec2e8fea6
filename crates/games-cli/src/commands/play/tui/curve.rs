//! The curve of the chances.

/// The signs for a column of so many eighths.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws the chances of the first side after each ply, 0 to 1, the last ones if not all find room:
/// as many lines as are asked for, a column a ply. What is not known is as it was before.
pub(super) fn lines(chances: &[Option<f64>], width: usize, height: usize) -> Vec<String> {
    let mut known = 0.5;
    let mut shown = Vec::with_capacity(chances.len());
    for chance in chances {
        known = chance.unwrap_or(known);
        shown.push(known);
    }
    let last = &shown[shown.len().saturating_sub(width)..];
    let row = |row: usize| {
        let below = 8 * (height - 1 - row);
        let sign = |chance: &f64| {
            let eighths = (chance.clamp(0.0, 1.0) * (8 * height) as f64).round() as usize;
            EIGHTHS[eighths.saturating_sub(below).min(8)]
        };
        last.iter().map(sign).collect()
    };
    (0..height).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_won_is_full_and_what_is_lost_empty() {
        let chances = [Some(0.5), None, Some(1.0), Some(0.0), Some(0.75)];
        assert_eq!(lines(&chances, 9, 2), ["  █ ▄", "███ █"]);
        assert_eq!(lines(&chances, 2, 2), [" ▄", " █"]);
        assert_eq!(lines(&[], 9, 1), [""]);
        assert_eq!(lines(&[None], 9, 1), ["▄"]);
        assert!(lines(&chances, 9, 0).is_empty());
    }
}
