//! Options that are set one after the other.

/// Declares a function for each of these fields that returns the same options with another value.
macro_rules! chained {
    ($($set:ident($field:ident: $type:ty),)*) => {$(
        #[doc = concat!("The same with this [`", stringify!($field), "`](Self::", stringify!($field), ").")]
        #[must_use]
        pub const fn $set(self, $field: $type) -> Self {
            Self { $field, ..self }
        }
    )*};
}

pub(crate) use chained;
