//! The rules, one position each.
