//! Sizes and durations, as people write and read them.

use std::time::Duration;

/// `512M`, `2G`, `1.5GiB`, `4096`: bytes, with binary multiples.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a size; write for instance 512M or 2G");
    let split = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let exponent = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 1,
        "m" | "mb" | "mib" => 2,
        "g" | "gb" | "gib" => 3,
        "t" | "tb" | "tib" => 4,
        _ => return Err(wrong()),
    };
    let bytes = number * 1024_f64.powi(exponent);
    if bytes < 1.0 || bytes > u64::MAX as f64 {
        return Err(wrong());
    }
    Ok(bytes as u64)
}

/// `90s`, `5m`, `1h30m`, `500ms`, `90` (seconds).
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a duration; write for instance 90s, 5m or 1h30m");
    let mut rest = text.trim();
    let mut total = Duration::ZERO;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
        let (number, behind) = rest.split_at(digits);
        let letters = behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len());
        let (unit, behind) = behind.split_at(letters);
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let seconds = match unit {
            "ms" => 0.001,
            "" | "s" | "sec" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86400.0,
            _ => return Err(wrong()),
        };
        total += Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())?;
        rest = behind;
    }
    if total.is_zero() { Err(wrong()) } else { Ok(total) }
}

/// `1.5 kB`, `23 MB`: for people, with decimal multiples.
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["B", "kB", "MB", "GB", "TB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    if unit == 0 || value >= 9.95 {
        format!("{value:.0} {}", UNITS[unit])
    } else {
        format!("{value:.1} {}", UNITS[unit])
    }
}

/// `2,125,777`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 step`, `2,000 steps`.
pub fn counted(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(n), if n == 1 { "" } else { "s" })
}

/// `4.2 ms`, `0.25 s`, `12.3 s`, `2 min 5 s`.
pub fn time(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 0.1 {
        format!("{:.1} ms", seconds * 1000.0)
    } else if seconds < 1.0 {
        format!("{seconds:.2} s")
    } else if seconds < 100.0 {
        format!("{seconds:.1} s")
    } else {
        let whole = duration.as_secs();
        format!("{} min {} s", whole / 60, whole % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("4096"), Ok(4096));
        assert_eq!(parse_size("512M"), Ok(512 << 20));
        assert_eq!(parse_size("1.5GiB"), Ok(3 << 29));
        for wrong in ["", "M", "-1", "0", "2X", "1.2.3", "999999999999T"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
        assert_eq!(size(999), "999 B");
        assert_eq!(size(10_520), "11 kB");
        assert_eq!(size(6_291_456), "6.3 MB");
    }

    #[test]
    fn durations() {
        assert_eq!(parse_duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("1h30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        for wrong in ["", "m", "5x", "-3s", "0", "1e999s"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
        assert_eq!(time(Duration::from_millis(4)), "4.0 ms");
        assert_eq!(time(Duration::from_secs(125)), "2 min 5 s");
    }

    #[test]
    fn counts() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(2_125_777), "2,125,777");
        assert_eq!(counted(1, "step"), "1 step");
    }
}
