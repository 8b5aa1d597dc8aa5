#pragma once

#include <loop/comm.h>
#include <loop/rank_function.h>
#include <loop/site.h>
#include <loop/user_data.h>

namespace loop {

// All functions here are collective: all ranks call them in the same order, and `size`, `pairs`, `where`, and
// `count` describe the same messages on all ranks; FROM and INTO may differ. Every rank evaluates the
// functions for all ranks, in the same way and without side effects; that is not measured.
//
// Sender r sends `count` messages to each of its receivers. Receivers that are not ranks are left out; a rank
// may send to itself, and twice to the same rank. Place j belongs to the j-th receiver of a sender: to its
// size, to its data in FROM, and to the data in INTO of the receiver. A place has `count` messages, one after
// the other. Without FROM and INTO, LOOP uses its own buffers, and verifies the messages.
//
// Errors end the run: a negative size or count; lists of different lengths; a place of INTO that more than
// one message reaches; data in FROM and INTO that overlap; ranks that disagree about messages or sizes.

// \SEND without a statement: returns when all messages of this rank are complete.
void send(const Sizes& size, const Pairs& pairs, const Where& where = everywhere, long long count = 1,
          const From& from = nullptr, const Into& into = nullptr, Site site = Site::here());

// \SEND with a statement: the messages start in the constructor and complete in the destructor.
class Sending : public detail::DuringMessages {
public:
    Sending(const Sizes& size, const Pairs& pairs, const Where& where = everywhere, long long count = 1,
            const From& from = nullptr, const Into& into = nullptr, Site site = Site::here());
};

// \RELAY without a statement: receives all messages of this rank, then sends. Pairs that form a circle are an
// error, because each of their ranks would wait for another one.
void relay(const Sizes& size, const Pairs& pairs, const Where& where = everywhere, long long count = 1,
           const From& from = nullptr, const Into& into = nullptr, Site site = Site::here());

// \RELAY with a statement: the constructor receives, the destructor sends.
class Relaying : public detail::DuringMessages {
public:
    Relaying(const Sizes& size, const Pairs& pairs, const Where& where = everywhere, long long count = 1,
             const From& from = nullptr, const Into& into = nullptr, Site site = Site::here());
};

// -- \START(handle) construct, and \FINISH(handle)

namespace runtime {
class Started;
} // namespace runtime

// HOLD: the messages that start only at \FINISH.
enum class Hold { nothing, sends, receives };

// A handle collects what is started with it. Errors end the run: something is still started when the handle
// ends (unless an exception ends it), or at \CLOSE0.
class Handle {
public:
    explicit Handle(const char* name) : name_(name) {}
    ~Handle();
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    // The HOLD of the construct that is started next.
    Handle& holding(Hold hold) {
        hold_ = hold;
        return *this;
    }
    Hold hold() const { return hold_; }
    const char* name() const { return name_; }

    void add(runtime::Started* started);
    void finish(const Site& site);

private:
    const char* name_;
    Hold hold_ = Hold::nothing;
    int finished_line_ = 0;
    runtime::Started* first_ = nullptr;
    runtime::Started* last_ = nullptr;
};

// \FINISH: completes everything that the handle has collected, in the order in which it was started. An error
// if that is nothing, or if it was started in another \AMONG, or inside \UNTIMED and is finished outside it.
void finish(Handle& handle, Site site = Site::here());

// \START: each begins the construct of its name; what would wait for other ranks happens at \FINISH. FROM and
// INTO are in use until then. All ranks start and finish the same constructs in the same order.
void start_communicate(Handle& handle, long long size, long long distance, long long partners,
                       const void* from = nullptr, void* into = nullptr, Site site = Site::here());
void start_exchange(Handle& handle, long long size, long long distance, long long partners,
                    const void* from = nullptr, void* into = nullptr, bool ring = false,
                    Site site = Site::here());
void start_multibcast0(Handle& handle, long long size, const void* from = nullptr, void* into = nullptr,
                       Site site = Site::here());
void start_multibcast_me(Handle& handle, long long size, const void* from = nullptr, void* into = nullptr,
                         Site site = Site::here());
void start_multibcast_alter(Handle& handle, long long size, const void* from = nullptr, void* into = nullptr,
                            Site site = Site::here());
void start_send(Handle& handle, const Sizes& size, const Pairs& pairs, const Where& where = everywhere,
                long long count = 1, const From& from = nullptr, const Into& into = nullptr,
                Site site = Site::here());
// Ranks that receive nothing send at once; the others send at \FINISH, when they have received.
void start_relay(Handle& handle, const Sizes& size, const Pairs& pairs, const Where& where = everywhere,
                 long long count = 1, const From& from = nullptr, const Into& into = nullptr,
                 Site site = Site::here());
// Starts the first synchronization; the message to the neighbor and the second one follow at \FINISH.
void start_visible_sync(Handle& handle, Site site = Site::here());

namespace detail {
void start_tree_bcast(Handle& handle, void* data, long long bytes, Site site);
void start_tree_collect(Handle& handle, void* data, long long elements, std::size_t element_bytes, Site site);
void start_tree_distribute(Handle& handle, void* data, long long elements, std::size_t element_bytes,
                           Site site);
} // namespace detail

template <class T>
void start_tree_bcast(Handle& handle, T* data, long long bytes, Site site = Site::here()) {
    detail::start_tree_bcast(handle, data, bytes, site);
}
template <class T>
void start_tree_bcast(Handle& handle, detail::Array<T>& data, long long bytes, Site site = Site::here()) {
    detail::require_allocated(data.data(), "TREE_BCAST", site);
    detail::require_extent(bytes, data.count() * static_cast<long long>(sizeof(T)), "TREE_BCAST", site);
    detail::start_tree_bcast(handle, data.data(), bytes, site);
}
template <class V>
void start_tree_collect_vec(Handle& handle, V& vector, Site site = Site::here()) {
    static_assert(detail::is_vector<V>::value, "\\TREE_COLLECT_VEC takes a \\VEC");
    detail::require_allocated(vector.data(), "TREE_COLLECT_VEC", site);
    detail::start_tree_collect(handle, vector.data(), vector.size(), sizeof(*vector.data()), site);
}
template <class V>
void start_tree_distrib_vec(Handle& handle, V& vector, Site site = Site::here()) {
    static_assert(detail::is_vector<V>::value, "\\TREE_DISTRIB_VEC takes a \\VEC");
    detail::require_allocated(vector.data(), "TREE_DISTRIB_VEC", site);
    detail::start_tree_distribute(handle, vector.data(), vector.size(), sizeof(*vector.data()), site);
}

// -- MPI's collectives

// How a reduction combines elements, and their type. The last six combine bits or truth values of integers.
enum class Op { sum, prod, min, max, band, bor, bxor, land, lor, lxor };
enum class Element { Double, Float, Int, LongLong, Char, UnsignedChar };
template <class T>
constexpr Element element() {
    if constexpr (std::is_same<T, double>::value) {
        return Element::Double;
    } else if constexpr (std::is_same<T, float>::value) {
        return Element::Float;
    } else if constexpr (std::is_same<T, int>::value) {
        return Element::Int;
    } else if constexpr (std::is_same<T, long long>::value) {
        return Element::LongLong;
    } else if constexpr (std::is_same<T, char>::value) {
        return Element::Char;
    } else {
        static_assert(std::is_same<T, unsigned char>::value, "no type that a reduction combines");
        return Element::UnsignedChar;
    }
}

namespace runtime {
struct PendingCollective;
} // namespace runtime

namespace detail {
// A collective with a statement: starts in the constructor, completes in the destructor.
class During {
public:
    ~During();
    During(const During&) = delete;
    During& operator=(const During&) = delete;

protected:
    During(runtime::PendingCollective* pending, const Site& site);

private:
    Site site_;
    runtime::PendingCollective* pending_;
};
} // namespace detail

// Each construct has a function for the blocking operation, a class for the one with a statement, and a
// function for \START. All ranks of the group call them with the same arguments, but for FROM, INTO, and
// DATA. `size` is a rank's slot in bytes; in reductions, TYPE divides it. DATA is in place of FROM and INTO:
// \GATHER, \SCATTER, \ALLGATHER, \ALLTOALL, and \REDUCE_SCATTER have the slots of all ranks there. What is
// null is the runtime's own; if all are, the result is verified.
#define LOOP_COLLECTIVE(name, Region, ...)                                                                   \
    void name(__VA_ARGS__, Site site = Site::here());                                                        \
    class Region : public detail::During {                                                                   \
    public:                                                                                                  \
        explicit Region(__VA_ARGS__, Site site = Site::here());                                              \
    };                                                                                                       \
    void start_##name(Handle& handle, __VA_ARGS__, Site site = Site::here());

void barrier(Site site = Site::here());
class DuringBarrier : public detail::During {
public:
    explicit DuringBarrier(Site site = Site::here());
};
void start_barrier(Handle& handle, Site site = Site::here());

LOOP_COLLECTIVE(bcast, DuringBcast, long long size, long long root = 0, void* data = nullptr)
LOOP_COLLECTIVE(reduce, DuringReduce, long long size, long long root = 0, Op op = Op::sum,
                Element type = Element::Double, const void* from = nullptr, void* into = nullptr,
                void* data = nullptr)
LOOP_COLLECTIVE(allreduce, DuringAllreduce, long long size, Op op = Op::sum, Element type = Element::Double,
                const void* from = nullptr, void* into = nullptr, void* data = nullptr)
LOOP_COLLECTIVE(scan, DuringScan, long long size, Op op = Op::sum, Element type = Element::Double,
                const void* from = nullptr, void* into = nullptr, void* data = nullptr)
LOOP_COLLECTIVE(exscan, DuringExscan, long long size, Op op = Op::sum, Element type = Element::Double,
                const void* from = nullptr, void* into = nullptr, void* data = nullptr)
LOOP_COLLECTIVE(gather, DuringGather, const BlockSizes& size, long long root = 0, const void* from = nullptr,
                void* into = nullptr, void* data = nullptr)
LOOP_COLLECTIVE(scatter, DuringScatter, const BlockSizes& size, long long root = 0,
                const void* from = nullptr, void* into = nullptr, void* data = nullptr)
LOOP_COLLECTIVE(allgather, DuringAllgather, const BlockSizes& size, const void* from = nullptr,
                void* into = nullptr, void* data = nullptr)
LOOP_COLLECTIVE(alltoall, DuringAlltoall, const BlockSizes& size, const void* from = nullptr,
                void* into = nullptr, void* data = nullptr)
LOOP_COLLECTIVE(reduce_scatter, DuringReduceScatter, const BlockSizes& size, Op op = Op::sum,
                Element type = Element::Double, const void* from = nullptr, void* into = nullptr,
                void* data = nullptr)
#undef LOOP_COLLECTIVE

} // namespace loop
