//! A global allocator that costs nothing until somebody asks what was allocated.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use divan::AllocProfiler;

/// The system's allocator, with an ear.
///
/// Divan's profiler looks up a thread's record at every allocation, which is a good part of what a short call costs. So
/// nothing listens while the figures are timed; counting and divan's tables are switched on for themselves.
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: benches::Allocator = benches::Allocator;
///
/// assert_eq!(benches::count(|| Box::new(7)), 1);
/// ```
#[derive(Debug)]
pub struct Allocator;

const SILENT: u8 = 0;
const COUNTING: u8 = 1;
const PROFILING: u8 = 2;

static MODE: AtomicU8 = AtomicU8::new(SILENT);
static COUNT: AtomicU64 = AtomicU64::new(0);
static PROFILER: AllocProfiler = AllocProfiler::system();

/// How often `work` asks the allocator for memory, growing a block included. Dropping what it gives is not counted.
///
/// It counts for the whole process, so nothing else may run meanwhile.
pub fn count<R>(work: impl FnOnce() -> R) -> u64 {
    let before = COUNT.load(Ordering::Relaxed);
    MODE.store(COUNTING, Ordering::Relaxed);
    let result = work();
    MODE.store(SILENT, Ordering::Relaxed);
    drop(result);
    COUNT.load(Ordering::Relaxed) - before
}

/// From now on divan sees every allocation and shows them in its tables.
pub fn profile() {
    MODE.store(PROFILING, Ordering::Relaxed);
}

fn note() {
    if MODE.load(Ordering::Relaxed) == COUNTING {
        COUNT.fetch_add(1, Ordering::Relaxed);
    }
}

fn profiling() -> bool {
    MODE.load(Ordering::Relaxed) == PROFILING
}

#[expect(
    unsafe_code,
    reason = "the only way to see allocations; both allocators behind it are the system's, so a block may come from one and go to the other"
)]
// SAFETY: every call is handed on unchanged to the system's allocator, directly or through divan's profiler, which does the same.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note();
        // SAFETY: the caller keeps the contract of `alloc`, which is the same for both.
        unsafe { if profiling() { PROFILER.alloc(layout) } else { System.alloc(layout) } }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note();
        // SAFETY: as above.
        unsafe { if profiling() { PROFILER.alloc_zeroed(layout) } else { System.alloc_zeroed(layout) } }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note();
        // SAFETY: as above; the block came from the system's allocator whichever way it came.
        unsafe { if profiling() { PROFILER.realloc(block, layout, size) } else { System.realloc(block, layout, size) } }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as for `realloc`.
        unsafe {
            if profiling() {
                PROFILER.dealloc(block, layout);
            } else {
                System.dealloc(block, layout);
            }
        }
    }
}
