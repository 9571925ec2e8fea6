//! The channel between all workers: a timely dataflow of an input, an exchange and a sink.
//!
//! An epoch is a step of the shards. Each worker sends each other one parcel in an epoch, so it
//! knows by counting when it has all of them, and need not wait until timely knows, too.

use core::{cell::RefCell, time::Duration};
use std::{collections::VecDeque, io::Write, rc::Rc};

use solver::{Stop, driving::Packet};
use timely::{
    Accountable,
    bytes::arc::Bytes,
    communication::Push,
    container::NoopBuilder,
    dataflow::{
        InputHandle,
        channels::{
            ContainerBytes, Message, Stamp, pact::DistributorPact, pushers::exchange::Distributor,
        },
        operators::{Input, Operator},
    },
    worker::Worker,
};

use crate::ward::Ward;

/// How often a worker that waits looks whether others are lost.
const LOOK_UP: Duration = Duration::from_millis(50);

/// What one worker sends another in one epoch.
#[derive(Clone)]
pub(crate) struct Parcel {
    from: u32,
    to: u32,
    load: Load,
}

#[derive(Clone)]
enum Load {
    /// Only a place for a parcel has none.
    Nothing,
    /// On its way within a process.
    Packet(Box<Packet>),
    /// What became of the work in the end.
    Verdict(Result<(), String>),
    /// From another process, as it came: it is unpacked where something can be said about it.
    Raw(Bytes),
}

/// The first byte of a parcel from another process.
const PACKET: u8 = 1;
const DONE: u8 = 2;
const FAILED: u8 = 3;
/// The bytes before the load: what it is, and who sends it.
const HEAD: usize = 5;

impl Default for Parcel {
    fn default() -> Self {
        Self { from: 0, to: 0, load: Load::Nothing }
    }
}

impl Accountable for Parcel {
    fn record_count(&self) -> i64 {
        i64::from(!matches!(self.load, Load::Nothing))
    }
}

impl ContainerBytes for Parcel {
    fn from_bytes(bytes: Bytes) -> Self {
        // Who sends it is not looked at before the rest is.
        Self { from: 0, to: 0, load: Load::Raw(bytes) }
    }

    fn length_in_bytes(&self) -> usize {
        HEAD + match &self.load {
            Load::Nothing | Load::Verdict(Ok(())) => 0,
            Load::Packet(packet) => packet.bytes_len(),
            Load::Verdict(Err(text)) => text.len(),
            Load::Raw(bytes) => bytes.len() - HEAD,
        }
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let from = self.from.to_le_bytes();
        let mut head = |kind: u8| writer.write_all(&[kind, from[0], from[1], from[2], from[3]]);
        let written = match &self.load {
            Load::Nothing => head(0),
            Load::Packet(packet) => head(PACKET).and_then(|()| packet.write_bytes(writer)),
            Load::Verdict(Ok(())) => head(DONE),
            Load::Verdict(Err(text)) => {
                head(FAILED).and_then(|()| writer.write_all(text.as_bytes()))
            }
            Load::Raw(bytes) => writer.write_all(bytes),
        };
        written.expect("timely made as much room as was asked for");
    }
}

impl Parcel {
    /// Unpacks what came from another process; `None` if it is no parcel, or holds a packet of which
    /// `unpack` makes nothing.
    fn unpacked(self, unpack: &dyn Fn(&[u8]) -> Option<Packet>) -> Option<Self> {
        let Load::Raw(bytes) = self.load else { return Some(self) };
        let (head, body) = bytes.split_at_checked(HEAD)?;
        let from = u32::from_le_bytes(head[1..].try_into().ok()?);
        let load = match head[0] {
            PACKET => Load::Packet(Box::new(unpack(body)?)),
            DONE if body.is_empty() => Load::Verdict(Ok(())),
            FAILED => Load::Verdict(Err(String::from_utf8(body.to_vec()).ok()?)),
            _ => return None,
        };
        Some(Self { from, to: 0, load })
    }
}

/// Hands each parcel to the worker that it is for, as it is.
struct ByAddress;

impl Distributor<Parcel> for ByAddress {
    fn partition<T: Clone, P: Push<Message<T, Parcel>>>(
        &mut self,
        parcel: &mut Parcel,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let to = parcel.to as usize;
        Message::push_at(parcel, stamp.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Parcel>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}

/// What came, by its epoch, in the order in which it came.
type Inbox = Rc<RefCell<VecDeque<(u64, Parcel)>>>;

/// A worker's end of the channel.
pub(crate) struct Exchange<'a> {
    worker: &'a mut Worker,
    input: InputHandle<u64, NoopBuilder<Parcel>>,
    inbox: Inbox,
    ward: &'a Ward,
    epoch: u64,
}

impl<'a> Exchange<'a> {
    pub(crate) fn new(worker: &'a mut Worker, ward: &'a Ward) -> Self {
        let inbox = Inbox::default();
        let arrived = Rc::clone(&inbox);
        let input = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Parcel>>();
            let pact = DistributorPact(|_| ByAddress);
            stream.sink(pact, "inbox", move |(handle, _)| {
                handle.for_each(|stamped, parcel| {
                    // No message comes without its epoch.
                    let epoch = stamped.least().copied().unwrap_or(u64::MAX);
                    arrived.borrow_mut().push_back((epoch, core::mem::take(parcel)));
                });
            });
            input
        });
        Self { worker, input, inbox, ward, epoch: 0 }
    }

    fn peers(&self) -> usize {
        self.worker.peers()
    }

    fn send(&mut self, to: usize, load: Load) {
        let from = self.worker.index() as u32;
        self.input.send_batch(&mut Parcel { from, to: to as u32, load });
    }

    fn send_to_others(&mut self, mut load: impl FnMut() -> Option<Load>) {
        let own = self.worker.index();
        for to in (0..self.peers()).filter(|&to| to != own) {
            if let Some(load) = load() {
                self.send(to, load);
            }
        }
        self.epoch += 1;
        self.input.advance_to(self.epoch);
    }

    /// Sends a packet to each other worker, in their order, and waits for theirs.
    ///
    /// `unpack` reads a packet of another process, if it is what this worker can work with.
    pub(crate) fn swap(
        &mut self,
        packets: Vec<Packet>,
        unpack: &dyn Fn(&[u8]) -> Option<Packet>,
    ) -> Result<Vec<Packet>, Stop> {
        let mut packets = packets.into_iter();
        self.send_to_others(|| packets.next().map(|packet| Load::Packet(Box::new(packet))));
        let mut slots: Vec<Option<Packet>> = (0..self.peers()).map(|_| None).collect();
        let mut missing = slots.len() - 1;
        while missing > 0 {
            let parcel = self.next(unpack)?;
            let from = parcel.from as usize;
            match (parcel.load, slots.get_mut(from)) {
                (Load::Packet(packet), Some(slot)) if slot.is_none() && packet.from() == from => {
                    *slot = Some(*packet);
                    missing -= 1;
                }
                _ => return Err(nonsense()),
            }
        }
        Ok(slots.into_iter().flatten().collect())
    }

    /// Tells all others how the work has ended.
    pub(crate) fn proclaim(&mut self, verdict: &Result<(), String>) {
        self.send_to_others(|| Some(Load::Verdict(verdict.clone())));
    }

    /// Waits for what the first worker proclaims.
    pub(crate) fn hear_verdict(&mut self) -> Result<Result<(), String>, Stop> {
        self.send_to_others(|| None);
        match self.next(&|_| None)? {
            Parcel { from: 0, load: Load::Verdict(verdict), .. } => Ok(verdict),
            _ => Err(nonsense()),
        }
    }

    /// Waits for the next parcel of the epoch that was sent last.
    fn next(&mut self, unpack: &dyn Fn(&[u8]) -> Option<Packet>) -> Result<Parcel, Stop> {
        let epoch = self.epoch - 1;
        loop {
            let next = {
                let mut inbox = self.inbox.borrow_mut();
                // Others may be one epoch ahead, never two.
                let at = inbox.iter().position(|&(other, _)| other == epoch);
                at.and_then(|at| inbox.remove(at))
            };
            if let Some((_, parcel)) = next {
                return parcel.unpacked(unpack).ok_or_else(nonsense);
            }
            if self.ward.has_failed() {
                let reason = self.ward.reason();
                return Err(reason.unwrap_or_else(|| Stop::Lost("a process is gone".to_owned())));
            }
            self.worker.step_or_park(Some(LOOK_UP));
        }
    }
}

fn nonsense() -> Stop {
    Stop::Lost("another process sends what is not expected of it".to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use timely::bytes::arc::BytesMut;

    use super::*;

    proptest! {
        #[test]
        fn any_bytes_are_a_parcel_or_not(kind in 0..5_u8, rest: Vec<u8>) {
            let mut bytes = vec![kind];
            bytes.extend(rest);
            let parcel = Parcel::from_bytes(BytesMut::from(bytes).freeze());
            let _ = parcel.unpacked(&|_| None);
        }
    }

    #[test]
    fn verdicts_come_out_as_they_went_in() {
        for verdict in [Ok(()), Err(String::new()), Err("disk full".to_owned())] {
            let parcel = Parcel { from: 7, to: 1, load: Load::Verdict(verdict.clone()) };
            let mut bytes = Vec::new();
            parcel.into_bytes(&mut bytes);
            assert_eq!(bytes.len(), parcel.length_in_bytes());
            let read =
                Parcel::from_bytes(BytesMut::from(bytes).freeze()).unpacked(&|_| None).unwrap();
            assert_eq!(read.from, 7);
            assert!(matches!(read.load, Load::Verdict(read) if read == verdict));
        }
    }
}
