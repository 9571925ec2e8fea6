//! What one worker sends another, and how it goes over a connection.
//!
//! ```text
//! 4 bytes   the worker that sends, little-endian like all numbers
//! 4 bytes   the worker that it is for
//! 1 byte    what it is
//! 8 bytes   the length of what follows
//! ...
//! ```

use std::io::{self, Write};

use solver::driving::Packet;

/// What one worker sends another.
#[derive(Debug)]
pub(crate) struct Parcel {
    /// The worker that sends it.
    pub(crate) from: usize,
    pub(crate) load: Load,
}

#[derive(Debug)]
pub(crate) enum Load {
    Packet(Box<Packet>),
    /// What became of the work in the end.
    Verdict(Verdict),
    /// From another process, as it came: it is unpacked where something can be said about it.
    Raw(Kind, Vec<u8>),
    /// Nothing more comes from this worker.
    End,
}

/// What became of the work: nothing went wrong, or what did.
pub(crate) type Verdict = Result<(), String>;

/// What a parcel between processes holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Kind {
    Packet = 1,
    Done = 2,
    Failed = 3,
}

/// What goes before the load.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) kind: Kind,
    pub(crate) length: usize,
}

impl Head {
    /// The bytes of a head.
    pub(crate) const BYTES: usize = 17;
    /// No load is longer: a slice of positions with all their moves is far shorter.
    pub(crate) const MOST: usize = 1 << 30;

    fn bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..4].copy_from_slice(&self.from.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.to.to_le_bytes());
        bytes[8] = self.kind as u8;
        bytes[9..].copy_from_slice(&(self.length as u64).to_le_bytes());
        bytes
    }

    /// Reads a head; `None` if it is none.
    pub(crate) fn read(bytes: [u8; Self::BYTES]) -> Option<Self> {
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[at + i]));
        let kind = match bytes[8] {
            1 => Kind::Packet,
            2 => Kind::Done,
            3 => Kind::Failed,
            _ => return None,
        };
        // Its upper half is zero: no load is so long.
        let length = (word(13) == 0).then(|| word(9) as usize)?;
        let is_one = length <= Self::MOST && (kind != Kind::Done || length == 0);
        is_one.then(|| Self { from: word(0), to: word(4), kind, length })
    }
}

impl Load {
    /// Writes what goes over a connection, if this is for another process at all.
    pub(crate) fn write(&self, from: usize, to: usize, out: &mut dyn Write) -> io::Result<()> {
        let (kind, length) = match self {
            Self::Packet(packet) => (Kind::Packet, packet.bytes_len()),
            Self::Verdict(Ok(())) => (Kind::Done, 0),
            Self::Verdict(Err(text)) => (Kind::Failed, text.len()),
            Self::Raw(..) | Self::End => return Ok(()),
        };
        out.write_all(&Head { from: from as u32, to: to as u32, kind, length }.bytes())?;
        match self {
            Self::Packet(packet) => packet.write_bytes(out),
            Self::Verdict(Err(text)) => out.write_all(text.as_bytes()),
            _ => Ok(()),
        }
    }

    /// Returns the packet, unpacked where it came from another process; `None` if there is none, or
    /// one of which `unpack` makes nothing.
    pub(crate) fn packet(self, unpack: &dyn Fn(&[u8]) -> Option<Packet>) -> Option<Packet> {
        match self {
            Self::Packet(packet) => Some(*packet),
            Self::Raw(Kind::Packet, bytes) => unpack(&bytes),
            _ => None,
        }
    }

    /// Returns the verdict, if this is one.
    pub(crate) fn verdict(self) -> Option<Verdict> {
        match self {
            Self::Verdict(verdict) => Some(verdict),
            Self::Raw(Kind::Done, _) => Some(Ok(())),
            Self::Raw(Kind::Failed, bytes) => String::from_utf8(bytes).ok().map(Err),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn verdicts_come_out_as_they_went_in() {
        for verdict in [Ok(()), Err("process 0 at a:1: the disk is full".to_owned())] {
            let mut bytes = Vec::new();
            Load::Verdict(verdict.clone()).write(3, 70_000, &mut bytes).unwrap();
            let (head, body) = bytes.split_first_chunk().unwrap();
            let head = Head::read(*head).unwrap();
            assert_eq!((head.from, head.to, head.length), (3, 70_000, body.len()));
            assert_eq!(Load::Raw(head.kind, body.to_vec()).verdict(), Some(verdict));
        }
        assert_eq!(Load::End.verdict(), None);
        assert_eq!(Load::Raw(Kind::Failed, vec![0xff]).verdict(), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_head_or_not(bytes: [u8; Head::BYTES]) {
            if let Some(head) = Head::read(bytes) {
                prop_assert_eq!(head.bytes(), bytes);
                prop_assert!(head.length <= Head::MOST);
            }
        }

        #[test]
        fn heads_come_out_as_they_went_in(from: u32, to: u32, length in 0..=Head::MOST) {
            let head = Head { from, to, kind: Kind::Packet, length };
            prop_assert_eq!(Head::read(head.bytes()), Some(head));
            let wrong = [(8, 0), (8, 4), (12, 0x41), (13, 1), (16, 0x80)];
            for (at, byte) in wrong {
                let mut bytes = head.bytes();
                bytes[at] = byte;
                prop_assert_eq!(Head::read(bytes), None, "{} at {}", byte, at);
            }
        }
    }
}
