#pragma once

#include <loop/folded.h>
#include <loop/message_rows.h>

#include <optional>
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
    int root = -1;         ///< in the group
    std::string operation; ///< of a reduction, such as "sum" or "max"; empty: none
    std::string element;   ///< of a reduction: the type of its elements, such as "double"; empty: none
    /// In bytes, if slots differ: by rank; of an all-to-all by sender, then by receiver.
    std::vector<long long> slots;
};

/// How the messages of a rank follow each other in a call (base/schedule/steps.h has the steps of a rank).
enum class MessageOrder {
    Together,      ///< all start, then the rank waits for them
    SendsFirst,    ///< all sends start, then messages are received one by one
    InTurn,        ///< a send, a receive, a send, ...
    ReceivesFirst, ///< sends start when all messages have arrived
    Synchronized   ///< all start together, between two synchronizations of the group
};

/// In which order the sends of a rank come, or its receives.
enum class PartnerOrder {
    Place,     ///< of places; receives of one place by sender
    Ascending, ///< of the numbers of the partners in the group
    Descending
};

/// What belongs to a call.
enum class Extent {
    Whole,  ///< it is complete when it returns
    Around, ///< what follows is its statement, until a `Completion`
    Started ///< by `\START`: it is complete at the `\FINISH` that names it
};

/// Messages that start only at `\FINISH`.
enum class Hold { Nothing, Sends, Receives };

/// What `\WITH` says about messages.
struct Way {
    bool synchronous = false, buffered = false, any_source = false, persistent = false;
};

/// Passes that `\DEAL` hands out, in chunks of `chunk`.
struct DealtPasses {
    int by = 0; ///< the rank that hands them out
    long long passes = 0, chunk = 1;
    long long give = 0, result = 0; ///< bytes of an answer, and of a request with a result
};

/// A phase begins with `EnterPhase`, and ends with `LeavePhase`. A `Completion` ends a call whose extent is
/// `Around`. A `Turn` begins a chunk of a `\DEAL`.
enum class OperationKind { Communication, Computation, EnterPhase, LeavePhase, Completion, Turn };

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

    // Of a communication.
    std::size_t pattern = 0; ///< index in `Schedule::patterns`
    long long size = 0;      ///< of the messages, in bytes; 1 if the pattern has their sizes
    MessageOrder order = MessageOrder::Together;
    PartnerOrder sends = PartnerOrder::Place, receives = PartnerOrder::Place;
    Extent extent = Extent::Whole;
    Hold hold = Hold::Nothing; ///< this and the name: of a call that `\START` starts
    std::string handle;
    Way way;
    CollectiveData collective{};
    std::optional<DealtPasses> dealt;
    /// Of `\FINISH`: the started calls that it completes, in this order, as indices in `operations`.
    std::vector<Folded> completes;

    Work work{};            ///< of a computation; of the first rank of the execution if `step` is not 0
    Work step{};            ///< of a computation: what each next rank of the execution computes more
    long long stride = 8;   ///< of a computation: between the bytes that it reads
    bool is_random = false; ///< of a computation: whether it reads them in random order
    std::size_t of = 0;     ///< of a completion or turn: the index of its call in `operations`
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
    std::vector<Operation> operations;
    std::vector<Folded> program; ///< indices of `operations`

    bool has(int rank) const;
};

/// How far a rank is behind the first one of its execution.
inline double steps_to(const Execution& execution, int rank) {
    return execution.ranks.empty() ? 0 : rank - execution.ranks.front().first;
}

struct Schedule {
    int ranks = 0;
    std::vector<Groups> groups;    ///< each once, for all executions
    std::vector<Pattern> patterns; ///< the same
    std::vector<Execution> executions;
};

/// The groups with this number; null if it stands for all ranks or for one.
const Groups* groups_of(const Schedule& schedule, int number);

/// A call as in a source: `\EXCHANGE`, but `send0` and `MPI_Send`.
std::string shown_call(const std::string& call);

/// "own.loop:12: " or "own.loop:12:45: "; empty if the line is unknown.
std::string place_text(const std::string& file, int line, int column = 0);

/// Whether each rank was executed; if not, some stand for others.
bool is_complete(const Schedule& schedule);

struct FormatError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads the file that a recorded program writes (docs/record.md). Throws FormatError, which names
/// the line.
Schedule read_schedule(std::string_view text);

/// How often each operation is executed, at most the largest number.
std::vector<long long> times_of_operations(const Execution& execution);

/// Adds to the numbers of operations how often these parts have them, if the parts are executed so many
/// times.
void add_times(const std::vector<Folded>& parts, long long times, std::vector<long long>& all);

/// The numbers of the operations, one after the other.
std::vector<std::uint32_t> unfolded(const std::vector<Folded>& parts);

} // namespace loop::schedule
