#pragma once

#include "constructs/agreed_values.h"

#include <loop/message_rows.h>
#include <loop/rank_status.h>
#include <loop/send_pattern.h>
#include <loop/site.h>
#include <loop/user_data.h>

#include <vector>

namespace loop::runtime {

// One call of \SEND or \RELAY.
struct SendCall {
    Construct construct;
    const Site& site;
    const Sizes& sizes;
    const Pairs& pairs;
    const Where& where;
    long long count;
    const From& from;
    const Into& into;
};

// The values on which the messages of a call depend: while they stay, so do the messages.
struct SendKey {
    explicit SendKey(const SendCall& call);

    bool matches(const SendCall& call) const;

    ByteCounts bytes;
    Kept sizes, pairs, where;
    long long sender;
    Ranks receivers;
    long long count;
};

// On what ranks must agree, so that they work out the same messages.
std::vector<AgreedValue> agreed_values(const SendKey& key);

// The messages of this rank, whose partners are ranks among all. Ends the run if the arguments are wrong: a
// negative size or count, lists of different lengths, two messages for one place of INTO, a \RELAY whose
// pairs form a circle. `rows`: null, or what gets the messages of all ranks, which count in the group; those
// of this rank are then listed once, not COUNT times.
patterns::SendPattern messages_of(const SendCall& call, patterns::MessageRows* rows = nullptr);

// Where a message is in the program's data: blocks of `block` bytes, whose begins are `stride` bytes apart.
struct PlacedData {
    char* begin;
    long long blocks, block, stride;
};
// For `times` repetitions of a message of this rank, from this one on, if the call has FROM or INTO. Ends the
// run if the data do not have the place.
PlacedData place_sent(const SendCall& call, const patterns::PlacedMessage& message, long long times = 1);
PlacedData place_received(const SendCall& call, const patterns::PlacedMessage& message, long long times = 1);

// Ends the run if two messages share data, of which one is received: MPI would store into data that is read
// or stored at the same time.
void require_apart(const SendCall& call, const patterns::SendPattern& messages, long long times = 1);

} // namespace loop::runtime
