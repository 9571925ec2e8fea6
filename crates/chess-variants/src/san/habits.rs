//! How people and older programs write moves besides SAN and UCI.

/// Returns the text of a move in UCI or SAN that is meant by another usual spelling: `e2-e4`,
/// `E2E4`, `e7-e8=Q`, `Ng1-f3`, `e8Q`, `exd6e.p.`, `nf3`; `None` for all else.
pub(super) fn respelled(text: &str) -> Option<String> {
    let is_capture = text.contains('x');
    let bare = text.strip_suffix("e.p.").filter(|_| is_capture).unwrap_or(text);
    let meant = from_to(bare).or_else(|| in_parts(bare)).unwrap_or_else(|| bare.to_owned());
    (meant != text).then_some(meant)
}

/// A move by its two squares, in letters of any case: UCI with signs in it.
fn from_to(text: &str) -> Option<String> {
    let text = text.trim_end_matches(['+', '#']).to_ascii_lowercase();
    let (from, rest) = text.split_at_checked(2)?;
    let rest = rest.strip_prefix(['-', 'x']).unwrap_or(rest);
    let (to, rest) = rest.split_at_checked(2)?;
    let promotion = rest.strip_prefix('=').unwrap_or(rest);
    let is_promotion = promotion.is_empty() || matches!(promotion, "q" | "r" | "b" | "n");
    (is_square(from) && is_square(to) && is_promotion).then(|| format!("{from}{to}{promotion}"))
}

/// A move of SAN with a `-`, without the `=` before what a pawn becomes, or with a small letter for
/// a man that is no file's.
fn in_parts(text: &str) -> Option<String> {
    if !text.is_ascii() {
        return None;
    }
    let mut out = text.replacen('-', "", 1);
    if matches!(out.as_bytes().first(), Some(b'n' | b'r' | b'q' | b'k')) {
        out[..1].make_ascii_uppercase();
    }
    let (body, suffix) = out.split_at(out.trim_end_matches(['+', '#']).len());
    if let [.., b'1' | b'8', b'Q' | b'R' | b'B' | b'N'] = body.as_bytes() {
        let (body, kind) = body.split_at(body.len() - 1);
        return Some(format!("{body}={kind}{suffix}"));
    }
    Some(out)
}

fn is_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_spellings_are_understood() {
        for (text, meant) in [
            ("e2-e4", "e2e4"),
            ("E2E4", "e2e4"),
            ("e4xD5+", "e4d5"),
            ("e7-e8=Q", "e7e8q"),
            ("E7E8Q#", "e7e8q"),
            ("Ng1-f3", "Ng1f3"),
            ("nf3", "Nf3"),
            ("e8Q+", "e8=Q+"),
            ("exd6e.p.", "exd6"),
        ] {
            assert_eq!(respelled(text).as_deref(), Some(meant), "{text}");
        }
        for text in ["", "e4", "bxc4", "é4", "O-O-", "-"] {
            // What is respelled to nothing that is a move is refused as it stands.
            assert!(respelled(text).is_none_or(|other| other != "e4"), "{text}");
        }
    }
}
