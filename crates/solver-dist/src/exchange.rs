//! The ways between all workers: mailboxes within a process, connections to the others.
//!
//! A step of the shards is a round of parcels: each worker sends each other one, and waits for theirs.
//! Parcels from one worker to another keep their order, so nothing tells rounds apart but counting.

use core::time::Duration;
use std::{
    collections::VecDeque,
    sync::mpsc::{Receiver, Sender, channel},
};

use solver::{Stop, driving::Packet};

use crate::{
    link::{Listener, Wires},
    parcel::{Load, Parcel, Verdict},
    ward::Ward,
};

/// How often a worker that waits looks whether others are lost.
const LOOK_UP: Duration = Duration::from_millis(50);

/// How a parcel gets to any worker.
#[derive(Debug)]
pub(crate) struct Routes {
    /// Workers of each process.
    each: usize,
    /// The number of this process.
    process: usize,
    /// To the workers of this process.
    mailboxes: Vec<Sender<Parcel>>,
    wires: Wires,
}

/// Where parcels for a worker arrive.
pub(crate) type Inbox = Receiver<Parcel>;

impl Routes {
    /// Makes the mailboxes of this process's workers.
    pub(crate) fn new(process: usize, each: usize, wires: Wires) -> (Self, Vec<Inbox>) {
        let (mailboxes, inboxes) = (0..each).map(|_| channel()).unzip();
        (Self { each, process, mailboxes, wires }, inboxes)
    }

    /// The workers of all processes.
    fn peers(&self) -> usize {
        self.each * self.wires.len()
    }

    /// The number of a worker of this process among all.
    fn number(&self, worker: usize) -> usize {
        self.process * self.each + worker
    }

    /// Hands a parcel to a worker of this process; what comes for one that has ended is forgotten.
    fn put(&self, worker: usize, parcel: Parcel) {
        let _ = self.mailboxes[worker].send(parcel);
    }

    /// Sends a parcel to any worker.
    fn send(&self, from: usize, to: usize, load: Load, ward: &Ward) {
        match &self.wires[to / self.each] {
            None => self.put(to % self.each, Parcel { from, load }),
            Some(wire) => {
                if let Err(reason) = wire.send(from, to, &load) {
                    ward.lose(&reason);
                }
            }
        }
    }

    /// Returns what reads from each other process.
    pub(crate) fn listeners<'a>(&'a self, ward: &'a Ward) -> impl Iterator<Item = Listener<'a>> {
        let wires = self.wires.iter().enumerate();
        wires.filter_map(move |(process, wire)| {
            wire.as_ref().map(|wire| Listener::new(process, wire, ward))
        })
    }

    /// Hands on what came from another process; whether it is from a worker of it for one of ours.
    pub(crate) fn deliver(&self, process: usize, to: usize, parcel: Parcel) -> bool {
        let is_ours = parcel.from / self.each == process && to / self.each == self.process;
        if is_ours {
            self.put(to % self.each, parcel);
        }
        is_ours
    }

    /// Tells all workers of this process that nothing more comes from another process.
    pub(crate) fn end(&self, process: usize) {
        for from in process * self.each..(process + 1) * self.each {
            for to in 0..self.each {
                self.put(to, Parcel { from, load: Load::End });
            }
        }
    }
}

/// A worker's end of the ways.
pub(crate) struct Exchange<'a> {
    /// The number of the worker among all.
    number: usize,
    routes: &'a Routes,
    inbox: Inbox,
    /// What came and is not yet asked for, by sender: others may be one round ahead.
    waiting: Vec<VecDeque<Load>>,
    ward: &'a Ward,
}

impl<'a> Exchange<'a> {
    /// The end of a worker of this process.
    pub(crate) fn new(worker: usize, routes: &'a Routes, inbox: Inbox, ward: &'a Ward) -> Self {
        let waiting = (0..routes.peers()).map(|_| VecDeque::new()).collect();
        Self { number: routes.number(worker), routes, inbox, waiting, ward }
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.number;
        (0..self.routes.peers()).filter(move |&other| other != own)
    }

    fn send(&self, to: usize, load: Load) {
        self.routes.send(self.number, to, load, self.ward);
    }

    /// Sends a packet to each other worker, in their order, and waits for theirs.
    ///
    /// `unpack` reads a packet of another process, if it is what this worker can work with.
    pub(crate) fn swap(
        &mut self,
        packets: Vec<Packet>,
        unpack: &dyn Fn(&[u8]) -> Option<Packet>,
    ) -> Result<Vec<Packet>, Stop> {
        let senders = self.others();
        for (to, packet) in self.others().zip(packets) {
            self.send(to, Load::Packet(Box::new(packet)));
        }
        let packet_of = |from| {
            let packet = self.next(from)?.packet(unpack);
            packet.filter(|packet| packet.from() == from).ok_or_else(nonsense)
        };
        senders.map(packet_of).collect()
    }

    /// Returns whether a parcel of each other worker has come.
    pub(crate) fn is_awaited(&mut self) -> bool {
        while let Ok(parcel) = self.inbox.try_recv() {
            self.waiting[parcel.from].push_back(parcel.load);
        }
        let mut others = self.others();
        others.all(|other| !self.waiting[other].is_empty())
    }

    /// Tells all others how the work has ended.
    pub(crate) fn proclaim(&self, verdict: &Verdict) {
        for to in self.others() {
            self.send(to, Load::Verdict(verdict.clone()));
        }
    }

    /// Waits for what the first worker proclaims.
    pub(crate) fn hear_verdict(&mut self) -> Result<Verdict, Stop> {
        self.next(0)?.verdict().ok_or_else(nonsense)
    }

    /// Waits for the next parcel of a worker.
    fn next(&mut self, from: usize) -> Result<Load, Stop> {
        loop {
            if let Some(load) = self.waiting[from].pop_front() {
                return Ok(load);
            }
            if self.ward.has_failed() {
                let reason = self.ward.reason();
                return Err(reason.unwrap_or_else(|| Stop::Lost("a process is gone".to_owned())));
            }
            if let Ok(parcel) = self.inbox.recv_timeout(LOOK_UP) {
                self.waiting[parcel.from].push_back(parcel.load);
            }
        }
    }
}

fn nonsense() -> Stop {
    Stop::Lost("another process sends what is not expected of it".to_owned())
}
