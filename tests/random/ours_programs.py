"""The constructs that the LOOP paper does not have, in random programs: MPI's collectives, \\AMONG, \\WITH, \\START, \\DEAL,
\\THREADS."""

from dataclasses import dataclass
from typing import List, Optional


@dataclass
class Operation:
    """One of MPI's collectives. `items`: integers of a slot; `spread`: they differ, slot r has (r + items) % spread of them.
    `data`: "both" (FROM and INTO), "data" (DATA), or "" (LOOP's own)."""
    construct: str
    items: tuple
    spread: Optional[int]
    root: tuple
    op: str
    data: str
    number: int
    seed: tuple
    body: object = None


@dataclass
class Among:
    """`value` and `order` are functions of the variable `r<number>`. `order`: None, or an expression."""
    value: tuple
    order: Optional[tuple]
    body: object
    other: object
    number: int

    def rank_name(self):
        return f"r{self.number}"


@dataclass
class With:
    options: dict
    body: object


@dataclass
class Started:
    """Constructs without a statement that are started one after the other, each followed by a statement of `between`, and
    finished together. `holds`: for each "", "sends", or "receives"."""
    parts: List[object]
    holds: List[str]
    between: List[object]
    number: int


@dataclass
class Deal:
    count: tuple
    by: tuple
    give: Optional[tuple]
    result: Optional[tuple]
    chunk: Optional[tuple]
    number: int


@dataclass
class Threads:
    """Threads of each rank add numbers up, each once, or each some of `passes`; or they execute `part`, which communicates."""
    count: tuple
    passes: Optional[tuple]
    value: tuple
    part: object
    number: int


REDUCTIONS = ("REDUCE", "ALLREDUCE", "SCAN", "EXSCAN", "REDUCE_SCATTER")
ROOTED = ("BCAST", "REDUCE", "GATHER", "SCATTER")
WITH_SLOTS = ("GATHER", "SCATTER", "ALLGATHER", "ALLTOALL", "REDUCE_SCATTER")
OPERATIONS = ("BARRIER", "BCAST", "REDUCE", "ALLREDUCE", "SCAN", "EXSCAN", *WITH_SLOTS[:4], "REDUCE_SCATTER")
EACH_OPTION = {"ALIGN": ["64", "8192"], "OFFSET": ["0", "8", "24"], "INTO_OFFSET": ["16"], "BUFFERS": ["1", "3"],
               "TOUCH": ["true", "false"], "MODE": ['"standard"', '"synchronous"', '"buffered"'],
               "ANY_SOURCE": ["true", "false"], "PERSISTENT": ["true", "false"]}


@dataclass
class Way:
    """What is true inside \\AMONG and \\WITH, and what may therefore not be there."""
    in_group: bool = False
    any_source: bool = False
    persistent: bool = False
    with_options: bool = False

    def is_usual(self):
        return not (self.in_group or self.any_source or self.persistent)


class OurConstructs:
    """A part of the Generator of programs.py."""

    def operation(self, scope, started=False):
        random = self.random
        if scope.way.persistent:
            return self.mark(scope)
        construct = random.choice([each for each in OPERATIONS if each not in self.without])
        spread = random.choice([2, 3]) if construct in WITH_SLOTS and random.random() < 0.4 else None
        data = random.choice(["", "", "both", "data"])
        if construct == "BARRIER" or (construct, data) == ("BCAST", "both") or (construct, data) == ("ALLTOALL", "data") and spread:
            data = ""
        root = ("num", 0) if scope.way.in_group else ("%", self.value(scope, True, 9), ("var", "nodes"))
        body = None
        if not started and random.random() < 0.25 and scope.depth < 6:
            body = self.block(scope)
        items, op = self.whole(self.value(scope, True, 6)), random.choice(["sum", "max", "min", "bxor"])
        return Operation(construct, items, spread, root, op, data, self.number(), self.value(scope), body)

    def among(self, scope):
        """Ranks that are not in the same group execute different statements, so none may set a variable of the others."""
        random, number = self.random, self.number()
        r = ("var", f"r{number}")
        by = ("num", random.randint(1, 4))
        value = random.choice([("%", r, by), ("/", r, by), ("-", r, by), ("<", r, by), ("==", ("%", r, ("num", 2)), ("num", 0)),
                               ("%", ("+", r, self.value(scope, True, 9)), by)])
        order = random.choice([None, None, ("-", ("num", 0), r), ("%", r, ("num", 2))])
        way = Way(True, scope.way.any_source, scope.way.persistent, scope.way.with_options)
        inner = scope.inner(way=way, in_loop=False,
                            fixed=scope.fixed | frozenset(scope.names))
        body = self.block(inner)
        return Among(value, order, body, self.block(inner) if random.random() < 0.4 else None, number)

    def with_options(self, scope):
        random = self.random
        options = {name: random.choice(values) for name, values in EACH_OPTION.items() if random.random() < 0.3}
        any_source = options.get("ANY_SOURCE", str(scope.way.any_source).lower()) == "true"
        if any_source and options.get("PERSISTENT", str(scope.way.persistent).lower()) == "true":
            options["PERSISTENT"] = "false"
        persistent = options.get("PERSISTENT", str(scope.way.persistent).lower()) == "true"
        if not options:
            options["TOUCH"] = "true"
        inner = scope.inner(way=Way(scope.way.in_group, any_source, persistent, True))
        return With(options, self.block(inner))

    def started(self, scope):
        """No jump may leave the block between \\START and \\FINISH."""
        random, parts = self.random, []
        inner = scope.inner(depth=9, in_loop=False)
        kinds = [self.pairs, self.sends, self.relay, self.multibcast, self.tree_bcast, lambda where: self.operation(where, True)]
        kinds += [self.sync] * (not scope.way.in_group)
        for _ in range(random.choice([1, 1, 2, 3])):
            part = random.choice(kinds)(inner)
            part = part if type(part).__name__ != "Mark" else self.tree_bcast(inner)
            part.body = None
            parts.append(part)
        sided = {"Pairs", "Sends", "Multibcast", "TreeBcast"}
        holds = [random.choice(["", "", "sends", "receives"]) if type(part).__name__ in sided else "" for part in parts]
        return Started(parts, holds, [self.statement(inner) for _ in parts], self.number())

    def deal(self, scope):
        random = self.random
        if "DEAL" in self.without or not scope.way.is_usual():
            return self.mark(scope)

        def maybe(tree):
            return tree if random.random() < 0.5 else None
        by = ("%", self.value(scope, True, 9), ("var", "nodes")) if random.random() < 0.4 else ("num", 0)
        give, result, chunk = (self.value(scope, True, 200, least=8), self.value(scope, True, 200),
                               self.value(scope, True, 4, least=1))
        return Deal(self.value(scope, True, 12), by, maybe(give), maybe(result), maybe(chunk), self.number())

    def threads(self, scope):
        random, part = self.random, None
        if "THREADS" in self.without:
            return self.mark(scope)
        count, value = self.value(scope, True, 3, least=1), self.value(scope, most=9999)
        passes = self.value(scope, True, 9) if random.random() < 0.4 else None
        if random.random() < 0.4 and "THREAD_MESSAGES" not in self.without and not scope.way.with_options:
            part = random.choice([self.pairs, self.pairs, self.sends, self.multibcast])(scope)
            part.data, part.body = "", None
        return Threads(count, passes if part is None else None, value, part, self.number())
