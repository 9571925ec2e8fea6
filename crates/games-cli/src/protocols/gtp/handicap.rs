//! Where fixed handicap stones stand.

/// Returns the points of so many handicap stones, as column and row from 0 at the top left, in the
/// order of section 4.1.1 of the specification; `None` if the board has no room for them.
pub(super) fn points(cols: usize, rows: usize, stones: usize) -> Option<Vec<(usize, usize)>> {
    if stones < 2 || stones > most(cols, rows) {
        return None;
    }
    let line = |side: usize| if side < 13 { 2 } else { 3 };
    let (left, top) = (line(cols), line(rows));
    let (right, bottom) = (cols - 1 - left, rows - 1 - top);
    let (center, middle) = (cols / 2, rows / 2);
    let mut points = vec![(left, bottom), (right, top), (left, top), (right, bottom)];
    points.truncate(stones);
    if stones >= 6 {
        points.extend([(left, middle), (right, middle)]);
    }
    if stones >= 8 {
        points.extend([(center, bottom), (center, top)]);
    }
    if stones >= 5 && stones % 2 == 1 {
        points.push((center, middle));
    }
    Some(points)
}

/// Returns the largest number of stones: nine where all sides have a middle, else four.
pub(super) fn most(cols: usize, rows: usize) -> usize {
    match cols.min(rows) {
        0..=6 => 0,
        9.. if cols % 2 == 1 && rows % 2 == 1 => 9,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the points on a square board.
    fn names(side: usize, stones: usize) -> String {
        let name = |(col, row): (usize, usize)| {
            format!("{}{}", char::from(b"ABCDEFGHJKLMNOPQRST"[col]), side - row)
        };
        points(side, side, stones).unwrap().into_iter().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_points_are_those_of_the_specification() {
        assert_eq!(names(19, 2), "D4 Q16");
        assert_eq!(names(19, 3), "D4 Q16 D16");
        assert_eq!(names(19, 4), "D4 Q16 D16 Q4");
        assert_eq!(names(19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(names(19, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(names(19, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(names(19, 8), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        assert_eq!(names(19, 9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(names(9, 5), "C3 G7 C7 G3 E5");
        assert_eq!(names(13, 4), "D4 K10 D10 K4");
        assert_eq!(names(7, 4), "C3 E5 C5 E3");
    }

    #[test]
    fn small_and_even_boards_have_room_for_fewer() {
        assert_eq!(
            (most(6, 19), most(7, 7), most(8, 8), most(9, 9), most(18, 19)),
            (0, 4, 4, 9, 4)
        );
        assert_eq!(points(9, 9, 10), None);
        assert_eq!(points(8, 8, 5), None);
        assert_eq!(points(5, 5, 2), None);
        assert_eq!(points(19, 19, 1), None);
    }
}
