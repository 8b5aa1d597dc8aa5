#pragma once

#include "constructs/pairs.h"
#include "constructs/way.h"
#include "recording/tables.h"

#include <loop/rank_status.h>
#include <loop/send.h>
#include <loop/site.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// The recorder takes the place of the runtime: constructs tell it what they would communicate, and nothing
// moves. One process executes the program as one rank of any number of ranks.
namespace loop::recording {

// The number of an operation: what distinguishes one call from another in the same line. It may be executed
// many times.
using OperationNumber = std::uint32_t;

// How a call runs, beside its messages.
struct Course {
    enum class Extent { Whole, Around, Started }; // Around: its statement follows

    runtime::MessageOrder order = runtime::MessageOrder::Together;
    bool is_synchronized = false; // its messages are between two synchronizations
    runtime::PartnerOrders partners{};
    const runtime::Way* way = nullptr;
    Extent extent = Extent::Whole;
    Hold hold = Hold::nothing; // this and the handle: of \START
    const char* handle = "";
};

// Records one call of a construct among the ranks of the present group. `size`: the size of the messages, or
// 1 if the pattern has the sizes. This is the only way for a construct to say what it does.
OperationNumber record(Construct construct, const Site& site, PatternNumber pattern, long long size,
                       const Course& course);

// The same for a construct that sends nothing: it synchronizes.
OperationNumber record(Construct construct, const Site& site);

// The end of a call behind its statement.
void record_completion(OperationNumber call);

// \FINISH completes these calls, in this order.
void record_finish(const Site& site, const std::vector<OperationNumber>& started);

// What \DEAL hands out.
struct DealtPasses {
    long long by, passes, chunk, give, result;
};
OperationNumber record_deal(const Site& site, PatternNumber pattern, const DealtPasses& dealt);
// The next chunk of this rank begins. Chunks behind which nothing is computed are left out.
void record_turn(OperationNumber deal);
void end_turns();

// The arguments of a collective operation that say what each rank gives to the others and gets from them.
struct CollectiveData {
    long long size = 0; // of a slot or a vector, in bytes
    int root = -1;      // in the group
    // Of a reduction: how it combines elements, and their type, in the words of docs/record.md.
    const char* operation = "-";
    const char* element = "-";
    // If slots differ: their sizes by rank; of an all-to-all by sender, then by receiver.
    std::vector<long long> slots{};
};

// The same for one of MPI's collective operations, as a construct, by PICL, or of host code. They have no
// messages here.
OperationNumber record_collective(const std::string& call, const Site& site, const CollectiveData& data,
                                  const Course& course = {});

// The same for messages that this rank alone knows of, because host code sends them.
void record_own(const std::string& call, const Site& site, long long to, long long bytes);

// What this call sends to another rank, or receives from it, so that the report can say what never meets.
struct Endpoint {
    static constexpr int any = -1; // partner or tag of a receive

    bool is_send;
    const char* communicator;
    int partner, tag;
};
void record_endpoint(const std::string& call, const Site& site, const Endpoint& endpoint);

// What follows is done in these groups; -1: among all ranks. Returns what was before.
int enter_groups(int number);
const EqualGroups* present_groups(); // null: all ranks

// What a computation takes, in place of executing it.
struct Work {
    double seconds = 0;      // in which a core computes
    double idle_seconds = 0; // in which it sleeps
    double operations = 0;   // floating-point operations
    double bytes = 0;        // of memory, read or written
    long long stride = 8;    // between the bytes that it reads
    bool is_random = false;  // in random order
};
void record_work(Construct construct, const Site& site, const Work& work);

// In full, so that reading gives the same number.
std::string amount_text(double amount);

// A call of host code that receives data.
void record_received(const std::string& call, const Site& site);

// A sentence for the report.
void note(const std::string& text);

// \PHASE: what follows is in this phase. Phases may nest.
void enter_phase(std::string_view name, const Site& site);
void leave_phase();

// The numbers of the groups that this rank was in, as text.
std::string recorded_groups();

// The calls that received data, as lines of the file.
std::set<std::string> received_calls();

// What was recorded, in the format of docs/record.md, without the lines that describe the run.
std::string recorded_text();

// The same without computations and phases.
std::string recorded_communication();

} // namespace loop::recording
