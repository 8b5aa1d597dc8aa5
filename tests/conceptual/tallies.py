"""The example programs of coNCePTuaL, said in LOOP, send what coNCePTuaL's `stats` back end counts for its own.

    tallies.py LOOP PROGRAM        PROGRAM: the name of a .loop file of this folder, or stencil27_torus; all: all of them

`tallies.csv` has the figures of coNCePTuaL 1.5.1b on 16 tasks. The LOOP program must have the same messages and bytes on
each rank, and across the bisection. Where coNCePTuaL places tasks at random, only the totals must agree.

Programs that send too much for a test run with further parameters, which change messages or bytes by a known factor.

What counts: a multicast to k tasks as k messages; warm-ups and messages of 0 bytes, too; synchronization not. A timed loop
has 3 passes in coNCePTuaL, and 1 in a run whose time is almost 0. Both ignore receivers that do not exist. No program
sends to itself, which coNCePTuaL counts as a receive only."""

import csv
import json
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
RANKS = 16
SECONDS = 300


class Program:
    """`given` are the parameters of coNCePTuaL's figures, `less` those of a shorter run, which sends these shares of the
    messages and of the bytes; `answers` is the share of messages and bytes of all ranks but 0, if it is another one."""

    def __init__(self, name, given="", less="", messages=1, size=1, answers=None, only_totals=False):
        self.name, self.only_totals = name, only_totals
        self.given, self.less = given.split(), less.split()
        self.messages, self.bytes = Fraction(messages), Fraction(messages) * Fraction(size)
        self.answers = answers

    def file(self):
        return os.path.join(HERE, self.name.split("_torus")[0] + ".loop")

    def share(self, rank, share):
        return share if rank == 0 or self.answers is None else self.answers


PROGRAMS = [
    Program("all_alignments", "most=16", "bytes=65536", size="1/16"),
    Program("beff", "", "seconds=1e-7", messages="2/4", only_totals=True),  # a warm-up and 3 passes
    Program("bisect", "trials=20", "bytes=65536", size="1/16", only_totals=True),
    Program("burst", "", "reps=1", messages="1/11"),
    Program("butterfly"),
    Program("contention", "", "least=65536 most=65536", size="1/16"),
    Program("fixedvol", "volume=1024 trials=10"),
    Program("floodreceiver"),
    Program("hotpotato", "trials=100"),
    Program("hotspot", "trials=2 burst=4"),
    Program("hycom", "x=4 y=4"),
    Program("iotest", "", "megabytes=1", size="1/1024", only_totals=True),
    Program("latency", "", "reps=100", messages="1/10"),
    Program("latency_all", "reps=50"),
    Program("multicast", "", "reps=2", messages="1/50"),
    Program("noise", "", "trials=10"),
    Program("osu_latency", "count=100 skip=10 count_large=10 skip_large=1"),
    Program("ping_all", "small_reps=50"),
    Program("pipeline", "reps=1"),
    Program("recvqueue"),
    Program("red_blue_2Dmesh", "width=4 height=4", "bytes=65536", size="1/16"),
    Program("ringtest"),
    Program("stencil27"),
    Program("stencil27_torus", "x=4 y=2 z=2", "bytes=16384", size="1/64"),
    Program("sw_multicast", "", "bytes=16384", size="1/64"),
    Program("sweep1d", "", "reps=10", messages="1/10"),
    Program("sync_vs_async", "", "reps=10", messages="1/10"),
    Program("syncdelays"),
    Program("syncpipe", "reps=10"),
    Program("throughput", "", "reps=100", messages="1/10", answers=1),
    Program("verifyall", "", "minutes=1e-8", messages="1/3"),
    Program("verifyradix", "radix=4", "bytes=16384", size="1/64"),
]


def peers_rows():
    """The rows of tallies.csv by program; the second one of stencil27 is its torus of 4 x 2 x 2."""
    with open(os.path.join(HERE, "tallies.csv"), newline="", encoding="utf-8") as rows:
        found = {}
        for row in csv.DictReader(rows):
            name = row["program"].replace("-", "_")
            found[name + "_torus" if name in found else name] = row
        return found


def wanted(program):
    """What the run must send: messages and bytes in all, across the bisection, and of each rank if it is determined."""
    row = peers_rows()[program.name]
    assert int(row["tasks"]) == RANKS, row
    messages = [int(each) for each in row["per_rank_messages_sent"].split()]
    size = [int(each) for each in row["per_rank_bytes_sent"].split()]
    if program.only_totals:
        return {"all": (int(row["messages"]) * program.messages, int(row["bytes"]) * program.bytes)}
    assert (sum(messages), sum(size)) == (int(row["messages"]), int(row["bytes"])), row
    messages = [each * program.share(rank, program.messages) for rank, each in enumerate(messages)]
    size = [each * program.share(rank, program.bytes) for rank, each in enumerate(size)]
    across = (int(row["bisection_messages"]) * program.messages, int(row["bisection_bytes"]) * program.bytes)
    return {"all": (sum(messages), sum(size)), "across the bisection": across, "messages by rank": messages,
            "bytes by rank": size}


def call(command, folder):
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=SECONDS, check=False)
    if done.returncode != 0:
        said = done.stdout.decode("utf-8", "replace")
        sys.exit(f"`{' '.join(command)}` ended with {done.returncode}:\n{said[-3000:]}")


def sent(loop, program, folder):
    """What a run sends, with the keys of `wanted`."""
    command = [loop, "run", program.file(), "-n", str(RANKS), "-o", "run", "--timeout", str(SECONDS)]
    for value in program.given + program.less:
        command += ["--set", value]
    call(command, folder)
    with open(os.path.join(folder, "run", "run.json"), encoding="utf-8") as file:
        ranks = json.load(file)["launches"][0]["ranks"]
    ranks.sort(key=lambda rank: rank["rank"])
    sites = [[site for site in rank["record"]["sites"] if site["construct"] != "VISIBLE_SYNC"] for rank in ranks]
    messages = [sum(site["messages_sent"] for site in own) for own in sites]
    size = [sum(site["bytes_sent"] for site in own) for own in sites]
    lost = sum(rank["trace"]["dropped"] for rank in ranks)
    if lost > 0:
        sys.exit(f"{program.name}: the traces lack {lost} events; \\OPEN0 has too small a buffer")
    return {"all": (sum(messages), sum(size)), "across the bisection": across_bisection(loop, folder),
            "messages by rank": messages, "bytes by rank": size}


def across_bisection(loop, folder):
    """Messages and bytes between the halves of the ranks, from the trace."""
    call([loop, "trace", "run", "--to", "csv", "-o", "csv"], folder)
    with open(os.path.join(folder, "csv", "events.csv"), newline="", encoding="utf-8") as rows:
        sizes = [int(event["bytes"]) for event in csv.DictReader(rows)
                 if event["event"] == "send" and event["construct"] != "VISIBLE_SYNC"
                 and (int(event["rank"]) < RANKS // 2) != (int(event["partner"]) < RANKS // 2)]
    return len(sizes), sum(sizes)


def agrees(loop, program):
    with tempfile.TemporaryDirectory() as folder:
        seen = sent(loop, program, folder)
    right = True
    for what, figures in wanted(program).items():
        if list(figures) != list(seen[what]):
            right = False
            print(f"FAILED: {program.name}, {what}: {words(figures)} in coNCePTuaL, {words(seen[what])} in LOOP")
    print(f"{program.name}: {seen['all'][0]} messages, {seen['all'][1]} bytes, "
          f"{seen['across the bisection'][0]} messages across the bisection")
    return right


def words(figures):
    return " ".join(map(str, figures))


def main():
    loop, chosen = os.path.abspath(sys.argv[1]), sys.argv[2]
    programs = [program for program in PROGRAMS if chosen in ("all", program.name)]
    if not programs:
        sys.exit(f"tallies.py knows no program {chosen}")
    sys.exit(0 if all([agrees(loop, program) for program in programs]) else 1)


main()
