//! Threads for batches. They belong to the package: after a fork the child has none of
//! them, and makes others.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::{exceptions::PyRuntimeError, prelude::*};
use rayon::{ThreadPool, ThreadPoolBuilder};

struct Made {
    process: u32,
    pool: Arc<ThreadPool>,
}

static POOLS: Mutex<Vec<Made>> = Mutex::new(Vec::new());

/// Returns so many threads of this process.
pub(crate) fn of(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    let fits = |made: &&Made| made.process == process && made.pool.current_num_threads() == threads;
    if let Some(made) = pools.iter().find(fits) {
        return Ok(Arc::clone(&made.pool));
    }
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    let pool = builder.build().map_err(|e| PyRuntimeError::new_err(e.to_string()))?;
    let pool = Arc::new(pool);
    pools.push(Made { process, pool: Arc::clone(&pool) });
    Ok(pool)
}

/// Returns the number of processors.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
