"""Random LOOP programs as trees. meaning.py interprets them, text.py writes them.

Expressions are tuples: ("num", value), ("var", name), (operator, a, b), ("?", condition, a, b). All values are
non-negative and small, so that C++'s int and Python's agree; only receivers of SEND may be negative. *Uniform* ones have the same value on every rank. Sizes,
counts, distances, and conditions around communication are uniform."""

from dataclasses import dataclass, field
from typing import List, Optional

from ours_programs import OurConstructs, Way


def varies(tree):
    """Whether the value may differ when the place is reached again."""
    return tree[0] == "var" or any(isinstance(part, tuple) and varies(part) for part in tree[1:])


@dataclass
class Block:
    statements: list


@dataclass
class Let:
    name: str
    value: tuple


@dataclass
class Assign:
    name: str
    value: tuple


@dataclass
class Mark:
    """Makes values of host code visible in the trace."""
    value: tuple


@dataclass
class Branch:
    condition: tuple
    then: object
    other: object = None


@dataclass
class Loop:
    count: Optional[tuple]
    warm_up: Optional[tuple]
    iterator: Optional[str]
    body: object


@dataclass
class HostLoop:
    way: str  # for, while, do
    name: str
    count: tuple
    body: object


@dataclass
class Switch:
    value: tuple
    cases: list


@dataclass
class Jump:
    way: str  # break, continue, return
    condition: tuple


@dataclass
class Call:
    function: str
    arguments: list


@dataclass
class Phase:
    name: str
    body: object


@dataclass
class Flops:
    count: tuple
    body: object


@dataclass
class Untimed:
    body: object


@dataclass
class Remark:
    """Constructs that send nothing: VERIFY, RESULT, NOTE, REQUIRE."""
    construct: str
    value: tuple


@dataclass
class Pairs:
    """COMMUNICATE and EXCHANGE. `data`: which of FROM and INTO are given; `number` makes names unique."""
    construct: str
    size: tuple
    distance: tuple
    partners: tuple
    data: str
    number: int
    seed: tuple
    ring: bool = False
    body: object = None


@dataclass
class Sends:
    """SEND and RELAY. `sender`: a single one; else all ranks send, and expressions use the variable `r<number>`.
    `sizes`: one for all places, or one for each place (each receiver)."""
    construct: str
    sizes: List[tuple]
    sender: Optional[tuple]
    receivers: List[tuple]
    condition: Optional[tuple]
    count: Optional[tuple]
    data: str
    number: int
    seed: tuple
    body: object = None

    def sender_name(self):
        return f"r{self.number}"

    def has_sizes_by_sender(self):
        return self.sender_name() in repr(self.sizes)


@dataclass
class Multibcast:
    construct: str
    size: tuple
    data: str
    number: int
    seed: tuple


@dataclass
class VisibleSync:
    pass


@dataclass
class TreeBcast:
    """A message of one int, or of `size` bytes."""
    size: Optional[tuple]
    number: int
    seed: tuple


@dataclass
class Vector:
    """A vector in its own block, with operations: fill, distribute, collect, own (the sum of this rank's part as a mark),
    whole (the sum of all parts on rank 0)."""
    element: str
    extent: Optional[tuple]
    number: int
    seed: tuple
    steps: List[str]


@dataclass
class Product:
    """SCALPROD, MATVECPROD, MATPROD of arrays with one value each."""
    construct: str
    extents: List[tuple]
    given: bool
    values: List[int]
    number: int


@dataclass
class Shift:
    """Host code that sends to the rank at `distance`, and receives from the rank at -`distance`."""
    way: str  # picl, picl-begin, sendrecv, isend, persistent
    distance: tuple
    size: tuple
    number: int
    seed: tuple


@dataclass
class OneMessage:
    way: str  # picl, mpi (not to itself: MPI_Send might wait forever)
    sender: tuple
    receiver: tuple
    size: tuple
    number: int
    seed: tuple


@dataclass
class FromOne:
    """send0 to node -1."""
    root: tuple
    size: tuple
    number: int
    seed: tuple


@dataclass
class Collective:
    call: str
    root: tuple
    items: int
    number: int
    seed: tuple


@dataclass
class Traceblock:
    type: int
    body: object


@dataclass
class Decoy:
    """Host code that looks like constructs; `text` is a C++ expression with this value, or None."""
    before: str
    text: str
    value: int


@dataclass
class Function:
    name: str
    form: str  # function, template, lambda, method
    parameters: List[str]
    body: Block


@dataclass
class Program:
    number: int
    parameters: list  # name, type, default, value of the run
    functions: List[Function]
    body: Block


DECOYS = [
    ("/* \\EXCHANGE(1, 1, 1); \" */", "1", 1),
    ("// \\MULTIBCAST0(3); '\n", "2", 2),
    ("// goes on \\\n\\VISIBLE_SYNC();\n", "3", 3),
    ("", "(int)std::strlen(\"\\\\LOOP (3) { // /*\")", 17),
    ("", "(int)std::strlen(R\"x(\\PHASE(\"a\") { )\" \\CLOSE0(); )x\")", 28),
    ("", "(int)std::strlen(\"a\\\"\" \"\\\\\")", 3),
    ("", "'\"' + '\\\\' + '\\''", 34 + 92 + 39),
    ("", "1'000 + 0x1F", 1031),
    ("\n#if 0\n\\MULTIBCAST0(77);\n#endif\n", "4", 4),
    ("\n#define LOOP_DECOY(x) ((x) + \\\n    1)\n", "LOOP_DECOY(4)", 5),
    ("\n#if 1\n;\n#else\n\\LOOP (3) { }\n#endif\n", "6", 6),
    ("", "[](int LOOP) { return LOOP * 2; }(4)", 8),
]

COLLECTIVES = ["sync0", "barrier0", "clocksync0", "bcast0", "bcast1", "gsum0", "gmax0", "gmin0", "gor0", "gxor0",
               "gather0", "MPI_Allreduce", "MPI_Barrier", "MPI_Bcast", "MPI_Reduce", "MPI_Allgather"]
SIZES = [0, 8, 8, 64, 64, 300, 300, 3000, 20000]


@dataclass
class Scope:
    """The visible names, with their max values and whether they are uniform."""
    names: dict
    depth: int = 0
    times: int = 1  # max number of executions of this place
    in_loop: bool = False
    functions: list = field(default_factory=list)
    fixed: frozenset = frozenset()  # names that must not be assigned
    way: Way = field(default_factory=Way)

    def inner(self, **changes):
        return Scope(**{**self.__dict__, "names": dict(self.names), "depth": self.depth + 1, **changes})


class Generator(OurConstructs):
    LIMIT = 1000000

    def __init__(self, random, without=()):
        """`without`: names of constructs of ours_programs.py that are left out."""
        self.random, self.without = random, without
        self.made = 0

    def number(self):
        self.made += 1
        return self.made

    # --- expressions: (tree, max value)

    def bounded(self, scope, uniform, depth=2):
        pick = self.random.random()
        if depth == 0 or pick < 0.25:
            value = self.random.randint(0, 9)
            return ("num", value), value
        if pick < 0.6:
            names = [name for name, (_, same) in scope.names.items() if same or not uniform]
            name = self.random.choice(names)
            return ("var", name), scope.names[name][0]
        a, most_a = self.bounded(scope, uniform, depth - 1)
        b, most_b = self.bounded(scope, uniform, depth - 1)
        operator = self.random.choice("++*%/?<")
        if operator == "*" and most_a * most_b < self.LIMIT:
            return ("*", a, b), most_a * most_b
        if operator == "%":
            by = self.random.randint(1, 7)
            return ("%", a, ("num", by)), by - 1
        if operator == "/":
            return ("/", a, ("num", self.random.randint(1, 4))), most_a
        if operator == "?":
            return ("?", ("<", a, b), b, a), max(most_a, most_b)
        if operator == "<":
            return ("<", a, b), 1
        if most_a + most_b < self.LIMIT:
            return ("+", a, b), most_a + most_b
        return a, most_a

    def value(self, scope, uniform=False, most=LIMIT, least=0):
        tree, largest = self.bounded(scope, uniform)
        if largest > most - least:
            tree = ("%", tree, ("num", most - least + 1))
        return ("+", tree, ("num", least)) if least else tree

    def size(self, scope):
        most = self.random.choice(SIZES)
        return self.value(scope, True, most) if self.random.random() < 0.7 else ("num", most)

    def condition(self, scope, uniform=True):
        a, b = self.value(scope, uniform), self.value(scope, uniform)
        return (self.random.choice(["<", "==", "!="]), ("%", a, ("num", 3)), ("%", b, ("num", 3)))

    # --- statements

    def program(self, number):
        self.made = 0
        self.budget = self.random.choice([30, 60, 120, 200])
        parameters = []
        for _ in range(self.random.randint(0, 2)):
            kind = self.random.choice(["int", "int", "long", "unsigned", "bool", "double", "std::string"])
            most = 1 if kind == "bool" else 9
            default = self.random.randint(0, most)
            value = self.random.randint(0, most) if self.random.random() < 0.3 else default
            parameters.append((f"p{number}_{self.number()}", kind, default, value))
        names = {"n": (9, True), "nodes": (8, True), "me": (7, False)}
        names.update({name: (9, True) for name, kind, _, _ in parameters if kind not in ("double", "std::string")})
        functions = []
        for _ in range(self.random.choice([0, 0, 1, 1, 2])):
            own = [f"a{self.number()}" for _ in range(self.random.randint(0, 2))]
            form = self.random.choice(["function", "template", "lambda", "method"])
            callable_there = [other for other in functions if form == "lambda" or other.form != "lambda"]
            scope = Scope({**names, **{name: (9, True) for name in own}}, depth=1, times=2, functions=callable_there)
            functions.append(Function(f"f{number}_{self.number()}", form, own, self.block(scope)))
        body = self.block(Scope(names, functions=functions), self.random.randint(2, 7))
        return Program(number, parameters, functions, body)

    def block(self, scope, length=None):
        scope = scope.inner()
        statements = []
        for _ in range(length or self.random.randint(1, 4)):
            pick = self.random.random()
            if pick < 0.12:
                statements.append(self.let(scope))
            elif pick < 0.2:
                statements.append(self.jump(scope))
            else:
                statements.append(self.statement(scope))
        return Block([statement for statement in statements if statement])

    def let(self, scope):
        uniform = self.random.random() < 0.7
        name = f"{'u' if uniform else 'v'}{self.number()}"
        value = self.value(scope, uniform, 9999)
        scope.names[name] = (9999, uniform)
        return Let(name, value)

    def jump(self, scope):
        ways = ["return"] * (not scope.way.in_group) + ["break", "continue", "continue"] * 2 * scope.in_loop
        return Jump(self.random.choice(ways), self.condition(scope)) if ways and self.random.random() < 0.6 else None

    def body(self, scope, **changes):
        """A body with or without braces."""
        inner = scope.inner(**changes)
        return self.block(inner) if self.random.random() < 0.6 else self.statement(inner)

    def spend(self, scope, events):
        self.budget -= scope.times * events
        return self.budget > 0

    def statement(self, scope):
        random = self.random
        if not self.spend(scope, 4):
            return Mark(self.value(scope))
        pick = random.random()
        if scope.depth < 6 and pick < 0.38:
            return random.choice([self.loop, self.loop, self.loop, self.host_loop, self.branch, self.branch,
                                  self.switch, self.wrapper, self.wrapper, self.traceblock, self.among, self.with_options])(scope)
        if pick < 0.72:
            own = [self.pairs, self.pairs, self.pairs, self.sends, self.sends, self.relay, self.multibcast, self.tree,
                   self.operation, self.operation] + [self.started] * (scope.depth < 6)
            return random.choice(own + ([] if scope.way.in_group else [self.sync, self.deal]))(scope)
        if pick < 0.86 and not scope.way.in_group:
            return random.choice([self.shift, self.shift, self.one_message, self.from_one, self.collective])(scope)
        return random.choice([self.mark, self.assign, self.local_branch, self.product, self.decoy, self.call, self.call, self.mark,
                              self.threads]
                             + [self.remark] * (not scope.way.in_group))(scope)

    def mark(self, scope):
        return Mark(self.value(scope))

    def assign(self, scope):
        names = [name for name in scope.names if name[0] in "uv" and name not in scope.fixed]
        if not names:
            return self.mark(scope)
        name = self.random.choice(names)
        return Assign(name, self.value(scope, scope.names[name][1], 9999))

    def loop(self, scope):
        random = self.random
        count = None if random.random() < 0.2 else self.value(scope, True, random.choice([1, 2, 3, 4]))
        most = 5 if count is None else 4
        iterator = f"i{self.number()}" if random.random() < 0.7 else None
        # Sometimes the iterator hides a variable, which is visible again after the loop.
        hidden = [name for name in scope.names if name[0] == "u" and name not in scope.fixed]
        if iterator and hidden and random.random() < 0.15:
            iterator = random.choice(hidden)
        inner = scope.inner(times=scope.times * 3, in_loop=True, fixed=scope.fixed | {iterator})
        if iterator:
            inner.names[iterator] = (most, True)
        warm_up = self.value(scope, True, 3) if random.random() < 0.2 else None
        return Loop(count, warm_up, iterator, self.body(inner))

    def host_loop(self, scope):
        name = f"k{self.number()}"
        count = self.value(scope, True, 3)
        inner = scope.inner(times=scope.times * 2, in_loop=True)
        inner.names[name] = (4, True)
        return HostLoop(self.random.choice(["for", "while", "do"]), name, count, self.body(inner))

    def branch(self, scope):
        other = self.body(scope) if self.random.random() < 0.5 else None
        return Branch(self.condition(scope), self.body(scope), other)

    def local_branch(self, scope):
        return Branch(self.condition(scope, uniform=False), Mark(self.value(scope)),
                  Block([Mark(self.value(scope))]) if self.random.random() < 0.5 else None)

    def switch(self, scope):
        cases = [self.block(scope.inner(in_loop=False)) for _ in range(self.random.randint(1, 3))]
        return Switch(self.value(scope, True), cases)

    def wrapper(self, scope):
        way = self.random.choice(["phase", "phase", "flops", "untimed"])
        if way == "phase":
            return Phase(f"phase {self.random.randint(1, 3)}", self.body(scope))
        if way == "flops":
            return Flops(self.value(scope), self.body(scope))
        return Untimed(self.body(scope))

    def traceblock(self, scope):
        # No jump may skip its end, which is a separate call.
        return Traceblock(self.random.randint(1, 5), self.statement(scope.inner(depth=9)))

    def call(self, scope):
        if not scope.functions or not scope.way.is_usual() or scope.way.with_options or not self.spend(scope, 30):
            return self.mark(scope)
        function = self.random.choice(scope.functions)
        return Call(function.name, [self.value(scope, True, 9) for _ in function.parameters])

    def data(self, scope):
        return self.random.choice(["", "from"] if scope.way.any_source else ["", "", "both", "both", "from", "into"])

    def pairs(self, scope):
        random = self.random
        data = self.data(scope)
        size = self.value(scope, True, 40) if data else self.size(scope)
        distance = self.value(scope, True, 4, least=1)
        partners = self.value(scope, True, random.choice([1, 2, 5]), least=1)
        number, seed = self.number(), self.value(scope)
        if random.random() < 0.5:
            ring = random.random() < 0.35
            return Pairs("EXCHANGE", size, distance, partners, data, number, seed, ring)
        body = self.block(scope) if random.random() < 0.4 and scope.depth < 6 else None
        return Pairs("COMMUNICATE", size, distance, partners, data, number, seed, body=body)

    @staticmethod
    def whole(tree):
        """A truth value, which a variable may be too, is neither a rank nor a size of SEND."""
        return ("+", tree, ("num", 0)) if tree[0] in ("<", "var", "?") else tree

    def receiver(self, scope, sender, once):
        """`once`: no rank is the receiver of two senders."""
        value, nodes = self.whole(self.value(scope, True, 9)), ("var", "nodes")
        several = [("%", ("*", sender, value), nodes), value, ("%", value, nodes), sender, ("/", sender, ("num", 2))]
        single = [("+", sender, value), ("-", sender, value), ("%", ("+", sender, value), nodes)]
        return self.random.choice(single if once else single + several)

    def sends(self, scope):
        random, data, number = self.random, self.data(scope), self.number()
        r = ("var", f"r{number}")
        sender = ("%", self.value(scope, True, 9), ("var", "nodes")) if random.random() < 0.2 else None
        once = data in ("both", "into")
        receivers = [self.receiver(scope, sender or r, once) for _ in range(random.choice([1, 1, 2, 3]))]
        if sender and random.random() < 0.7:
            receivers = [self.whole(self.value(scope, True, 9))] * (len(receivers) if not once else 1)
        condition = None
        if not sender and random.random() < 0.3:
            condition = ("<", ("%", ("+", r, self.value(scope, True)), ("num", 3)), self.value(scope, True, 3))
        sizes = self.sizes(scope, len(receivers), data, None if sender else r)
        count = self.value(scope, True, 3) if random.random() < 0.25 else None
        body = self.block(scope) if random.random() < 0.3 and scope.depth < 6 else None
        return Sends("SEND", sizes, sender, receivers, condition, count, data, number, self.value(scope), body)

    def sizes(self, scope, places, data, sender):
        def one():
            return self.whole(self.value(scope, True, 40) if data else self.size(scope))
        if scope.way.any_source:
            return [one()]
        if not data and sender and self.random.random() < 0.3:
            return [("+", ("*", sender, self.value(scope, True, 9)), self.value(scope, True, 40))]
        return [one() for _ in range(places)] if self.random.random() < 0.4 else [one()]

    def relay(self, scope):
        """Messages to higher ranks only, so that the pairs form no circle."""
        random, data, number = self.random, self.data(scope), self.number()
        r = ("var", f"r{number}")
        receivers = [("+", r, self.value(scope, True, 4, least=1)) for _ in range(random.choice([1, 1, 2]))]
        count = self.value(scope, True, 3) if random.random() < 0.2 else None
        body = Block([self.mark(scope)]) if random.random() < 0.6 else None
        sizes = self.sizes(scope, len(receivers), data, r)
        return Sends("RELAY", sizes, None, receivers, None, count, data, number, self.value(scope), body)

    def multibcast(self, scope):
        if scope.way.any_source:  # the order in which a rank receives is not defined
            return self.mark(scope)
        construct = self.random.choice(["MULTIBCAST0", "MULTIBCAST_ME", "MULTIBCAST_ALTER"])
        data = self.data(scope)
        size = self.value(scope, True, 40) if data else self.size(scope)
        return Multibcast(construct, size, data, self.number(), self.value(scope))

    def sync(self, scope):
        return VisibleSync()

    def tree(self, scope):
        random = self.random
        if random.random() < 0.5 or scope.way.in_group:
            return self.tree_bcast(scope)
        extent = None if random.random() < 0.3 else self.value(scope, True, 20)
        steps = random.choice([["distribute", "own"], ["collect", "whole"], ["distribute", "own", "collect", "whole"],
                               ["own", "distribute", "own", "own", "collect", "whole", "distribute", "own"]])
        element = random.choice(["double", "int", "float", "short"])
        return Vector(element, extent, self.number(), self.value(scope), ["fill"] + steps)

    def tree_bcast(self, scope):
        size = self.value(scope, True, 60) if self.random.random() < 0.5 else None
        return TreeBcast(size, self.number(), self.value(scope))

    def product(self, scope):
        construct = self.random.choice(["SCALPROD", "MATVECPROD", "MATPROD"])
        dimensions = {"SCALPROD": 1, "MATVECPROD": 2, "MATPROD": 3}[construct]
        extents = [self.value(scope, True, 4, least=1) for _ in range(dimensions)]
        given = self.random.random() < 0.5
        return Product(construct, extents, given, [self.random.randint(0, 9) for _ in range(2)], self.number())

    def remark(self, scope):
        return Remark(self.random.choice(["VERIFY", "RESULT", "NOTE", "REQUIRE"]), self.value(scope))

    def decoy(self, scope):
        return Decoy(*self.random.choice(DECOYS))

    def shift(self, scope):
        way = self.random.choice(["picl", "picl", "picl-begin", "sendrecv", "isend", "persistent"])
        return Shift(way, self.value(scope, True, 9), self.value(scope, True, 60), self.number(), self.value(scope))

    def one_message(self, scope):
        return OneMessage(self.random.choice(["picl", "mpi"]), self.value(scope, True, 9), self.value(scope, True, 9),
                          self.value(scope, True, 60), self.number(), self.value(scope))

    def from_one(self, scope):
        return FromOne(self.value(scope, True, 9), self.value(scope, True, 60), self.number(), self.value(scope))

    def collective(self, scope):
        call, root, items = self.random.choice(COLLECTIVES), self.value(scope, True, 9), self.random.randint(1, 5)
        return Collective(call, root, items, self.number(), self.value(scope))
