#pragma once

#include "trace/export/operations.h"
#include "trace/export/walk.h"

#include <array>
#include <deque>
#include <string>
#include <vector>

namespace loop::report {

/// A line of a PICL 2 trace file, without its node and pid.
struct PiclRecord {
    int type = 0; ///< type of the record; `event` is the type of the event
    int event = 0;
    std::int64_t time_ns = 0;
    int count = 0; ///< number of data values
    std::array<std::int64_t, 4> data{};
};

/// Record and event types of PICL 2.
namespace picl {
constexpr int mark = -2, entry = -3, leaving = -4, subset = -202;
constexpr int send = -21, receive = -51, receive_blocked = -52, barrier = -402, idle = -601,
              system_overhead = -602, communicator = -812, trace = -901, trace_level = -904, message = -911;
} // namespace picl

/// Numbers shared by all ranks.
struct PiclNumbers {
    explicit PiclNumbers(const Trace& trace);

    std::vector<int> user_event;   ///< by site: the event type of a phase, else 0
    std::vector<bool> overhead;    ///< by site
    std::vector<int> communicator; ///< by communicator: -1 if it has all ranks, else its own number
    int mark_event;                ///< event type of the user's marks
};

/// The records of one rank, in order, generated on demand.
class PiclRank {
public:
    PiclRank(const Trace& trace, const RankTrace& rank, const PiclNumbers& numbers);

    /// Returns the next record, or nullptr after the last one.
    const PiclRecord* front();
    void pop() { ready_.pop_front(); }

private:
    struct Open {
        RegionKind region;
        int user_event = 0;                ///< 0: none
        int collective_event = 0;          ///< event type of an open pair of records
        const Event* collective = nullptr; ///< the operation of that pair
        int waiting_event = 0;             ///< -52 or -601
        bool is_phase = false;
        bool overhead = false;
    };

    void advance();
    void begin();
    void finish();
    void emit(const Step& step, const Step* next);
    void open(const Step& step, const Step* next);
    void close(const Step& step);
    void happen(const Step& step, const Step* next);
    void fill_until(const Step& step, const Step& next);
    bool in_overhead() const;
    bool in_collective() const;

    void put(int type, int event, std::int64_t time_ns, std::initializer_list<std::int64_t> data = {});
    void put_send(const Event& event, std::int64_t time_ns);
    void put_received(int type, const Event& event, std::int64_t time_ns);
    void put_collective(int type, int code, const Event& event, std::int64_t time_ns);

    const Trace* trace_;
    const RankTrace* rank_;
    const PiclNumbers* numbers_;
    Walk walk_;
    Step upcoming_;
    bool more_ = false;
    bool begun_ = false;
    bool finished_ = false;
    bool send_begun_ = false;
    bool receive_begun_ = false;
    const Event* written_ = nullptr; ///< a receive whose records are already written
    std::vector<Open> open_;
    std::deque<PiclRecord> ready_;
};

} // namespace loop::report
