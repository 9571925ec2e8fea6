//! What goes over a connection: pieces of a stream of parcels, signs of life, and farewells.
//!
//! ```text
//! 4 bytes   the length of what follows, little-endian, and in the upper byte the kind
//! ...
//! ```

use std::io::{self, Read, Write};

use solver::Stop;

/// What a frame holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Kind {
    /// A piece of the stream.
    Data = 1,
    /// Nothing: the sender lives.
    Beat = 2,
    /// Why the sender gives up.
    Bye = 3,
    /// A number, from whoever wants to see that the secret is known.
    Challenge = 4,
    /// Nothing: all is done, and nothing more comes.
    End = 5,
}

/// No frame is longer.
pub(crate) const MOST: usize = 1 << 20;
/// Whoever gives up does it in fewer bytes.
pub(crate) const MOST_WORDS: usize = 1 << 12;

/// Sends a frame, cut off after the most that it may have; returns how much went.
pub(crate) fn send(out: &mut impl Write, kind: Kind, data: &[u8]) -> io::Result<usize> {
    let data = &data[..data.len().min(MOST)];
    let head = ((kind as u32) << 24 | data.len() as u32).to_le_bytes();
    // Both at once: a header alone would go in a packet of its own.
    let sent = match out.write_vectored(&[io::IoSlice::new(&head), io::IoSlice::new(data)]) {
        Err(e) if e.kind() == io::ErrorKind::Interrupted => 0,
        sent => sent?,
    };
    if sent < head.len() {
        out.write_all(&head[sent..])?;
    }
    out.write_all(&data[sent.saturating_sub(head.len())..])?;
    Ok(data.len())
}

/// Reads the head of a frame: its kind and its length.
pub(crate) fn head(bytes: [u8; 4]) -> Option<(Kind, usize)> {
    let word = u32::from_le_bytes(bytes);
    let len = (word & 0xff_ffff) as usize;
    match word >> 24 {
        1 if (1..=MOST).contains(&len) => Some((Kind::Data, len)),
        2 if len == 0 => Some((Kind::Beat, len)),
        3 if len <= MOST_WORDS => Some((Kind::Bye, len)),
        4 if len == 32 => Some((Kind::Challenge, len)),
        5 if len == 0 => Some((Kind::End, len)),
        _ => None,
    }
}

/// Writes a reason to give up: one line.
pub(crate) fn words(reason: &Stop) -> String {
    let kind = match reason {
        Stop::Interrupted => "interrupted",
        Stop::Foreign(_) | Stop::InUse(_) => "foreign",
        _ => "lost",
    };
    let mut text = format!("{kind} {}", reason.to_string().replace(['\n', '\r'], " "));
    while text.len() > MOST_WORDS {
        text.pop();
    }
    text
}

/// Reads what [`words`] wrote, from a process of this name.
pub(crate) fn reason(name: &str, words: &[u8]) -> Stop {
    let words = String::from_utf8_lossy(words);
    // It may end up on a terminal.
    let words: String = words.chars().filter(|c| !c.is_control()).collect();
    match words.split_once(' ').unwrap_or((&words, "")) {
        ("interrupted", _) => Stop::Interrupted,
        ("foreign", text) => Stop::Foreign(text.to_owned()),
        ("lost", text) => Stop::Lost(text.to_owned()),
        _ => Stop::Lost(format!("{name} gave up")),
    }
}

/// Reads a whole frame, of a kind that is expected to be short.
pub(crate) fn receive(from: &mut impl Read) -> io::Result<Option<(Kind, Vec<u8>)>> {
    let mut bytes = [0; 4];
    from.read_exact(&mut bytes)?;
    let Some((kind, len)) = head(bytes).filter(|&(_, len)| len <= 1 << 16) else {
        return Ok(None);
    };
    let mut data = vec![0; len];
    from.read_exact(&mut data)?;
    Ok(Some((kind, data)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn frames_come_out_as_they_went_in(data in proptest::collection::vec(any::<u8>(), 1..9000)) {
            let mut bytes = Vec::new();
            prop_assert_eq!(send(&mut bytes, Kind::Data, &data).unwrap(), data.len());
            send(&mut bytes, Kind::Beat, &[]).unwrap();
            let mut rest = &bytes[..];
            prop_assert_eq!(receive(&mut rest).unwrap(), Some((Kind::Data, data)));
            prop_assert_eq!(receive(&mut rest).unwrap(), Some((Kind::Beat, Vec::new())));
            prop_assert!(rest.is_empty());
        }

        #[test]
        fn any_bytes_are_a_frame_or_not(bytes: Vec<u8>) {
            let _ = receive(&mut &bytes[..]);
            let _ = reason("process 1", &bytes);
        }
    }

    #[test]
    fn long_frames_are_cut_and_reasons_survive() {
        let long = vec![7; MOST + 1];
        let mut bytes = Vec::new();
        assert_eq!(send(&mut bytes, Kind::Data, &long).unwrap(), MOST);
        assert_eq!(bytes.len(), MOST + 4);
        for stop in [
            Stop::Interrupted,
            Stop::Foreign("another game".to_owned()),
            Stop::Lost("process 2 at a:1 is gone".to_owned()),
        ] {
            assert_eq!(reason("process 1", words(&stop).as_bytes()), stop);
        }
        assert_eq!(
            reason("process 1", words(&Stop::TooLong).as_bytes()),
            Stop::Lost(Stop::TooLong.to_string())
        );
        let endless = words(&Stop::Lost("ä".repeat(MOST_WORDS)));
        assert!(endless.len() <= MOST_WORDS && endless.len() > MOST_WORDS - 2);
    }
}
