//! Layouts as text.

use core::fmt;

use super::{Layout, PieceKind, Tuple};

/// What lines of kinds begin with: of pieces, and of what no picture shows.
const PIECE: &str = "piece";
const DERIVED: &str = "derived";

/// Words and numbers, one thing a line; the identity and the usual number of hidden units are not
/// written.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cols, lines) = self.size();
        let turned = if self.turned { " turned" } else { "" };
        writeln!(f, "board {cols} {lines}{turned}")?;
        writeln!(f, "stages {} men {} {}", self.stages, self.men.0, self.men.1)?;
        if self.corrects_own {
            writeln!(f, "corrects own")?;
        }
        if self.move_rows > 0 {
            writeln!(f, "moves {}", self.move_rows)?;
        }
        if self.mirrored {
            writeln!(f, "mirrored")?;
        }
        if self.hidden != Self::HIDDEN_STEP {
            writeln!(f, "hidden {}", self.hidden)?;
        }
        for kind in &self.kinds {
            let owned = if kind.owned { "owned" } else { "free" };
            let word = if kind.shown { PIECE } else { DERIVED };
            writeln!(f, "{word} {owned} {}", kind.glyph)?;
        }
        for image in &self.images[1..] {
            writeln!(f, "symmetry {}", listed(image))?;
        }
        for tuple in &self.tuples {
            writeln!(f, "tuple")?;
            for image in tuple.images() {
                writeln!(f, "at {}", listed(image))?;
            }
            for fold in tuple.folds() {
                writeln!(f, "fold {}", listed(fold))?;
            }
        }
        Ok(())
    }
}

fn listed(numbers: &[u16]) -> String {
    numbers.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
}

impl Layout {
    /// Reads what [`Display`](fmt::Display) writes; `None` for everything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mut layout = read_board(lines.next()?)?;
        (layout.stages, layout.men) = read_stages(lines.next()?)?;
        // Cells, folds and images of tuples as they come.
        let mut tuples: Vec<[Vec<Vec<u16>>; 2]> = Vec::new();
        for line in lines {
            match line.split_once(' ') {
                Some(("corrects", "own")) => layout.corrects_own = true,
                Some(("moves", rows)) => layout.move_rows = rows.parse().ok()?,
                Some(("hidden", units)) => layout.hidden = units.parse().ok()?,
                Some((word @ (PIECE | DERIVED), kind)) => {
                    layout.kinds.push(read_kind(kind, word == PIECE)?);
                }
                Some(("symmetry", cells)) => layout.images.push(numbers(cells)?),
                Some(("at", cells)) => tuples.last_mut()?[0].push(numbers(cells)?),
                Some(("fold", places)) => tuples.last_mut()?[1].push(numbers(places)?),
                None if line == "mirrored" => layout.mirrored = true,
                None if line == "tuple" => tuples.push(Default::default()),
                _ => return None,
            }
        }
        layout.tuples =
            tuples.into_iter().map(|[images, folds]| Tuple::of_parts(images, folds)).collect();
        layout.is_sound().then_some(layout)
    }
}

fn read_board(line: &str) -> Option<Layout> {
    let rest = line.strip_prefix("board ")?;
    let (size, turned) = match rest.strip_suffix(" turned") {
        Some(size) => (size, true),
        None => (rest, false),
    };
    let &[cols, lines] = numbers(size)?.as_slice() else { return None };
    let cells = u16::try_from(u32::from(cols) * u32::from(lines)).ok()?;
    Some(Layout {
        cols: cols.into(),
        lines: lines.into(),
        turned,
        kinds: Vec::new(),
        stages: 1,
        men: (0, 0),
        images: vec![(0..cells).collect()],
        tuples: Vec::new(),
        corrects_own: false,
        move_rows: 0,
        hidden: Layout::HIDDEN_STEP,
        mirrored: false,
    })
}

fn read_stages(line: &str) -> Option<(usize, (usize, usize))> {
    let (stages, men) = line.strip_prefix("stages ")?.split_once(" men ")?;
    let &[least, most] = numbers(men)?.as_slice() else { return None };
    Some((stages.parse().ok()?, (least.into(), most.into())))
}

fn read_kind(text: &str, shown: bool) -> Option<PieceKind> {
    let (owned, glyph) = text.split_once(' ')?;
    let owned = match owned {
        "owned" => true,
        "free" => false,
        _ => return None,
    };
    Some(PieceKind { glyph: glyph.to_owned(), owned, shown })
}

fn numbers(text: &str) -> Option<Vec<u16>> {
    text.split(' ').map(|number| number.parse().ok()).collect()
}
