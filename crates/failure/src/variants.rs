//! Reading an enum: its variants, their fields and what they say.

use proc_macro::{
    Delimiter, Group, Ident, Spacing, TokenStream, TokenTree, token_stream::IntoIter,
};

/// A variant that says what went wrong.
pub(crate) struct Variant {
    name: Ident,
    /// The format text and its arguments, as they stand in the attribute.
    display: TokenStream,
    fields: Vec<Ident>,
}

impl Variant {
    /// The arm of a `match` that writes it to `f`.
    pub(crate) fn arm(&self) -> String {
        let Self { name, display, fields } = self;
        let fields: String = fields.iter().map(|field| format!("{field},")).collect();
        format!("Self::{name} {{ {fields} }} => ::core::write!(f, {display}),\n")
    }
}

/// The name of an enum and its variants.
pub(crate) fn of_enum(item: TokenStream) -> (Ident, Vec<Variant>) {
    let mut tokens = item.into_iter();
    let named = tokens.by_ref().find(|token| is_word(token, "enum")).and_then(|_| tokens.next());
    let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) = (named, tokens.next())
    else {
        panic!("an enum without parameters is wanted")
    };
    (name, variants(body.stream().into_iter()))
}

fn variants(mut tokens: IntoIter) -> Vec<Variant> {
    let mut variants = Vec::<Variant>::new();
    let mut display = None;
    while let Some(token) = tokens.next() {
        match token {
            // `#` and `[...]`: a remark, or what it says.
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                display = tokens.next().and_then(said).or(display);
            }
            TokenTree::Ident(name) => {
                let display = display.take().unwrap_or_else(|| panic!("{name} says nothing"));
                variants.push(Variant { name, display, fields: Vec::new() });
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                variants.last_mut().expect("a name comes first").fields = fields(&group);
            }
            TokenTree::Punct(mark) if mark.as_char() == ',' => {}
            other => panic!("`{other}` is not expected in an enum of errors"),
        }
    }
    variants
}

/// What stands behind `display =` in `[fail(display = ...)]`; `None` for other attributes.
fn said(attribute: TokenTree) -> Option<TokenStream> {
    let TokenTree::Group(attribute) = attribute else { return None };
    let mut tokens = attribute.stream().into_iter();
    tokens.next().filter(|token| is_word(token, "fail"))?;
    let Some(TokenTree::Group(list)) = tokens.next() else { return None };
    let mut tokens = list.stream().into_iter();
    tokens.next().filter(|token| is_word(token, "display"))?;
    tokens.next()?;
    Some(tokens.collect())
}

/// The names before the colons of `{ name: Type, ... }`.
fn fields(group: &Group) -> Vec<Ident> {
    let tokens: Vec<_> = group.stream().into_iter().collect();
    // Not the first half of `::`.
    let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ':' && p.spacing() == Spacing::Alone);
    let names = tokens.windows(2).filter(|pair| is_colon(&pair[1]));
    names.filter_map(|pair| as_word(&pair[0])).collect()
}

fn as_word(token: &TokenTree) -> Option<Ident> {
    match token {
        TokenTree::Ident(word) => Some(word.clone()),
        _ => None,
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident.to_string() == word)
}
