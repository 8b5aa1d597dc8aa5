#include "comm/buffers.h"
#include "comm/matching/collective_matching.h"
#include "comm/node/node.h"
#include "comm/sites.h"
#include "comm/synchronise.h"
#include "comm/waiting/waiting.h"
#include "picl/picl.h"
#include "session/group.h"
#include "session/lasting.h"
#include "trace/scope.h"

#include <loop/collective_data.h>
#include <loop/picl.h>

#include <array>
#include <limits>

using namespace loop;
using namespace loop::runtime;

namespace {

// Messages with this tag use the constructs' communicator, so that a recv0 of any type cannot receive them.
constexpr int combine_tag = 20001;

// Records a collective operation in the trace. Its messages are not visible, so a rank that cannot continue
// before others arrive (in a broadcast all but the root, otherwise the root) counts as waiting all the time.
class Operation {
public:
    Operation(int root, std::size_t bytes, bool waits) : root_(root), bytes_(bytes) {
        if (trace::on() && waits && the_session.ranks > 1)
            waiting_.begin(root == the_session.rank ? -1 : root);
    }
    ~Operation() {
        if (!trace::on()) return;
        waiting_.end();
        trace::put(trace::now(), trace::Kind::Collective, 0, root_, bytes_, trace::picl_channel);
    }
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;

private:
    int root_;
    std::size_t bytes_;
    trace::Waiting waiting_;
};

bool is_root(int root) {
    return the_session.rank == root;
}

struct DataType {
    MPI_Datatype mpi;
    std::size_t bytes;
    bool integer;
};

constexpr int float_code = 4;

DataType data_type(int code, Construct construct, const Site& site) {
    switch (code) {
    case 0:
        return {MPI_SIGNED_CHAR, sizeof(char), true}; // MPI_CHAR does not allow arithmetic
    case 1:
        return {MPI_SHORT, sizeof(short), true};
    case 2:
        return {MPI_INT, sizeof(int), true};
    case 3:
        return {MPI_LONG, sizeof(long), true};
    case float_code:
        return {MPI_FLOAT, sizeof(float), false};
    case 5:
        return {MPI_DOUBLE, sizeof(double), false};
    default:
        fail(site, construct, "the datatype must be from 0 to 5, not ", code);
    }
}

// Counts and publishes an operation on a vector of so many bytes, and compares its arguments with those of
// other ranks.
void called(Construct construct, const Site& site, std::size_t bytes, int root,
            const std::array<long long, 3>& arguments) {
    require_all_ranks(construct, site);
    SiteEntry& entry = site_entry(construct, site);
    const bool is_new = entry.calls == 0 || entry.arguments != arguments;
    ++entry.calls;
    entry.arguments = arguments;
    const GivenAndGot moves =
        given_and_got({data_kind(call_info(construct)), the_session.rank, the_session.ranks, is_root(root),
                       static_cast<long long>(bytes), 0, 0});
    entry.collective.given += moves.given;
    entry.collective.got += moves.got;
    publish(++the_session.picl_collectives, arguments[0], arguments[1], arguments[2]);
    match_picl_collective(is_new);
}

// Checks the arguments, then does the same. Returns the data type.
DataType called(Construct construct, bool bits, int items, int datatype, int root, const Site& site) {
    require_count(items, "the number of items", construct, site);
    require_rank(root, "the root", construct, site);
    const DataType type = data_type(datatype, construct, site);
    if (bits && !type.integer)
        fail(site, construct, "combines bits: the datatype must be char, short, int or long");
    called(construct, site, static_cast<std::size_t>(items) * type.bytes, root, {items, datatype, root});
    return type;
}

void global(Construct construct, MPI_Op op, bool bits, void* buffer, int items, int datatype, int root,
            const Site& site) {
    const Scope scope(construct, site);
    const DataType type = called(construct, bits, items, datatype, root, site);
    const Operation operation(root, static_cast<std::size_t>(items) * type.bytes, is_root(root));
    reduce(buffer, items, type.mpi, op, root, the_session.picl);
}

// Combines up a binomial tree that is rooted at `root`.
void combine_up(void* data, std::size_t bytes, int root, const Fold& fold) {
    static Lasting<Buffer> memory;
    if (bytes > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        fail(the_session.site, the_session.construct, "cannot combine more than 2 GiB");
    }
    char* from = memory().reserve(1, bytes + 1);
    const auto size = static_cast<int>(bytes);
    const int ranks = the_session.ranks;
    const int position = (the_session.rank - root + ranks) % ranks;
    for (int bit = 1; bit < ranks; bit *= 2) {
        if ((position & bit) != 0)
            return send(data, bytes, (position - bit + root) % ranks, combine_tag, the_session.constructs,
                        "combining");
        if (position + bit >= ranks) continue;
        receive(from, size, MPI_BYTE, (position + bit + root) % ranks, combine_tag, the_session.constructs);
        fold(data, from, bytes);
    }
}

// Takes the other rank's value for each element that is 0.
class Gather final : public Fold {
public:
    void operator()(void* into, void* from, std::size_t bytes) const override {
        auto* vector = static_cast<float*>(into);
        const auto* other = static_cast<const float*>(from);
        for (std::size_t i = 0; i < bytes / sizeof(float); ++i)
            vector[i] = vector[i] != 0.0F ? vector[i] : other[i];
    }
};

class UserFold final : public Fold {
public:
    UserFold(const loop::detail::Combine& combine, int items, int datatype)
        : combine_(combine), items_(items), datatype_(datatype) {}
    void operator()(void* into, void* from, std::size_t) const override {
        combine_.call(combine_.user, into, from, items_, datatype_);
    }

private:
    const loop::detail::Combine& combine_;
    int items_;
    int datatype_;
};

void broadcast_from(Construct construct, void* buffer, int bytes, int root, const Site& site) {
    const Scope scope(construct, site);
    require_count(bytes, "the length", construct, site);
    require_rank(root, "the root", construct, site);
    called(construct, site, static_cast<std::size_t>(bytes), root, {bytes, root, 0});
    const Operation operation(root, is_root(root) ? static_cast<std::size_t>(bytes) : 0, !is_root(root));
    broadcast(buffer, bytes, root, the_session.picl);
}

} // namespace

int datasize0(int datatype, Site site) {
    const LocalCall call(Construct::PiclDataSize, site);
    return static_cast<int>(data_type(datatype, Construct::PiclDataSize, site).bytes);
}

void bcast0(void* buffer, int bytes, int, int root, Site site) {
    broadcast_from(Construct::PiclBcast0, buffer, bytes, root, site);
}
void bcast1(void* buffer, int bytes, int, int root, Site site) {
    broadcast_from(Construct::PiclBcast1, buffer, bytes, root, site);
}

void gather0(float* vector, int items, int, int root, Site site) {
    const Scope scope(Construct::PiclGather, site);
    called(Construct::PiclGather, false, items, float_code, root, site);
    const std::size_t bytes = static_cast<std::size_t>(items) * sizeof(float);
    const Operation operation(root, bytes, is_root(root));
    if (node_is_open()) return combine_over_nodes(vector, bytes, sizeof(float), root, Gather());
    combine_up(vector, bytes, root, Gather());
}

#define LOOP_REDUCTION(name, id, op, bits)                                                                   \
    void name(void* buffer, int items, int datatype, int, int root, Site site) {                             \
        global(Construct::id, op, bits, buffer, items, datatype, root, site);                                \
    }
LOOP_REDUCTION(gmax0, PiclMax, MPI_MAX, false)
LOOP_REDUCTION(gmin0, PiclMin, MPI_MIN, false)
LOOP_REDUCTION(gsum0, PiclSum, MPI_SUM, false)
LOOP_REDUCTION(gprod0, PiclProd, MPI_PROD, false)
LOOP_REDUCTION(gand0, PiclAnd, MPI_BAND, true)
LOOP_REDUCTION(gor0, PiclOr, MPI_BOR, true)
LOOP_REDUCTION(gxor0, PiclXor, MPI_BXOR, true)

void loop::detail::gcomb0(void* buffer, int items, int datatype, int, int root, Combine combine, Site site) {
    const Scope scope(Construct::PiclComb, site);
    const DataType type = called(Construct::PiclComb, false, items, datatype, root, site);
    const std::size_t bytes = static_cast<std::size_t>(items) * type.bytes;
    const Operation operation(root, bytes, is_root(root));
    const UserFold fold(combine, items, datatype);
    // The buffer must fit in one piece, because the user's function may use all of it.
    if (node_is_open() && bytes <= node_piece_bytes && bytes > 0)
        return combine_over_nodes(buffer, bytes, bytes, root, fold);
    combine_up(buffer, bytes, root, fold);
}
