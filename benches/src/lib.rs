//! Empty: this package exists for its benchmarks, so that no game crate needs their dependencies.

#![forbid(unsafe_code)]
