#include "host_calls/type_contents.h"

namespace loop::runtime::trace {
namespace {

// How a type was made. MPI_Type_get_envelope fails for types that were made with large counts.
struct Envelope {
    std::size_t integers = 0, addresses = 0, types = 0;
    int combiner = MPI_COMBINER_NAMED;
    bool is_readable = false; // its integers fit in int
};

Envelope envelope_of(MPI_Datatype type) {
    Envelope envelope;
#if MPI_VERSION >= 4
    MPI_Count integers = 0, addresses = 0, large = 0, types = 0;
    const int code =
        PMPI_Type_get_envelope_c(type, &integers, &addresses, &large, &types, &envelope.combiner);
    envelope.is_readable = code == MPI_SUCCESS && large == 0;
#else
    int integers = 0, addresses = 0, types = 0;
    const int code = PMPI_Type_get_envelope(type, &integers, &addresses, &types, &envelope.combiner);
    envelope.is_readable = code == MPI_SUCCESS;
#endif
    envelope.integers = static_cast<std::size_t>(integers);
    envelope.addresses = static_cast<std::size_t>(addresses);
    envelope.types = static_cast<std::size_t>(types);
    return envelope;
}

constexpr std::size_t longest_contents = 1 << 16; // of a type that is read

bool can_be_read(const Envelope& envelope) {
    return envelope.is_readable && envelope.combiner != MPI_COMBINER_NAMED && envelope.types != 0 &&
           envelope.integers <= longest_contents;
}

bool is_empty(MPI_Datatype part) {
    int size = 0;
    return PMPI_Type_size(part, &size) == MPI_SUCCESS && size == 0;
}

// MPI_Type_get_contents makes a handle of each part that MPI does not define.
void release(MPI_Datatype part) {
    if (!is_predefined(part)) PMPI_Type_free(&part);
}

} // namespace

bool is_predefined(MPI_Datatype type) {
    return envelope_of(type).combiner == MPI_COMBINER_NAMED;
}

TypeContents::TypeContents(MPI_Datatype type) {
    const Envelope envelope = envelope_of(type);
    if (!can_be_read(envelope)) return;
    integers_.resize(envelope.integers);
    places_.resize(envelope.addresses);
    parts_.resize(envelope.types);
    const auto number = [](std::size_t value) { return static_cast<int>(value); };
    if (PMPI_Type_get_contents(type, number(envelope.integers), number(envelope.addresses),
                               number(envelope.types), integers_.data(), places_.data(),
                               parts_.data()) == MPI_SUCCESS)
        combiner_ = envelope.combiner;
    else
        parts_.clear();
    if (combiner_ == MPI_COMBINER_STRUCT) leave_out_empty_blocks();
}

void TypeContents::leave_out_empty_blocks() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (integer(1 + i) == 0 || is_empty(parts_[i])) {
            release(parts_[i]);
            continue;
        }
        integers_[1 + kept] = integers_[1 + i], places_[kept] = places_[i], parts_[kept] = parts_[i];
        ++kept;
    }
    integers_[0] = static_cast<int>(kept);
    integers_.resize(1 + kept), places_.resize(kept), parts_.resize(kept);
}

TypeContents::~TypeContents() {
    for (const MPI_Datatype part : parts_)
        release(part);
}

} // namespace loop::runtime::trace
