#pragma once

#include <loop/rank_status.h>

#include <vector>

namespace loop::runtime {

// The result of payload verification, for the record.
struct PayloadFault {
    Construct construct;
    int line;
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

} // namespace loop::runtime
