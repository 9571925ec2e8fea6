//! The checksum at the end of each line, so that a letter that was damaged on disk is noticed.

use games_core::zobrist;

const FIELD: &str = ",\"sum\":\"";

/// Adds the checksum as the last field of an object in JSON that has others.
pub(super) fn seal(object: &str) -> String {
    let open = object.strip_suffix('}').unwrap_or(object);
    format!("{open}{FIELD}{:016x}\"}}", sum(open))
}

/// Whether a line has the checksum that it should have, or none, as lines of earlier versions.
pub(super) fn is_whole(line: &str) -> bool {
    let Some((open, rest)) = line.rsplit_once(FIELD) else { return true };
    rest.strip_suffix("\"}").is_some_and(|told| told == format!("{:016x}", sum(open)))
}

/// One byte that differs always makes another sum: each step is one to one.
fn sum(text: &str) -> u64 {
    text.bytes().fold(0, |sum, byte| zobrist::mix(sum ^ (u64::from(byte) + 1)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_letter_that_differs_is_noticed(text in "[ -~]{1,40}", at: usize, other in "[ -~]") {
            let line = seal(&format!("{{{text}}}"));
            prop_assert!(is_whole(&line));
            let at = 1 + at % text.len();
            let damaged = format!("{}{other}{}", &line[..at], &line[at + 1..]);
            prop_assert_eq!(is_whole(&damaged), damaged == line);
        }

        #[test]
        fn any_text_is_whole_or_not(text in "(,\"sum\":\"|[0-9a-f]{16}|\"}|\\PC){0,8}") {
            let _ = is_whole(&text);
        }
    }

    #[test]
    fn lines_of_earlier_versions_have_none() {
        assert!(is_whole("{\"game\":0}"));
    }
}
