//! Settles which message fields flow together, and turns classes and breaks into [`Sorts`].

use super::flow::Flows;
use super::{Break, Class, Member, Sorts, Why};
use crate::entity::{ChanId, Id, TemplateId};
use crate::system::{ChannelRef, Op, Origin, System};
use crate::types::{Repr, SortKind, Type};
use crate::verify::MAX_PROCESSES;
use std::collections::{BTreeMap, HashSet};

impl Flows<'_> {
    /// The classes that are sorts, and their breaks.
    pub(super) fn sorts(mut self) -> Sorts {
        self.messages();
        let mut members: BTreeMap<usize, Vec<Member>> = BTreeMap::new();
        let mut nodes: Vec<(Member, usize)> = self.nodes.iter().map(|(m, n)| (*m, *n)).collect();
        nodes.sort_unstable();
        for (member, node) in nodes {
            members.entry(self.classes.root(node)).or_default().push(member);
        }
        let mut found: Vec<(usize, Vec<Member>)> = members.into_iter().collect();
        found.sort_by(|a, b| a.1.cmp(&b.1));
        let mut sorts = Sorts::default();
        let mut class_of_root = vec![None; self.classes.len()];
        for (root, members) in found {
            if let Some((kind, flaws)) = self.judge(&members) {
                let class = sorts.classes.len();
                class_of_root[root] = Some(class);
                sorts.class_of.extend(members.iter().map(|m| (*m, class)));
                sorts.classes.push(Class { kind, members });
                let origin = Origin::default();
                sorts.breaks.extend(flaws.into_iter().map(|why| Break {
                    class,
                    why,
                    template: None,
                    edge: None,
                    origin: origin.clone(),
                }));
            }
        }
        let mut breaks = std::mem::take(&mut self.breaks);
        breaks.retain(|b| class_of_root[self.classes.root(b.0)].is_some());
        for (node, why, template, edge) in breaks {
            let class = class_of_root[self.classes.root(node)].expect("just asked");
            let none = sorts.classes[class].kind == SortKind::Channels && why == Why::Literal(0);
            let t = template.map(|t| self.system.template(t));
            let origin = match (t, edge) {
                (Some(t), Some(e)) => t.edge(e).origin.clone(),
                (Some(t), None) => t.origin.clone(),
                _ => Origin::default(),
            };
            if !none {
                sorts.breaks.push(Break { class, why, template, edge, origin });
            }
        }
        let key = |b: &Break| (b.class, b.template, b.edge, b.why);
        sorts.breaks.sort_by_key(key);
        sorts.breaks.dedup_by_key(|b| key(b));
        sorts
    }

    /// Unites the fields of messages on channels that may be the same, until nothing changes.
    fn messages(&mut self) {
        self.join_processes();
        self.join_reused_channels();
        loop {
            let mut changed = self.join_made_up_channels();
            let channels = self.channel_classes();
            for (node, v) in self.initial.clone() {
                if channels.contains(&self.classes.root(node)) {
                    changed |= self.named_channel(node, v);
                }
            }
            let mut first: BTreeMap<(usize, usize), usize> = BTreeMap::new();
            for (chan, k, node) in self.all_fields() {
                let key = (self.classes.root(chan), k);
                let known = *first.entry(key).or_insert(node);
                changed |= self.classes.union(known, node);
            }
            if !changed {
                break;
            }
        }
        // Fields that a send leaves out are 0.
        let fields = self.all_fields();
        for (chan, given, template, edge) in std::mem::take(&mut self.sends) {
            for &(c, k, node) in &fields {
                if k >= given && self.classes.root(c) == self.classes.root(chan) {
                    self.breaks.push((node, Why::Literal(0), template, edge));
                }
            }
        }
    }

    /// What may be the id of any process is in one class with the ids of all.
    fn join_processes(&mut self) {
        if let Some(&any) = self.nodes.get(&Member::AnyPid) {
            for (t, _) in self.system.templates() {
                self.join(any, Member::Pid(t));
            }
        }
    }

    /// The channels of all processes by their position.
    fn own_channels(&self) -> impl Iterator<Item = Member> + use<> {
        let sizes: Vec<usize> = self.system.templates.iter().map(|t| t.chans.len()).collect();
        let of = |(t, n)| (0..n).map(move |c| (t, c));
        let all = sizes.into_iter().enumerate().flat_map(of);
        all.map(|(t, c)| Member::OwnChannel(TemplateId::new(t), ChanId::new(c)))
    }

    /// When a process ends and another one gets its id, references to channels of the first become
    /// references to channels of the second.
    fn join_reused_channels(&mut self) {
        let does = |op: fn(&Op) -> bool| {
            self.system.templates.iter().flat_map(|t| &t.edges).any(|e| op(&e.op))
        };
        if does(|op| matches!(op, Op::End)) && does(|op| matches!(op, Op::Run { .. })) {
            let mut first: BTreeMap<ChanId, usize> = BTreeMap::new();
            for member in self.own_channels() {
                let Member::OwnChannel(_, c) = member else { continue };
                let node = self.node(member);
                let known = *first.entry(c).or_insert(node);
                self.classes.union(known, node);
            }
        }
    }

    /// A class that is used as a channel, but also meets numbers, may refer to all channels.
    fn join_made_up_channels(&mut self) -> bool {
        let made_up: HashSet<usize> = self
            .breaks
            .iter()
            .filter(|b| matches!(b.1, Why::Literal(_) | Why::Computed) && b.1 != Why::Literal(0))
            .map(|b| self.classes.root(b.0))
            .collect();
        let mut all = self.nodes.get(&Member::AnyChannel).copied();
        for (chan, _, _) in self.fields.clone() {
            if made_up.contains(&self.classes.root(chan)) {
                let any = self.node(Member::AnyChannel);
                self.classes.union(any, chan);
                all = Some(any);
            }
        }
        let Some(all) = all else { return false };
        let globals = (0..self.system.chans.len()).map(|c| Member::Channel(ChanId::new(c)));
        let mut changed = false;
        for member in globals.chain(self.own_channels()) {
            let node = self.node(member);
            changed |= self.classes.union(all, node);
        }
        changed
    }

    /// A number at the start in a class of channels names one of them. Of a process's channel only the
    /// position counts: the process may run any template when it is used.
    fn named_channel(&mut self, node: usize, v: i32) -> bool {
        let named: Vec<Member> = match self.system.channel_of(v) {
            Some(ChannelRef::Global(c)) => vec![Member::Channel(c)],
            Some(ChannelRef::Own(_, c)) => self
                .own_channels()
                .filter(|m| matches!(m, Member::OwnChannel(_, other) if *other == c))
                .collect(),
            None => Vec::new(),
        };
        let mut changed = false;
        for member in named {
            let other = self.node(member);
            changed |= self.classes.union(node, other);
        }
        changed
    }

    /// The classes that are used as channels, or have one or a variable of type `Chan` in them.
    fn channel_classes(&mut self) -> HashSet<usize> {
        let system = self.system;
        let typed =
            self.nodes.iter().filter(|(m, _)| kind_of(system, **m) == Some(SortKind::Channels));
        let used = self.fields.iter().map(|(chan, _, _)| *chan);
        let nodes: Vec<usize> = typed.map(|(_, node)| *node).chain(used).collect();
        nodes.into_iter().map(|node| self.classes.root(node)).collect()
    }

    /// Every field of every channel and every use of one, with the channel's node.
    fn all_fields(&mut self) -> Vec<(usize, usize, usize)> {
        let mut all = self.fields.clone();
        let members: Vec<(Member, usize)> = self.nodes.iter().map(|(m, n)| (*m, *n)).collect();
        for (member, node) in members {
            match member {
                Member::Field(c, k) => all.push((self.node(Member::Channel(c)), k, node)),
                Member::OwnField(t, c, k) => {
                    all.push((self.node(Member::OwnChannel(t, c)), k, node));
                }
                _ => {}
            }
        }
        all
    }

    /// Is a class a sort? Of which kind, and what is wrong with its members?
    fn judge(&self, members: &[Member]) -> Option<(SortKind, Vec<Why>)> {
        let kinds: Vec<SortKind> =
            members.iter().filter_map(|m| kind_of(self.system, *m)).collect();
        let has = |kind| kinds.contains(&kind);
        let (processes, channels) = (has(SortKind::Processes), has(SortKind::Channels));
        let mut lens = kinds.iter().filter_map(|k| match k {
            SortKind::Index(n) => Some(*n),
            _ => None,
        });
        let first = lens.next();
        let longest = lens.clone().fold(first, |a, n| a.max(Some(n)));
        let kind = match (processes, channels) {
            (true, _) => SortKind::Processes,
            (false, true) => SortKind::Channels,
            (false, false) => SortKind::Index(longest?),
        };
        let declared: Vec<SortKind> = members
            .iter()
            .filter(|m| matches!(m, Member::Declared(_)))
            .filter_map(|m| kind_of(self.system, *m))
            .collect();
        let foreign = |k: &SortKind| std::mem::discriminant(k) != std::mem::discriminant(&kind);
        let mut flaws = Vec::new();
        if channels && (processes || longest.is_some())
            || declared.len() > 1
            || declared.iter().any(foreign)
        {
            flaws.push(Why::Mixed);
        }
        if !processes && lens.any(|n| Some(n) != first) {
            flaws.push(Why::Sizes);
        }
        let largest = self.largest(kind);
        let holds = |ty: Type| [0, largest].iter().all(|&v| ty.store(v) == Some(v));
        if !members.iter().filter_map(|m| type_of(self.system, *m)).all(holds) {
            flaws.push(Why::Narrow);
        }
        Some((kind, flaws))
    }

    /// The largest identifier of a kind that there can be.
    fn largest(&self, kind: SortKind) -> i32 {
        let s = self.system;
        let runs = s.templates.iter().flat_map(|t| &t.edges);
        let processes = match runs.into_iter().any(|e| matches!(e.op, Op::Run { .. })) {
            true => MAX_PROCESSES,
            false => s.initial.len(),
        };
        let count = match kind {
            SortKind::Processes => processes,
            // References begin with 1, 0 being none.
            SortKind::Channels => 1 + s.chans.len() + processes * s.own_chans(),
            SortKind::Index(n) => n as usize,
        };
        i32::try_from(count).unwrap_or(i32::MAX).saturating_sub(1).max(0)
    }
}

/// The type in which a member stores its values.
fn type_of(system: &System, member: Member) -> Option<Type> {
    match member {
        Member::Global(v) => Some(system.global(v).ty),
        Member::Own(t, v) => Some(system.template(t).var(v).ty),
        Member::Field(c, k) => Some(system.chans[c.index()].fields[k]),
        Member::OwnField(t, c, k) => Some(system.template(t).chans[c.index()].fields[k]),
        _ => None,
    }
}

/// What a member makes its class identify. A dimension says so only of an index set.
pub(super) fn kind_of(system: &System, member: Member) -> Option<SortKind> {
    match member {
        Member::Pid(_) | Member::AnyPid => Some(SortKind::Processes),
        Member::Channel(_) | Member::OwnChannel(..) | Member::AnyChannel => {
            Some(SortKind::Channels)
        }
        Member::Declared(sort) => Some(system.sorts[sort.index()].kind),
        Member::GlobalDim(v, k) => Some(SortKind::Index(system.global(v).dims[k].len)),
        Member::OwnDim(t, v, k) => Some(SortKind::Index(system.template(t).var(v).dims[k].len)),
        Member::Param(t, e, p) => Some(SortKind::Index(system.template(t).edge(e)[p].len)),
        _ => match type_of(system, member)?.repr {
            Repr::Pid => Some(SortKind::Processes),
            Repr::Chan => Some(SortKind::Channels),
            _ => None,
        },
    }
}
