#include "report/document/output_formats.h"
#include "report/figures/distribution.h"
#include "report/sheet/distributions.h"
#include "report/sheet/sections.h"

#include <loop/log_bins.h>

#include <catch2/catch.hpp>

#include <cmath>

using namespace loop::report;
using loop::formats::Samples;
using loop::formats::SampleSummary;

namespace {

/// `count` samples from `least` on, each one `least` larger.
SampleSummary uniform_samples(const std::string& name, const std::string& unit, std::optional<double> key,
                              double least, int count) {
    SampleSummary summary;
    Samples& all = summary.samples;
    for (int i = 1; i <= count; ++i) {
        Samples one;
        one.min = one.max = one.sum = least * i;
        one.bins = {loop::log_bins::bin_of(least * i)};
        one.counts = {1};
        add_samples(all, one);
    }
    all.name = name;
    all.unit = unit;
    all.key = key;
    all.line = 7;
    summary.ranks = 2;
    summary.all = quantiles(all);
    for (int launch = 0; launch < 8; ++launch) {
        summary.launches.push_back(summary.all);
        summary.launches.back()->median = least * (100 + launch);
    }
    return summary;
}

RunRecord run_with_samples() {
    RunRecord run;
    run.summary.launches = 8;
    for (const double key : {64.0, 0.0, 8.0})
        run.summary.samples.push_back(uniform_samples("one way", "s", key, 1e-6 * (1 + key), 200));
    run.summary.samples.push_back(uniform_samples("queue", "messages", {}, 1, 1000));
    run.summary.samples.back().samples.negative = 3;
    return run;
}

std::string section_in(const std::string& text, const std::string& from) {
    const std::size_t begin = text.find(from);
    REQUIRE(begin != std::string::npos);
    return text.substr(begin, text.find("\n\n", begin) - begin);
}

} // namespace

TEST_CASE("distributions are by name, their keys in ascending order", "[distributions]") {
    const RunRecord run = run_with_samples();
    const auto all = distributions(run);
    REQUIRE(all.size() == 2);
    CHECK(all[0].name == "one way");
    REQUIRE(all[0].by_key.size() == 3);
    CHECK(all[0].by_key[0]->samples.key == 0);
    CHECK(all[0].by_key[2]->samples.key == 64);
    CHECK(distributions(RunRecord{}).empty());
}

TEST_CASE("a table of a distribution has its quantiles with units", "[distributions]") {
    const RunRecord run = run_with_samples();
    const DataTable table = distribution_table(distributions(run)[0], 1000);
    REQUIRE(table.rows.size() == 3);
    const auto& row = table.rows[0];
    CHECK(row[0].text == "0");
    CHECK(row[1].number == 200);
    CHECK(row[2].text == "1.00 us");
    CHECK(std::abs(*row[4].number / 100e-6 - 1) < 0.01);
    CHECK(row[4].unit == "s");
    CHECK(std::abs(*row[6].number / 198e-6 - 1) < 0.01);
    CHECK(row[8].text == "200 us");
    CHECK(row[10].text == "100 us to 107 us");
    CHECK(table.note.empty());
    const DataTable queue = distribution_table(distributions(run)[1], 1000);
    CHECK(queue.title == "queue (messages)");
    CHECK(queue.rows[0][2].text == "1 messages");
    CHECK(queue.note == "Left out: 3 samples below 0.");
    CHECK(distribution_table(distributions(run)[0], 2).note == "2 of 3 keys, evenly spaced.");
}

TEST_CASE("all output formats have the distributions, and the page draws them", "[distributions]") {
    RunDirectory directory;
    directory.run = run_with_samples();
    const Document document = sheet_document({directory});
    CHECK(render_csv(document).find("distributions,distribution-1,3,samples,200") != std::string::npos);
    CHECK(render_json(document).find("\"99.9 %\"") != std::string::npos);
    CHECK(render_xml(document).find("<section id=\"distributions\"") != std::string::npos);
    const std::string page = render_html(document);
    CHECK(page.find("one way over the key") != std::string::npos);
    CHECK(page.find("Histogram of queue") != std::string::npos);
    CHECK(page.find("class=\"curve kind2\"") != std::string::npos); // one outline for each key
    directory.run.summary.samples.clear();
    CHECK(render_html(sheet_document({directory})).find("Distributions") == std::string::npos);
}

TEST_CASE("the terminal has a line for a distribution, and a few keys", "[distributions]") {
    RunDirectory directory;
    directory.run = run_with_samples();
    const std::string text = render_text(sheet_document({directory}));
    const std::string lines = section_in(text, "\ndistributions");
    CHECK(lines.find("\nqueue (messages)") != std::string::npos);
    CHECK(lines.find("3 samples below 0") != std::string::npos);
    CHECK(section_in(text, "\none way").find("\n64 ") != std::string::npos);
    for (int key = 100; key < 200; ++key)
        directory.run.summary.samples.push_back(uniform_samples("one way", "s", key, 1e-6, 10));
    CHECK(render_text(sheet_document({directory})).find("12 of 103 keys") != std::string::npos);
}

TEST_CASE("figures of distributions accept any samples", "[distributions]") {
    const auto draw = [](const RunRecord& run) {
        for (const NamedDistribution& distribution : distributions(run))
            for (const Picture& picture : distribution_pictures(distribution)) {
                const std::string svg = picture.svg();
                CHECK(svg.find("nan") == std::string::npos);
                CHECK(svg.find("inf") == std::string::npos);
                CHECK(svg.size() < 60'000);
            }
    };
    RunRecord run = run_with_samples();
    draw(run);
    Samples& samples = run.summary.samples[0].samples;
    samples.bins = {-2147483647 - 1, 2147483647, 0};
    samples.counts = {1LL << 62, -1};
    run.summary.samples[1].all->p5 = 0;
    draw(run);
    run.summary.samples[0] = uniform_samples("one sample", "s", {}, 1e-6, 1);
    run.summary.samples[1] = uniform_samples("one way", "s", -5, 1e-6, 1);
    for (int key = 0; key < 1000; ++key)
        run.summary.samples.push_back(uniform_samples("many", "s", key, 1e-6 * (1 + key), 3));
    draw(run);
}
