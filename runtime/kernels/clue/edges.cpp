#include "kernels/clue/edges.h"

#include "comm/datatype.h"
#include "comm/waiting/waiting.h"
#include "kernels/kernel_trace.h"
#include "session/failure.h"

#include <loop/clue_columns.h>

#include <algorithm>
#include <cstring>

namespace loop::runtime::clue {
namespace {

constexpr int upwards = 0; // tags
constexpr int downwards = 1;
constexpr std::size_t max_messages = clue_columns::cells_in_flight;

char* part(void* row, std::size_t offset) {
    return static_cast<char*>(row) + offset;
}
const char* part(const void* row, std::size_t offset) {
    return static_cast<const char*>(row) + offset;
}

} // namespace

EdgeTrade::EdgeTrade(const Place& place, Edges edges, std::size_t cell_bytes, std::size_t width,
                     MPI_Comm comm)
    : place_(place), alone_(place.above == the_session.rank), row_bytes_(cell_bytes * width),
      message_bytes_(edges == Edges::Rows ? row_bytes_ : cell_bytes), comm_(comm) {
    const std::size_t messages = std::min(max_messages, row_bytes_ / message_bytes_);
    requests_.reserve(4 * messages);
    statuses_.resize(4 * messages);
}

void EdgeTrade::operator()(const EdgeRows& rows) {
    if (alone_) return copy(rows);
    const std::size_t together = max_messages * message_bytes_;
    for (std::size_t from = 0; from < row_bytes_; from += together)
        move(rows, from, std::min(together, row_bytes_ - from));
}

void EdgeTrade::copy(const EdgeRows& rows) const {
    std::memcpy(rows.above, rows.bottom, row_bytes_);
    std::memcpy(rows.below, rows.top, row_bytes_);
}

void EdgeTrade::move(const EdgeRows& rows, std::size_t from, std::size_t bytes) {
    requests_.clear();
    for (std::size_t offset = from; offset < from + bytes; offset += message_bytes_)
        post(rows, offset, message_bytes_);
    if (trace::on())
        wait_recorded();
    else
        wait_all(static_cast<int>(requests_.size()), requests_.data(), statuses_.data());
    const auto messages = static_cast<long long>(2 * bytes / message_bytes_);
    counted_.messages_sent += messages;
    counted_.messages_received += messages;
    counted_.bytes_sent += static_cast<long long>(2 * bytes);
    counted_.bytes_received += static_cast<long long>(2 * bytes);
}

void EdgeTrade::wait_recorded() {
    trace::Waiting waiting;
    wait_each(static_cast<int>(requests_.size()), requests_.data(), statuses_.data(), -1, waiting,
              [&](int index, const MPI_Status&) { // in the order of post()
                  if (index % 4 == 0)
                      waiting.received(kernel_message(place_.above, downwards, message_bytes_));
                  if (index % 4 == 1) waiting.received(kernel_message(place_.below, upwards, message_bytes_));
              });
    waiting.end();
}

void EdgeTrade::post(const EdgeRows& rows, std::size_t offset, std::size_t bytes) {
    const MessageType message = message_type(bytes);
    const auto receive = [&](void* row, int from, int tag) {
        requests_.emplace_back();
        check_mpi(
            PMPI_Irecv(part(row, offset), message.count, message.type, from, tag, comm_, &requests_.back()),
            "posting a receive");
    };
    const auto send = [&](const void* row, int to, int tag) {
        requests_.emplace_back();
        record_send(to, tag, bytes);
        check_mpi(
            PMPI_Isend(part(row, offset), message.count, message.type, to, tag, comm_, &requests_.back()),
            "sending a message");
    };
    receive(rows.above, place_.above, downwards);
    receive(rows.below, place_.below, upwards);
    send(rows.top, place_.above, upwards);
    send(rows.bottom, place_.below, downwards);
}

} // namespace loop::runtime::clue
