#pragma once

// The messages of \SEND and \RELAY: a pure function of this rank, the number of ranks, and the arguments.

#include <loop/message_rows.h>
#include <loop/places.h>
#include <loop/rank_function.h>

#include <cstdint>
#include <string>
#include <vector>

namespace loop::patterns {

struct SendArguments {
    const Sizes& sizes;
    const Pairs& pairs;
    const Where& where;
    long long count; // messages for each place
};

struct SendPattern {
    std::vector<PlacedMessage> sends;    // by repetition, then place
    std::vector<PlacedMessage> receives; // by repetition, then place, then sender
    long long all_messages = 0;          // of all ranks
    long long longest_bytes = 0;         // of a message of any rank
    std::uint64_t hash = 0;              // of the pairs and sizes of all ranks: the same on all ranks
    // Of the receivers from their senders: each once, at most 8. An offset that also occurs around the end of
    // the ranks (1 and 1 - p) is the shorter one.
    std::vector<long long> offsets;
    bool more_offsets = false; // there are more than 8
    std::string problem;       // what is wrong with the arguments; else empty
};

// Evaluates the functions for every rank. A receiver that is no rank gets nothing; a rank may send to itself,
// and twice to the same receiver. `rows`: null, or what gets the messages of all ranks;
// those of this rank are then listed once, as repetition 0.
SendPattern send_pattern(int me, int ranks, const SendArguments& arguments, MessageRows* rows = nullptr);

// Ranks that wait for each other if each of them receives before it sends (<loop/circles.h>). Empty if there
// are none.
std::vector<int> find_circle(int ranks, const SendArguments& arguments);

} // namespace loop::patterns
