"""Compiles and runs random LOOP programs, compares what their ranks did with the prediction of meaning.py, and checks the
sheet (../sheet_holds.py). After the programs, a file has random windows, communicators, untimed work, kernels, and phases.
One file has a hundred programs, and runs once, on 1 to 8 ranks.

    python3 random_programs.py check LOOP [--files N] [--programs N] [--seed S] [--toolchains mpi:compiler:level,mpi:profile,...]
    python3 random_programs.py variants LOOP ...     layout, names and phases change nothing
    python3 random_programs.py count LOOP ...        `loop count` tells what the ranks would send
    python3 random_programs.py show SEED             the text of a file of programs

A program that differs is reduced and stored in the folder of --keep. Exit code 0: all agree; 1: some differ."""

import argparse
import dataclasses
import os
import random
import shutil
import sys
import tempfile
import time
from collections import defaultdict

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import machines
from programs import Generator
from runs import Bench, Case, failing, meanings, means_something
from smaller import shrunk
from text import TAILS, write


def make(seed, count, case, without=()):
    """Generates `count` programs with a bounded number of events. `without`: as for Generator."""
    source = random.Random(seed)
    if case.is_simulated():  # where threads cannot communicate
        without = (*without, "THREAD_MESSAGES")
    generator, programs = Generator(source, without), []
    while len(programs) < count:
        program = generator.program(len(programs))
        if means_something(case, program):
            programs.append(program)
    return programs


def random_case(seed, toolchain):
    source = random.Random(f"case {seed}")
    ranks = source.randint(1, 8)
    ranks_at = (0, *source.sample(range(1, ranks), ranks - 1)) if source.random() < 0.3 else ()  # rank 0 is the root
    size, style_seed = source.randint(0, 5), source.randint(0, 10 ** 9)
    layout, renamed, phases = source.random() < 0.5, source.random() < 0.4, source.random() < 0.3
    shape = source.choice(["binary", "binary", "binomial"])
    tails = tuple(source.sample(sorted(TAILS), source.randint(0, len(TAILS))))
    if toolchain.startswith("smpi"):  # SMPI has its own windows
        tails = tuple(tail for tail in tails if tail != "windows")
    return Case(toolchain, ranks, size, style_seed, layout, renamed, phases, shape, ranks_at, tails, source.random() < 0.5)


def keep(options, bench, case, seed, program, difference):
    program = shrunk(bench, case, program, options.shrink)
    difference = failing(bench, case, [program]).get(program.number, difference)
    text, _ = write([program], case.style(), case.tails)
    os.makedirs(options.keep, exist_ok=True)
    path = os.path.join(options.keep, f"seed-{seed}-{program.number}.loop")
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    print(f"  smallest: {path}\n  {case}\n  {difference}", flush=True)


def check(options, bench):
    """Generates files of programs, each with a toolchain, a number of ranks, and a style."""
    toolchains = options.toolchains.split(",") if options.toolchains else machines.every_toolchain()
    ran, events, wrong = 0, 0, 0
    for i in range(options.files):
        seed = options.seed + i
        case = random_case(seed, toolchains[i % len(toolchains)])
        programs = make(seed, options.programs, case)
        begin = time.monotonic()
        found = failing(bench, case, programs)
        ran += len(programs)
        wrong += len(found)
        done = sum(len(rank) for meaning in meanings(case, programs, defaultdict(int)).values()
                   for rank in meaning.events)
        events += done
        print(f"seed {seed}: {case.toolchain}, {case.ranks} ranks, {len(programs)} programs, {done} events, "
              f"{len(found)} differ, {time.monotonic() - begin:.0f} s; so far {ran} programs, {events} events, "
              f"{wrong} differ", flush=True)
        for number, difference in list(found.items())[:options.shrunk]:
            print(f"  program {number}: {difference}", flush=True)
            if number is not None:
                keep(options, bench, case, seed, programs[number], difference)
    return 1 if wrong else 0


def variants(options, bench):
    """The same programs with other layouts, names, enclosing phases, and fewer lines: the same events except for lines."""
    wrong = 0
    for i in range(options.files):
        seed = options.seed + i
        toolchain = (options.toolchains or "mpich").split(",")[i % len((options.toolchains or "mpich").split(","))]
        plain = random_case(seed, toolchain)
        plain = dataclasses.replace(plain, layout=False, renamed=False, phases=False, joined=False)
        programs = make(seed, options.programs, plain)
        first = None
        for change in ("nothing", "layout", "renamed", "phases", "joined"):
            case = dataclasses.replace(plain, **({} if change == "nothing" else {change: True}))
            observed = bench.events(case, programs)
            if isinstance(observed, str):
                print(f"seed {seed}, {change}: {observed}")
                return 1
            seen = without_lines(observed)
            first = first or seen
            if not sum(len(events) for rank in seen[0] for events in rank.values()):
                print(f"seed {seed}: nothing was recorded")
                wrong += 1
            for number in {program.number for program in programs}:
                if any(a.get(number) != b.get(number) for a, b in zip(seen[0], first[0])):
                    print(f"seed {seed}, program {number}: {change} changes its events")
                    wrong += 1
            if seen[1] != first[1]:
                print(f"seed {seed}: {change} changes the counts")
                wrong += 1
            print(f"seed {seed}: {toolchain}, {plain.ranks} ranks, {len(programs)} programs, changed: {change}; "
                  f"{wrong} differ", flush=True)
    return 1 if wrong else 0


def sends_of(rank):
    """The calls of MPI that send, with the bytes of their messages."""
    inside = None
    for event in rank:
        inside = event[1] if event[0] == "enter" else None if event[0] == "leave" else inside
        if event[0] == "send" and inside.startswith("MPI_"):
            yield inside, event[2]


def expected_counts(case, programs, places):
    """Messages and bytes by construct, line, and column (0 for MPI's calls), and messages sent and received by each rank."""
    by_line, sent, received = defaultdict(lambda: [0, 0]), [0] * case.ranks, [0] * case.ranks
    for meaning in meanings(case, programs, places).values():
        for rank in range(case.ranks):
            for (*place, _), numbers in meaning.sites[rank].items():
                by_line[tuple(place)] = [a + b for a, b in zip(by_line[tuple(place)], numbers[1:3])]
            for call, size in sends_of(meaning.events[rank]):
                by_line[call, 0, 0] = [by_line[call, 0, 0][0] + 1, by_line[call, 0, 0][1] + size]
            sent[rank] += sum(event[0] == "send" for event in meaning.events[rank])
            received[rank] += sum(event[0] == "receive" for event in meaning.events[rank])
            sent[rank] += meaning.of_threads[rank][0]
            received[rank] += meaning.of_threads[rank][1]
    return {place: figures for place, figures in by_line.items() if figures[0] > 0}, sent, received


def count(options, bench):
    """Generates files of programs, and counts them without running them. Every message has its receive."""
    wrong = 0
    for seed in range(options.seed, options.seed + options.files):
        case = dataclasses.replace(random_case(seed, "mpich"), tails=())
        programs = make(seed, options.programs, case)
        told = bench.count(case, programs)
        if isinstance(told, str):
            print(f"seed {seed}: {told}")
            return 1
        counted, places = told
        by_line, sent, received = expected_counts(case, programs, places)
        seen = {}
        for one in counted["constructs"]:
            if one["messages"] > 0:
                line = 0 if one["construct"].startswith("MPI_") else one["line"]
                place = one["construct"], line, one.get("column", 0)
                before = seen.get(place, [0, 0])
                seen[place] = [before[0] + one["messages"], before[1] + one["bytes"]]
        for place in sorted(set(seen) | set(by_line)):
            if seen.get(place) != by_line.get(place):
                print(f"  {place}: counted {seen.get(place)}, expected {by_line.get(place)}")
                wrong += 1
        for key, wanted in (("messages_sent", sent), ("messages_received", received)):
            if counted["per_rank"][key] != wanted:
                print(f"  {key}: counted {counted['per_rank'][key]}, expected {wanted}")
                wrong += 1
        for kind, found in counted["never_meets"].items():
            for one in found:
                print(f"  never meets ({kind}): {one}")
                wrong += 1
        print(f"seed {seed}: {case.ranks} ranks, {len(programs)} programs, {sum(sent)} messages; {wrong} differ",
              flush=True)
    return 1 if wrong else 0


def without_lines(observed):
    """The events without lines, and the counts of each rank by construct."""
    events, counts, _ = observed
    sums = []
    for rank in counts:
        total = defaultdict(lambda: [0] * 5)
        for (construct, *_, untimed), numbers in rank.items():
            total[construct, untimed] = [a + b for a, b in zip(total[construct, untimed], numbers)]
        sums.append(dict(total))
    return [{number: [event[:2] if event[0] == "enter" else event for event in part] for number, part in rank.items()}
            for rank in events], sums


def show(options, _):
    case = random_case(options.seed, "mpich")
    print(f"// {case}\n" + write(make(options.seed, options.programs, case), case.style(), case.tails)[0])
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["check", "variants", "count", "show"])
    parser.add_argument("loop", nargs="?", default="loop")
    parser.add_argument("--files", type=int, default=1)
    parser.add_argument("--programs", type=int, default=100, help="in each file")
    parser.add_argument("--total", type=int, help="programs in all files, in place of --files; such as 10000")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--toolchains",
                        help="mpich, openmpi or smpi as they come, or like mpich:clang++:-O0; default: all twelve")
    parser.add_argument("--keep", default="differing", help="folder for programs that differ")
    parser.add_argument("--shrink", type=float, default=300, help="seconds to make one smaller")
    parser.add_argument("--shrunk", type=int, default=3, help="how many of a file are made smaller")
    options = parser.parse_args()
    if options.total is not None:
        options.files = -(-options.total // options.programs)
    shipped = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "machines")
    folder = tempfile.mkdtemp(prefix="random-programs-")
    try:
        bench = Bench(os.path.abspath(options.loop) if os.sep in options.loop else options.loop, shipped, folder)
        return {"check": check, "variants": variants, "count": count, "show": show}[options.verb](options, bench)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
