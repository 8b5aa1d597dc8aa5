// Written by loop VERSION from ring.loop. It needs MPI and nothing of LOOP; change it as you like.
//
//     mpicxx -std=c++17 -O2 ring.cpp -o ring
//     mpiexec -n 4 ./ring
//
// The namespace `loop` has what the program uses for communication, measurement, and
// arrays. The program itself follows it. `--help` lists its arguments.

#define MPICH_SKIP_MPICXX 1 // without MPI's old C++ interface, which compilers warn of
#define OMPI_SKIP_MPICXX 1
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <mpi.h>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
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

// The tag of all messages: every rank reaches the constructs in the same order, so messages match in order.
constexpr int tag = 0;

// A number of bytes as MPI takes it.
inline int message_size(long long bytes) {
    if (bytes < 0 || bytes > std::numeric_limits<int>::max())
        fail("the size is ", bytes, bytes < 0 ? " bytes; it must not be negative" : " bytes, which MPI cannot count");
    return static_cast<int>(bytes);
}

// Memory for messages without FROM or INTO: bytes without meaning move.
struct Buffers : std::vector<char> {
    void take(std::size_t, long long, long long all, bool) { resize(static_cast<std::size_t>(all)); }
    char* slot(std::size_t, long long begin) { return data() + begin; }
};

// Messages on their way.
class Transfer {
public:
    void begin() {}
    void use_tag(int tag) { tag_ = tag; }
    void receive(int of, void* data, int count, MPI_Datatype type, int) {
        MPI_Irecv(data, count, type, of, tag_, comm, &requests_.emplace_back());
    }
    void expect_sends(std::size_t, long long) {}
    void send(int to, const void* data, int count, MPI_Datatype type, bool) {
        MPI_Isend(data, count, type, to, tag_, comm, &requests_.emplace_back());
    }
    void wait() {
        MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
        requests_.clear();
    }

private:
    int tag_ = tag;
    std::vector<MPI_Request> requests_;
};

// A partner of a rank. `slot` is the index of its slot in FROM and INTO. It counts all partners that the
// arguments name, also those that are left out. For multibroadcasts, it is the partner's rank.
struct Partner {
    int rank;
    long long slot;
};
struct Partners {
    std::vector<Partner> sends, receives; // in the order of sending, and of receiving
};

// The partners of a construct, kept for the same arguments in the same group.
template <auto find, class... A>
const Partners& kept(A... arguments) {
    if (((std::is_same<A, long long>::value && arguments < 1) || ...))
        fail("distance and number of partners must be at least 1");
    static std::map<std::tuple<MPI_Comm, A...>, Partners> known;
    const auto [at, is_new] = known.try_emplace({comm, arguments...});
    if (is_new) at->second = find(rank, ranks, arguments...);
    return at->second;
}

// The messages of one construct.
class Messages {
public:
    // `slots`: of own memory for receives
    void prepare(const Partners& with, std::size_t slots, long long size, const void* from, void* into) {
        with_ = &with;
        size_ = message_size(size);
        from_ = static_cast<const char*>(from);
        into_ = static_cast<char*>(into);
        if (from == nullptr) sent_.take(1, size, size, false);
        if (into == nullptr) received_.take(slots, size, static_cast<long long>(slots) * size, true);
        transfer_.begin();
    }

    void post_receives() {
        for (std::size_t i = 0; i < with_->receives.size(); ++i)
            receive(i, i, transfer_);
    }
    void post_sends() {
        transfer_.expect_sends(with_->sends.size(), static_cast<long long>(with_->sends.size()) * size_);
        for (const Partner& to : with_->sends)
            send(to);
    }
    void wait() { transfer_.wait(); }

    void exchange(const Partners& with, long long size, const void* from, void* into) {
        prepare(with, with.receives.size(), size, from, into);
        post_receives();
        post_sends();
        wait();
    }

protected:
    void send(const Partner& to) {
        const char* const data = from_ != nullptr ? from_ + to.slot * size_ : sent_.slot(0, 0);
        transfer_.send(to.rank, data, size_, MPI_BYTE, from_ == nullptr);
    }
    void receive(std::size_t i, std::size_t slot, Transfer& transfer) {
        const Partner& of = with_->receives[i];
        char* const data = into_ != nullptr ? into_ + of.slot * size_ : received_.slot(slot, static_cast<long long>(slot) * size_);
        transfer.receive(of.rank, data, size_, MPI_BYTE, into_ == nullptr ? size_ : -1);
    }

    const Partners* with_ = nullptr;
    int size_ = 0;
    const char* from_ = nullptr; // null: bytes without meaning move
    char* into_ = nullptr;
    Buffers sent_, received_;
    Transfer transfer_;
};

// \COMMUNICATE sends to (me + j distance) mod ranks and receives from (me - j distance) mod ranks,
// j = 1 .. partners. The rank itself and repeated partners are left out.
inline Partners communicate_partners(int me, int ranks, long long distance, long long partners) {
    Partners with;
    std::vector<bool> seen(static_cast<std::size_t>(ranks), false);
    for (long long j = 1; j <= partners && j < ranks; ++j) { // after `ranks` steps, partners repeat
        const long long offset = j * (distance % ranks) % ranks;
        if (offset == 0 || seen[static_cast<std::size_t>(offset)]) continue;
        seen[static_cast<std::size_t>(offset)] = true;
        with.sends.push_back({static_cast<int>((me + offset) % ranks), j - 1});
        with.receives.push_back({static_cast<int>((me - offset + ranks) % ranks), j - 1});
    }
    return with;
}

// \COMMUNICATE without a statement
inline void communicate(long long size, long long distance, long long partners, const void* from = nullptr,
                        void* into = nullptr) {
    static Messages messages;
    messages.exchange(kept<communicate_partners>(distance, partners), size, from, into);
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

// \OPEN0 begins the measured program. Collective. The last argument was the size of LOOP's trace.
inline void open0(int* nodes, int* me, int* host, int* size, long) {
    int initialized = 0;
    MPI_Initialized(&initialized);
    initialized_here = initialized == 0;
    if (initialized_here) MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
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
    MPI_Comm_free(&comm);
    if (initialized_here) MPI_Finalize();
}

} // namespace loop

/*
 * A sum travels once around a ring; every rank adds its number.
 */
int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    long mine = me, sum = 0;
    for (int step_end = nodes, step = 0; step < step_end; ++step) {
        sum += mine;
        long next = mine;
        loop::communicate(sizeof(long), 1, 1, &mine, &next);
        mine = next;
    }
    loop::verify(sum == nodes * (nodes - 1L) / 2, "every number was seen once");
    loop::close0();
}
