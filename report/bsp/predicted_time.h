#pragma once

#include "report/bsp/demand.h"
#include "report/bsp/machines.h"
#include "report/bsp/rates.h"

#include <optional>
#include <string>
#include <vector>

namespace loop::report::bsp {

/// Supersteps beyond what was measured, and the largest numbers of any of them.
struct Beyond {
    double steps = 0, requests = 0, words = 0;

    void add(const EqualSteps& more);
};

/// Supersteps whose requests form more lists than one per operation and rank, as those that were measured do:
/// they change their size or area. And the largest number of lists of any of them.
struct Irregular {
    double steps = 0, lists = 0;
};

/// The parts of the time that a program will take on a machine, in microseconds.
struct PredictedTime {
    double work = 0, words = 0, requests = 0, supersteps = 0;
    std::optional<Interval> range; ///< nothing if the launches are unknown
    Beyond beyond_words;           ///< of those that take the line of h-relations
    Beyond beyond_requests;        ///< of those that take the costs of their requests
    double rows = 0;               ///< supersteps with bsp_put_row
    double one_way = 0;            ///< supersteps whose ranks mostly send, or mostly receive
    Irregular irregular;

    double total() const { return work + words + requests + supersteps; }
};

/// Supersteps with requests take the costs of these (request_time), others the line of h-relations for their
/// h. Without lines of a \BSPBENCH, all take the g and l of the machine.
PredictedTime predicted_time(const Machine& machine, const Rate& rate, const Demand& demand);

/// What is predicted with less certainty, one sentence each.
std::vector<std::string> doubts(const Machine& machine, const Demand& demand, const PredictedTime& time);

} // namespace loop::report::bsp
