"""Programs that a seed makes: steps of work and communication, and the same programs with other work."""

import dataclasses
import random

# The time of a short message, about, which is the measure for work.
SHORT = {"fattree-1024": 3e-6, "paragon": 4e-4, "meiko": 2e-3, "ncube2": 6e-4}
# The same of machines on which messages make each other slower, also on their way in rings and tori.
NETWORKS = {"paragon": 4e-4, "meiko": 2e-3, "ncube2": 6e-4, "clue-a": 2e-4, "clue-torus": 2e-4, "clue-ring": 2e-4}
SIZES = (8, 8, 8, 500, 2000, 2000, 20000, 100000)
MESSAGES = ("shift", "both", "pairs", "hub", "chain", "random", "halo", "line", "synchronous", "tree")
COLLECTIVES = ("barrier", "allreduce", "reduce", "bcast", "gather", "scatter", "allgather", "alltoall", "sync")
ROOTED = ("hub", "reduce", "bcast", "gather", "scatter", "host-gather")
OVERLAPPED = ("communicate", "relay", "started", "several", "started-sum")
DOSES = (0, 0.02, 0.1, 0.4, 1, 3)
LARGE = ("allreduce", "reduce", "reduce", "bcast", "gather", "gather", "scatter", "allgather", "alltoall", "scan", "exscan", "chain", "hub")
# Of seeds from 10000 on.
MORE_SEEDS = 10000
LARGE_SEEDS = 20000
NETWORK_SEEDS = 30000
ON_NETWORKS = ("shift", "both", "halo", "line", "started", "chain", "relay", "multibroadcast", "several", "pairs")
MORE = ("phase", "phase", "threads", "deal", "host-ring", "host-barrier", "host-sum", "host-gather", "host-wait")


@dataclasses.dataclass(frozen=True)
class Step:
    kind: str
    size: int
    number: int  # root, distance, or seed; of the groups, how often the first one repeats
    load: str  # what kind of work
    seconds: tuple  # by pass, then by rank

    def times(self, rank, ranks):
        """How often the rank works so long in a pass."""
        return self.number if self.kind == "groups" and rank < ranks // 2 else 1

    def computes(self, ranks):
        """By pass and rank: for how long it works, all in all."""
        return [[self.times(rank, ranks) * seconds for rank, seconds in enumerate(row)] for row in self.seconds]

    def with_computing(self, computing):
        ranks = len(computing[0])
        return dataclasses.replace(self, seconds=tuple(
            tuple(seconds / self.times(rank, ranks) for rank, seconds in enumerate(row)) for row in computing))


@dataclasses.dataclass(frozen=True)
class Case:
    machine: str
    ranks: int
    passes: int
    steps: tuple

    def is_known(self):
        """Whether it is known how long each rank works: of dealt passes, times decide."""
        return all(step.kind != "deal" for step in self.steps)

    def text(self):
        steps = "; ".join(f"{step.load}, then {step.kind} {step.size} {step.number}" for step in self.steps)
        return f"{self.machine}, {self.ranks} ranks, {self.passes} passes: {steps}"

    def plan(self):
        lines = [f"{self.passes} {len(self.steps)}"]
        for step in self.steps:
            lines.append(f"{step.kind} {step.size} {step.number}")
            lines += [" ".join(f"{seconds:.9e}" for seconds in row) for row in step.seconds]
        return "\n".join(lines)

    def computes(self, rank):
        """Seconds in the run."""
        return sum(row[rank] for step in self.steps for row in step.computes(self.ranks))

    def average(self):
        return sum(self.computes(rank) for rank in range(self.ranks)) / self.ranks

    def with_computing(self, change):
        """`change`: from the step's number and its computing by pass and rank to another computing."""
        steps = [step.with_computing(change(number, step.computes(self.ranks))) for number, step in enumerate(self.steps)]
        return dataclasses.replace(self, steps=tuple(steps))


class Maker:
    PASSES = (3, 6, 10, 12)
    LOADS = ("even", "late", "late", "two late", "two unlike", "wandering", "slow pass", "slow pass everywhere", "ramp",
             "plateau", "alone", "random", "half", "none", "late and random")

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.machine = self.random.choice(sorted(SHORT))
        self.ranks = self.random.choice((4, 4, 5, 6, 8, 8, 11, 16))
        self.passes = self.random.choice(self.PASSES)
        self.unit = SHORT[self.machine] * 10 ** self.random.uniform(0, 2)
        self.chosen = self.random.randrange(self.ranks)
        self.other = (self.chosen + self.random.randrange(1, self.ranks)) % self.ranks

    def case(self):
        steps = tuple(self.step() for _ in range(self.random.choice((1, 1, 2, 2, 3))))
        return Case(self.machine, self.ranks, self.passes, steps)

    def step(self):
        kind = self.kind()
        size = self.random.choice(SIZES)
        number = self.number(kind)
        load, seconds = self.load()
        return Step(kind, 8 * (size // 8) if kind != "shift" else size, number, load, seconds)

    def kind(self):
        return self.random.choice(self.random.choice((MESSAGES, COLLECTIVES, OVERLAPPED, MESSAGES, COLLECTIVES, MESSAGES, COLLECTIVES, OVERLAPPED, ("groups",))))

    def number(self, kind):
        if kind in ("shift", "both", "several"):
            return self.random.randrange(1, max(2, self.ranks // 2))
        if kind in ROOTED:
            return self.random.randrange(self.ranks)
        if kind in ("groups", "deal"):
            return self.random.choice((1, 2, 3))
        return self.random.randrange(1000)

    def load(self):
        dose = self.random.choice(DOSES)
        unit = self.unit * self.random.choice((0.2, 1, 1, 2))
        name = self.random.choice(self.LOADS)
        noise = {(i, rank): self.random.random() for i in range(self.passes) for rank in range(self.ranks)}
        slow = self.random.randrange(self.passes)
        few = max(2, self.ranks // 3)

        def longer(i, rank):
            place = (rank - self.chosen) % self.ranks
            return {"even": 0, "none": -1, "late": place == 0, "two late": rank in (self.chosen, self.other),
                    "two unlike": 1 if rank == self.chosen else 0.5 * (rank == self.other),
                    "wandering": place == i % self.ranks, "slow pass": self.passes * (place == 0 and i == slow),
                    "slow pass everywhere": self.passes * (i == slow), "ramp": rank / (self.ranks - 1),
                    "every fourth": place % 4 == 0, "plateau": place < few, "random": noise[i, rank], "half": rank % 2,
                    "longer and longer": i / self.passes, "longer and longer on one": (place == 0) * i / self.passes,
                    "late and random": (place == 0) + 0.3 * noise[i, rank]}.get(name, 0)

        def seconds(i, rank):
            if name == "none":
                return 0
            if name == "alone":
                return unit * (0.1 + dose) if rank == self.chosen else 0
            return unit * (1 + dose * longer(i, rank))
        return f"{name} {100 * dose:.0f} % of {unit:.2g} s", tuple(
            tuple(seconds(i, rank) for rank in range(self.ranks)) for i in range(self.passes))


class MoreMaker(Maker):
    """Also phases, threads, dealt passes, MPI calls of host code, and work that takes longer and longer."""
    PASSES = (3, 10, 12, 24, 30)
    LOADS = Maker.LOADS + ("longer and longer", "longer and longer on one")

    def kind(self):
        return self.random.choice(MORE) if self.random.random() < 0.6 else super().kind()


class LargeMaker(Maker):
    """One operation with much data, before which a rank works longer, often the root."""
    PASSES = (3, 10, 12)
    LOADS = ("late",)

    def __init__(self, seed):
        super().__init__(seed)
        self.ranks = self.random.choice((2, 3, 4, 5, 6, 8, 12))
        self.chosen = self.random.choice((0, self.ranks - 1, self.random.randrange(self.ranks)))

    def step(self):
        kind = self.random.choice(LARGE)
        size = 8 * int(10 ** self.random.uniform(2.5, 5.2) / 8)
        root = self.random.choice((self.chosen, self.random.randrange(self.ranks)))
        return Step(kind, size, root if kind in ROOTED else 0, *self.load())

    def case(self):
        ending = (Step("barrier", 0, 0, "none", ((0,) * self.ranks,) * self.passes),)
        return Case(self.machine, self.ranks, self.passes, (self.step(),) + self.random.choice(((), ending)))


class NetworkMaker(Maker):
    """Messages that take longer while others are on their way, which many are once no rank is late."""
    LOADS = ("late", "late", "two late", "every fourth", "slow pass")

    def __init__(self, seed):
        super().__init__(seed)
        self.machine = self.random.choice(sorted(NETWORKS))
        self.unit = NETWORKS[self.machine] * 10 ** self.random.uniform(0, 2)

    def step(self):
        kind = self.random.choice(ON_NETWORKS)
        return Step(kind, 8 * int(10 ** self.random.uniform(1, 5) / 8), self.number(kind), *self.load())

    def case(self):
        ending = (Step(self.random.choice(("barrier", "allreduce")), 8, 0, "none", ((0,) * self.ranks,) * self.passes),)
        return Case(self.machine, self.ranks, self.passes, (self.step(),) + self.random.choice(((), (), ending)))


def random_case(seed):
    for first, maker in ((NETWORK_SEEDS, NetworkMaker), (LARGE_SEEDS, LargeMaker), (MORE_SEEDS, MoreMaker)):
        if seed >= first:
            return maker(seed).case()
    return Maker(seed).case()


# Changes of a case. Each is a tuple: its name, and what it needs.

def average_of(row, ranks):
    return sum(row[rank] for rank in ranks) / len(ranks)


def with_others_work(case, named, others):
    """The named ranks do in each step what the others do on average."""
    return case.with_computing(lambda number, computing: [
        [average_of(row, others) if rank in named else own for rank, own in enumerate(row)] for row in computing])


def without_surplus(case, named, others, usual):
    """The named ranks do as much as the others, and what they do less is where they do more than usual."""
    average = sum(case.computes(rank) for rank in others) / len(others)
    longer = {rank: sum(max(0, row[rank] - average_of(row, usual)) for step in case.steps for row in step.computes(case.ranks))
              for rank in named}
    part = {rank: min(1, max(0, case.computes(rank) - average) / longer[rank]) if longer[rank] > 0 else 0 for rank in named}
    return case.with_computing(lambda number, computing: [
        [own - part[rank] * max(0, own - average_of(row, usual)) if rank in named else own for rank, own in enumerate(row)]
        for row in computing])


def with_no_more_than_average(case):
    everyone = range(case.ranks)
    return without_surplus(case, everyone, everyone, everyone)


def with_totals_to_average(case):
    """Ranks that compute longer than an average one do a part of their work, everywhere the same."""
    part = [min(1, case.average() / max(1e-12, case.computes(rank))) for rank in range(case.ranks)]
    return case.with_computing(lambda number, computing: [[own * part[rank] for rank, own in enumerate(row)] for row in computing])


def with_even_work(case):
    everyone = range(case.ranks)
    return case.with_computing(lambda number, computing: [[average_of(row, everyone)] * case.ranks for row in computing])


def with_more_work(case, part, step=None):
    return case.with_computing(lambda number, computing: [
        [own * (1 + part) if step in (None, number) else own for own in row] for row in computing])


def with_size(case, size):
    """No message has more bytes."""
    return dataclasses.replace(case, steps=tuple(dataclasses.replace(step, size=min(step.size, size)) for step in case.steps))


def without_work_of(case, named):
    """These ranks do not work."""
    return case.with_computing(lambda number, computing: [
        [0 if rank in named else own for rank, own in enumerate(row)] for row in computing])


def without_step(case, step):
    """Its work is done, but nothing is communicated."""
    return dataclasses.replace(case, steps=tuple(
        dataclasses.replace(one, kind="nothing").with_computing(one.computes(case.ranks)) if number == step else one
        for number, one in enumerate(case.steps)))


def without_drift(case, step, named):
    """The named ranks work in each pass as in the quickest quarter of them."""
    def change(number, computing):
        if number != step:
            return computing
        quarter = len(computing) // 4
        def usual(rank):
            times = [row[rank] for row in computing]
            return min(sorted(part)[len(part) // 2] for part in (times[:quarter], times[-quarter:]))
        return [[usual(rank) if rank in named else own for rank, own in enumerate(row)] for row in computing]
    return case.with_computing(change)


def without_slow_pass(case, step, slow, named):
    """The pass is as long as the median of all."""
    def change(number, computing):
        if number != step:
            return computing
        median = [sorted(row[rank] for row in computing)[len(computing) // 2] for rank in range(case.ranks)]
        return [[min(own, median[rank]) if i == slow and rank in named else own for rank, own in enumerate(row)]
                for i, row in enumerate(computing)]
    return case.with_computing(change)


def changed(case, change):
    return globals()[change[0]](case, *change[1:])
