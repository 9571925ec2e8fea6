//! What threads share: the atomics of `core`, and those of `loom` in a build with `--cfg loom`, whose
//! tests (`cargo xtask test-all --only loom`) look at all orders in which threads may take turns and
//! all values that they may then see.

#[cfg(not(loom))]
pub(crate) use core::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, AtomicUsize};
#[cfg(not(loom))]
pub(crate) use std::sync::OnceLock;

#[cfg(loom)]
pub(crate) use self::once_lock::OnceLock;
#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, AtomicUsize};

/// Has `loom` look at two or three threads that are interrupted at most so many times.
#[cfg(all(loom, test))]
pub(crate) fn interleave(interruptions: usize, threads: impl Fn() + Sync + Send + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(interruptions);
    model.max_branches = 10_000;
    model.check(threads);
}

/// What `loom` has no likeness of.
#[cfg(loom)]
mod once_lock {
    use core::sync::atomic::Ordering::{Acquire, Release};

    use super::AtomicBool;

    #[derive(Debug)]
    pub(crate) struct OnceLock<T> {
        is_set: AtomicBool,
        value: std::sync::OnceLock<T>,
    }

    impl<T> OnceLock<T> {
        pub(crate) fn new() -> Self {
            Self { is_set: AtomicBool::new(false), value: std::sync::OnceLock::new() }
        }

        pub(crate) fn get(&self) -> Option<&T> {
            if self.is_set.load(Acquire) { self.value.get() } else { None }
        }

        pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
            self.value.get_mut()
        }

        pub(crate) fn set(&self, value: T) -> Result<(), T> {
            self.value.set(value)?;
            self.is_set.store(true, Release);
            Ok(())
        }

        pub(crate) fn take(&mut self) -> Option<T> {
            self.is_set.store(false, Release);
            self.value.take()
        }
    }
}
