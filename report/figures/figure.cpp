#include "report/figures/figure.h"

#include <array>

namespace loop::report {

namespace {

constexpr std::array<Figure, 14> figures{
    {{"spacetime", "Space-time diagram",
      "One row per rank; slanted lines are messages, from sending to receiving.", draw_space_time},
     {"utilization", "Profile of the workload", "How many ranks were busy, in overhead and idle over time.",
      draw_utilization},
     {"matrix", "Communication matrix", "Bytes from each sender (row) to each receiver (column).",
      draw_matrix},
     {"concurrency", "Concurrency profile",
      "For which share of the measured time exactly this many ranks were in a state.", draw_concurrency},
     {"queues", "Message queues", "Length of each rank's incoming queue over time; the mark is its maximum.",
      draw_queues, true},
     {"summary", "Utilization summary", "Each rank's share of busy, overhead and idle time.", draw_summary},
     {"gantt", "Gantt diagram", "The state of each rank over time.", draw_gantt},
     {"kiviat", "Kiviat diagram",
      "One spoke per rank: busy (inner) and busy or overhead (outer), from 0 % in the middle to the outer "
      "ring, which fits the largest.",
      draw_kiviat},
     {"traffic", "Messages in flight", "Messages sent and not yet received, over time.", draw_traffic, true},
     {"phases", "Phases over time", "The phase of each rank over time.", draw_phases},
     {"phase-count", "Phase count", "How many ranks were in each phase.", draw_phase_count},
     {"phase-times", "Time of each rank in each phase",
      "Color and number: the measured time of the rank (row) in all visits of the phase (column), with the "
      "phases inside it.",
      draw_phase_times},
     {"portrait", "Phase portrait",
      "Each point is an interval of time: busy ranks against bytes in flight, both in percent.",
      draw_portrait, true},
     {"network", "Network",
      "Bytes that the recorded messages put on each link of the network, in its busier direction.",
      draw_network}}};

} // namespace

const Figure* figure_named(const std::string& name) {
    for (const Figure& figure : figures)
        if (name == figure.name) return &figure;
    return nullptr;
}

std::vector<std::string> figure_names() {
    std::vector<std::string> names;
    for (const Figure& figure : figures)
        names.emplace_back(figure.name);
    return names;
}

} // namespace loop::report
