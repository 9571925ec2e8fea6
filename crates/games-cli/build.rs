//! Asks the linker to keep one of several equal functions and tables.
//!
//! Searches that are compiled for each game are often the same code twice, and the tables of the
//! crate `chess` stand in each crate that has its functions inlined: an eighth of the program.
//! Nothing here compares the addresses of functions or constants.

use std::{env, path::Path, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if is_linked_by_lld() {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all,--ignore-data-address-equality");
    }
}

/// Whether the linker is the one that rustc brings along on this target, which knows these options.
fn is_linked_by_lld() -> bool {
    let target = env::var("TARGET").unwrap_or_default();
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let another = env::var_os("RUSTC_LINKER").is_some()
        || flags.contains("linker")
        || flags.contains("fuse-ld");
    target == "x86_64-unknown-linux-gnu" && !another && is_brought_along(&target)
}

/// Builds of rustc that use the system's linker, such as those of distributions, lack it.
fn is_brought_along(target: &str) -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output();
    let Ok(output) = output else { return false };
    let sysroot = String::from_utf8_lossy(&output.stdout);
    let tools = Path::new(sysroot.trim()).join("lib/rustlib").join(target).join("bin/gcc-ld");
    tools.join("ld.lld").exists()
}
