#!/usr/bin/env python3
"""Tables 1 to 3 of the LOOP paper on models of its machines: simulated next to printed times, as Markdown.

usage: tables_1994.py LOOP [PLOTS]     LOOP: the command; PLOTS: a folder for the pictures (by gnuplot)
"""
import json
import statistics
import subprocess
import sys

MACHINES = ["meiko", "ncube2", "paragon"]
# workload, processors, size, printed seconds by machine (Tables 1 and 3)
ROWS = [
    ("fp", 16, 100, 0.282, 0.073, 0.024), ("fp", 32, 100, 0.559, 0.112, 0.036),
    ("cg", 16, 256, 0.601, 0.299, 0.062), ("cg", 32, 256, 0.624, 0.237, 0.055),
    ("mmm_s", 16, 256, 13.461, 8.586, 1.692), ("mmm_s", 32, 256, 7.788, 4.643, 0.855),
    ("mmm_a", 16, 256, 13.680, 8.437, 1.692), ("mmm_a", 32, 256, 7.922, 4.470, 0.886),
    ("red_black", 16, 1024, 6.885, 4.439, 0.567), ("red_black", 32, 1024, 3.621, 2.210, 0.284),
    ("fp", 64, 100, None, 0.181, 0.072), ("fp", 128, 100, None, 0.380, 0.145),
    ("cg", 64, 1024, None, 1.129, 0.189), ("cg", 128, 1024, None, 0.829, 0.145),
    ("mmm_s", 64, 256, None, 2.968, 0.484), ("mmm_s", 128, 256, None, 2.598, 0.327),
    ("mmm_a", 64, 256, None, 2.816, 0.484), ("mmm_a", 128, 256, None, 2.468, 0.328),
    ("red_black", 64, 1024, None, 1.078, 0.143), ("red_black", 128, 1024, None, 0.544, 0.074),
]
CALIBRATED = {("fp", 16), ("mmm_s", 16)}
ITERATIONS = {"cg": 8, "red_black": 5}


def simulated(loop, workload, ranks, size, machine):
    name = "fingerprint" if workload == "fp" else workload
    command = [loop, "run", name, "-n", str(ranks), "--size", str(size),
               "--machine", machine, "--no-trace", "--discard", "--json"]
    if workload in ITERATIONS:
        command += ["--iterations", str(ITERATIONS[workload])]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return json.loads(done.stdout)["simulated"]["makespan_seconds"]


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
    seconds = {machine: [] for machine in MACHINES}
    slowdowns = {machine: [] for machine in MACHINES[:2]}
    for workload, ranks, _, *printed in ROWS:
        for machine, told in zip(MACHINES, printed):
            time = times.get((workload, ranks, machine))
            base = times.get((workload, ranks, "paragon"))
            if told is None or time is None:
                continue
            seconds[machine].append((told, time))
            if machine in slowdowns and base is not None:
                slowdowns[machine].append((told / printed[2], time / base))
    plot(f"{folder}/1994-times.svg", "Tables 1 and 3 of the paper: run-times", "seconds", "0.03, 0.1, 0.3, 1, 3, 10", seconds)
    plot(f"{folder}/1994-slowdowns.svg", "Slowdown against the Paragon", "times", "2, 3, 4, 5, 7, 10, 15", slowdowns)


def main():
    loop, plots = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    times = {}
    ratios = []
    print("| workload | processors | size | machine | printed s | simulated s | simulated / printed |")
    print("|---|---:|---:|---|---:|---:|---:|")
    for workload, ranks, size, *printed in ROWS:
        for machine, seconds in zip(MACHINES, printed):
            if seconds is None:
                continue
            time = simulated(loop, workload, ranks, size, machine)
            times[workload, ranks, machine] = time
            fixed = (workload, ranks) in CALIBRATED
            if not fixed:
                ratios.append(time / seconds)
            print(f"| {workload} | {ranks} | {size} | {machine} | {seconds:.3f} | {time:.3f} | "
                  f"{time / seconds:.2f}{' (calibrated)' if fixed else ''} |", flush=True)
    near = sum(0.75 <= r <= 1.25 for r in ratios)
    within = sum(0.5 <= r <= 2 for r in ratios)
    print(f"\nOf {len(ratios)} predicted rows {near} are within 25 % and {within} within a factor of 2; "
          f"the median ratio is {statistics.median(ratios):.2f}.\n")
    print("| workload | processors | machine | slowdown of the printed times | simulated slowdown |\n|---|---:|---|---:|---:|")
    for workload, ranks, size, *printed in ROWS:
        for machine, seconds in zip(MACHINES[:2], printed):
            if seconds is not None:
                slowdown = times[workload, ranks, machine] / times[workload, ranks, "paragon"]
                print(f"| {workload} | {ranks} | {machine} | {seconds / printed[2]:.2f} | {slowdown:.2f} |")
    if plots:
        write_plots(plots, times)


if __name__ == "__main__":
    main()
