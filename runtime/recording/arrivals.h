#pragma once

#include <loop/rank_status.h>
#include <loop/site.h>

#include <string>

// No data move here, so nothing is known about what a program receives. If that steers what it does, the
// counts are wrong. So the program is executed again with other contents in what it receives, and must do the
// same.
namespace loop::recording {

enum class Contents { AsBefore, Zeros, MinusOnes, SmallNumbers, OtherNumbers };
constexpr Contents tried_contents[] = {Contents::Zeros, Contents::MinusOnes, Contents::SmallNumbers,
                                       Contents::OtherNumbers};
const char* name_of(Contents contents);

// Of this execution.
void set_contents(Contents contents);

enum class ElementType { Unknown, Integer, Float, Double };

// Data for host code: `bytes` bytes at `into`, which may be null.
struct Arrival {
    void* into;
    long long bytes;
    ElementType type = ElementType::Unknown;
    int element_bytes = 1; // of integers
};

// Host code receives this. All the program's receiving calls are in the report.
void arrive(const std::string& call, const Site& site, const Arrival& arrival);
// The same for a construct. Nothing arrives at null.
void arrive(Construct construct, const Site& site, const Arrival& arrival);

// Which of `count` values something has that only the received message tells. In the first execution 0.
int arriving_choice(int count);

} // namespace loop::recording
