// Compares \START and \FINISH with nonblocking MPI by hand: one message each way, and windows of messages of
// which each is started by itself. Verification is off.

#include "rounds.h"

#include <loop/loop.h>

#include <array>

namespace {

const loop::Program loop_program("starts", "starts.loop", "0", loop::CommandLine::runtime, {}, {});

constexpr int window = 64;
constexpr std::size_t largest = 1 << 20;
int me = 0;
bench::Lines lines("lines of starts");
char* out = nullptr;
char* in = nullptr;
std::array<MPI_Request, std::size_t{2} * window> requests;

void by_hand(int size, int messages) {
    MPI_Request* request = requests.data();
    for (int i = 0; i < messages; ++i) {
        MPI_Irecv(in, size, MPI_BYTE, 1 - me, 0, MPI_COMM_WORLD, request++);
        MPI_Isend(out, size, MPI_BYTE, 1 - me, 0, MPI_COMM_WORLD, request++);
    }
    MPI_Waitall(2 * messages, requests.data(), MPI_STATUSES_IGNORE);
}

void started(int size, int messages) {
    loop::Handle handle("h");
    for (int i = 0; i < messages; ++i)
        loop::start_communicate(handle, size, 1, 1, out, in);
    loop::finish(handle);
}

void compare(const std::string& name, int size, int messages) {
    const auto samples = bench::measure([=] { started(size, messages); }, [=] { by_hand(size, messages); });
    if (me == 0) lines.print(name + "(" + std::to_string(size) + ")", samples);
}

} // namespace

int main() {
    loop::open0(nullptr, &me, nullptr, nullptr, 0);
    const bench::WatchedRanks watched;
    out = bench::page_aligned(largest);
    in = bench::page_aligned(largest);
    if (me == 0) bench::print_header("START and FINISH, us");
    for (const int size : {8, 1000, 65536, 1048576})
        compare("one message each way", size, 1);
    for (const int size : {8, 1000})
        compare("64 started one by one", size, window);
    if (me == 0) lines.end();
    watched.end();
    loop::close0();
    return 0;
}
