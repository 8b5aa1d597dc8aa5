// Written by loop VERSION from picl_ring.loop. It needs MPI and nothing of LOOP; change it as you like.
//
//     mpicxx -std=c++17 -O2 picl_ring.cpp -o picl_ring
//     mpiexec -n 4 ./picl_ring
//
// The namespace `loop` has what the program uses for communication, measurement, and
// arrays. The program itself follows it. `--help` lists its arguments.

#define MPICH_SKIP_MPICXX 1 // without MPI's old C++ interface, which compilers warn of
#define OMPI_SKIP_MPICXX 1
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <mpi.h>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace loop {

// One argument `name=value` of the program. `fits` says whether a text is a value of its type.
struct Argument {
    const char* name;
    const char* default_text;
    const char* help;
    bool (*fits)(const std::string&);
};

using ArgumentValue = std::pair<std::string, bool>; // its text, and whether it is given
inline std::map<std::string, ArgumentValue> argument_values; // empty before read_arguments

template <class T>
bool read(const std::string& text, T& value) {
    if constexpr (std::is_same<T, std::string>::value) {
        value = text;
        return true;
    } else if constexpr (std::is_same<T, bool>::value) {
        value = text == "true" || text == "1" || text == "yes" || text == "on";
        return value || text == "false" || text == "0" || text == "no" || text == "off";
    } else {
        if (std::is_unsigned<T>::value && text.find('-') != std::string::npos) return false;
        std::istringstream in(text);
        return (in >> std::noskipws >> value) && in.peek() == std::istringstream::traits_type::eof();
    }
}

inline bool is_count(const std::string& text) {
    int value = 0;
    return read(text, value) && value >= 0;
}

// Rank 0 prints the text, and all ranks end with this exit code.
[[noreturn]] inline void leave(const std::string& text, int code) {
    int initialized = 0, me = 0;
    MPI_Initialized(&initialized);
    if (initialized == 0) MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    if (me == 0) std::fputs(text.c_str(), code == 0 ? stdout : stderr);
    std::fflush(nullptr);
    MPI_Finalize();
    std::exit(code);
}

inline std::string usage(const std::string& program, const std::vector<Argument>& known) {
    std::string text = "usage: " + program + " [name=value ...]\n\n";
    for (const Argument& argument : known) {
        std::string line = std::string("  ") + argument.name + "=" + argument.default_text;
        line.resize(line.size() < 24 ? 24 : line.size() + 2, ' ');
        text += line + argument.help + "\n";
    }
    return text;
}

// Reads the command line. A bad argument ends all ranks with code 2.
// `others_allowed`: the program itself reads arguments that are not known here.
inline void read_arguments(int argc, char** argv, const std::vector<Argument>& known,
                           bool others_allowed = false) {
    for (const Argument& argument : known)
        argument_values[argument.name] = {argument.default_text, false};
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--help" && !others_allowed) leave(usage(argv[0], known), 0);
        const std::string name = word.substr(0, word.find('='));
        const Argument* found = nullptr;
        for (const Argument& argument : known)
            if (name == argument.name && name != word) found = &argument;
        if (found == nullptr && others_allowed) continue;
        if (found == nullptr) leave("error: unknown argument `" + word + "`\n" + usage(argv[0], known), 2);
        const std::string value = word.substr(name.size() + 1);
        if (!found->fits(value)) leave("error: `" + value + "` is not a value of `" + name + "` (default " + found->default_text + ")\n", 2);
        if (argument_values[name].second) leave("error: `" + name + "` is given twice\n", 2);
        argument_values[name] = {value, true};
    }
}

// The value of an argument; `main` must have read the command line.
inline ArgumentValue& value_of(const std::string& name) {
    if (argument_values.empty()) leave("error: `" + name + "` is used before main reads the arguments\n", 2);
    return argument_values[name];
}

inline int count_argument(const char* name, int default_value) {
    int value = 0;
    return read(value_of(name).first, value) && value >= 0 ? value : default_value;
}

inline int problem_size() {
    return count_argument("size", 100);
}

// This rank, the number of ranks, and a communicator whose messages never match those of other code.
inline int rank = 0, ranks = 1;
inline MPI_Comm comm = MPI_COMM_NULL;
inline bool initialized_here = false; // open0 has initialized MPI, so close0 finalizes it
inline double begin_seconds = 0;      // MPI_Wtime at the end of open0

// Ends the program on all ranks.
template <class... Words>
[[noreturn]] void fail(const Words&... why) {
    std::ostringstream text;
    (text << ... << why);
    std::fprintf(stderr, "rank %d: error: %s\n", rank, text.str().c_str());
    std::fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 5);
    std::abort();
}

// Seconds since open0.
inline double seconds() {
    return MPI_Wtime() - begin_seconds;
}

// \VERIFY: counts a check. The rank prints the first failure of each. The program goes on, and ends with code 1.
inline long long checks[2] = {0, 0}; // all, failed

inline void verify(bool holds, std::string_view what) {
    static std::set<std::string> printed;
    ++checks[0];
    if (holds) return;
    ++checks[1];
    const auto [text, is_new] = printed.emplace(what);
    if (!is_new) return;
    std::fprintf(stderr, "rank %d: verification failed: %s\n", rank, text->c_str());
    std::fflush(stderr);
}

inline void print_checks() {
    long long all[2] = {0, 0};
    MPI_Allreduce(checks, all, 2, MPI_LONG_LONG, MPI_SUM, comm);
    if (rank == 0) std::printf("  checks: %lld, failed: %lld\n", all[0], all[1]);
    if (all[1] == 0) return;
    std::atexit([] { // whatever main returns
        std::fflush(nullptr);
        std::_Exit(1);
    });
}

inline MPI_Comm picl_comm = MPI_COMM_NULL; // the messages of PICL's calls never match those of constructs

// \OPEN0 begins the measured program. Collective. The last argument was the size of LOOP's trace.
inline void open0(int* nodes, int* me, int* host, int* size, long) {
    int initialized = 0;
    MPI_Initialized(&initialized);
    initialized_here = initialized == 0;
    if (initialized_here) MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &picl_comm);
    if (nodes != nullptr) *nodes = ranks;
    if (me != nullptr) *me = rank;
    if (host != nullptr) *host = -32768; // there is no host process
    if (size != nullptr) *size = problem_size();
    MPI_Barrier(comm);
    begin_seconds = MPI_Wtime();
}

// \CLOSE0 ends the measured program, and prints what it has measured on rank 0. Collective.
inline void close0(int = 0) {
    const double own_seconds = seconds();
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (finalized != 0) return;
    double elapsed = 0;
    MPI_Reduce(&own_seconds, &elapsed, 1, MPI_DOUBLE, MPI_MAX, 0, comm);
    if (rank == 0) std::printf("%d rank%s, %.4g s\n", ranks, ranks == 1 ? "" : "s", elapsed);
    print_checks();
    std::fflush(stdout);
    MPI_Comm_free(&picl_comm);
    MPI_Comm_free(&comm);
    if (initialized_here) MPI_Finalize();
}

// The last message that this rank has received or found.
inline int last_bytes = 0, last_type = 0, last_node = 0;

inline void remember_message(const MPI_Status& status) {
    MPI_Get_count(&status, MPI_BYTE, &last_bytes);
    last_type = status.MPI_TAG;
    last_node = status.MPI_SOURCE;
}
inline void recvinfo0(int* bytes, int* type, int* node) {
    if (bytes != nullptr) *bytes = last_bytes;
    if (type != nullptr) *type = last_type;
    if (node != nullptr) *node = last_node;
}

// Starts a message to a node, or to all others if `node` is -1. One to the rank itself is sent from a copy.
inline std::vector<MPI_Request> start_send(const void* buffer, int bytes, int type, int node) {
    static std::list<std::vector<char>> copies;
    std::vector<MPI_Request> requests;
    if (bytes < 0 || type < 0 || node < -1 || node >= ranks)
        fail("a message has a negative length or type, or a node that does not exist");
    if (node == rank) {
        const auto* const data = static_cast<const char*>(buffer);
        copies.emplace_back(data, data + bytes);
        MPI_Request request;
        MPI_Isend(copies.back().data(), bytes, MPI_BYTE, node, type, picl_comm, &request);
        MPI_Request_free(&request);
        return requests;
    }
    for (int to = node < 0 ? 0 : node; to <= (node < 0 ? ranks - 1 : node); ++to) {
        if (to == rank) continue;
        requests.push_back(MPI_REQUEST_NULL);
        MPI_Isend(buffer, bytes, MPI_BYTE, to, type, picl_comm, &requests.back());
    }
    return requests;
}
inline void finish_send(std::vector<MPI_Request> requests) {
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

// Receives from any rank; type -1 is any type.
inline void recv0(void* buffer, int bytes, int type) {
    MPI_Status status;
    MPI_Recv(buffer, bytes, MPI_BYTE, MPI_ANY_SOURCE, type < 0 ? MPI_ANY_TAG : type, picl_comm, &status);
    remember_message(status);
}

inline void send0(const void* buffer, int bytes, int type, int node) {
    finish_send(start_send(buffer, bytes, type, node));
}

inline void sync0() {
    MPI_Barrier(picl_comm);
}

} // namespace loop

// PICL's calls
using loop::recv0;
using loop::recvinfo0;
using loop::send0;
using loop::sync0;

/*
 * You can use PICL's calls between constructs. A token goes around all ranks by send0 and recv0.
 */
int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    const int token_type = 7, right = (me + 1) % nodes;
    int token = 0;
    sync0();
    if (nodes > 1) {
        if (me == 0) send0(&token, sizeof token, token_type, right);
        recv0(&token, sizeof token, token_type);
        token += 1;
        if (me != 0) send0(&token, sizeof token, token_type, right);
    }
    loop::verify(nodes == 1 || token == (me == 0 ? nodes : me), "the token counts the ranks that it visited");
    int bytes, type, from;
    recvinfo0(&bytes, &type, &from);
    loop::verify(nodes == 1 || from == (me + nodes - 1) % nodes, "it came from the left");
    loop::close0();
}
