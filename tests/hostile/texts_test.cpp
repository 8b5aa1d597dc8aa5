#include "base/locality/forms.h"
#include "base/locality/program.h"
#include "base/text/clean.h"
#include "base/text/csv.h"
#include "compiler/compiler.h"
#include "report/clue/comparison.h"
#include "report/clue/document.h"
#include "report/compare/document.h"
#include "report/document/output_formats.h"
#include "report/figures/figure.h"
#include "report/sheet/invariants.h"
#include "report/sheet/sections.h"
#include "report/surface/study.h"
#include "report/sweep/results.h"
#include "rounds.h"
#include "scratch.h"
#include "support.h"
#include "trace/export/export.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <functional>
#include <set>
#include <sstream>

using loop::csv_cells;
using loop::Json;
using namespace loop::report;

namespace {

/// Each payload tries to turn the word `zz` into code.
const std::vector<std::string> payloads{
    "<zz onload=zz()>&\"'</script><script>zz()</script><!--]]>",
    "*/ zz(); /*",
    "//\nzz();",
    "?\?/\nzz();?\?'?\?/", // the trigraph is a backslash, which continues the line
    "\\\nzz();\\",
    "\"; zz(); \"",
    "'; zz\n`zz`'$(zz)",
    "\x1b]0;zz\x07\x1b[2J\x9b\xC2\x9B"
    "31m\xE2\x80\xAEzz\r\b\x7f",
    "=zz()",
    "+zz",
    "-1+zz",
    "@zz",
    "\t=zz",
    "\r=zz",
    "\n=zz",
    "../../zz",
    "/etc/zz",
    "%s%nzz{}",
};

/// Members with fixed words. All other texts are names and notes, which may be hostile.
const std::set<std::string> fixed{"schema", "outcome", "order", "scaling", "keep", "folder", "construct"};

/// Replaces every text in `json` by `payload`, also names of parameters.
void poison(Json& json, const std::string& payload) {
    static const std::set<std::string> free_names{"parameters", "set", "environment", "rates", "sources"};
    if (json.is_string()) {
        json = payload;
    } else if (json.is_array()) {
        for (Json& item : json)
            poison(item, payload);
    } else if (json.is_object()) {
        for (auto& [name, value] : json.items()) {
            if (fixed.count(name) != 0) continue;
            poison(value, payload);
            if (free_names.count(name) != 0 && value.is_object()) value[payload] = payload;
        }
    }
}

// -- what output formats must not contain

void check_shown(const std::string& text) {
    REQUIRE(!text.empty());
    CHECK(loop::clean_text(text, true) == text);
}

void check_markup(const std::string& text) {
    check_shown(text);
    CHECK(text.find("<zz") == std::string::npos);
    CHECK(text.find("<script>zz") == std::string::npos);
    CHECK(text.find("<!--]]>") == std::string::npos);
}

bool is_number(const std::string& cell) {
    char* end = nullptr;
    std::strtod(cell.c_str(), &end);
    return !cell.empty() && *end == '\0';
}

void check_csv(const std::string& text) {
    check_shown(text);
    for (const auto& line : csv_cells(text))
        for (const std::string& cell : line)
            if (!cell.empty() && std::string("=+-@\t\r\n").find(cell[0]) != std::string::npos &&
                !is_number(cell))
                FAIL_CHECK("a formula: " << cell);
}

void check_json(const std::string& text) {
    CHECK(!Json::parse_or_discard(text).is_discarded());
}

/// Checks that `zz` occurs only in comments and in strings between `quotes`. `escape` escapes the next
/// character.
void check_code(const std::string& text, const std::string& quotes, char escape, const std::string& comment) {
    char open = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (open != 0) {
            if (c == escape) ++at;
            if (c == open) open = 0;
            if (c == '\n')
                FAIL_CHECK("a string goes over the end of a line: " << text.substr(at - at % 80, 80));
        } else if (quotes.find(c) != std::string::npos) {
            open = c;
        } else if (text.compare(at, comment.size(), comment) == 0) {
            at = std::min(text.find('\n', at), text.size());
        } else if (text.compare(at, 2, "zz") == 0) {
            FAIL_CHECK("code: " << text.substr(at, 40));
        }
    }
    CHECK(open == 0);
}

void check_plots(const std::vector<Chart>& plots) {
    for (const Chart& plot : plots) {
        check_markup(drawn(plot).file(plot.title));
        CHECK(plot.name.find_first_of("/'\"`. ") == std::string::npos);
    }
}

/// Checks every output format, including CSV and JSON with their own schemas.
void check_forms(Document document) {
    check_shown(render_text(document));
    check_markup(render_html(document));
    check_shown(render_markdown(document));
    check_markup(render_xml(document));
    for (int both = 0; both < 2; ++both) {
        check_csv(render_csv(document));
        check_json(render_json(document));
        document.data = Json();
        document.csv.clear();
    }
}

/// Runs `check` for each payload; a failure shows the payload.
void for_each_payload(const std::function<void(const std::string&)>& check) {
    for (const std::string& payload : payloads) {
        CAPTURE(payload);
        check(payload);
    }
}

} // namespace

TEST_CASE("hostile texts in a run stay text in every output format", "[hostile]") {
    for_each_payload([](const std::string& payload) {
        RunDirectory directory;
        Json record = stored_run();
        poison(record, payload);
        record["source"]["flags"] = {payload};
        record["source"]["libraries"] = {payload};
        record["simulated"] = {{"platform", {{"file", payload}, {"text", payload}}}};
        directory.run = read_run(record);
        directory.run.source.text = payload;
        add_contradictions(directory, nullptr);
        check_forms(sheet_document({directory}));
    });
}

TEST_CASE("hostile texts in a trace stay text in sheets, figures, and exports", "[hostile]") {
    for_each_payload([](const std::string& payload) {
        RunDirectory directory;
        directory.run = read_run(stored_run());
        directory.trace = rounds(3, 2, payload);
        Trace& trace = *directory.trace;
        for (TraceSite& site : trace.sites)
            site.file = site.construct = payload;
        for (Communicator& communicator : trace.communicators)
            communicator.name = payload;
        for (RankTrace& rank : trace.ranks)
            rank.host = rank.problem = payload;
        trace.clock_source = payload;
        trace.problems = {payload};
        const Analysis analysis = analyze(trace);
        add_contradictions(directory, &analysis);
        check_forms(sheet_document({directory, &analysis}));
        for (const std::string& name : figure_names())
            check_markup(figure_named(name)->draw({trace, analysis}).file(payload));

        std::ostringstream events, messages, picl;
        write_events_csv(trace, events);
        check_csv(events.str());
        write_messages_csv(trace, messages);
        check_csv(messages.str());
        write_picl(trace, picl);
        check_shown(picl.str());
        std::istringstream lines(picl.str());
        for (std::string line; std::getline(lines, line);) // a record begins with its type
            CHECK((line[0] == '-' || (line[0] >= '0' && line[0] <= '9')));
    });
}

TEST_CASE("hostile texts in sweeps stay text in their sheets, tables, and plots", "[hostile]") {
    for (const char* seed : {"curve", "surface", "clue"}) {
        CAPTURE(seed);
        std::ifstream file(std::string(SWEEP_SEEDS) + "/" + seed);
        std::stringstream all;
        all << file.rdbuf();
        std::vector<std::string> texts; // plan.json, journal.jsonl, run.json, kept.jsonl
        for (std::string rest = all.str(); !rest.empty();) {
            const std::size_t end = std::min(rest.find("\n--8<--\n"), rest.size());
            texts.push_back(rest.substr(0, end));
            rest.erase(0, end + 8);
        }
        REQUIRE(texts.size() >= 3);
        for_each_payload([&](const std::string& payload) {
            const auto poisoned = [&](const std::string& text) {
                std::string lines;
                std::istringstream in(text);
                Json whole = Json::parse_or_discard(text);
                if (!whole.is_discarded()) {
                    poison(whole, payload);
                    return whole.dump() + "\n";
                }
                for (std::string line; std::getline(in, line);) {
                    Json json = Json::parse(line);
                    poison(json, payload);
                    lines += json.dump() + "\n";
                }
                return lines;
            };
            const loop_tests::Scratch scratch;
            const auto put = [&](const std::string& name, const std::string& text) {
                std::filesystem::create_directories((scratch.path() / name).parent_path());
                std::ofstream(scratch.path() / name) << text;
            };
            // A sweep is recognized as CLUE by the names of variations and parameters, so these stay in the
            // plan.
            Json plan = Json::parse(texts[0]);
            const Json campaign = plan["campaign"], points = plan["points"];
            poison(plan, payload);
            if (std::string(seed) == "clue") {
                plan["campaign"] = campaign, plan["points"] = points;
                for (Json& point : plan["points"])
                    point["machine"] = payload;
            }
            put("plan.json", plan.dump());
            put("journal.jsonl", poisoned(texts[1]));
            for (const Json& point : points) {
                const std::string folder = point["folder"];
                put(folder + "/run.json", poisoned(texts[2]));
                if (texts.size() > 3) put(folder + "/launch-1/records/kept.jsonl", poisoned(texts[3]));
            }
            const Sweep sweep = read_sweep(scratch.path());
            const std::vector<Curve> found = curves(sweep);
            REQUIRE(!found.empty());
            check_forms(sweep_document(sweep, found));
            check_csv(samples_csv(sweep));
            check_plots(plots(sweep, found));
            if (const SurfaceStudy study = study_of(sweep); !study.surfaces.empty()) {
                check_forms(surface_document(study));
                check_plots(surface_plots(study));
            }
            if (is_clue(sweep)) {
                const ClueReport report = clue_report(sweep);
                check_forms(clue_document(report, sweep));
                check_plots(clue_plots(report));
                std::vector<ClueSystem> systems = systems_of(sweep, scratch.path());
                for (ClueSystem& system : systems_of(sweep, scratch.path()))
                    systems.push_back(std::move(system));
                const ClueComparison comparison = compare_clue(std::move(systems));
                check_forms(clue_comparison_document(comparison));
                check_csv(clue_comparison_csv(comparison));
                check_plots(clue_comparison_plots(comparison));
            }
        });
    }
}

TEST_CASE("hostile texts in runs and tables stay text in comparisons", "[hostile]") {
    for_each_payload([](const std::string& payload) {
        Json record = stored_run();
        poison(record, payload);
        const loop_tests::Scratch scratch;
        std::ofstream(scratch.path() / "run.json") << record.dump();
        std::string name; // a quoted cell
        for (const char c : payload)
            name += c == '"' ? std::string("\"\"") : std::string(1, c);
        std::ofstream(scratch.path() / "table.csv")
            << "workload,processors,\"" << name << "_s\",other_s\n\"" << name << "\",3,1,2\n";
        std::vector<Candidate> candidates = load_candidates(scratch.path());
        for (Candidate& more : load_candidates(scratch.path()))
            candidates.push_back(std::move(more));
        for (Candidate& more : load_candidates(scratch.path() / "table.csv"))
            candidates.push_back(std::move(more));
        name_candidates(candidates);
        const Comparison comparison = compare(std::move(candidates));
        check_forms(comparison_document(comparison));
        const std::vector<std::string> figures{"s" + name, "other"};
        std::string table = "system,variation,ranks,act_million_per_s,\"" + name + "\",kind\n";
        for (const std::string& system : figures)
            table += "\"" + system + "\",base,1,2,,figure\n\"" + system + "\",,,,\"" + name + "\",system\n";
        const ClueComparison systems = compare_clue(published_systems(table, "figures.csv"));
        check_forms(clue_comparison_document(systems));
        check_csv(clue_comparison_csv(systems));
        check_plots(clue_comparison_plots(systems));
    });
}

TEST_CASE("hostile names of files and machines stay text in generated C++", "[hostile]") {
    const std::string program = "int main() {\n    int p, me, host, n;\n    \\OPEN0(&p, &me, &host, &n, 0);\n"
                                "    \\CLOSE0();\n}\n";
    for_each_payload([&](const std::string& payload) {
        const auto compilation = loop::compiler::compile({payload, program});
        REQUIRE(compilation.ok());
        loop::compiler::EmitOptions options;
        options.machine = payload;
        const std::string text = compilation.emit(options);
        check_code(text, "\"", '\\', "//");
        CHECK(text.find("?\?/") == std::string::npos);
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            CHECK((line.empty() || line.back() != '\\'));
    });
}

TEST_CASE("a hostile stream name stays a comment in the generated program", "[hostile]") {
    loop::locality::Observer observer({}, std::size_t(64) << 20);
    for (std::uint64_t word = 0; word < 64; ++word)
        observer.access(8 * word, 8);
    const auto found = loop::locality::characterize(observer.finish());
    const std::string plain = loop::locality::program_of(found, "plain");
    for_each_payload([&](const std::string& payload) {
        const std::string text = loop::locality::program_of(found, payload);
        CHECK(text.substr(text.find("*/")) == plain.substr(plain.find("*/")));
        check_json(loop::locality::json_of(found, payload));
    });
}
