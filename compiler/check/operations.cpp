#include "compiler/check/operations.h"

#include "compiler/check/host_tokens.h"
#include "compiler/check/values.h"

#include <loop/calls.h>

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace loop::compiler {

namespace {

using Table = std::unordered_map<std::string_view, Operation>;
using Kinds = std::unordered_map<CallKind, Operation>;

/// Counts and datatypes of MPI operations that only move data may differ between ranks, if their type
/// signatures match. Those of the root's other buffer mean nothing on other ranks.
const Kinds& operations_of_mpi() {
    static const std::vector<CommonArgument> reduced = {{2, "count"}, {3, "datatype"}, {4, "operation"}};
    static const Kinds kinds = {
        {CallKind::Barrier, {"", {}, 0}},
        {CallKind::Bcast, {"", {{3, "root"}}, 4, 0, {{0, 1, 2}}}},
        {CallKind::Gather, {"", {{6, "root"}}, 7, none, {{0, 1, 2}}}},
        {CallKind::Gatherv, {"", {{7, "root"}}, 8, none, {{0, none, 2}}}},
        {CallKind::Scatter, {"", {{6, "root"}}, 7, none, {{3, 4, 5}}}},
        {CallKind::Scatterv, {"", {{7, "root"}}, 8, none, {{4, none, 6}}}},
        {CallKind::Allgather, {"", {}, 6, 3, {{0, 1, 2}, {3, 4, 5}}}},
        {CallKind::Allgatherv, {"", {}, 7, 3, {{0, none, 2}, {3, none, 6}}}},
        {CallKind::Alltoall, {"", {}, 6, none, {{0, 1, 2}, {3, 4, 5}}}},
        {CallKind::Alltoallv, {"", {}, 8, none, {{0, none, 3}, {4, none, 7}}}},
        {CallKind::Alltoallw, {"", {}, 8}},
        {CallKind::Allreduce, {"", reduced, 5, 1}},
        {CallKind::Reduce, {"", {{2, "count"}, {3, "datatype"}, {4, "operation"}, {5, "root"}}, 6}},
        {CallKind::Reduce_scatter, {"", {{3, "datatype"}, {4, "operation"}}, 5}},
        {CallKind::Reduce_scatter_block, {"", reduced, 5}},
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

/// Other calls that all ranks of a communicator make, with the index of the argument that is the
/// communicator, or a window or file of its ranks.
constexpr std::pair<std::string_view, std::size_t> others[] = {
    {"MPI_Comm_dup", 0},
    {"MPI_Comm_dup_with_info", 0},
    {"MPI_Comm_idup", 0},
    {"MPI_Comm_split", 0},
    {"MPI_Comm_split_type", 0},
    {"MPI_Comm_create", 0},
    {"MPI_Cart_create", 0},
    {"MPI_Graph_create", 0},
    {"MPI_Dist_graph_create", 0},
    {"MPI_Win_create_dynamic", 1},
    {"MPI_Dist_graph_create_adjacent", 0},
    {"MPI_Win_create", 4},
    {"MPI_Win_allocate", 4},
    {"MPI_Win_allocate_shared", 4},
    {"MPI_Win_fence", 1},
    {"MPI_Win_free", 0},
    {"MPI_File_open", 0},
    {"MPI_File_close", 0},
    {"MPI_File_set_view", 0},
    {"MPI_File_set_size", 0},
    {"MPI_File_sync", 0},
    {"MPI_File_read_all", 0},
    {"MPI_File_read_at_all", 0},
    {"MPI_File_read_ordered", 0},
    {"MPI_File_write_all", 0},
    {"MPI_File_write_at_all", 0},
    {"MPI_File_write_ordered", 0},
};

/// The endings of an operation's other forms, which have the same arguments first.
std::vector<std::string_view> forms_of_mpi(std::string_view name) {
    if (name.substr(0, 5) == "MPI_I") return {"_c"};
    return {"_c", "_init", "_init_c"};
}

/// A call with a large count matches one without.
std::string_view without_large_count(std::string_view name) {
    return name.size() > 2 && name.substr(name.size() - 2) == "_c" ? name.substr(0, name.size() - 2) : name;
}

const Table& operations() {
    static std::deque<std::string> names; // of the forms
    static const Table table = [] {
        Table all;
        for (const auto& [name, communicator] : others)
            all[name].communicator = communicator;
        for (const CallInfo& call : all_calls) {
            const bool mpi = call.name.substr(0, 4) == "MPI_", construct = !mpi && call.name < "a";
            if (!is_collective(call.kind) || construct) continue;
            const Operation& operation = (mpi ? operations_of_mpi() : operations_of_picl()).at(call.kind);
            all[call.name] = operation;
            if (!mpi) continue;
            for (std::string_view form : forms_of_mpi(call.name))
                all[names.emplace_back(call.name).append(form)] = operation;
        }
        for (auto& [name, operation] : all) {
            operation.name = without_large_count(name);
            if (operation.communicator != none)
                operation.common.push_back({operation.communicator, "communicator"});
        }
        return all;
    }();
    return table;
}

} // namespace

const Operation* find_operation(const HostCode& host, std::uint32_t token) {
    if (!host.is_called(token)) return nullptr;
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
