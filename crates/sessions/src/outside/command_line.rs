//! Command lines inside the description of a player, and where programs are found.

use core::ops::Range;
use std::path::{Path, PathBuf};

use games_core::{TextError, notation::quote};

/// Where Debian and others put games, which is not on everybody's path.
const GAMES_FOLDERS: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// Splits a text at the commas that stand outside of quotes, and returns the places of its parts.
///
/// # Errors
///
/// A quote that is not closed; a control character, which could end a line of a protocol.
pub(crate) fn items(text: &str) -> Result<Vec<Range<usize>>, TextError> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut open = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if c.is_control() {
            return Err(TextError::new(at..at + c.len_utf8(), "a control character"));
        }
        match (open, c) {
            _ if escaped => escaped = false,
            (Some(('"', _)) | None, '\\') => escaped = escapes(&text[at + 1..]),
            (None, '"' | '\'') => open = Some((c, at)),
            (Some((quote, _)), _) if c == quote => open = None,
            (None, ',') => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    if let Some((_, at)) = open {
        return Err(TextError::new(at..text.len(), "the quote is not closed"));
    }
    parts.push(start..text.len());
    Ok(parts)
}

/// Whether a backslash before this text takes the next character as it is: elsewhere, as in
/// `C:\games`, it stands for itself.
fn escapes(rest: &str) -> bool {
    rest.starts_with(['"', '\'', '\\', ' ', ','])
}

/// Splits a command line into words, as a shell does and without running one: blanks part words,
/// `"..."` and `'...'` keep them together, a backslash takes a blank, a comma, a quote or a
/// backslash as it is. One pair of double quotes round the whole is taken off first.
///
/// Expects what [`items`] has let through.
pub(crate) fn words(text: &str) -> Vec<String> {
    let text = text.trim();
    match unquoted(text) {
        Some(inner) => split(&inner),
        None => split(text),
    }
}

/// Returns the value of an option: without its quotes, if it has them.
pub(crate) fn value(text: &str) -> String {
    unquoted(text).unwrap_or_else(|| text.to_owned())
}

/// Writes words so that [`words`] returns them: a single plain one as it is, others in quotes.
pub(crate) fn written(words: &[String]) -> String {
    match words {
        [word] if is_plain(word) => word.clone(),
        words => {
            let parts: Vec<_> = words.iter().map(|word| part(word)).collect();
            quoted(&parts.join(" "))
        }
    }
}

/// Writes the value of an option so that [`value`] returns it.
pub(crate) fn written_value(text: &str) -> String {
    if text.contains(['"', '\'', '\\', ',']) { quoted(text) } else { text.to_owned() }
}

fn part(word: &str) -> String {
    if is_plain(word) { word.to_owned() } else { quoted(word) }
}

/// Whether a word means itself without quotes.
fn is_plain(word: &str) -> bool {
    let is_special = |c: char| c.is_whitespace() || ['"', '\'', '\\', ','].contains(&c);
    !word.is_empty() && !word.contains(is_special)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// What stands in one pair of double quotes from end to end.
fn unquoted(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut out = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => return None,
            '\\' if matches!(chars.as_str().chars().next(), Some('"' | '\\')) => {
                out.extend(chars.next());
            }
            _ => out.push(c),
        }
    }
    Some(out)
}

fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut open = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match (open, c) {
            (Some('"') | None, '\\') if escapes(rest.as_str()) => {
                word.get_or_insert_default().extend(rest.next());
            }
            (None, '"' | '\'') => {
                open = Some(c);
                // Two quotes with nothing between are an empty word.
                word.get_or_insert_default();
            }
            (Some(quote), _) if c == quote => open = None,
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Returns where a program is: the file that a path names, else on the search path, or where
/// games are put.
///
/// # Errors
///
/// That it is not there.
pub(crate) fn program(name: &str) -> Result<PathBuf, String> {
    if Path::new(name).components().count() > 1 {
        let path = PathBuf::from(name);
        return if path.is_file() { Ok(path) } else { Err(format!("no file {}", quote(name))) };
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(GAMES_FOLDERS.map(PathBuf::from));
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let found = folders.map(|folder| folder.join(&file)).find(|file| file.is_file());
    found.ok_or_else(|| {
        format!("no program {} on the search path or in {}", quote(name), GAMES_FOLDERS[0])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split_items(text: &str) -> Vec<&str> {
        items(text).unwrap().into_iter().map(|part| &text[part]).collect()
    }

    #[test]
    fn commas_in_quotes_do_not_part() {
        assert_eq!(split_items(r#""a, b",c='d,e',f"#), [r#""a, b""#, "c='d,e'", "f"]);
        assert_eq!(split_items(r#"a\,b,"c\",d""#), [r"a\,b", r#""c\",d""#]);
        assert_eq!(split_items(""), [""]);
        assert_eq!(items(r#"a,"b"#).unwrap_err().span, 2..4);
        assert_eq!(items("a\nb").unwrap_err().span, 1..2);
    }

    #[test]
    fn words_are_split_as_a_shell_does() {
        for (text, expected) in [
            ("gnugo --mode gtp", &["gnugo", "--mode", "gtp"][..]),
            (r#""gnugo --mode gtp""#, &["gnugo", "--mode", "gtp"]),
            (r#"  stockfish  "#, &["stockfish"]),
            (r#"'/a b/engine' -x """#, &["/a b/engine", "-x", ""]),
            (r#""'/a b/engine' -x""#, &["/a b/engine", "-x"]),
            (r#""\"/a b/engine\" -x""#, &["/a b/engine", "-x"]),
            (r#""/a b/engine" "-x""#, &["/a b/engine", "-x"]),
            (r"a\ b c\d \'", &["a b", r"c\d", "'"]),
            (r#"env X='1 "2"' y"z"w"#, &["env", r#"X=1 "2""#, "yzw"]),
            ("", &[]),
            (r#""""#, &[]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn values_lose_their_quotes() {
        assert_eq!(value(r#""/a,b""#), "/a,b");
        assert_eq!(value("2000"), "2000");
        assert_eq!(value(r#""a" "b""#), r#""a" "b""#);
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let message = program("no-such-program").unwrap_err();
        assert!(message.starts_with("no program `no-such-program`"), "{message}");
        assert!(program("./no/such/file").unwrap_err().starts_with("no file `./no/such/file`"));
        assert!(program(".").is_err() && program("").is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_split_into_parts_that_make_it_up(text in "([a\\\\\"', =]|\\PC){0,30}") {
            if let Ok(parts) = items(&text) {
                let parts: Vec<_> = parts.into_iter().map(|part| text.get(part).unwrap()).collect();
                prop_assert_eq!(parts.join(","), text.clone());
                for part in parts {
                    let _ = (words(part), value(part));
                }
            }
        }

        #[test]
        fn written_words_and_values_come_back(
            list in proptest::collection::vec("[a\\\\\"' ,=b\u{2003}]{0,8}", 1..4),
        ) {
            let text = written(&list);
            prop_assert_eq!(items(&text).unwrap(), vec![0..text.len()]);
            prop_assert_eq!(words(&text), list.clone());
            let text = written_value(&list[0]);
            prop_assert_eq!(items(&text).unwrap(), vec![0..text.len()]);
            prop_assert_eq!(value(&text), list[0].clone());
        }

        #[test]
        fn quoted_words_come_back(list in proptest::collection::vec("[a\\\\\"' ,=b]{0,8}", 1..4)) {
            let quoted: Vec<_> = list
                .iter()
                .map(|word| format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")))
                .collect();
            let line = quoted.join(" ");
            prop_assert_eq!(items(&line).unwrap(), vec![0..line.len()]);
            prop_assert_eq!(split(&line), list);
        }
    }
}
