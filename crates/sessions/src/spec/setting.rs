//! Places of values, each of which knows how its value is read and written.

use ai::Constant;
use games_core::{TextError, notation::quote};

/// How values of a type are read and written. What is written is read as the same value.
pub(super) struct Form<T> {
    pub(super) read: fn(&str) -> Result<T, TextError>,
    pub(super) write: fn(&T) -> String,
}

/// A key of a player and the place of its value.
pub(super) struct Setting<'a> {
    /// The name before the `=`.
    pub(super) key: &'static str,
    place: Box<dyn Place + 'a>,
}

impl Setting<'_> {
    /// Reads the value.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub(super) fn read(&mut self, text: &str) -> Result<(), TextError> {
        self.place.read(text)
    }

    /// Returns the value as it is written; `None` where there is none.
    pub(super) fn text(&self) -> Option<String> {
        self.place.text()
    }
}

/// A key that always has a value.
pub(super) fn always<'a, T>(
    key: &'static str,
    value: &'a mut T,
    form: &'static Form<T>,
) -> Setting<'a> {
    Setting { key, place: Box::new(Always { value, form }) }
}

/// A key that may have no value.
pub(super) fn maybe<'a, T>(
    key: &'static str,
    value: &'a mut Option<T>,
    form: &'static Form<T>,
) -> Setting<'a> {
    Setting { key, place: Box::new(Maybe { value, form }) }
}

/// A constant of a search, which has a range of its own.
pub(super) fn constant<'a>(of: &'static Constant, value: &'a mut i32) -> Setting<'a> {
    Setting { key: of.name, place: Box::new(Ranged { value, of }) }
}

trait Place {
    fn read(&mut self, text: &str) -> Result<(), TextError>;
    fn text(&self) -> Option<String>;
}

struct Always<'a, T: 'static> {
    value: &'a mut T,
    form: &'static Form<T>,
}

impl<T> Place for Always<'_, T> {
    fn read(&mut self, text: &str) -> Result<(), TextError> {
        *self.value = (self.form.read)(text)?;
        Ok(())
    }

    fn text(&self) -> Option<String> {
        Some((self.form.write)(self.value))
    }
}

struct Maybe<'a, T: 'static> {
    value: &'a mut Option<T>,
    form: &'static Form<T>,
}

impl<T> Place for Maybe<'_, T> {
    fn read(&mut self, text: &str) -> Result<(), TextError> {
        *self.value = Some((self.form.read)(text)?);
        Ok(())
    }

    fn text(&self) -> Option<String> {
        self.value.as_ref().map(self.form.write)
    }
}

struct Ranged<'a> {
    value: &'a mut i32,
    of: &'static Constant,
}

impl Place for Ranged<'_> {
    fn read(&mut self, text: &str) -> Result<(), TextError> {
        let Constant { least, most, .. } = *self.of;
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        let value = text.parse().ok().filter(|n| digits && (least..=most).contains(n));
        *self.value = value.ok_or_else(|| {
            let message = format!("{} is not between {least} and {most}", quote(text));
            TextError::whole(text, message)
        })?;
        Ok(())
    }

    fn text(&self) -> Option<String> {
        Some(self.value.to_string())
    }
}
