#include "comm/datatype.h"

#include "session/failure.h"
#include "session/lasting.h"

#include <map>

namespace loop::runtime {
namespace {

Lasting<std::map<std::size_t, MPI_Datatype>> derived_types;

// Chunks of `chunk` bytes, followed by the remaining bytes.
MPI_Datatype build(std::size_t size, std::size_t chunk) {
    MPI_Datatype chunk_type;
    MPI_Datatype whole;
    check_mpi(PMPI_Type_contiguous(static_cast<int>(chunk), MPI_BYTE, &chunk_type), "building a datatype");
    int lengths[2] = {static_cast<int>(size / chunk), static_cast<int>(size % chunk)};
    MPI_Aint offsets[2] = {0, static_cast<MPI_Aint>(size - size % chunk)};
    MPI_Datatype types[2] = {chunk_type, MPI_BYTE};
    check_mpi(PMPI_Type_create_struct(2, lengths, offsets, types, &whole), "building a datatype");
    check_mpi(PMPI_Type_commit(&whole), "building a datatype");
    PMPI_Type_free(&chunk_type);
    return whole;
}

} // namespace

std::size_t max_plain_bytes = static_cast<std::size_t>(std::numeric_limits<int>::max());

MessageType derived_type(std::size_t size) {
    constexpr std::size_t mebibyte = 1 << 20;
    auto& types = derived_types();
    const auto found = types.find(size);
    if (found != types.end()) return {found->second, 1};
    const std::size_t chunk = max_plain_bytes < mebibyte ? max_plain_bytes : mebibyte;
    const MPI_Datatype type = build(size, chunk);
    types[size] = type;
    return {type, 1};
}

void release_types() {
    for (auto& [size, type] : derived_types())
        PMPI_Type_free(&type);
    derived_types().clear();
}

} // namespace loop::runtime
