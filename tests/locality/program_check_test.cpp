// Compares streams with those of their programs.
#include "base/locality/marked.h"
#include "base/locality/program.h"
#include "base/locality/program_check.h"
#include "kernels/apexmap/indices.h"
#include "observed.h"

#include <catch2/catch.hpp>

using namespace loop::locality;
namespace apexmap = loop::runtime::apexmap;

namespace {

Observation drawn(std::int64_t l, double alpha, std::uint32_t seed) {
    Recorder recorder;
    for (const std::int64_t start : apexmap::draw({1 << 16, l, alpha, 0, seed}, 20000))
        recorder.words(static_cast<std::uint64_t>(start), static_cast<std::uint64_t>(l));
    return recorder.observer.finish();
}

ProgramCheck check_of(const Observation& original, std::int64_t l, double alpha) {
    std::vector<Observation> program;
    program.push_back(drawn(l, alpha, 7));
    return check_program(characterize(original), program);
}

// What a program's trace contains.
std::vector<Observation> marked(const std::string& trace) {
    AddressParser parser(AddressFormat::MarkedLackey);
    MarkedObserver observer({8, 8}, std::size_t{1} << 30);
    for (const Access& access : parser.take(trace))
        observer.access(access);
    return observer.finish();
}

} // namespace

TEST_CASE("a program that draws from the same law is alike, one that draws from another is not") {
    const Observation original = drawn(4, 0.1, 1);
    const ProgramCheck alike = check_of(original, 4, 0.1);
    REQUIRE(alike.streams.size() == 1);
    CHECK(alike.streams[0].reuse_distance < 0.02);
    CHECK(alike.streams[0].length_distance < 0.02);
    CHECK(alike.streams[0].original_words == 80000);
    CHECK(alike.streams[0].program_words == 80000);
    CHECK(alike.is_alike());
    const ProgramCheck other_alpha = check_of(original, 4, 0.5);
    CHECK(other_alpha.streams[0].reuse_distance > 0.2);
    CHECK_FALSE(other_alpha.is_alike());
    const ProgramCheck other_length = check_of(original, 16, 0.1);
    CHECK(other_length.streams[0].length_distance > 0.9);
    CHECK_FALSE(other_length.is_alike());
}

TEST_CASE("reuse times of two interleaved streams are compared in words of each") {
    const auto blocks = apexmap::draw({1 << 16, 1, 0.1, 0, 1}, 64000);
    const auto rows = apexmap::draw({1 << 20, 64, 0.5, 0, 2}, 1000);
    Recorder recorder;
    for (std::size_t k = 0; k < blocks.size(); ++k) {
        recorder.word(static_cast<std::uint64_t>(blocks[k]));
        if (k % 64 == 0) recorder.words(static_cast<std::uint64_t>((1 << 24) + rows[k / 64]), 64);
    }
    std::vector<Observation> program;
    Recorder single;
    for (const std::int64_t start : blocks)
        single.word(static_cast<std::uint64_t>(start));
    program.push_back(single.observer.finish());
    Recorder row;
    for (const std::int64_t start : rows)
        row.words(static_cast<std::uint64_t>(start), 64);
    program.push_back(row.observer.finish());
    const ProgramCheck check = check_program(recorder.found(), program);
    REQUIRE(check.streams.size() == 2);
    for (const StreamCheck& stream : check.streams) {
        CHECK(stream.reuse_distance < max_ks_distance); // without the other stream, short times are shorter
        CHECK(stream.length_distance < 0.05);
    }
}

TEST_CASE("a program is compared with all ranks of a parallel program, and with each") {
    const auto checked = [](double alpha_of_rank_1) {
        ParallelObserver all(nullptr);
        for (int rank = 0; rank < 2; ++rank) {
            RankObserver one(rank, nullptr, {8, 8}, std::size_t{1} << 30);
            const double alpha = rank == 0 ? 0.1 : alpha_of_rank_1;
            for (const std::int64_t start :
                 apexmap::draw({1 << 16, 4, alpha, 0, static_cast<std::uint32_t>(rank)}, 20000))
                for (std::uint64_t word = 0; word < 4; ++word)
                    one.access(8 * (static_cast<std::uint64_t>(start) + word), 8);
            all.add(one);
        }
        std::vector<Observation> program;
        program.push_back(drawn(4, 0.1, 7));
        return check_program(all.finish(), program);
    };
    const ProgramCheck alike = checked(0.1);
    REQUIRE(alike.ranks.size() == 2);
    CHECK(alike.is_alike());
    CHECK(alike.streams[0].original_words == 80000); // of one rank
    CHECK(alike.ranks[1].reuse_distance < 0.02);
    CHECK(text_of(alike).find("the program has the locality of all ranks together") != std::string::npos);
    CHECK(text_of(alike).find("another locality") == std::string::npos);

    const ProgramCheck unlike = checked(0.5);
    CHECK(unlike.ranks[0].is_alike());
    CHECK(unlike.ranks[1].reuse_distance > 0.2);
    CHECK(text_of(unlike).find("rank 1: another locality than the program, which describes all ranks") !=
          std::string::npos);
    CHECK(json_of(unlike)["ranks"][1]["ks_reuse"].get<double>() > 0.2);

    // One rank has one stream, all together have two.
    RankLocality other;
    other.found = characterize(drawn(4, 0.1, 1));
    other.found.streams.push_back(other.found.streams[0]);
    std::vector<Observation> program;
    program.push_back(drawn(4, 0.1, 7));
    const ProgramCheck differing =
        check_program(ParallelLocality{{other}, characterize(drawn(4, 0.1, 1)), false}, program);
    CHECK(differing.ranks[0].has_other_streams);
    CHECK_FALSE(json_of(differing)["ranks"][0].contains("ks_reuse"));
    CHECK(text_of(differing).find("another number of streams") != std::string::npos);
}

TEST_CASE("the check says what it found, with its threshold") {
    ProgramCheck check = check_of(drawn(4, 0.1, 1), 4, 0.1);
    CHECK(text_of(check).find("No Kolmogorov-Smirnov distance is above 10.0 %") != std::string::npos);
    CHECK(text_of(check).find("time per word") == std::string::npos);
    check.streams[0].reuse_distance = 0.3;
    check.times = WordTimes{8, 2, 5};
    const std::string text = text_of(check);
    CHECK(text.find("A Kolmogorov-Smirnov distance is above 10.0 %") != std::string::npos);
    CHECK(text.find("program / original 0.25; medians of 5 native runs") != std::string::npos);
    const std::string json = json_of(check).dump();
    CHECK(json.find("\"alike\":false") != std::string::npos);
    CHECK(json.find("\"time_ratio\":0.25") != std::string::npos);
}

TEST_CASE("only loads of the marked memory count, one observation for each mark") {
    const std::string trace =
        "==9== Lackey\n L 1000,8\n**9** LOOP-reads 1000 64\nI  04,3\n L 1000,8\n S 1008,8\n"
        " L 0ff8,8\n L 1040,8\n L 1038,8\n**9** LOOP-reads 0 0\n L 1000,8\n"
        "**9** of the program\n**9** LOOP-reads 2000 16\n L 2000,16\n L 1000,8\n";
    const std::vector<Observation> seen = marked(trace);
    REQUIRE(seen.size() == 2);
    CHECK(seen[0].accesses == 2);
    CHECK(seen[0].words == 2);
    CHECK(seen[1].accesses == 1);
    CHECK(seen[1].words == 2);
    CHECK_THROWS_AS(marked("**9** LOOP-reads x\n"), AddressError);
    CHECK(marked("**9** LOOP-reads 1000 64\n").empty());
}

TEST_CASE("the traced program marks what it reads, and makes it before") {
    Characterization found;
    found.grain = {8, 8};
    found.words = 1000;
    found.streams.push_back({4096, 4, 0.5, 1, 1, 0, 0.9, 3});
    const std::string text = traced_program_of(found, "x");
    const std::size_t made = text.find("I: 1, N: 1");
    const std::size_t begin = text.find("mark(loop::apexmap_words())");
    const std::size_t read = text.find("I: I, N: N");
    const std::size_t end = text.find("mark({nullptr, 0})");
    CHECK(made < begin);
    CHECK(begin < read);
    CHECK(read < end);
    CHECK(end != std::string::npos);
    CHECK(text.find("LOOP-reads %lx %lld\\n") != std::string::npos);

    // Of four ranks, one reads its share of the words in the memory of all.
    const std::string of_four = traced_program_of(found, "x", 4);
    CHECK(of_four.find("long long M = 4096,") != std::string::npos);
    CHECK(of_four.find("version = \"sequential\"") != std::string::npos);
    CHECK(program_of(found, "x", 4).find("long long M = 1024,") != std::string::npos);
}
