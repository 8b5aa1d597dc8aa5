#include "base/schedule/operation_lines.h"

#include <loop/collective_data.h>

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace loop::schedule {

namespace {

template <class List>
long long last_of(const List& list) {
    return static_cast<long long>(list.size()) - 1;
}

MessageOrder order(Words& words) {
    return words.choice<MessageOrder>({{"together", MessageOrder::Together},
                                       {"sends-first", MessageOrder::SendsFirst},
                                       {"in-turn", MessageOrder::InTurn},
                                       {"receives-first", MessageOrder::ReceivesFirst},
                                       {"synchronized", MessageOrder::Synchronized}});
}

PartnerOrder partner_order(Words& words) {
    return words.choice<PartnerOrder>({{"place", PartnerOrder::Place},
                                       {"ascending", PartnerOrder::Ascending},
                                       {"descending", PartnerOrder::Descending}});
}

void read_messages(Operation& one, Words& words, const std::vector<long long>& ranks_needed,
                   const Schedule& all) {
    one.pattern = static_cast<std::size_t>(words.number(0, last_of(all.patterns)));
    one.size = words.number(0);
    one.order = order(words);
    const Groups* const groups = groups_of(all, one.group);
    const long long ranks = groups == nullptr ? all.ranks : static_cast<long long>(groups->size);
    if (ranks_needed[one.pattern] > ranks) words.refuse("the pattern names ranks that do not exist");
}

/// A completion or a turn of this operation.
Operation part_of(OperationKind kind, Words& words, const std::vector<Operation>& operations) {
    Operation one;
    one.of = static_cast<std::size_t>(words.number(0, last_of(operations)));
    const Operation& call = operations[one.of];
    const bool fits = call.kind == OperationKind::Communication &&
                      (kind == OperationKind::Turn ? call.dealt.has_value() : call.extent == Extent::Around);
    if (!fits)
        words.refuse(fmt::format("operation {} {}", one.of,
                                 kind == OperationKind::Turn ? "hands out no passes" : "has no statement"));
    one.kind = kind;
    one.call = call.call;
    one.file = call.file;
    one.line = call.line;
    one.column = call.column;
    one.is_measured = call.is_measured;
    one.phase = call.phase;
    one.group = call.group;
    return one;
}

Operation operation(OperationKind kind, Words& words, const std::vector<long long>& ranks_needed,
                    const Schedule& all) {
    Operation one;
    one.kind = kind;
    one.call = std::string(words.word());
    words.place(one);
    one.is_measured = words.number(0, 1) == 1;
    one.phase = static_cast<int>(words.number(-1, last_of(all.executions.back().phases)));
    one.group = static_cast<int>(words.number(Operation::one_rank, last_of(all.groups)));
    if (kind == OperationKind::Communication) read_messages(one, words, ranks_needed, all);
    if (kind == OperationKind::Computation)
        for (double* const amount :
             {&one.work.seconds, &one.work.idle_seconds, &one.work.operations, &one.work.bytes})
            *amount = words.amount();
    one.file = words.rest();
    return one;
}

// -- lines on the operation before

std::string name_of(Words& words, std::initializer_list<std::string_view> all) {
    const std::string_view text = words.word();
    if (text == "-") return "";
    if (std::find(all.begin(), all.end(), text) == all.end()) words.refuse_word(text);
    return std::string(text);
}

void read_collective(Operation& operation, Words& words, const Schedule& all) {
    const Groups* const groups = groups_of(all, operation.group);
    const std::size_t ranks = groups == nullptr ? static_cast<std::size_t>(all.ranks) : groups->size;
    CollectiveData& data = operation.collective;
    data.is_known = true;
    data.root = static_cast<int>(words.number(-1, static_cast<long long>(ranks) - 1));
    data.operation =
        name_of(words, {"sum", "prod", "min", "max", "band", "bor", "bxor", "land", "lor", "lxor", "other"});
    data.element = name_of(
        words, {"double", "float", "int", "long-long", "char", "unsigned-char", "short", "long", "other"});
    while (!words.is_empty())
        data.slots.push_back(words.number(0));
    const CollectiveOperationData shape{call_info(operation.call).kind, 0, 0, 0, nullptr};
    if (!data.slots.empty() && data.slots.size() != (shape.exchanges() ? ranks * ranks : ranks))
        words.refuse("there is not a slot for each rank");
}

void read_partners(Operation& operation, Words& words, const Schedule& /*all*/) {
    operation.sends = partner_order(words);
    operation.receives = partner_order(words);
}

void read_way(Operation& operation, Words& words, const Schedule& /*all*/) {
    Way& way = operation.way;
    do
        *words.choice<bool*>({{"synchronous", &way.synchronous},
                              {"buffered", &way.buffered},
                              {"any-source", &way.any_source},
                              {"persistent", &way.persistent}}) = true;
    while (!words.is_empty());
    if (way.synchronous && way.buffered) words.refuse("a send is synchronous or buffered, not both");
}

void require_whole(const Operation& operation, const Words& words) {
    if (operation.extent != Extent::Whole)
        words.refuse("what the operation extends over is given a second time");
}

void read_around(Operation& operation, Words& words, const Schedule& /*all*/) {
    require_whole(operation, words);
    operation.extent = Extent::Around;
}

void read_started(Operation& operation, Words& words, const Schedule& /*all*/) {
    require_whole(operation, words);
    operation.extent = Extent::Started;
    operation.hold = words.choice<Hold>(
        {{"nothing", Hold::Nothing}, {"sends", Hold::Sends}, {"receives", Hold::Receives}});
    operation.handle = words.rest();
}

void require_started(const std::vector<Folded>& parts, const std::vector<Operation>& operations,
                     const Words& words) {
    for (const Folded& part : parts)
        if (part.is_loop())
            require_started(part.body, operations, words);
        else if (operations[part.number].extent != Extent::Started)
            words.refuse(fmt::format("operation {} was not started", part.number));
}

void read_completes(Operation& operation, Words& words, const Schedule& all) {
    const std::vector<Operation>& operations = all.executions.back().operations;
    operation.completes = words.folded(operations.size());
    if (operation.completes.empty()) words.refuse("it completes nothing");
    require_started(operation.completes, operations, words);
}

void read_dealt(Operation& operation, Words& words, const Schedule& all) {
    DealtPasses dealt;
    dealt.by = static_cast<int>(words.number(0, all.ranks - 1));
    dealt.passes = words.number(0);
    dealt.chunk = words.number(1);
    dealt.give = words.number(0);
    dealt.result = words.number(0);
    operation.dealt = dealt;
}

void read_memory(Operation& operation, Words& words, const Schedule& /*all*/) {
    operation.stride = words.number(1);
    operation.is_random = words.choice<bool>({{"linear", false}, {"random", true}});
}

void read_step(Operation& operation, Words& words, const Schedule& all) {
    const std::vector<RankRange>& ranks = all.executions.back().ranks;
    if (ranks.size() != 1) words.refuse("amounts that grow by rank need ranks that follow each other");
    constexpr double Work::*amounts[] = {&Work::seconds, &Work::idle_seconds, &Work::operations,
                                         &Work::bytes};
    for (double Work::*const amount : amounts) {
        const double first = operation.work.*amount, step = words.change();
        constexpr double rounding = 1e-9;
        const double last = first + step * (ranks[0].last - ranks[0].first);
        if (last < -rounding * first) words.refuse("what the last rank computes is less than nothing");
        operation.step.*amount = step;
    }
}

struct Detail {
    std::string_view key;
    OperationKind of;
    void (*read)(Operation&, Words&, const Schedule&);
};
constexpr std::array<Detail, 9> details{{{"collective", OperationKind::Communication, read_collective},
                                         {"partners", OperationKind::Communication, read_partners},
                                         {"with", OperationKind::Communication, read_way},
                                         {"around", OperationKind::Communication, read_around},
                                         {"started", OperationKind::Communication, read_started},
                                         {"completes", OperationKind::Communication, read_completes},
                                         {"deal", OperationKind::Communication, read_dealt},
                                         {"memory", OperationKind::Computation, read_memory},
                                         {"by-rank", OperationKind::Computation, read_step}}};

} // namespace

std::optional<OperationKind> kind_of(std::string_view key) {
    if (key == "operation") return OperationKind::Communication;
    if (key == "computation") return OperationKind::Computation;
    if (key == "enter") return OperationKind::EnterPhase;
    if (key == "leave") return OperationKind::LeavePhase;
    if (key == "complete") return OperationKind::Completion;
    if (key == "turn") return OperationKind::Turn;
    return std::nullopt;
}

void read_operation(OperationKind kind, Words& words, const std::vector<long long>& ranks_needed,
                    Schedule& all) {
    std::vector<Operation>& operations = all.executions.back().operations;
    const bool is_part = kind == OperationKind::Completion || kind == OperationKind::Turn;
    operations.push_back(is_part ? part_of(kind, words, operations)
                                 : operation(kind, words, ranks_needed, all));
}

bool read_detail(std::string_view key, Words& words, Schedule& all) {
    const auto* const detail =
        std::find_if(details.begin(), details.end(), [&](const Detail& each) { return each.key == key; });
    if (detail == details.end()) return false;
    std::vector<Operation>& operations = all.executions.back().operations;
    if (operations.empty() || operations.back().kind != detail->of) words.refuse("an operation is missing");
    detail->read(operations.back(), words, all);
    return true;
}

void require_complete(const Execution& execution, const Words& words) {
    const std::vector<Operation>& operations = execution.operations;
    const std::vector<long long> begun = times_of_operations(execution);
    std::vector<long long> completed(begun.size());
    for (std::size_t i = 0; i < operations.size(); ++i) {
        if (operations[i].kind == OperationKind::Completion) {
            Folded call;
            call.number = static_cast<std::uint32_t>(operations[i].of);
            add_times({call}, begun[i], completed);
        }
        add_times(operations[i].completes, begun[i], completed);
    }
    for (std::size_t i = 0; i < operations.size(); ++i)
        if (operations[i].extent != Extent::Whole && begun[i] != completed[i])
            words.refuse(fmt::format("operation {} begins {} times and is completed {} times", i, begun[i],
                                     completed[i]));
}

} // namespace loop::schedule
