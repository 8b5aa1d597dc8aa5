#include "comm/datatype.h"

#include "session/failure.h"
#include "session/lasting.h"
#include "session/memory.h"
#include "session/session.h"
#include "session/simulation.h"

#include <map>
#include <vector>

namespace loop::runtime {
namespace {

Lasting<std::map<std::size_t, MPI_Datatype>> derived_types;

struct StridedType {
    StridedBytes shape;
    MPI_Datatype type;
};
Lasting<std::vector<StridedType>> strided_types;

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

// SimGrid keeps the bytes of a datatype in an int, so a large message has many elements of a small type. It
// also copies such a message while it is on its way.
MessageType type_in_simulation(std::size_t size) {
    std::size_t unit = 2;
    if (static_cast<double>(size) > available_memory_bytes())
        fail(the_session.site, the_session.construct, "not enough memory for a message of ", size,
             " bytes, which SimGrid copies: ", bytes_text(available_memory_bytes()),
             " available for all simulated ranks together");
    while (size / unit > max_plain_bytes)
        unit *= 2;
    if (size % unit != 0)
        fail(the_session.site, the_session.construct, "a message of ", size,
             " bytes: on a simulated machine, the size must be a multiple of ", unit, " above ",
             max_plain_bytes, " bytes, as SimGrid counts with an int");
    MPI_Datatype& type = derived_types()[unit];
    if (type == MPI_Datatype{}) {
        check_mpi(PMPI_Type_contiguous(static_cast<int>(unit), MPI_BYTE, &type), "building a datatype");
        check_mpi(PMPI_Type_commit(&type), "building a datatype");
    }
    return {type, static_cast<int>(size / unit)};
}

} // namespace

std::size_t max_plain_bytes = static_cast<std::size_t>(std::numeric_limits<int>::max());

MessageType derived_type(std::size_t size) {
    if (is_simulated) return type_in_simulation(size);
    constexpr std::size_t mebibyte = 1 << 20;
    auto& types = derived_types();
    const auto found = types.find(size);
    if (found != types.end()) return {found->second, 1};
    const std::size_t chunk = max_plain_bytes < mebibyte ? max_plain_bytes : mebibyte;
    const MPI_Datatype type = build(size, chunk);
    types[size] = type;
    return {type, 1};
}

MessageType strided_type(long long blocks, long long block, long long stride) {
    for (const StridedType& known : strided_types())
        if (known.shape.blocks == blocks && known.shape.block == block && known.shape.stride == stride)
            return {known.type, 1};
    constexpr long long most = std::numeric_limits<int>::max();
    if (blocks > most || block > most)
        fail(the_session.site, the_session.construct, "a message of ", blocks, " blocks of ", block,
             " bytes; MPI takes at most ", most, " of both");
    MPI_Datatype type;
    check_mpi(PMPI_Type_create_hvector(static_cast<int>(blocks), static_cast<int>(block),
                                       static_cast<MPI_Aint>(stride), MPI_BYTE, &type),
              "building a datatype");
    check_mpi(PMPI_Type_commit(&type), "building a datatype");
    strided_types().push_back({{blocks, block, stride}, type});
    return {type, 1};
}

StridedBytes shape_of(const MessageType& type, std::size_t size) {
    for (const StridedType& known : strided_types())
        if (known.type == type.type) return known.shape;
    return {1, static_cast<long long>(size), static_cast<long long>(size)};
}

void release_types() {
    for (StridedType& strided : strided_types())
        PMPI_Type_free(&strided.type);
    strided_types().clear();
    for (auto& [size, type] : derived_types())
        PMPI_Type_free(&type);
    derived_types().clear();
}

} // namespace loop::runtime
