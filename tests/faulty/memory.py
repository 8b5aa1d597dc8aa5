#!/usr/bin/env python3
"""Records small C programs that AddressSanitizer was built into: buffers that do not fit into their memory must be found,
and none of the correct ones.

memory.py LOOP [--mpi mpich|openmpi] [--only TEXT]
Exit code 0: all is as it should be, 1: not so, 77: the MPI library or the sanitizer is not installed.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

LAUNCHERS = {"mpich": ["mpiexec.mpich"], "openmpi": ["mpiexec.openmpi", "--allow-run-as-root", "--oversubscribe"]}
PROGRAM = r"""
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
static int global[16], other_global[16];
static int me, ranks, next, last;
static MPI_Comm world;
static MPI_Datatype strided(int count, int block, int stride) {
    MPI_Datatype type;
    MPI_Type_vector(count, block, stride, MPI_INT, &type);
    MPI_Type_commit(&type);
    return type;
}
/* A structure of one of these and so many others; of one such structure and so many others; and so on. */
static MPI_Datatype nested(MPI_Datatype innermost, int others, int depth) {
    const int lengths[] = {1, others};
    const MPI_Aint places[] = {0, 0};
    MPI_Datatype type = innermost;
    for (int i = 0; i < depth; ++i) {
        const MPI_Datatype parts[] = {type, type};
        MPI_Datatype outer;
        MPI_Type_create_struct(2, lengths, places, parts, &outer);
        if (i > 0) MPI_Type_free(&type);
        type = outer;
    }
    MPI_Type_commit(&type);
    return type;
}
static void window_of_a_function(MPI_Win* window) {
    int array[10];
    MPI_Win_create(array, sizeof array, 4, MPI_INFO_NULL, world, window); //!
}
/* Sends to the next rank what the others receive. */
static void ring(const void* data, int count, MPI_Datatype type) {
    int* into = calloc(1000, sizeof(int));
    MPI_Sendrecv(data, count, type, next, 1, into, 1000, MPI_INT, last, 1, world, MPI_STATUS_IGNORE);
    free(into);
}
%s
typedef void (*Case)(void);
static const Case cases[] = {%s};
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    world = MPI_COMM_WORLD;
    MPI_Comm_rank(world, &me);
    MPI_Comm_size(world, &ranks);
    next = (me + 1) %% ranks, last = (me + ranks - 1) %% ranks;
    (void)global, (void)other_global, (void)window_of_a_function;
    for (int i = 1; i < argc; ++i) cases[atoi(argv[i])]();
    MPI_Finalize();
}
"""
# Name, words of the finding (None: a correct program), statements; the finding names a line that ends in `//!`.
CASES = [
    ("array on the stack", "needs 40 bytes, but its array on the stack ends after 36", """
    int array[9] = {0};
    MPI_Bcast(array, 10, MPI_INT, 0, world); //!"""),
    ("global array", "needs 80 bytes, but its global array ends after 64", """
    MPI_Allreduce(MPI_IN_PLACE, global, 20, MPI_INT, MPI_SUM, world); //!"""),
    ("block of the heap", "the receive buffer of `MPI_Sendrecv`", """
    int* block = malloc(10 * sizeof(int));
    int value = 1;
    MPI_Sendrecv(&value, 1, MPI_INT, next, 1, block, 11, MPI_INT, last, 1, world, MPI_STATUS_IGNORE); //!
    free(block);"""),
    ("one variable sent as two", "the send buffer of `MPI_Allgather`", """
    int value = 1, all[32];
    MPI_Allgather(&value, 2, MPI_INT, all, 2, MPI_INT, world); //!"""),
    ("freed before the call", "is in memory that was freed", """
    int* block = calloc(10, sizeof(int));
    free(block);
    if (me == 0) MPI_Send(block, 10, MPI_INT, 1, 1, world); //!
    if (me == 1) MPI_Recv(global, 10, MPI_INT, 0, 1, world, MPI_STATUS_IGNORE);"""),
    ("freed while a send is pending", "was freed before `MPI_Wait`", """
    MPI_Request request;
    int* block = calloc(10, sizeof(int));
    MPI_Isend(block, 10, MPI_INT, next, 1, world, &request); //!
    free(block);
    MPI_Recv(global, 10, MPI_INT, last, 1, world, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);"""),
    ("freed while a receive is pending", "was freed before `MPI_Waitall`", """
    MPI_Request request;
    int* block = calloc(10, sizeof(int));
    MPI_Irecv(block, 10, MPI_INT, last, 1, world, &request); //!
    free(block);
    MPI_Send(global, 10, MPI_INT, next, 1, world);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);"""),
    ("freed before a test completes the receive", "was freed before `MPI_Test`", """
    MPI_Request request;
    int done = 0, *block = calloc(10, sizeof(int));
    MPI_Irecv(block, 10, MPI_INT, last, 1, world, &request); //!
    free(block);
    MPI_Send(global, 10, MPI_INT, next, 1, world);
    while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);"""),
    ("freed while an operation is pending", "the receive buffer of `MPI_Iallgather`", """
    MPI_Request request;
    int* all = calloc(ranks, sizeof(int));
    MPI_Iallgather(&me, 1, MPI_INT, all, 1, MPI_INT, world, &request); //!
    free(all);
    MPI_Wait(&request, MPI_STATUS_IGNORE);"""),
    ("persistent request of a short array", "needs 80 bytes, but its global array ends after 64, in `MPI_Start`", """
    MPI_Request request;
    MPI_Send_init(global, 20, MPI_INT, next, 1, world, &request); //!
    MPI_Start(&request);
    MPI_Recv(calloc(20, 4), 20, MPI_INT, last, 1, world, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);"""),
    ("strided entries", "the send buffer of `MPI_Sendrecv`", """
    MPI_Datatype column = strided(4, 1, 5);
    int matrix[15] = {0}; /* the last entry is number 15 */
    MPI_Sendrecv(matrix, 1, column, next, 1, global, 4, MPI_INT, last, 1, world, MPI_STATUS_IGNORE); //!
    MPI_Type_free(&column);"""),
    ("structure", "the buffer of `MPI_Bcast`", """
    struct { int i; double d; } two[2] = {{0, 0}, {0, 0}};
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {0, 8};
    const MPI_Datatype parts[] = {MPI_INT, MPI_DOUBLE};
    MPI_Datatype type;
    MPI_Type_create_struct(2, lengths, places, parts, &type);
    MPI_Type_commit(&type);
    MPI_Bcast(two, 3, type, 0, world); //!
    MPI_Type_free(&type);"""),
    ("gatherv", "needs 12 bytes, but its block of the heap ends after 8", """
    int* counts = calloc(ranks, sizeof(int));
    int* places = calloc(ranks, sizeof(int));
    int* all = calloc(ranks, sizeof(int));
    for (int i = 0; i < ranks; ++i) counts[i] = 1, places[i] = i + 1;
    MPI_Gatherv(&me, 1, MPI_INT, all, counts, places, MPI_INT, 0, world); //!
    free(counts), free(places), free(all);"""),
    ("alltoallw", "the send buffer of `MPI_Alltoallw`", """
    int counts[16], places[16], out[16] = {0}, in[64];
    MPI_Datatype types[16];
    for (int i = 0; i < ranks; ++i) counts[i] = 1, places[i] = 60 + 4 * i, types[i] = MPI_INT;
    MPI_Alltoallw(out, counts, places, types, in, counts, places, types, world); //!"""),
    ("root scatters too few", "the send buffer of `MPI_Scatter`", """
    int value, two[2] = {0};
    MPI_Scatter(two, 2, MPI_INT, &global, 2, MPI_INT, 0, world); //!
    (void)value;"""),
    ("origin of a put", "the origin buffer of `MPI_Put`", """
    MPI_Win window;
    int two[2] = {0};
    MPI_Win_create(global, sizeof global, 4, MPI_INFO_NULL, world, &window);
    MPI_Win_fence(0, window);
    MPI_Put(two, 3, MPI_INT, next, 0, 3, MPI_INT, window); //!
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);"""),
    ("window longer than its memory", "the memory of the window of `MPI_Win_create`", """
    MPI_Win window;
    MPI_Win_create(global, sizeof global + 4, 4, MPI_INFO_NULL, world, &window); //!
    MPI_Win_free(&window);"""),
    ("memory of a window freed too early", "was freed before `MPI_Win_fence`", """
    MPI_Win window;
    int* block = calloc(10, sizeof(int));
    MPI_Win_create(block, 40, 4, MPI_INFO_NULL, world, &window); //!
    free(block);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);"""),
    ("function has returned", "is in a variable whose function or block had ended before `MPI_Win_fence`", """
    MPI_Win window;
    window_of_a_function(&window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);"""),
    ("block of statements has ended", "is in a variable whose function or block had ended before `MPI_Wait`", """
    MPI_Request request;
    {
        int value = me;
        MPI_Isend(&value, 1, MPI_INT, next, 1, world, &request); //!
    }
    MPI_Recv(global, 1, MPI_INT, last, 1, world, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);"""),
    ("correct: just fits", None, """
    int nine[9] = {0}, *block = calloc(10, sizeof(int));
    MPI_Bcast(nine, 9, MPI_INT, 0, world);
    ring(block, 10, MPI_INT), ring(global, 16, MPI_INT), ring(nine + 8, 1, MPI_INT);
    free(block);"""),
    ("correct: strided entries that just fit", None, """
    MPI_Datatype column = strided(4, 1, 5), all_but_gaps = strided(3, 2, 4);
    int matrix[16] = {0}, *rows = calloc(10, sizeof(int));
    ring(matrix, 1, column), ring(rows, 1, all_but_gaps), ring(matrix + 6, 1, all_but_gaps);
    free(rows);
    MPI_Type_free(&column), MPI_Type_free(&all_but_gaps);"""),
    ("correct: gaps in memory that was freed", None, """
    int *first = calloc(4, sizeof(int)), *freed = calloc(4, sizeof(int)), *second = calloc(4, sizeof(int));
    const int lengths[] = {4, 4};
    MPI_Aint places[2];
    MPI_Datatype both;
    MPI_Get_address(first, &places[0]), MPI_Get_address(second, &places[1]);
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &both);
    MPI_Type_commit(&both);
    free(freed);
    ring(MPI_BOTTOM, 1, both);
    MPI_Type_free(&both);
    free(first), free(second);"""),
    ("correct: variables one after the other", None, """
    int i = 1;
    double d = 2;
    const int lengths[] = {1, 1};
    MPI_Aint places[2];
    const MPI_Datatype parts[] = {MPI_INT, MPI_DOUBLE};
    MPI_Datatype type;
    MPI_Get_address(&i, &places[0]), MPI_Get_address(&d, &places[1]);
    places[1] -= places[0], places[0] = 0;
    MPI_Type_create_struct(2, lengths, places, parts, &type);
    MPI_Type_commit(&type);
    MPI_Bcast(&i, 1, type, 0, world);
    MPI_Type_free(&type);"""),
    ("correct: structures of structures", None, """
    MPI_Datatype type = nested(MPI_INT, 0, 40);
    ring(global, 1, type);
    MPI_Type_free(&type);"""),
    ("correct: structures of structures without elements", None, """
    MPI_Datatype nothing, type;
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    type = nested(nothing, 1, 40);
    ring(global, 1, type);
    MPI_Type_free(&type), MPI_Type_free(&nothing);"""),
    ("correct: structures of structures that are full", None, """
    MPI_Datatype type = nested(MPI_INT, 1, 9);
    MPI_Bcast(global, 0, type, 0, world);
    MPI_Send(global, 1, type, MPI_PROC_NULL, 1, world);
    MPI_Type_free(&type);"""),
    ("correct: subarray and resized", None, """
    const int sizes[] = {4, 4}, parts[] = {2, 2}, starts[] = {2, 2};
    MPI_Datatype corner, narrow;
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &corner);
    MPI_Type_create_resized(corner, 0, 4, &narrow);
    MPI_Type_commit(&corner), MPI_Type_commit(&narrow);
    ring(global, 1, corner), ring(global - 1, 2, narrow);
    MPI_Type_free(&corner), MPI_Type_free(&narrow);"""),
    ("correct: nothing to send", None, """
    MPI_Request request;
    int counts[16] = {0}, places[16], *freed = malloc(4);
    for (int i = 0; i < ranks; ++i) places[i] = 1000;
    free(freed);
    MPI_Send(NULL, 0, MPI_INT, MPI_PROC_NULL, 1, world);
    MPI_Isend(freed, 0, MPI_INT, next, 1, world, &request);
    MPI_Recv(NULL, 0, MPI_INT, last, 1, world, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Gatherv(freed, 0, MPI_INT, freed, counts, places, MPI_INT, 0, world);
    MPI_Recv(freed, 1, MPI_INT, MPI_PROC_NULL, 1, world, MPI_STATUS_IGNORE);"""),
    ("correct: arguments that do not count", None, """
    int all[16] = {0}, out[16] = {0};
    MPI_Gather(&me, 1, MPI_INT, me == 0 ? all : NULL, me == 0 ? 1 : 1000, MPI_INT, 0, world);
    MPI_Scatter(me == 0 ? all : NULL, me == 0 ? 1 : 1000, MPI_INT, out, 1, MPI_INT, 0, world);
    MPI_Reduce(&me, me == 0 ? all : out + 16, 1, MPI_INT, MPI_SUM, 0, world);
    MPI_Allgather(MPI_IN_PLACE, 1000, MPI_INT, all, 1, MPI_INT, world);
    MPI_Exscan(&me, me == 0 ? out + 16 : out, 1, MPI_INT, MPI_SUM, world);
    MPI_Reduce_scatter_block(all, out, 1, MPI_INT, MPI_SUM, world);"""),
    ("correct: v-forms that just fit", None, """
    int counts[16], places[16], *all = calloc(ranks, sizeof(int)), *out = calloc(ranks, sizeof(int));
    for (int i = 0; i < ranks; ++i) counts[i] = 1, places[i] = ranks - 1 - i;
    MPI_Allgatherv(&me, 1, MPI_INT, all, counts, places, MPI_INT, world);
    MPI_Scatterv(all, counts, places, MPI_INT, out, 1, MPI_INT, 0, world);
    MPI_Alltoallv(all, counts, places, MPI_INT, out, counts, places, MPI_INT, world);
    MPI_Reduce_scatter(all, out, counts, MPI_INT, MPI_SUM, world);
    free(all), free(out);"""),
    ("correct: freed after the request", None, """
    for (int i = 0; i < 20; ++i) {
        MPI_Request both[2];
        int *out = calloc(10, sizeof(int)), *in = calloc(10, sizeof(int)), done = 0;
        MPI_Irecv(in, 10, MPI_INT, last, 1, world, &both[0]);
        MPI_Isend(out, 10, MPI_INT, next, 1, world, &both[1]);
        while (!done) MPI_Testall(2, both, &done, MPI_STATUSES_IGNORE);
        free(out), free(in);
    }"""),
    ("correct: two sends, freed one after the other", None, """
    MPI_Request first, second;
    int *out = calloc(16, sizeof(int)), *more = calloc(16, sizeof(int));
    MPI_Isend(out, 16, MPI_INT, next, 1, world, &first);
    MPI_Isend(more, 16, MPI_INT, next, 2, world, &second);
    MPI_Recv(global, 16, MPI_INT, last, 1, world, MPI_STATUS_IGNORE);
    MPI_Wait(&first, MPI_STATUS_IGNORE);
    free(out);
    MPI_Recv(global, 16, MPI_INT, last, 2, world, MPI_STATUS_IGNORE);
    MPI_Wait(&second, MPI_STATUS_IGNORE);
    free(more);"""),
    ("correct: no message of a process that does not exist", None, """
    MPI_Message message;
    MPI_Mprobe(MPI_PROC_NULL, 1, world, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(other_global + 16, 1, MPI_INT, &message, MPI_STATUS_IGNORE);"""),
    ("correct: freed when it is known to be complete", None, """
    MPI_Request request;
    int *out = calloc(10, sizeof(int)), done = 0;
    MPI_Isend(out, 10, MPI_INT, next, 1, world, &request);
    MPI_Recv(global, 10, MPI_INT, last, 1, world, MPI_STATUS_IGNORE);
    while (!done) MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
    free(out);
    MPI_Wait(&request, MPI_STATUS_IGNORE);"""),
    ("correct: persistent request, started again", None, """
    MPI_Request request;
    MPI_Send_init(global, 16, MPI_INT, next, 1, world, &request);
    for (int i = 0; i < 3; ++i) {
        MPI_Start(&request);
        MPI_Recv(other_global, 16, MPI_INT, last, 1, world, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);"""),
    ("correct: windows", None, """
    MPI_Win window, allocated, nothing;
    int *block = calloc(4, sizeof(int)), *base, value = me, result = 0;
    MPI_Win_create(block, 16, 4, MPI_INFO_NULL, world, &window);
    MPI_Win_allocate(16, 4, MPI_INFO_NULL, world, &base, &allocated);
    MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, world, &nothing);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, next, 3, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, allocated);
    MPI_Get_accumulate(NULL, 0, MPI_INT, &result, 1, MPI_INT, next, 0, 1, MPI_INT, MPI_NO_OP, allocated);
    MPI_Fetch_and_op(&value, &result, MPI_INT, next, 0, MPI_SUM, allocated);
    MPI_Win_unlock(next, allocated);
    free(block);
    MPI_Win_free(&window), MPI_Win_free(&allocated), MPI_Win_free(&nothing);"""),
]


def program():
    functions = "\n".join(f"static void case_{i}(void) {{{text}\n}}" for i, (_, _, text) in enumerate(CASES))
    return PROGRAM % (functions, ", ".join(f"case_{i}" for i in range(len(CASES))))


def lines_of(text, number):
    """The lines of the case that a finding may name."""
    first = text.split(f"static void case_{number}(")[0].count("\n") + 1
    body = text.split(f"static void case_{number}(")[1].split("\n}\n")[0]
    if "window_of_a_function" in body:
        first, body = 1, text.split("/* Sends")[0]
    return [f"memory.c:{first + i}" for i, line in enumerate(body.split("\n")) if line.endswith("//!")]


def findings_in(folder):
    """Those of the classes that this test is about, which may also be facts of other classes."""
    try:
        record = json.loads((folder / "run.json").read_text())
    except FileNotFoundError:
        return []
    return [finding for launch in record["launches"] for finding in launch.get("findings", [])
            if finding["weight"] != "fact"]


def record(loop, folder, name, mpi, cases):
    command = [loop, "record", "-o", name, "--hang-limit", "3", "--timeout", "60", "--", *LAUNCHERS[mpi], "-n", "2",
               "./memory", *[str(case) for case in cases]]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors="replace", stdin=subprocess.DEVNULL)
    return done.returncode, findings_in(folder / name), done.stderr


def is_found(code, findings, words, lines):
    return code == 5 and any(finding["class"] == "invalid arguments" and words in finding["text"] and
                             any(line in finding["lines"] for line in lines) for finding in findings)


def check(loop, folder, mpi, number, text):
    name, words, _ = CASES[number]
    code, findings, errors = record(loop, folder, f"run-{number}", mpi, [number])
    good = is_found(code, findings, words, lines_of(text, number))
    print(f"{'found ' if good else 'MISSED'} {code} {name}", flush=True)
    if not good:
        print("   ", lines_of(text, number), *[finding["text"] for finding in findings], errors[-2000:], sep="\n    ")
    return good


def check_correct(loop, folder, mpi, numbers):
    code, findings, errors = record(loop, folder, "correct", mpi, numbers)
    good = code == 0 and not findings
    print(f"{'silent' if good else 'ALARM '} {code} {len(numbers)} correct programs", flush=True)
    if not good:
        print("   ", *[finding["text"] for finding in findings], errors[-3000:], sep="\n    ")
    return good


def build(folder, mpi, text):
    (folder / "memory.c").write_text(text)
    return subprocess.run([f"mpicc.{mpi}", "-g", "-fsanitize=address", "-o", "memory", "memory.c"], cwd=folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("loop")
    parser.add_argument("--mpi", default="mpich", choices=sorted(LAUNCHERS))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if not shutil.which(f"mpicc.{options.mpi}") or not shutil.which(LAUNCHERS[options.mpi][0]):
        print(f"skipped: {options.mpi} is not installed")
        return 77
    loop = str(pathlib.Path(options.loop).resolve())
    chosen = [i for i, (name, _, _) in enumerate(CASES) if options.only in name]
    faulty = [i for i in chosen if CASES[i][1] is not None]
    correct = [i for i in chosen if CASES[i][1] is None]
    with tempfile.TemporaryDirectory() as name:
        folder, text = pathlib.Path(name), program()
        if build(folder, options.mpi, text).returncode != 0:
            print("skipped: the compiler has no AddressSanitizer")
            return 77
        good = [check(loop, folder, options.mpi, i, text) for i in faulty]
        if correct:
            good.append(check_correct(loop, folder, options.mpi, correct))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
