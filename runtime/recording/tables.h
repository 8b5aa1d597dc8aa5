#pragma once

#include <loop/message_rows.h>

#include <cstdint>
#include <string>
#include <vector>

// What all executions share: each pattern and each list of groups once. The first process has the tables, and
// an execution begins with them. It passes its new entries on, so that later ones need not make them again.
namespace loop::recording {

// The number of a pattern. The first one has no messages.
using PatternNumber = std::uint32_t;
PatternNumber add_pattern(patterns::MessageRows rows);
const patterns::MessageRows& pattern_of(PatternNumber number);
// From senders to receivers, of rows of which all messages have the same distance.
std::vector<long long> distances_of_patterns();

// Groups of \AMONG that do the same: one after the other, each with `size` members.
struct EqualGroups {
    std::size_t size;
    std::vector<int> members; // ranks, in the order of their numbers in the group
};
int add_groups(EqualGroups groups);
// To be called where no execution that counts has used them: groups may be others from now on.
void forget_groups();
const EqualGroups& groups_of(int number);

// The messages of a construct with some arguments.
struct KnownMessages {
    PatternNumber pattern = 0;
    long long size = 1; // of the messages, or 1 if the pattern has the sizes
};
// By the arguments, in which code has its address; null if they are new.
const KnownMessages* find_messages(const std::vector<long long>& arguments);
void keep_messages(const std::vector<long long>& arguments, const KnownMessages& messages);

// Works them out once.
template <class Make>
PatternNumber pattern_for(const std::vector<long long>& arguments, Make make) {
    const KnownMessages* const known = find_messages(arguments);
    if (known != nullptr) return known->pattern;
    const PatternNumber number = add_pattern(make());
    keep_messages(arguments, {number, 1});
    return number;
}

// The entries that are new since the execution began, for `take_entries` of the process that started it.
std::string new_entries();
// Returns false if these are not entries.
bool take_entries(const std::string& entries);

// The tables as lines of the file.
std::string tables_text();

} // namespace loop::recording
