#include "compiler/check/branch_arguments.h"

namespace loop::compiler {

std::vector<UnlikeArgument> BranchArguments::of(std::size_t function, std::uint32_t index) const {
    const Sequences::Parting alike = sequences_.alike(index);
    if (alike.word == Token::unpaired) return {};
    const Statement& statement = context_.tree[index];
    const std::size_t tokens = statement.last - statement.first;
    if (tokens > tokens_left_) return {};
    tokens_left_ -= tokens;
    std::vector<UnlikeArgument> unlike;
    std::vector<Call> first;
    for (std::size_t b = alike.from; b < statement.branches.size(); ++b) {
        const Branch& branch = statement.branches[b];
        std::vector<Call> calls;
        collect(calls, function, branch.owner, branch.first, branch.last);
        if (b == alike.from)
            first = std::move(calls);
        else if (match(function, first, calls))
            for (std::size_t i = 0; i < calls.size(); ++i)
                compare(unlike, function, first[i], calls[i]);
    }
    return unlike;
}

void BranchArguments::collect(std::vector<Call>& calls, std::size_t function, std::uint32_t index) const {
    const Statement& statement = context_.tree[index];
    if (statement.kind == Statement::Kind::Construct) {
        const Construct& construct = context_.constructs[statement.construct];
        if (construct.communicates()) calls.push_back({Token::unpaired, &construct});
    }
    if (statement.kind != Statement::Kind::If)
        return collect(calls, function, index, statement.first, statement.last);
    // Of branches that are alike, one stands for all.
    const bool one = sequences_.alike(index).word != Token::unpaired;
    for (const Branch& branch : statement.branches) {
        collect(calls, function, branch.owner, branch.condition_first, branch.condition_last);
        collect(calls, function, branch.owner, branch.first, branch.last);
        if (one) return;
    }
}

void BranchArguments::collect(std::vector<Call>& calls, std::size_t function, std::uint32_t owner,
                              std::uint32_t first, std::uint32_t last) const {
    context_.tree.walk(
        owner, first, last,
        [&](std::uint32_t from, std::uint32_t to) {
            for (std::uint32_t token = from; token < to; ++token)
                if (communication_.at(function, token)) calls.push_back({token, nullptr});
        },
        [&](std::uint32_t child) { collect(calls, function, child); });
}

/// Whether two branches make the same calls in the same order. Branches with the same sequence may differ in
/// nested conditions; their calls have no counterparts.
bool BranchArguments::match(std::size_t function, const std::vector<Call>& a,
                            const std::vector<Call>& b) const {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if ((a[i].construct == nullptr) != (b[i].construct == nullptr)) return false;
        const bool same = a[i].construct != nullptr ? a[i].construct->info == b[i].construct->info
                                                    : communication_.identity(function, a[i].token) ==
                                                          communication_.identity(function, b[i].token);
        if (!same) return false;
    }
    return true;
}

void BranchArguments::compare(std::vector<UnlikeArgument>& unlike, std::size_t function, const Call& a,
                              const Call& b) const {
    if (a.construct != nullptr) return compare(unlike, *a.construct, *b.construct);
    const Operation* const operation = communication_.operation(function, a.token);
    if (operation == nullptr) return;
    for (const CommonArgument& argument : operation->common) {
        const auto first = value(function, a.token, argument.index);
        const auto second = value(function, b.token, argument.index);
        const bool type = argument.name == "datatype" && operation->communicator != none; // PICL: a number
        if (first && second && (type ? types_differ(*first, *second) : differ(*first, *second)))
            unlike.push_back({argument.name, context_.host.word(b.token), range(b.token, argument.index),
                              *second, range(a.token, argument.index), *first});
    }
    compare_data(unlike, function, *operation, a.token, b.token);
}

void BranchArguments::compare(std::vector<UnlikeArgument>& unlike, const Construct& a,
                              const Construct& b) const {
    for (const CommonArgument& argument : common_arguments(a)) {
        if (!a.has(argument.index) || !b.has(argument.index)) continue;
        const Range first = a.argument(argument.index), second = b.argument(argument.index);
        if (differ(context_.text(first), context_.text(second)))
            unlike.push_back({argument.name, context_.text(b), second, std::string(context_.text(second)),
                              first, std::string(context_.text(first))});
    }
}

/// Counts can be compared only if the datatypes are the same.
void BranchArguments::compare_data(std::vector<UnlikeArgument>& unlike, std::size_t function,
                                   const Operation& operation, std::uint32_t a, std::uint32_t b) const {
    for (const CommonData& data : operation.data) {
        if (may_be_in_place(context_.host, a, data) || may_be_in_place(context_.host, b, data)) continue;
        const auto first = value(function, a, data.datatype), second = value(function, b, data.datatype);
        if (!first || !second) continue;
        const auto count = value(function, a, data.count), other = value(function, b, data.count);
        if (types_differ(*first, *second) && count != "0" && other != "0") {
            unlike.push_back({"datatype", context_.host.word(b), range(b, data.datatype), *second,
                              range(a, data.datatype), *first});
            continue;
        }
        if (*first == *second && count && other && differ(*count, *other))
            unlike.push_back(
                {"count", context_.host.word(b), range(b, data.count), *other, range(a, data.count), *count});
    }
}

std::optional<std::string> BranchArguments::value(std::size_t function, std::uint32_t call,
                                                  std::size_t argument) const {
    if (argument == none) return std::nullopt;
    const auto [first, last] = call_argument(context_.host, call, argument);
    return constants_.value(function, first, last);
}

Range BranchArguments::range(std::uint32_t call, std::size_t argument) const {
    const auto [first, last] = call_argument(context_.host, call, argument);
    return first < last ? Range{context_.host.tokens[first].begin, context_.host.tokens[last - 1].end}
                        : context_.host.range(first);
}

bool may_be_in_place(const HostCode& host, std::uint32_t token, const CommonData& data) {
    const auto [first, last] = call_argument(host, token, data.buffer);
    for (std::uint32_t at = first; at < last; ++at)
        if (host.is(at, "MPI_IN_PLACE")) return true;
    return false;
}

} // namespace loop::compiler
