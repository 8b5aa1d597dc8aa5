#include "compiler/check/operations.h"

#include "compiler/check/host_scanner.h"
#include "compiler/check/values.h"

#include <string_view>
#include <unordered_map>
#include <utility>

namespace loop::compiler {

namespace {

using Table = std::unordered_map<std::string_view, Operation>;

/// Counts and types of operations of MPI that only move data may differ: types of one signature may stand for
/// each other.
const Table& operations() {
    static const Table table = [] {
        Table all;
        const auto add = [&](const std::vector<const char*>& names, const std::vector<CommonArgument>& common,
                             std::size_t communicator = none) {
            for (const char* name : names)
                all[name] = {name, common, communicator};
        };
        add({"sync0", "barrier0", "clocksync0"}, {});
        add({"bcast0", "bcast1"}, {{1, "length"}, {3, "root"}});
        add({"gather0"}, {{1, "number of items"}, {3, "root"}});
        add({"gmax0", "gmin0", "gsum0", "gprod0", "gand0", "gor0", "gxor0", "gcomb0"},
            {{1, "number of items"}, {2, "datatype"}, {4, "root"}});
        add({"MPI_Barrier", "MPI_Ibarrier", "MPI_Comm_dup", "MPI_Comm_idup", "MPI_Comm_split",
             "MPI_Comm_split_type", "MPI_Comm_create", "MPI_Cart_create", "MPI_Graph_create",
             "MPI_File_open"},
            {}, 0);
        add({"MPI_Win_create_dynamic"}, {}, 1);
        add({"MPI_Win_create", "MPI_Win_allocate", "MPI_Win_allocate_shared"}, {}, 4);
        add({"MPI_Reduce_scatter", "MPI_Reduce_scatter_block", "MPI_Ireduce_scatter",
             "MPI_Ireduce_scatter_block"},
            {}, 5);
        add({"MPI_Allgather", "MPI_Iallgather", "MPI_Alltoall", "MPI_Ialltoall"}, {}, 6);
        add({"MPI_Allgatherv", "MPI_Iallgatherv"}, {}, 7);
        add({"MPI_Alltoallv", "MPI_Ialltoallv", "MPI_Alltoallw", "MPI_Ialltoallw"}, {}, 8);
        add({"MPI_Bcast", "MPI_Ibcast"}, {{3, "root"}}, 4);
        add({"MPI_Gather", "MPI_Scatter", "MPI_Igather", "MPI_Iscatter"}, {{6, "root"}}, 7);
        add({"MPI_Gatherv", "MPI_Scatterv", "MPI_Igatherv", "MPI_Iscatterv"}, {{7, "root"}}, 8);
        add({"MPI_Reduce", "MPI_Ireduce"}, {{2, "count"}, {3, "datatype"}, {4, "operation"}, {5, "root"}}, 6);
        add({"MPI_Allreduce", "MPI_Scan", "MPI_Exscan", "MPI_Iallreduce", "MPI_Iscan", "MPI_Iexscan"},
            {{2, "count"}, {3, "datatype"}, {4, "operation"}}, 5);
        for (auto& [name, operation] : all)
            if (operation.communicator != none)
                operation.common.push_back({operation.communicator, "communicator"});
        return all;
    }();
    return table;
}

} // namespace

const Operation* find_operation(const HostText& host, std::uint32_t token) {
    if (host.tokens[token].kind != Token::Kind::Word || !host.is(token + 1, "(")) return nullptr;
    const auto found = operations().find(host.word(token));
    if (found == operations().end() || host.tokens[token + 1].partner == Token::unpaired) return nullptr;
    return &found->second;
}

std::uint32_t behind_token(const HostText& host, std::uint32_t token) {
    const bool opens = host.is(token, "(") || host.is(token, "[") || host.is(token, "{");
    const std::uint32_t partner = host.tokens[token].partner;
    return opens && partner != Token::unpaired && partner > token ? partner + 1 : token + 1;
}

std::pair<std::uint32_t, std::uint32_t> call_argument(const HostText& host, std::uint32_t token,
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
