#include "bsp_runs.h"
#include "report/bsp/consistency.h"
#include "report/bsp/probed.h"
#include "report/bsp/rates.h"
#include "report/bsp/section.h"
#include "report/document/output_formats.h"
#include "report/sheet/invariants.h"
#include "report/sheet/sections.h"

#include <catch2/catch.hpp>

using namespace loop::report;
using namespace loop::report::bsp;
namespace kinds = loop::kinds;
using bsp_test::bench_run;
using bsp_test::Probe;
using bsp_test::probe_run;

namespace {

std::string joined_lines(const std::vector<std::string>& all) {
    std::string text;
    for (const std::string& line : all)
        text += line + "\n";
    return text;
}

std::string probe_warnings(const Probe& probe) {
    return joined_lines(probed(probe_run({probe})).at(0).warnings());
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a run of \\BSPPROBE has its line, l low and high, and how far the best two launches agree",
          "[bsp]") {
    Probe slower;
    slower.s = 900;
    slower.l_high = 2600;
    const RunRecord run = probe_run({Probe{}, slower, Probe{}});
    const std::string text = joined_lines(lines(run));
    CHECK(has(text,
              "p = 2, s = 1000 Mflop/s, l = 2500 flop, g = 2 flop per 32-bit word, n-half = 14 words; g = "
              "0.002 us per 32-bit word, l = 2.5 us\n"));
    CHECK(
        has(text,
            "l high, with one word: 2500 flop; l low, without words: 2000 flop; words to the right neighbor "
            "only: g = 2 flop, n-half = 14 words"));
    CHECK(has(text, "s of the best two of 3 launches: 1000 and 1000 Mflop/s, 0.0 % apart: they agree"));
    CHECK(has(text, "l high of the best two of 3 launches"));
    CHECK(has(text, "g infinity of the best two of 3 launches"));
    CHECK_FALSE(has(text, "warning"));
    CHECK_FALSE(has(text, "one launch"));
    CHECK(has(joined_lines(lines(probe_run({Probe{}}))), "one launch, for a look: use at least three"));
    CHECK(probed(run).at(0).trust().word() == Word::Valid);
    CHECK(contradictions(run).empty());
}

TEST_CASE("s, l and g of \\BSPPROBE's line belong together, also if launches differ", "[bsp]") {
    Probe quick, slow;
    quick.s = 4000; // l is 0.625 us
    slow.s = 1000;  // 2.5 us
    slow.l_high = 2500;
    Probe middle = slow;
    middle.s = 2000; // 2 us
    middle.l_high = 4000;
    const Probed found = probed(probe_run({quick, slow, middle})).at(0);
    CHECK(found.s_mflops == 2000);
    CHECK(found.l_flops == Approx(*found.l_us * found.s_mflops));
    CHECK(found.g_flops == Approx(*found.g_us * found.s_mflops));
    CHECK(*found.l_low_flops == Approx(2000)); // the median time is 1 us
}

TEST_CASE("artefacts of \\BSPPROBE give warnings", "[bsp]") {
    CHECK(probe_warnings({}).empty());
    Probe low_above_high;
    low_above_high.l_low = 3000;
    CHECK(has(probe_warnings(low_above_high), "l low (3000 flop) is above l high (2500 flop)"));
    Probe negative;
    negative.g = {9, 5, 1, -0.5};
    CHECK(has(probe_warnings(negative), "g of the total exchange is negative (-0.5 flop per word)"));
    CHECK(has(probe_warnings(negative), "n-half of the total exchange is not determined"));
    CHECK(probed(probe_run({negative})).at(0).trust().is_invalid());
    Probe flat;
    flat.g = {2.2, 2.1, 2.1, 2}; // n-half = 0.1 * 4
    CHECK(has(probe_warnings(flat),
              "n-half of the total exchange (0.4 words) is below the smallest block (4 words)"));
    Probe steep;
    steep.g = {90, 45, 20, 2};
    CHECK(
        has(probe_warnings(steep), "n-half of the shift (176 words) is above the largest block (32 words)"));
    Probe rising;
    rising.g = {3, 5, 4, 2};
    CHECK(has(probe_warnings(rising),
              "g of the shift is largest with blocks of 8 words, not with the smallest ones "
              "(4)"));
    // One launch of three: its g is a warning, and not the best one.
    const Probed mixed = probed(probe_run({Probe{}, negative, Probe{}})).at(0);
    CHECK(has(joined_lines(mixed.warnings()), "g infinity is negative in 1 of 3 launches"));
    CHECK(has(mixed.agreements().at(2).sentence,
              "g infinity of the best two of 2 launches: 2 and 2 flop per word"));
    // A changed or damaged run.
    RunRecord run = probe_run({Probe{}});
    for (ResultValue& one : run.summary.results)
        if (one.tag.is(kinds::n_half)) one.value = Spread{-3, -3, -3};
    CHECK(has(joined_lines(probed(run).at(0).warnings()),
              "n-half of the total exchange is negative (-3 words)"));
    // All of these are notes of tables and predictions.
    const Trust trust = probed(probe_run({low_above_high})).at(0).trust();
    CHECK(trust.word() == Word::ValidWithNotes);
    CHECK(has(joined_lines(trust.reasons()), "l low (3000 flop)"));
}

TEST_CASE("launches of \\BSPPROBE that differ do not agree", "[bsp]") {
    Probe other;
    other.s = 800;
    other.l_high = 5000;
    other.l_low = 4000;
    other.g = {18, 10, 6, 4};
    Probe third = other;
    third.s = 600;
    third.l_high = 9000;
    third.g = {27, 15, 9, 6};
    const Probed found = probed(probe_run({Probe{}, other, third})).at(0);
    CHECK(found.agreements().size() == 3);
    for (const Agreement& agreement : found.agreements())
        CHECK_FALSE(agreement.agree);
    CHECK(found.trust().word() == Word::ValidWithNotes);
}

TEST_CASE("launches with the same times agree in l and g, however their s differ", "[bsp]") {
    Probe slower; // s is half as large, so the same times are half as many flop
    slower.s /= 2;
    slower.l_high /= 2;
    slower.l_low /= 2;
    for (double& g : slower.g)
        g /= 2;
    const Probed found = probed(probe_run({Probe{}, slower, Probe{}})).at(0);
    for (const Agreement& agreement : found.agreements())
        CHECK(agreement.agree);
    CHECK(found.l_of_launches == std::vector<double>(3, 2500));
    CHECK(found.total.g_infinity == found.g_flops);
    CHECK(found.shift.value().launches[1].us == found.shift.value().launches[0].us);
    CHECK(has(joined_lines(lines(probe_run({Probe{}, slower, Probe{}}))),
              "medians of 3 launches, in flop their times multiplied by the median s"));
}

TEST_CASE("a page of a BSP benchmark begins with r or s, g, and l", "[bsp]") {
    RunDirectory directory;
    directory.run = probe_run({Probe{}});
    const Document probe = sheet_document({directory});
    std::vector<std::string> ids;
    for (const auto& [id, fact] : probe.headline)
        ids.push_back(id);
    CHECK(ids == std::vector<std::string>{"time", "ranks", "s", "g", "l"});

    directory.run = bench_run({{0.5, 4}});
    const auto& [id, g] = sheet_document({directory}).headline.at(3);
    CHECK(id == "g");
    CHECK(g.label == "g, us/word");
    CHECK(g.value.text == "0.5");
}

TEST_CASE("runs of \\BSPPROBE by earlier versions can be read", "[bsp]") {
    RunRecord run = probe_run({Probe{}});
    auto& results = run.summary.results;
    results.erase(std::remove_if(results.begin(), results.end(),
                                 [](const ResultValue& one) {
                                     return !one.tag.is(kinds::s) && !one.tag.is(kinds::l_high) &&
                                            !one.tag.is(kinds::g_infinity) && !one.tag.is(kinds::n_half);
                                 }),
                  results.end());
    const std::string text = joined_lines(lines(run));
    CHECK(
        has(text, "p = 2, s = 1000 Mflop/s, l = 2500 flop, g = 2 flop per 32-bit word, n-half = 14 words\n"));
    CHECK(has(text, "l high, with one word: 2500 flop"));
    CHECK(probed(run).at(0).rates.size() == 1);
}

TEST_CASE("the sheet draws \\BSPPROBE's lines and the DAXPY rates, each once", "[bsp]") {
    RunDirectory directory;
    directory.run = probe_run({Probe{}, Probe{}, Probe{}});
    const std::string page = render_html(sheet_document({directory}));
    CHECK(has(page, "g over the size of the blocks, and the model g infinity (1 + n-half / b)"));
    CHECK(has(page, "n-half = 14 words, where g is twice g infinity"));
    CHECK_FALSE(has(page, "aria-label=\"g over block sizes over x\""));
    CHECK(has(page, "products of matrices, single precision"));

    directory.run = bench_run({{0.5, 4}});
    bsp_test::add_levels(directory.run);
    add_launch(directory.run,
               {bsp_test::series(kinds::rate, "mean of ranks", {1, 1024, 1 << 20}, {100, 1000, 90}),
                bsp_test::series(kinds::rate, "least of ranks", {1, 1024, 1 << 20}, {90, 900, 80})});
    const std::string bench = render_html(sheet_document({directory}));
    CHECK(has(bench, "Rate of DAXPYs over the number of elements, 1 to "));
    CHECK(has(bench, "the L2 cache that a rank may fill: 1.00 MiB"));
    CHECK(has(bench, "DAXPY in the L1 cache"));
    CHECK(has(bench, "up to 32.0 KiB"));
    // Negative values do not break a picture.
    Probe negative;
    negative.g = {-1, -2, -3, -4};
    CHECK(has(probe_picture(probed(probe_run({negative})).at(0)), "<svg"));
}

TEST_CASE("rates: of short vectors, of caches, of memory, and of other operations", "[bsp]") {
    RunRecord run = bench_run({{0.5, 4}});
    CHECK(bench_rates(run, "").size() == 1); // of earlier versions
    CHECK(rate_table(bench_rates(run, ""), "").rows.empty());
    bsp_test::add_levels(run);
    const std::vector<Rate> rates = bench_rates(run, "");
    std::string names;
    for (const Rate& rate : rates)
        names += rate.name + " ";
    CHECK(names == "r L1 L2 memory scalar dgemm ");
    CHECK(rate_table(rates, "").rows.size() == 6);
    const auto chosen = [&](const char* text, std::optional<double> bytes) {
        const auto rate = chosen_rate(rates, *rate_choice(text), bytes);
        return rate ? rate->name + " " + number(rate->mflops) : "none";
    };
    CHECK(chosen("auto", 1000) == "L1 1100");
    CHECK(chosen("auto", 32768) == "L1 1100");
    CHECK(chosen("auto", 32769) == "L2 700");
    CHECK(chosen("auto", 1e9) == "memory 100");
    CHECK(chosen("auto", {}) == "r 1000");
    CHECK(chosen("auto", 0) == "r 1000");
    CHECK(chosen("dgemm", 1e9) == "dgemm 5000");
    CHECK(chosen("scalar", {}) == "scalar 50");
    CHECK(chosen("L3", {}) == "none");
    CHECK(chosen("dot", {}) == "none");
    CHECK(chosen("250.5", {}) == "given 250.5");
    for (const char* const wrong : {"", "fast", "0", "-3", "nan", "inf", "3x"})
        CHECK_FALSE(rate_choice(wrong));
    // Without r in memory, data that fit no cache get the rate of the largest one.
    std::vector<Rate> cached = rates;
    cached.erase(cached.begin() + 3);
    CHECK(chosen_rate(cached, {}, 1e9)->name == "L2");
    // `r` of bspprobe is its s.
    CHECK(chosen_rate(probe_rates(probe_run({Probe{}}), ""), *rate_choice("r"), {})->name == "s");
}

TEST_CASE("results that disagree with what they come from are contradictions", "[bsp]") {
    CHECK(contradictions(bench_run({{0.5, 4}, {0.6, 5}})).empty());
    RunRecord run = bench_run({{0.5, 4}, {0.6, 5}});
    const auto change = [&](const loop::ResultKind& kind, std::size_t launch, double value) {
        for (ResultValue& one : run.summary.results)
            if (one.tag.is(kind)) one.launches[launch] = Spread{value, value, value};
    };
    change(kinds::g_time, 1, 0.7);
    CHECK(joined_lines(contradictions(run)) ==
          "\\BSPBENCH: `g, time` is 0.7 us/word in launch 2, but the slope of its line is 0.6\n"
          "\\BSPBENCH: `g` is 600 flop/word in launch 2, but r times g is 700\n");
    RunDirectory directory;
    directory.run = run;
    add_contradictions(directory, nullptr);
    CHECK(has(render_text(sheet_document({directory})),
              "this sheet contradicts itself: \\BSPBENCH: `g, time` is 0.7"));
    RunRecord probe = probe_run({Probe{}});
    for (ResultValue& one : probe.summary.results)
        if (one.tag.is(kinds::n_half)) one.launches[0] = Spread{99, 99, 99};
    CHECK(joined_lines(contradictions(probe)) ==
          "\\BSPPROBE: `n-half` is 99 32-bit words in launch 1, but that of its largest g is 14\n");
}
