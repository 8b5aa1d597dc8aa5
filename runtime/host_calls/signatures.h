#pragma once

#include "host_calls/channels.h"
#include "host_calls/type_sequence.h"

#include <loop/call_rules.h>

#include <mpi.h>

#include <cstddef>
#include <cstdint>

namespace loop::runtime::trace {

// A datatype as the call log and the status file show it.
struct KnownType {
    MPI_Datatype type;
    TypeSequence sequence;
    bool is_derived = false;
    bool may_overlap = false; // several entries of it, or one, have more bytes than the memory they lie in

    // For status files: the elementary type; 0: several elements, or unknown.
    std::int64_t number() const {
        return sequence.elements == 1 ? static_cast<std::int64_t>(sequence.type) : 0;
    }
};

constexpr int known_type_bits = 5;
extern KnownType known_types[1 << known_type_bits];                    // a cache, by the hash of the handle
const KnownType& renew_known_type(KnownType& slot, MPI_Datatype type); // calls no MPI functions

inline const KnownType& known_type(MPI_Datatype type) {
    KnownType& slot = known_types[handle_key(type) * 0x9e3779b97f4a7c15u >> (64 - known_type_bits)];
    return __builtin_expect(static_cast<long>(slot.type == type), 1L) != 0 ? slot
                                                                           : renew_known_type(slot, type);
}

// The signature of a message. Unknown if the type is not predefined and was not learned.
inline Signature signature_of(std::int64_t count, MPI_Datatype type) {
    const TypeSequence& sequence = known_type(type).sequence;
    if (sequence.is_mixed()) return runtime::signature_of(repeated(sequence, count));
    return {sequence.type, count * sequence.elements};
}

// The size in bytes of data without gaps: elements of a predefined type. 0 for other types.
inline std::size_t dense_bytes(std::int64_t count, MPI_Datatype type) {
    const KnownType& known = known_type(type);
    if (count <= 0 || known.is_derived || known.sequence.elements != 1) return 0;
    return static_cast<std::size_t>(count * element_bytes(known.sequence.type));
}

// How many bytes behind its place `count` entries reach; -1: unknown, as the type is not known.
std::int64_t reach_of(std::int64_t count, MPI_Datatype type);

bool entries_overlap(std::int64_t count, MPI_Datatype type); // false also if the type is not known

// To be called when MPI has committed or copied the type: reads what it consists of.
void learn_type(MPI_Datatype type);
void forget_type(MPI_Datatype type); // has been freed

// The number of an operator in the call log.
struct KnownOperator {
    MPI_Op op;
    std::int32_t number;
};
extern KnownOperator last_operator;
std::int32_t renew_last_operator(MPI_Op op);
inline std::int32_t operator_number(MPI_Op op) {
    return op == last_operator.op ? last_operator.number : renew_last_operator(op);
}
void learn_operator(MPI_Op op, const void* function);
void forget_operator(MPI_Op op);

} // namespace loop::runtime::trace
