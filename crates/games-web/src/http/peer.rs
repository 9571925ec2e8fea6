//! Who asks.

use std::net::{IpAddr, Ipv4Addr};

use axum::http::Extensions;

/// The two ends of the connection over which a request came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer {
    /// The client's address.
    pub(crate) remote: IpAddr,
    /// The address that it called.
    pub(crate) local: IpAddr,
}

impl Peer {
    /// Returns who sent a request. One that came over no connection is this machine's own.
    pub(crate) fn of(extensions: &Extensions) -> Self {
        const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
        extensions.get().copied().unwrap_or(Self { remote: HERE, local: HERE })
    }
}

/// Returns an address without the coat that IPv6 puts around those of IPv4.
pub(super) fn plain(address: IpAddr) -> IpAddr {
    address.to_canonical()
}
