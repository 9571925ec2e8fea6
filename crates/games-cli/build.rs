//! Asks the linker for a smaller program.
//!
//! - It keeps one of several equal functions and tables. Searches that are compiled for each game are
//!   often the same code twice, and the tables of the crate `chess` stand in each crate that has its
//!   functions inlined: an eighth of the program. Nothing here compares the addresses of functions or
//!   constants.
//! - It writes the list of the pointers in tables, which is a fortieth of the program, in few bytes
//!   (`DT_RELR`). Older systems cannot load that, so it is done only for a program that is made for
//!   the machine at hand.

use std::{env, path::Path, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
    if is_linked_by_lld() {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all,--ignore-data-address-equality");
        if is_for_this_machine() && libc_version() >= Some(READS_SHORT_LISTS) {
            println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        }
    }
}

/// The first version of the GNU C library that loads programs with short lists of pointers.
const READS_SHORT_LISTS: (u32, u32) = (2, 36);

/// Whether the program is for no other processor, and so for no other machine.
fn is_for_this_machine() -> bool {
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    flags.contains("target-cpu=native") && env::var("HOST") == env::var("TARGET")
}

/// The version of this machine's C library, if it is the one of GNU.
fn libc_version() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
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
