#include "derive/read_sequences.h"

#include "derive/prefix.h"
#include "derive/rank_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace loop::report::derive {

namespace {

const std::set<std::string> collective_names{"BARRIER",   "BCAST",    "REDUCE",        "ALLREDUCE",
                                             "SCAN",      "EXSCAN",   "GATHER",        "SCATTER",
                                             "ALLGATHER", "ALLTOALL", "REDUCE_SCATTER"};

/// Why the trace does not show all that this rank did; empty: it does.
std::string lack_of(const RankTrace& rank) {
    if (!rank.present) return fmt::format("rank {} left no trace", rank.rank);
    if (rank.dropped > 0)
        return fmt::format("the trace of rank {} lacks its last {} events, as the buffer was full", rank.rank,
                           rank.dropped);
    if (!rank.complete)
        return fmt::format("the trace of rank {} is not complete: {}", rank.rank, rank.problem);
    return {};
}

/// What to do about it.
std::string advice_for(const RankTrace& rank) {
    return rank.dropped > 0 ? "; give `\\OPEN0` more room (its last argument), or `loop record` more with "
                              "--disk, and run the program again"
                            : "";
}

void refuse_samples(const Trace& trace) {
    for (const TraceSite& site : trace.sites)
        if (is_part(site))
            throw DeriveError(
                fmt::format("the trace has only samples of the iterations of {}", site_text(site, true)));
}

void require_whole(const Trace& trace) {
    for (const RankTrace& rank : trace.ranks)
        if (const std::string lack = lack_of(rank); !lack.empty()) throw NotWhole(lack + advice_for(rank));
}

/// The first reason, and how many other ranks have one.
std::string lacks_of(const Trace& trace) {
    std::string first;
    int others = -1;
    for (const RankTrace& rank : trace.ranks)
        if (const std::string lack = lack_of(rank); !lack.empty() && ++others == 0) first = lack;
    return others > 0 ? fmt::format("{} (and so for {} more ranks)", first, others) : first;
}

std::size_t operations_of(const Sequences& sequences) {
    std::size_t all = 0;
    for (const RankSequence& rank : sequences.ranks)
        all += rank.operations.size();
    return all;
}

Sequences read_ranks(const Trace& trace, Wanted wanted) {
    refuse_samples(trace);
    Sequences all;
    std::set<std::string> notes;
    for (const RankTrace& rank : trace.ranks)
        all.ranks.push_back(RankReader(trace, notes, wanted).read(rank));
    all.notes.assign(notes.begin(), notes.end());
    return all;
}

} // namespace

std::string collective_construct(const std::string& call) {
    static const std::map<std::string, std::string> others{{"bcast0", "BCAST"},
                                                           {"barrier0", "BARRIER"},
                                                           {"sync0", "BARRIER"},
                                                           {"gsum0", "REDUCE"},
                                                           {"gprod0", "REDUCE"},
                                                           {"gmax0", "REDUCE"},
                                                           {"gmin0", "REDUCE"},
                                                           {"gand0", "REDUCE"},
                                                           {"gor0", "REDUCE"},
                                                           {"gxor0", "REDUCE"},
                                                           {"MPI_Reduce_scatter_block", "REDUCE_SCATTER"},
                                                           {"MPI_Ireduce_scatter_block", "REDUCE_SCATTER"}};
    if (const auto found = others.find(call); found != others.end()) return found->second;
    std::string name = call;
    if (name.rfind("MPI_", 0) == 0) {
        name.erase(0, 4);
        if (name.size() > 1 && name[0] == 'I' && std::islower(static_cast<unsigned char>(name[1])) != 0)
            name.erase(0, 1);
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
        if (const std::size_t begin = name.find("_INIT"); begin != std::string::npos) name.resize(begin);
        if (!name.empty() && (name.back() == 'V' || name.back() == 'W') && collective_names.count(name) == 0)
            name.pop_back();
    }
    return collective_names.count(name) != 0 ? name : std::string();
}

Sequences read_sequences(const Trace& trace) {
    require_whole(trace);
    return read_ranks(trace, Wanted::All);
}

Sequences read_first_operations(const Trace& trace) {
    Sequences all = read_ranks(trace, Wanted::Beginning);
    const std::size_t shown = operations_of(all);
    keep_common_prefix(all);
    const std::size_t kept = operations_of(all);
    const std::string lacks = lacks_of(trace);
    if (kept == 0 && (shown > 0 || !lacks.empty()))
        throw DeriveError(fmt::format("there is no operation of which all ranks are known{}",
                                      lacks.empty() ? "" : ": " + lacks));
    if (kept < shown || !lacks.empty()) {
        all.missing = fmt::format(
            "This program is not whole: it ends after {} of the {} operations in the trace", kept, shown);
        all.missing += lacks.empty() ? ", as others have no partner." : "; " + lacks + ".";
        all.notes.insert(all.notes.begin(), all.missing);
    }
    return all;
}

} // namespace loop::report::derive
