#pragma once

#include <loop/message_rows.h>
#include <loop/rank_status.h>
#include <loop/site.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// The recorder takes the place of the runtime: constructs tell it what they would communicate, and nothing
// moves. One process executes the program as one rank of any number of ranks.
namespace loop::recording {

// The number of a pattern that the recorder has.
using PatternNumber = std::uint32_t;
PatternNumber add_pattern(patterns::MessageRows rows);

// Records one call of a construct among the ranks of the present group. `size`: the size of the messages, or
// 1 if the pattern has the sizes. This is the only way for a construct to say what it does.
void record(Construct construct, const Site& site, PatternNumber pattern, long long size);

// The same for a construct that sends nothing: it synchronizes, or completes what others have started.
void record(Construct construct, const Site& site);

// The arguments of a collective operation that say what each rank gives to the others and gets from them.
struct CollectiveData {
    long long size = 0; // of a slot or a vector, in bytes
    int root = -1;      // in the group
    // If slots differ: their sizes by rank; of an all-to-all by sender, then by receiver.
    std::vector<long long> slots{};
};

// The same for one of MPI's collective operations, as a construct, by PICL, or of host code. They have no
// messages here.
void record_collective(const std::string& call, const Site& site, const CollectiveData& data);

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

// Groups of \AMONG that do the same: one after the other, each with `size` members.
struct EqualGroups {
    std::size_t size;
    std::vector<int> members; // ranks, in the order of their numbers in the group
};
// What follows is done in these groups; -1: among all ranks. Returns what was before.
int add_groups(EqualGroups groups);
int enter_groups(int number);
const EqualGroups* present_groups(); // null: all ranks

// What a computation takes, in place of executing it.
struct Work {
    double seconds = 0;      // in which a core computes
    double idle_seconds = 0; // in which it sleeps
    double operations = 0;   // floating-point operations
    double bytes = 0;        // of memory, read or written
};
void record_work(Construct construct, const Site& site, const Work& work);

// A call of host code that receives data.
void record_received(const std::string& call, const Site& site);

// A sentence for the report.
void note(const std::string& text);

// \PHASE: what follows is in this phase. Phases may nest.
void enter_phase(std::string_view name, const Site& site);
void leave_phase();

// The groups that this rank was in, as text.
std::string recorded_groups();

// The calls that received data, as lines of the file.
std::set<std::string> received_calls();

// What was recorded, in the format of docs/count.md, without the lines that describe the run.
std::string recorded_text();

// The same without computations and phases.
std::string recorded_communication();

} // namespace loop::recording
