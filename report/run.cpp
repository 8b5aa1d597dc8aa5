#include "report/run.h"

#include "report/json_number.h"
#include "report/table.h"

#include <algorithm>
#include <cctype>

namespace loop::report {


namespace {

std::string text(const Json& object, const char* key) {
    const Json& value = object[key];
    return value.is_string() ? printable(value.get<std::string>()) : "";
}

template <typename Number = long long>
Number number(const Json& object, const char* key) {
    const Json& value = object[key];
    return value.is_number() ? nearest_number<Number>(value) : Number{};
}

bool flag(const Json& object, const char* key) {
    const Json& value = object[key];
    return value.is_boolean() && value.get<bool>();
}

std::vector<std::string> words(const Json& list) {
    std::vector<std::string> result;
    for (const Json& word : list)
        if (word.is_string()) result.push_back(printable(word));
    return result;
}

std::optional<Spread> spread(const Json& value) {
    if (!value["median"].is_number()) return std::nullopt;
    return Spread{number<double>(value, "min"), number<double>(value, "median"),
                  number<double>(value, "max")};
}

Timing timing(const Json& value) {
    Timing result;
    result.seconds = spread(value["seconds"]);
    result.flops = number<double>(value, "flops");
    for (const Json& launch : value["launches"])
        if (const auto ranks = spread(launch)) result.launches.push_back(*ranks);
    return result;
}

template <typename Item>
std::vector<Item> list(const Json& items, Item (*read)(const Json&)) {
    std::vector<Item> result;
    if (items.is_array())
        for (const Json& item : items)
            result.push_back(read(item));
    return result;
}

PhaseTiming phase(const Json& item) {
    return {text(item, "name"), number<int>(item, "line"), spread(item["calls"]), timing(item)};
}

PhaseTime phase_time(const Json& item) {
    return {text(item, "name"), timing(item)};
}

SiteCounts site(const Json& item) {
    return {text(item, "construct"),       number<int>(item, "line"),  number(item, "calls"),
            number(item, "messages_sent"), number(item, "bytes_sent"), number(item, "messages_received"),
            number(item, "bytes_received"), flag(item, "untimed")};
}

std::vector<std::optional<Spread>> spreads(const Json& items) {
    std::vector<std::optional<Spread>> result;
    if (items.is_array())
        for (const Json& item : items)
            result.push_back(spread(item));
    return result;
}

ResultValue result(const Json& item) {
    return {text(item, "name"),
            text(item, "unit"),
            number<int>(item, "line"),
            spread(item["value"]),
            number<int>(item, "not_finite"),
            number<int>(item, "ranks"),
            spreads(item["launches"])};
}

/// Points of which a value is not finite, or missing, are left out.
Series one_series(const Json& item) {
    Series series{text(item, "name"), text(item, "x"), text(item, "x_unit"), text(item, "y"),
                  text(item, "y_unit"), {}, {}};
    const Json& x = item["x_values"];
    const Json& y = item["y_values"];
    if (!x.is_array() || !y.is_array()) return series;
    for (std::size_t k = 0; k < std::min(x.size(), y.size()); ++k) {
        if (!x[k].is_number() || !y[k].is_number()) continue;
        series.x_values.push_back(x[k].get<double>());
        series.y_values.push_back(y[k].get<double>());
    }
    return series;
}

std::vector<std::vector<Series>> series_of_launches(const Json& launches) {
    std::vector<std::vector<Series>> all;
    if (!launches.is_array()) return all;
    for (const Json& launch : launches) {
        if (!flag(launch, "complete")) continue;
        std::vector<Series> first;
        for (const Json& rank : launch["ranks"]) {
            first = list(rank["record"]["series"], one_series);
            if (!first.empty()) break;
        }
        all.push_back(std::move(first));
    }
    return all;
}

std::vector<int> complete_launches(const Json& launches) {
    std::vector<int> indices;
    if (launches.is_array())
        for (const Json& launch : launches)
            if (flag(launch, "complete")) indices.push_back(number<int>(launch, "index"));
    return indices;
}

Verification verification(const Json& item) {
    return {text(item, "text"), number<int>(item, "line"), number(item, "checks"), number(item, "failures")};
}

Payload payload(const Json& item) {
    return {flag(item, "verified"), number(item, "messages"), number(item, "wrong_messages"),
            number(item, "wrong_bytes")};
}

std::vector<std::pair<std::string, std::string>> parameters(const Json& object) {
    std::vector<std::pair<std::string, std::string>> result;
    if (object.is_object())
        for (const auto& [name, value] : object.items())
            result.emplace_back(printable(name),
                                printable(value.is_string() ? value.get<std::string>() : value.dump()));
    return result;
}

bool is_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool has_word(const std::string& text, const std::string& word) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_of_word(text[at - 1])) && (end == text.size() || !is_of_word(text[end]))) return true;
    }
    return false;
}

/// Whether a program's text, but for lines that are comments, says how often it does something. Every program
/// has the option --iterations.
bool uses_iterations(const std::string& source) {
    for (std::size_t begin = 0; begin < source.size();) {
        const std::size_t end = std::min(source.find('\n', begin), source.size());
        const std::string line = source.substr(begin, end - begin);
        const std::size_t first = line.find_first_not_of(" \t");
        const bool is_comment = first != std::string::npos && line.compare(first, 2, "//") == 0;
        if (!is_comment && (has_word(line, "ITERATIONS") || has_word(line, "iterations"))) return true;
        begin = end + 1;
    }
    return false;
}

void forget_iterations(Run& run) {
    run.has_iterations = false;
    const auto is_iterations = [](const auto& parameter) { return parameter.first == "iterations"; };
    run.parameters.erase(std::remove_if(run.parameters.begin(), run.parameters.end(), is_iterations),
                         run.parameters.end());
}

} // namespace

Run read_run(const Json& record) {
    if (text(record, "schema") != "loop-run/1") throw FormatError("not a run of schema loop-run/1");
    const Json& summary = record["summary"];
    const Json& source = record["source"];
    const Json& versions = record["versions"];
    Run run;
    run.verdict = text(record["verdict"], "word");
    run.reasons = words(record["verdict"]["reasons"]);
    run.name = text(source, "name");
    run.file = text(source, "file");
    run.description = text(source, "description");
    run.ranks = number<int>(record, "ranks");
    run.machine = text(record["machine"], "name");
    run.simulated = record.contains("simulated");
    run.repeats = text(record["simulated"], "host_compute") == "free";
    if (run.simulated) run.machine += " (SIMULATED)";
    run.flags = words(record["machine"]["flags"]);
    run.parameters = parameters(record["parameters"]);
    if (const std::string program = source["text"].is_string() ? source["text"].get<std::string>() : "";
        !program.empty() && !uses_iterations(program))
        forget_iterations(run);
    run.repeat_command = words(record["commands"]["repeat"]);
    run.started = text(record, "started");
    run.loop_version = text(versions, "loop");
    run.compiler_version = text(versions, "compiler");
    run.mpi_version = text(versions, "mpi");
    run.launches_planned = number<int>(record, "launches_planned");
    run.launches_complete = number<int>(summary, "launches");
    run.program = timing(summary["program"]);
    run.phases = list(summary["phases"], phase);
    run.phase_times = list(summary["phase_times"], phase_time);
    run.sites = list(summary["sites"], site);
    run.results = list(summary["results"], result);
    run.series = series_of_launches(record["launches"]);
    run.complete_launches = complete_launches(record["launches"]);
    run.verifications = list(summary["verifications"], verification);
    run.payload = payload(summary["payload"]);
    run.environment = record["environment"];
    return run;
}

Run parse_run(const std::string& text) {
    const Json record = Json::parse_or_discard(text);
    if (record.is_discarded()) throw FormatError("not JSON");
    return read_run(record);
}

} // namespace loop::report
