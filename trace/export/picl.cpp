#include "trace/analysis/messages/messages.h"
#include "trace/export/export.h"
#include "trace/export/picl_rank.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <queue>
#include <sstream>

namespace loop::report {

namespace {

constexpr int int_data = 2, long_data = 3;

std::string seconds(std::int64_t time_ns) {
    return fmt::format("{}.{:09}", time_ns / 1000000000, time_ns % 1000000000);
}

bool fits_int(std::int64_t value) {
    return value >= std::numeric_limits<std::int32_t>::min() &&
           value <= std::numeric_limits<std::int32_t>::max();
}

std::string line_of(const PiclRecord& record, int node, std::int64_t origin_ns) {
    std::string line =
        fmt::format("{} {} {} {} 0", record.type, record.event, seconds(record.time_ns - origin_ns), node);
    if (record.count == 0) {
        // As in PICL's own library, user events have a data type even if they have no data.
        return line + (record.event >= 0 ? " 0 2\n" : " 0\n");
    }
    const auto* end = record.data.begin() + record.count;
    const bool ints = std::all_of(record.data.begin(), end, fits_int);
    line += fmt::format(" {} {}", record.count, ints ? int_data : long_data);
    for (const auto* value = record.data.begin(); value != end; ++value)
        line += fmt::format(" {}", *value);
    return line + "\n";
}

/// Splits into words, without characters that a reader could take for the end of a string.
std::vector<std::string> plain_words(std::string text) {
    for (char& c : text)
        if (c < ' ' || c > '~' || c == '"' || c == '%') c = c == '\t' || c == '\n' ? ' ' : '?';
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

/// A remark for users of the file (tracemsg), as an entry and an exit of node 0.
std::string message_lines(const std::string& text, std::int64_t time_ns) {
    std::string format = "%d", words;
    for (const std::string& word : plain_words(text)) {
        format += " %s";
        words += " " + word;
    }
    const std::string time = seconds(time_ns);
    return fmt::format("{} {} {} 0 0 1 \"{}\" {}{}\n{} {} {} 0 0 0\n", picl::entry, picl::message, time,
                       format, words.size() - 1, words, picl::leaving, picl::message, time);
}

std::string messages_at_begin(const Trace& trace, const PiclNumbers& numbers, std::int64_t time_ns) {
    std::string lines = message_lines("LOOP " LOOP_VERSION, time_ns);
    for (std::size_t i = 0; i < trace.sites.size(); ++i)
        if (numbers.user_event[i] != 0)
            lines += message_lines(fmt::format("event {} is phase {} line {}", numbers.user_event[i],
                                               title(trace.sites[i]), trace.sites[i].line),
                                   time_ns);
    return lines;
}

std::string subset_lines(const Trace& trace, const PiclNumbers& numbers) {
    std::string lines;
    for (std::size_t i = 0; i < trace.communicators.size(); ++i) {
        if (numbers.communicator[i] < 0) continue;
        const std::vector<int>& ranks = trace.communicators[i].ranks;
        lines += fmt::format("{} {} {} -1 -1 {} {} {}", picl::subset, picl::communicator, seconds(0),
                             ranks.size() + 1, int_data, numbers.communicator[i]);
        for (const int rank : ranks)
            lines += fmt::format(" {}", rank);
        lines += '\n';
    }
    return lines;
}

bool ends_receiving(const PiclRecord& record) {
    return record.type == picl::leaving &&
           (record.event == picl::receive || record.event == picl::receive_blocked);
}

/// Orders ranks by their next records. At equal times, ends of receives come last, so that no message is
/// received before it is sent.
struct Later {
    std::vector<PiclRank>* ranks;

    bool operator()(std::size_t a, std::size_t b) const {
        const PiclRecord& x = *(*ranks)[a].front();
        const PiclRecord& y = *(*ranks)[b].front();
        if (x.time_ns != y.time_ns) return x.time_ns > y.time_ns;
        if (ends_receiving(x) != ends_receiving(y)) return ends_receiving(x);
        return a > b;
    }
};

} // namespace

Remarks write_picl(const Trace& trace, std::ostream& out) {
    Remarks remarks = remarks_on(trace);
    const PiclNumbers numbers(trace);
    const std::int64_t origin_ns = earliest_time(trace);
    std::vector<PiclRank> ranks;
    for (const RankTrace& rank : trace.ranks)
        ranks.emplace_back(trace, rank, numbers);
    std::priority_queue<std::size_t, std::vector<std::size_t>, Later> queue(Later{&ranks});
    for (std::size_t i = 0; i < ranks.size(); ++i)
        queue.push(i);
    out << subset_lines(trace, numbers);
    bool introduced = false;
    while (!queue.empty()) {
        const std::size_t node = queue.top();
        queue.pop();
        const PiclRecord record = *ranks[node].front();
        ranks[node].pop();
        out << line_of(record, static_cast<int>(node), origin_ns);
        if (node == 0 && record.event == picl::trace && !introduced) {
            out << messages_at_begin(trace, numbers, record.time_ns - origin_ns);
            introduced = true;
        }
        if (ranks[node].front() != nullptr) queue.push(node);
    }
    const Messages messages = match_messages(trace);
    if (messages.violated > 0)
        remarks.push_back(
            fmt::format("{} messages were received before they were sent, by the ranks' clocks: "
                        "ParaGraph's queues will be wrong there",
                        messages.violated));
    for (std::size_t i = 0; i < trace.sites.size(); ++i)
        if (numbers.user_event[i] != 0)
            remarks.push_back(fmt::format("user event {} is phase `{}` of line {}", numbers.user_event[i],
                                          title(trace.sites[i]), trace.sites[i].line));
    return remarks;
}

} // namespace loop::report
