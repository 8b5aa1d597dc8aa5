"""Interprets the programs of programs.py: what each rank sends and receives, in which order, and what its host code
computes. Written from docs/language.md, docs/trace-format.md, and the LOOP paper, independently of compiler, runtime,
and analysis, so that it can find errors in them.

Events are tuples as observed.py reads them from a trace:
    ("enter", name, line), ("leave", name), ("send" | "receive" | "post", partner, bytes, tag, communicator),
    ("collective", root, bytes, communicator), ("phase", name), ("end", name), ("mark", number).
Tag and communicator of constructs are internal to the runtime, so they are None here; so is the line of MPI calls."""

import operator
import zlib
from collections import defaultdict

from ours_meaning import OurMeaning
from programs import varies
from text import FIRST_MARK, tag_of


class Leaving(Exception):
    """A break, continue, or return that is being executed."""


# --- communication patterns: docs/language.md


def communicate_partners(me, ranks, distance, partners):
    """Returns (slot, receiver, sender) of each partner, and the number of dropped partners."""
    kept, seen = [], {me}
    for j in range(1, partners + 1):
        to = (me + j * distance) % ranks
        if to not in seen:
            kept.append((j - 1, to, (me - j * distance) % ranks))
        seen.add(to)
    return kept, partners - len(kept)


def exchange_partners(me, ranks, distance, partners, ring):
    """Returns (slot, partner) in order."""
    def by_parity(d):
        return me + d if me // d % 2 == 0 else me - d
    wanted = []
    for j in range(1, partners // 2 + 1):
        wanted += [me + j * distance, me - j * distance]
    if ring:
        wanted = [partner % ranks for partner in wanted]
    if partners % 2 == 1:
        wanted.append(by_parity((partners + 1) // 2 * distance))
    kept, seen = [], {me}
    for slot, partner in enumerate(wanted):
        if 0 <= partner < ranks and partner not in seen:
            kept.append((slot, partner))
        seen.add(partner)
    return kept


class Tree:
    """A binary (default) or binomial tree, with a map from positions in the tree to ranks."""

    def __init__(self, ranks, shape="binary", ranks_at=None):
        ranks_at = ranks_at or list(range(ranks))
        self.shape = shape
        self.parent, self.children = {ranks_at[0]: None}, {rank: [] for rank in ranks_at}
        for place in range(1, ranks):
            above = (place - 1) // 2 if shape == "binary" else place & (place - 1)
            self.parent[ranks_at[place]] = ranks_at[above]
            self.children[ranks_at[above]].append(ranks_at[place])

    def subtree(self, rank):
        return [rank] + [below for child in self.children[rank] for below in self.subtree(child)]


def filled(length, seed, rank):
    return bytearray((seed + rank * 37 + b * 11) % 256 for b in range(length))


def checksum(data):
    return zlib.adler32(bytes(data)) & 0x1fffffff


OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "%": operator.mod, "/": operator.floordiv, "<": operator.lt,
             "==": operator.eq, "!=": operator.ne}
ELEMENT_BYTES = {"double": 8, "int": 4, "float": 4, "short": 2}
COMBINE = {"gsum0": sum, "gmax0": max, "gmin0": min, "gather0": sum, "MPI_Allreduce": sum, "MPI_Reduce": sum}


class Meaning(OurMeaning):
    """Executes one program on `ranks` ranks. Results: `events` by rank, and `sites`, the counts of each rank by site.
    `charges`: the machine is simulated, and so a trace has the time that each outermost \\FLOPS charges."""

    def __init__(self, program, places, ranks, size, tree=None, limit=100000, charges=False):
        self.ranks, self.everyone, self.limit = ranks, list(range(ranks)), limit
        self.group = self.everyone
        self.events = [[] for _ in self.everyone]
        self.sites = [defaultdict(lambda: [0, 0, 0, 0, 0]) for _ in self.everyone]
        self.of_threads = [[0, 0] for _ in self.everyone]  # messages that threads send and receive
        self.number, self.places, self.tree = program.number, places, tree or Tree(ranks)
        self.functions = {f.name: f for f in program.functions}
        self.untimed = 0
        self.charges, self.in_flops = charges, 0
        self.variables = {"n": [size] * ranks, "nodes": [ranks] * ranks, "me": self.everyone[:]}
        for rank in self.everyone:
            self.mark(rank, FIRST_MARK + self.number)
        for parameter, kind, _, value in program.parameters:
            self.variables[parameter] = [value] * ranks
            if kind in ("double", "std::string"):
                for rank in self.everyone:
                    self.mark(rank, value)
        try:
            self.do(program.body, self.everyone)
        except Leaving:
            pass

    # --- values

    def value(self, tree, rank=0):
        kind = tree[0]
        if kind == "num":
            return tree[1]
        if kind == "var":
            return self.variables[tree[1]][rank]
        if kind == "?":
            return self.value(tree[2] if self.value(tree[1], rank) else tree[3], rank)
        a, b = self.value(tree[1], rank), self.value(tree[2], rank)
        return int(OPERATORS[kind](a, b))

    # --- events

    def emit(self, rank, *event):
        self.events[rank].append(event)
        if len(self.events[rank]) > self.limit:
            raise OverflowError("a program that does too much")

    def mark(self, rank, number):
        self.emit(rank, "mark", number)

    def site(self, s, name, place=0):
        """The key in the counts, which are separate for \\UNTIMED."""
        line, column = self.places.get((id(s), place), (None, 0))
        return name, line, column, self.untimed > 0

    def enter(self, rank, site, calls=1):
        self.emit(rank, "enter", site[0], site[1])
        self.sites[rank][site][0] += calls

    def leave(self, rank, site):
        self.emit(rank, "leave", site[0])

    def send(self, rank, site, partner, size, tag=None, communicator=None):
        self.emit(rank, "send", partner, size, tag, communicator)
        self.sites[rank][site][1] += 1
        self.sites[rank][site][2] += size

    def receive(self, rank, site, partner, size, tag=None, communicator=None):
        self.emit(rank, "receive", partner, size, tag, communicator)
        self.sites[rank][site][3] += 1
        self.sites[rank][site][4] += size

    # --- statements; `ranks` are the ranks that execute them

    def do(self, s, ranks):
        name = type(s).__name__.lower()
        getattr(self, {"mark": "mark_statement", "untimed": "untimed_statement", "with": "with_"}.get(name, name))(s, ranks)

    def block(self, s, ranks):
        for statement in s.statements:
            self.do(statement, ranks)

    def let(self, s, ranks):
        self.variables[s.name] = [0] * self.ranks
        self.assign(s, ranks)

    def assign(self, s, ranks):
        values = {rank: self.value(s.value, rank) for rank in ranks}
        for rank in ranks:
            self.variables[s.name][rank] = values[rank]

    def mark_statement(self, s, ranks):
        for rank in ranks:
            self.mark(rank, self.value(s.value, rank))

    def branch(self, s, ranks):
        for statement, taken in ((s.then, True), (s.other, False)):
            some = [rank for rank in ranks if bool(self.value(s.condition, rank)) == taken]
            if statement is not None and some:
                self.do(statement, some)

    def jump(self, s, ranks):
        if self.value(s.condition):
            raise Leaving(s.way)

    def repeated(self, s, ranks):
        """Executes a loop's body once. Returns whether the loop continues."""
        try:
            self.do(s.body, ranks)
        except Leaving as leaving:
            if leaving.args[0] == "return":
                raise
            return leaving.args[0] == "continue"
        return True

    def loop(self, s, ranks):
        count = self.value(s.count) if s.count is not None else self.variables["n"][0]
        warm_up = self.value(s.warm_up) if s.warm_up is not None else 0
        hidden = self.variables.get(s.iterator)
        try:
            if warm_up > 0 and not self.warm_up(s, ranks, count, warm_up):
                return
            for i in range(count):
                if not self.passed(s, ranks, i):
                    break
        finally:
            if s.iterator:
                self.variables[s.iterator] = hidden

    def passed(self, s, ranks, i):
        if s.iterator:
            self.variables[s.iterator] = [i] * self.ranks
        return self.repeated(s, ranks)

    def warm_up(self, s, ranks, count, passes):
        """The passes that are not measured. Returns whether the loop continues."""
        site = self.begin_untimed(s, "LOOP", ranks)
        try:
            return all(self.passed(s, ranks, i % count) for i in range(passes if count > 0 else 0))
        finally:
            self.end_untimed(site, ranks)

    def hostloop(self, s, ranks):
        k = 0
        while s.way == "do" and k == 0 or k < self.value(s.count):
            self.variables[s.name] = [k + (s.way == "while")] * self.ranks
            if not self.repeated(s, ranks):
                break
            k += 1

    def switch(self, s, ranks):
        value = self.value(s.value)
        self.do(s.cases[value] if value < len(s.cases) - 1 else s.cases[-1], ranks)

    def call(self, s, ranks):
        f = self.functions[s.function]
        values = [self.value(argument) for argument in s.arguments]
        for parameter, value in zip(f.parameters, values):
            self.variables[parameter] = [value] * self.ranks
        try:
            self.do(f.body, ranks)
        except Leaving as leaving:
            assert leaving.args[0] == "return"

    def phase(self, s, ranks):
        if self.untimed:
            self.do(s.body, ranks)
            return
        for rank in ranks:
            self.emit(rank, "phase", s.name)
        try:
            self.do(s.body, ranks)
        finally:
            for rank in ranks:
                self.emit(rank, "end", s.name)

    def flops(self, s, ranks):
        if self.charges and self.in_flops == 0:
            for rank in ranks:
                self.emit(rank, "enter", "FLOPS", self.site(s, "FLOPS")[1])
                self.leave(rank, ("FLOPS",))
        self.in_flops += 1
        try:
            self.do(s.body, ranks)
        finally:
            self.in_flops -= 1

    def untimed_statement(self, s, ranks):
        site = self.begin_untimed(s, "UNTIMED", ranks)
        try:
            self.do(s.body, ranks)
        finally:
            self.end_untimed(site, ranks)

    def begin_untimed(self, s, name, ranks):
        site = self.site(s, name)
        for rank in ranks:
            self.enter(rank, site)
            self.leave(rank, site)
        self.untimed += 1
        return site

    def end_untimed(self, site, ranks):
        self.untimed -= 1
        for rank in ranks:
            self.enter(rank, site, calls=0)
            if self.group is self.everyone:  # that of a group is not in the trace
                self.emit(rank, "collective", -1, 0, None)
            self.leave(rank, site)

    def remark(self, s, ranks):
        if s.construct == "REQUIRE":
            for rank in ranks:
                self.enter(rank, self.site(s, "REQUIRE"))
                self.leave(rank, self.site(s, "REQUIRE"))

    def named(self, messages):
        """The same with ranks instead of the numbers of members."""
        return {self.group[me]: [(self.group[partner], size) for partner, size in of_member] for me, of_member in messages.items()}

    def pairs(self, s, ranks):
        sends, receives, into = self.pair_messages(s)
        self.sent_at_once(s, self.site(s, s.construct), ranks, sends, receives)
        self.arrived(s, into)

    def pair_messages(self, s):
        """(partner, bytes) of the sends and of the receives of each rank, and the INTO of each member afterward."""
        size, distance, partners = (self.value(part) for part in (s.size, s.distance, s.partners))
        p = len(self.group)
        out = [filled(size * partners + 1, self.value(s.seed, rank), rank) for rank in self.group]
        into = [bytearray([238]) * (size * partners + 1) for _ in self.group]
        sends, receives = {}, {}
        for me in range(p):
            if s.construct == "COMMUNICATE":
                kept, _ = communicate_partners(me, p, distance, partners)
                sends[me] = [(slot, to) for slot, to, _ in kept]
                receives[me] = [(slot, source) for slot, _, source in kept]
            else:
                sends[me] = receives[me] = exchange_partners(me, p, distance, partners, s.ring)
        for me in range(p):
            for slot, source in receives[me]:
                theirs = [other for other, to in sends[source] if to == me]
                into[me][slot * size:(slot + 1) * size] = out[source][theirs[0] * size:(theirs[0] + 1) * size]
        return (*(self.named({me: [(partner, size) for _, partner in some[me]] for me in some}) for some in (sends, receives)), into)

    def sends(self, s, ranks):
        sends, receives, into = self.send_messages(s)
        if s.construct == "RELAY":
            self.relayed(s, self.site(s, s.construct), ranks, sends, receives)
        else:
            self.sent_at_once(s, self.site(s, s.construct), ranks, sends, receives)
        self.arrived(s, into)

    def send_messages(self, s):
        """As pair_messages()."""
        p = len(self.group)
        self.variables[s.sender_name()] = self.everyone
        count = self.value(s.count) if s.count is not None else 1

        def sizes(sender):
            values = [self.value(size, sender) for size in s.sizes]
            return values if len(values) == len(s.receivers) else values * len(s.receivers)
        sends, receives = {me: [] for me in range(p)}, {me: [] for me in range(p)}
        for sender in range(p) if s.sender is None else [self.value(s.sender)]:
            if sender >= p or s.condition is not None and not self.value(s.condition, sender):
                continue
            for repetition in range(count):
                for place, (tree, size) in enumerate(zip(s.receivers, sizes(sender))):
                    to = self.value(tree, sender)
                    if 0 <= to < p:
                        sends[sender].append((to, size))
                        receives[to].append((place, repetition, sender, size))
        into = self.moved(s, range(p), receives, count, sizes(0))
        receives = {me: [(sender, size) for _, _, sender, size in receives[me]] for me in range(p)}
        return self.named(sends), self.named(receives), into

    def moved(self, s, ranks, receives, count, sizes):
        """What is in the INTO of each rank. All messages of a place follow each other, and all places do."""
        begins = [count * sum(sizes[:place]) for place in range(len(sizes) + 1)]
        out = [filled(begins[-1] + 1, self.value(s.seed, rank), rank) for rank in self.group]
        into = [bytearray([238]) * (begins[-1] + 1) for _ in ranks]
        for me in ranks:
            slots = [(place, repetition) for place, repetition, _, _ in receives[me]]
            assert s.data not in ("both", "into") or len(slots) == len(set(slots))
            for place, repetition, source, size in receives[me] if s.data == "both" else []:
                begin = begins[place] + repetition * size
                into[me][begin:begin + size] = out[source][begin:begin + size]
        return into

    def sent_at_once(self, s, site, ranks, sends, receives):
        for me in ranks:
            self.enter(me, site)
            for to, size in sends[me]:
                self.send(me, site, to, size)
            if s.body:
                self.leave(me, site)
        try:
            if s.body:
                self.do(s.body, ranks)
        finally:
            for me in ranks:
                if s.body:
                    self.enter(me, site, calls=0)
                for source, size in receives[me]:
                    self.receive(me, site, source, size)
                self.leave(me, site)

    def relayed(self, s, site, ranks, sends, receives):
        for me in ranks:
            self.enter(me, site)
            for source, size in receives[me]:
                self.receive(me, site, source, size)
            if s.body:
                self.leave(me, site)
                self.do(s.body, [me])
                self.enter(me, site, calls=0)
            for to, size in sends[me]:
                self.send(me, site, to, size)
            self.leave(me, site)

    def arrived(self, s, into):
        if s.data == "both":
            for number, data in enumerate(into):
                self.mark(self.group[number], checksum(data))

    def multibcast_messages(self, s):
        """As pair_messages()."""
        size, p = self.value(s.size), len(self.group)
        out = [filled(size * self.ranks + 1, self.value(s.seed, rank), rank) for rank in self.group]
        into = [bytearray([238]) * (size * self.ranks + 1) for _ in self.group]
        sends, receives = {}, {}
        for me in range(p):
            if s.construct == "MULTIBCAST_ALTER":
                sends[me] = [((me + k) % p, size) for k in range(1, p)]
                receives[me] = [((me - k) % p, size) for k in range(1, p)]
            else:
                first = 0 if s.construct == "MULTIBCAST0" else me + 1
                sends[me] = [((first + k) % p, size) for k in range(p) if (first + k) % p != me]
                receives[me] = [(source, size) for source in range(p) if source != me]
            for other in range(p):
                if other != me:
                    into[me][other * size:(other + 1) * size] = out[other][me * size:(me + 1) * size]
        return self.named(sends), self.named(receives), into

    def multibcast(self, s, ranks):
        site = self.site(s, s.construct)
        sends, receives, into = self.multibcast_messages(s)
        for me in ranks:
            self.enter(me, site)
            if s.construct == "MULTIBCAST_ALTER":
                for (to, size), (source, _) in zip(sends[me], receives[me]):
                    self.send(me, site, to, size)
                    self.receive(me, site, source, size)
            else:
                for to, size in sends[me]:
                    self.send(me, site, to, size)
                for source, size in receives[me]:
                    self.receive(me, site, source, size)
            self.leave(me, site)
        self.arrived(s, into)

    def visiblesync(self, s, ranks):
        site = self.site(s, "VISIBLE_SYNC")
        for me in ranks:
            self.enter(me, site)
            self.synchronized(me, site)
            self.leave(me, site)

    def synchronized(self, me, site):
        self.emit(me, "collective", -1, 0, None)
        if self.ranks > 1:
            self.send(me, site, (me + 1) % self.ranks, 1)
            self.receive(me, site, (me - 1) % self.ranks, 1)
        self.emit(me, "collective", -1, 0, None)

    def tree_of_group(self):
        """The map of a tree is that of all ranks; in a group, ranks are at the positions of their numbers."""
        return self.tree if self.group is self.everyone else Tree(len(self.group), self.tree.shape, self.group)

    def down(self, site, size_for):
        tree = self.tree_of_group()
        for me in self.group:
            self.enter(me, site)
            if tree.parent[me] is not None:
                self.receive(me, site, tree.parent[me], size_for(me))
            for child in tree.children[me]:
                self.send(me, site, child, size_for(child))
            self.leave(me, site)

    def up(self, site, size_for):
        for me in self.everyone:
            self.enter(me, site)
            for child in self.tree.children[me]:
                self.receive(me, site, child, size_for(child))
            if self.tree.parent[me] is not None:
                self.send(me, site, self.tree.parent[me], size_for(me))
            self.leave(me, site)

    def tree_bytes(self, s):
        return 4 if s.size is None else self.value(s.size)

    def treebcast(self, s, ranks):
        size = self.tree_bytes(s)
        self.down(self.site(s, "TREE_BCAST"), lambda rank: size)
        self.tree_arrived(s, ranks)

    def tree_arrived(self, s, ranks):
        root = self.group[0]
        for rank in ranks:
            if s.size is None:
                self.mark(rank, self.value(s.seed, 0) if root == 0 else 0)
            else:
                size = self.value(s.size)
                own = filled(size + 1, self.value(s.seed, rank), rank)
                self.mark(rank, checksum(filled(size + 1, self.value(s.seed, root), root)[:size] + own[size:]))

    def vector(self, s, ranks):
        length = self.value(s.extent) if s.extent is not None else self.variables["n"][0]
        block = -(-length // self.ranks)
        part = [range(min(length, r * block), min(length, (r + 1) * block)) for r in ranks]
        element = ELEMENT_BYTES[s.element]
        values = [[0] * length for _ in ranks]

        def size_for(rank):
            return element * sum(len(part[below]) for below in self.tree.subtree(rank))
        for place, step in enumerate(s.steps):
            if step == "fill":
                seeds = [self.value(s.seed, rank) for rank in ranks]
                values = [[(seeds[rank] + rank * 31 + e * 7) % 1000 for e in range(length)] for rank in ranks]
            elif step == "distribute":
                self.down(self.site(s, "TREE_DISTRIB_VEC", place), size_for)
                for rank in ranks:
                    for e in part[rank]:
                        values[rank][e] = values[0][e]
            elif step == "collect":
                self.up(self.site(s, "TREE_COLLECT_VEC", place), size_for)
                for rank in ranks:
                    for e in part[rank]:
                        values[0][e] = values[rank][e]
            elif step == "own":
                for rank in ranks:
                    self.mark(rank, sum(values[rank][e] * (e + 1) for e in part[rank]))
            else:
                self.mark(0, sum(value * (e + 1) for e, value in enumerate(values[0])))

    def product(self, s, ranks):
        inner = self.value(s.extents[-1])
        for rank in ranks:
            for place, name in enumerate(["INIT_ARRAY", "INIT_ARRAY", s.construct]):
                self.enter(rank, self.site(s, name, place))
                self.leave(rank, self.site(s, name, place))
            self.mark(rank, s.values[0] * s.values[1] * inner)

    # --- communication in host code: PICL and MPI

    def tag(self, s):
        return tag_of(self.number, s)

    def apart(self, s, partner):
        if varies(partner):
            self.synchronise(s, "sync0", 9)

    def synchronise(self, s, name, place=0):
        for rank in self.everyone:
            self.enter(rank, self.site(s, name, place))
            self.emit(rank, "collective", -1, 0, "PICL")
            self.leave(rank, self.site(s, name, place))

    def mpi(self, rank, name, *events):
        self.emit(rank, "enter", name, None)
        for event in events:
            self.emit(rank, *event)
        self.emit(rank, "leave", name)

    def message_call(self, s, rank, name, place, way, partner, size):
        site = self.site(s, name, place)
        self.enter(rank, site)
        if way:
            getattr(self, way)(rank, site, partner, size, self.tag(s), "PICL")
        self.leave(rank, site)

    def shift(self, s, ranks):
        p, size, distance, tag = self.ranks, self.value(s.size), self.value(s.distance), self.tag(s)
        if s.way.startswith("picl"):
            self.apart(s, s.distance)
        out = [filled(size + 1, self.value(s.seed, rank), rank) for rank in ranks]
        for me in ranks:
            to, source = (me + distance) % p, (me - distance) % p
            world = (size, tag, "MPI_COMM_WORLD")
            if s.way == "picl":
                self.message_call(s, me, "send0", 0, "send", to, size)
                self.message_call(s, me, "recv0", 1, "receive", source, size)
            elif s.way == "picl-begin":
                site = self.site(s, "recvbegin0", 0)
                self.enter(me, site)
                self.emit(me, "post", -1, size, tag, "PICL")
                self.leave(me, site)
                self.message_call(s, me, "sendbegin0", 1, "send", to, size)
                self.message_call(s, me, "sendend0", 2, None, to, size)
                self.message_call(s, me, "recvend0", 3, "receive", source, size)
            elif s.way == "sendrecv":
                self.mpi(me, "MPI_Sendrecv", ("send", to) + world, ("receive", source) + world)
            elif s.way == "isend":
                self.mpi(me, "MPI_Irecv", ("post", source) + world)
                self.mpi(me, "MPI_Isend", ("send", to) + world)
                self.mpi(me, "MPI_Waitall", ("receive", source) + world)
            else:
                self.mpi(me, "MPI_Start", ("send", to) + world)
                self.mpi(me, "MPI_Recv", ("receive", source) + world)
                self.mpi(me, "MPI_Wait")
            self.mark(me, checksum(out[source][:size] + b"\xee"))

    def onemessage(self, s, ranks):
        p, size = self.ranks, self.value(s.size)
        sender, receiver = self.value(s.sender) % p, self.value(s.receiver) % p
        if s.way == "picl":
            self.apart(s, s.sender)
            self.message_call(s, sender, "send0", 0, "send", receiver, size)
            self.message_call(s, receiver, "recv0", 1, "receive", sender, size)
        elif sender != receiver:
            self.mpi(sender, "MPI_Send", ("send", receiver, size, self.tag(s), "MPI_COMM_WORLD"))
            self.mpi(receiver, "MPI_Recv", ("receive", sender, size, self.tag(s), "MPI_COMM_WORLD"))
        for rank in ranks:
            data = bytearray([238]) * (size + 1)
            if rank == receiver and (s.way == "picl" or sender != receiver):
                data[:size] = filled(size, self.value(s.seed, sender), sender)
            self.mark(rank, checksum(data))

    def fromone(self, s, ranks):
        p, size, root = self.ranks, self.value(s.size), self.value(s.root) % self.ranks
        self.apart(s, s.root)
        for rank in ranks:
            data = bytearray([238]) * (size + 1)
            if rank == root:
                site = self.site(s, "send0", 0)
                self.enter(rank, site)
                for to in range(p):
                    if to != root:
                        self.send(rank, site, to, size, self.tag(s), "PICL")
                self.leave(rank, site)
            else:
                self.message_call(s, rank, "recv0", 1, "receive", root, size)
                data[:size] = filled(size, self.value(s.seed, root), root)
            self.mark(rank, checksum(data))

    def collective(self, s, ranks):
        p, root = self.ranks, self.value(s.root) % self.ranks
        if s.call in ("sync0", "barrier0", "clocksync0"):
            return self.synchronise(s, s.call)
        if s.call == "MPI_Barrier":
            for rank in ranks:
                self.mpi(rank, s.call, ("collective", -1, 0, "MPI_COMM_WORLD"))
            return None
        start = [(self.value(s.seed, rank) + rank * 3) % 8 for rank in ranks]
        items = [[start[rank]] * s.items for rank in ranks]
        if s.call == "gather0":
            items = [[start[rank] if b % p == rank else 0 for b in range(s.items)] for rank in ranks]
        size = s.items * 4
        marks = ranks
        if s.call in ("bcast0", "bcast1", "MPI_Bcast"):
            result = items[root]
        elif s.call == "MPI_Allgather":
            result = [value for rank in ranks for value in items[rank]]
        elif s.call in ("gor0", "gxor0"):
            result = [0] * s.items
            for own in items:
                result = [a | b if s.call == "gor0" else a ^ b for a, b in zip(result, own)]
        else:
            result = [COMBINE[s.call](items[rank][b] for rank in ranks) for b in range(s.items)]
        if s.call[0] == "g" or s.call == "MPI_Reduce":
            marks = [root]
        for rank in ranks:
            if s.call.startswith("MPI"):
                rooted = root if s.call in ("MPI_Bcast", "MPI_Reduce") else -1
                own = 0 if s.call == "MPI_Bcast" and rank != root else size
                self.mpi(rank, s.call, ("collective", rooted, own, "MPI_COMM_WORLD"))
            else:
                site = self.site(s, s.call)
                own = 0 if s.call.startswith("bcast") and rank != root else size
                self.enter(rank, site)
                self.emit(rank, "collective", root, own, "PICL")
                self.leave(rank, site)
            if rank in marks:
                self.mark(rank, sum((b + 1) * value for b, value in enumerate(result)))
        return None

    def traceblock(self, s, ranks):
        for rank in ranks:
            self.emit(rank, "phase", f"block {s.type}")
        self.do(s.body, ranks)
        for rank in ranks:
            self.emit(rank, "end", f"block {s.type}")

    def decoy(self, s, ranks):
        for rank in ranks:
            self.mark(rank, s.value)
