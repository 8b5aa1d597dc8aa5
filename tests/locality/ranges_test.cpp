#include "base/locality/ranges.h"

#include <catch2/catch.hpp>

#include <string>

using namespace loop::locality;

namespace {

std::string failure_of(const std::string& csv) {
    try {
        const OwnedRanges ranges(csv, 2);
    } catch (const RangeError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("ranges say which rank owns an address") {
    const OwnedRanges ranges("# of the run\nrank,begin,end\n1, 0x100, 0x180\r\n\n0,0,128\n0,512,640", 2);
    CHECK(ranges.owner_of(0) == 0);
    CHECK(ranges.owner_of(127) == 0);
    CHECK_FALSE(ranges.owner_of(128));
    CHECK_FALSE(ranges.owner_of(255));
    CHECK(ranges.owner_of(256) == 1);
    CHECK(ranges.owner_of(383) == 1);
    CHECK_FALSE(ranges.owner_of(384));
    CHECK(ranges.owner_of(639) == 0);
    CHECK_FALSE(ranges.owner_of(~std::uint64_t{0}));
    CHECK(ranges.share_of(0) == Approx(2.0 / 3));
    CHECK(ranges.share_of(1) == Approx(1.0 / 3));
    CHECK(ranges.share_of(2) == 0);
}

TEST_CASE("invalid ranges are reported with their lines") {
    CHECK(failure_of("") == "it has no range; expected lines `rank,begin,end`");
    CHECK(failure_of("rank,begin,end\n") == "it has no range; expected lines `rank,begin,end`");
    CHECK(failure_of("0,1,2\nrank,begin,end\n") ==
          "line 2: expected `rank,begin,end`, found `rank,begin,end`");
    CHECK(failure_of("#\n0,8") == "line 2: expected `rank,begin,end`, found `0,8`");
    CHECK(failure_of("0,8,16,24") == "line 1: expected `rank,begin,end`, found `0,8,16,24`");
    CHECK(failure_of("-1,8,16") == "line 1: expected `rank,begin,end`, found `-1,8,16`");
    CHECK(failure_of("0,8,18446744073709551616") ==
          "line 1: expected `rank,begin,end`, found `0,8,18446744073709551616`");
    CHECK(failure_of("0,16,16") == "line 1: expected an end after the beginning, found `0,16,16`");
    CHECK(failure_of("2,8,16") == "line 1: rank 2 has a range, but no stream: there are ranks 0 to 1");
    CHECK(failure_of("0,0,16\n1,32,48\n1,15,20") ==
          "lines 1 and 3: the ranges overlap; both contain the byte at 0xf");
    CHECK(failure_of("0,0,64\n1,32,48") ==
          "lines 1 and 2: the ranges overlap; both contain the byte at 0x20");
}
