#include "recording/checks.h"
#include "recording/recorder.h"
#include "session/failure.h"
#include "session/group.h"

#include <loop/picl.h>

#include <algorithm>
#include <cstddef>

using namespace loop;
using namespace loop::runtime;
using loop::recording::Arrival;
using loop::recording::arrive;
using loop::recording::Receivers;
using loop::recording::receives;
using loop::recording::record;
using loop::recording::require_open;
using loop::recording::require_rank;

namespace {

// An operation of all ranks, whose messages are not visible.
void global(Construct construct, int root, Receivers receivers, const Arrival& arrival, const Site& site,
            const recording::Reduction& reduction = {}) {
    require_open(construct, site);
    require_all_ranks(construct, site);
    require_rank(root, "the root", construct, site);
    recording::record_collective(construct_name(construct), site,
                                 {arrival.bytes, root, reduction.operation, reduction.element});
    if (receives(root, receivers)) arrive(construct_name(construct), site, arrival);
}

const char* word_of(Construct construct) {
    switch (construct) {
    case Construct::PiclMax:
        return "max";
    case Construct::PiclMin:
        return "min";
    case Construct::PiclSum:
        return "sum";
    case Construct::PiclProd:
        return "prod";
    case Construct::PiclAnd:
        return "band";
    case Construct::PiclOr:
        return "bor";
    case Construct::PiclXor:
        return "bxor";
    default:
        return "other";
    }
}

// The root combines vectors. Their datatypes are those of datasize0.
void reduce(Construct construct, int root, void* into, int items, int datatype, const Site& site) {
    const int bytes = datasize0(datatype, site);
    const recording::ElementType types[] = {recording::ElementType::Integer, recording::ElementType::Float,
                                            recording::ElementType::Double};
    const Arrival arrival{into, static_cast<long long>(items) * bytes, types[std::max(datatype - 3, 0)],
                          bytes};
    constexpr const char* elements[] = {"char", "short", "int", "long", "float", "double"};
    global(construct, root, Receivers::Root, arrival, site, {word_of(construct), elements[datatype]});
}

void synchronize(Construct construct, const Site& site) {
    require_open(construct, site);
    record(construct, site);
}

} // namespace

void clocksync0(Site site) {
    synchronize(Construct::PiclClockSync, site);
}
void sync0(Site site) {
    synchronize(Construct::PiclSync, site);
}
void barrier0(Site site) {
    synchronize(Construct::PiclBarrier, site);
}
void bcast0(void* data, int bytes, int, int root, Site site) {
    global(Construct::PiclBcast0, root, Receivers::Others, {data, bytes}, site);
}
void bcast1(void* data, int bytes, int, int root, Site site) {
    global(Construct::PiclBcast1, root, Receivers::Others, {data, bytes}, site);
}
void gather0(float* vector, int items, int, int root, Site site) {
    const Arrival arrival{vector, static_cast<long long>(items) * static_cast<long long>(sizeof(float)),
                          recording::ElementType::Float};
    global(Construct::PiclGather, root, Receivers::Root, arrival, site);
}
#define LOOP_REDUCTION(name, id)                                                                             \
    void name(void* data, int items, int datatype, int, int root, Site site) {                               \
        reduce(Construct::id, root, data, items, datatype, site);                                            \
    }
LOOP_REDUCTION(gmax0, PiclMax)
LOOP_REDUCTION(gmin0, PiclMin)
LOOP_REDUCTION(gsum0, PiclSum)
LOOP_REDUCTION(gprod0, PiclProd)
LOOP_REDUCTION(gand0, PiclAnd)
LOOP_REDUCTION(gor0, PiclOr)
LOOP_REDUCTION(gxor0, PiclXor)

void loop::detail::gcomb0(void* data, int items, int datatype, int, int root, Combine, Site site) {
    ::reduce(Construct::PiclComb, root, data, items, datatype, site);
}

int datasize0(int datatype, Site site) {
    constexpr std::size_t bytes[] = {sizeof(char), sizeof(short), sizeof(int),
                                     sizeof(long), sizeof(float), sizeof(double)};
    if (datatype < 0 || datatype > 5)
        fail(site, Construct::PiclDataSize, "the datatype must be from 0 to 5, not ", datatype);
    return static_cast<int>(bytes[datatype]);
}
