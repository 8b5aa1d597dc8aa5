#include "derive/writer.h"

#include "derive/times.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace loop::report::derive {

namespace {

constexpr double shortest_load = 1e-6;     ///< in seconds; shorter ones are left out
constexpr double shortest_overlap = 10e-6; ///< shorter ones come before the messages

std::string quoted(const std::string& name) {
    std::string text;
    for (const char c : name) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return '"' + text + '"';
}

double mean_of(const Loads& loads) {
    double seconds = 0;
    for (const Load& load : loads)
        seconds += load.mean();
    return seconds;
}

void add_to(Load& load, const Load& more) {
    const auto add = [](std::vector<double>& all, const std::vector<double>& some) {
        std::transform(some.begin(), some.end(), all.begin(), all.begin(), std::plus<>());
    };
    add(load.seconds, more.seconds);
    add(load.odd_seconds, more.odd_seconds);
    if (load.spread != more.spread) append(load.spread, more.spread);
}

/// Loads in the same phase, one after the other, are one.
Loads sum(const Loads& before, const Loads& inside) {
    Loads all = before;
    for (const Load& load : inside) {
        if (all.empty() || all.back().phases != load.phases)
            all.push_back(load);
        else
            add_to(all.back(), load);
    }
    return all;
}

/// The load on each number of ranks that has it, the first one first.
LoadAt load_at(const Load& load, const std::vector<const Loads*>& loads, const Counts& counts) {
    LoadAt all;
    for (std::size_t which = 0; which < loads.size(); ++which) {
        const auto same = std::find_if(loads[which]->begin(), loads[which]->end(),
                                       [&](const Load& other) { return other.phases == load.phases; });
        if (same == loads[which]->end()) continue;
        all.loads.push_back(&*same);
        all.counts.push_back(counts[which]);
    }
    return all;
}

/// What ranks compute in a statement, in seconds; and how often it does something.
struct Weight {
    double seconds = 0, executions = 0;
    bool operator<(const Weight& other) const {
        return seconds != other.seconds ? seconds < other.seconds : executions < other.executions;
    }
};

void add_weight(Weight& weight, const Statement& statement) {
    for (const Statement& one : statement.body)
        add_weight(weight, one);
    std::vector<const Node*> steps;
    if (!statement.steps.empty()) steps = {statement.steps.front()};
    if (statement.run) steps = statement.run->steps.front();
    for (const Node* const step : steps) {
        const auto executions = static_cast<double>(step->executions);
        weight.executions += executions;
        weight.seconds += executions * (mean_of(step->before) + mean_of(step->inside));
    }
}

/// The loop that computes longest; without any computation, the one that communicates most often. None if it
/// is a small part of the program.
const Statement* main_loop_of(const Statements& statements) {
    constexpr double least_share = 0.1;
    const Statement* main = nullptr;
    Weight most, all;
    for (const Statement& statement : statements) {
        add_weight(all, statement);
        if (!statement.is_loop()) continue;
        Weight weight;
        add_weight(weight, statement);
        if (main != nullptr && !(most < weight)) continue;
        main = &statement;
        most = weight;
    }
    const bool is_small = most.seconds < least_share * all.seconds && most.executions < all.executions / 2;
    return is_small ? nullptr : main;
}

/// What the steps of a run compute on average, without the first one; and what the first one computes beyond
/// that.
struct RunLoads {
    std::vector<Loads> beyond, others; ///< by number of ranks
};

Loads mean_of_others(const std::vector<const Node*>& steps) {
    const auto loads = [](const Node* node) { return sum(node->before, node->inside); };
    Loads others = loads(steps[steps.size() > 1 ? 1 : 0]);
    for (std::size_t i = 2; i < steps.size(); ++i)
        others = sum(others, loads(steps[i]));
    const auto count = static_cast<double>(std::max<std::size_t>(steps.size(), 2) - 1);
    for (Load& load : others)
        for (double& seconds : load.seconds)
            seconds /= count;
    return others;
}

RunLoads loads_of(const Run& run) {
    RunLoads all;
    for (const std::vector<const Node*>& steps : run.steps) {
        all.others.push_back(mean_of_others(steps));
        Loads beyond = sum(steps.front()->before, steps.front()->inside);
        for (Load& load : beyond)
            for (const Load& other : all.others.back())
                for (std::size_t r = 0; other.phases == load.phases && r < load.seconds.size(); ++r)
                    load.seconds[r] = std::max(load.seconds[r] - other.seconds[r], 0.0);
        all.beyond.push_back(std::move(beyond));
    }
    return all;
}

std::vector<const Loads*> pointers_to(const std::vector<Loads>& all) {
    std::vector<const Loads*> pointers;
    for (const Loads& loads : all)
        pointers.push_back(&loads);
    return pointers;
}

} // namespace

Writer::Writer(const Family& family, bool anonymous) : family_(family), anonymous_(anonymous) {
    count_calls(family.body);
}

Codes Writer::codes() {
    Items items = items_of(family_.body, true);
    add_loads(items, family_.after, family_.counts, {}, -1);
    return codes_of(items);
}

Writer::Written Writer::written(const Statement& statement) {
    Written all;
    for (const Node* const node : statement.steps) {
        all.named.push_back(named(node->step));
        all.before.push_back(&node->before);
        all.inside.push_back(&node->inside);
    }
    for (const Step& step : all.named)
        all.steps.push_back(&step);
    all.key =
        shape_of(construct_of(all.steps, statement.counts, false, declarations_)) + all.named.front().origin;
    return all;
}

void Writer::count_calls(const Statements& statements) {
    for (const Statement& statement : statements) {
        count_calls(statement.body);
        if (statement.steps.empty()) continue;
        const Node& node = *statement.steps.front();
        const auto executions = static_cast<double>(node.executions);
        Call& call = calls_[written(statement).key];
        call.before += executions * mean_of(node.before);
        call.inside += executions * mean_of(node.inside);
        call.executions += executions;
    }
}

bool Writer::overlaps(const Written& written) const {
    if (written.named.front().flight != Flight::none) return false;
    const Call& call = calls_.at(written.key);
    const double shortest = written.named.front().receives_first ? shortest_load : shortest_overlap;
    return call.inside / call.executions >= shortest;
}

Writer::Items Writer::items_of(const Statements& statements, bool is_outer) {
    Items items;
    const Statement* const main = is_outer ? main_loop_of(statements) : nullptr;
    for (const Statement& statement : statements) {
        if (statement.run)
            add_run(items, *statement.run, statement.counts);
        else if (statement.is_loop())
            add_loop(items, statement, &statement == main);
        else
            add_step(items, statement);
    }
    return items;
}

/// Short loads are left out, unless their phase would be missing.
void Writer::add_loads(Items& items, const LoadsAt& loads, const Counts& counts, const Phases& next,
                       double mean) {
    for (const Load& load : *loads.front()) {
        const Phases& phases = load.phases;
        const bool is_new = named_.count(phases) == 0, is_one = loads.front()->size() == 1;
        const bool is_short = (is_one && mean >= 0 ? mean : load.mean()) < shortest_load;
        if (is_short && (phases.empty() || phases == next || !is_new)) continue;
        named_.insert(phases);
        items.push_back({phases, {work_text(load, loads, counts)}});
    }
}

std::string Writer::work_text(const Load& load, const LoadsAt& loads, const Counts& counts) {
    return family_.counts.size() > 1 ? work_of(load_at(load, loads, counts), declarations_)
                                     : work_of(load, declarations_);
}

void Writer::add_loop(Items& items, const Statement& statement, bool is_main) {
    Items body = items_of(statement.body, false);
    if (body.empty()) return;
    const std::string count = declarations_.count(statement.times, statement.counts, is_main);
    const Phases common = common_phases(body);
    for (Item& item : body)
        item.phases.erase(item.phases.begin(),
                          item.phases.begin() + static_cast<std::ptrdiff_t>(common.size()));
    items.push_back({common, {fmt::format("\\LOOP ({})", count), "", codes_of(body)}});
}

/// What the first step computes beyond the others comes before the loop.
void Writer::add_run(Items& items, const Run& run, const Counts& counts) {
    RunLoads loads = loads_of(run);
    const Step step = named(run.steps.front().front()->step);
    named_.insert(step.phases);
    const double others = mean_of(loads.others.front()), first = others + mean_of(loads.beyond.front());
    if (!are_alike(others, first)) add_loads(items, pointers_to(loads.beyond), counts, step.phases, -1);
    Items body;
    add_loads(body, pointers_to(loads.others), counts, step.phases, -1);
    for (Item& item : body)
        item.phases.clear();
    const std::string bytes = declarations_.bytes(run.bytes, counts, step.origin);
    body.push_back(
        {{},
         {fmt::format("\\SEND({}{}, r -> {});", bytes, run.grows ? " * k" : "", run.receiver), step.origin}});
    items.push_back({step.phases, {run.loop, "", codes_of(body)}});
}

void Writer::add_step(Items& items, const Statement& statement) {
    Written of = written(statement);
    const Step& step = of.named.front();
    named_.insert(step.phases);
    const Call& call = calls_.at(of.key);
    const bool has_inside = overlaps(of), starts = step.flight == Flight::starts;
    std::vector<Loads> sums;
    if (!has_inside && !starts) {
        for (std::size_t which = 0; which < of.before.size(); ++which)
            sums.push_back(sum(*of.before[which], *of.inside[which]));
        of.before = pointers_to(sums);
    }
    const double before = (call.before + (has_inside || starts ? 0 : call.inside)) / call.executions;
    add_loads(items, of.before, statement.counts, step.phases, before);
    const std::string construct = construct_of(of.steps, statement.counts, has_inside, declarations_);
    if (!has_inside) {
        items.push_back({step.phases, {construct + ";", step.origin}});
        if (starts) add_loads(items, of.inside, statement.counts, step.phases, call.inside / call.executions);
        return;
    }
    Items body;
    add_loads(body, of.inside, statement.counts, {}, -1);
    for (Item& item : body)
        item.phases.clear();
    Codes inside = codes_of(body);
    if (inside.empty())
        items.push_back({step.phases, {construct + ";", step.origin}});
    else
        items.push_back({step.phases, {construct, step.origin, std::move(inside)}});
}

/// The step, with the origin as the program may tell it.
Step Writer::named(Step step) const {
    if (anonymous_) step.origin.resize(std::min(step.origin.size(), step.origin.find(" at ")));
    return step;
}

/// Items with the same phase at this depth, one after the other, are in one `\PHASE`.
Codes Writer::codes_of(const Items& items, std::size_t depth) {
    Codes codes;
    for (std::size_t i = 0; i < items.size();) {
        if (items[i].phases.size() <= depth) {
            codes.push_back(items[i++].code);
            continue;
        }
        const std::string& name = items[i].phases[depth];
        Items same;
        for (; i < items.size() && items[i].phases.size() > depth && items[i].phases[depth] == name; ++i)
            same.push_back(items[i]);
        codes.push_back({fmt::format("\\PHASE({})", quoted(name)), "", codes_of(same, depth + 1)});
    }
    return codes;
}

Phases Writer::common_phases(const Items& items) {
    Phases common = items.front().phases;
    for (const Item& item : items) {
        const auto end =
            std::mismatch(common.begin(), common.end(), item.phases.begin(), item.phases.end()).first;
        common.erase(end, common.end());
    }
    return common;
}

} // namespace loop::report::derive
