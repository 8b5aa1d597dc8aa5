// trace_program CASE: a program with known events; trace_check.cpp checks what each rank has recorded.
// Comments such as `line 11` give the line that trace_check expects.
#include <loop/bsp.h>
#include <loop/loop.h>

#include <mpi.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {
const loop::Program loop_program("trace", "trace.loop", "0123456789abcdef", loop::CommandLine::program,
                                 {"size", "iterations"}, {});

int me = 0;
int ranks = 1;

int right() {
    return (me + 1) % ranks;
}
int left() {
    return (me + ranks - 1) % ranks;
}

void constructs() {
#line 10 "trace.loop"
    for (int i = 0; i < 3; ++i)
        loop::communicate(100, 1, 1); // line 11
    {
        loop::Phase phase("all to all");
        loop::multibcast0(1000); // line 14
    }
    loop::visible_sync(); // line 16
    int data[4] = {me, me, me, me};
    loop::tree_bcast(data, sizeof data); // line 18
    {
        loop::Communication open(8, 1, 1); // line 20
        loop::Vector<double> v(1000), w(1000);
        double sum = 0;
        loop::init_array(v, 1.0); // line 23
        loop::init_array(w, 2.0);
        loop::scalprod(sum, v, w); // line 25
    }
    loop::exchange(64, 1, 2, nullptr, nullptr, true); // line 27
}

void picl() {
#line 40 "trace.loop"
    int token = me;
    int in = 0;
    sync0();
    send0(&token, sizeof token, 7, right()); // line 43
    recv0(&in, sizeof in, 7);
    recvbegin0(&in, sizeof in, 8);
    sendbegin0(&token, sizeof token, 8, left());
    recvend0(8);
    sendend0(8); // line 48
    bcast0(&in, sizeof in, 9, 0);
    gsum0(&in, 1, 2, 10, ranks - 1);
    tracemark(5);
    tracemark(6);
    traceblockbegin(3, 0, 0);
    traceblockend(3, 0, 0);
    traceblockend(4, 0, 0); // line 55: has no begin
    for (int i = 0; i < 1000; ++i)
        probe0(99); // no such message
    traceblock(0);
    traceblockbegin(11, 0, 0); // not recorded
    traceblock(1);
    traceblockbegin(12, 0, 0); // line 61
    traceblock(0);
    traceblockend(12, 0, 0);
    traceblockend(11, 0, 0);
}

// Each rank sends to the right with every send function of MPI.
void host_mpi() {
#line 60 "trace.loop"
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half); // descending order of ranks
    std::vector<double> out(100), in(100);
    MPI_Status status;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Sendrecv(out.data(), 10, MPI_DOUBLE, right(), 1, in.data(), 10, MPI_DOUBLE, left(), 1, MPI_COMM_WORLD,
                 &status);
    MPI_Irecv(in.data(), 20, MPI_DOUBLE, left(), 2, copy, &requests[0]);
    MPI_Isend(out.data(), 20, MPI_DOUBLE, right(), 2, copy, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Irecv(in.data(), 100, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, &requests[0]);
    MPI_Isend(out.data(), 30, MPI_DOUBLE, right(), 3, copy, &requests[1]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    for (int done = 0; done == 0;)
        MPI_Test(&requests[1], &done, &status);
    MPI_Send_init(out.data(), 4, MPI_DOUBLE, right(), 4, copy, &requests[1]);
    MPI_Recv_init(in.data(), 4, MPI_DOUBLE, left(), 4, copy, &requests[0]);
    for (int i = 0; i < 2; ++i) {
        MPI_Startall(2, requests);
        int done = 0;
        int indices[2];
        for (int all = 0; all < 2; all += done)
            MPI_Waitsome(2, requests, &done, indices, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    if (me == 0 && ranks > 1) MPI_Send(out.data(), 5, MPI_DOUBLE, 1, 5, MPI_COMM_WORLD);
    if (me == 1) {
        MPI_Probe(0, 5, MPI_COMM_WORLD, &status);
        MPI_Recv(in.data(), 100, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Send(out.data(), 1, MPI_DOUBLE, MPI_PROC_NULL, 6, MPI_COMM_WORLD);
    MPI_Recv(in.data(), 1, MPI_DOUBLE, MPI_PROC_NULL, 6, MPI_COMM_WORLD, &status);
    int half_rank = 0;
    MPI_Comm_rank(half, &half_rank);
    if (me >= 2) MPI_Send(out.data(), 6, MPI_DOUBLE, half_rank + 1, 7, half); // to rank me - 2
    if (me + 2 < ranks) MPI_Recv(in.data(), 6, MPI_DOUBLE, half_rank - 1, 7, half, &status);
    double mine = 1;
    double sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, copy);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]);
    MPI_Wait(&requests[0], &status);
    MPI_Bcast(out.data(), 50, MPI_DOUBLE, ranks - 1, MPI_COMM_WORLD);
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
}

// MPI reports the same error for a wrong call as without LOOP.
void mismatched() {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const auto class_of = [](int code) {
        int error_class = 0;
        MPI_Error_class(code, &error_class);
        return error_class;
    };
    double data = 0;
    int wrong = 0;
    wrong += class_of(MPI_Send(&data, 1, MPI_DOUBLE, ranks, 1, MPI_COMM_WORLD)) != MPI_ERR_RANK ? 1 : 0;
    wrong +=
        class_of(MPI_Recv(&data, 1, MPI_DOUBLE, ranks, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)) != MPI_ERR_RANK
            ? 2
            : 0;
    wrong +=
        class_of(MPI_Recv(&data, 1, MPI_DOUBLE, 0, -77, MPI_COMM_WORLD, MPI_STATUS_IGNORE)) != MPI_ERR_TAG
            ? 4
            : 0;
    wrong += class_of(MPI_Bcast(&data, 1, MPI_DOUBLE, -5, MPI_COMM_WORLD)) != MPI_ERR_ROOT ? 8 : 0;
    const double two[2] = {1, 2};
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(two, 2, MPI_DOUBLE, me, 2, MPI_COMM_WORLD, &request);
    wrong +=
        class_of(MPI_Recv(&data, 1, MPI_DOUBLE, me, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE)) != MPI_ERR_TRUNCATE
            ? 16
            : 0;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request none = MPI_REQUEST_NULL;
    MPI_Status status;
    status.MPI_SOURCE = 0;
    wrong += MPI_Wait(&none, &status) != MPI_SUCCESS || status.MPI_SOURCE != MPI_ANY_SOURCE ? 32 : 0;
    MPI_Irecv(&data, 1, MPI_DOUBLE, me, 3, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    int cancelled = 0;
    MPI_Test_cancelled(&status, &cancelled);
    wrong += cancelled == 0 ? 64 : 0;
    if (wrong != 0) std::printf("wrong %d\n", wrong);
}

// Ends supersteps with small and large puts, gets, and direct transfers.
void supersteps() {
#line 120 "trace.loop"
    std::vector<double> area(6000), values(6000, me);
    bsp_begin(ranks);
    bsp_push_reg(area.data(), 48000);
    bsp_sync(); // line 123
    for (int step = 0; step < 40; ++step) {
        bsp_put(right(), values.data(), area.data(), 0, step % 2 == 0 ? 8 : 16000);
        if (step % 4 == 1) bsp_get(left(), area.data(), 0, values.data() + 3000, 80);
        if (step % 4 == 3) bsp_hpput(right(), values.data(), area.data(), 0, 24000);
        usleep(100);
        bsp_sync(); // line 129
    }
    bsp_end();
}

void kernel(const std::string& what) {
#line 101 "trace.loop"
    const bool plays = what == "pingpong" || what == "kernel-small" || what == "kernel-off";
    if (plays && ranks > 1) loop::pingpong(64, 200, -1, 3); // line 102
    if (plays) loop::communicate(8, 1, 1);                  // line 103
    if (what == "bspbench") loop::bspbench(64, 40, -1, "put", true, 10, 3, 1e-4, 8, "", false);
    if (what == "bspbench-words") loop::bspbench(64, 40, -1, "put", false, 10, 3, 1e-4, 8, "", false);
    if (what == "bspbench-all") loop::bspbench(64, 40, -1, "alltoallv", true, 10, 3, 1e-4, 8, "", false);
    if (what == "bspprobe") loop::bspprobe(1000, 10, 64, 4, 1e-3);
    if (what == "bsp") supersteps();
    if (what == "apexmap") loop::apexmap(1024LL * ranks, 4, 1, 64, 100);
    if (what == "apexmap-basic") loop::apexmap(1024LL * ranks, 4, 1, 64, 100, 16, 64, 8, "basic");
    if (what == "apexmap-rma") loop::apexmap(1024LL * ranks, 4, 1, 64, 100, 16, 64, 8, "rma");
    if (what == "clue") loop::clue(200, 100, 10);
}

void die(const std::string& how) {
#line 90 "trace.loop"
    loop::communicate(8, 1, 1);
    if (me == ranks - 1) {
        if (how == "crash") std::raise(SIGSEGV);
        if (how == "exit") std::exit(3);
        if (how == "abort") MPI_Abort(MPI_COMM_WORLD, 3);
        if (how == "fail") loop::communicate(-8, 1, 1);
        if (how == "terminate") std::raise(SIGTERM);
    }
    loop::visible_sync();
}
} // namespace

// As in mpi_main.cpp: this process pretends to be on one of several nodes, whose clocks are in fact the
// same.
extern "C" int gethostname(char* name, size_t size) noexcept {
    const char* const nodes = std::getenv("LOOP_TEST_NODES");
    const char* rank = std::getenv("PMI_RANK");
    if (rank == nullptr) rank = std::getenv("OMPI_COMM_WORLD_RANK");
    utsname system{};
    uname(&system);
    const int node = nodes == nullptr || rank == nullptr ? 0 : std::atoi(rank) % std::atoi(nodes);
    std::snprintf(name, size, "%.50s-%d", system.nodename, node);
    return 0;
}

int main(int, char** arguments) {
    const std::string what = arguments[1];
    long capacity = 100000;
    if (what == "full") capacity = 10;
    if (what == "none") capacity = 0;
    if (what == "huge") capacity = 1L << 40;
    if (what == "kernel-small") capacity = 300;
#line 5 "trace.loop"
    loop::open0(&ranks, &me, nullptr, nullptr, capacity);
    if (what == "constructs" || what == "full" || what == "none" || what == "huge" || what == "off")
        constructs();
    if (what == "picl") picl();
    if (what == "mpi") host_mpi();
    if (what == "mismatched") mismatched();
    kernel(what);
    if (what.compare(0, 4, "die-") == 0) die(what.substr(4));
    if (what == "syncs")
        for (int i = 0; i < 3; ++i) {
            usleep(60000);
            loop::visible_sync();
        }
    loop::close0();
}
