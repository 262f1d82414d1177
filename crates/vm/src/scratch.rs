//! Working memory: registers, the message under way, coverage, and the buffers of atomic chains.

use crate::chain::Chain;
use crate::exec::FUEL;
use crate::explain::Sites;
use burnside_core::FaultId;

/// The working memory of one thread.
pub struct Scratch {
    pub(crate) cx: Cx,
    pub(crate) chain: Chain,
}

impl Scratch {
    pub(crate) fn new(edges: usize, message: usize) -> Scratch {
        let cx = Cx {
            regs: [0; 256],
            message: vec![0; message],
            fields: 0,
            offer: Offer { chan: 0, fields: 0, values: vec![0; message] },
            site: 0,
            first: 0,
            last: 0,
            fault: None,
            fuel: 0,
            timeout: false,
            nesting: 0,
            call: Call::default(),
            covered: vec![false; edges],
            sent: Vec::new(),
        };
        Scratch { cx, chain: Chain::new(message) }
    }
}

/// What code works with beside the state.
pub struct Cx {
    pub regs: [i32; 256],
    /// The message under way, or the arguments of a process that starts.
    pub message: Vec<i32>,
    /// How many of them there are.
    pub fields: u16,
    /// The rendezvous under way. Effects do not touch it: there may be more receivers.
    pub offer: Offer,
    /// The edge to which an error belongs,
    pub site: u32,
    /// the one that began the step,
    pub first: u32,
    /// and the one last executed.
    pub last: u32,
    /// The first failed assertion of the step.
    pub fault: Option<FaultId>,
    /// How many edges the indivisible step may still execute.
    pub fuel: u32,
    /// Is this the second attempt?
    pub timeout: bool,
    /// How many questions whether a process could move are being answered.
    pub nesting: usize,
    /// The process being started.
    pub call: Call,
    /// Which edges were executed.
    pub covered: Vec<bool>,
    /// The state between the two halves of a rendezvous.
    pub sent: Vec<u8>,
}

/// A message that is being handed over.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// On this channel.
    pub chan: u32,
    /// So many fields.
    pub fields: u16,
    /// The fields, and room for more.
    pub values: Vec<i32>,
}

/// Where to go on after a process was started.
#[derive(Clone, Copy, Debug, Default)]
pub struct Call {
    pub back: usize,
    pub dst: u8,
    pub child: usize,
}

impl Cx {
    /// Prepares for the effect of an edge.
    #[inline(always)]
    pub fn begin(&mut self, site: u32, fault: Option<FaultId>) {
        self.site = site;
        self.first = site;
        self.last = site;
        self.fault = fault;
        self.fuel = FUEL;
    }

    /// Notes that an edge was executed.
    #[inline(always)]
    pub fn cover(&mut self, site: u32) {
        self.covered[Sites::edge_of(site)] = true;
    }
}
