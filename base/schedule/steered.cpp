#include "base/schedule/steered.h"

#include "base/text/place.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace loop::schedule {

namespace {

/// The operations of an execution, one after the other, without unfolding its loops.
class Cursor {
public:
    explicit Cursor(const Execution& execution) : execution_(execution) { enter(execution.program, 1); }

    /// Null at the end.
    const Operation* next() {
        while (!levels_.empty()) {
            Level& level = levels_.back();
            if (level.part == level.parts->size()) {
                level.part = 0;
                if (--level.passes == 0) levels_.pop_back();
                continue;
            }
            const Folded& part = (*level.parts)[level.part];
            if (part.is_loop()) {
                ++level.part;
                enter(part.body, part.times);
                continue;
            }
            if (level.repeated++ < part.times) return &execution_.operations[part.number];
            level.repeated = 0;
            ++level.part;
        }
        return nullptr;
    }

private:
    struct Level {
        const std::vector<Folded>* parts;
        std::uint64_t passes;
        std::size_t part = 0;
        std::uint64_t repeated = 0; ///< of the operation at `part`
    };

    void enter(const std::vector<Folded>& parts, std::uint64_t passes) {
        if (passes > 0 && !parts.empty()) levels_.push_back({&parts, passes});
    }

    const Execution& execution_;
    std::vector<Level> levels_;
};

bool is_same(const Operation& a, const Operation& b) {
    const auto facts = [](const Operation& each) {
        return std::tie(each.kind, each.line, each.column, each.size, each.is_measured, each.group,
                        each.pattern, each.call, each.file, each.work, each.extent, each.hold, each.order,
                        each.sends, each.receives, each.stride, each.is_random);
    };
    const auto way = [](const Operation& each) {
        return std::tie(each.way.synchronous, each.way.buffered, each.way.any_source, each.way.persistent);
    };
    const auto data = [](const CollectiveData& each) {
        return std::tie(each.root, each.operation, each.element, each.slots);
    };
    const auto passes = [](const Operation& each) {
        const DealtPasses dealt = each.dealt.value_or(DealtPasses{});
        return std::tuple(dealt.by, dealt.passes, dealt.chunk, dealt.give, dealt.result);
    };
    return facts(a) == facts(b) && way(a) == way(b) && data(a.collective) == data(b.collective) &&
           passes(a) == passes(b);
}

using Difference = std::pair<const Operation*, const Operation*>; ///< null: it has ended

Difference first_difference(const Execution& a, const Execution& b) {
    Cursor at_a(a), at_b(b);
    for (;;) {
        const Operation* const in_a = at_a.next();
        const Operation* const in_b = at_b.next();
        if (in_a == nullptr || in_b == nullptr || !is_same(*in_a, *in_b)) return {in_a, in_b};
    }
}

std::string text_of(const Schedule& schedule, const Operation* operation) {
    if (operation == nullptr) return "it ends";
    std::string text = fmt::format("it {} {} in line {}",
                                   operation->kind == OperationKind::Completion ? "completes" : "calls",
                                   shown_call(operation->call), line_text(*operation));
    if (operation->group == Operation::one_rank)
        return text + fmt::format(" ({} bytes to rank {})", operation->size,
                                  schedule.patterns[operation->pattern].front().to);
    if (operation->kind == OperationKind::Communication && operation->size > 1)
        text += fmt::format(" ({} bytes)", operation->size);
    return text;
}

const Operation* upper(const Difference& difference) {
    const auto [a, b] = difference;
    if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
    return a->file == b->file && std::tie(b->line, b->column) < std::tie(a->line, a->column) ? b : a;
}

/// Where the calls differ by which ranks receive data, or send them without a difference in what they send.
const Endpoint* first_different_endpoint(const Execution& a, const Execution& b) {
    const auto facts = [](const Endpoint& each) {
        return std::tie(each.is_send, each.line, each.partner, each.tag, each.times, each.communicator,
                        each.call, each.file);
    };
    const auto is_in = [&](const Endpoint& one, const std::vector<Endpoint>& all) {
        return std::any_of(all.begin(), all.end(),
                           [&](const Endpoint& each) { return facts(each) == facts(one); });
    };
    for (const Endpoint& each : a.endpoints)
        if (!is_in(each, b.endpoints)) return &each;
    for (const Endpoint& each : b.endpoints)
        if (!is_in(each, a.endpoints)) return &each;
    return nullptr;
}

std::string calls_text(const std::vector<ReceivingCall>& calls) {
    std::string text;
    for (const ReceivingCall& each : calls)
        text += fmt::format("{}{}received data: {}", text.empty() ? "" : "\n",
                            place_text(each.file, each.line, each.column), shown_call(each.call));
    return text;
}

std::string message(const Schedule& schedule, const Execution& first, const Execution& other) {
    const int rank = first.ranks.front().first;
    const auto says = [&](const std::string& place, const std::string& what) {
        return fmt::format("{}error: rank {}: data that it received decide what it does: {}\n{}", place, rank,
                           what, calls_text(first.received));
    };
    if (!other.ended.empty())
        return says(first.received.empty() ? ""
                                           : place_text(first.received[0].file, first.received[0].line,
                                                        first.received[0].column),
                    fmt::format("if they are {}, it {}", other.contents, other.ended));
    const Difference difference = first_difference(first, other);
    if (const Endpoint* const endpoint =
            difference == Difference{} ? first_different_endpoint(first, other) : nullptr)
        return says(place_text(endpoint->file, endpoint->line),
                    fmt::format("if they are {}, it calls {} in line {} differently", other.contents,
                                endpoint->call, endpoint->line));
    const Operation* const at = upper(difference);
    return says(at == nullptr ? "" : place_text(at->file, at->line, at->column),
                fmt::format("if they are {}, {}; else {}", other.contents,
                            text_of(schedule, difference.second), text_of(schedule, difference.first)));
}

} // namespace

std::optional<std::string> steered_by_data(const Schedule& schedule) {
    for (std::size_t i = 1; i < schedule.executions.size(); ++i)
        if (!schedule.executions[i].contents.empty())
            return message(schedule, schedule.executions[i - 1], schedule.executions[i]);
    return std::nullopt;
}

} // namespace loop::schedule
