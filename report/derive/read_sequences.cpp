#include "report/derive/read_sequences.h"

#include "report/derive/rank_reader.h"

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

void require_whole(const Trace& trace) {
    for (const RankTrace& rank : trace.ranks) {
        if (!rank.present)
            throw DeriveError(
                fmt::format("rank {} left no trace, so its part of the program is unknown", rank.rank));
        if (rank.dropped > 0)
            throw DeriveError(fmt::format(
                "the trace of rank {} lacks its last {} events, as the buffer was full; give "
                "`\\OPEN0` more room (its last argument), or `loop record` more with --disk, and run the "
                "program again",
                rank.rank, rank.dropped));
        if (!rank.complete)
            throw DeriveError(
                fmt::format("the trace of rank {} is not complete: {}", rank.rank, rank.problem));
    }
    for (const TraceSite& site : trace.sites)
        if (is_part(site))
            throw DeriveError(
                fmt::format("the trace has only samples of the iterations of {}", site_text(site, true)));
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
    Sequences all;
    std::set<std::string> notes;
    for (const RankTrace& rank : trace.ranks)
        all.ranks.push_back(RankReader(trace, notes).read(rank));
    all.notes.assign(notes.begin(), notes.end());
    return all;
}

} // namespace loop::report::derive
