#!/usr/bin/env python3
"""Tables 1 to 3 of the LOOP paper on models of its machines: simulated next to printed times, and what both say of the
sentences of its section 6.1, as Markdown: the tables of docs/1994.md.

usage: tables_1994.py LOOP [PLOTS]     LOOP: the command; PLOTS: a folder for the pictures (by gnuplot)
"""
import csv
import json
import os
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import sentences_1994
from sentences_1994 import MACHINES, Times

PUBLISHED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "machines", "published", "loop-1995.csv")
COLUMNS = {"meiko": "meiko_s", "ncube2": "ncube_s", "paragon": "paragon_s"}
CALIBRATED = {("fp", 16), ("mmm_s", 16)}
DIGITS = 4  # of a simulated time; every other number comes from the times as shown


def published():
    """The rows of Table 1, then those of Table 3: workload, ranks, size, iterations, printed seconds by machine."""
    with open(PUBLISHED, encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    rows = [(line["workload"], int(line["processors"]), int(line["problem_size"]), line["iterations"],
             {machine: float(line[column]) for machine, column in COLUMNS.items() if line[column]}) for line in lines]
    return sorted(rows, key=lambda row: row[1] > 32)


ROWS = published()
PRINTED = Times({(workload, ranks, machine): seconds for workload, ranks, _, _, printed in ROWS
                 for machine, seconds in printed.items()})


def answer(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return json.loads(done.stdout)


def program(workload, ranks, size, iterations):
    name = "fingerprint" if workload == "fp" else workload
    return [name, "-n", str(ranks), "--size", str(size)] + (["--iterations", iterations] if iterations else [])


def simulated(loop, workload, ranks, size, iterations, machine):
    done = answer([loop, "run"] + program(workload, ranks, size, iterations) +
                  ["--machine", machine, "--no-trace", "--discard", "--json"])
    return float(f"{done['simulated']['makespan_seconds']:.{DIGITS}g}")


def simulations(loop, is_wanted=lambda workload, ranks: True):
    """The simulated times of the wanted rows."""
    wanted = [(row, machine) for row in ROWS for machine in row[4] if is_wanted(*row[:2])]
    with ThreadPoolExecutor(2) as pool:
        times = pool.map(lambda each: simulated(loop, *each[0][:4], each[1]), wanted)
        return {(row[0], row[1], machine): time for (row, machine), time in zip(wanted, times)}


def bytes_per_operation(loop):
    ratios = {}
    for workload, ranks, size, iterations, _ in ROWS:
        if ranks == 16:
            counted = answer([loop, "count"] + program(workload, ranks, size, iterations) + ["--format", "json"])
            ratios[workload] = round(counted["total"]["bytes"] / counted["work"]["operations"], DIGITS)
    return ratios


def times_table(times):
    lines = ["| workload | processors | size | machine | printed s | simulated s | simulated / printed |",
             "|---|---:|---:|---|---:|---:|---:|"]
    for workload, ranks, size, _, printed in ROWS:
        for machine, seconds in printed.items():
            time = times[workload, ranks, machine]
            fixed = " (calibrated)" if (workload, ranks) in CALIBRATED else ""
            lines.append(f"| {workload} | {ranks} | {size} | {machine} | {seconds:.3f} | {time:#.{DIGITS}g} | "
                         f"{time / seconds:.2f}{fixed} |")
    return "\n".join(lines)


def summary(times):
    ratios = [times[row] / seconds for row, seconds in PRINTED.seconds.items() if row[:2] not in CALIBRATED]
    near = sum(0.75 <= r <= 1.25 for r in ratios)
    within = sum(0.5 <= r <= 2 for r in ratios)
    return f"Of {len(ratios)} predicted rows, {near} are within 25 % and {within} within a factor of 2; " \
           f"the median ratio is {statistics.median(ratios):.2f}."


def slowdowns_table(times):
    shown = Times(times)
    lines = ["| workload | processors | machine | slowdown of the printed times | simulated slowdown |",
             "|---|---:|---|---:|---:|"]
    for workload, ranks, _, _, printed in ROWS:
        for machine in MACHINES[:2]:
            if machine in printed:
                lines.append(f"| {workload} | {ranks} | {machine} | {PRINTED.slowdown([workload], ranks, machine):.2f} | "
                             f"{shown.slowdown([workload], ranks, machine):.2f} |")
    return "\n".join(lines)


def tables(times, ratios):
    """`times`: (workload, ranks, machine) -> simulated seconds; `ratios`: bytes per operation."""
    return [times_table(times), summary(times), slowdowns_table(times),
            sentences_1994.table(PRINTED, Times(times, CALIBRATED, ratios))]


PLOT = """set terminal svg size 560,480 font "sans,12" background "white"
set output "{output}"
set title "{title}"
set logscale xy
set key left top
set xlabel "printed in the paper, {unit}"
set ylabel "simulated, {unit}"
set grid
set xtics ({ticks})
set ytics ({ticks})
plot [{least}:{most}] [{least}:{most}] x lw 1 lc "gray40" t "equal", 2*x lw 1 dt 2 lc "gray60" t "factor 2", \\
     x/2 lw 1 dt 2 lc "gray60" notitle, {points}
"""


COLOURS = {"meiko": "#d55e00", "ncube2": "#0072b2", "paragon": "#009e73"}


def plot(output, title, unit, ticks, series):
    """`series`: name of a machine -> (printed, simulated) pairs. Written by gnuplot as SVG."""
    values = [value for pairs in series.values() for pair in pairs for value in pair]
    blocks = "".join(f"${machine} << EOD\n" + "".join(f"{x} {y}\n" for x, y in pairs) + "EOD\n"
                     for machine, pairs in series.items())
    points = ", ".join(f'${machine} with points pt {2 * i + 5} ps 0.8 lc rgb "{COLOURS[machine]}" t "{machine}"'
                       for i, machine in enumerate(series))
    script = PLOT.format(output=output, title=title, unit=unit, least=min(values) / 1.5, most=max(values) * 1.5,
                         ticks=ticks, points=points)
    subprocess.run(["gnuplot"], input=blocks + script, text=True, check=True)


def write_plots(folder, times):
    """`times`: (workload, ranks, machine) -> seconds."""
    simulated_times = Times(times)
    seconds = {machine: [] for machine in MACHINES}
    slowdowns = {machine: [] for machine in MACHINES[:2]}
    for (workload, ranks, machine), told in PRINTED.seconds.items():
        seconds[machine].append((told, times[workload, ranks, machine]))
        if machine in slowdowns:
            slowdowns[machine].append(tuple(of.slowdown([workload], ranks, machine) for of in (PRINTED, simulated_times)))
    plot(f"{folder}/1994-times.svg", "Tables 1 and 3 of the paper: run-times", "seconds", "0.03, 0.1, 0.3, 1, 3, 10", seconds)
    plot(f"{folder}/1994-slowdowns.svg", "Slowdown against the Paragon", "times", "2, 3, 4, 5, 7, 10, 15", slowdowns)


def main():
    loop, plots = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    times = simulations(loop)
    print("\n\n".join(tables(times, bytes_per_operation(loop))))
    if plots:
        write_plots(plots, times)


if __name__ == "__main__":
    main()
