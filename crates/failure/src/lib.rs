//! The derive `Fail`, and nothing else of the crate of this name.
//!
//! The crate `chess` derives its errors with `failure`, which is not maintained any more, can be
//! deceived by types that lie about themselves, and brings twelve crates that read the debugging
//! symbols of a program. Within this workspace `[patch.crates-io]` puts this crate in its place; who
//! depends on a crate of ours from elsewhere gets the other one, and the same errors.
//!
//! An enum whose variants each say `#[fail(display = "...")]` gets `Display` with these texts and
//! `Error`. As in `failure`, names after the text are fields of the variant:
//!
//! ```
//! use failure::Fail;
//!
//! #[derive(Debug, Fail)]
//! enum Wrong {
//!     #[fail(display = "no king")]
//!     NoKing,
//!     #[fail(display = "no piece {}", letter)]
//!     Piece { letter: char },
//! }
//!
//! assert_eq!(Wrong::NoKing.to_string(), "no king");
//! assert_eq!(Wrong::Piece { letter: 'x' }.to_string(), "no piece x");
//! ```

#![forbid(unsafe_code)]

mod variants;

use proc_macro::TokenStream;

use variants::Variant;

/// Derives `Display` and `Error` for an enum whose variants say `#[fail(display = "...")]`.
///
/// # Panics
///
/// While it compiles, if the type is no enum without type parameters, or a variant says no text.
#[proc_macro_derive(Fail, attributes(fail))]
pub fn fail(item: TokenStream) -> TokenStream {
    let (name, variants) = variants::of_enum(item);
    let arms: String = variants.iter().map(Variant::arm).collect();
    let code = format!(
        "#[automatically_derived]
        impl ::core::fmt::Display for {name} {{
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {{
                match self {{ {arms} }}
            }}
        }}
        #[automatically_derived]
        impl ::core::error::Error for {name} {{}}"
    );
    code.parse().expect("the texts of the attributes are Rust")
}
