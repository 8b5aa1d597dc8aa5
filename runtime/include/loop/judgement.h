#pragma once

#include <string>

// What the runtime's summary and LOOP's verdict on a run share (docs/run-format.md).
namespace loop {

constexpr const char* verdict_words[] = {"VALID", "VALID WITH NOTES", "INVALID"};

constexpr const char* not_verified_text = "not verified: `--no-verify` was given";

// Among the `ways` of a construct: threads executed it. Traces do not have its messages.
constexpr const char* by_threads_text = "by threads";

constexpr const char* disturbed_text = "disturbed: a rank waited more than 5 % of the time for its core, "
                                       "which another program used; ranks that waited "
                                       "for it show that time as idle";

// `users`: the ranks of a node, or their threads, which need a core each.
constexpr bool is_oversubscribed(int users, int node_cores) {
    return node_cores > 0 && users > node_cores;
}

inline std::string counted_text(int count, const char* word) {
    return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

// `node_threads`: of all ranks of the node together; the same as `node_ranks` if no rank has several.
inline std::string oversubscribed_text(int node_ranks, int node_cores, int node_threads) {
    const std::string threads =
        node_threads > node_ranks ? " with " + counted_text(node_threads, "thread") : "";
    return "oversubscribed: " + counted_text(node_ranks, "rank") + threads +
           (node_ranks == 1 ? " shares " : " share ") + counted_text(node_cores, "core");
}

// Whether a rank that has a core of its own waited for it because another program ran there. `waited` of
// `whole` seconds. Waits below 0.1 ms do not count: the operating system may have caused them.
constexpr bool is_disturbed(int users, int node_cores, double waited, double whole) {
    return users <= node_cores && waited > 1e-4 && waited > 0.05 * whole;
}

} // namespace loop
