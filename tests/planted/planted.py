"""Programs with one planted cause: the sheet must name it, with its rank and its line, and must say nothing else.

    planted.py LOOP [--keep FOLDER] [CAUSE...]

Runs planted.loop, or calls.loop, on simulated machines, whose times repeat. `causes` is the table: what each cause must be called, what
the sheet may say beside it (anything else is an error), and for how long each rank computes and handles messages, by a
formula. Each cause also runs in other circumstances, which must change nothing: a collective operation before it, a
barrier after it, another rank in its place, longer work, more passes, more ranks. Doses of a cause: a finding appears
once, stays, and grows. Exit code 1 if a sheet disagrees."""

import argparse
import dataclasses
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "planted.loop")
CALLS = os.path.join(HERE, "calls.loop")
NEAR = 3  # percentage points

# Seconds for which a rank handles a message, when it sends and when it receives it (`smpi/os` and `smpi/or`).
HANDLING = {"fattree-1024": 5e-7, "paragon": 121e-6}
# Said of any run; their shares are those of the states.
COSTS = {"costliest", "costliest-computing", "costliest-communication"}
# Sentences beside them, which have no id of their own: the size of the messages that cost most.
BESIDE_COSTS = {"costliest-size": re.compile(r" Its messages of .* are in transit for ([0-9.]+) % of the run's time\.")}


@dataclasses.dataclass
class Setting:
    """One run. A place is a rank's distance from the chosen one."""
    cause: str
    machine: str = "fattree-1024"
    ranks: int = 6
    passes: int = 20
    unit: float = 1e-3
    dose: float = 1
    chosen: int = 0
    early: bool = False
    last: bool = False

    def values(self):
        return {"cause": self.cause, "passes": self.passes, "unit": self.unit, "dose": self.dose,
                "chosen": self.chosen, "early": str(self.early).lower(), "last": str(self.last).lower()}

    def text(self):
        default = dataclasses.asdict(Setting(self.cause))
        differs = [f"{name} {value}" for name, value in dataclasses.asdict(self).items()
                   if value != default[name]]
        return ", ".join([self.cause] + differs)


@dataclasses.dataclass
class Finding:
    """`percent`: its number, by a formula for a machine whose messages cost nothing. `at_place`: of the rank that it must
    name, and it must name the line with the comment `named`."""
    id: str
    percent: callable = None
    at_place: int = None
    words: str = ""  # of the sentence
    upper: callable = None  # "up to X %": what the run would save, also by a formula for such a machine


@dataclasses.dataclass
class Cause:
    """`computes` and `handles` are seconds in a pass: (setting, place) -> seconds. None: not known by a formula."""
    says: list
    may: set = dataclasses.field(default_factory=set)
    computes: callable = lambda setting, place: 0
    handles: callable = None
    grows: bool = False  # with the dose
    machine: str = "fattree-1024"
    few: bool = False  # circumstances
    calls: bool = False  # its program is calls.loop


def longer(setting):
    """How much of the run one rank computes longer."""
    return 100 * setting.dose / (1 + setting.dose)


def nearly_all(setting):
    return 100


def beside_chain(setting):
    return 100 * (1 - (setting.ranks + 0.5) / setting.ranks / (setting.ranks - 1))


def half_longer(setting):
    return 300 * setting.dose / (1 + 3 * setting.dose) * (setting.ranks // 2) / setting.ranks


def all_that_half_is_longer(setting):
    """What the run saves if these ranks compute as long as the others; most of an odd number of ranks are no exception."""
    return half_longer(setting) if setting.ranks % 2 else 300 * setting.dose / (1 + 3 * setting.dose)


def all_that_half_of_two_is_longer(setting):
    return 300 * setting.dose / (2 + 3 * setting.dose)


def half_longer_of_two(setting):
    return 300 * setting.dose / (2 + 3 * setting.dose) * (setting.ranks // 2) / setting.ranks


def much_longer(setting):
    return 800 * setting.dose / (1 + 8 * setting.dose)


def uneven(setting, place):
    return [setting.unit * (1 + (2 * place + 5 * i + 9 * place * i) % 11) for i in range(setting.passes)]


def uneven_threads(setting):
    return 100 * 3 / 4 * setting.dose / (1 + setting.dose)  # three of four threads wait


def even_steps(setting):
    """What the run would save if all ranks did the same in each step."""
    ranks = [uneven(setting, place) for place in range(setting.ranks)]
    longest = sum(max(step) for step in zip(*ranks))
    return 100 * (1 - sum(map(sum, ranks)) / setting.ranks / longest)


def ring_messages(setting, place):
    return 4 * HANDLING[setting.machine]  # two sent, two received


def one_message(setting, place):
    return 2 * HANDLING[setting.machine]  # one sent, one received


def computes_alone(setting, place):
    return setting.dose * setting.unit if place == 0 else 0


def each_computes_longer(setting, place):
    return setting.unit * (1 + setting.dose)


def four_times_longer(setting, place):
    return setting.unit + 4 * computes_alone(setting, place)


def in_transit(size):
    """Seconds from one rank to another one on fattree-1024."""
    return 1.026e-6 + size / 12.5e9


def share_of_large(setting):
    """Of messages in every fifth pass."""
    large = in_transit(8 + 1e6 * setting.dose)
    each = 1e-6 + 2 * HANDLING[setting.machine]
    return 100 * large / (large + 4 * in_transit(8) + 5 * each)


def share_of_small(setting):
    """Of 19 in 20 messages."""
    small, large, handled = in_transit(4000), in_transit(100000), 2 * HANDLING[setting.machine]
    return 100 * 19 * small / (19 * small + large + 20 * handled)


def late_client(setting, place):
    return 0 if place == 1 else 2 * setting.unit + 3 * computes_alone(setting, place)


def serial(percent, others="and the other rank"):  # "waits", or "ranks wait"
    return [Finding("bound-by-serial-part", percent, 0, others)]


SERIAL_ONLY = serial(lambda setting: 100)
# Host code takes no simulated time, so such a run does not show what bounds it.
ONLY_MESSAGES = [Finding("no-work-charged")]

causes = {
    "even": Cause([Finding("bound-by-computing", lambda setting: 100)],
                  computes=lambda setting, place: setting.unit, handles=ring_messages),
    "late": Cause([Finding("bound-by-imbalance", longer), Finding("late-rank", longer, 0)],
                  computes=lambda setting, place: setting.unit + computes_alone(setting, place),
                  handles=ring_messages, grows=True),
    "late, collective": Cause([Finding("bound-by-imbalance", longer, upper=longer), Finding("late-rank", longer, 0)],
                              computes=lambda setting, place: setting.unit + computes_alone(setting, place), grows=True),
    "late, synchronous messages": Cause([Finding("bound-by-imbalance"), Finding("late-rank", at_place=0)], few=True, machine="paragon",
                                        computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    "late, one of several senders": Cause([Finding("bound-by-imbalance"), Finding("late-rank", at_place=0)], few=True,
                                          machine="paragon", computes=four_times_longer),
    "late below an inner rank, reduction": Cause([Finding("bound-by-waiting")], {"late-rank"}, few=True, computes=None),
    "late lower rank, prefix sum": Cause([Finding("bound-by-waiting")], {"late-rank"}, few=True, computes=None),
    "late root, long broadcast": Cause([Finding("late-rank", at_place=0)], {"bound-by-imbalance", "bound-by-communication"},
                                       few=True, machine="paragon",
                                       computes=lambda setting, place: setting.unit + 2 * computes_alone(setting, place)),
    # Below the root in a tree, with ranks below it.
    "late, passes a broadcast on": Cause([Finding("bound-by-imbalance", longer), Finding("late-rank", at_place=0)], few=True,
                                         computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    "late, passes a broadcast on, ring": Cause([Finding("bound-by-imbalance", longer), Finding("late-rank", at_place=0)], few=True,
                                               computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    # They have the data when they call, and only handle them.
    "late, passes a broadcast on, long handling": Cause(
        [Finding("bound-by-imbalance"), Finding("late-rank", at_place=0)], few=True, machine="paragon",
        computes=lambda setting, place: 2 * setting.unit + 2 * computes_alone(setting, place)),
    "late leaf, long broadcast": Cause([Finding("bound-by-imbalance")], {"late-rank", "longer-rank"}, few=True, machine="paragon",
                                       computes=lambda setting, place: setting.unit + 40 * computes_alone(setting, place)),
    "late, three neighbors": Cause([Finding("bound-by-imbalance"), Finding("late-rank", at_place=0)], few=True, machine="paragon",
                                   computes=four_times_longer),
    "late, host code, one of several senders": Cause([Finding("bound-by-imbalance"), Finding("late-rank", at_place=0)],
                                                     few=True, calls=True, machine="paragon", computes=four_times_longer),
    # Without the late rank, the server would serve its clients in another order.
    "late client, served as they come": Cause([Finding("bound-by-imbalance", words=" costs at least "),
                                               Finding("late-rank", at_place=0, words=" less time")],
                                              calls=True, few=True, computes=late_client),
    "late client, served in turn": Cause([Finding("bound-by-imbalance", words=" costs up to "),
                                          Finding("late-rank", at_place=0)], calls=True, few=True, computes=late_client),
    # It would do more of the tasks.
    "slow worker": Cause([Finding("late-rank", words="Without that, the run would take at least ")],
                         {"bound-by-imbalance", "bound-by-computing"}, few=True, computes=None),
    "late receiver, chain": Cause([Finding("bound-by-imbalance", longer), Finding("late-rank", longer, 0)], few=True,
                                  computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    "late receiver, host code, chain": Cause([Finding("bound-by-imbalance", longer), Finding("late-rank", longer, 0)],
                                             calls=True, few=True,
                                             computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    "late, on a line of its own": Cause([Finding("bound-by-imbalance", longer), Finding("late-rank", longer, 0)],
                                        computes=lambda setting, place: setting.unit + computes_alone(setting, place),
                                        grows=True),
    "late, every other rank": Cause([Finding("bound-by-imbalance", half_longer, words=" compute longer than ",
                                             upper=all_that_half_is_longer)], grows=True,
                                    computes=lambda setting, place: setting.unit * (1 + 3 * setting.dose * (place % 2 == 0))),
    # Ranks of one group compute on another line than those of the other one, which does not make them longer.
    "late, groups on lines of their own": Cause([Finding("bound-by-imbalance", half_longer_of_two,
                                                            upper=all_that_half_of_two_is_longer)], few=True,
                                                computes=lambda setting, place: setting.unit * (
                                                    2 + 3 * setting.dose * (place % 2 == 0))),
    # What ranks need from each other is not known, but the other one computes longer, too.
    "late, another one half as late, short steps": Cause(
        [Finding("late-rank", at_place=0, words="Without that, the run would take between ")],
        {"bound-by-imbalance", "bound-by-communication", "bound-by-computing"}, few=True, computes=None),
    "uneven, without messages": Cause([Finding("bound-by-imbalance", longer, words="computes longer than the others")],
                                      {"late-rank"}, grows=True,
                                      computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    "late, another one hidden": Cause([Finding("bound-by-imbalance"), Finding("late-rank", at_place=0)], few=True,
                                      computes=lambda setting, place: setting.unit * max(1, 3 - place)),
    "first time, two ranks": Cause([Finding("slow-first-time", longer, words=" on ranks ")], few=True, computes=None,
                                   may={"bound-by-imbalance", "bound-by-computing", "late-rank"}),
    "hidden in a transfer": Cause([Finding("bound-by-communication", nearly_all)], few=True, machine="paragon",
                                  computes=lambda setting, place: 8e-3 if place == 0 else 1e-3, handles=one_message),
    "hidden in a transfer, started": Cause([Finding("bound-by-communication", nearly_all)], few=True, machine="paragon",
                                           computes=lambda setting, place: 8e-3 if place == 0 else 1e-3),
    # The transfer takes 12 ms.
    "as long as a transfer": Cause([Finding("bound-by-imbalance", words=" Other computing on the critical path takes "),
                                    Finding("late-rank", lambda setting: 24)], few=True, machine="paragon",
                                   computes=lambda setting, place: 16e-3 if place == 0 else 1e-3, handles=one_message),
    "receiver, data on their way": Cause([Finding("bound-by-communication")], {"flooded-rank", "longer-rank"}, few=True, machine="paragon",
                                         computes=lambda setting, place: 3e-3 if place == 0 else 2e-3),
    # With fewer steps, they would also communicate less.
    "more steps in a group": Cause([Finding("late-rank", words=" times as often. Without that, the run would take at least ")],
                                   {"bound-by-imbalance", "bound-by-communication"}, few=True, machine="paragon",
                                   computes=None),
    # It communicates as often as every other stage but the ends.
    "late stage of a pipeline": Cause([Finding("bound-by-imbalance", words=" because rank 2 computes longer than the others. ")],
                                      {"late-rank"}, few=True, machine="paragon", computes=None),
    "two bottlenecks": Cause([Finding("bottleneck-rank", words=" are the bottleneck: they are busy for ")],
                             {"bound-by-communication", "bound-by-imbalance"}, few=True, machine="paragon",
                             computes=lambda setting, place: setting.unit * (0.04 if place < 2 else 0.02) * setting.ranks),
    # Handles the messages of all others, and computes as long as they.
    "bottleneck": Cause([Finding("bottleneck-rank", nearly_all, words=" sending and receiving), another rank for ")],
                        {"bound-by-communication", "bound-by-computing", "flooded-rank"}, few=True, machine="paragon",
                        computes=lambda setting, place: setting.unit * 0.15 * setting.ranks),
    "bottleneck, host code": Cause([Finding("bottleneck-rank", nearly_all)],
                                   {"bound-by-communication", "bound-by-imbalance", "flooded-rank", "small-messages"}, few=True, calls=True,
                                   machine="paragon", computes=lambda setting, place: setting.unit * (
                                       0.3 * (setting.ranks - 1) if place == 0 else 0.1 * setting.ranks)),
    "root prepares, long scatter": Cause([Finding("bound-by-imbalance"), Finding("late-rank")], {"flooding-rank"}, few=True,
                                         machine="paragon", computes=lambda setting, place: (1.5e-3 if place == 0 else 0.75e-3) * setting.ranks),
    # The others may do a part of the operation before the late rank comes.
    "late, long gather": Cause([Finding("late-rank", words="Without that, the run would take ")],
                               {"bound-by-imbalance", "bound-by-communication"}, few=True, machine="paragon",
                               computes=lambda setting, place: 10e-3 if place == 2 else 4e-3),
    "late, long allgather": Cause([Finding("bound-by-communication")], {"longer-rank"}, few=True, machine="paragon",
                                  computes=lambda setting, place: 3e-3 if place == 2 else 2e-3),
    # The sum is over when the late rank comes to its end, and the others wait for it in the next pass.
    "late in an overlapped sum": Cause([Finding("late-rank")], {"bound-by-communication", "bound-by-imbalance"}, few=True,
                                       machine="paragon", computes=lambda setting, place: 3e-3 if place == 1 else 1.5e-3),
    # What each of them costs adds up: 6 passes become 2.
    "late in turn": Cause([Finding("late-rank", lambda setting: 100 * 4 / 6, words="as others wait for these ranks in turn")],
                          {"bound-by-imbalance", "bound-by-waiting"}, few=True,
                          computes=lambda setting, place: setting.unit * (4 if place in (1, 2) else 2)),
    # Imbalance costs at most the time that the rank computes longer. The sentence does not divide the rest of the path.
    "late, long sum": Cause([Finding("bound-by-imbalance", words=" Another rank computes for ")], {"late-rank", "longer-rank"},
                            few=True,
                            computes=lambda setting, place: setting.unit / 2 + 0.4 * computes_alone(setting, place)),
    # Other ranks have more data, and took part of it meanwhile.
    "late, small part of a gather": Cause([Finding("bound-by-imbalance"), Finding("longer-rank", at_place=1)],
                                          few=True, machine="paragon",
                                          computes=lambda setting, place: 6e-3 if place == 1 else 2e-3),
    # The others gather their data while they compute, and the late one does it in a shorter time than they.
    "late in an overlapped allgather": Cause([Finding("longer-rank", at_place=1)],
                                             {"bound-by-communication", "bound-by-imbalance"}, few=True, machine="paragon",
                                             computes=lambda setting, place: 6e-3 if place == 1 else 3e-3),
    "late in an overlapped sum, and another sum": Cause([Finding("late-rank", at_place=1)],
                                                        {"bound-by-communication", "bound-by-imbalance"}, few=True,
                                                        machine="paragon",
                                                        computes=lambda setting, place: 6.2e-3 if place == 1 else 2.2e-3),
    # The first operation that a site starts ends first.
    "sums started before one ends": Cause([Finding("bound-by-communication")], few=True, machine="paragon",
                                          computes=lambda setting, place: 2e-3),
    "uneven threads": Cause([Finding("uneven-threads", uneven_threads), Finding("bound-by-computing")], few=True,
                            computes=lambda setting, place: setting.unit * (1 + setting.dose)),
    "uneven threads, two of them": Cause(
        [Finding("uneven-threads", lambda setting: 100 * setting.dose / 2 / (1 + setting.dose))], grows=True,
        computes=lambda setting, place: setting.unit * (1 + setting.dose)),
    "even threads": Cause([Finding("bound-by-computing")], few=True, computes=lambda setting, place: setting.unit),
    # They would take 3.4 % less time.
    "uneven threads, briefly": Cause([Finding("bound-by-computing")], few=True,
                                     computes=lambda setting, place: setting.unit * (21 + setting.dose)),
    # A broadcast still reaches some ranks while others compute the next panel.
    "panels in turn": Cause([Finding("bound-by-waiting")], few=True, machine="paragon", computes=None),
    # Without the late rank, the messages below it are on their way at the same time as those of the others.
    "late, shared links": Cause([Finding("bound-by-imbalance"),
                                 Finding("late-rank", words="Without that, the run would take ")],
                                few=True, machine="paragon",
                                computes=lambda setting, place: 7e-3 if place == 1 else 2e-3),
    "uneven steps": Cause([Finding("bound-by-waiting", even_steps)], few=True,
                          computes=lambda setting, place: sum(uneven(setting, place)) / setting.passes),
    "late, and another cause": Cause([Finding("bound-by-imbalance", words="because some ranks compute longer than others"),
                                      Finding("late-rank", words="Without that, the run would take about 29 % less time")],
                                     few=True, computes=lambda setting, place: setting.unit * (
                                         7 if place == 0 else 5 if place < setting.ranks // 2 else 1)),
    "hidden in a pipeline": Cause([Finding("bound-by-communication")], few=True, machine="paragon",
                                  computes=lambda setting, place: 15e-3 if place == 0 else 10e-3, handles=one_message),
    "one-sided, little work": Cause([Finding("bound-by-mpi-calls")], calls=True, few=True, computes=lambda setting, place: 0),
    "one-sided, accumulated": Cause([Finding("bound-by-mpi-calls")], calls=True, few=True, computes=lambda setting, place: 0),
    "hidden beside a ring": Cause([Finding("bound-by-communication", nearly_all)], few=True, machine="paragon",
                                  computes=lambda setting, place: 4e-3 if place == 0 else 0),
    "hidden beside a chain": Cause([Finding("bound-by-waiting", beside_chain)], few=True,
                                   computes=lambda setting, place: setting.unit * (1.5 if place == 0 else 1)),
    "alone, two ranks": Cause([Finding("bound-by-serial-part", lambda setting: 170 * setting.dose / (0.5 + 1.7 * setting.dose),
                                       0, "one rank computes alone while the others wait: rank ")], {"late-rank"}, few=True,
                              computes=None),
    "small messages beside large operations": Cause(ONLY_MESSAGES, few=True, computes=lambda setting, place: 0),
    "large messages, every fifth time": Cause([Finding("costliest-size", share_of_large, words=" Its messages of 977 KiB, ")],
                                              {"bound-by-communication", "small-messages"},
                                              computes=lambda setting, place: 1e-6, grows=True),
    "large messages of one rank": Cause(ONLY_MESSAGES + [Finding("costliest-size", words=" Its messages of 977 KiB, 20 of ")],
                                        few=True, computes=lambda setting, place: 0),
    "large messages, exchanged": Cause(ONLY_MESSAGES + [Finding("costliest-size", words=" Its messages of 977 KiB, ")],
                                       few=True, machine="paragon"),
    "many small messages, few large ones": Cause(
        ONLY_MESSAGES + [Finding("costliest-size", share_of_small, words=" Its messages of 3.91 KiB, ")], few=True),
    "small and large messages that take the same time in all": Cause(ONLY_MESSAGES, few=True),
    "large messages, handled for longer": Cause(ONLY_MESSAGES, few=True, machine="paragon"),
    "three sizes of messages": Cause(ONLY_MESSAGES, few=True),
    "large messages, overlapped": Cause([Finding("bound-by-computing")], few=True,
                                       computes=lambda setting, place: setting.unit + 1e-6),
    "large messages of a late rank": Cause([Finding("bound-by-serial-part")], few=True,
                                           computes=lambda setting, place: computes_alone(setting, place) / 2),
    "incast, mostly computing": Cause([Finding("flooded-rank", at_place=0), Finding("bound-by-communication")], few=True,
                                      computes=lambda setting, place: 8e-6 * setting.ranks),
    # Data wait for those of the late ranks.
    "gather, half are late": Cause([Finding("bound-by-communication")], few=True, machine="meiko", computes=None),
    # Rank 0 computes while data are on their way to it.
    "incast, senders ahead": Cause([Finding("bound-by-computing")], few=True,
                                   computes=lambda setting, place: 8e-6 * setting.ranks),
    "incast, nearly all computing": Cause([Finding("bound-by-computing")], few=True,
                                          computes=lambda setting, place: 30e-6 * setting.ranks),
    "incast, overlapped": Cause([Finding("bound-by-computing")], few=True, computes=None),
    "scatter, mostly computing": Cause([Finding("flooding-rank", at_place=0), Finding("bound-by-communication")], few=True,
                                       computes=lambda setting, place: 10e-6 * setting.ranks),
    "small messages, mostly computing": Cause([Finding("small-messages"), Finding("bound-by-communication")], few=True,
                                              computes=lambda setting, place: 6e-6),
    "small messages, nearly all computing": Cause([Finding("bound-by-computing")], few=True,
                                                  computes=lambda setting, place: 3e-5),
    "incast behind small messages": Cause(ONLY_MESSAGES, few=True, computes=lambda setting, place: 0),
    "late, much": Cause([Finding("bound-by-imbalance", much_longer),
                         Finding("late-rank", much_longer, 0)],
                        computes=lambda setting, place: setting.unit + 8 * computes_alone(setting, place)),
    "late, operations": Cause([Finding("bound-by-imbalance", longer), Finding("late-rank", longer, 0)], computes=None,
                              grows=True),
    "first time": Cause([Finding("bound-by-imbalance", longer), Finding("slow-first-time", longer, 0, "A warm-up")],
                        {"late-rank"}, grows=True,
                        computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    "first time, each rank": Cause([Finding("bound-by-computing", lambda setting: 100),
                                    Finding("slow-first-time", longer, words="each rank")], computes=each_computes_longer),
    "first time, uneven": Cause([Finding("slow-first-time", words="ms on each rank")],
                                {"bound-by-imbalance", "late-rank"}, few=True, computes=None),
    "stairs": Cause([Finding("bound-by-imbalance"), Finding("late-rank", words="all of that in")], few=True,
                  computes=lambda setting, place: setting.unit * (place + 1)),
    "tasks, then late": Cause([Finding("bound-by-imbalance"), Finding("late-rank", words="all of that in")],
                              {"bound-by-waiting"}, few=True, computes=None),
    "first time, warm-up": Cause([Finding("bound-by-computing", lambda setting: 100)],
                                 computes=lambda setting, place: setting.unit),
    "once": Cause([Finding("bound-by-imbalance", longer), Finding("slow-once", longer, 0, "The 8th of ")],
                  {"late-rank"}, grows=True,
                  computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    "once, each rank": Cause([Finding("bound-by-computing", lambda setting: 100),
                              Finding("slow-once", longer, words="each rank")], computes=each_computes_longer),
    "every fifth time": Cause([Finding("bound-by-computing", lambda setting: 100)],
                              computes=lambda setting, place: setting.unit * (1 + 2 * setting.dose)),
    "drift": Cause([Finding("bound-by-computing", lambda setting: 100),
                    Finding("drift", words="takes longer and longer on each rank: ")], computes=None),
    "drift, one rank, shorter": Cause([Finding("bound-by-imbalance"),
                                       Finding("drift", at_place=0, words="takes less and less time on ")],
                                      {"late-rank"}, computes=None, grows=True),
    "drift, against each other": Cause([Finding("bound-by-waiting", lambda setting: 25),
                                        Finding("drift", lambda setting: 25)], computes=None),
    "step": Cause([Finding("bound-by-computing", lambda setting: 100)],
                  computes=lambda setting, place: 2 * setting.unit),
    "tasks": Cause([Finding("bound-by-computing", lambda setting: 100)], computes=None),
    "sawtooth": Cause([Finding("bound-by-computing", lambda setting: 100)],
                      computes=lambda setting, place: setting.unit * (1 + 2 * setting.dose)),
    "alone, and branches": Cause(serial(lambda setting: 100 * setting.dose / (2 + setting.dose)), {"late-rank"},
                                 computes=lambda setting, place: 2 * setting.unit + computes_alone(setting, place)),
    "alone": Cause(serial(longer), {"late-rank"}, grows=True,
                   computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    "alone, one message of two": Cause(SERIAL_ONLY, computes=computes_alone, handles=ring_messages),
    "alone, in flight": Cause(SERIAL_ONLY, computes=computes_alone, handles=ring_messages),
    "alone, others ended": Cause(serial(lambda setting: 100, "after the other ranks have ended."), computes=computes_alone),
    "alone, first in a group": Cause(SERIAL_ONLY, computes=computes_alone),
    "alone, host code waits": Cause(SERIAL_ONLY, computes=computes_alone),
    "alone, host code sends and receives": Cause(SERIAL_ONLY, computes=computes_alone, handles=one_message),
    "alone, host code has requests": Cause(SERIAL_ONLY, computes=computes_alone, handles=one_message),
    "alone, host code probes": Cause(SERIAL_ONLY, calls=True, few=True, computes=computes_alone),
    "late, host code polls": Cause([Finding("bound-by-imbalance", longer), Finding("late-rank", longer, 0)],
                                   calls=True, grows=True,
                                   computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    "alone, host code polls for messages": Cause(SERIAL_ONLY, calls=True, few=True, computes=computes_alone),
    "even, host code polls while it computes": Cause([Finding("bound-by-computing")], calls=True, few=True,
                                                     computes=lambda setting, place: setting.unit),
    "alone, host code sends synchronously": Cause(SERIAL_ONLY, calls=True, few=True, computes=computes_alone),
    "alone, host code has nonblocking operations": Cause(SERIAL_ONLY, calls=True, few=True, computes=computes_alone),
    "late root, nonblocking broadcast": Cause([Finding("bound-by-imbalance", longer), Finding("late-rank", longer, 0)],
                                              calls=True, grows=True,
                                              computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    "late leaf, nonblocking scatter": Cause([Finding("bound-by-imbalance", longer)], {"late-rank"}, calls=True, few=True,
                                            computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    "late, fences": Cause([Finding("bound-by-imbalance", longer), Finding("late-rank", longer, 0)], calls=True, grows=True,
                          computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    "late, windows of neighbors": Cause([Finding("longer-rank", at_place=0)], {"bound-by-mpi-calls", "bound-by-computing"},
                                        calls=True, few=True,
                                        computes=lambda setting, place: setting.unit + computes_alone(setting, place)),
    "one-sided": Cause([Finding("bound-by-communication")], calls=True, few=True, computes=lambda setting, place: setting.unit / 1000),
    "ramp": Cause([Finding("bound-by-imbalance", lambda setting: 25)], {"late-rank"},
                  computes=lambda setting, place: setting.unit * (1 + place / (setting.ranks - 1))),
    "turn": Cause([Finding("bound-by-waiting", lambda setting: 100 * (1 - 1 / setting.ranks))],
                  computes=lambda setting, place: setting.unit),
    "one after the other, once": Cause([Finding("bound-by-waiting", lambda setting: 100 * 8 / 18)], {"late-rank"},
                                       computes=lambda setting, place: 10 * setting.unit),
    "handling": Cause(ONLY_MESSAGES + [Finding("costliest", words="all overhead)")], machine="meiko"),
    "wander": Cause([Finding("bound-by-waiting")]),
    "latency": Cause(ONLY_MESSAGES, handles=one_message),
    "bandwidth": Cause(ONLY_MESSAGES, handles=one_message),
    "small messages": Cause(ONLY_MESSAGES + [Finding("small-messages")],
                            handles=lambda setting, place: 4 * HANDLING[setting.machine]),
    "small messages, both ways": Cause(ONLY_MESSAGES + [Finding("small-messages")],
                                       handles=lambda setting, place: 8 * HANDLING[setting.machine]),
    "bytes of small messages": Cause(ONLY_MESSAGES, machine="meiko"),
    "phases": Cause([Finding("bound-by-computing", lambda setting: 100),
                     Finding("longest-phase", lambda setting: 200 / 3, words='"solve"')],
                    computes=lambda setting, place: 3 * setting.unit, handles=ring_messages),
    "phases of one name, nested": Cause([Finding("bound-by-computing", lambda setting: 100),
                                         Finding("longest-phase", lambda setting: 200 / 3, words='"solve"')],
                                        computes=lambda setting, place: 3 * setting.unit, handles=ring_messages),
    "phases, messages": Cause([Finding("bound-by-communication"), Finding("longest-phase", words='"halo"')],
                              computes=lambda setting, place: 2e-5),
    "little work, bandwidth": Cause([Finding("bound-by-communication")], computes=lambda setting, place: 1e-6,
                                    handles=one_message),
    "incast": Cause(ONLY_MESSAGES + [Finding("flooded-rank", at_place=0)], handles=lambda setting, place:
                    HANDLING[setting.machine] * (setting.ranks - 1 if place == 0 else 1)),
    "incast, all to all untimed": Cause(ONLY_MESSAGES + [Finding("flooded-rank", at_place=0, words="100 % of all bytes")]),
    "incast, little work": Cause([Finding("bound-by-communication"), Finding("flooded-rank", at_place=0)],
                                 computes=lambda setting, place: 1e-6),
    "gather": Cause(ONLY_MESSAGES + [Finding("flooded-rank", at_place=0)]),
    "scatter": Cause(ONLY_MESSAGES + [Finding("flooding-rank", at_place=0)]),
    "one to all": Cause(ONLY_MESSAGES + [Finding("flooding-rank", at_place=0)]),
    "all to all": Cause(ONLY_MESSAGES),
    "even, all to all": Cause([Finding("costliest", words="in the operation")],
                              {"bound-by-communication", "bound-by-computing"}, few=True, machine="paragon",
                              computes=lambda setting, place: setting.unit),
    "incast, broadcasts": Cause([Finding("no-work-charged")], few=True),
    "transit": Cause(ONLY_MESSAGES, handles=lambda setting, place: HANDLING[setting.machine] if place < 2 else 0),
}


# Causes without a loop.
ONCE = {"incast behind small messages", "tasks", "transit", "one after the other, once", "alone, others ended",
        "alone, first in a group"}


def settings_of(cause):
    """A cause in its circumstances."""
    one = Setting(cause, machine=causes[cause].machine)
    yield one
    if causes[cause].machine == "fattree-1024" and not causes[cause].few:
        yield dataclasses.replace(one, machine="paragon", unit=1e-1)
    if causes[cause].few:
        yield dataclasses.replace(one, last=True, chosen=2)
        yield dataclasses.replace(one, ranks=16, early=True)
        return
    for change in ({"early": True}, {"last": True}, {"chosen": 2}, {"unit": 1e-2}, {"passes": 40}, {"ranks": 3},
                   {"ranks": 16, "last": True}):
        yield dataclasses.replace(one, **change)


def doses_of(cause):
    return [Setting(cause, dose=dose) for dose in (0, 0.02, 0.1, 0.4)] if causes[cause].grows else []


def program_of(cause):
    return CALLS if causes[cause].calls else PROGRAM


class Bench:
    def __init__(self, loop, folder, program=None):  # None: that of the cause
        self.loop, self.folder, self.program = loop, folder, program

    def sheet(self, setting):
        number = re.sub(r"\W+", "-", setting.text())
        folder = os.path.join(self.folder, number)
        words = [f"{name}={value}" for name, value in setting.values().items()]
        self.call(["run", self.program or program_of(setting.cause), "-n", str(setting.ranks), "--machine", setting.machine, "-o", folder] +
                  [word for value in words for word in ("--set", value)])
        return json.loads(self.call(["report", folder, "--format", "json", "-o", "-"]))

    def call(self, words):
        done = subprocess.run([self.loop] + words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
        if done.returncode:
            raise SystemExit(f"loop {' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def named_line(self, cause):
        with open(program_of(cause)) as file:
            lines = file.read().splitlines()
        begin = next(i for i, line in enumerate(lines) if f'cause == "{cause}"' in line)
        return next(i for i in range(begin, len(lines)) if "// named" in lines[i]) + 1


def table(sheet, name):
    return next(table for section in sheet["sections"] for table in section["tables"] if table["id"] == name)


def states_by_rank(sheet):
    """For each rank: seconds measured, and percentages by state; None if nothing was measured."""
    ranks = table(sheet, "utilization")
    result = []
    for row in ranks["rows"]:
        cells = {column: (cell or {}).get("value") for column, cell in zip(ranks["columns"], row)}
        result.append(cells)
    return result


def sentences_of(sheet):
    """The conclusions, and the sentences beside them."""
    sentences = list(sheet["conclusions"])
    for one in sheet["conclusions"]:
        for id, words in BESIDE_COSTS.items():
            said = words.search(one["text"])
            if one["id"] in COSTS and said:
                sentences.append({**one, "id": id, "value": float(said[1]), "unit": "%", "text": said[0]})
    return sentences


class Disagreements:
    """What one sheet says wrong."""

    def __init__(self, setting, sheet, line):
        self.setting, self.sheet, self.cause = setting, sheet, causes[setting.cause]
        self.line = line
        self.found = {one["id"]: one for one in sentences_of(sheet)}
        self.texts = []

    def list(self, is_small_dose=False):
        if not is_small_dose:
            for finding in self.cause.says:
                self.look_for(finding)
        for found in self.found.values():
            self.look_at(found)
        self.look_at_costs()
        self.look_at_states()
        return [f"{self.setting.text()}: {text}" for text in self.texts]

    def look_for(self, finding):
        found = self.found.get(finding.id)
        if found is None:
            self.texts.append(f"does not say {finding.id}, but: {list(self.found)}")
            return
        if finding.percent is not None and self.setting.machine == "fattree-1024" and \
                abs(found["value"] - finding.percent(self.setting)) > NEAR:
            self.texts.append(f"{finding.percent(self.setting):.1f} % in truth: {found['text']}")
        if not self.setting.last and finding.words not in found["text"]:
            self.texts.append(f"`{finding.words}` is missing: {found['text']}")
        if finding.upper is not None and self.setting.machine == "fattree-1024":
            self.look_at_upper_end(found, finding.upper(self.setting))
        if finding.at_place is not None:
            rank = (finding.at_place + self.setting.chosen) % self.setting.ranks
            if not re.search(rf"\b[Rr]ank {rank}\b", found["text"]):
                self.texts.append(f"it is rank {rank}: {found['text']}")
            if found.get("line") != self.line:
                self.texts.append(f"it is line {self.line}: {found['text']}")
            if finding.percent is not None:
                self.look_at_path(found, rank)

    def look_at_upper_end(self, found, percent):
        """It is not below the truth, but for what a barrier at the end takes, and not far above it."""
        said = re.search(r"costs up to ([0-9.]+) %", found["text"])
        if said is None or not percent - 0.3 <= float(said[1]) <= percent + NEAR:
            self.texts.append(f"up to {percent:.1f} % in truth: {found['text']}")

    def look_at_path(self, found, rank):
        """What costs p percent of the time lies on the critical path, on its rank and line, with half of p at least."""
        for name, key in (("path-by-construct", str(self.line)), ("path-by-rank", str(rank))):
            rows = [row for row in table(self.sheet, name)["rows"] if any((cell or {}).get("text") == key for cell in row)]
            percent = max((cell["value"] for row in rows for cell in row if cell and cell.get("unit") == "%"), default=0)
            if percent < found["value"] / 2:
                self.texts.append(f"{percent:.1f} % of the critical path in {name} {key}: {found['text']}")

    def look_at_costs(self):
        """What takes more than half of the run on one line is what costs most."""
        percent = max((finding.percent(self.setting) for finding in self.cause.says if finding.at_place is not None
                       and finding.percent is not None), default=0)
        if percent > 60 and self.found["costliest"].get("line") != self.line:
            self.texts.append(f"line {self.line} costs most: {self.found['costliest']['text']}")

    def look_at(self, found):
        known = COSTS | self.cause.may | {finding.id for finding in self.cause.says}
        if found["id"] not in known and not (self.cause.grows and found["id"] == "bound-by-computing"):
            self.texts.append(f"should not say: {found['text']}")
        if found.get("unit") == "%" and not 0 <= found["value"] <= 100.0001:
            self.texts.append(f"not a share: {found['text']}")

    def look_at_states(self):
        for rank, row in enumerate(states_by_rank(self.sheet)):
            place = (rank - self.setting.chosen) % self.setting.ranks
            self.look_at_rank(rank, place, row)

    def look_at_rank(self, rank, place, row):
        measured = row["measured time"]
        shares = {state: row[state] for state in ("busy", "overhead", "idle") if row[state] is not None}
        others = row.get("in MPI, not recorded") or 0
        if not measured or len(shares) < 3:
            return
        if not 99.9 < sum(shares.values()) + others < 100.1:
            self.texts.append(f"rank {rank}: shares do not add up: {shares}")
        passes = 1 if self.setting.cause in ONCE else self.setting.passes
        for state, seconds in (("busy", self.cause.computes), ("overhead", self.cause.handles)):
            if seconds is None or (self.setting.cause == "wander" and state == "busy"):
                continue
            percent = 100 * passes * seconds(self.setting, place) / measured
            if abs(shares[state] - percent) > NEAR:
                self.texts.append(f"rank {rank}: {state} {shares[state]:.1f} %, in truth {percent:.1f} %")


def disagreements_of_doses(settings, sheets):
    """A finding appears once, stays, and grows."""
    texts = []
    for finding in causes[settings[0].cause].says:
        values = [{one["id"]: one["value"] for one in sentences_of(sheet)}.get(finding.id) for sheet in sheets]
        known = [value for value in values if value is not None]
        first = values.index(known[0]) if known else len(values)
        name = f"{settings[0].cause}, doses {[setting.dose for setting in settings]}: {finding.id} {values}"
        if None in values[first:]:
            texts.append(f"{name}: it appears and vanishes")
        if known != sorted(known):
            texts.append(f"{name}: it does not grow")
        if values[0] is not None or values[1] is not None:
            texts.append(f"{name}: it is said without the cause")
        if finding.id == "late-rank" and values[-1] is None:
            texts.append(f"{name}: it is not said")
    return texts


FINDINGS = os.path.join(HERE, "..", "..", "report", "findings")
OF_TRACES = ("bottleneck", "bound", "costs", "flooded", "lateness", "passes", "uneven_threads")


def ids_in(names):
    """The ids that stand in the code of these files."""
    ids = set()
    for name in names:
        with open(os.path.join(FINDINGS, name + ".cpp")) as file:
            text = file.read()
        ids |= set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', text))
        ids |= set(re.findall(r'(?:say|onclusion|push_back)\(?\{?\(?\s*"([a-z]+)",', text))
    return ids - {"critical-path"}  # a section


def findings_of_traces():
    return ids_in(OF_TRACES)


def findings_without_constructed_causes():
    """Ids that no simulated run can show, and that have no table of constructed causes: a table demands two that show
    them, and two that do not."""
    names = {name[:-4] for name in os.listdir(FINDINGS) if name.endswith(".cpp")} - set(OF_TRACES)
    tables = ""
    for name in ("records", "scaling"):
        with open(os.path.join(HERE, "..", "report", f"planted_{name}_test.cpp")) as file:
            tables += file.read()
    return {id for id in ids_in(names) - findings_of_traces() if f'"{id}"' not in tables}


def untested_findings():
    texts = []
    for id in sorted(findings_of_traces() - COSTS | set(BESIDE_COSTS)):
        must = [name for name, cause in causes.items() if any(finding.id == id for finding in cause.says)]
        must_not = [name for name, cause in causes.items() if name not in must and id not in cause.may]
        if len(must) < 2 or len(must_not) < 2:
            texts.append(f"{id}: {len(must)} causes must show it, and {len(must_not)} must not; two of each are needed")
    return texts + [f"{id}: no table of tests/report/planted_*_test.cpp names it" for id in
                    sorted(findings_without_constructed_causes())]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("loop")
    parser.add_argument("causes", nargs="*", metavar="CAUSE")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the runs there")
    options = parser.parse_args()
    names = options.causes or list(causes)
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(options.loop, options.keep or scratch)
        bench.sheet(Setting("even", passes=1, early=True))  # builds the program once
        settings = [setting for cause in names for setting in settings_of(cause)]
        doses = [setting for cause in names for setting in doses_of(cause)]
        with ThreadPoolExecutor(2) as pool:
            sheets = list(pool.map(bench.sheet, settings + doses))
        texts = untested_findings()
        for setting, sheet in zip(settings + doses, sheets):
            line = bench.named_line(setting.cause) if any(f.at_place is not None
                                                          for f in causes[setting.cause].says) else 0
            texts += Disagreements(setting, sheet, line).list(is_small_dose=setting in doses)
        for cause in names:
            own = [i for i, setting in enumerate(settings + doses) if i >= len(settings) and setting.cause == cause]
            if own:
                texts += disagreements_of_doses([(settings + doses)[i] for i in own], [sheets[i] for i in own])
    print("\n".join(texts))
    print(f"{len(sheets)} sheets, {len(texts)} disagreements")
    return 1 if texts else 0


if __name__ == "__main__":
    sys.exit(main())
