"""The example programs of coNCePTuaL, said in LOOP, send what coNCePTuaL's `stats` back end counts for its own.

    tallies.py LOOP PROGRAM          `loop count` gives coNCePTuaL's figures
    tallies.py LOOP PROGRAM --run    a run with few messages sends what `loop count` says

PROGRAM: the name of a .loop file of this folder, or stencil27_torus; all: all of them.

`tallies.csv` has the figures of coNCePTuaL 1.5.1b on 16 tasks. The LOOP program must have the same messages and bytes in
all, across the bisection, and from each rank. Where coNCePTuaL places tasks at random, only the totals must agree.

What counts: a multicast to k tasks as k messages; warm-ups and messages of 0 bytes, too; synchronization not. Reductions
do not count either, but none of the programs has one. A timed loop has 3 passes in coNCePTuaL. Both ignore receivers that
do not exist. No program sends to itself, which coNCePTuaL counts as a receive only."""

import csv
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
RANKS = 16
PASSES = 3
SECONDS = 300

# Those parameters of coNCePTuaL's figures that are not the defaults.
PARAMETERS = {
    "all_alignments": "most=16",
    "bisect": "trials=20",
    "fixedvol": "volume=1024 trials=10",
    "hotpotato": "trials=100",
    "hotspot": "trials=2 burst=4",
    "hycom": "x=4 y=4",
    "latency_all": "reps=50",
    "osu_latency": "count=100 skip=10 count_large=10 skip_large=1",
    "ping_all": "small_reps=50",
    "pipeline": "reps=1",
    "red_blue_2Dmesh": "width=4 height=4",
    "stencil27_torus": "x=4 y=2 z=2",
    "syncpipe": "reps=10",
    "verifyradix": "radix=4",
}
PLACED_AT_RANDOM = ["beff", "bisect", "iotest"]

# What makes a run short enough for a test, where these parameters do not.
SHORTER = {"red_blue_2Dmesh": "bytes=65536 reps=20", "contention": "least=65536 most=65536"}


def peers_rows():
    """The rows of tallies.csv by program; the second one of stencil27 is its torus of 4 x 2 x 2."""
    with open(os.path.join(HERE, "tallies.csv"), newline="", encoding="utf-8") as rows:
        found = {}
        for row in csv.DictReader(rows):
            name = row["program"].replace("-", "_")
            found[name + "_torus" if name in found else name] = row
        return found


def wanted(program, row):
    """coNCePTuaL's figures: in all, across the bisection, and of each rank, as far as they are determined."""
    assert int(row["tasks"]) == RANKS, row
    figures = {"messages": int(row["messages"]), "bytes": int(row["bytes"]), "messages to oneself": 0}
    if program not in PLACED_AT_RANDOM:
        for what in ["messages", "bytes"]:
            figures[f"{what} across the bisection"] = int(row[f"bisection_{what}"])
            figures[f"{what} by rank"] = [int(each) for each in row[f"per_rank_{what}_sent"].split()]
            assert sum(figures[f"{what} by rank"]) == figures[what], row
    return figures


def said_by(command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=SECONDS, check=False)
    if done.returncode != 0:
        said = (done.stdout + done.stderr).decode("utf-8", "replace")
        sys.exit(f"`{' '.join(command)}` ended with {done.returncode}:\n{said[-3000:]}")
    return done.stdout


def peers_parameters(program):
    return PARAMETERS.get(program, "").split()


def program_with(program, parameters):
    """What `loop count` and `loop run` are told of a program."""
    file = os.path.join(HERE, program.split("_torus")[0] + ".loop")
    return [file, "-n", str(RANKS), *(word for value in parameters for word in ("--set", value))]


def counted(loop, arguments):
    """What `loop count` says, with the keys of `wanted`."""
    found = json.loads(said_by([loop, "count", *arguments, "--passes", str(PASSES), "--format", "json"]))
    figures = {"messages to oneself": found["to_oneself"]["messages"]}
    for what in ["messages", "bytes"]:
        figures[what] = found["total"][what]
        figures[f"{what} across the bisection"] = found["bisection"][what]
        figures[f"{what} by rank"] = found["per_rank"][f"{what}_sent"]
    return figures


def sent(loop, arguments):
    """What a run sends, with those keys of `wanted` that the ranks' records have."""
    with tempfile.TemporaryDirectory() as folder:
        said_by([loop, "run", *arguments, "-o", os.path.join(folder, "run"), "--timeout", str(SECONDS)])
        with open(os.path.join(folder, "run", "run.json"), encoding="utf-8") as file:
            ranks = json.load(file)["launches"][0]["ranks"]
    ranks.sort(key=lambda rank: rank["rank"])
    figures = {}
    for what in ["messages", "bytes"]:
        by_rank = [sum(site[f"{what}_sent"] for site in rank["record"]["sites"]) for rank in ranks]
        figures[what], figures[f"{what} by rank"] = sum(by_rank), by_rank
    return figures


def agree(program, expected, found, sources):
    """Whether `found` has the figures that are expected; `sources` says where both are from."""
    different = [what for what in expected if expected[what] != found[what]]
    for what in different:
        print(f"FAILED: {program}, {what}: {expected[what]} {sources[0]}, {found[what]} {sources[1]}")
    print(f"{program}: {found['messages']} messages, {found['bytes']} bytes")
    return not different


def agrees_with_peer(loop, program, row):
    found = counted(loop, program_with(program, peers_parameters(program)))
    return agree(program, wanted(program, row), found, ("in coNCePTuaL", "counted in LOOP"))


def agrees_with_run(loop, program):
    arguments = program_with(program, peers_parameters(program) + SHORTER.get(program, "").split())
    return agree(program, sent(loop, arguments), counted(loop, arguments), ("sent by a run", "counted"))


def main():
    loop, chosen, run = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3:] == ["--run"]
    rows = {program: row for program, row in peers_rows().items() if chosen in ("all", program)}
    if not rows:
        sys.exit(f"tallies.csv has no program {chosen}")
    sys.exit(0 if all([agrees_with_run(loop, program) if run else agrees_with_peer(loop, program, row)
                       for program, row in rows.items()]) else 1)


main()
