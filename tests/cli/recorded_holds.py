"""Checks the call logs of recorded_ring.c: recorded_holds.py FOLDER RANKS STEPS"""
import struct
import sys
from pathlib import Path

folder, ranks, steps = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
COLLECTIVE, SEND, RECEIVE, RECEIVED, COMPLETED = 1, 2, 3, 4, 5

for rank in range(ranks):
    data = (folder / f"rank-{rank}.calls").read_bytes()
    magic, own, size, misses, closed, calls = struct.unpack_from("<8siiIIq", data)
    assert magic.startswith(b"LOOPCL") and (own, size) == (rank, ranks), f"header of rank {rank}"
    assert misses == 0, f"rank {rank} misses {misses}"
    entries = [struct.unpack_from("<BBHiiiqQQQQQ", data, 64 + 64 * i) for i in range(calls)]
    events = [entry[0] for entry in entries]
    assert events.count(SEND) == events.count(RECEIVE) == events.count(RECEIVED) == steps, f"rank {rank}: {events}"
    assert events.count(COLLECTIVE) == steps, f"rank {rank}: collectives"
    sends = [entry for entry in entries if entry[0] == SEND]
    assert all(entry[3] == (rank + 1) % ranks and entry[4] == 7 and entry[6] == 100 for entry in sends)
