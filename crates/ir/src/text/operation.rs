//! Reads operations; the grammar is in the parent module.

use super::parse::{Parsed, Parser};
use crate::expr::{Expr, Place};
use crate::system::Op;

impl Parser<'_> {
    /// What an edge does.
    pub(super) fn op(&mut self) -> Parsed<Op> {
        if self.word("end") {
            return Ok(Op::End);
        }
        if self.word("assert") {
            return Ok(Op::Assert(self.expr()?));
        }
        if self.word("send") {
            let sorted = self.word("sorted");
            self.expect("(")?;
            let args = self.list(")", Self::expr)?;
            self.expect_word("to")?;
            return Ok(Op::Send { chan: self.expr()?, args, sorted });
        }
        if self.word("receive") {
            return self.receive(false);
        }
        if self.word("peek") {
            return self.receive(true);
        }
        if self.word("run") {
            let template = self.template_ref()?;
            self.expect("(")?;
            let args = self.list(")", Self::expr)?;
            let priority = self.priority()?;
            let pid = if self.word("into") { Some(self.place()?) } else { None };
            return Ok(Op::Run { template, args, priority, pid });
        }
        if self.word("print") {
            let text = self.string()?;
            let mut args = Vec::new();
            while self.punct(",") {
                args.push(self.expr()?);
            }
            return Ok(Op::Print(text, args));
        }
        if self.word("priority") {
            self.expect("(")?;
            let pid = self.expr()?;
            self.expect(")")?;
            self.expect(":=")?;
            return Ok(Op::SetPriority(pid, self.expr()?));
        }
        let mut list = vec![self.assignment()?];
        while self.punct(";") {
            list.push(self.assignment()?);
        }
        Ok(Op::Assign(list))
    }

    fn assignment(&mut self) -> Parsed<(Place, Expr)> {
        let place = self.place()?;
        self.expect(":=")?;
        Ok((place, self.expr()?))
    }

    fn receive(&mut self, keep: bool) -> Parsed<Op> {
        let anywhere = self.word("any");
        self.expect("(")?;
        let fields = self.list(")", |p| Ok(p.pattern()?.0))?;
        self.expect_word("from")?;
        Ok(Op::Receive { chan: self.expr()?, fields, anywhere, keep })
    }
}
