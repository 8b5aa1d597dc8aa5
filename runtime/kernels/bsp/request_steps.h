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

// Returns the supersteps for h-relations up to h1: few and many requests, with few and many words, of at most
// 2 h1 words, as systems may send much longer messages in another way. Those of an operation and size are
// next to each other, by ascending count. Requires h1 >= 1.
inline std::vector<RequestStep> steps_of_requests(long long h1) {
    constexpr long long most_requests = 1024;
    const long long most = std::min(h1, most_requests);
    std::vector<long long> counts{1, std::max(1LL, most / 16), std::max(1LL, most / 4), most};
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    std::vector<RequestStep> all;
    for (const Operation operation :
         {Operation::Put, Operation::Hpput, Operation::Get, Operation::Hpget, Operation::Send})
        for (const long long words : {1, 4, 16})
            for (const long long count : counts)
                if (count * words <= 2 * most) all.push_back({operation, words, count});
    return all;
}

} // namespace loop::runtime::bsp
