"""What the sentences of a sheet claim, as numbers that other runs show."""

import dataclasses
import re

import bench
import cases

EXACT, NEAR, ROUNDED = 1, 3, 0.3  # percentage points
EPSILON = 0.01
LARGE = 1000  # bytes of messages that queue on links
SHARE = r"([\d.]+) %"


@dataclasses.dataclass
class Claim:
    """The truth is from the least to the most that the runs with `changes` show, as the sentence can mean any of them, or what
    `truth` makes of them. A part of that must be between `low` and `high`; all of it if `each`."""
    text: str
    what: str
    low: float
    high: float
    changes: tuple = ()
    truth: callable = None  # (shorter) -> numbers; None: how much shorter the runs are
    each: bool = False

    def truths(self, shorter):
        if self.truth:
            return self.truth(shorter)
        return [shorter[change] for change in self.changes]

    def holds(self, shorter):
        least, most = min(self.truths(shorter)), max(self.truths(shorter))
        if self.each:
            return self.low <= least and most <= self.high
        return least <= self.high and self.low <= most

    def explained(self, shorter):
        truths = ", ".join(f"{one:.2f}" for one in self.truths(shorter))
        return f"{self.what}: {self.low:.1f} to {self.high:.1f}, in truth {truths}: {self.text}"


def about(text, what, percent, changes, near=NEAR):
    return Claim(text, what, percent - near, percent + near, tuple(changes))


def ranks_in(words):
    """Of "rank 3", "ranks 0 to 2 and 5"."""
    ranks = set()
    for first, last in re.findall(r"(\d+)(?: to (\d+))?", words):
        ranks |= set(range(int(first), int(last or first) + 1))
    return tuple(sorted(ranks))


SOME = r"\d+(?: to \d+)?"
RANKS = rf"([Rr]anks? {SOME}(?:(?:, | and ){SOME})*)"


def seconds_of(number, unit):
    return float(number) * {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[unit]


def others_of(case, named, longer):
    """Those with which the named ranks are compared: all others, or all but some of the busiest."""
    busiest = sorted((rank for rank in range(case.ranks) if rank not in named), key=case.computes, reverse=True)
    longest = max(case.computes(rank) for rank in named)
    best = None
    for left_out in range(len(busiest)):
        others = tuple(sorted(busiest[left_out:]))
        error = abs(longest - sum(case.computes(rank) for rank in others) / len(others) - longer)
        if best is None or error < best[0] - 1e-12:
            best = (error, others)
    return best


def all_others(case, named):
    return tuple(rank for rank in range(case.ranks) if rank not in named)


def readings(case, named, others):
    """What it may mean that the named ranks compute no longer than the others."""
    changes = [("with_others_work", named, others)]
    return changes + [("without_surplus", named, others, others)] if case.is_known() else changes


def of_late_ranks(text, case):
    claims = []
    named = ranks_in(re.match(RANKS, text).group(1))
    match = re.search(r"([\d.]+) (s|ms|us|ns)(?: \(([\d.]+) % of the run's time\))? longer", text)
    if not match:
        return claims
    longer = seconds_of(match.group(1), match.group(2))
    if case.is_known():
        error, others = others_of(case, named, longer)
        claims.append(Claim(text, "seconds longer", -0.02 * longer, 0.02 * longer, truth=lambda shorter: [error]))
    else:
        others = all_others(case, named)
    changes = readings(case, named, others)
    if match.group(3):
        claims.append(about(text, "late", float(match.group(3)), changes))
    return claims + of_less_time(text, changes)


def of_less_time(text, changes):
    match = re.search(r"would take (about|at least|between) " + SHARE + "(?: and " + SHARE + ")? less time", text)
    if not match:
        return []
    word, low, high = match.group(1), float(match.group(2)), float(match.group(3) or 0)
    if word == "about":
        return [about(text, "about", low, changes)]
    if word == "at least":
        return [Claim(text, "at least", low - ROUNDED, 100, tuple(changes))]
    return [Claim(text, "between", low - ROUNDED, high + ROUNDED, tuple(changes))]


def imbalance(text):
    """What it says of load imbalance: the word before the number, the number, and the ranks that it names."""
    match = re.search(r"oad imbalance(?: \w+ the run: it costs| takes)? (up to|at least) " + SHARE, text)
    if not match:
        return None, 0, ()
    named = re.match(r"(?: of its time, because | \()" + RANKS + " computes? longer than the other", text[match.end():])
    return match.group(1), float(match.group(2)), ranks_in(named.group(1)) if named else ()


def in_turn(text):
    match = re.search(r"(?:That costs|aiting for one another's computing(?: takes)?) up to " + SHARE, text)
    return float(match.group(1)) if match else 0


def of_imbalance(text, case):
    word, percent, named = imbalance(text)
    if not word:
        return []
    if named and len(named) <= max(1, case.ranks // 3):
        changes = readings(case, named, all_others(case, named))
    elif not case.is_known():
        changes = [("with_even_work",)]
    else:
        changes = [("with_totals_to_average",), ("with_no_more_than_average",)]
    if word == "at least":
        return [Claim(text, "imbalance at least", percent - ROUNDED, 100, tuple(changes))]
    return [Claim(text, "imbalance up to", -100, percent + ROUNDED, tuple(changes))]


def of_waiting(text, case):
    """What uneven computing costs in all."""
    both = imbalance(text)[1] + in_turn(text)
    if not in_turn(text) or imbalance(text)[0] == "at least" or "an unknown part" in text:
        return []
    changes = (("with_even_work",), ("with_no_more_than_average",)) if case.is_known() else (("with_even_work",),)
    return [Claim(text, "uneven computing up to", -100, both + 2 * ROUNDED, changes, each=True)]


def of_bound(text, case):
    claims = of_imbalance(text, case) + of_waiting(text, case)
    match = re.search(r"(?:Computing bounds the run: it takes) " + SHARE, text)
    if match:
        percent = float(match.group(1))
        waits = 100 if "an unknown part" in text else 10 + imbalance(text)[1] + in_turn(text)
        claims.append(on_path(text, "computing", percent, percent + waits, None, case))
    match = re.search(r"(?:ommunication (?:takes )?|waiting for them take )" + SHARE, text)
    if match:
        claims.append(on_path(text, "communication", 100 - float(match.group(1)), 100 - float(match.group(1)), None, case))
    match = re.search(r"[Aa]n average rank computes for " + SHARE, text)
    if match and case.is_known():
        claims.append(Claim(text, "average rank", float(match.group(1)) - EXACT, float(match.group(1)) + EXACT,
                            truth=lambda shorter: [100 * case.average() / shorter[None]]))
    return claims


def on_path(text, what, low, high, step, case):
    """How much of the critical path ranks compute, at one step or all: by so much the run takes longer if they compute longer.
    Where that is no share, messages share links or receivers, and nothing is known."""
    changes = tuple(("with_more_work", part, step) for part in (-EPSILON, EPSILON))

    def truth(shorter):
        parts = [shorter[changes[0]] / EPSILON, -shorter[changes[1]] / EPSILON]
        is_known = all(-2 <= part <= 102 for part in parts) and all(step.size < LARGE for step in case.steps)
        return sorted(parts) if is_known else [low, high]
    return Claim(text, what, low - NEAR, high + NEAR, changes, truth)


def of_cost(text, case, line):
    step = bench.work_lines().get(line)
    match = re.search(r": " + SHARE + " of the run's time", text)
    if step is None or not match or case.steps[step].kind in ("several", "groups"):  # they work on several lines
        return []
    return [on_path(text, "line", float(match.group(1)), float(match.group(1)), step, case)]


def of_serial(text, case):
    match = re.search(r"for " + SHARE + r" of its time, (rank \d+) computes alone", text)
    if not match:
        return []
    named = ranks_in(match.group(2))
    percent = float(match.group(1))
    return [Claim(text, "alone", percent - NEAR, 100, tuple(readings(case, named, all_others(case, named))), each=False)]


def of_slow_pass(text, case, line):
    step = bench.work_lines().get(line)
    match = re.search(r"costs ([\d.]+)(?: to ([\d.]+))? % of the run's time", text)
    which = re.match(r"The (?:(first)|(\d+)\w\w) of (\d+) times", text)
    if step is None or not match or not which or int(which.group(3)) != case.passes:
        return []
    where = re.search(r" on (each rank|ranks? [\d, toand]+)", text)
    named = tuple(range(case.ranks)) if where is None or where.group(1) == "each rank" else ranks_in(where.group(1))
    change = ("without_slow_pass", step, 0 if which.group(1) else int(which.group(2)) - 1, named)
    low, high = float(match.group(1)), float(match.group(2) or match.group(1))
    return [Claim(text, "slow pass", low - NEAR, high + NEAR, (change,))]


def of_bottleneck(text, case):
    match = re.search(r"\(" + SHARE + " computing", text)
    if not match or not case.is_known():
        return []
    named = ranks_in(re.match(RANKS, text).group(1))
    percent = float(match.group(1))
    return [Claim(text, "bottleneck computes", percent - EXACT, percent + EXACT, truth=lambda shorter: [
        100 * sum(case.computes(rank) for rank in named) / len(named) / shorter[None]])]


def of_awaited(text, case):
    """Without the work of the rank for which others wait, the run is shorter, and not less than without that of another."""
    named = re.match(r"Rank (\d+) is late: other ranks wait for it", text)
    if not named:
        return []
    rank = int(named.group(1))
    changes = [("without_work_of", (one,)) for one in range(case.ranks)]

    def truth(shorter):
        saved = [shorter[change] for change in changes]
        return [saved[rank] - max(saved)]
    return [Claim(text, "others wait for it", -NEAR, 0, tuple(changes), truth),
            Claim(text, "without its work", 1, 100, (changes[rank],))]


def of_small_messages(text, case):
    """The run takes as long if the larger messages are as small as the others."""
    match = re.search(r"those of ([\d.,]+) B", text[text.index("those of", text.index("those of") + 1):])
    if not match:
        return []
    return [Claim(text, "smaller messages", -NEAR, NEAR, (("with_size", int(match.group(1))),))]


def of_flooded(text, case, line):
    """The run is shorter if nothing is sent there, by half of the time that is named or more."""
    step, percent = bench.lines().get(line), float(re.search(r"for " + SHARE + " of the run's time", text).group(1))
    return [] if step is None else [Claim(text, "flooded", percent / 2, 100, (("without_step", step),))]


def of_drift(text, case, line):
    step = bench.lines().get(line)
    match = re.search(r"cost (up to )?" + SHARE, text)
    where = re.search(r" on (each rank|ranks? [\d, toand]+)", text)
    if step is None or not match:
        return []
    named = tuple(range(case.ranks)) if where is None or where.group(1) == "each rank" else ranks_in(where.group(1))
    percent = float(match.group(2))
    return [Claim(text, "drift", -100 if match.group(1) else percent - NEAR, percent + NEAR, (("without_drift", step, named),))]


def of_phase(text, phases):
    """`phases`: of each phase, its share of the time of all ranks, as the ranks' records have it."""
    match = re.match(r"Phase \"([^\"]+)\".* takes " + SHARE, text)
    name, percent = match.group(1), float(match.group(2))
    return [Claim(text, "phase", percent - EXACT, percent + EXACT, truth=lambda shorter: [phases[name]]),
            Claim(text, "longest phase", 0, 100, truth=lambda shorter: [phases[name] - max(phases.values())])]


def claims_of(conclusion, case, phases=None):
    id, text, line = conclusion["id"], conclusion["text"], conclusion.get("line")
    if id in ("late-rank", "longer-rank"):
        return of_late_ranks(text, case) + of_awaited(text, case)
    if id == "small-messages":
        return of_small_messages(text, case)
    if id in ("flooded-rank", "flooding-rank"):
        return of_flooded(text, case, line)
    if id == "drift":
        return of_drift(text, case, line)
    if id == "longest-phase":
        return of_phase(text, phases)
    if id == "bound-by-serial-part":
        return of_serial(text, case)
    if id.startswith("bound-by-"):
        return of_bound(text, case)
    if id.startswith("costliest"):
        return of_cost(text, case, line)
    if id.startswith("slow-"):
        return of_slow_pass(text, case, line)
    if id == "bottleneck-rank":
        return of_bottleneck(text, case)
    return []
