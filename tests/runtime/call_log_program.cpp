// call_log_program CASE: programs with known MPI calls; call_log.py checks what the log of each rank says.
#include <loop/calls.h>
#include <loop/loop.h>

#include <mpi.h>

#include <cstdio>
#include <string>
#include <thread>

namespace {
const loop::Program loop_program("calls", "calls.loop", "0123456789abcdef", loop::CommandLine::program,
                                 {"size", "iterations"}, {});

int me = 0;
int ranks = 1;
int out[64];
int in[4096];

int right() {
    return (me + 1) % ranks;
}
int left() {
    return (me + ranks - 1) % ranks;
}

void messages() {
    MPI_Request all[4];
    MPI_Irecv(in, 4, MPI_INT, left(), 1, MPI_COMM_WORLD, &all[0]);
    MPI_Isend(out, 4, MPI_INT, right(), 1, MPI_COMM_WORLD, &all[1]);
    MPI_Waitall(2, all, MPI_STATUSES_IGNORE);
    MPI_Sendrecv(out, 2, MPI_DOUBLE_INT, right(), 2, in, 4, MPI_DOUBLE_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2; ++i) // a library may use one handle for both
        MPI_Isend(out, 1, MPI_INT, right(), 3 + i, MPI_COMM_WORLD, &all[i]);
    for (int i = 0; i < 2; ++i)
        MPI_Recv(in, 1, MPI_INT, left(), 3 + i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2; ++i)
        MPI_Wait(&all[i], MPI_STATUS_IGNORE);
    MPI_Send(out, 1, MPI_INT, MPI_PROC_NULL, 9, MPI_COMM_WORLD);
    MPI_Recv(in, 1, MPI_INT, MPI_PROC_NULL, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Isend(out, 1, MPI_INT, MPI_PROC_NULL, 9, MPI_COMM_WORLD, &all[0]);
    MPI_Wait(&all[0], MPI_STATUS_IGNORE);
    MPI_Irecv(in, 1, MPI_INT, left(), 77, MPI_COMM_WORLD, &all[0]);
    MPI_Cancel(&all[0]);
    MPI_Wait(&all[0], MPI_STATUS_IGNORE);
    MPI_Isend(out, 1, MPI_INT, right(), 5, MPI_COMM_WORLD, &all[0]);
    MPI_Message message;
    MPI_Status status;
    MPI_Mprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Request_free(&all[0]);
}

void persistent() {
    MPI_Request all[2];
    MPI_Send_init(out, 3, MPI_INT, right(), 1, MPI_COMM_WORLD, &all[0]);
    MPI_Recv_init(in, 3, MPI_INT, left(), 1, MPI_COMM_WORLD, &all[1]);
    for (int i = 0; i < 2; ++i) {
        MPI_Startall(2, all);
        MPI_Waitall(2, all, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&all[0]);
    MPI_Request_free(&all[1]);
}

void add(void* from, void* to, int* count, MPI_Datatype*) {
    for (int i = 0; i < *count; ++i)
        static_cast<int*>(to)[i] += static_cast<int*>(from)[i];
}

void collectives() {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Bcast(out, 5, MPI_INT, ranks - 1, copy);
    MPI_Allreduce(out, in, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Op sum;
    MPI_Op_create(add, 1, &sum);
    MPI_Reduce(out, in, 2, MPI_INT, sum, 0, copy);
    MPI_Op_free(&sum);
    MPI_Gather(me == 0 ? MPI_IN_PLACE : out, 2, MPI_INT, in, 2, MPI_INT, 0, copy);
    int counts[64], places[64];
    for (int i = 0; i < ranks; ++i)
        counts[i] = i, places[i] = i * 8;
    MPI_Gatherv(out, me, MPI_INT, in, counts, places, MPI_INT, 0, copy);
    MPI_Request request;
    MPI_Ibarrier(copy, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm part;
    MPI_Comm_split(copy, me == 0 ? MPI_UNDEFINED : 1, 0, &part);
    if (part != MPI_COMM_NULL) {
        MPI_Barrier(part);
        MPI_Comm_free(&part);
    }
    MPI_Comm_free(&copy);
}

void types() {
    struct Pair {
        int number;
        double value;
    } pairs[4] = {};
    const int blocks[] = {1, 1};
    const MPI_Aint places[] = {0, offsetof(Pair, value)};
    const MPI_Datatype parts[] = {MPI_INT, MPI_DOUBLE};
    MPI_Datatype packed, pair, two_pairs, columns;
    MPI_Type_create_struct(2, blocks, places, parts, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(Pair), &pair);
    MPI_Type_contiguous(2, pair, &two_pairs);
    MPI_Type_vector(3, 2, 4, MPI_INT, &columns);
    for (MPI_Datatype* type : {&pair, &two_pairs, &columns})
        MPI_Type_commit(type);
    // The same elements, divided differently.
    MPI_Sendrecv(pairs, 2, pair, 0, 1, pairs + 2, 1, two_pairs, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Sendrecv(out, 2, columns, 0, 2, in, 12, MPI_INT, 0, 2, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    for (MPI_Datatype* type : {&packed, &pair, &two_pairs, &columns})
        MPI_Type_free(type);
}

void leaks() {
    MPI_Group world, first;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    const int zero = 0;
    MPI_Group_incl(world, 1, &zero, &first);
    MPI_Group_free(&world);
    MPI_Datatype type;
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Request request;
    MPI_Irecv(in, 1, MPI_INT, left(), 7, MPI_COMM_WORLD, &request);
}

void windows() {
    MPI_Win window;
    MPI_Win_create(in, sizeof in, sizeof in[0], MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(out, 2, MPI_INT, right(), 3, 2, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right(), 0, window);
    MPI_Accumulate(out, 1, MPI_INT, right(), 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_unlock(right(), window);
    MPI_Win_free(&window);
}

void threads() {
    MPI_Request request;
    MPI_Irecv(in, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
    std::thread([] { MPI_Send(out, 1, MPI_INT, 0, 1, MPI_COMM_SELF); }).join();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void full() {
    for (int i = 0; i < 20000; ++i)
        MPI_Barrier(MPI_COMM_SELF);
}

void failing() {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Send(out, 1, MPI_INT, ranks + 5, 1, MPI_COMM_WORLD);
}

} // namespace

int main(int, char** arguments) {
    const std::string what = arguments[1];
    if (what == "names") { // of the numbers in logs
        for (const loop::CallInfo& call : loop::all_calls)
            std::printf("%s\n", std::string(call.name).c_str());
        return 0;
    }
    int provided = 0;
    if (what == "threads") MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
    loop::open0(&ranks, &me, nullptr, nullptr, 1000);
    if (what == "messages") messages();
    if (what == "persistent") persistent();
    if (what == "collectives") collectives();
    if (what == "types") types();
    if (what == "leaks") leaks();
    if (what == "windows") windows();
    if (what == "threads") threads();
    if (what == "full") full();
    if (what == "failing") failing();
    loop::close0();
    if (what == "threads") MPI_Finalize();
}
