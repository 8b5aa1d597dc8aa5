"""What the constructs of ours_programs.py mean: written from docs/language.md and docs/trace-format.md."""

from itertools import accumulate

from ours_programs import ROOTED

OPS = {"sum": lambda a, b: a + b, "max": max, "min": min, "bxor": lambda a, b: a ^ b}


def sum_of_ints(values):
    return sum((at + 1) * value for at, value in enumerate(values)) % 1000003


class OurMeaning:
    """A part of Meaning in meaning.py. `self.group`: the ranks that communicate, in the order of their numbers."""

    # --- MPI's collectives

    def operation(self, s, ranks):
        site = self.site(s, s.construct)
        for me in ranks:
            self.enter(me, site)
        if s.body:
            for me in ranks:
                self.leave(me, site)
        try:
            if s.body:
                self.do(s.body, ranks)
        finally:
            for me in ranks:
                if s.body:
                    self.enter(me, site, calls=0)
                self.operation_event(s, me)
                self.leave(me, site)
        self.operation_arrived(s)

    def slots(self, s):
        """The integers of the slot of each member."""
        items = self.value(s.items)
        return [(r + items) % s.spread if s.spread else items for r in range(len(self.group))]

    def operation_event(self, s, me):
        root = self.group[self.value(s.root)] if s.construct in ROOTED else -1
        if s.construct == "BARRIER":
            return self.emit(me, "collective", -1, 0, None)
        slots, number = self.slots(s), self.group.index(me)
        own = slots[number]
        if s.construct in ("BCAST", "SCATTER"):
            own = 0 if me != root else own if s.construct == "BCAST" else sum(slots)
        elif s.construct == "ALLTOALL":
            own = len(slots) * own if s.spread else sum(slots)
        elif s.construct == "REDUCE_SCATTER":
            own = sum(slots)
        return self.emit(me, "collective", root, 4 * own, None)

    def operation_arrived(self, s):
        if not s.data:
            return
        slots, group = self.slots(s), self.group
        begins = [0, *accumulate(slots)]
        length = self.ranks * (self.value(s.items) + 3) + 1
        out = [[(self.value(s.seed, rank) + rank * 31 + b * 7) % 1000 for b in range(length)] for rank in group]
        into = [list(values) if s.data == "data" else [-1] * length for values in out]
        self.combine(s, slots, begins, out, into)
        for number, rank in enumerate(group):
            if s.construct != "EXSCAN" or number > 0:
                self.mark(rank, sum_of_ints(into[number]))

    def combine(self, s, slots, begins, out, into):
        p, root, in_place = len(slots), self.value(s.root), s.data == "data"
        everyone = range(p)

        def reduced(members, first, count):
            return [self.fold(s.op, [out[r][b] for r in members]) for b in range(first, first + count)]
        if s.construct == "BCAST":
            for r in everyone:
                into[r][:slots[0]] = out[root][:slots[0]]
        elif s.construct in ("REDUCE", "ALLREDUCE"):
            for r in everyone if s.construct == "ALLREDUCE" else [root]:
                into[r][:slots[0]] = reduced(everyone, 0, slots[0])
        elif s.construct in ("SCAN", "EXSCAN"):
            for r in everyone:
                members = range(r + (s.construct == "SCAN"))
                if members:
                    into[r][:slots[0]] = reduced(members, 0, slots[0])
        elif s.construct == "REDUCE_SCATTER":
            for r in everyone:
                into[r][:slots[r]] = reduced(everyone, begins[r], slots[r])
        elif s.construct in ("GATHER", "ALLGATHER"):
            for r in [root] if s.construct == "GATHER" else everyone:
                for other in everyone:
                    first = begins[other] if in_place else 0
                    into[r][begins[other]:begins[other + 1]] = out[other][first:first + slots[other]]
        elif s.construct == "SCATTER":
            for r in everyone:
                first = begins[r] if in_place else 0
                if not in_place or r != root:
                    into[r][first:first + slots[r]] = out[root][begins[r]:begins[r + 1]]
        else:  # ALLTOALL: sender r has slots of its own size for all
            for r in everyone:
                at = 0
                for other in everyone:
                    into[r][at:at + slots[other]] = out[other][r * slots[other]:(r + 1) * slots[other]]
                    at += slots[other]

    @staticmethod
    def fold(op, values):
        result = values[0]
        for value in values[1:]:
            result = OPS[op](result, value)
        return result

    # --- groups and ways

    def among(self, s, ranks):
        outer, site = self.group, self.site(s, "AMONG")
        for me in ranks:
            self.enter(me, site)
            self.leave(me, site)
        numbers = list(range(self.ranks))
        self.variables[s.rank_name()] = numbers
        members = {}
        for number, rank in enumerate(outer):
            value = self.value(s.value, number)
            if s.value[0] in ("<", "=="):
                value -= 1  # true is one group, false the others
            members.setdefault(max(value, -1), []).append((number, rank))
        for value, group in members.items():
            if s.order is not None:
                group.sort(key=lambda member: self.value(s.order, member[0]))
            statement = s.body if value >= 0 else s.other
            if statement is None:
                continue
            self.group = [rank for _, rank in group]
            try:
                self.do(statement, self.group)
            finally:
                self.group = outer

    def with_(self, s, ranks):
        self.do(s.body, ranks)

    # --- \START and \FINISH

    def started(self, s, ranks):
        begun = []
        for part, hold, between in zip(s.parts, s.holds, s.between):
            begun.append(getattr(self, "start_" + type(part).__name__.lower())(part, hold, ranks))
            self.do(between, ranks)
        site = self.site(s, "FINISH")
        for me in ranks:
            self.enter(me, site)
            for start_held, _, _ in begun:
                start_held(me)
            for _, complete, _ in begun:
                complete(me)
            self.leave(me, site)
        for _, _, arrived in begun:
            arrived()

    def halves(self, site, ranks, hold, sends, receives, relays=False):
        """A construct whose messages are known: what happens at \\START, and the functions for \\FINISH."""
        def send_all(me):
            for to, size in sends[me]:
                self.send(me, site, to, size)

        def sends_last(me):
            return relays and bool(receives[me])

        def start_held(me):
            if hold == "receives" or hold == "sends" and not sends_last(me):
                self.enter(me, site, calls=0)
                if hold == "sends":
                    send_all(me)
                self.leave(me, site)

        def complete(me):
            self.enter(me, site, calls=0)
            for source, size in receives[me]:
                self.receive(me, site, source, size)
            if sends_last(me):
                send_all(me)
            self.leave(me, site)
        for me in ranks:
            self.enter(me, site)
            if hold != "sends" and not sends_last(me):
                send_all(me)
            self.leave(me, site)
        return start_held, complete

    def start_pairs(self, s, hold, ranks):
        sends, receives, into = self.pair_messages(s)
        return *self.halves(self.site(s, s.construct), ranks, hold, sends, receives), lambda: self.arrived(s, into)

    def start_sends(self, s, hold, ranks):
        sends, receives, into = self.send_messages(s)
        return (*self.halves(self.site(s, s.construct), ranks, hold, sends, receives, s.construct == "RELAY"),
                lambda: self.arrived(s, into))

    def start_multibcast(self, s, hold, ranks):
        sends, receives, into = self.multibcast_messages(s)
        return *self.halves(self.site(s, s.construct), ranks, hold, sends, receives), lambda: self.arrived(s, into)

    def start_treebcast(self, s, hold, ranks):
        size = self.tree_bytes(s)
        tree = self.tree_of_group()
        sends = {me: [(child, size) for child in tree.children[me]] for me in ranks}
        receives = {me: [(tree.parent[me], size)] if tree.parent[me] is not None else [] for me in ranks}
        return (*self.halves(self.site(s, "TREE_BCAST"), ranks, hold, sends, receives, True),
                lambda: self.tree_arrived(s, ranks))

    def start_visiblesync(self, s, _, ranks):
        site = self.site(s, "VISIBLE_SYNC")
        for me in ranks:
            self.enter(me, site)
            self.leave(me, site)

        def complete(me):
            self.enter(me, site, calls=0)
            self.synchronized(me, site)
            self.leave(me, site)
        return lambda me: None, complete, lambda: None

    def start_operation(self, s, _, ranks):
        site = self.site(s, s.construct)
        for me in ranks:
            self.enter(me, site)
            self.leave(me, site)

        def complete(me):
            self.enter(me, site, calls=0)
            self.operation_event(s, me)
            self.leave(me, site)
        return lambda me: None, complete, lambda: self.operation_arrived(s)

    # --- \DEAL: ranks take turns, as in `loop count`

    def deal(self, s, ranks):
        count, by, p = self.value(s.count), self.value(s.by), self.ranks
        give, result, size = (self.value(part) if part else usual for part, usual in ((s.give, 8), (s.result, 8), (s.chunk, 1)))
        chunks, site = -(-count // size), self.site(s, "DEAL")
        for me in ranks:
            self.enter(me, site)
        workers = [rank for rank in ranks if rank != by]
        for turn, worker in enumerate(workers):
            for k in range(len(range(turn, chunks, len(workers))) + 1):
                is_last = k == len(range(turn, chunks, len(workers)))
                self.send(worker, site, by, result if k else 0)
                self.receive(by, site, worker, result if k else 0)
                self.send(by, site, worker, 0 if is_last else give)
                self.receive(worker, site, by, 0 if is_last else give)
        for me in ranks:
            self.leave(me, site)
            self.mpi(me, "MPI_Allreduce", ("collective", -1, 4, "MPI_COMM_WORLD"))
            self.mark(me, sum((i + 1) * (i + 2) for i in range(count)))
        assert p == len(ranks)

    # --- threads

    def threads(self, s, ranks):
        count, site = self.value(s.count), self.site(s, "THREADS" if s.passes is None else "LOOP")
        for me in ranks:
            self.enter(me, site)
        if s.part is not None:
            self.threads_communicate(s.part, count, ranks)
        for me in ranks:
            self.leave(me, site)
        if s.part is not None:
            return
        times = count if s.passes is None else self.value(s.passes)
        for me in ranks:
            self.mark(me, sum(range(1, times + 1)) * self.value(s.value, me))

    def threads_communicate(self, part, count, ranks):
        """The events are those of thread 0, without its messages."""
        messages = {"Pairs": self.pair_messages, "Sends": self.send_messages, "Multibcast": self.multibcast_messages}
        sends, receives, _ = messages[type(part).__name__](part)
        site = self.site(part, part.construct)
        for me in ranks:
            counts = self.sites[me][site]
            self.enter(me, site, calls=count)
            self.leave(me, site)
            for direction, all_of in ((0, sends), (1, receives)):
                counts[1 + 2 * direction] += count * len(all_of[me])
                counts[2 + 2 * direction] += count * sum(size for _, size in all_of[me])
                self.of_threads[me][direction] += count * len(all_of[me])
