"""Writes the constructs of ours_programs.py. Templates have the marks of text.py."""

from marks import GAP, expression, name


def sum_of(array):
    return f"tracemark(sum_of_ints({array}));\n"


class OurText:
    """A part of the Writer of text.py."""

    def enclosed(self, s, pieces):
        """A construct with its data in a block, and its own statement."""
        before, head, after = pieces
        body = getattr(s, "body", None)
        text = f"{head}{GAP} {self.body(body, braces=True)}" if body else head + GAP + ";"
        return f"{{\n{before}{text}\n{after}}}" if before else text

    def pieces(self, s):
        """What is before the construct, its head, and what is behind it."""
        return getattr(self, type(s).__name__.lower() + "_pieces")(s)

    def operation(self, s):
        return self.enclosed(s, self.pieces(s))

    def operation_pieces(self, s):
        if s.construct == "BARRIER":
            return "", self.construct(s, "BARRIER", []), ""
        items, spread, r = expression(s.items), s.spread, name(f"q{s.number}")
        size = f"{r} -> 4 * (({r} + {items}) % {spread})" if spread else f"4 * {items}"
        arguments = [("SIZE", size)]
        if s.construct in ("BCAST", "REDUCE", "GATHER", "SCATTER"):
            arguments.append(("ROOT", expression(s.root)))
        if s.construct in ("REDUCE", "ALLREDUCE", "SCAN", "EXSCAN", "REDUCE_SCATTER"):
            arguments += [("op", s.op), ("type", "int")]
        if not s.data:
            return "", self.construct(s, s.construct, arguments), ""
        out, into = name(f"out{s.number}"), name(f"in{s.number}")
        length = f"{name('nodes')} * ({items} + 3) + 1"
        before = f"std::vector<int> {out}({length});\nfill_ints({out}, {expression(s.seed)}, {name('me')});\n"
        if s.data == "data":
            return before, self.construct(s, s.construct, arguments + [("data", f"{out}.data()")]), self.result(s, out)
        before += f"std::vector<int> {into}({length}, -1);\n"
        arguments += [("from", f"{out}.data()"), ("into", f"{into}.data()")]
        return before, self.construct(s, s.construct, arguments), self.result(s, into)

    @staticmethod
    def result(s, array):
        """MPI leaves the result of rank 0 of an exclusive scan undefined."""
        return f"if (loop::me() > 0) {sum_of(array)}" if s.construct == "EXSCAN" else sum_of(array)

    def among(self, s):
        r = name(s.rank_name())
        arguments = [("VALUE", f"{r}{GAP} -> {GAP}{expression(s.value)}")]
        if s.order is not None:
            arguments.append(("ORDER", expression(s.order)))
        other = f" else {self.body(s.other)}" if s.other is not None else ""
        return f"{self.construct(s, 'AMONG', arguments)}{GAP} {self.body(s.body, braces=True)}{other}"

    def with_(self, s):
        head = self.construct(s, "WITH", [(key.lower(), value) for key, value in s.options.items()])
        return f"{head}{GAP} {self.body(s.body)}"

    def started(self, s):
        handle, lines, ends = name(f"h{s.number}"), [], []
        for part, hold, between in zip(s.parts, s.holds, s.between):
            before, head, after = self.pieces(part)
            hold = f",{GAP} HOLD{GAP}: {hold}" if hold else ""
            lines += [before, f"\\START{GAP}({GAP}{handle}{hold}{GAP}){GAP} {head}{GAP};\n", self.statement(between) + "\n"]
            ends.append(after)
        finish = f"{self.site(s)}\\FINISH{GAP}({GAP}{handle}{GAP}){GAP};\n"
        return "{\n" + "".join(lines) + finish + "".join(ends) + "}"

    def deal(self, s):
        given = [("COUNT", expression(s.count)), ("by", expression(s.by))]
        given += [(key, expression(value)) for key, value in (("give", s.give), ("return", s.result), ("chunk", s.chunk)) if value]
        own, total, i = (name(part + str(s.number)) for part in ("sum", "total", "i"))
        return (f"{{ int {own} = 0, {total} = 0;\n{self.construct(s, 'DEAL', given)} {i} {own} += ({i} + 1) * ({i} + 2);\n"
                f"MPI_Allreduce(&{own}, &{total}, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); tracemark({total}); }}")

    def threads(self, s):
        count, number = expression(s.count), name(f"t{s.number}")
        if s.part is not None:
            return f"{self.construct(s, 'THREADS', [('COUNT', count)])}{GAP} {self.pieces(s.part)[1]}{GAP};"
        head = self.construct(s, "THREADS", [("COUNT", count)])
        if s.passes is not None:
            head = self.construct(s, "LOOP", [("COUNT", expression(s.passes)), ("threads", count)])
        total = name(f"total{s.number}")
        return (f"{{ int {total} = 0;\n{head}{GAP} {number}\n"
                f"__atomic_fetch_add(&{total}, ({number} + 1) * {expression(s.value)}, __ATOMIC_RELAXED);\n"
                f"tracemark({total}); }}")
