#include "kernels/bsp/supersteps.h"

#include "comm/datatype.h"
#include "comm/waiting/waiting.h"
#include "kernels/kernel_trace.h"
#include "session/failure.h"
#include "session/session.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace loop::runtime::bsp {
namespace {

// Between two ranks, MPI delivers the messages of each tag in the order in which they are sent.
constexpr int parcel_tag = 0;
constexpr int rest_tag = 1;
constexpr int piece_tag = 2;
constexpr int put_tag = 3;
constexpr int answer_tag = 4;
constexpr int get_tag = 5;

constexpr std::int64_t single_word_bytes = 8;

// The max size of the first message in bytes, in the first superstep. It is smaller if there are many ranks,
// because each of them needs a buffer.
constexpr std::size_t most_at_first = 4096;
constexpr std::size_t most_at_first_of_many = 512;
constexpr int many_ranks = 64;

// Later, it grows to the longest parcel from the same rank so far, so that parcels of a repeated size are one
// message, if they do not travel in parts (MessageSizes). For parcels above this size, a message more makes
// no difference.
constexpr std::size_t longest_first = 1 << 20;

// Within a node, MPICH sends messages of up to 8 KiB at once, and negotiates longer ones, which takes 3 us
// more: in two messages, 12 KiB took 2.7 us instead of 5.6 us, and in seven ones, 48 KiB took 10 us instead
// of 14 us. With Open MPI, whose limit is lower, several messages take longer than one.
MessageSizes message_sizes() {
#ifdef MPICH_VERSION
    constexpr std::size_t at_once = 8128, most_in_parts = 1 << 18;
    if (the_session.node_ranks == the_session.ranks) return {at_once, at_once, most_in_parts};
#endif
    return {};
}

// Sender and receiver both call it for each parcel of `bytes` bytes, and so agree.
std::size_t grown(std::size_t max_first_bytes, std::size_t bytes) {
    return std::max(max_first_bytes, std::min(bytes, longest_first));
}

// A parcel is one message in the trace, also if its rest follows in a message of its own.
std::size_t recorded_bytes(const void* data, std::int64_t bytes, int tag) {
    if (tag == parcel_tag) return static_cast<std::size_t>(static_cast<const Header*>(data)->bytes);
    return static_cast<std::size_t>(bytes);
}

template <class... Pieces>
[[noreturn]] void fail_here(const Pieces&... message) {
    fail(the_session.site, std::string("bsp_sync"), concat(message...));
}

} // namespace

Supersteps::Supersteps(MPI_Comm comm, bool recorded)
    : comm_(comm), rank_(the_session.rank), ranks_(the_session.ranks), out_(static_cast<std::size_t>(ranks_)),
      max_first_bytes_(out_.size(), ranks_ <= many_ranks ? most_at_first : most_at_first_of_many),
      sizes_(message_sizes()), copies_(out_.size()), lists_(out_.size()), in_(out_.size()),
      recorded_(recorded) {
    for (Incoming& one : in_)
        one.max_first_bytes = max_first_bytes_[0];
}

Supersteps::~Supersteps() = default;

void Supersteps::hpput(int pid, Slot slot, const void* source, const void* target, std::int64_t offset,
                       std::int64_t bytes) {
    if (pid == rank_ || bytes < direct_bytes) return put(pid, slot, source, target, offset, bytes);
    out(pid).direct_put(slot, source, offset, bytes);
}

void Supersteps::hpget(int pid, Slot slot, std::int64_t offset, void* target, std::int64_t bytes) {
    if (pid == rank_ || bytes < direct_bytes) return get(pid, slot, offset, target, bytes);
    out(pid).direct_get(slot, offset, target, bytes);
}

void Supersteps::isend(const void* data, std::int64_t bytes, int pid, int tag) {
    const MessageType type = message_type(static_cast<std::size_t>(bytes));
    requests_.push_back(MPI_REQUEST_NULL);
    if (trace::on()) {
        receives_.push_back(kernel_message(-1, tag, 0));
        if (tag != rest_tag) record_send(pid, tag, recorded_bytes(data, bytes, tag));
    }
    check_mpi(PMPI_Isend(data, type.count, type.type, pid, tag, comm_, &requests_.back()),
              "sending a message");
}

void Supersteps::ireceive(void* data, std::int64_t bytes, int pid, int tag) {
    const MessageType type = message_type(static_cast<std::size_t>(bytes));
    requests_.push_back(MPI_REQUEST_NULL);
    if (trace::on())
        receives_.push_back(kernel_message(tag == rest_tag ? -1 : pid, tag, static_cast<std::size_t>(bytes)));
    check_mpi(PMPI_Irecv(data, type.count, type.type, pid, tag, comm_, &requests_.back()),
              "posting a receive");
}

void Supersteps::complete() {
    if (requests_.empty()) return;
    if (statuses_.size() < requests_.size()) statuses_.resize(requests_.size());
    if (trace::on())
        complete_recorded();
    else
        wait_all(static_cast<int>(requests_.size()), requests_.data(), statuses_.data());
    requests_.clear();
    receives_.clear();
}

// The receives of parcels and pieces are posted for more bytes than arrive.
void Supersteps::complete_recorded() {
    trace::Waiting waiting;
    const int only = ranks_ == 2 ? 1 - rank_ : -1;
    wait_each(static_cast<int>(requests_.size()), requests_.data(), statuses_.data(), only, waiting,
              [&](int index, const MPI_Status& status) {
                  trace::Message message = receives_[static_cast<std::size_t>(index)];
                  if (message.partner < 0) return;
                  if (message.tag == parcel_tag) message.bytes = in(message.partner).header().bytes;
                  if (message.tag == piece_tag) {
                      int bytes = 0;
                      PMPI_Get_count(&status, MPI_BYTE, &bytes);
                      if (bytes != MPI_UNDEFINED) message.bytes = static_cast<std::size_t>(bytes);
                  }
                  waiting.received(message);
              });
    waiting.end();
}

Traffic Supersteps::sync() {
    traffic_ = {};
    made_ = received_ = {};
    asked_ = false;
    exchange_parcels();
    exchange_rest();
    if (asked_) {
        answer();
        write_gets();
    }
    write_puts();
    begin_next();
    return traffic_;
}

// MPI may let the receiver read a long message from the sender's memory, so that its cache lines are with the
// receiver's core. The requests of the next superstep, stored one by one, would get them back slowly: 1024
// puts took 24 us (MPICH with UCX), but 2 us and 4 us for the copy into other memory.
const char* Supersteps::copy_to_send(int pid, std::int64_t bytes) {
    Bytes& copy = copies_[static_cast<std::size_t>(pid)];
    const auto size = static_cast<std::size_t>(bytes);
    copy.resize(size);
    std::memcpy(copy.data(), out(pid).data(), size);
    return copy.data();
}

// Posts all receives before any send, so that no send waits for another one.
void Supersteps::exchange_parcels() {
    for (int step = 1; step < ranks_; ++step) {
        Incoming& from = in(peer(step));
        from.first.resize(from.max_first_bytes);
        ireceive(from.first.data(), static_cast<std::int64_t>(from.max_first_bytes), peer(step), parcel_tag);
    }
    out(rank_).close(registrations_.history(), tag_bytes_, record_next_);
    for (int step = 1; step < ranks_; ++step) {
        const int pid = peer(step);
        Parcel& parcel = out(pid);
        parcel.close(registrations_.history(), tag_bytes_, record_next_);
        const auto first =
            static_cast<std::int64_t>(sizes_.first_of(parcel.main_bytes(), max_first_bytes(pid)));
        if (first > static_cast<std::int64_t>(sizes_.copied)) {
            isend(copy_to_send(pid, first), first, pid, parcel_tag);
        } else if (the_session.yielding) {
            isend(parcel.data(), first, pid, parcel_tag);
        } else {
            record_send(pid, parcel_tag, recorded_bytes(parcel.data(), first, parcel_tag));
            check_mpi(PMPI_Send(parcel.data(), static_cast<int>(first), MPI_BYTE, pid, parcel_tag, comm_),
                      "sending a message");
        }
    }
    complete();
}

// Exchanges the rest of long parcels, and the pieces.
void Supersteps::exchange_rest() {
    asked_ = out(rank_).asks();
    for (int step = 1; step < ranks_; ++step) {
        const int pid = peer(step);
        Incoming& from = in(pid);
        const Header header = from.header();
        const Pieces apart = from.apart();
        check_same(pid);
        asked_ = asked_ || header.asks || out(pid).asks();
        const std::size_t first = sizes_.first_of(header.bytes, from.max_first_bytes);
        if (header.bytes > from.first.size()) from.first.resize(header.bytes);
        sizes_.for_each_later(header.bytes, first, [&](std::size_t at, std::size_t bytes) {
            ireceive(from.first.data() + at, static_cast<std::int64_t>(bytes), pid, rest_tag);
        });
        from.max_first_bytes = grown(from.max_first_bytes, header.bytes);
        if (apart.count != 0) from.make_room(apart);
        for (std::size_t index = 0; index < apart.count; ++index)
            ireceive(from.piece(apart, index), static_cast<std::int64_t>(apart.longest), pid, piece_tag);
        traffic_.messages_sent += 1 + static_cast<long long>(out(pid).pieces());
        traffic_.messages_received += 1 + static_cast<long long>(apart.count);
        traffic_.bytes_sent += out(pid).bytes_moved();
        made_ += out(pid).requests();
    }
    for (int step = 1; step < ranks_; ++step) {
        const int pid = peer(step);
        const Parcel& parcel = out(pid);
        std::size_t& max_first = max_first_bytes(pid);
        const std::size_t first = sizes_.first_of(parcel.main_bytes(), max_first);
        sizes_.for_each_later(parcel.main_bytes(), first, [&](std::size_t at, std::size_t bytes) {
            isend(parcel.data() + at, static_cast<std::int64_t>(bytes), pid, rest_tag);
        });
        max_first = grown(max_first, parcel.main_bytes());
        send_pieces(parcel, pid);
    }
    complete();
}

void Supersteps::send_pieces(const Parcel& parcel, int pid) {
    for (std::size_t index = 0; index < parcel.pieces(); ++index)
        isend(parcel.piece(index), static_cast<std::int64_t>(parcel.piece_bytes(index)), pid, piece_tag);
}

void Supersteps::check_same(int pid) const {
    const Header& header = in_[static_cast<std::size_t>(pid)].header();
    if (header.history != registrations_.history())
        fail_here("rank ", pid,
                  " registered or removed other areas than this rank before this superstep: "
                  "all ranks must call bsp_push_reg and bsp_pop_reg in the same order");
    if (header.tag_bytes != tag_bytes_)
        fail_here("tags have ", tag_bytes_, " bytes here and ", header.tag_bytes, " on rank ", pid,
                  ": all ranks must call bsp_set_tagsize with the same size");
}

// Calls `visit` for the parcel of rank `pid`, or for each of its pieces.
template <class Visit>
void Supersteps::for_each_part(int pid, Visit visit) {
    if (pid == rank_) {
        const Parcel& own = out(rank_);
        return visit(own.data() + own.head_bytes(), own.bytes() - own.head_bytes());
    }
    Incoming& from = in(pid);
    const Header header = from.header();
    if (!header.apart)
        return visit(from.first.data() + sizeof(Header),
                     static_cast<std::size_t>(header.bytes) - sizeof(Header));
    const Pieces apart = from.apart();
    for (std::size_t index = 0; index < apart.count; ++index) {
        const char* const piece = from.piece(apart, index);
        const auto& entry = *reinterpret_cast<const Entry*>(piece);
        visit(piece, sizeof(Entry) + Entries::payload_bytes(entry));
    }
}

// The local area that an entry refers to; without bytes if there is none.
Area Supersteps::area_of(const Entry& entry) const {
    return registrations_.holds(entry.slot) ? registrations_.area(entry.slot) : Area{nullptr, 0};
}

void Supersteps::fail_outside(const Entry& entry, int pid, std::int64_t lowest, std::int64_t end) const {
    fail_here("rank ", pid, " accesses bytes ", lowest, " to ", end - 1, " of an area with ",
              area_of(entry).bytes, " registered bytes on this rank");
}

// Returns the local address that an entry of rank `pid` refers to; ends the run if it is outside the
// registered area.
char* Supersteps::at(const Entry& entry, int pid) const {
    const Area area = area_of(entry);
    if (area.base == nullptr || entry.lowest() < 0 || entry.end() > static_cast<std::int64_t>(area.bytes))
        fail_outside(entry, pid, entry.lowest(), entry.end());
    return area.base + entry.offset;
}

// Calls `visit` with the local address of each put or get of a list of rank `pid`, and the data of the put.
// Reads the entry once: for the compiler, what `visit` writes may be the entry.
template <class Visit>
void Supersteps::for_each_listed(const Entry& entry, const char* list, int pid, Visit visit) const {
    const Area area = area_of(entry);
    const std::int64_t last = static_cast<std::int64_t>(area.bytes) - entry.bytes;
    const std::int64_t data_bytes = entry.request == Request::Put ? entry.bytes : 0;
    const std::int64_t step = static_cast<std::int64_t>(sizeof(Distance)) + data_bytes;
    const std::int64_t first = entry.offset;
    for (const char* const end = list + entry.count * step; list < end; list += step) {
        Distance distance = 0;
        std::memcpy(&distance, list, sizeof distance);
        const std::int64_t offset = first + static_cast<std::int64_t>(distance);
        if (area.base == nullptr || offset > last) fail_outside(entry, pid, offset, offset + entry.bytes);
        visit(area.base + offset, list + sizeof distance);
    }
}

// The puts of a list. Single words have a loop of their own, which the compiler makes without a test for
// each.
void Supersteps::write_listed(const Entry& entry, const char* list, int pid) const {
    if (entry.bytes == single_word_bytes)
        return for_each_listed(entry, list, pid,
                               [](char* to, const char* data) { std::memcpy(to, data, single_word_bytes); });
    for_each_listed(entry, list, pid, [bytes = entry.bytes](char* to, const char* data) {
        std::memcpy(to, data, static_cast<std::size_t>(bytes));
    });
}

// Copies the data of all gets before write_puts(), so that gets return the values before this superstep's
// puts. Posts the receives for direct transfers in the order of the calls.
void Supersteps::answer() {
    for (int pid = 0; pid < ranks_; ++pid) {
        const Parcel& parcel = out(pid);
        Incoming& from = in(pid);
        from.answer.resize(static_cast<std::size_t>(parcel.bytes_to_get()));
        traffic_.bytes_received += pid == rank_ ? 0 : parcel.bytes_to_get();
        if (pid == rank_) continue;
        if (!parcel.gets().empty()) ireceive(from.answer.data(), parcel.bytes_to_get(), pid, answer_tag);
        for (const Parcel::Target& get : parcel.direct_gets()) {
            ireceive(get.data, get.bytes, pid, get_tag);
            traffic_.bytes_received += get.bytes;
        }
    }
    for (int pid = 0; pid < ranks_; ++pid) {
        Incoming& from = in(pid);
        from.reply.resize(0);
        std::size_t replied = 0;
        for_each_part(pid,
                      [&](const char* begin, std::size_t bytes) { answer_one(pid, begin, bytes, replied); });
        if (pid == rank_) {
            if (replied != 0) std::memcpy(from.answer.data(), from.reply.data(), from.reply.size());
            continue;
        }
        if (replied != 0) {
            isend(from.reply.data(), static_cast<std::int64_t>(from.reply.size()), pid, answer_tag);
            ++traffic_.messages_sent;
            traffic_.bytes_sent += static_cast<long long>(from.reply.size());
        }
        for (const Parcel::Source& put : out(pid).direct_puts()) {
            isend(put.data, put.bytes, pid, put_tag);
            ++traffic_.messages_sent;
        }
    }
    complete();
}

void Supersteps::answer_one(int pid, const char* begin, std::size_t bytes, std::size_t& replied) {
    Entries entries(begin, bytes);
    while (const Entry* const entry = entries.next()) {
        if (entry->request == Request::Get) {
            char* to = in(pid).reply.add(static_cast<std::size_t>(entry->bytes * entry->count));
            for_each_listed(*entry, entries.payload(), pid, [&](const char* from, const char*) {
                detail::copy_block(to, from, entry->bytes);
                to += entry->bytes;
            });
            ++replied;
        } else if (entry->request == Request::DirectGet) {
            isend(at(*entry, pid), entry->bytes, pid, get_tag);
            ++traffic_.messages_sent;
            traffic_.bytes_sent += entry->bytes;
        } else if (entry->request == Request::DirectPut) {
            ireceive(at(*entry, pid), entry->bytes, pid, put_tag);
            ++traffic_.messages_received;
            traffic_.bytes_received += entry->bytes;
        }
    }
}

void Supersteps::write_gets() {
    for (int pid = 0; pid < ranks_; ++pid) {
        const char* from = in(pid).answer.data();
        for (const Parcel::Target& get : out(pid).gets()) {
            detail::copy_block(static_cast<char*>(get.data), from, get.bytes);
            from += get.bytes;
        }
        traffic_.messages_received += pid == rank_
                                          ? 0
                                          : static_cast<long long>(!out(pid).gets().empty()) +
                                                static_cast<long long>(out(pid).direct_gets().size());
    }
}

void Supersteps::write_puts() {
    messages_.clear();
    own_messages_.resize(out(rank_).bytes()); // so that it stays in place while messages are added
    own_messages_.resize(0);
    for (int pid = 0; pid < ranks_; ++pid)
        for_each_part(pid, [&](const char* begin, std::size_t bytes) { write(pid, begin, bytes); });
}

// The parcel of this rank to itself is overwritten in the next superstep, in which its messages are read.
const char* Supersteps::own_copy(const char* from, std::int64_t bytes) {
    const auto size = static_cast<std::size_t>(bytes);
    char* const place = own_messages_.add(Entries::padded(size));
    if (size > 0) std::memcpy(place, from, size);
    return place;
}

void Supersteps::receive_messages(const Entry& entry, const char* from, int source) {
    const std::size_t step = Entries::padded(static_cast<std::size_t>(entry.bytes));
    for (std::int64_t k = 0; k < entry.count; ++k, from += step) {
        const char* const tag = source == rank_ ? own_copy(from, entry.bytes) : from;
        messages_.push_back({tag, tag + tag_bytes_, entry.bytes - tag_bytes_});
    }
}

void Supersteps::write(int source, const char* begin, std::size_t bytes) {
    Entries entries(begin, bytes);
    std::int64_t moved = 0;
    RequestCounts counts;
    while (const Entry* const entry = entries.next()) {
        const char* from = entries.payload();
        counts += requests_of(*entry);
        if (entry->request == Request::Put) {
            write_listed(*entry, from, source);
            moved += entry->count * entry->bytes;
        } else if (entry->request == Request::PutRow) {
            copy_row(at(*entry, source), entry->stride, from, entry->bytes, entry->bytes, entry->count);
            moved += entry->count * entry->bytes;
        } else if (entry->request == Request::Send) {
            receive_messages(*entry, from, source);
            moved += entry->count * (entry->bytes - tag_bytes_);
        }
    }
    if (source == rank_) return;
    traffic_.bytes_received += moved;
    received_ += counts;
}

void Supersteps::begin_next() {
    recorded_ = rank_ == 0 ? record_next_ : in(0).header().records;
    if (!registrations_.settle()) fail_here("bsp_pop_reg of an area that is not registered");
    tag_bytes_ = next_tag_bytes_;
    together_ = next_together_;
    for (Parcel& parcel : out_)
        parcel.clear(together_);
}

} // namespace loop::runtime::bsp
