#pragma once

#include <loop/rank_status.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace loop::runtime {

// Finds ranks that call a construct with different arguments. If a rank's arguments are new, it publishes
// them for partners that arrive later, and reads what its partners have published before it sends anything.
// Otherwise, this costs nothing. Only ranks on the same host can compare. Between hosts, messages with
// different arguments never match (matching/tags), and the launching command reports why the ranks wait.

// Compares this rank's published arguments of the current construct with those of its partners, if they have
// published the same call (line and index) too. Ends the run if they differ. `explain` says how the
// values differ that give a hash.
using ExplainDifference = std::function<std::string(int rank, const RankStatus& other)>;
void match_arguments(const std::vector<int>& partners, const ExplainDifference& explain = {});

// The ranks with which this rank compares its calls of a collective or an \AMONG: each rank has two, so that
// of all ranks that differ, two compare. Such calls carry no tag, and may meet although their arguments
// differ.
struct Neighbours {
    std::vector<int> ranks;
    std::vector<std::int64_t> seen; // how many calls each has published that this rank has compared
    std::int64_t published = 0;     // the call of this rank that had other arguments than the one before
};
Neighbours neighbours_in_group();

// To be called for each call, before it begins. `is_new`: the arguments are not those of the call before. If
// they are, and the neighbors have not published others, this costs a fence and two loads.
void match_neighbours(Neighbours& neighbours, bool is_new, const ExplainDifference& explain = {});

} // namespace loop::runtime
