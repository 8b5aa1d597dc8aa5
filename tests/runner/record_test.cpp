#include "runner/outcome/hang/rank_status.h"
#include "runner/system/files.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <cstring>

using namespace loop::runner;
using loop::RankState;

namespace {

std::string record_problem(const std::string& text) {
    std::optional<loop::formats::RankRecord> record;
    const std::string result = check_record(text, 0, 2, "abc", record).text();
    CHECK(record.has_value() == result.empty());
    return result;
}

RankOutcome missing(int rank, std::optional<loop::RankPlace> place) {
    return {rank, std::nullopt, {RecordProblem::Kind::Missing}, place, std::nullopt};
}

using Sentences = std::vector<std::string>;

} // namespace

TEST_CASE("a complete record is accepted", "[record]") {
    CHECK(record_problem(record_file(good_record(0))).empty());
}

TEST_CASE("an incomplete record, or one of another launch, is rejected", "[record]") {
    const std::string good = record_file(good_record(0));
    CHECK(record_problem("") == "has an incomplete record");
    CHECK(record_problem(good.substr(0, good.size() / 2)) == "has an incomplete record");
    CHECK(record_problem(good.substr(0, good.size() - 1)) == "has an incomplete record");
    CHECK(record_problem(good + "more\n") == "has an incomplete record");
    std::string changed = good;
    changed[changed.find("42")] = '5';
    CHECK(record_problem(changed) == "has a record with a wrong checksum");
    CHECK(record_problem(record_file(good_record(1))) == "has a record that says `rank 1 of 2`");
    CHECK(record_problem(record_file(good_record(0, 1))) == "has a record that says `rank 0 of 1`");
    Json other = good_record(0);
    other["launch"] = "xyz";
    CHECK(record_problem(record_file(other)) == "has the record of another launch");
    other["schema"] = "loop-rank-record/9";
    CHECK(record_problem(record_file(other)) == "has a record that is not of schema loop-rank-record/1");
    CHECK(record_problem(record_file(Json::array())) ==
          "has a record that is not of schema loop-rank-record/1");
}

TEST_CASE("a record with the right checksum but impossible values is rejected", "[record]") {
    const auto with = [](const char* name, const Json& value) {
        Json record = good_record(0);
        record[name] = value;
        return record_problem(record_file(record));
    };
    CHECK(with("elapsed_seconds", "long") == "has a record with an invalid `elapsed_seconds`");
    CHECK(with("rank", 1e300) == "has a record with an invalid `rank`");
    CHECK(with("node_ranks", -1) == "has a record with an invalid `node_ranks`");
    CHECK(with("notes", Json::array({1})) == "has a record with an invalid `notes`");
    CHECK(with("phases", Json::array({1})) == "has a record with an invalid `phases`");
    CHECK(with("phases", Json::parse(R"([{"name": null}])")) == "has a record with an invalid `name`");
    CHECK(with("payload", Json::parse(R"({"faults": [{"line": 0.5}]})")) ==
          "has a record with an invalid `line`");
    CHECK(with("something new", {1, "two"}).empty());
}

TEST_CASE("every rank needs a record file", "[record]") {
    const TemporaryDirectory folder;
    write_file(folder.path() / "rank-0.json", record_file(good_record(0, 3)));
    Json odd = good_record(1, 3);
    odd["rank"] = "one";
    write_file(folder.path() / "rank-1.json", record_file(odd));
    const auto outcomes = read_outcomes(folder.path(), 3, "abc");
    REQUIRE(outcomes.size() == 3);
    CHECK(outcomes[0].is_complete());
    CHECK_FALSE(outcomes[1].is_complete());
    CHECK(outcomes[2].problem.kind == RecordProblem::Kind::Missing);
}

TEST_CASE("status files are read from the bytes that a rank leaves", "[record]") {
    const TemporaryDirectory folder;
    loop::RankStatus status{};
    std::memcpy(status.magic, loop::rank_status_magic, sizeof status.magic);
    status.lifecycle = static_cast<int>(RankState::HostCode);
    status.pid = 4711;
    status.place = loop::pack_place(loop::Construct::Exchange, 12, true);
    const auto file = folder.path() / "rank-0.status";
    write_file(file, {reinterpret_cast<const char*>(&status), sizeof status});
    const auto place = read_status(folder.path(), 0);
    REQUIRE(place);
    CHECK(place_text(*place, "ring.loop") == "in `\\EXCHANGE` at ring.loop:12");
    CHECK(rank_processes(folder.path(), 2) == std::vector<pid_t>{4711});
    write_file(file, "short");
    CHECK_FALSE(read_status(folder.path(), 0));
    write_file(file, std::string(64, 'x'));
    CHECK_FALSE(read_status(folder.path(), 0));
    CHECK_FALSE(read_status(folder.path(), 1));
}

TEST_CASE("the rank that ended first is named first", "[record]") {
    const auto waiting = seen(RankState::InConstruct, true, 12);
    SECTION("by what its status says") {
        const auto crashed = seen(RankState::Signalled, false, 9, 11);
        CHECK(failure_sentences({missing(0, waiting), missing(1, crashed), missing(2, waiting)}, "x.loop") ==
              Sentences{"rank 1 died by signal 11 (segmentation fault), after `\\EXCHANGE` at x.loop:9",
                        "ranks 0 and 2 did not finish, last seen in `\\EXCHANGE` at x.loop:12"});
    }
    SECTION("by its being in host code while the others wait") {
        const auto vanished = seen(RankState::HostCode, false, 9);
        CHECK(failure_sentences({missing(0, waiting), missing(1, vanished)}, "x.loop") ==
              Sentences{"rank 1 exited without a record (`_exit` or killed), last seen after `\\EXCHANGE` at "
                        "x.loop:9",
                        "rank 0 did not finish, last seen in `\\EXCHANGE` at x.loop:12"});
    }
    SECTION("or none, where nothing tells") {
        CHECK(failure_sentences({missing(0, waiting)}, "x.loop") ==
              Sentences{"rank 0 exited without a record (`_exit` or killed), last seen in `\\EXCHANGE` at "
                        "x.loop:12"});
        CHECK(failure_sentences({missing(0, std::nullopt)}, "x.loop") ==
              Sentences{"rank 0 left no trace: the program did not reach its first construct"});
    }
    SECTION("with its code") {
        CHECK(end_text(seen(RankState::Aborted, true, 1, 256)) == "called MPI_Abort(256)");
        CHECK(end_text(seen(RankState::Exited, true, 1, 3)) == "exited without `\\CLOSE0` (code 3)");
        CHECK(end_text(seen(RankState::Exited, true, 1, -1)) == "exited without `\\CLOSE0`");
    }
}

TEST_CASE("the rank status says where each rank is", "[record]") {
    RankOutcome finished{2, record_in(good_record(2, 3)), {}, std::nullopt, std::nullopt};
    CHECK(rank_status_messages(
              {missing(0, seen(RankState::InConstruct, true, 12)),
               missing(1, seen(RankState::HostCode, false, 30, 0, loop::Construct::PiclRecv)), finished},
              "x.loop") == Sentences{"rank 0 not waiting, last seen in `\\EXCHANGE` at x.loop:12",
                                     "rank 1 not waiting, last seen after `recv0` at x.loop:30",
                                     "rank 2 finished"});
}
