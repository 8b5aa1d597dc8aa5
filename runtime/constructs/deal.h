#pragma once

#include "constructs/agreed_values.h"

#include <loop/message_rows.h>
#include <loop/patterns.h>
#include <loop/site.h>

namespace loop::runtime {

// One call of \DEAL (<loop/deal.h>).
struct DealCall {
    const Site& site;
    patterns::Chunks chunks;
    long long by;     // the rank that hands out
    long long give;   // bytes of an answer
    long long result; // bytes of a request, if the rank had a chunk before
};

// On what ranks must agree: all arguments.
std::vector<AgreedValue> agreed_values(const DealCall& call);

// Ends the run if an argument is outside the language's domain, or if this rank is in an \AMONG.
void require(const DealCall& call);

// Which rank gets which chunk depends on time; these are the messages if ranks take turns. A rank asks once
// more than it gets chunks; its first request and the last answer to it are empty.
patterns::MessageRows rows_of(const DealCall& call, int ranks);

} // namespace loop::runtime
