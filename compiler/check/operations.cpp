#include "compiler/check/operations.h"

#include "compiler/check/host_scanner.h"
#include "compiler/check/values.h"

#include <loop/calls.h>

#include <string_view>
#include <unordered_map>
#include <utility>

namespace loop::compiler {

namespace {

using Table = std::unordered_map<std::string_view, Operation>;
using Kinds = std::unordered_map<CallKind, Operation>;

/// Counts and datatypes of MPI operations that only move data may differ between ranks, if their type
/// signatures match.
const Kinds& operations_of_mpi() {
    static const std::vector<CommonArgument> reduced = {{2, "count"}, {3, "datatype"}, {4, "operation"}};
    static const Kinds kinds = {
        {CallKind::Barrier, {"", {}, 0}},
        {CallKind::Bcast, {"", {{3, "root"}}, 4, 0}},
        {CallKind::Gather, {"", {{6, "root"}}, 7}},
        {CallKind::Gatherv, {"", {{7, "root"}}, 8}},
        {CallKind::Scatter, {"", {{6, "root"}}, 7}},
        {CallKind::Scatterv, {"", {{7, "root"}}, 8}},
        {CallKind::Allgather, {"", {}, 6, 3}},
        {CallKind::Allgatherv, {"", {}, 7, 3}},
        {CallKind::Alltoall, {"", {}, 6}},
        {CallKind::Alltoallv, {"", {}, 8}},
        {CallKind::Alltoallw, {"", {}, 8}},
        {CallKind::Allreduce, {"", reduced, 5, 1}},
        {CallKind::Reduce, {"", {{2, "count"}, {3, "datatype"}, {4, "operation"}, {5, "root"}}, 6}},
        {CallKind::Reduce_scatter, {"", {}, 5}},
        {CallKind::Reduce_scatter_block, {"", {}, 5}},
        {CallKind::Scan, {"", reduced, 5}},
        {CallKind::Exscan, {"", reduced, 5}},
    };
    return kinds;
}

const Kinds& operations_of_picl() {
    static const Kinds kinds = {
        {CallKind::Barrier, {}},
        {CallKind::Bcast, {"", {{1, "length"}, {3, "root"}}, none, 0}},
        {CallKind::Gather, {"", {{1, "number of items"}, {3, "root"}}}},
        {CallKind::Reduce, {"", {{1, "number of items"}, {2, "datatype"}, {4, "root"}}}},
    };
    return kinds;
}

/// Calls that create an object for all ranks of a communicator, with the index of their communicator
/// argument.
constexpr std::pair<std::string_view, std::size_t> makers[] = {
    {"MPI_Comm_dup", 0},        {"MPI_Comm_idup", 0},    {"MPI_Comm_split", 0},
    {"MPI_Comm_split_type", 0}, {"MPI_Comm_create", 0},  {"MPI_Cart_create", 0},
    {"MPI_Graph_create", 0},    {"MPI_File_open", 0},    {"MPI_Win_create_dynamic", 1},
    {"MPI_Win_create", 4},      {"MPI_Win_allocate", 4}, {"MPI_Win_allocate_shared", 4},
};

const Table& operations() {
    static const Table table = [] {
        Table all;
        for (const auto& [name, communicator] : makers)
            all[name].communicator = communicator;
        for (const CallInfo& call : all_calls) {
            const bool mpi = call.name.substr(0, 4) == "MPI_", construct = !mpi && call.name < "a";
            if (!is_collective(call.kind) || construct) continue;
            all[call.name] = (mpi ? operations_of_mpi() : operations_of_picl()).at(call.kind);
        }
        for (auto& [name, operation] : all) {
            operation.name = name;
            if (operation.communicator != none)
                operation.common.push_back({operation.communicator, "communicator"});
        }
        return all;
    }();
    return table;
}

} // namespace

const Operation* find_operation(const HostCode& host, std::uint32_t token) {
    if (!host.is_word(token) || !host.is(token + 1, "(")) return nullptr;
    const auto found = operations().find(host.word(token));
    if (found == operations().end() || host.tokens[token + 1].partner == Token::unpaired) return nullptr;
    return &found->second;
}

std::uint32_t behind_token(const HostCode& host, std::uint32_t token) {
    const bool opens = host.is(token, "(") || host.is(token, "[") || host.is(token, "{");
    const std::uint32_t partner = host.tokens[token].partner;
    return opens && partner != Token::unpaired && partner > token ? partner + 1 : token + 1;
}

std::pair<std::uint32_t, std::uint32_t> call_argument(const HostCode& host, std::uint32_t token,
                                                      std::size_t index) {
    const auto all = call_arguments(host, token + 1);
    const std::uint32_t close = host.tokens[token + 1].partner;
    return index < all.size() ? all[index] : std::make_pair(close, close);
}

std::vector<CommonArgument> common_arguments(const Construct& construct) {
    std::vector<CommonArgument> common;
    const std::vector<Parameter>& parameters = construct.info->parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (!parameters[i].common.empty()) common.push_back({i, parameters[i].common});
    return common;
}

} // namespace loop::compiler
