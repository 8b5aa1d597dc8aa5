// Makes a run fail in the way that the first argument names; rank 1 does it.
#include <loop/loop.h>

#include <dlfcn.h>
#include <mpi.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace {
const loop::Program loop_program("fault", "fault.loop", "0123456789abcdef", loop::CommandLine::program,
                                 {"size", "iterations"}, {});

std::string fault;
bool flip = false;
std::vector<void*> posted;

bool is(const char* name) {
    return fault == name;
}
} // namespace

// Corrupts a message as a network might: on request, changes the first byte of the first receive, once. The
// runtime calls PMPI functions, so this wraps those.
template <class Function>
static Function next(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

extern "C" int PMPI_Irecv(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                          MPI_Request* request) {
    posted.push_back(data);
    return next<decltype(&PMPI_Irecv)>("PMPI_Irecv")(data, count, type, source, tag, comm, request);
}

extern "C" int PMPI_Recv(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                         MPI_Status* status) {
    const int code = next<decltype(&PMPI_Recv)>("PMPI_Recv")(data, count, type, source, tag, comm, status);
    if (flip) static_cast<char*>(data)[0] ^= 4;
    flip = false;
    return code;
}

// A launcher may send another signal while the rank still writes its trace.
extern "C" int rename(const char* from, const char* to) noexcept {
    if (is("terminated-twice") && std::strstr(to, ".trace") != nullptr) std::raise(SIGTERM);
    return next<int (*)(const char*, const char*)>("rename")(from, to);
}

// Changes the last byte instead.
extern "C" int PMPI_Sendrecv(const void* sent, int sent_count, MPI_Datatype sent_type, int to, int sent_tag,
                             void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                             MPI_Status* status) {
    const int code = next<decltype(&PMPI_Sendrecv)>("PMPI_Sendrecv")(
        sent, sent_count, sent_type, to, sent_tag, data, count, type, source, tag, comm, status);
    if (flip) static_cast<char*>(data)[count - 1] ^= 4;
    flip = false;
    return code;
}

// The same for the result of a reduction, and for a broadcast.
extern "C" int PMPI_Allreduce(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op,
                              MPI_Comm comm) {
    const int code = next<decltype(&PMPI_Allreduce)>("PMPI_Allreduce")(from, into, count, type, op, comm);
    if (flip) static_cast<char*>(into)[0] ^= 4;
    flip = false;
    return code;
}

extern "C" int PMPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    const int code = next<decltype(&PMPI_Bcast)>("PMPI_Bcast")(data, count, type, root, comm);
    if (flip) static_cast<char*>(data)[count - 1] ^= 4;
    flip = false;
    return code;
}

static void disturb() {
    if (!flip || posted.empty()) return;
    static_cast<char*>(posted.back())[0] ^= 4;
    flip = false;
}

extern "C" int PMPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
    const int code = next<decltype(&PMPI_Waitall)>("PMPI_Waitall")(count, requests, statuses);
    disturb();
    return code;
}

extern "C" int PMPI_Testall(int count, MPI_Request* requests, int* done, MPI_Status* statuses) {
    const int code = next<decltype(&PMPI_Testall)>("PMPI_Testall")(count, requests, done, statuses);
    if (*done != 0) disturb();
    return code;
}

static void before_open() {
#line 1 "fault.loop"
    if (is("construct-before-open")) loop::communicate(8, 1, 1);
    if (is("picl-before-open")) sync0();
    if (is("negative-extent")) loop::Matrix<double> a(-1, 5);
    if (is("huge-extent")) loop::Vector<double> v(1LL << 62);
    if (is("no-memory")) loop::Vector<char> v(1LL << 60);
    if (is("throws-early")) throw std::runtime_error("no input");
    if (is("own-mpi") || is("own-mpi-early-end")) MPI_Init(nullptr, nullptr);
}

// Large messages of host code between two constructs: a rank that waits in a construct must make progress.
static void transfer(int me) {
    static std::vector<char> data(16 << 20);
    const auto size = static_cast<int>(data.size());
    for (int sender : {0, 1}) {
        for (bool send_waits : {true, false}) {
            MPI_Request request = MPI_REQUEST_NULL;
            const bool is_started = (me == sender) == send_waits;
            if (me == sender && send_waits)
                MPI_Isend(data.data(), size, MPI_CHAR, 1 - me, 0, MPI_COMM_WORLD, &request);
            if (me == sender && !send_waits) MPI_Send(data.data(), size, MPI_CHAR, 1 - me, 0, MPI_COMM_WORLD);
            if (me != sender && send_waits)
                MPI_Recv(data.data(), size, MPI_CHAR, sender, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (me != sender && !send_waits)
                MPI_Irecv(data.data(), size, MPI_CHAR, sender, 0, MPI_COMM_WORLD, &request);
            sync0();
            double sum = 1;
            gsum0(&sum, 1, 5, 0, sender);
            if (is_started) MPI_Wait(&request, MPI_STATUS_IGNORE);
            sync0();
        }
    }
}

// Fails in a call of the BSP layer if requested; otherwise continues.
static void supersteps(int me) {
    double area[4] = {};
    const double word = me;
#line 70 "fault.loop"
    if (is("bsp-not-begun")) bsp_put(0, &word, area, 0, 8);
    if (fault.rfind("bsp-", 0) != 0) return;
    bsp_begin(2);
    bsp_push_reg(area, me == 0 ? 32 : 16);
    bsp_sync();
    if (is("bsp-unregistered")) bsp_put(0, &word, area + 1, 0, 8); // line 75
    if (is("bsp-outside") && me == 0) bsp_put(1, &word, area, 16, 8);
    if (is("bsp-differs") && me == 0) bsp_push_reg(area, 8);
    if (is("bsp-row") && me == 0) loop::bsp_put_row(1, &word, 0, area, 8, -8, 8, 3);
    if (is("bsp-count")) loop::bsp_put_row(0, &word, 0, area, 0, 8, 8, -1); // line 79
    bsp_sync();
    bsp_sync(); // line 81
    if (is("bsp-reach")) loop::bsp_put_row(0, &word, 0, area, 0, 1LL << 62, 8, 5);
    if (is("bsp-bytes")) bsp_put(0, &word, nullptr, 0, -1); // line 83
}

static void samples() {
#line 91 "fault.loop"
    if (is("sample-per")) loop::Timed("time", 0);
    if (is("sample-key")) loop::sample("size", "B", 1, 1e300 * 1e300);
    if (is("sample-rank")) loop::Timed("time", 1, loop::no_key, 2);
    if (is("sample-unit")) loop::Timed("time");
    if (is("sample-unit")) loop::sample("time", "us", 1);
}

static void collectives(int me) {
    int data[4] = {};
    const auto differs = [me](int r) { return r + 8 * me; };
    const auto of_sender = [](int r, int) { return r; };
#line 230 "fault.loop"
    if (is("collective-root")) loop::bcast(8, 2);
    if (is("collective-size")) loop::gather(-8);
    if (is("collective-sizes")) loop::gather(loop::blocks([](int r) { return -r; }));
    if (is("collective-element")) loop::allreduce(4);
    if (is("collective-operation")) loop::scan(8, loop::Op::band, loop::Element::Float);
    if (is("collective-both")) loop::alltoall(8, data, nullptr, data); // line 235
    if (is("collective-overlap")) loop::alltoall(8, data, data + 2);
    if (is("collective-data")) loop::alltoall(loop::blocks(of_sender), nullptr, nullptr, data);
    if (is("collective-differs")) loop::allreduce(8 * (me + 1));
    if (is("collective-roots")) loop::reduce(8, me);
    if (is("collective-blocks")) loop::gather(loop::blocks(differs)); // line 240
    if (is("collective-later"))
        for (int i = 0; i < 100000; ++i)
            loop::bcast(i < 3 || me == 0 ? 8 : 16); // line 243
    flip = is("flipped-collective") && me == 1;
    if (is("flipped-collective")) loop::bcast(100); // line 245
    flip = is("flipped-reduction") && me == 1;
    if (is("flipped-reduction")) loop::allreduce(800);
    flip = false;
#line 250 "fault.loop"
    if (is("collective-moved"))
        for (int i = 0; i < 2; ++i) {
            const loop::With persistent({}, {}, {}, {}, {}, {}, {}, true);
            loop::bcast(4, 0, data + i); // line 253
        }
    if (is("cblas-extent")) {
        const loop::detail::ProductScope scope(loop::detail::ProductScope::Scalprod, loop::Site::here());
        loop::detail::check_cblas(1LL << 31, loop::Site::here()); // line 257
    }
    if (is("collective-persistent")) {
        const loop::With persistent({}, {}, {}, {}, {}, {}, {}, me == 0);
        loop::bcast(8); // line 261
    }
}

static void in_session(int me) {
#line 10 "fault.loop"
    loop::communicate(8, 1, 1);
    if (is("exits") && me == 1) std::exit(3);
    if (is("vanishes") && me == 1) _exit(0);
    if (is("crashes") && me == 1) std::raise(SIGSEGV);
    if (is("aborts") && me == 1) MPI_Abort(MPI_COMM_WORLD, 256);
    if (is("throws") && me == 1) throw std::runtime_error("no\tmore \nroom");
    if (is("throws-number") && me == 1) throw 7;
    if (is("terminates") && me == 1) std::terminate();
    if (is("terminated-twice") && me == 1) std::raise(SIGTERM);
#line 15 "fault.loop"
    if (is("open-twice")) loop::open0(nullptr, nullptr, nullptr, nullptr, 0);
    if (is("negative-size")) loop::communicate(-8, 1, 1);
    if (is("no-distance")) loop::exchange(8, 0, 1);
    if (is("no-partners")) loop::communicate(8, 1, 0);
    if (is("truncated")) loop::communicate(me == 0 ? 800 : 80, 1, 1); // line 19
#line 200 "fault.loop"
    if (is("with-align")) loop::With(48);
    if (is("with-offset")) loop::With({}, -1);
    if (is("with-buffers")) loop::With({}, {}, {}, 0);
    if (is("with-mode")) loop::With({}, {}, {}, {}, {}, "fast");
    if (is("with-ready")) loop::With({}, {}, {}, {}, {}, "ready");
    if (is("with-both")) loop::With({}, {}, {}, {}, {}, {}, true, true);
    if (is("with-into")) {
        const loop::With any({}, {}, {}, {}, {}, {}, true);
        int into[2];
        const auto to_other = loop::pairs([](int r) -> loop::Ranks { return 1 - r; });
        loop::send(4, to_other, loop::everywhere, 2, nullptr, into); // line 210
    }
    if (is("with-sizes")) {
        const loop::With any({}, {}, {}, {}, {}, {}, true);
        loop::send({4, 8}, loop::pairs([](int r) -> loop::Ranks { return {1 - r, 1 - r}; })); // line 214
    }
#line 20 "fault.loop"
    if (is("not-allocated")) {
        loop::Vector<double> v;
        loop::tree_bcast(v, 8); // line 22
    }
    if (is("bad-count")) loop::times(3e9);
    if (is("extents-disagree")) {
        loop::Matrix<double> a(2, 3), b(4, 2), c(2, 2);
        loop::matprod(c, a, b); // line 27
    }
    if (is("bad-root")) bcast0(&me, 4, 0, 99);
    if (is("late-exit") && me == 1) return;
    if (is("host-transfer")) transfer(me);
    if (is("bad-antipode")) antipode0(2); // line 32
    if (is("bad-datatype")) datasize0(6);
    supersteps(me);
    samples();
    collectives(me);
#line 31 "fault.loop"
    flip = is("flipped") && me == 1;
    for (int i = 0; i < 3; ++i)
        loop::communicate(100, 1, 1); // line 33
    if (is("host-finalises")) MPI_Finalize();
    if (is("disk-full")) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{100, 100};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    flip = is("flipped-deal") && me == 1;
#line 45 "fault.loop"
    if (is("flipped-deal"))
        for ([[maybe_unused]] const int pass : loop::deal(3, 0, 100, 50)) // line 46
            continue;
    flip = is("flipped-start") && me == 1;
    if (is("flipped-start")) {
        loop::Handle handle("h");
#line 48 "fault.loop"
        loop::start_communicate(handle, 100, 1, 1);
        loop::finish(handle);
    }
}

int main(int, char** argv) {
    fault = argv[1] == nullptr ? "" : argv[1];
    before_open();
    int me = 0;
#line 50 "fault.loop"
    loop::open0(nullptr, &me, nullptr, nullptr, is("terminated-twice") ? 1000 : 0);
    in_session(me);
#line 52 "fault.loop"
    if (is("late-exit") && me == 1) return 0;
    loop::close0();
    if (is("construct-after-close")) loop::visible_sync();
    if (is("finalises-again")) MPI_Finalize();
    if (is("own-mpi")) {
        int ranks = 0;
        MPI_Comm_size(MPI_COMM_WORLD, &ranks); // still up, because LOOP did not initialize MPI
        MPI_Finalize();
    }
    return 0;
}
