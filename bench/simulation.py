#!/usr/bin/env python3
"""Measures simulated messages per second with 1024 ranks on fattree-1024: LOOP, and the same messages by hand, in turn.

usage: simulation.py LOOP LAUNCHES GOAL     LOOP: the command; GOAL: bench_goal, which says whether the goal is met.
Needs smpicxx and smpirun (packages libsimgrid-dev, simgrid).

Seconds are CPU seconds: all ranks are one process with one thread. The cost of a run with one round (starting and ending
1024 ranks) is printed separately and subtracted from the others.
"""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

RANKS = 1024
HERE = pathlib.Path(__file__).resolve().parent
# name, rounds, bytes, seconds of work before each message (the last two: those of mmm_s --size 2048)
RINGS = [("ring, 8 B", 400, 8, 0.0), ("ring, 32 KiB, work before each", 100, 32768, 8.192e-7)]


def run_loop(loop, program, folder, *arguments):
    """CPU seconds and peak memory in KiB of one run, which is stored in `folder`."""
    command = [loop, "run", program, "-n", str(RANKS), "--machine", "fattree-1024", "--no-trace", "-o", folder, *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    # Usage is that of the process, so the last rank to end has the highest values.
    usages = [json.loads(path.open().readline())["usage"] for path in pathlib.Path(folder, "records").glob("rank-*.json")]
    return (max(used["user_seconds"] + used["system_seconds"] for used in usages), max(used["max_rss_kib"] for used in usages))


def ours(loop, scratch, rounds, size, work):
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        return run_loop(loop, str(HERE / "simulation.loop"), folder + "/run", "--set", f"rounds={rounds}", "--set",
                        f"bytes={size}", "--set", f"work={work}")


def by_hand(launch, rounds, size, work):
    done = subprocess.run([*launch, str(rounds), str(size), str(work)], capture_output=True, text=True, check=True)
    seconds, memory = done.stdout.split()
    return float(seconds), int(memory)


def tell_goal(goal, name, rates):
    """The goal for the median of all launches."""
    subprocess.run([goal, f"simulated messages per second: {name}", "at-least", "100000", "median", "-"],
                   input="\n".join(map(str, rates)), text=True, check=True)


def main():
    loop, launches, goal = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    with tempfile.TemporaryDirectory() as scratch:
        # Both sides use the profile's command and hosts.
        first = scratch + "/first"
        run_loop(loop, str(HERE / "simulation.loop"), first, "--set", "rounds=1")
        profile = json.load(open(first + "/run.json"))["commands"]
        rival = scratch + "/by_hand"
        compiler = [word for word in profile["compile"] if word == "smpicxx" or word.startswith(("-std", "-O", "-f", "-D"))]
        subprocess.run([*compiler, str(HERE / "simulation_by_hand.cpp"), "-o", rival], check=True)
        launch = [word.replace("{hostfile}", first + "/hostfile") for word in profile["launch"][:-1]] + [rival]
        print(f"{'':50} {'LOOP':>10} {'by hand':>10} {'ratio':>6}   {'LOOP MiB':>8} {'by hand':>8}")
        for name, rounds, size, work in RINGS:
            found = {"LOOP": [], "hand": [], "LOOP opens": [], "hand opens": []}
            for _ in range(launches):
                found["LOOP opens"].append(ours(loop, scratch, 1, size, work))
                found["hand opens"].append(by_hand(launch, 1, size, work))
                found["LOOP"].append(ours(loop, scratch, rounds, size, work))
                found["hand"].append(by_hand(launch, rounds, size, work))
            seconds = {key: statistics.median(value for value, _ in runs) for key, runs in found.items()}
            memory = {key: max(value for _, value in runs) / 1024 for key, runs in found.items()}
            rate = {key: RANKS * (rounds - 1) / (seconds[key] - seconds[key + " opens"]) for key in ("LOOP", "hand")}
            print(f"{name + ', messages per second':50} {rate['LOOP']:10.0f} {rate['hand']:10.0f} {rate['LOOP'] / rate['hand']:6.2f}"
                  f"   {memory['LOOP']:8.0f} {memory['hand']:8.0f}", flush=True)
            tell_goal(goal, name, [RANKS * (rounds - 1) / (whole - opens)
                                   for (whole, _), (opens, _) in zip(found["LOOP"], found["LOOP opens"])])
            print(f"{'    one round, s':50} {seconds['LOOP opens']:10.2f} {seconds['hand opens']:10.2f}", flush=True)
        products = [run_loop(loop, "mmm_s", f"{scratch}/product-{i}", "--size", "2048") for i in range(launches)]
        seconds, memory = (statistics.median(values) for values in zip(*products))
        print(f"{'mmm_s --size 2048, messages per second':50} {RANKS * RANKS / seconds:10.0f} {'':10} {'':6}   {memory / 1024:8.0f}"
              f"   ({seconds:.0f} s)", flush=True)
        tell_goal(goal, "mmm_s --size 2048", [RANKS * RANKS / seconds for seconds, _ in products])


if __name__ == "__main__":
    main()
