#pragma once

#include "host_calls/broken_rules.h"
#include "host_calls/logged.h"

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <numeric>

// What the call log says of collective operations. Only what must be the same on all ranks is logged: of two
// arguments of which one is used, the one that is. Called before MPI has checked the arguments, so nothing is
// asked of MPI.
namespace loop::runtime::trace {

struct LoggedOperation {
    Signature signature = {};
    std::int32_t combine = 0;
    CallRule breaks = CallRule::None; // on an intracommunicator
};

inline LoggedOperation unlike() {
    return {};
}

// Count and type of the data agree.
inline LoggedOperation alike(std::int64_t count, MPI_Datatype type) {
    return {signature_of(count, type)};
}

// The elementary type agrees where there are elements.
inline LoggedOperation alike_type(std::int64_t count, MPI_Datatype type) {
    const Signature signature = signature_of(count, type);
    if (signature.count <= 0 || signature.type >= first_mixed_signature) return {};
    return {{signature.type, -1}};
}

inline LoggedOperation reduced(std::int64_t count, MPI_Datatype type, MPI_Op op) {
    const TypeSequence& sequence = known_type(type).sequence;
    const std::int32_t combine = operator_number(op);
    const bool allowed = sequence.elements != 1 || operator_allows(combine, sequence.type);
    return {signature_of(count, type), combine, allowed ? CallRule::None : CallRule::Operator};
}

// What a rank sends to itself, which it also receives.
struct OwnPart {
    const void* data;
    std::int64_t count;
    MPI_Datatype type;
};
inline LoggedOperation with_own(LoggedOperation operation, const OwnPart& out, const OwnPart& in) {
    if (out.data == MPI_IN_PLACE || in.data == MPI_IN_PLACE) return operation;
    const Signature sent = signature_of(out.count, out.type);
    const Signature taken = signature_of(in.count, in.type);
    if (signatures_disagree(sent.type, sent.count, taken.type, taken.count))
        operation.breaks = CallRule::OwnSignatures;
    return operation;
}

// Whether this rank gives data to the other group of an intercommunicator. SMPI has none, and its MPI_ROOT is
// 0.
inline bool is_mpi_root(int root) {
    return !is_simulated && root == MPI_ROOT;
}

// Returns -1 if unknown.
template <class Count>
std::int64_t own_count(MPI_Comm comm, const Count* counts) {
    const Channel* const channel = find_channel(comm);
    return channel == nullptr || channel->is_inter || counts == nullptr ? -1 : counts[channel->rank];
}

// On an intercommunicator, the root is MPI_ROOT, and a number is that of a rank of the other group.
inline bool is_root(MPI_Comm comm, int root) {
    const Channel* const channel = find_channel(comm);
    return channel != nullptr && root == (channel->is_inter ? MPI_ROOT : channel->rank);
}

// Returns -1 if unknown.
template <class Count>
std::int64_t sum_if_known(MPI_Comm comm, const Count* counts) {
    const Channel* const channel = find_channel(comm);
    if (channel == nullptr || channel->is_inter || counts == nullptr) return -1;
    return std::accumulate(counts, counts + channel->partners.size(), std::int64_t{0});
}

template <class Count>
LoggedOperation alike_part(MPI_Comm comm, const Count* counts, MPI_Datatype type) {
    const std::int64_t count = own_count(comm, counts);
    return count < 0 ? unlike() : alike_type(count, type);
}

// Ranks that exchange elements with all others, all of one type, agree in it.
template <class Count>
LoggedOperation exchanged(MPI_Comm comm, const Count* out_counts, MPI_Datatype out_type,
                          const Count* in_counts, MPI_Datatype in_type) {
    const Channel* const channel = find_channel(comm);
    if (channel == nullptr || channel->is_inter || out_counts == nullptr || in_counts == nullptr) return {};
    const auto some = [](Count count) { return count > 0; };
    const auto ranks = static_cast<std::ptrdiff_t>(channel->partners.size());
    const bool all =
        std::all_of(out_counts, out_counts + ranks, some) && std::all_of(in_counts, in_counts + ranks, some);
    const LoggedOperation sent = alike_type(1, out_type);
    return all && sent.signature.type == alike_type(1, in_type).signature.type ? sent : unlike();
}

// To be called if logs_here(). `request`: of a nonblocking operation. In an intercommunicator, the two groups
// pass different arguments.
inline void log_operation(const CalledAt& at, MPI_Comm comm, int root, const LoggedOperation& operation,
                          std::uint64_t request = 0) {
    CallFacts facts{CallEvent::Collective};
    facts.request = request;
    if (comm == MPI_COMM_WORLD) {
        facts.communicator = world_communicator;
    } else if (const Channel* const channel = find_channel(comm)) {
        facts.communicator = channel->number;
        if (channel->is_inter) return log_at(at, facts);
    }
    if (operation.breaks != CallRule::None)
        log_broken(at, operation.breaks, {operation.signature, operation.combine});
    facts.partner = root;
    facts.combine = operation.combine;
    facts.signature = operation.signature;
    log_at(at, facts);
}

// An operation of all ranks of `comm` whose arguments may differ.
inline void log_unlike(const CalledAt& at, MPI_Comm comm) {
    if (logs_here()) log_operation(at, comm, -1, unlike());
}

} // namespace loop::runtime::trace
