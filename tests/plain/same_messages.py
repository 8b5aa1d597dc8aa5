"""A plain program sends the same messages as the instrumented one: the same receivers and sizes, in the same order.

    same_messages.py LOOP RANKS PROGRAM...     RANKS: `1,2,3,4`; PROGRAM: a file, with `NAME=VALUE ...` behind it if it
                                               has parameters to set, as one word

The instrumented run's trace gives the messages of each rank, and its record their number and bytes, also those in
`\\UNTIMED`, which the trace leaves out. `count_sends.c` gives those of the plain program. The floating-point operations
must be the same, too. In a program with `\\DEAL`, time decides which rank sends what: all ranks together are compared."""

import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WORKLOADS = os.path.join(HERE, "..", "..", "workloads")
SECONDS = 120


class Failure(Exception):
    pass


def call(words, folder, **more):
    done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=SECONDS, check=False, **more)
    said = done.stdout.decode("utf-8", "replace")
    if done.returncode != 0:
        raise Failure(f"`{' '.join(words)}` ended with {done.returncode}:\n{said[-3000:]}")
    return said


def instrumented(loop, file, ranks, values, folder):
    """The sends of each rank in the trace, whether that is all of them, and the counts of its record."""
    shutil.rmtree(os.path.join(folder, "run"), ignore_errors=True)
    known = os.path.samefile(os.path.dirname(file), WORKLOADS)  # by its name, other tests have built it
    words = [loop, "run", os.path.basename(file)[:-len(".loop")] if known else file, "-n", str(ranks), "-o", "run", "--timeout", "60"]
    for value in values:
        words += ["--set", value]
    call(words, folder)
    call([loop, "trace", "run", "--to", "csv", "-o", "csv"], folder)
    sends, of_host = [[] for _ in range(ranks)], [[] for _ in range(ranks)]
    with open(os.path.join(folder, "csv", "events.csv"), newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            if row["event"] == "send":
                sends[int(row["rank"])].append((int(row["partner"]), int(row["bytes"])))
                if row["site_kind"] == "mpi":  # not in the record
                    of_host[int(row["rank"])].append(int(row["bytes"]))
    counts, flops, complete = [], 0, True
    for rank in range(ranks):
        with open(os.path.join(folder, "run", "records", f"rank-{rank}.json"), encoding="utf-8") as record:
            facts = json.loads(record.readline())
        counts.append((sum(site["messages_sent"] for site in facts["sites"]) + len(of_host[rank]),
                       sum(site["bytes_sent"] for site in facts["sites"]) + sum(of_host[rank])))
        flops += facts["flops"]
        complete = complete and facts["trace"]["dropped"] == 0 and counts[rank][0] == len(sends[rank])
    return sends, complete, counts, flops


# Warnings of what LOOP has written are errors; host code of the shipped programs has these two.
# Two \AMONG in one line of the source are two `if` in one line.
WARNINGS = ("-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas", "-Wno-div-by-zero", "-Wno-misleading-indentation")


def build_plain(loop, file, folder, warnings):
    """Builds the program as its own first lines say, with the layer that counts."""
    call([loop, "compile", "--plain", file, "-o", "plain.cpp"], folder)
    with open(os.path.join(folder, "plain.cpp"), encoding="utf-8") as text:
        options, libraries = re.search(r"^//     mpicxx -std=c\+\+17 -O2(.*) \S+\.cpp(.*) -o", text.read(), re.M).groups()
    call(["mpicc.mpich", "-c", os.path.join(HERE, "count_sends.c"), "-o", "count_sends.o"], folder)
    call(["mpicxx.mpich", "-std=c++17", "-O0", *warnings, *shlex.split(options), "plain.cpp", "count_sends.o",
          *libraries.split(), "-o", "plain"], folder)


def plain(ranks, values, folder):
    sends = os.path.join(folder, "sends")
    shutil.rmtree(sends, ignore_errors=True)
    os.mkdir(sends)
    said = call(["mpiexec.mpich", "-n", str(ranks), "./plain", *values], folder, env={**os.environ, "SENDS": sends})
    flops = re.search(r"^  operations: ([^,]+),", said, re.M)
    seen = []
    for rank in range(ranks):
        path = os.path.join(sends, f"sends-{rank}")
        lines = open(path, encoding="utf-8").read().splitlines() if os.path.exists(path) else []
        seen.append([tuple(map(int, line.split())) for line in lines])
    return seen, float(flops.group(1)) if flops else 0


def is_part(part, whole):
    """Whether `part` is `whole` with some elements left out."""
    rest = iter(whole)
    return all(element in rest for element in part)


def compare_operations(ranks, expected, seen):
    if abs(expected - seen) > 1e-9 * expected:
        raise Failure(f"{seen} operations on {ranks} ranks, not {expected}")


def compare_together(ranks, expected, seen):
    """Compares the sizes of all messages of all ranks."""
    (sends, complete, counts, flops), (plain_sends, plain_flops) = expected, seen
    mine = sorted(size for of_rank in plain_sends for _, size in of_rank)
    messages, size = (sum(values) for values in zip(*counts))
    if (len(mine), sum(mine)) != (messages, size):
        raise Failure(f"{ranks} ranks send {len(mine)} messages with {sum(mine)} bytes, not {messages} with {size}")
    if complete and mine != sorted(size for of_rank in sends for _, size in of_rank):
        raise Failure(f"{ranks} ranks send messages of other sizes")
    compare_operations(ranks, flops, plain_flops)
    return messages


def compare(ranks, expected, seen):
    (sends, complete, counts, flops), (plain_sends, plain_flops) = expected, seen
    for rank in range(ranks):
        mine = plain_sends[rank]
        if (len(mine), sum(size for _, size in mine)) != counts[rank]:
            raise Failure(f"rank {rank} of {ranks} sends {len(mine)} messages with {sum(s for _, s in mine)} bytes, "
                          f"not {counts[rank][0]} with {counts[rank][1]}")
        if mine != sends[rank] if complete else not is_part(sends[rank], mine):
            raise Failure(f"rank {rank} of {ranks} sends\n  {mine[:40]}\nand not\n  {sends[rank][:40]}")
    compare_operations(ranks, flops, plain_flops)
    return sum(count for count, _ in counts)


def check(loop, numbers, programs, parent, warnings=WARNINGS):
    """Compares each program; returns how many differ. A file is built once."""
    failed, folders = 0, {}
    for program in programs:
        file, *values = program.split()
        try:
            if file not in folders:
                folders[file] = os.path.join(parent, str(len(folders)))
                os.mkdir(folders[file])
                build_plain(loop, file, folders[file], warnings)
            folder = folders[file]
            with open(file, encoding="utf-8") as text:
                compare_all = compare_together if "\\DEAL" in text.read() else compare
            messages = [compare_all(ranks, instrumented(loop, file, ranks, values, folder), plain(ranks, values, folder))
                        for ranks in numbers]
            print(f"{program}: {messages} messages", flush=True)
        except (Failure, subprocess.TimeoutExpired) as problem:
            failed += 1
            print(f"FAILED {program}: {problem}", flush=True)
    return failed


def main():
    loop, numbers, *programs = sys.argv[1:]
    with tempfile.TemporaryDirectory() as parent:
        sys.exit(1 if check(loop, list(map(int, numbers.split(","))), programs, parent) or not programs else 0)


if __name__ == "__main__":
    main()
