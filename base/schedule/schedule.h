#pragma once

#include <loop/folded.h>
#include <loop/message_rows.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// What the ranks of a program do, as its constructs said without moving or computing anything.
namespace loop::schedule {

/// Messages whose senders and receivers both are evenly spaced. Their bytes are times the size of the
/// operation.
using Messages = patterns::MessageRow;
/// The messages of all ranks of a group in one call of a construct.
using Pattern = patterns::MessageRows;

/// What a computation takes.
struct Work {
    double seconds = 0;      ///< in which a core computes
    double idle_seconds = 0; ///< in which it sleeps
    double operations = 0;   ///< floating-point operations
    double bytes = 0;        ///< of memory, read or written

    Work& operator+=(const Work& more) { return add(more, 1); }
    Work& add(const Work& more, double times) {
        seconds += times * more.seconds;
        idle_seconds += times * more.idle_seconds;
        operations += times * more.operations;
        bytes += times * more.bytes;
        return *this;
    }
    friend bool operator==(const Work& a, const Work& b) {
        return a.seconds == b.seconds && a.idle_seconds == b.idle_seconds && a.operations == b.operations &&
               a.bytes == b.bytes;
    }
};

/// What a collective operation of MPI moves; its size is that of the operation.
struct CollectiveData {
    bool is_known = false;
    int root = -1; ///< in the group
    /// In bytes, if slots differ: by rank; of an all-to-all by sender, then by receiver.
    std::vector<long long> slots;
};

/// A phase begins with `EnterPhase`, and ends with `LeavePhase`.
enum class OperationKind { Communication, Computation, EnterPhase, LeavePhase };

/// A call of a construct that may be executed many times.
struct Operation {
    static constexpr int all_ranks = -1; ///< a group
    static constexpr int one_rank = -2;  ///< a group: host code of one rank, which names ranks

    OperationKind kind = OperationKind::Communication;
    std::string call; ///< "EXCHANGE"
    std::string file;
    int line = 0;
    int column = 0; ///< base/text/place.h
    bool is_measured = true;
    int phase = -1; ///< index in `phases`, also of the one that it enters or leaves; -1: none
    int group = all_ranks;
    std::size_t pattern = 0; ///< this and the size: of a communication
    long long size = 0;      ///< of the messages, in bytes; 1 if the pattern has their sizes
    Work work{};             ///< of a computation
    CollectiveData collective{};
};

struct RankRange {
    int first, last;
};

/// Groups of ranks that do the same, one after the other.
struct Groups {
    std::size_t size = 0;     ///< members of each
    std::vector<int> members; ///< the ranks that their numbers stand for

    std::size_t count() const { return members.size() / size; }
};

/// A call of host code that receives data, which are not known.
struct ReceivingCall {
    std::string call;
    std::string file;
    int line = 0;
    int column = 0;
};

/// Sends or receives of host code, by one call and with one partner.
struct Endpoint {
    static constexpr int any = -1; ///< partner or tag of a receive

    bool is_send = false;
    std::string communicator;
    std::string call;
    std::string file;
    int line = 0;
    int partner = any; ///< a rank
    int tag = any;
    long long times = 0;
};

/// What ranks that do the same execute.
struct Execution {
    std::vector<RankRange> ranks;
    std::string contents; ///< what was put into the data that arrived; empty: they were left as they were
    std::string ended;    ///< how it ended before its end, and was not recorded: "is ended by signal 11"
    std::vector<ReceivingCall> received;
    std::vector<Endpoint> endpoints; ///< of each of these ranks
    std::vector<std::string> notes;
    std::vector<std::string> phases;
    std::vector<Groups> groups;
    std::vector<Pattern> patterns;
    std::vector<Operation> operations;
    std::vector<Folded> program; ///< indices of `operations`

    bool has(int rank) const;
};

/// The groups with this number; null if it stands for all ranks or for one.
const Groups* groups_of(const Execution& execution, int number);

struct Schedule {
    int ranks = 0;
    std::vector<Execution> executions;
};

/// A call as in a source: `\EXCHANGE`, but `send0` and `MPI_Send`.
std::string shown_call(const std::string& call);

/// "own.loop:12: " or "own.loop:12:45: "; empty if the line is unknown.
std::string place_text(const std::string& file, int line, int column = 0);

/// Whether each rank was executed; if not, some stand for others.
bool is_complete(const Schedule& schedule);

struct FormatError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads the file that a recorded program writes (docs/count.md). Throws FormatError, which names
/// the line.
Schedule read_schedule(std::string_view text);

/// How often each operation is executed.
std::vector<long long> times_of_operations(const Execution& execution);

/// The numbers of the operations, one after the other.
std::vector<std::uint32_t> unfolded(const std::vector<Folded>& parts);

} // namespace loop::schedule
