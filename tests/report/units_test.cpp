#include "base/text/units.h"

#include <catch2/catch.hpp>

using namespace loop;
using namespace loop::report;

TEST_CASE("times have a unit of their magnitude and three digits", "[units]") {
    CHECK(seconds_text(0) == "0 s");
    CHECK(seconds_text(2.5e-8) == "25.0 ns");
    CHECK(seconds_text(1.234e-6) == "1.23 us");
    CHECK(seconds_text(9.996e-7) == "1.00 us");
    CHECK(seconds_text(0.0123456) == "12.3 ms");
    CHECK(seconds_text(0.9999) == "1.00 s");
    CHECK(seconds_text(1234.5) == "1234 s");
}

TEST_CASE("bytes, counts, numbers, and rates", "[units]") {
    CHECK(bytes_text(1000) == "1000 B");
    CHECK(bytes_text(1536) == "1.50 KiB");
    CHECK(bytes_text(5.0 * 1024 * 1024 * 1024) == "5.00 GiB");
    CHECK(count_text(1234) == "1234");
    CHECK(count_text(12345) == "12 345");
    CHECK(count_text(-1234567) == "-1 234 567");
    CHECK(number_text(42) == "42");
    CHECK(number_text(0.5) == "0.5");
    CHECK(number_text(1.23456789e9) == "1.235e+09");
    CHECK(mflops_text(2e6, 0.5) == "4.00");
    CHECK(mflops_text(0, 0.5).empty());
    CHECK(mflops_text(1, 0).empty());
}

TEST_CASE("whole numbers may have units of 1024", "[units]") {
    CHECK(whole_number_in("4096") == 4096);
    CHECK(whole_number_in("-3") == -3);
    CHECK(whole_number_in("64k") == 65536);
    CHECK(whole_number_in("2M") == 2097152);
    CHECK(whole_number_in("3g") == 3221225472);
    for (const char* wrong : {"", "k", "1kk", "1.5k", "1 k", "x", "9999999999g", "1t"})
        CHECK_FALSE(whole_number_in(wrong));
}

TEST_CASE("times may have units", "[units]") {
    CHECK(seconds_in("90") == 90);
    CHECK(seconds_in("90s") == 90);
    CHECK(seconds_in("250ms") == 0.25);
    CHECK(seconds_in("1.5m") == 90);
    CHECK(seconds_in("2h") == 7200);
    for (const char* wrong : {"", "s", "ms", "1 s", "1d", "m1"})
        CHECK_FALSE(seconds_in(wrong));
}
