#include "comm/buffers.h"
#include "comm/datatype.h"
#include "comm/payload.h"
#include "comm/sites.h"
#include "comm/synchronise.h"
#include "comm/waiting/waiting.h"
#include "kernels/asked.h"
#include "kernels/channel.h"
#include "kernels/kernel_trace.h"
#include "kernels/pingpong/curve.h"
#include "kernels/results.h"
#include "session/simulation.h"
#include "trace/excluded.h"
#include "trace/scope.h"

#include <loop/kernels.h>
#include <loop/measure.h>

#include <algorithm>
#include <climits>
#include <vector>

namespace loop {

using namespace runtime;
using namespace runtime::pingpong;

namespace {

constexpr int tag = 0;
constexpr double batch_seconds = 2e-3; // about 100,000 times the cost of a clock reading
constexpr int most_trips = 100000;
constexpr long long records_of_trip = 5;
constexpr long long most_recorded = 100; // trips per size
constexpr int first_trips = 4; // to estimate the time of a trip, after the same number of warm-up trips

// Rank 0 and its partner, and their messages of one size.
class Game {
public:
    Game(int partner, std::size_t bytes, SiteEntry& entry, KernelTrace& recorded, Buffer& out, Buffer& in)
        : other_(the_session.rank == 0 ? partner : 0), bytes_(bytes), type_(message_type(bytes)),
          entry_(entry), trace_(recorded), part_(recorded.communicating(concat(bytes, " bytes"))),
          out_(out.reserve(1, rounded_to_page(bytes))), in_(in.reserve(1, rounded_to_page(bytes))),
          comm_(kernel_channel()) {
        const LongExcluded preparing;
        fill_payload(out_, bytes, kind_of(the_session.rank));
        spoil_payload(in_, bytes);
    }

    void play(int trips, long long recorded = 0) {
        iterate(part_, recorded, trips, [&] {
            if (the_session.rank == 0) send();
            receive_recorded(in_, type_.count, type_.type, other_, tag, comm_, bytes_);
            if (the_session.rank != 0) send();
        });
        entry_.counted.messages_sent += trips;
        entry_.counted.messages_received += trips;
        entry_.counted.bytes_sent += trips * static_cast<long long>(bytes_);
        entry_.counted.bytes_received += trips * static_cast<long long>(bytes_);
    }

    // Returns the one-way time in seconds on rank 0: the median of the batches.
    double measure(int batches) {
        play(first_trips);
        double ways = timed(first_trips);
        int trips =
            is_simulated ? 1 : static_cast<int>(std::min<double>(most_trips, batch_seconds / (2 * ways)));
        agree(trips);
        const Sample sample =
            trace_.choose(static_cast<long long>(trips) * batches, records_of_trip, most_recorded);
        std::vector<double> seconds;
        for (int batch = 0; batch < batches; ++batch)
            seconds.push_back(timed(trips, batch == 0 ? sample.in_place : 0));
        play(static_cast<int>(sample.extra), sample.extra);
        std::sort(seconds.begin(), seconds.end());
        const std::size_t n = seconds.size();
        return (seconds[(n - 1) / 2] + seconds[n / 2]) / 2;
    }

    bool arrived() const {
        const LongExcluded verifying;
        return count_wrong_bytes(in_, bytes_, kind_of(other_)) == 0;
    }

private:
    static PayloadKind kind_of(int sender) { return payload_kind(sender, Construct::Pingpong, {"", 0}, 0); }

    void send() {
        record_send(other_, tag, bytes_, true);
        if (!the_session.yielding)
            return check_mpi(PMPI_Send(out_, type_.count, type_.type, other_, tag, comm_),
                             "sending a message");
        MPI_Request request;
        MPI_Status status;
        check_mpi(PMPI_Isend(out_, type_.count, type_.type, other_, tag, comm_, &request),
                  "sending a message");
        wait_one(request, status);
    }

    double timed(int trips, long long recorded = 0) {
        const std::int64_t begin = now_ns();
        play(trips, recorded);
        const std::int64_t ns = now_ns() - begin - the_session.clock_cost_ns;
        return seconds(std::max<std::int64_t>(1, ns)) / (2.0 * trips);
    }

    // Uses rank 0's number of trips on both ranks.
    void agree(int& trips) {
        trips = std::max(1, trips);
        if (the_session.rank == 0) {
            check_mpi(PMPI_Send(&trips, 1, MPI_INT, other_, tag, comm_), "sending a message");
        } else {
            receive(&trips, 1, MPI_INT, other_, tag, comm_);
        }
    }

    int other_;
    std::size_t bytes_;
    MessageType type_;
    SiteEntry& entry_;
    KernelTrace& trace_;
    trace::SiteIndex part_;
    char* out_;
    char* in_;
    MPI_Comm comm_;
};

void check(long long least, long long most, int partner, long long batches, const Site& site) {
    require_of_call(the_session.ranks > 1, "ping-pong needs two ranks", site);
    require_range("PARTNER", partner, 1, the_session.ranks - 1, site);
    require_range("MOST", most, 1, LLONG_MAX, site);
    require_range("LEAST", least, 1, most, site);
    require_range("BATCHES", batches, 1, 1000000, site);
}

void tell(const std::vector<Point>& points, const KernelResults& result) {
    for (const Point& point : points) {
        const auto bytes = static_cast<long long>(point.bytes);
        result.of_size(kinds::one_way, bytes, point.seconds * 1e6);
        result.of_size(kinds::bandwidth, bytes, bytes_per_second(point) * 1e-6);
    }
    result(kinds::latency, points.front().seconds * 1e6);
    result(kinds::best_bandwidth, best_bandwidth(points) * 1e-6);
    result(kinds::half_bandwidth, half_bandwidth_bytes(points));
}

// On rank 0 and its partner.
void play_all(const std::vector<std::size_t>& sizes, int partner, int batches, SiteEntry& entry,
              KernelTrace& recorded, std::string_view name, const Site& site) {
    Buffer out;
    Buffer in;
    std::vector<Point> points;
    bool arrived = true;
    for (const std::size_t bytes : sizes) {
        Game game(partner, bytes, entry, recorded, out, in);
        points.push_back({bytes, game.measure(is_simulated ? 1 : batches)});
        arrived = arrived && game.arrived();
    }
    verify(arrived, "ping-pong: every message arrives as it was sent", site);
    if (the_session.rank == 0) tell(points, KernelResults(name, site));
}

} // namespace

void pingpong(long long least, long long most, int partner, long long batches, std::string_view name,
              Site site) {
    const Scope scope(Construct::Pingpong, site);
    if (partner < 0) partner = the_session.ranks - 1;
    check(least, most, partner, batches, site);
    SiteEntry& entry = count_call(Construct::Pingpong, site);
    kernel_channel(); // collective: all ranks must call it
    const auto sizes = sizes_between(static_cast<std::size_t>(least), static_cast<std::size_t>(most));
    {
        KernelTrace recorded(Construct::Pingpong, site, static_cast<long long>(sizes.size()));
        if (the_session.rank == 0 || the_session.rank == partner)
            play_all(sizes, partner, static_cast<int>(batches), entry, recorded, name, site);
    }
    synchronise(the_session.control);
}

} // namespace loop
