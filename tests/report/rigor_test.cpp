#include "report/sheet/sections.h"
#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::report;

namespace {

/// The facts in the section "How it was measured".
class Rigor {
public:
    explicit Rigor(const Json& record) {
        RunDirectory directory;
        directory.run = read_run(record);
        section_ = rigor_section({directory});
    }

    std::string operator[](const std::string& label) const {
        for (const Fact& fact : section_.facts)
            if (fact.label == label) return fact.value.text;
        return "no such fact";
    }

private:
    Section section_;
};

/// The stored run with launches of these durations.
Json run_of_launches(const std::vector<double>& seconds) {
    Json record = stored_run(), launches = Json::array();
    for (const double time : seconds)
        launches.push_back({{"min", time / 2}, {"median", time / 2}, {"max", time}});
    record["summary"]["launches"] = seconds.size();
    record["summary"]["program"]["launches"] = launches;
    return record;
}

std::vector<double> seconds_up_to(int last) {
    std::vector<double> seconds;
    for (int i = last; i > 0; --i)
        seconds.push_back(i);
    return seconds;
}

} // namespace

TEST_CASE("percentiles over launches are shown if some launch exceeds them", "[rigor]") {
    const auto distribution = [](int launches) {
        return Rigor(run_of_launches(seconds_up_to(launches)))["Distribution over launches"];
    };
    CHECK(distribution(1) == "median 1.00 s, max 1.00 s");
    CHECK(distribution(9) == "median 5.00 s, max 9.00 s");
    CHECK(distribution(10) == "median 5.50 s, p90 9.00 s, max 10.0 s");
    CHECK(distribution(99) == "median 50.0 s, p90 90.0 s, max 99.0 s");
    CHECK(distribution(100) == "median 50.5 s, p90 90.0 s, p99 99.0 s, max 100 s");
}

TEST_CASE("the sheet says by which MPI calls a message each way moves, if the ranks have chosen them",
          "[rigor]") {
    Json record = stored_run();
    CHECK(Rigor(record)["One message each way"] == "no such fact");
    const auto launch_with = [](const char* calls) {
        Json launch;
        launch["ranks"] = Json::array();
        launch["ranks"].push_back({{"rank", 0}, {"record", {{"pair_calls", calls}}}});
        return launch;
    };
    record["launches"] = Json::array();
    record["launches"].push_back(launch_with("MPI_Sendrecv"));
    const std::string begin = "by the calls that were quickest between ranks 0 and 1 in \\OPEN0: ";
    CHECK(Rigor(record)["One message each way"] == begin + "MPI_Sendrecv");
    record["launches"].push_back(launch_with("MPI_Isend, MPI_Recv, MPI_Wait up to 16 B, else MPI_Sendrecv"));
    CHECK(Rigor(record)["One message each way"] ==
          begin +
              "MPI_Sendrecv; in other launches MPI_Isend, MPI_Recv, MPI_Wait up to 16 B, else MPI_Sendrecv");
    record["launches"].erase(1);
    record["launches"][0]["ranks"][0]["record"]["trace"] = {{"recorded", true}};
    CHECK(Rigor(record)["One message each way"] == "by MPI_Isend, MPI_Irecv, MPI_Test, MPI_Wait, as the "
                                                   "trace records when a message arrives; without a trace " +
                                                       begin + "MPI_Sendrecv");
}

TEST_CASE("a single run was compared with nothing", "[rigor]") {
    const Rigor rigor(run_of_launches({4, 1, 3, 2}));
    CHECK(rigor["Order"] == "launches in sequence; nothing is compared in this run");
    CHECK(rigor["Warm-up"] == "none; first launch 4.00 s, median of the others 2.00 s");
}

TEST_CASE("a point of a sweep says how the sweep was made", "[rigor]") {
    Json record = run_of_launches({4, 1, 3, 2});
    record["sweep"] = {{"order", "shuffled"}, {"seed", 17}, {"warm_ups", 2}, {"launches", 6}};
    CHECK(Rigor(record)["Order"] == "as one point of a sweep, shuffled in every round, seed 17");
    CHECK(Rigor(record)["Warm-up"] ==
          "2 of this point, not counted; first launch 4.00 s, median of the others 2.00 s");
    CHECK(Rigor(record)["Stopping rule"].find("a fixed number of launches, ") == 0);

    record["sweep"]["order"] = "nested";
    record["sweep"]["narrower_than"] = 0.05;
    record["sweep"]["most_launches"] = 30;
    CHECK(Rigor(record)["Order"] == "as one point of a sweep, in the given order");
    CHECK(Rigor(record)["Stopping rule"] ==
          "until the interval of the median is narrower than 5 % of the median; 6 to 30 launches");
}
