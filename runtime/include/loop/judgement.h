#pragma once

#include <string>

// What the runtime's summary and LOOP's verdict on a run share (docs/run-format.md).
namespace loop {

constexpr const char* verdict_words[] = {"VALID", "VALID WITH NOTES", "INVALID"};

constexpr const char* not_verified_text = "not verified: `--no-verify` was given";

constexpr const char* disturbed_text = "disturbed: a rank waited more than 5 % of the time for its core, "
                                       "which another program used; ranks that waited "
                                       "for it show that time as idle";

constexpr bool is_oversubscribed(int node_ranks, int node_cores) {
    return node_cores > 0 && node_ranks > node_cores;
}

inline std::string oversubscribed_text(int node_ranks, int node_cores) {
    return "oversubscribed: " + std::to_string(node_ranks) + " ranks share " + std::to_string(node_cores) +
           (node_cores == 1 ? " core" : " cores");
}

// Whether a rank that has a core of its own waited for it because another program ran there. `waited` of
// `whole` seconds. Waits below 0.1 ms do not count: the operating system may have caused them.
constexpr bool is_disturbed(int node_ranks, int node_cores, double waited, double whole) {
    return node_ranks <= node_cores && waited > 1e-4 && waited > 0.05 * whole;
}

} // namespace loop
