#include "report/communication.h"

#include "report/units.h"

#include <cctype>
#include <set>

namespace loop::report {

namespace {

/// As it is written in programs: constructs have a backslash, PICL's calls are lower case and have none.
std::string written(const std::string& construct) {
    const bool upper = !construct.empty() && std::isupper(static_cast<unsigned char>(construct[0])) != 0;
    return upper ? "\\" + construct : construct;
}

bool differs(const SiteCounts& site) {
    return site.messages != site.messages_received || site.bytes != site.bytes_received;
}

bool is_global_operation(const std::string& construct) {
    static const std::set<std::string> names{"sync0", "barrier0", "bcast0", "bcast1", "gather0",
                                             "gmax0", "gmin0",    "gsum0",  "gprod0", "gand0",
                                             "gor0",  "gxor0",    "gcomb0"};
    return names.count(construct) != 0;
}

} // namespace

Moved moved(const SiteCounts& site, int ranks) {
    if (site.untimed) return {};
    const bool hidden = ranks > 1 && is_global_operation(site.construct);
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
        sum.calls += site.calls;
        sum.messages += site.messages;
        sum.bytes += site.bytes;
        sum.messages_received += site.messages_received;
        sum.bytes_received += site.bytes_received;
        ++rows;
    }
    if (rows > 1) table.add(cells("together", "", sum));
    return table;
}

} // namespace loop::report
