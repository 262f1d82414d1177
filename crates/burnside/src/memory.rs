//! How much memory there is, and how much was used; from `/proc` where there is one.

/// The machine's memory in bytes, if it can be found out.
pub fn total() -> Option<u64> {
    field("/proc/meminfo", "MemTotal:")
}

/// The most memory this process has had, in bytes; 0 if it cannot be found out.
pub fn peak() -> u64 {
    field("/proc/self/status", "VmHWM:").unwrap_or(0)
}

/// The value of a `Name:   123 kB` line.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
