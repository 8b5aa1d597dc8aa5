#include "report/derive/call_details.h"

#include <algorithm>

namespace loop::report::derive {

namespace {

bool has_details(const Operation& operation) {
    return operation.is_collective() && operation.name != "BARRIER" && operation.name != "VISIBLE_SYNC";
}

std::vector<Operation*> collectives_of(RankSequence& rank) {
    std::vector<Operation*> all;
    for (Operation& operation : rank.operations)
        if (has_details(operation)) all.push_back(&operation);
    return all;
}

bool are_the_same(const std::vector<Operation*>& operations, const std::vector<CallDetail>& details) {
    return std::equal(
        operations.begin(), operations.end(), details.begin(), details.end(),
        [](const Operation* operation, const CallDetail& detail) { return operation->name == detail.name; });
}

bool is_reduction(const Operation& operation) {
    return operation.name.find("REDUCE") != std::string::npos ||
           operation.name.find("SCAN") != std::string::npos;
}

bool is_everything_known(const Sequences& sequences) {
    for (const RankSequence& rank : sequences.ranks)
        for (const Operation& operation : rank.operations)
            if (is_reduction(operation) && operation.combine.empty()) return false;
    return true;
}

bool any_slots(const Sequences& sequences) {
    for (const RankSequence& rank : sequences.ranks)
        for (const Operation& operation : rank.operations)
            if (!operation.slots.empty()) return true;
    return false;
}

void remove_notes(Sequences& sequences, const std::string& about) {
    const auto begin = std::remove_if(sequences.notes.begin(), sequences.notes.end(),
                                      [&](const std::string& note) { return note.rfind(about, 0) == 0; });
    sequences.notes.erase(begin, sequences.notes.end());
}

} // namespace

void add_details(Sequences& sequences, const std::vector<std::vector<CallDetail>>& by_rank) {
    if (by_rank.size() != sequences.ranks.size()) return;
    std::vector<std::vector<Operation*>> operations;
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
        operations.push_back(collectives_of(sequences.ranks[rank]));
        if (!are_the_same(operations.back(), by_rank[rank])) return;
    }
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank)
        for (std::size_t i = 0; i < operations[rank].size(); ++i) {
            operations[rank][i]->combine = by_rank[rank][i].combine;
            operations[rank][i]->slots = by_rank[rank][i].slots;
        }
    if (is_everything_known(sequences)) remove_notes(sequences, "Reductions of MPI are written as sums");
    if (!any_slots(sequences)) return;
    remove_notes(sequences, "MPI_Alltoallv is");
    sequences.notes.emplace_back("MPI_Alltoallv has the slots of its first pass.");
}

} // namespace loop::report::derive
