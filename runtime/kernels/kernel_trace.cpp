#include "kernels/kernel_trace.h"

#include "session/simulation.h"

#include <algorithm>
#include <cmath>

namespace loop::runtime {
namespace {

constexpr long long min_repeated = 50; // one more iteration then takes at most 2 % of the time
constexpr long long recorded_part = 100;
constexpr long long records_of_block = 2; // its begin and end
constexpr double record_ns = 25;          // with its clock reading and its test for messages

long long kernel_calls = 0;

// The n-th call of a kernel gets 1/((n+1)(n+2)) of half of the buffer: all calls together get one half.
long long next_share() {
    const long long n = kernel_calls++;
    return static_cast<long long>(trace::buffer.common_records) / 2 / ((n + 1) * (n + 2));
}

} // namespace

KernelTrace::KernelTrace(Construct kernel, const Site& site, long long parts)
    : kernel_(kernel), site_(site), parts_(std::max(1LL, parts)), share_(next_share()) {}

Sample KernelTrace::choose(long long iterations, long long records, long long most) {
    chosen_ = std::min(chosen_ + 1, parts_);
    // On a simulated machine, recording takes no simulated time, but more iterations would.
    const bool repeats = !is_simulated && iterations >= min_repeated;
    const long long wanted = repeats ? iterations / recorded_part : iterations;
    const long long count =
        std::min({std::max(1LL, wanted), most, (records_left() - records_of_block) / std::max(1LL, records)});
    if (count < 1) return {};
    used_ += records_of_block + count * records;
    return repeats ? Sample{0, count} : Sample{count, 0};
}

long long KernelTrace::every(long long iterations, long long records, double iteration_ns, long long most) {
    chosen_ = std::min(chosen_ + 1, parts_);
    const long long room = std::min(most, records_left() / std::max(1LL, records));
    if (room < 1 || iterations < 1) return 0;
    const double cost = static_cast<double>(records) * record_ns * recorded_part / iteration_ns;
    long long stride = is_simulated ? 1 : static_cast<long long>(std::ceil(std::min(cost, 1e15)));
    stride = std::max({1LL, stride, (iterations + room - 1) / room});
    used_ += (iterations + stride - 1) / stride * records;
    return stride;
}

bool KernelTrace::has_room(long long records) {
    if (share_ - used_ < records) return false;
    used_ += records;
    return true;
}

// The parts so far may use their part of the share.
long long KernelTrace::records_left() const {
    const double part = static_cast<double>(chosen_) / static_cast<double>(parts_);
    return static_cast<long long>(static_cast<double>(share_) * part) - used_;
}

trace::SiteIndex KernelTrace::communicating(const std::string& name) const {
    return part(trace::SiteKind::Part, name);
}

trace::SiteIndex KernelTrace::computing(const std::string& name) const {
    return part(trace::SiteKind::Work, name);
}

trace::SiteIndex KernelTrace::part(trace::SiteKind kind, const std::string& name) const {
    return trace::is_recording() ? trace::part_index(kind, kernel_, name, site_) : 0;
}

} // namespace loop::runtime
