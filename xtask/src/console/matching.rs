//! Comparing what a document shows with what a command printed.

/// The wildcard: any text in a line, any number of lines on a line of its own.
const ANYTHING: &str = "...";

/// Compares; blanks at the ends of lines and empty lines at the end do not count.
///
/// # Errors
///
/// What does not fit, as a text of several lines.
pub(super) fn compare(shown: &[String], printed: &str) -> Result<(), String> {
    let mut lines: Vec<_> = printed.lines().map(str::trim_end).collect();
    while lines.last() == Some(&"") {
        lines.pop();
    }
    let parts: Vec<_> = shown.split(|line| line.trim() == ANYTHING).collect();
    let (last, before) = parts.split_last().expect("splitting gives at least one part");

    let mut rest = &lines[..];
    for (i, part) in before.iter().enumerate() {
        let at = if i == 0 { Some(0).filter(|_| starts(part, rest)) } else { find(part, rest) };
        let at = at.ok_or_else(|| explain(part, rest, i == 0, printed))?;
        rest = &rest[at + part.len()..];
    }
    // The last part stands at the end; without a wildcard before it also at the start.
    let skip = rest.len().saturating_sub(last.len());
    let skip = if before.is_empty() { 0 } else { skip };
    if rest.len() - skip == last.len() && starts(last, &rest[skip..]) {
        return Ok(());
    }
    Err(explain(last, &rest[skip..], true, printed))
}

fn find(part: &[String], lines: &[&str]) -> Option<usize> {
    (0..=lines.len()).find(|&at| starts(part, &lines[at..]))
}

fn starts(part: &[String], lines: &[&str]) -> bool {
    part.len() <= lines.len() && part.iter().zip(lines).all(|(shown, line)| fits(shown, line))
}

/// Returns whether a line fits: it begins with the piece before the first wildcard, ends with the
/// one after the last, and has the others in order between them.
fn fits(shown: &str, line: &str) -> bool {
    let pieces: Vec<_> = shown.split(ANYTHING).collect();
    let [first, middle @ .., last] = &pieces[..] else { return shown == line };
    let Some(mut rest) = line.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else {
        return false;
    };
    middle.iter().all(|piece| match rest.split_once(piece) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

fn explain(part: &[String], lines: &[&str], fixed: bool, printed: &str) -> String {
    let mut text = String::new();
    let fault =
        part.iter().enumerate().find(|(i, shown)| !lines.get(*i).is_some_and(|l| fits(shown, l)));
    match fault {
        Some((i, shown)) if fixed => {
            text.push_str(&format!("shown:   {shown}\n"));
            let line = lines.get(i).copied().unwrap_or("(nothing more)");
            text.push_str(&format!("printed: {line}\n"));
        }
        Some(_) => text.push_str(&format!("not printed: {}\n", part.join("\n"))),
        None => {
            let more = lines.get(part.len()).copied().unwrap_or_default();
            text.push_str(&format!("printed and not shown: {more}\n"));
        }
    }
    text.push_str("the whole output:\n");
    text + printed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(shown: &str, printed: &str) -> Result<(), String> {
        compare(&shown.lines().map(str::to_owned).collect::<Vec<_>>(), printed)
    }

    #[track_caller]
    fn same(shown: &str, printed: &str) {
        assert_eq!(result(shown, printed), Ok(()));
    }

    #[track_caller]
    fn differs(shown: &str, printed: &str, because: &str) {
        let message = result(shown, printed).unwrap_err();
        assert!(message.contains(because), "{message}");
    }

    #[test]
    fn lines_are_compared_exactly() {
        same("a\n  b", "a  \n  b\n\n");
        differs("a\nb", "a\nc\n", "shown:   b\nprinted: c\n");
        differs("a\nb", "a\n", "shown:   b\nprinted: (nothing more)");
        differs("a", "a\nb\n", "printed and not shown: b");
        differs("a", " a\n", "shown:   a\nprinted:  a");
    }

    #[test]
    fn dots_stand_for_the_rest_of_a_line_or_for_a_piece_of_it() {
        same("8 nodes in ... s", "8 nodes in 0.1 s\n");
        same("time ...", "time 3\n");
        same("a...b...c", "abc\n");
        same("... s, ... nodes/s", "1 s, 2 nodes/s\n");
        same("x ... s", "x 1 s 2 s\n");
        differs("8 nodes in ... s", "8 nodes in 0.1 ms, or so\n", "printed: 8 nodes");
        differs("time ...", "a time 3\n", "shown:   time");
        differs("ab...bc", "abc\n", "printed: abc");
    }

    #[test]
    fn dots_on_a_line_of_their_own_stand_for_any_lines() {
        same("...", "");
        same("a\n...", "a\n");
        same("a\n...\nd", "a\nb\nc\nd\n");
        same("...\nb\nc\n...", "a\nb\nb\nc\nd\n");
        same("...\nb", "b\na\nb\n");
        differs("a\n...\nd", "a\nb\n", "shown:   d\nprinted: b");
        differs("a\n...\nc\n...\nz", "a\nb\nz\n", "not printed: c");
        differs("a\n...\na", "a\n", "shown:   a\nprinted: (nothing more)");
    }
}
