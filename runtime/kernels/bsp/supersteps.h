#pragma once

#include "comm/sites.h"
#include "kernels/bsp/parcel.h"
#include "kernels/bsp/registrations.h"

#include <mpi.h>

#include <cstdint>
#include <deque>
#include <vector>

namespace loop::runtime::bsp {

// Bytes from which on hpput and hpget go from where they are to where they belong, uncopied.
constexpr std::int64_t direct_bytes = 16384;

// Supersteps over MPI. At the end of one every process sends every other one a parcel with all that it asks
// of it; where that fits into the first message, as single words do, there is no other, and nothing else
// synchronises: who has heard from all knows that all are there. The communicator carries nothing else while
// a superstep ends. What its callers may not do is checked where it is cheap: `find` and bsp.cpp before a
// request, the areas of others where they lie, at the end of the superstep.
class Supersteps {
public:
    // Local. Shows what waits as idle in the trace if `traced`.
    Supersteps(MPI_Comm comm, bool traced);
    ~Supersteps();
    Supersteps(const Supersteps&) = delete;
    Supersteps& operator=(const Supersteps&) = delete;

    Registrations& registrations() { return registrations_; }

    // What puts to each process may go on with; where they do, nothing else needs to be done.
    std::vector<detail::PutRow>& rows() { return rows_; }

    // Bytes 1 and more; a slot that `registrations` found for `target`.
    void put(int pid, Slot slot, const void* source, const void* target, std::int64_t offset,
             std::int64_t bytes) {
        detail::PutRow& row = rows_[static_cast<std::size_t>(pid)];
        if (!row.take(target, source, offset, bytes)) out(pid).put(slot, target, source, offset, bytes, row);
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

    // From the next superstep on.
    void combine(bool together) { next_together_ = together; }
    void set_tag_bytes(int bytes) { next_tag_bytes_ = bytes; }
    int tag_bytes() const { return tag_bytes_; }

    // Collective: the end of a superstep. What it moved on this rank: messages, and bytes of the program's
    // data.
    Traffic sync();

    // Messages that the last superstep brought, the next one first.
    struct Message {
        const char* tag;
        const char* payload;
        std::int64_t bytes; // of the payload
    };
    std::deque<Message>& messages() { return messages_; }

private:
    // What comes from another process in a superstep.
    struct Incoming {
        Bytes first;  // the first message, then all of a parcel that is longer
        Bytes pieces; // slots of as many bytes as the longest has, and those that align the next one
        Bytes answer; // to this process's gets
        Bytes reply;  // to the other's
        const Header& header() const { return *reinterpret_cast<const Header*>(first.data()); }
        Pieces apart() const { // none of a parcel in one piece
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
    int peer(int step) const { return rank_ + step < ranks_ ? rank_ + step : rank_ + step - ranks_; }
    std::size_t first_bytes(std::size_t all) const { return all < most_at_first_ ? all : most_at_first_; }

    void exchange_parcels();
    void exchange_rest();
    void send_pieces(const Parcel& parcel, int pid);
    void answer();
    void answer_one(int pid, const char* begin, std::size_t bytes, std::size_t& replied);
    void write_gets();
    void write_puts();
    void write(int source, const char* begin, std::size_t bytes);
    void begin_next();
    void check_same(int pid) const;
    char* at(const Entry& entry, int pid) const;
    template <class Visit>
    void for_each_part(int pid, Visit visit);
    void isend(const void* data, std::int64_t bytes, int pid, int tag);
    void ireceive(void* data, std::int64_t bytes, int pid, int tag);
    void complete();

    const MPI_Comm comm_;
    const int rank_;
    const int ranks_;
    const bool traced_;
    const std::size_t most_at_first_;
    Registrations registrations_;
    std::vector<Parcel> out_;
    std::vector<detail::PutRow> rows_;
    std::vector<Incoming> in_;
    std::vector<MPI_Request> requests_;
    std::vector<MPI_Status> statuses_;
    bool asked_ = false; // somebody wants an answer, in this superstep
    bool together_ = true;
    bool next_together_ = true;
    int tag_bytes_ = 0;
    int next_tag_bytes_ = 0;
    std::deque<Message> messages_;
    std::deque<Bytes> message_data_; // of the messages
    Traffic traffic_;                // of this superstep
};

} // namespace loop::runtime::bsp
