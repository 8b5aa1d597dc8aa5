#!/usr/bin/env python3
"""Runs a small program and checks that its traces have exactly the lines of its MPI calls.

call_lines.py LOOP [--machine NAME]
    LOOP: the `loop` command. Lines with calls of MPI end in `//@` and the names of those calls.

Exit code 0: correct; 1: not.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = r"""#include <mpi.h>
static int a[64], b[64];
static void exchange(int me) {
    MPI_Request requests[2];
    MPI_Irecv(b, 4, MPI_INT, 1 - me, 1, MPI_COMM_WORLD, &requests[0]); //@ MPI_Irecv
    MPI_Isend(a, 4, MPI_INT, 1 - me, 1, MPI_COMM_WORLD, &requests[1]); //@ MPI_Isend
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); //@ MPI_Waitall
}
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    for (int i = 0; i < 3; ++i)
        exchange(me);
    MPI_Barrier(MPI_COMM_WORLD); //@ MPI_Barrier
    \EXCHANGE(8, 1, 1);
    exchange(me);
    MPI_Allreduce(a, b, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD); //@ MPI_Allreduce
    MPI_Barrier(MPI_COMM_WORLD); //@ MPI_Barrier
    if (me == 0) MPI_Send(a, 1, MPI_INT, 1, 2, MPI_COMM_WORLD); //@ MPI_Send
    if (me == 1) MPI_Recv(b, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); //@ MPI_Recv
    MPI_Request request;
    MPI_Ibcast(a, 4, MPI_INT, 0, MPI_COMM_WORLD, &request); //@ MPI_Ibcast
    MPI_Wait(&request, MPI_STATUS_IGNORE); //@ MPI_Wait
    \CLOSE0();
}
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("loop")
    parser.add_argument("--machine", default="local")
    options = parser.parse_args()
    expected = {(number, name) for number, line in enumerate(PROGRAM.split("\n"), 1) if "//@" in line
                for name in line.split("//@")[1].split()}
    found = set()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "calls.loop").write_text(PROGRAM)
        subprocess.run([pathlib.Path(options.loop).resolve(), "run", "calls.loop", "-n", "2", "--machine",
                        options.machine, "--json", "-o", "run"], cwd=folder, check=True, timeout=300,
                       stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        for trace in folder.glob("run/**/rank-*.trace"):
            header = json.loads(trace.read_bytes().split(b"\n")[1])
            found |= {(site["line"], site["construct"]) for site in header["sites"] if site["kind"] == "mpi"}
    for number, name in sorted(expected - found):
        print(f"missing: {name} in line {number}")
    for number, name in sorted(found - expected):
        print(f"wrong: {name} in line {number}")
    return 0 if found == expected else 1


if __name__ == "__main__":
    sys.exit(main())
