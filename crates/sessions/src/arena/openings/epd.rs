//! Positions with operations (EPD): four fields of a FEN, then `opcode operands;` again and again.
//!
//! After S. Edwards, "Portable Game Notation Specification and Implementation Guide", section 16.2.
//! `hmvc` and `fmvn` are the two counters that a FEN has besides.

/// The position text and the operations of a line, those that are no counters; `None` if it has not
/// the form.
pub(super) fn read(line: &str) -> Option<(String, Vec<(String, String)>)> {
    let mut rest = line.trim();
    let mut fields = Vec::new();
    for _ in 0..4 {
        let (field, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        fields.push(field);
        rest = after.trim_start();
    }
    if fields.iter().any(|field| field.is_empty() || field.contains(';')) {
        return None;
    }
    let mut operations = operations(rest)?;
    let mut counter = |opcode: &str, usual: &str| {
        let here = operations.iter().position(|(name, _)| name == opcode);
        here.map_or_else(|| usual.to_owned(), |here| operations.remove(here).1)
    };
    let (halfmoves, moves) = (counter("hmvc", "0"), counter("fmvn", "1"));
    Some((format!("{} {halfmoves} {moves}", fields.join(" ")), operations))
}

/// Splits operations at semicolons outside of quotes; operands lose quotes round the whole.
fn operations(text: &str) -> Option<Vec<(String, String)>> {
    let mut list = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let mut is_quoted = false;
        let end = rest.find(|c| {
            is_quoted ^= c == '"';
            c == ';' && !is_quoted
        })?;
        let (operation, after) = (rest[..end].trim(), rest[end + 1..].trim_start());
        let (opcode, operands) =
            operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        let is_opcode = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !opcode.starts_with(|c: char| c.is_ascii_alphabetic()) || !opcode.chars().all(is_opcode)
        {
            return None;
        }
        let operands = operands.trim();
        let inner = operands.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let operands = inner.filter(|text| !text.contains('"')).unwrap_or(operands);
        list.push((opcode.to_owned(), operands.to_owned()));
        rest = after;
    }
    Some(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position of the standard's example (section 16.2.5), and counters.
    #[test]
    fn operations_follow_four_fields() {
        let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let (position, operations) =
            read(&format!("{board} hmvc 3; fmvn 12; id \"a; b\"; pv e4 e5;noop ; bm Nf3;"))
                .unwrap();
        assert_eq!(position, format!("{board} 3 12"));
        let expected = [("id", "a; b"), ("pv", "e4 e5"), ("noop", ""), ("bm", "Nf3")];
        assert_eq!(operations, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
        assert_eq!(read(board).unwrap().0, format!("{board} 0 1"));
        for bad in ["", "a b c", "a b c d id", "a b c d \"x\";", "a b c d 3;", "a b; c d"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
