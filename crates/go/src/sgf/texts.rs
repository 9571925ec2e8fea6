//! Texts between brackets.

/// Takes escapes out, and line breaks and other control characters for blanks.
pub(super) fn simple_text(raw: &str) -> String {
    text(raw).chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Takes escapes out; line breaks stay, except one behind a `\`.
pub(super) fn text(raw: &str) -> String {
    let mut out = String::new();
    let mut chars = raw.trim().chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('\n' | '\r') | None => {}
                Some(c) => out.push(c),
            },
            // A line may end with both.
            '\r' => {}
            c => out.push(c),
        }
    }
    out
}

/// Writes a text of one line.
pub(super) fn escape_simple(text: &str) -> String {
    let on_one_line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    escape(&on_one_line)
}

/// Writes a text that keeps its lines.
pub(super) fn escape(text: &str) -> String {
    escaped(text, &['\\', ']', ':'])
}

/// Writes a value that may be made of two with a `:` between them.
pub(super) fn escape_value(text: &str) -> String {
    escaped(text, &['\\', ']'])
}

fn escaped(text: &str, special: &[char]) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            c if special.contains(&c) => out.extend(['\\', c]),
            '\n' => out.push(c),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
