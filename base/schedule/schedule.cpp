#include "base/schedule/schedule.h"

#include "base/text/place.h"

#include <algorithm>
#include <limits>

namespace loop::schedule {

namespace {

/// At most the largest number.
long long product(long long times, std::uint64_t more) {
    constexpr long long most = std::numeric_limits<long long>::max();
    long long all = 0;
    return __builtin_mul_overflow(times, more, &all) ? most : all;
}

void unfold(const std::vector<Folded>& parts, std::vector<std::uint32_t>& all) {
    for (const Folded& part : parts)
        for (std::uint64_t pass = 0; pass < part.times; ++pass) {
            if (part.is_loop())
                unfold(part.body, all);
            else
                all.push_back(part.number);
        }
}

} // namespace

void add_times(const std::vector<Folded>& parts, long long times, std::vector<long long>& all) {
    for (const Folded& part : parts) {
        const long long here = product(times, part.times);
        if (part.is_loop())
            add_times(part.body, here, all);
        else if (__builtin_add_overflow(all.at(part.number), here, &all[part.number]))
            all[part.number] = std::numeric_limits<long long>::max();
    }
}

bool Execution::has(int rank) const {
    return std::any_of(ranks.begin(), ranks.end(),
                       [&](const RankRange& range) { return range.first <= rank && rank <= range.last; });
}

const Groups* groups_of(const Schedule& schedule, int number) {
    return number < 0 ? nullptr : &schedule.groups[static_cast<std::size_t>(number)];
}

std::string shown_call(const std::string& call) {
    return call.rfind("MPI_", 0) == 0 || call.empty() || call[0] >= 'a' ? call : "\\" + call;
}

std::string place_text(const std::string& file, int line, int column) {
    return line > 0 ? file + ":" + line_text(line, column) + ": " : "";
}

bool is_complete(const Schedule& schedule) {
    long long executed = 0;
    for (const Execution& execution : schedule.executions)
        for (const RankRange& range : execution.ranks)
            executed += range.last - range.first + 1;
    return executed >= schedule.ranks;
}

std::vector<long long> times_of_operations(const Execution& execution) {
    std::vector<long long> times(execution.operations.size());
    add_times(execution.program, 1, times);
    return times;
}

std::vector<std::uint32_t> unfolded(const std::vector<Folded>& parts) {
    std::vector<std::uint32_t> all;
    unfold(parts, all);
    return all;
}

} // namespace loop::schedule
