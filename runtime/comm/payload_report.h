#pragma once

#include "comm/payload.h"
#include "comm/sites.h"

#include <loop/rank_status.h>

#include <cstddef>
#include <vector>

namespace loop::runtime {

// The result of payload verification, for the record.
struct PayloadFault {
    Construct construct;
    Site site;
    int sender;
    long long sequence; // zero-based index of the call at its site
    long long wrong_bytes;
};
struct PayloadReport {
    long long messages = 0;
    long long wrong_messages = 0;
    long long wrong_bytes = 0;
    std::vector<PayloadFault> faults; // the first 16
};
const PayloadReport& payload_report();
void add_payloads(const PayloadReport& of_thread);

// A message from the runtime's buffers that has arrived.
struct ArrivedMessage {
    const SiteEntry& entry;
    long long call; // zero-based index at the line
    int sender;
    char* data;
    std::size_t bytes;
};
// Adds the message to the report, prints what is wrong with it, and spoils its data. The caller excludes the
// time.
void verify_message(const ArrivedMessage& message, const PayloadKind& kind);

// Adds the result of a reduction to the report, and prints what is wrong with it. This rank counts as its
// sender.
void report_result(const SiteEntry& entry, long long call, std::size_t bytes, std::size_t wrong_bytes);

} // namespace loop::runtime
