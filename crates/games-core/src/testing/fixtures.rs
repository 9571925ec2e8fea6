//! Test data as text that any program can read: records of lines `key value`.
//!
//! ```text
//! # A comment.
//! id start
//! position -----OX--XO----- X
//!
//! id next
//! ...
//! ```
//!
//! A blank line ends a record, a line that begins with `#` is left out, and the value is what
//! follows the first blank, without white space around it.

use core::ops::Range;

use crate::{TextError, notation::quote};

/// A run of lines without a blank one between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// The lines in order, at least one.
    pub fields: Vec<Field<'a>>,
}

/// A line `key value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field<'a> {
    /// The first word.
    pub key: &'a str,
    /// The rest; perhaps empty.
    pub value: &'a str,
    /// The line's bytes in the whole text.
    pub span: Range<usize>,
}

impl<'a> Record<'a> {
    /// Returns the value of the first line with a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'a str> {
        self.all(key).next()
    }

    /// Returns the values of all lines with a key, in order.
    pub fn all(&self, key: &str) -> impl Iterator<Item = &'a str> {
        self.fields.iter().filter(move |field| field.key == key).map(|field| field.value)
    }

    /// Returns the value of the only line with a key.
    ///
    /// # Errors
    ///
    /// That there is no such line, or more than one.
    pub fn one(&self, key: &str) -> Result<&'a str, TextError> {
        let mut values = self.fields.iter().filter(|field| field.key == key);
        let Some(first) = values.next() else {
            return Err(TextError::new(self.span(), format!("a record without `{key}`")));
        };
        match values.next() {
            Some(second) => Err(second.error(format!("`{key}` is given twice in a record"))),
            None => Ok(first.value),
        }
    }

    /// Returns the bytes of the record in the whole text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        let start = self.fields.first().map_or(0, |field| field.span.start);
        let end = self.fields.last().map_or(start, |field| field.span.end);
        start..end
    }
}

impl Field<'_> {
    /// An error about this line.
    pub fn error(&self, message: impl Into<String>) -> TextError {
        TextError::new(self.span.clone(), message)
    }

    /// An error about a line whose key is none of the valid ones.
    pub fn unknown<'v>(&self, valid: impl IntoIterator<Item = &'v str>) -> TextError {
        self.error(format!("no key {}", quote(self.key))).suggest(self.key, valid)
    }
}

/// Splits a text into its records. Every text has some, perhaps none.
#[must_use]
pub fn records(text: &str) -> Vec<Record<'_>> {
    let mut records = Vec::new();
    let mut fields = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let at = start + (line.len() - line.trim_start().len());
        start += line.len();
        if trimmed.is_empty() {
            if !fields.is_empty() {
                records.push(Record { fields: core::mem::take(&mut fields) });
            }
            continue;
        }
        if trimmed.starts_with('#') {
            continue;
        }
        let (key, value) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
        fields.push(Field { key, value: value.trim(), span: at..at + trimmed.len() });
    }
    if !fields.is_empty() {
        records.push(Record { fields });
    }
    records
}

/// Returns the number of the line, from 1, on which a byte of a text stands.
#[must_use]
pub fn line_number(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|&b| b == b'\n').count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "# head\n\nid a\nlegal  b1 c2 \r\nlegal\n# aside\nid2 x\n \n\n\nid b";

    #[test]
    fn blank_lines_part_records_and_comments_do_not() {
        let records = records(TEXT);
        assert_eq!(records.len(), 2);
        assert_eq!(records[0].all("legal").collect::<Vec<_>>(), ["b1 c2", ""]);
        assert_eq!(records[0].get("id2"), Some("x"));
        assert_eq!(records[1].one("id"), Ok("b"));
        let field = &records[0].fields[1];
        assert_eq!(
            (&TEXT[field.span.clone()], line_number(TEXT, field.span.start)),
            ("legal  b1 c2", 4)
        );
    }

    #[test]
    fn one_means_exactly_one() {
        let records = records(TEXT);
        let twice = records[0].one("legal").unwrap_err();
        assert_eq!(
            (twice.to_string().as_str(), line_number(TEXT, twice.span.start)),
            ("`legal` is given twice in a record", 5)
        );
        assert_eq!(records[1].one("legal").unwrap_err().to_string(), "a record without `legal`");
    }

    proptest! {
        #[test]
        fn any_text_splits_and_spans_point_at_their_lines(text in r"(\PC|[ \n#ab\r\t]){0,200}") {
            for field in records(&text).iter().flat_map(|record| &record.fields) {
                prop_assert!(text[field.span.clone()].starts_with(field.key));
                prop_assert!(text[field.span.clone()].ends_with(field.value));
                prop_assert!(!field.key.is_empty());
            }
        }
    }
}
