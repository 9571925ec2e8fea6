//! How often an address may ask.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::Instant,
};

/// A bucket for each address that fills by and by; every request takes one drop.
#[derive(Debug)]
pub(crate) struct Buckets {
    a_second: f64,
    at_once: f64,
    by_address: Mutex<HashMap<IpAddr, Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    drops: f64,
    when: Instant,
}

/// So many addresses are remembered before those are forgotten that are quiet.
const MANY: usize = 4096;

impl Buckets {
    pub(crate) fn new(a_second: u32, at_once: u32) -> Self {
        let by_address = Mutex::default();
        Self { a_second: a_second.into(), at_once: at_once.into(), by_address }
    }

    /// Returns whether an address may ask now.
    pub(crate) fn take(&self, address: IpAddr, now: Instant) -> bool {
        let mut buckets = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MANY {
            buckets.retain(|_, bucket| self.filled(*bucket, now) < self.at_once);
        }
        let full = Bucket { drops: self.at_once, when: now };
        let bucket = buckets.entry(address).or_insert(full);
        let drops = self.filled(*bucket, now);
        let may = drops >= 1.0;
        *bucket = Bucket { drops: if may { drops - 1.0 } else { drops }, when: now };
        may
    }

    fn filled(&self, bucket: Bucket, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(bucket.when).as_secs_f64();
        (bucket.drops + passed * self.a_second).min(self.at_once)
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn a_burst_and_then_a_steady_rate() {
        let buckets = Buckets::new(20, 60);
        let address = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
        let other = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2));
        let now = Instant::now();
        let granted = (0..100).filter(|_| buckets.take(address, now)).count();
        assert_eq!(granted, 60);
        assert!(buckets.take(other, now));
        let later = now + Duration::from_millis(500);
        let granted = (0..100).filter(|_| buckets.take(address, later)).count();
        assert_eq!(granted, 10);
        assert!(!buckets.take(address, later));
    }
}
