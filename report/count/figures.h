#pragma once

#include "base/schedule/counts.h"
#include "report/document/values.h"

#include <vector>

/// The figures of a count that tables and JSON share.
namespace loop::report {

/// What a program declares that it computes.
struct WorkFigure {
    const char* name;
    const char* key; ///< in JSON
    double schedule::Work::*amount;
    Value (*value)(double);
    bool is_count;
};
inline constexpr WorkFigure work_figures[] = {
    {"operations", "operations", &schedule::Work::operations, count_value, true},
    {"memory bytes", "memory_bytes", &schedule::Work::bytes, bytes_value, false},
    {"seconds of \\WORK", "seconds", &schedule::Work::seconds, seconds_value, false},
    {"seconds of \\WORK idle", "idle_seconds", &schedule::Work::idle_seconds, seconds_value, false},
};

/// What a rank communicates.
struct RankFigure {
    const char* name;
    long long (*of)(const schedule::RankCounts&);
    Value (*value)(double);
    bool is_count;
};
inline constexpr RankFigure rank_figures[] = {
    {"messages sent", [](const schedule::RankCounts& rank) { return rank.sent.messages; }, count_value, true},
    {"bytes sent", [](const schedule::RankCounts& rank) { return rank.sent.bytes; }, bytes_value, false},
    {"messages received", [](const schedule::RankCounts& rank) { return rank.received.messages; },
     count_value, true},
    {"bytes received", [](const schedule::RankCounts& rank) { return rank.received.bytes; }, bytes_value,
     false},
    {"collective bytes given", [](const schedule::RankCounts& rank) { return rank.collective.given; },
     bytes_value, false},
    {"collective bytes got", [](const schedule::RankCounts& rank) { return rank.collective.got; },
     bytes_value, false},
};

/// The figure `of` of each rank.
template <typename Of>
std::vector<double> figures_of(const schedule::Counts& counts, Of of) {
    std::vector<double> all;
    for (const schedule::RankCounts& rank : counts.by_rank)
        all.push_back(static_cast<double>(of(rank)));
    return all;
}

} // namespace loop::report
