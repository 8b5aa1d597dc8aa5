#include "recording/arrivals.h"

#include "recording/recorder.h"

#include <loop/fnv.h>

#include <cstdint>
#include <cstring>

namespace loop::recording {

namespace {

Contents present_contents = Contents::AsBefore;

// Small enough for a size, an index, or a number of passes.
long long whole_number(long long index) {
    return (present_contents == Contents::SmallNumbers ? 1 : 6) + index % 5;
}

double fraction(long long index) {
    return static_cast<double>(whole_number(index)) *
           (present_contents == Contents::SmallNumbers ? 0.75 : 1e6);
}

template <class Value>
void put(char* at, Value value, std::size_t bytes) {
    std::memcpy(at, &value, bytes);
}

// The numbers of little-endian hosts are those of others with the bytes reversed, which are other contents
// too.
void put_integers(char* at, long long bytes, long long each) {
    std::memset(at, 0, static_cast<std::size_t>(bytes));
    for (long long i = 0; (i + 1) * each <= bytes; ++i)
        put(at + i * each, whole_number(i),
            static_cast<std::size_t>(each < 8 ? each : static_cast<long long>(sizeof(long long))));
}

template <class Real>
void put_reals(char* at, long long bytes) {
    constexpr auto each = static_cast<long long>(sizeof(Real));
    for (long long i = 0; (i + 1) * each <= bytes; ++i)
        put(at + i * each, static_cast<Real>(present_contents == Contents::MinusOnes ? -1 : fraction(i)),
            sizeof(Real));
}

// Once as numbers of type double, if there is room for them, and once as those of type int.
void put_unknown(char* at, long long bytes) {
    put_integers(at, bytes, sizeof(int));
    if (present_contents == Contents::SmallNumbers && bytes % static_cast<long long>(sizeof(double)) == 0)
        put_reals<double>(at, bytes);
}

void put(const Arrival& arrival) {
    char* const at = static_cast<char*>(arrival.into);
    const long long bytes = arrival.bytes;
    const bool is_real = arrival.type == ElementType::Float || arrival.type == ElementType::Double;
    if (present_contents == Contents::Zeros || (present_contents == Contents::MinusOnes && !is_real))
        std::memset(at, present_contents == Contents::Zeros ? 0 : 0xff, static_cast<std::size_t>(bytes));
    else if (arrival.type == ElementType::Double)
        put_reals<double>(at, bytes);
    else if (arrival.type == ElementType::Float)
        put_reals<float>(at, bytes);
    else if (arrival.type == ElementType::Integer)
        put_integers(at, bytes, arrival.element_bytes);
    else
        put_unknown(at, bytes);
}

// Samples of long data, at even distances.
std::uint64_t samples_of(const Arrival& arrival) {
    constexpr long long samples = 256;
    const char* const at = static_cast<const char*>(arrival.into);
    std::uint64_t hash = fnv_of_nothing;
    for (long long i = 0; i < samples; ++i)
        hash = fnv1a64_with(hash, static_cast<unsigned char>(at[(arrival.bytes - 1) * i / (samples - 1)]));
    return hash;
}

// Long data that were put somewhere, and what they look like.
struct Filled {
    const void* into;
    long long bytes;
    ElementType type;
    int element_bytes;
    std::uint64_t samples;
};
Filled filled[64];

Filled& place_of(const Arrival& arrival) {
    return filled[reinterpret_cast<std::uintptr_t>(arrival.into) * 0x9e3779b97f4a7c15u >> 58];
}

bool is_filled(const Filled& before, const Arrival& arrival) {
    return before.into == arrival.into && before.bytes == arrival.bytes && before.type == arrival.type &&
           before.element_bytes == arrival.element_bytes && before.samples == samples_of(arrival);
}

// Long data that look as they were left are not put there again: a program that receives them a hundred
// thousand times would take longer than a trial may.
void fill(const Arrival& arrival) {
    constexpr long long long_bytes = 16384;
    if (arrival.bytes < long_bytes) return put(arrival);
    Filled& before = place_of(arrival);
    if (is_filled(before, arrival)) return;
    put(arrival);
    before = {arrival.into, arrival.bytes, arrival.type, arrival.element_bytes, samples_of(arrival)};
}

} // namespace

const char* name_of(Contents contents) {
    switch (contents) {
    case Contents::AsBefore:
        break;
    case Contents::Zeros:
        return "zeros";
    case Contents::MinusOnes:
        return "-1";
    case Contents::SmallNumbers:
        return "small numbers";
    case Contents::OtherNumbers:
        return "other numbers";
    }
    return "what was there before";
}

void set_contents(Contents contents) {
    present_contents = contents;
}

void arrive(const std::string& call, const Site& site, const Arrival& arrival) {
    record_received(call, site);
    if (present_contents != Contents::AsBefore && arrival.into != nullptr && arrival.bytes > 0) fill(arrival);
}

void arrive(Construct construct, const Site& site, const Arrival& arrival) {
    if (arrival.into != nullptr && arrival.bytes > 0) arrive(construct_name(construct), site, arrival);
}

int arriving_choice(int count) {
    return static_cast<int>(present_contents) % count;
}

} // namespace loop::recording
