//! What holds for all requests.

mod body;
mod guard;
mod peer;
mod rate;

pub(crate) use body::{Json, parse, read};
pub(crate) use guard::guard;
pub(crate) use peer::Peer;
pub(crate) use rate::Buckets;
