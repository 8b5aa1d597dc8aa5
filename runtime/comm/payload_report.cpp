#include "comm/payload_report.h"

#include "session/failure.h"
#include "session/lasting.h"
#include "session/session.h"

namespace loop::runtime {
namespace {

constexpr std::size_t faults_kept = 16;

Lasting<PayloadReport> report;

// `origin`: "from rank 3".
void report_fault(const ArrivedMessage& message, std::size_t wrong, const std::string& origin) {
    PayloadReport& all = report();
    ++all.wrong_messages;
    all.wrong_bytes += static_cast<long long>(wrong);
    if (all.faults.size() == faults_kept) return;
    const SiteEntry& entry = message.entry;
    all.faults.push_back(
        {entry.construct, entry.site, message.sender, message.call, static_cast<long long>(wrong)});
    print_error(concat(place_text(entry.site), "error: rank ", the_session.rank, ": ",
                       display_name(entry.construct), ": ", wrong, " of ", message.bytes, " bytes ", origin,
                       " are wrong, call ", message.call + 1, " of this line"));
}

} // namespace

const PayloadReport& payload_report() {
    return report();
}

void add_payloads(const PayloadReport& of_thread) {
    PayloadReport& all = report();
    all.messages += of_thread.messages;
    all.wrong_messages += of_thread.wrong_messages;
    all.wrong_bytes += of_thread.wrong_bytes;
    for (const PayloadFault& fault : of_thread.faults)
        if (all.faults.size() < faults_kept) all.faults.push_back(fault);
}

void verify_message(const ArrivedMessage& message, const PayloadKind& kind) {
    ++report().messages;
    const std::size_t wrong = count_wrong_bytes(message.data, message.bytes, kind);
    if (wrong != 0) report_fault(message, wrong, concat("from rank ", message.sender));
    spoil_payload(message.data, message.bytes);
}

void report_result(const SiteEntry& entry, long long call, std::size_t bytes, std::size_t wrong_bytes) {
    ++report().messages;
    if (wrong_bytes != 0)
        report_fault({entry, call, the_session.rank, nullptr, bytes}, wrong_bytes, "of the result");
}

} // namespace loop::runtime
