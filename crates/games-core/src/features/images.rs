//! What a symmetry does to the cells of a board, read off pictures.

use crate::{Piece, View, zobrist::mix};

/// Returns where each cell goes, from pictures of positions and of their images; `None` if they do
/// not tell, or if it is no permutation of the cells.
pub(super) fn of_cells(
    cells: usize,
    views: &[View],
    image_of: &dyn Fn(usize) -> View,
) -> Option<Vec<u16>> {
    let mut possible: Vec<Vec<u16>> = vec![(0..cells as u16).collect(); cells];
    for (i, view) in views.iter().enumerate() {
        let (here, there) = (contents(cells, view), contents(cells, &image_of(i)));
        for (content, goals) in here.iter().zip(&mut possible) {
            goals.retain(|&goal| there[usize::from(goal)] == *content);
        }
        if possible.iter().all(|goals| goals.len() <= 1) {
            break;
        }
    }
    let image: Vec<u16> =
        possible.iter().filter(|goals| goals.len() == 1).map(|goals| goals[0]).collect();
    let mut sorted = image.clone();
    sorted.sort_unstable();
    (sorted.into_iter().eq(0..cells as u16)).then_some(image)
}

/// A number for what stands on each cell.
fn contents(cells: usize, view: &View) -> Vec<u64> {
    let mut contents = vec![0_u64; cells];
    for piece in &view.pieces {
        if let Some(content) = contents.get_mut(piece.at) {
            *content = content.wrapping_add(number(piece));
        }
    }
    contents
}

fn number(piece: &Piece) -> u64 {
    let side = piece.side.map_or(2, |side| side.index() as u64);
    let glyph = piece.glyph.bytes().fold(side + 1, |key, byte| mix(key ^ u64::from(byte)));
    mix(glyph ^ u64::from(piece.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(cells: &[usize]) -> View {
        let piece = |&at| Piece { at, glyph: "man", symbol: 'x', side: None, z: 0 };
        View::default().with_pieces(cells.iter().map(piece).collect())
    }

    #[test]
    fn an_image_is_found_only_if_the_pictures_tell_it() {
        // Mirrored in a row of three: two pictures tell the three cells apart, one does not.
        let (here, there) = ([view(&[0]), view(&[1])], [view(&[2]), view(&[1])]);
        assert_eq!(of_cells(3, &here, &|i| there[i].clone()), Some(vec![2, 1, 0]));
        assert_eq!(of_cells(3, &here[..1], &|i| there[i].clone()), None);
        // No permutation takes one piece to two cells.
        assert_eq!(of_cells(2, &[view(&[0])], &|_| view(&[0, 1])), None);
    }
}
