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
// h1 words; then longer ones, of 2 to 16 h1 words, as systems send much longer messages in another way. With
// a large h1, 1024 requests take its place. Those of an operation and size are next to each other, by
// ascending count. Requires h1 >= 1.
inline std::vector<RequestStep> steps_of_requests(long long h1) {
    constexpr long long most_requests = 1024;
    const long long most = std::min(h1, most_requests);
    std::vector<RequestStep> all;
    for (const Operation operation :
         {Operation::Put, Operation::Hpput, Operation::Get, Operation::Hpget, Operation::Send})
        for (const long long words : {1, 4, 16}) {
            std::vector<long long> counts;
            for (const long long count : {1LL, most / 16, most / 4, most})
                if (count > 0 && count * words <= most) counts.push_back(count);
            for (const long long times : {2, 4, 8, 16})
                if (times * most >= words) counts.push_back(times * most / words);
            std::sort(counts.begin(), counts.end());
            counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
            for (const long long count : counts)
                all.push_back({operation, words, count});
        }
    return all;
}

} // namespace loop::runtime::bsp
