#include "constructs/back_end.h"
#include "constructs/way.h"
#include "recording/arrivals.h"
#include "recording/back_end/pending.h"
#include "recording/back_end/started.h"
#include "recording/checks.h"
#include "recording/recorder.h"
#include "session/group.h"
#include "session/lasting.h"

#include <array>

namespace loop {

using namespace recording;
using namespace runtime;

namespace {

ElementType type_of(const CollectiveCall& call) {
    if (!is_reduction(call.construct)) return ElementType::Unknown;
    return call.element == Element::Double  ? ElementType::Double
           : call.element == Element::Float ? ElementType::Float
                                            : ElementType::Integer;
}

void arrive_combined(const CollectiveCall& call, char* place, long long bytes) {
    if (call.construct == Construct::Exscan && rank_in_group() == 0) return; // its result is undefined
    arrive(call.construct, call.site,
           {place, bytes, type_of(call), static_cast<int>(bytes_of(call.element))});
}

// In DATA, this rank has its own slot already; \SCATTER puts it behind those of the ranks before it.
void arrive_blocks(const CollectiveCall& call, const CollectiveLayout& layout, char* place) {
    const bool in_place = call.data != nullptr;
    if (in_place && call.construct == Construct::Scatter) place += layout.first;
    for (const SentBlock& block : layout.receives.all)
        if (!in_place || block.sender != rank_in_group())
            arrive(call.construct, call.site, {place + block.at, block.bytes});
}

// Of the last call; sizes that differ may be others in each call.
struct LastLayout {
    std::array<long long, 5> arguments{};
    const Group* group = nullptr;
    CollectiveLayout layout;
};
Lasting<LastLayout> last_layout;

const CollectiveLayout& kept_layout(const CollectiveCall& call) {
    LastLayout& last = last_layout();
    const std::array<long long, 5> arguments{static_cast<long long>(call.construct), call.sizes.bytes,
                                             call.root, static_cast<long long>(call.op),
                                             static_cast<long long>(call.element)};
    if (call.sizes.differ() || last.arguments != arguments || last.group != the_session.group)
        last = {call.sizes.differ() ? std::array<long long, 5>{} : arguments, the_session.group,
                layout_of(call)};
    return last.layout;
}

void arrive_data(const CollectiveCall& call) {
    char* const place = static_cast<char*>(call.into != nullptr ? call.into : call.data);
    if (place == nullptr && !call.sizes.differ()) return;
    const CollectiveLayout& layout = kept_layout(call);
    require_data(call, layout);
    if (place == nullptr || ranks_in_group() == 1 || layout.receives.bytes == 0) return;
    if (is_reduction(call.construct))
        arrive_combined(call, place, layout.receives.bytes);
    else
        arrive_blocks(call, layout, place);
}

constexpr int most_ranks_with_pairs_of_slots = 1024;

// The sizes of the slots, if they differ. Reductions and broadcasts have none.
std::vector<long long> slots_of(const CollectiveCall& call, int ranks) {
    std::vector<long long> slots;
    if (!call.sizes.differ()) return slots;
    const bool by_pair = call.construct == Construct::Alltoall;
    for (int sender = 0; sender < (by_pair ? ranks : 1); ++sender)
        for (int receiver = 0; receiver < ranks; ++receiver)
            slots.push_back(call.sizes.of(by_pair ? sender : receiver, receiver));
    return slots;
}

// The word of docs/record.md.
const char* word_of(Element element) {
    switch (element) {
    case Element::LongLong:
        return "long-long";
    case Element::UnsignedChar:
        return "unsigned-char";
    default:
        return name_of(element);
    }
}

// The operation with what its ranks give and get. An \ALLTOALL with too many different slots has neither.
OperationNumber record_call(const CollectiveCall& call, Course course) {
    require_open(call.construct, call.site);
    require(call);
    const int ranks = ranks_in_group();
    if (call.construct != Construct::Barrier)
        recording::note("MPI chooses the messages of its collectives; what is counted is the data that ranks "
                        "give to them "
                        "and get from them");
    CollectiveData data{call.sizes.bytes, has_root(call.construct) ? static_cast<int>(call.root) : -1};
    if (is_reduction(call.construct)) {
        data.operation = name_of(call.op);
        data.element = word_of(call.element);
    }
    if (call.sizes.differ() && call.construct == Construct::Alltoall &&
        ranks > most_ranks_with_pairs_of_slots)
        recording::note(
            "the data of an \\ALLTOALL whose slots differ are not counted for more than 1024 ranks");
    else
        data.slots = slots_of(call, ranks);
    course.way = way_of_collectives();
    const OperationNumber number = record_collective(construct_name(call.construct), call.site, data, course);
    arrive_data(call);
    return number;
}

} // namespace

void back_end::execute(const CollectiveCall& call) {
    record_call(call, {});
}

PendingCollective* back_end::begin(const CollectiveCall& call) {
    return new PendingCollective{record_call(call, with_statement())};
}

void back_end::complete(PendingCollective* pending, const Site&) {
    record_completion(pending->call);
    delete pending;
}

void back_end::start(Handle& handle, const CollectiveCall& call) {
    add_started(handle, call.construct, call.site, record_call(call, course_of(handle)));
}

} // namespace loop
