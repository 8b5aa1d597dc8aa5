#pragma once

#include "comm/sites.h"
#include "kernels/bsp/message_sizes.h"
#include "kernels/bsp/parcel.h"
#include "kernels/bsp/registrations.h"
#include "trace/records.h"

#include <mpi.h>

#include <cstdint>
#include <deque>
#include <vector>

namespace loop::runtime::bsp {

// From this size in bytes on, hpput and hpget transfer data without copies.
constexpr std::int64_t direct_bytes = 16384;

// Supersteps over MPI. At the end of a superstep, every rank sends every other rank a parcel with all its
// requests. A parcel is a single message if it is short, or no longer than an earlier one. There is no other
// synchronization: a rank that has received all parcels knows that all ranks have called sync(). While sync()
// runs, nothing else may send on the communicator. bsp.cpp checks arguments before it calls put(), get(), and
// so on. sync() ends the run if a request exceeds a registered area.
class Supersteps {
public:
    // Local. `recorded`: whether the ranks record the first superstep; the same on all ranks.
    explicit Supersteps(MPI_Comm comm, bool recorded = false);
    ~Supersteps();
    Supersteps(const Supersteps&) = delete;
    Supersteps& operator=(const Supersteps&) = delete;

    Registrations& registrations() { return registrations_; }

    // One list per target rank. bsp_put() calls PutList::take() first, and put() only if the put does not
    // continue the list.
    std::vector<detail::PutList>& lists() { return lists_; }

    // `bytes` is at least 1; `slot` is what registrations().find() returned for `target`.
    void put(int pid, Slot slot, const void* source, const void* target, std::int64_t offset,
             std::int64_t bytes) {
        detail::PutList& list = lists_[static_cast<std::size_t>(pid)];
        if (!list.take(target, source, offset, bytes))
            out(pid).put(slot, target, source, offset, bytes, list);
    }
    void put_row(int pid, Slot slot, const RowSource& source, const RowPlace& place) {
        out(pid).put_row(slot, source, place);
    }
    void hpput(int pid, Slot slot, const void* source, const void* target, std::int64_t offset,
               std::int64_t bytes);
    void get(int pid, Slot slot, std::int64_t offset, void* target, std::int64_t bytes) {
        out(pid).get(slot, offset, target, bytes);
    }
    void hpget(int pid, Slot slot, std::int64_t offset, void* target, std::int64_t bytes);
    void send(int pid, const void* tag, const void* payload, std::int64_t bytes) {
        out(pid).send(tag, tag_bytes_, payload, bytes);
    }

    // These take effect in the next superstep.
    void combine(bool together) { next_together_ = together; }
    void set_tag_bytes(int bytes) { next_tag_bytes_ = bytes; }
    int tag_bytes() const { return tag_bytes_; }

    // Whether the ranks record this superstep; from the second one on, rank 0 has decided it in the previous
    // one. Its decision costs no message. Messages are recorded whenever trace::on().
    bool is_recorded() const { return recorded_; }
    void record_next(bool record) { record_next_ = record; } // only rank 0's call has an effect

    // Collective: ends a superstep. Returns the number of messages and of payload bytes that this rank sent
    // and received.
    Traffic sync();
    // The requests of the last superstep that this rank made to others, or others to this rank, whichever are
    // more.
    RequestCounts requests() const { return larger(made_, received_); }

    // Messages that arrived in the last superstep. The program reads the front one next.
    struct Message {
        const char* tag;
        const char* payload;
        std::int64_t bytes; // of the payload
    };
    std::deque<Message>& messages() { return messages_; }

private:
    // Data from another rank in a superstep.
    struct Incoming {
        std::size_t max_first_bytes = 0; // of the next first message
        Bytes first;                     // the first message; for a longer parcel, all of it
        Bytes pieces;                    // equal space for each piece: the longest one, padded for alignment
        Bytes answer;                    // data that this rank gets from the other one
        Bytes reply;                     // data that the other rank gets from this one
        const Header& header() const { return *reinterpret_cast<const Header*>(first.data()); }
        Pieces apart() const { // count 0 if the parcel is not divided into pieces
            return header().apart ? *reinterpret_cast<const Pieces*>(first.data() + sizeof(Header))
                                  : Pieces{};
        }
        void make_room(const Pieces& apart) { pieces.resize(apart.count * Entries::padded(apart.longest)); }
        char* piece(const Pieces& apart, std::size_t index) {
            return pieces.data() + index * Entries::padded(apart.longest);
        }
    };

    Parcel& out(int pid) { return out_[static_cast<std::size_t>(pid)]; }
    Incoming& in(int pid) { return in_[static_cast<std::size_t>(pid)]; }
    std::size_t& max_first_bytes(int pid) { return max_first_bytes_[static_cast<std::size_t>(pid)]; }
    int peer(int step) const { return rank_ + step < ranks_ ? rank_ + step : rank_ + step - ranks_; }

    void exchange_parcels();
    const char* copy_to_send(int pid, std::int64_t bytes);
    void exchange_rest();
    void send_pieces(const Parcel& parcel, int pid);
    void answer();
    void answer_one(int pid, const char* begin, std::size_t bytes, std::size_t& replied);
    void write_gets();
    void write_puts();
    void write(int source, const char* begin, std::size_t bytes);
    void receive_messages(const Entry& entry, const char* from, int source);
    const char* own_copy(const char* from, std::int64_t bytes);
    void begin_next();
    void check_same(int pid) const;
    Area area_of(const Entry& entry) const;
    [[noreturn]] void fail_outside(const Entry& entry, int pid, std::int64_t lowest, std::int64_t end) const;
    char* at(const Entry& entry, int pid) const;
    template <class Visit>
    void for_each_listed(const Entry& entry, const char* list, int pid, Visit visit) const;
    void write_listed(const Entry& entry, const char* list, int pid) const;
    template <class Visit>
    void for_each_part(int pid, Visit visit);
    void isend(const void* data, std::int64_t bytes, int pid, int tag);
    void ireceive(void* data, std::int64_t bytes, int pid, int tag);
    void complete();
    void complete_recorded();

    const MPI_Comm comm_;
    const int rank_;
    const int ranks_;
    Registrations registrations_;
    std::vector<Parcel> out_;
    std::vector<std::size_t> max_first_bytes_; // by receiver
    const MessageSizes sizes_;
    std::vector<Bytes> copies_; // of long parcels, by receiver
    std::vector<detail::PutList> lists_;
    std::vector<Incoming> in_;
    std::vector<MPI_Request> requests_;
    std::vector<MPI_Status> statuses_;
    std::vector<trace::Message> receives_; // if recording: by request; partner -1: a send
    bool recorded_;
    bool record_next_ = false;
    bool asked_ = false; // a rank needs an answer from this one, or this one from another
    bool together_ = true;
    bool next_together_ = true;
    int tag_bytes_ = 0;
    int next_tag_bytes_ = 0;
    std::deque<Message> messages_;
    Bytes own_messages_; // what `messages_` from this rank point to; others point into `in_`
    Traffic traffic_;    // of this superstep
    RequestCounts made_, received_;
};

} // namespace loop::runtime::bsp
