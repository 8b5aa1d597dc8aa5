#include "report/communication.h"

#include "report/units.h"
#include "runtime/include/loop/rank_status.h"

#include <cctype>
#include <limits>

namespace loop::report {

namespace {

/// As it is written in programs: constructs have a backslash, PICL's calls are lower case and have none.
std::string written(const std::string& construct) {
    const bool upper = !construct.empty() && std::isupper(static_cast<unsigned char>(construct[0])) != 0;
    return upper ? "\\" + construct : construct;
}

/// A file may hold any numbers.
void add(long long& sum, long long count) {
    if (__builtin_add_overflow(sum, count, &sum)) sum = std::numeric_limits<long long>::max();
}

bool differs(const SiteCounts& site) {
    return site.messages != site.messages_received || site.bytes != site.bytes_received;
}

} // namespace

Moved moved(const SiteCounts& site, int ranks) {
    if (site.untimed) return {};
    const bool hidden = ranks > 1 && construct_role(site.construct.c_str()) == ConstructRole::Global;
    const auto messages = static_cast<double>(hidden ? site.calls : site.messages);
    return {messages, static_cast<double>(site.bytes), static_cast<double>(site.bytes_received),
            messages > 0 || site.messages_received > 0};
}

Table communication_table(const Run& run) {
    Table table({"communication, all ranks", "line", "calls", "messages", "bytes", "a message", "received"});
    SiteCounts sum;
    int rows = 0;
    const auto cells = [](const std::string& name, const std::string& line, const SiteCounts& site) {
        const double mean =
            site.messages > 0 ? static_cast<double>(site.bytes) / static_cast<double>(site.messages) : 0;
        return std::vector<std::string>{name,
                                        line,
                                        count_text(site.calls),
                                        count_text(site.messages),
                                        bytes_text(static_cast<double>(site.bytes)),
                                        site.messages > 0 ? bytes_text(mean) : "",
                                        differs(site) ? bytes_text(static_cast<double>(site.bytes_received))
                                                      : ""};
    };
    for (const SiteCounts& site : run.sites) {
        const std::string name = written(site.construct) + (site.untimed ? ", untimed" : "");
        table.add(cells(shortened(name, 32), std::to_string(site.line), site));
        add(sum.calls, site.calls);
        add(sum.messages, site.messages);
        add(sum.bytes, site.bytes);
        add(sum.messages_received, site.messages_received);
        add(sum.bytes_received, site.bytes_received);
        ++rows;
    }
    if (rows > 1) table.add(cells("together", "", sum));
    return table;
}

} // namespace loop::report
