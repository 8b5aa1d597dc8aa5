// Programs that end in unusual ways, for `loop record`: the first argument says which. Built with -DLIBRARY,
// this is a library whose constructor calls MPI_Init, and whose destructor calls MPI_Finalize, for a program
// that is built with -DUSES_LIBRARY.
#include <mpi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace {

void wait_on_rank_0(unsigned seconds) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) sleep(seconds);
}

} // namespace

#ifdef LIBRARY

extern "C" {
unsigned late_seconds = 0;
}

namespace {

__attribute__((constructor)) void begin() {
    int level = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level);
}

__attribute__((destructor)) void end() {
    wait_on_rank_0(late_seconds);
    MPI_Barrier(MPI_COMM_WORLD); // last
    MPI_Finalize();
}

} // namespace

#else

namespace {

void finalize() {
    int one = 1, sum = 0;
    wait_on_rank_0(2);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // late
    MPI_Finalize();
}

struct Late {
    bool finalizes = false;
    ~Late() {
        if (finalizes) finalize();
    }
};
Late late;

// A page that may be used once a signal has come.
char* page = nullptr;
constexpr std::size_t page_bytes = 65536;

void open_page(int, siginfo_t* info, void*) {
    if (info->si_addr != page) _exit(8);
    mprotect(page, page_bytes, PROT_READ | PROT_WRITE);
}

void guard_page() {
    page = static_cast<char*>(mmap(nullptr, page_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    struct sigaction action {};
    action.sa_sigaction = open_page;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, nullptr);
}

} // namespace

#ifdef USES_LIBRARY
extern "C" unsigned late_seconds;
#endif

int main(int argc, char** argv) {
    const auto is = [&](const char* way) { return argc > 1 && std::strcmp(argv[1], way) == 0; };
#ifdef USES_LIBRARY
    late_seconds = is("slow library") ? 2 : 0;
#else
    if (is("handler")) std::atexit(finalize);
    if (is("terminate")) std::set_terminate([] { _exit(9); });
    if (is("signal")) guard_page();
    MPI_Init(&argc, &argv);
#endif
    MPI_Barrier(MPI_COMM_WORLD); // first
    if (is("handler")) return 3;
    late.finalizes = is("object");
    if (is("object") || is("library") || is("slow library") || is("never")) return 0;
    if (is("exit")) std::exit(4); // exits
    if (is("again")) MPI_Init(&argc, &argv);
    if (is("abort 0")) MPI_Abort(MPI_COMM_WORLD, 0);
    if (is("abort 300")) MPI_Abort(MPI_COMM_WORLD, 300);
    if (is("error")) MPI_Send(argv, 1, MPI_INT, 99, 0, MPI_COMM_WORLD); // wrong
    if (is("exception") || is("terminate")) throw 1;                    // throws
    if (is("signal")) *page = 1;
    MPI_Finalize();
    if (is("twice")) MPI_Finalize();
    if (is("_exit")) _exit(5);
    return is("code") ? 6 : 0;
}

#endif
