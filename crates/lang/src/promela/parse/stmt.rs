//! Sequences and statements.

use std::sync::Arc;

use super::{Failed, Last, Open, Parse, Parser, keyword};
use crate::diagnostic::{Diagnostic, nearest};
use crate::promela::ast::{
    Block, ConstForm, Direction, Exclusive, Expr, ExprKind, ForHeader, Ident, IncDec, Label,
    ReceiveOrder, SendOrder, Step, Stmt, StmtKind, StringLit, VarRef,
};
use crate::promela::lex::unquote;
use crate::promela::token::{Punct, Token, TokenKind};
use crate::source::Span;

impl Parser<'_> {
    /// `{ … }`; the brace must be there.
    pub(super) fn block(&mut self) -> Parse<Block> {
        let open = self.bump().span;
        self.enter(Open::Brace, open);
        let steps = self.nested(|p| Ok(p.sequence("{", open)))?;
        let end = self.close(Open::Brace);
        let span = self.map.join(open, end);
        Ok(Block { id: self.id(), steps, span })
    }

    /// Steps up to a closing word. Never fails: what cannot be read is skipped.
    fn sequence(&mut self, opener: &str, start: Span) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut separated = true;
        loop {
            if self.at_closer() {
                if self.skip_stray_closer() {
                    continue;
                }
                break;
            }
            if self.is(Punct::Semi) || self.is(Punct::Arrow) {
                // Only in front of the first step; between steps they are taken below.
                let diagnostic = Diagnostic::error(format!(
                    "expected a statement, found {}",
                    self.peek().describe()
                ))
                .at(self.span(), "a sequence cannot start with a separator");
                let _ = self.fail(diagnostic);
                self.separators();
                continue;
            }
            if !separated {
                self.missing_separator();
            }
            let before = self.at;
            match self.step() {
                Ok(step) => steps.push(step),
                Err(Failed) => {
                    self.skip_statement();
                    if self.at == before && !self.at_closer() && !self.is(Punct::Semi) {
                        self.bump();
                    }
                    self.suspect_since(before);
                    let id = self.id();
                    let span = self.last_span;
                    steps.push(Step::Stmt(Stmt {
                        id,
                        labels: Vec::new(),
                        kind: StmtKind::Error,
                        span,
                    }));
                    self.last = Last::Closed;
                }
            }
            separated = self.separators();
        }
        if !steps.iter().any(|s| matches!(s, Step::Stmt(_))) && !self.gave_up {
            let diagnostic = Diagnostic::error("a sequence must have at least one statement")
                .at(self.span(), "expected a statement before this")
                .also(start, format!("in the sequence behind this `{opener}`"))
                .help("`skip` does nothing");
            let _ = self.fail(diagnostic);
            let id = self.id();
            let span = self.last_span.after();
            steps.push(Step::Stmt(Stmt { id, labels: Vec::new(), kind: StmtKind::Error, span }));
        }
        steps
    }

    /// Takes separators. True if there were any, or none was needed.
    fn separators(&mut self) -> bool {
        let implied = self.last == Last::Closed || self.line_ended();
        let mut found = false;
        while self.is(Punct::Semi) || self.is(Punct::Arrow) {
            self.bump();
            found = true;
        }
        found || implied
    }

    fn missing_separator(&mut self) {
        let diagnostic = match self.peek() {
            TokenKind::Punct(Punct::Assign) => Diagnostic::error("unexpected `=`")
                .at(self.span(), "only a variable can be assigned to")
                .help("use `==` to compare"),
            TokenKind::Ident(_) | TokenKind::Number(_) | TokenKind::Punct(Punct::OpenBrace) => {
                Diagnostic::error(format!("expected `;` or `->`, found {}", self.peek().describe()))
                    .at(self.last_span.after(), "expected `;` here")
            }
            _ => Diagnostic::error(format!(
                "expected an operator, `;` or `->`, found {}",
                self.peek().describe()
            ))
            .at(self.span(), "the statement cannot go on like this"),
        };
        let _ = self.fail(diagnostic);
    }

    /// A closing word that closes nothing is reported and skipped.
    fn skip_stray_closer(&mut self) -> bool {
        let (closes, opener) = match self.peek() {
            TokenKind::Ident(word) if &**word == "fi" => (self.is_open(Open::If), "if"),
            TokenKind::Ident(word) if &**word == "od" => (self.is_open(Open::Do), "do"),
            TokenKind::Punct(Punct::DoubleColon) => {
                (self.is_open(Open::If) || self.is_open(Open::Do), "if` or `do")
            }
            _ => return false,
        };
        // A wrong closer of the innermost construct is that construct's business.
        let innermost = self.open[self.open_base..].last().map(|(o, _)| *o);
        if closes || matches!(innermost, Some(Open::If | Open::Do)) {
            return false;
        }
        let found = self.peek().describe();
        let diagnostic = Diagnostic::error(format!("{found} without `{opener}`"))
            .at(self.span(), "closes nothing");
        let _ = self.fail(diagnostic);
        self.bump();
        self.last = Last::Closed;
        self.separators();
        true
    }

    fn step(&mut self) -> Parse<Step> {
        if self.at_decl() {
            return Ok(Step::Decl(self.decl()?));
        }
        if self.is_word("xr") || self.is_word("xs") {
            return Ok(Step::Exclusive(self.exclusive()?));
        }
        let main = self.stmt()?;
        if !self.is_word("unless") {
            return Ok(Step::Stmt(main));
        }
        self.bump();
        let escape = self.stmt()?;
        let span = self.map.join(main.span, escape.span);
        let mut main = main;
        let labels = std::mem::take(&mut main.labels);
        if self.is_word("unless") {
            let diagnostic = Diagnostic::error("`unless` cannot be repeated without braces")
                .at(self.span(), "expected `;`")
                .help("group the statements: `{ a unless b } unless c`");
            return Err(self.fail(diagnostic));
        }
        let kind = StmtKind::Unless { main: Box::new(main), escape: Box::new(escape) };
        Ok(Step::Stmt(Stmt { id: self.id(), labels, kind, span }))
    }

    fn exclusive(&mut self) -> Parse<Exclusive> {
        let word = self.bump();
        let receives = word.kind.ident().is_some_and(|n| &**n == "xr");
        let direction = if receives { Direction::Receive } else { Direction::Send };
        let mut channels = vec![self.var_ref()?];
        while self.eat(Punct::Comma) {
            channels.push(self.var_ref()?);
        }
        let span = self.map.join(word.span, self.last_span);
        Ok(Exclusive { direction, channels, span })
    }

    /// A statement with its labels.
    pub(super) fn stmt(&mut self) -> Parse<Stmt> {
        let mut labels = Vec::new();
        while let Some(name) = self.name_at(0).cloned()
            && self.ahead(1).kind.is(Punct::Colon)
            && !self.proctypes.contains(&name)
        {
            let span = self.bump().span;
            self.bump();
            labels.push(Label { id: self.id(), name: Ident { name, span } });
        }
        if let Some(label) = labels.last() {
            let name = &label.name;
            if self.at_decl() || self.is_word("xr") || self.is_word("xs") {
                let diagnostic =
                    Diagnostic::error("a label cannot stand in front of a declaration")
                        .at(name.span, "expected a statement behind this label")
                        .help("put the label behind the declaration");
                return Err(self.fail(diagnostic));
            }
            if self.at_closer() || self.is(Punct::Semi) || self.is(Punct::Arrow) {
                let span = self.last_span.after();
                let constant = ExprKind::Const { value: 1, form: ConstForm::Skip };
                let skip = self.make(constant, span);
                self.last = Last::Closed;
                return Ok(Stmt { id: self.id(), labels, kind: StmtKind::Expr(skip), span });
            }
        }
        let start = self.span();
        let kind = self.nested(Self::stmt_kind)?;
        let span = match &kind {
            StmtKind::Inline { call, .. } => *call,
            _ => self.map.join(start, self.last_span),
        };
        Ok(Stmt { id: self.id(), labels, kind, span })
    }

    fn stmt_kind(&mut self) -> Parse<StmtKind> {
        match self.peek().clone() {
            TokenKind::Punct(Punct::OpenBrace) => Ok(StmtKind::Block(self.block()?)),
            TokenKind::Ident(word) if keyword::is_keyword(&word) => self.keyword_stmt(&word),
            TokenKind::Ident(word) => self.named_stmt(&word),
            _ => {
                let condition = self.expr()?;
                self.condition(condition)
            }
        }
    }

    /// An expression used as a statement.
    fn condition(&mut self, condition: Expr) -> Parse<StmtKind> {
        if self.operator() == Some(Punct::Assign) {
            let diagnostic = Diagnostic::error("cannot assign to an expression")
                .at(self.span(), "expected an operator, `;` or `->`")
                .also(condition.span, "this is not a variable")
                .help("use `==` to compare");
            return Err(self.fail(diagnostic));
        }
        Ok(StmtKind::Expr(condition))
    }

    fn keyword_stmt(&mut self, word: &str) -> Parse<StmtKind> {
        match word {
            "if" => Ok(StmtKind::If(self.options(Open::If)?)),
            "do" => Ok(StmtKind::Do(self.options(Open::Do)?)),
            "for" => self.for_stmt(),
            "select" => self.select(),
            "atomic" | "d_step" => {
                self.bump();
                if !self.is(Punct::OpenBrace) {
                    return Err(self.expected(&format!("`{{` behind `{word}`")));
                }
                let block = self.block()?;
                Ok(if word == "atomic" { StmtKind::Atomic(block) } else { StmtKind::DStep(block) })
            }
            "goto" => {
                self.bump();
                Ok(StmtKind::Goto(self.expect_name("a label")?))
            }
            "break" => {
                self.bump();
                Ok(StmtKind::Break)
            }
            "else" => {
                self.bump();
                Ok(StmtKind::Else)
            }
            "assert" => {
                self.bump();
                Ok(StmtKind::Assert(self.expr()?))
            }
            "printf" => self.printf(),
            "printm" => {
                self.bump();
                self.expect(Punct::OpenParen, "behind `printm`")?;
                let value = self.expr()?;
                self.expect(Punct::CloseParen, "behind the argument of `printm`")?;
                Ok(StmtKind::Printm(value))
            }
            "set_priority" => {
                self.bump();
                self.expect(Punct::OpenParen, "behind `set_priority`")?;
                let pid = self.expr()?;
                self.expect(Punct::Comma, "between the arguments of `set_priority`")?;
                let priority = self.expr()?;
                self.expect(Punct::CloseParen, "behind the arguments of `set_priority`")?;
                Ok(StmtKind::SetPriority { pid, priority })
            }
            "return" => self.return_stmt(),
            "c_code" | "c_decl" | "c_state" | "c_track" => {
                self.embedded_c();
                self.last = Last::Closed;
                Ok(StmtKind::Error)
            }
            _ => {
                let condition = self.expr()?;
                self.condition(condition)
            }
        }
    }

    /// A statement that starts with a name.
    fn named_stmt(&mut self, word: &Arc<str>) -> Parse<StmtKind> {
        let from = self.at;
        let name = self.expect_name("a variable")?;
        if self.is(Punct::OpenParen) && !self.line_ended() {
            if self.inlines.contains_key(word) {
                return self.inline_call(name, None);
            }
            if !self.proctypes.contains(word) {
                return self.unknown_call(&name);
            }
        }
        let remote = self.proctypes.contains(word)
            && matches!(self.operator(), Some(Punct::OpenBracket | Punct::At | Punct::Colon));
        if remote || self.is(Punct::OpenParen) && !self.line_ended() {
            let first = self.named_operand(name)?;
            let condition = self.expr_from(first)?;
            return self.condition(condition);
        }
        let target = self.var_ref_from(name)?;
        match self.operator() {
            Some(Punct::Assign) => {
                let spelling = self.tokens[from..self.at].to_vec();
                self.bump();
                self.assignment(target, spelling)
            }
            Some(Punct::Increment) => {
                self.bump();
                Ok(StmtKind::IncDec { target, op: IncDec::Increment })
            }
            Some(Punct::Decrement) => {
                self.bump();
                Ok(StmtKind::IncDec { target, op: IncDec::Decrement })
            }
            Some(Punct::Bang | Punct::BangBang) => self.send(target),
            Some(Punct::Question | Punct::QuestionQuestion)
                if !self.ahead(1).kind.is(Punct::OpenBracket) =>
            {
                self.receive(target)
            }
            _ => {
                let first = self.operand_from(target)?;
                let condition = self.expr_from(first)?;
                self.condition(condition)
            }
        }
    }

    /// A call of something that is no inline: reports it and goes on behind it.
    fn unknown_call(&mut self, name: &Ident) -> Parse<StmtKind> {
        let known = self.inlines.keys().map(|n| &**n);
        let known = known.chain(["printf", "printm", "assert", "set_priority", "select"]);
        let help = nearest(&name.name, known).map(|n| format!("did you mean `{n}`?"));
        let diagnostic = Diagnostic::error(format!("there is no inline named `{}`", name.name))
            .at(name.span, "not defined before this call")
            .maybe_help(help);
        let _ = self.fail(diagnostic);
        self.skip_balanced();
        Ok(StmtKind::Error)
    }

    fn assignment(&mut self, target: VarRef, spelling: Vec<Token>) -> Parse<StmtKind> {
        if let Some(name) = self.name_at(0)
            && self.inlines.contains_key(name)
            && self.ahead(1).kind.is(Punct::OpenParen)
        {
            let name = self.expect_name("an inline")?;
            return self.inline_call(name, Some(spelling));
        }
        let value = self.expr()?;
        Ok(StmtKind::Assign { target, value })
    }

    /// `q!a, b`, `q!t(a, b)`, `q!!…`, the channel having been read.
    fn send(&mut self, chan: VarRef) -> Parse<StmtKind> {
        let sorted = self.bump().kind.is(Punct::BangBang);
        let order = if sorted { SendOrder::Sorted } else { SendOrder::Fifo };
        let mut args = vec![self.expr()?];
        if self.operator() == Some(Punct::OpenParen) {
            self.bump();
            args.extend(self.arguments()?);
        } else {
            while self.operator() == Some(Punct::Comma) {
                self.bump();
                args.push(self.expr()?);
            }
        }
        Ok(StmtKind::Send { chan, order, args })
    }

    /// `q?x`, `q??x`, `q?<x>`, `q??<x>`, the channel having been read.
    fn receive(&mut self, chan: VarRef) -> Parse<StmtKind> {
        let random = self.bump().kind.is(Punct::QuestionQuestion);
        let order = if random { ReceiveOrder::Random } else { ReceiveOrder::Fifo };
        let keep = self.eat(Punct::Lt);
        let args = self.receive_args()?;
        if keep {
            self.expect(Punct::Gt, "behind the fields")?;
            self.last = Last::Ends;
        }
        Ok(StmtKind::Receive { chan, order, keep, args })
    }

    fn printf(&mut self) -> Parse<StmtKind> {
        self.bump();
        self.expect(Punct::OpenParen, "behind `printf`")?;
        let TokenKind::Str(raw) = self.peek().clone() else {
            return Err(self.expected("a string, the format of `printf`"));
        };
        let span = self.bump().span;
        let mut text = unquote(&raw);
        // Strings side by side are one, as in C.
        while let TokenKind::Str(raw) = self.peek().clone() {
            text.push_str(&unquote(&raw));
            self.bump();
        }
        let format = StringLit { text: Arc::from(text), span };
        let args = if self.eat(Punct::Comma) {
            self.arguments()?
        } else {
            self.expect(Punct::CloseParen, "behind the format of `printf`")?;
            Vec::new()
        };
        Ok(StmtKind::Printf { format, args })
    }

    /// The options of `if` or `do`, the closing word included.
    fn options(&mut self, open: Open) -> Parse<Vec<Block>> {
        let start = self.bump().span;
        self.enter(open, start);
        let mut options = Vec::new();
        if !self.is(Punct::DoubleColon) {
            let opener = open.opener();
            let help = format!("the options of `{opener}` start with `::`");
            let diagnostic =
                Diagnostic::error(format!("expected `::`, found {}", self.peek().describe()))
                    .at(self.span(), format!("expected an option of this `{opener}`"))
                    .help(help);
            let _ = self.fail(diagnostic);
            // What stands there is read as an option all the same.
            let steps = self.sequence(opener, start);
            let span = self.map.join(start, self.last_span);
            options.push(Block { id: self.id(), steps, span });
        }
        while self.is(Punct::DoubleColon) {
            let start = self.bump().span;
            let steps = self.sequence("::", start);
            let span = self.map.join(start, self.last_span);
            options.push(Block { id: self.id(), steps, span });
        }
        self.close(open);
        Ok(options)
    }

    fn for_stmt(&mut self) -> Parse<StmtKind> {
        let start = self.bump().span;
        self.expect(Punct::OpenParen, "behind `for`")?;
        let var = self.var_ref()?;
        let header = if self.eat(Punct::Colon) {
            let from = self.expr()?;
            self.expect(Punct::DotDot, "in the range of a `for`")?;
            let to = self.expr()?;
            ForHeader::Range { var, from, to }
        } else if self.eat_word("in") {
            ForHeader::In { var, over: self.var_ref()? }
        } else {
            return Err(self.expected("`:` or `in` in the head of a `for`"));
        };
        self.expect(Punct::CloseParen, "behind the head of a `for`")?;
        self.eat(Punct::Semi);
        if !self.is(Punct::OpenBrace) {
            let diagnostic =
                Diagnostic::error(format!("expected `{{`, found {}", self.peek().describe()))
                    .at(self.span(), "expected the body of the `for` in braces")
                    .also(start, "of this `for`");
            return Err(self.fail(diagnostic));
        }
        Ok(StmtKind::For { header, body: self.block()? })
    }

    fn select(&mut self) -> Parse<StmtKind> {
        self.bump();
        self.expect(Punct::OpenParen, "behind `select`")?;
        let var = self.var_ref()?;
        self.expect(Punct::Colon, "behind the variable of a `select`")?;
        let from = self.expr()?;
        self.expect(Punct::DotDot, "in the range of a `select`")?;
        let to = self.expr()?;
        self.expect(Punct::CloseParen, "behind the range of a `select`")?;
        Ok(StmtKind::Select { var, from, to })
    }
}
