#pragma once

#include "base/schedule/schedule.h"

#include <map>

/// What a schedule sends and computes, counted without unfolding it.
namespace loop::schedule {

struct Traffic {
    long long messages = 0;
    long long bytes = 0;

    Traffic& operator+=(const Traffic& more) {
        messages += more.messages;
        bytes += more.bytes;
        return *this;
    }
};

/// Bytes that ranks give to collective operations of MPI and get from them (<loop/collective_data.h>). These
/// have no messages here, so nothing counts twice.
struct Collective {
    long long given = 0, got = 0;

    bool is_empty() const { return given == 0 && got == 0; }
    Collective& operator+=(const Collective& more) {
        given += more.given;
        got += more.got;
        return *this;
    }
};

/// The calls of a construct in one line.
struct LineCounts {
    std::string call;
    std::string file;
    int line = 0;
    int column = 0;      ///< base/text/place.h
    long long calls = 0; ///< of each group, added up; of host code that sends, those of all ranks
    Traffic all;
    Traffic not_measured;    ///< part of `all`
    Traffic to_oneself;      ///< part of `all`
    long long largest_h = 0; ///< bytes that a rank sends or receives in one call, the larger of both, at most
    Collective collective;
    Collective collective_not_measured; ///< part of `collective`
};

struct PhaseCounts {
    std::string name; ///< empty: outside of phases
    Traffic all;
    long long largest_h = 0;
    Collective collective;
    Work work; ///< what is measured, of all ranks, without that of the phases inside
};

struct RankCounts {
    Traffic sent, received;
    Collective collective;
    Work work; ///< what is measured
};

struct Counts {
    int ranks = 0;
    Traffic all;
    Traffic not_measured, to_oneself; ///< parts of `all`
    Traffic across;                   ///< between the lower and the upper half of the ranks
    Collective collective, collective_not_measured;
    long long collective_across = 0; ///< bytes of these that must cross between the halves
    Work work;                       ///< what is measured, of all ranks
    std::vector<LineCounts> lines;
    std::vector<PhaseCounts> phases;
    std::vector<RankCounts> by_rank;
    std::map<long long, Traffic> by_offset;   ///< receiver minus sender
    int block = 1;                            ///< ranks in each block of the matrix
    std::vector<std::vector<Traffic>> matrix; ///< from a block of ranks (row) to a block
    std::vector<std::string> notes;
};

constexpr int most_blocks = 64;

Counts count(const Schedule& schedule);

} // namespace loop::schedule
