#include "recording/checks.h"

#include "session/failure.h"
#include "session/frames.h"
#include "session/session.h"

#include <climits>

namespace loop::recording {

using namespace runtime;

bool host_code_communicates = false;

void require_open(Construct construct, const Site& site) {
    if (the_session.stage != Stage::Open) fail_not_open(construct, site);
}

void require_rank(int rank, const char* what, Construct construct, const Site& site) {
    if (rank < 0 || rank >= the_session.ranks)
        fail(site, construct, what, " is ", rank, "; ranks are 0 to ", the_session.ranks - 1);
}

// A program whose code lies higher keeps calls without lines.
Site site_of_caller(const void* caller) {
    const std::uintptr_t address = linked_address(caller);
    if (address > INT_MAX) return {"", 0};
    return {address_file, static_cast<int>(address)};
}

void require_all(MPI_Comm comm, const char* call, const Site& site) {
    if (comm != MPI_COMM_WORLD)
        fail(site, call, "only calls on MPI_COMM_WORLD can be counted", exit_run_failed);
}

bool receives(int root, Receivers receivers) {
    return the_session.ranks > 1 && (the_session.rank == root) == (receivers == Receivers::Root);
}

long long bytes_of(int count, MPI_Datatype type) {
    int size = 0, is_up = 0;
    PMPI_Initialized(&is_up);
    if (is_up == 0) PMPI_Init(nullptr, nullptr); // it knows the datatypes
    check_mpi(PMPI_Type_size(type, &size), "asking for the size of a datatype");
    return static_cast<long long>(count) * size;
}

namespace {

ElementType element_type_of(MPI_Datatype type) {
    if (type == MPI_DOUBLE) return ElementType::Double;
    if (type == MPI_FLOAT) return ElementType::Float;
    for (const MPI_Datatype integer :
         {MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT, MPI_UNSIGNED, MPI_LONG, MPI_UNSIGNED_LONG, MPI_LONG_LONG,
          MPI_UNSIGNED_LONG_LONG, MPI_INT8_T, MPI_INT16_T, MPI_INT32_T, MPI_INT64_T, MPI_UINT8_T,
          MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T})
        if (type == integer) return ElementType::Integer;
    return ElementType::Unknown;
}

template <class Handle>
struct Word {
    Handle of;
    const char* word;
};

template <class Handle, std::size_t count>
const char* word_for(Handle handle, const Word<Handle> (&all)[count]) {
    for (const Word<Handle>& each : all)
        if (each.of == handle) return each.word;
    return "other";
}

} // namespace

Reduction reduction_of(MPI_Op operation, MPI_Datatype type) {
    const Word<MPI_Op> operations[] = {
        {MPI_SUM, "sum"}, {MPI_PROD, "prod"}, {MPI_MIN, "min"},   {MPI_MAX, "max"}, {MPI_BAND, "band"},
        {MPI_BOR, "bor"}, {MPI_BXOR, "bxor"}, {MPI_LAND, "land"}, {MPI_LOR, "lor"}, {MPI_LXOR, "lxor"}};
    const Word<MPI_Datatype> types[] = {{MPI_DOUBLE, "double"}, {MPI_FLOAT, "float"},
                                        {MPI_INT, "int"},       {MPI_LONG_LONG, "long-long"},
                                        {MPI_LONG, "long"},     {MPI_SHORT, "short"},
                                        {MPI_CHAR, "char"},     {MPI_UNSIGNED_CHAR, "unsigned-char"}};
    return {word_for(operation, operations), word_for(type, types)};
}

Arrival arrival_of(void* into, long long count, MPI_Datatype type) {
    if (into == MPI_IN_PLACE) into = nullptr;
    const long long each = bytes_of(1, type);
    return {into, count * each, element_type_of(type), static_cast<int>(each)};
}

} // namespace loop::recording
