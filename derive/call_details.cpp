#include "derive/call_details.h"

#include "derive/read_sequences.h"

#include <algorithm>
#include <set>

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

/// Whether the log has these operations, and others only after them if the sequences are not whole.
bool are_the_same(const std::vector<Operation*>& operations, const std::vector<CallDetail>& details,
                  bool is_whole) {
    if (is_whole ? details.size() != operations.size() : details.size() < operations.size()) return false;
    return std::equal(
        operations.begin(), operations.end(), details.begin(),
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

void remove_notes(Sequences& sequences, const std::string& about) {
    const auto begin = std::remove_if(sequences.notes.begin(), sequences.notes.end(),
                                      [&](const std::string& note) { return note.rfind(about, 0) == 0; });
    sequences.notes.erase(begin, sequences.notes.end());
}

std::set<std::string> with_slots(const Sequences& sequences) {
    std::set<std::string> names;
    for (const RankSequence& rank : sequences.ranks)
        for (const Operation& operation : rank.operations)
            if (!operation.slots.empty()) names.insert(operation.name);
    return names;
}

/// Says which slots the calls have, as they are not equal ones.
void note_slots(Sequences& sequences) {
    const std::set<std::string> known = with_slots(sequences);
    for (std::string& note : sequences.notes) {
        const std::string call = note.substr(0, note.find(' '));
        if (note.rfind(call + " is written with equal slots", 0) == 0 &&
            known.count(collective_construct(call)) != 0)
            note = call + " has the slots of its first pass.";
    }
}

} // namespace

void add_details(Sequences& sequences, const std::vector<std::vector<CallDetail>>& by_rank) {
    if (by_rank.size() != sequences.ranks.size()) return;
    std::vector<std::vector<Operation*>> operations;
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank) {
        operations.push_back(collectives_of(sequences.ranks[rank]));
        if (!are_the_same(operations.back(), by_rank[rank], sequences.missing.empty())) return;
    }
    for (std::size_t rank = 0; rank < by_rank.size(); ++rank)
        for (std::size_t i = 0; i < operations[rank].size(); ++i) {
            operations[rank][i]->combine = by_rank[rank][i].combine;
            operations[rank][i]->element = by_rank[rank][i].element;
            operations[rank][i]->slots = by_rank[rank][i].slots;
        }
    if (is_everything_known(sequences)) remove_notes(sequences, "Reductions of MPI are written as sums");
    note_slots(sequences);
}

} // namespace loop::report::derive
