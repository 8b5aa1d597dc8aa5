#pragma once

#include <string>
#include <vector>

/// What the ranks of a program did, as a trace shows it, without the names of calls and the tags of messages.
namespace loop::report::derive {

/// The names of the phases around something, outermost first.
using Phases = std::vector<std::string>;

struct Message {
    int partner = 0;
    long long bytes = 0;
    long long channel = 0; ///< messages between two ranks keep their order in each channel

    friend bool operator==(const Message& a, const Message& b) {
        return a.partner == b.partner && a.bytes == b.bytes;
    }
    friend bool operator!=(const Message& a, const Message& b) { return !(a == b); }
};
using Messages = std::vector<Message>;

struct Computation {
    Phases phases;
    double seconds = 0;
    double odd_seconds = 0; ///< of an average: that of every second pass only
};
using Computations = std::vector<Computation>;

/// Adds what follows: times of the same phases are one; messages are sorted by partner.
void append(Computations& all, const Computations& more);
void append(Messages& all, const Messages& more);

/// Whether an operation is whole, or only the beginning or the end of one.
enum class Flight : char { none, starts, finishes };

/// A collective operation, or messages that are in flight at the same time.
struct Operation {
    std::string name;      ///< "ALLREDUCE"; empty: messages
    std::string combine{}; ///< how a reduction combines, as OP; empty: unknown
    std::string element{}; ///< of a reduction, as TYPE; empty: unknown
    Flight flight = Flight::none;
    int handle = 0;      ///< what begins and what ends it have the same
    int root = -1;       ///< a rank of the program
    long long bytes = 0; ///< what this rank contributes
    std::size_t communicator = 0;
    std::vector<int> members{};     ///< of the communicator; empty: all ranks
    std::vector<long long> slots{}; ///< the bytes for each member; empty: unknown, or not of this operation
    Messages sends{}, receives{};   ///< by partner; those of a partner in their order
    Phases phases{};
    std::string origin{}; ///< "\EXCHANGE at halo.loop:12"
    Computations before{};
    Computations inside{}; ///< while the messages are in flight

    bool is_collective() const { return !name.empty(); }
};

/// What one rank did.
struct RankSequence {
    std::vector<Operation> operations;
    Computations after; ///< the last operation
};

struct Sequences {
    std::vector<RankSequence> ranks;
    std::vector<std::string> notes; ///< what is not as in the trace, one sentence each
    long long size = 0;             ///< of the problem; 0: not known
    std::string missing{};          ///< why these are only the first operations, a sentence; empty: all
};

/// Whether a collective operation begins here, and nothing happens before it ends.
bool ends_at_once(const RankSequence& rank, std::size_t index);

/// The operations of a rank as texts that can be compared with those of another program: one for each
/// collective operation, and one for each message. Messages one after the other in the same direction are
/// sorted.
std::vector<std::string> canonical(const RankSequence& sequence);

} // namespace loop::report::derive
