#pragma once

#include <algorithm>
#include <vector>

// The supersteps with which bspbench measures what requests cost. No MPI.
namespace loop::runtime::bsp {

// Of BSPlib, each with a number of words.
enum class Operation { Put, Hpput, Get, Hpget, Send };

inline const char* request_name(Operation operation) {
    switch (operation) {
    case Operation::Put:
        return "put";
    case Operation::Hpput:
        return "hpput";
    case Operation::Get:
        return "get";
    case Operation::Hpget:
        return "hpget";
    case Operation::Send:
        return "send";
    }
    return "";
}

// Every rank makes and is the target of `count` requests with `words` words each.
struct RequestStep {
    Operation operation;
    long long words;
    long long count;
};

// Returns how many requests a rank makes in the supersteps with requests of `words` words: ascending, each
// number 1.3 to 2 times the one before, up to `most_words` words. Predictions interpolate between them.
inline std::vector<long long> request_counts(long long words, long long most_words) {
    std::vector<long long> counts;
    for (long long count = most_words / words; count > 0; count /= 2) {
        counts.push_back(count);
        if (count >= 4) counts.push_back(3 * count / 4);
    }
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    return counts;
}

// Returns the supersteps for h-relations up to h1: from one request on, with up to 16 h1 words, as systems
// send much longer messages in another way. With a large h1, 1024 words take its place. Those of an operation
// and size are next to each other, by ascending count. Requires h1 >= 1.
inline std::vector<RequestStep> steps_of_requests(long long h1) {
    constexpr long long longest = 1024, times = 16;
    std::vector<RequestStep> all;
    for (const Operation operation :
         {Operation::Put, Operation::Hpput, Operation::Get, Operation::Hpget, Operation::Send})
        for (const long long words : {1, 4, 16})
            for (const long long count : request_counts(words, times * std::min(h1, longest)))
                all.push_back({operation, words, count});
    return all;
}

} // namespace loop::runtime::bsp
