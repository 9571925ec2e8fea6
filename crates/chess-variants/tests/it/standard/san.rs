//! SAN
