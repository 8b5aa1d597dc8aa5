#!/usr/bin/env python3
"""Tables 1 to 3 of the LOOP paper on models of its machines: simulated next to printed times, and what both say of the
sentences of its section 6.1, as Markdown: the tables of docs/1994.md.

usage: tables_1994.py LOOP [PLOTS]     LOOP: the command; PLOTS: a folder for the pictures
"""
import csv
import json
import math
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


SHAPES = {"meiko": "m-4-4h8v8h-8z", "ncube2": "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "paragon": "m0-5l5 9h-10z"}
COLOURS = {"meiko": "#d55e00", "ncube2": "#0072b2", "paragon": "#009e73"}
SIZE, LEFT, TOP, SIDE = (560, 480), 62, 40, 380


def plot(output, title, unit, ticks, series):
    """`series`: name of a machine -> (printed, simulated) pairs, as points on two equal logarithmic axes."""
    values = [value for pairs in series.values() for pair in pairs for value in pair]
    low, high = min(values) / 1.5, max(values) * 1.5

    def part(value):
        return math.log(value / low) / math.log(high / low)

    def place(x, y):
        return f"{LEFT + SIDE * part(x):.1f} {TOP + SIDE * (1 - part(y)):.1f}"

    def text(x, y, words, anchor="middle", more=""):
        return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{words}</text>'

    def guide(factor, dashes):
        begin, end = max(low, low / factor), min(high, high / factor)
        return f'<path stroke="#777777" stroke-dasharray="{dashes}" d="M{place(begin, factor * begin)}L{place(end, factor * end)}"/>'

    drawn = [text(SIZE[0] / 2, 22, title, more=' font-weight="bold"')]
    for tick in ticks:
        at = SIDE * part(tick)
        drawn.append(f'<path stroke="#dfe4ea" d="M{place(tick, low)}L{place(tick, high)}M{place(low, tick)}L{place(high, tick)}"/>')
        drawn += [text(LEFT + at, TOP + SIDE + 18, f"{tick:g}"), text(LEFT - 8, TOP + SIDE - at + 4, f"{tick:g}", "end")]
    drawn.append(f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#5b6675"/>')
    drawn += [text(LEFT + SIDE / 2, TOP + SIDE + 42, f"printed in the paper, {unit}"),
              text(0, 0, f"simulated, {unit}", more=f' transform="translate(18 {TOP + SIDE / 2})rotate(-90)"')]
    drawn += [guide(1, "none"), guide(2, "5 4"), guide(0.5, "5 4")]
    right = LEFT + SIDE + 16
    for row, (name, dashes) in enumerate((("equal", "none"), ("factor 2", "5 4"))):
        drawn.append(f'<path stroke="#777777" stroke-dasharray="{dashes}" d="M{right - 8} {TOP + 10 + 20 * row}h22"/>')
        drawn.append(text(right + 20, TOP + 14 + 20 * row, name, "start"))
    for row, (machine, pairs) in enumerate(series.items(), 2):
        shape = SHAPES[machine]
        points = "".join(f"M{place(x, y)}{shape}" for x, y in pairs if x > 0 and y > 0)
        drawn.append(f'<path fill="{COLOURS[machine]}" fill-opacity="0.85" d="{points}M{right + 3} {TOP + 10 + 20 * row}{shape}"/>')
        drawn.append(text(right + 20, TOP + 14 + 20 * row, machine, "start"))
    body = "\n".join(drawn)
    with open(output, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE[0]} {SIZE[1]}" width="{SIZE[0]}" height="{SIZE[1]}" '
                   f'font-family="sans-serif" font-size="12" role="img" aria-label="{title}">\n<title>{title}</title>\n'
                   f'<rect width="{SIZE[0]}" height="{SIZE[1]}" fill="#ffffff"/>\n{body}\n</svg>\n')


def write_plots(folder, times):
    """`times`: (workload, ranks, machine) -> seconds."""
    simulated_times = Times(times)
    seconds = {machine: [] for machine in MACHINES}
    slowdowns = {machine: [] for machine in MACHINES[:2]}
    for (workload, ranks, machine), told in PRINTED.seconds.items():
        seconds[machine].append((told, times[workload, ranks, machine]))
        if machine in slowdowns:
            slowdowns[machine].append(tuple(of.slowdown([workload], ranks, machine) for of in (PRINTED, simulated_times)))
    plot(f"{folder}/1994-times.svg", "Tables 1 and 3 of the paper: run-times", "seconds", (0.03, 0.1, 0.3, 1, 3, 10), seconds)
    plot(f"{folder}/1994-slowdowns.svg", "Slowdown against the Paragon", "times", (2, 3, 4, 5, 7, 10, 15), slowdowns)


def main():
    loop, plots = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    times = simulations(loop)
    print("\n\n".join(tables(times, bytes_per_operation(loop))))
    if plots:
        write_plots(plots, times)


if __name__ == "__main__":
    main()
