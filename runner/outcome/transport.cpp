#include "runner/outcome/transport.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

namespace {

using formats::Pairs;

std::string value_of(const Pairs& transport, const char* name) {
    const auto found = std::find_if(transport.begin(), transport.end(),
                                    [&](const auto& setting) { return setting.first == name; });
    return found == transport.end() ? "" : found->second;
}

std::string of_mpich(const Pairs& transport) {
    if (value_of(transport, "MPIR_CVAR_NOLOCAL") == "1")
        return "ranks of one host share no memory, as MPIR_CVAR_NOLOCAL is 1; unset it";
    if (value_of(transport, "MPIR_CVAR_ODD_EVEN_CLIQUES") == "1")
        return "even and odd ranks of one host share no memory, as MPIR_CVAR_ODD_EVEN_CLIQUES is 1; unset it";
    const std::string groups = value_of(transport, "MPIR_CVAR_NUM_CLIQUES");
    if (!groups.empty() && groups.find_first_not_of("0123456789") == std::string::npos && groups != "0" &&
        groups != "1")
        return fmt::format("the ranks of one host are in {} groups that share no memory, as "
                           "MPIR_CVAR_NUM_CLIQUES is {}; unset it",
                           groups, groups);
    return {};
}

/// Other components than `ob1` share memory by themselves. The `sm` of version 4 moves nothing.
std::string of_open_mpi(const Pairs& transport, const std::string& library) {
    const std::string components = " " + value_of(transport, "components") + " ";
    const auto has = [&](const char* name) {
        return components.find(fmt::format(" {} ", name)) != std::string::npos;
    };
    const bool sm_is_vader = library.find("Open MPI v4") == std::string::npos;
    if (!has("pml_ob1") || has("btl_vader") || (sm_is_vader && has("btl_sm"))) return {};
    return fmt::format(
        "ranks of one host share no memory, as Open MPI did not load its component `{0}`: add it to "
        "`btl` (OMPI_MCA_btl, `--mca btl`, or a parameter file)",
        sm_is_vader ? "sm" : "vader");
}

} // namespace

std::string without_shared_memory(const std::vector<const formats::RankRecord*>& records) {
    const bool are_together = std::any_of(records.begin(), records.end(),
                                          [](const auto* record) { return record->node_ranks > 1; });
    const auto first = std::find_if(records.begin(), records.end(),
                                    [](const auto* record) { return record->mpi.transport.has_value(); });
    if (!are_together || first == records.end()) return {};
    const formats::RankLibrary& mpi = (*first)->mpi;
    std::string why = of_mpich(*mpi.transport);
    if (why.empty()) why = of_open_mpi(*mpi.transport, mpi.library);
    return why.empty() ? "" : "slow messages: " + why;
}

} // namespace loop::runner
