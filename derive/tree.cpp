#include "derive/tree.h"

#include <loop/folded.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace loop::report::derive {

namespace {

std::string key_of(const Step& step) {
    std::string key = fmt::format("{} {} {} {}|{} {}|{}|", step.name, step.combine, step.element, step.root,
                                  static_cast<int>(step.flight), step.handle, fmt::join(step.phases, "\n"));
    for (const std::vector<int>& group : step.groups)
        key += fmt::format("{};", fmt::join(group, ","));
    for (const auto& [rank, part] : step.parts) {
        key += fmt::format("|{}={}", rank, part.bytes);
        for (const Message& message : part.sends)
            key += fmt::format(">{}:{}", message.partner, message.bytes);
        for (const Message& message : part.receives)
            key += fmt::format("<{}:{}", message.partner, message.bytes);
    }
    return key;
}

/// The load of these phases, from `at` on; the number of loads if there is none.
std::size_t place_of(const Phases& phases, const Loads& loads, std::size_t at) {
    while (at < loads.size() && loads[at].phases != phases)
        ++at;
    return at;
}

void add(Loads& loads, int rank, const Computations& computations, int ranks) {
    const std::vector<double> none(static_cast<std::size_t>(ranks), 0);
    std::size_t at = 0;
    for (const Computation& one : computations) {
        std::size_t place = place_of(one.phases, loads, at);
        if (place == loads.size()) {
            place = std::min(at, loads.size());
            loads.insert(loads.begin() + static_cast<std::ptrdiff_t>(place), {one.phases, none, none});
        }
        loads[place].seconds[static_cast<std::size_t>(rank)] += one.seconds;
        loads[place].odd_seconds[static_cast<std::size_t>(rank)] += one.odd_seconds;
        at = place + 1;
    }
}

std::vector<Node> nodes_of(const std::vector<Folded>& folded) {
    std::vector<Node> nodes;
    for (const Folded& part : folded) {
        Node node;
        node.times = static_cast<long long>(part.times);
        node.body = nodes_of(part.body);
        // A step that is repeated is a loop over one statement.
        if (!part.is_loop() && node.times > 1) node.body = nodes_of({Folded{part.number, 1, {}, part.hash}});
        nodes.push_back(std::move(node));
    }
    return nodes;
}

Computations of_pass(Computations computations, bool is_odd) {
    for (Computation& one : computations)
        one.odd_seconds = is_odd ? one.seconds : 0;
    return computations;
}

void take_steps(std::vector<Node>& nodes, const std::vector<Step>& steps, std::size_t& next, int ranks) {
    for (Node& node : nodes) {
        if (node.is_loop()) {
            for (long long pass = 0; pass < node.times; ++pass)
                take_steps(node.body, steps, next, ranks);
            continue;
        }
        const Step& step = steps[next++];
        const bool is_odd = ++node.executions % 2 == 1;
        if (node.executions == 1) node.step = step;
        for (const auto& [rank, part] : step.parts) {
            add(node.before, rank, of_pass(part.before, is_odd), ranks);
            add(node.inside, rank, of_pass(part.inside, is_odd), ranks);
        }
    }
}

/// Adds how far times are from the means of their rank.
void add_to(Spread& spread, const Loads& means, int rank, const Computations& computations) {
    std::size_t at = 0;
    for (const Computation& one : computations) {
        const std::size_t place = place_of(one.phases, means, at);
        if (place == means.size()) return;
        const double mean = means[place].seconds[static_cast<std::size_t>(rank)];
        if (mean > 0) add_factor(spread, one.seconds / mean, mean);
        at = place + 1;
    }
}

/// Adds how times vary to nodes that have their means.
void take_spreads(std::vector<Node>& nodes, const std::vector<Step>& steps, std::size_t& next) {
    for (Node& node : nodes) {
        for (long long pass = 0; node.is_loop() && pass < node.times; ++pass)
            take_spreads(node.body, steps, next);
        if (node.is_loop()) continue;
        for (const auto& [rank, part] : steps[next++].parts) {
            add_to(node.spread, node.before, rank, part.before);
            add_to(node.spread, node.inside, rank, part.inside);
        }
    }
}

void average(Loads& loads, long long executions) {
    const long long odd_executions = (executions + 1) / 2;
    for (Load& load : loads) {
        for (double& seconds : load.seconds)
            seconds /= static_cast<double>(executions);
        for (double& seconds : load.odd_seconds)
            seconds /= static_cast<double>(odd_executions);
    }
}

Computations computations_of(const Loads& loads, int rank) {
    Computations all;
    for (const Load& load : loads)
        all.push_back({load.phases, load.seconds[static_cast<std::size_t>(rank)],
                       load.odd_seconds[static_cast<std::size_t>(rank)]});
    return all;
}

/// Steps that can happen together become one. What ranks compute is that of an average execution.
void merge_steps(std::vector<Node>& nodes, int ranks, Merging merging) {
    std::vector<Node> merged;
    for (Node& node : nodes) {
        merge_steps(node.body, ranks, merging);
        if (!node.is_loop()) {
            for (auto& [rank, part] : node.step.parts) {
                part.before = computations_of(node.before, rank);
                part.inside = computations_of(node.inside, rank);
            }
            if (!merged.empty() && !merged.back().is_loop() &&
                merge(merged.back().step, node.step, merging)) {
                append(merged.back().spread, node.spread);
                continue;
            }
        }
        merged.push_back(std::move(node));
    }
    nodes = std::move(merged);
}

void set_loads(std::vector<Node>& nodes, int ranks) {
    for (Node& node : nodes) {
        set_loads(node.body, ranks);
        node.before.clear();
        node.inside.clear();
        for (const auto& [rank, part] : node.step.parts) {
            add(node.before, rank, part.before, ranks);
            add(node.inside, rank, part.inside, ranks);
        }
        for (Loads* const loads : {&node.before, &node.inside})
            for (Load& load : *loads) {
                load.executions = std::max(node.executions, 1LL);
                load.spread = scaled(node.spread, static_cast<double>(node.executions));
            }
    }
}

void average_all(std::vector<Node>& nodes) {
    for (Node& node : nodes) {
        average_all(node.body);
        if (node.is_loop()) continue;
        average(node.before, node.executions);
        average(node.inside, node.executions);
    }
}

} // namespace

double Load::mean() const {
    return seconds.empty()
               ? 0
               : std::accumulate(seconds.begin(), seconds.end(), 0.0) / static_cast<double>(seconds.size());
}

Tree tree_of(const Sequences& sequences, const StepOrder& order, Merging merging, Statistics statistics) {
    Tree tree;
    tree.ranks = static_cast<int>(sequences.ranks.size());
    tree.size = sequences.size;
    const std::vector<Step> steps = steps_of(sequences, order);
    std::unordered_map<std::string, std::uint32_t> numbers;
    Folder folder;
    for (const Step& step : steps)
        folder.add(numbers.emplace(key_of(step), static_cast<std::uint32_t>(numbers.size())).first->second);
    tree.body = nodes_of(folder.folded());
    std::size_t next = 0;
    take_steps(tree.body, steps, next, tree.ranks);
    average_all(tree.body);
    next = 0;
    if (statistics == Statistics::spreads) take_spreads(tree.body, steps, next);
    merge_steps(tree.body, tree.ranks, merging);
    set_loads(tree.body, tree.ranks);
    for (int rank = 0; rank < tree.ranks; ++rank)
        add(tree.after, rank, sequences.ranks[static_cast<std::size_t>(rank)].after, tree.ranks);
    return tree;
}

} // namespace loop::report::derive
