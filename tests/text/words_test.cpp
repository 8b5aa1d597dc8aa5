#include "base/text/dates.h"
#include "base/text/shell.h"
#include "base/text/strings.h"

#include <catch2/catch.hpp>

using namespace loop;

TEST_CASE("lists of ranks are in short form", "[words]") {
    CHECK(line_list({5}) == "line 5");
    CHECK(line_list({5, 9}) == "lines 5 and 9");
    CHECK(line_list({5, 9, 12, 13, 20}) == "lines 5, 9, 12, and 2 more");
    CHECK(rank_list({3}) == "rank 3");
    CHECK(rank_list({2, 0}) == "ranks 0 and 2");
    CHECK(rank_list({0, 1, 2, 3, 6, 9, 10}) == "ranks 0 to 3, 6, 9 and 10");
    CHECK(rank_list({}) == "no rank");
}

TEST_CASE("words are quoted only if a shell needs it", "[words]") {
    CHECK(shell_words({"loop", "run", "a b.loop", "x='$(y)'", ""}) ==
          R"(loop run 'a b.loop' 'x='\''$(y)'\''' '')");
    CHECK(shell_words({"--set", "w=it's; x", "~", "n=4"}) == R"(--set 'w=it'\''s; x' '~' n=4)");
}

TEST_CASE("a replacement is not searched again", "[words]") {
    CHECK(replaced("{a}{a}", "{a}", "{a}b") == "{a}b{a}b");
}

TEST_CASE("the last line needs no line end", "[words]") {
    CHECK(lines_of("a\n\nb").size() == 3);
    CHECK(lines_of("a\n").size() == 1);
    CHECK(lines_of("").empty());
}

TEST_CASE("dates of runs", "[words]") {
    CHECK(unix_ns_of("1970-01-01T01:00:01+0100") == 1'000'000'000);
    CHECK(unix_ns_of("2026-01-31T12:00:00-0530") == 1769880600'000'000'000);
    CHECK(date_of(unix_ns_of("2026-01-31T12:00:00-0530")) == "2026-01-31T17:30:00+0000");
    for (const char* wrong : {"", "yesterday", "2026-01-31", "2026-01-31T12:00:00+0100 and more"})
        CHECK(unix_ns_of(wrong) == 0);
}
