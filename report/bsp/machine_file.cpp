#include "report/bsp/machine_file.h"

#include "base/text/csv.h"
#include "base/text/strings.h"
#include "report/read/csv_row.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace loop::report::bsp {

namespace {

const std::vector<std::string> columns{"computer", "p",    "program", "r_mflops",     "g_flop", "word_bits",
                                       "l_flop",   "g_us", "l_us",    "n_half_words", "remark", "source"};
const std::string noted = "VALID WITH NOTES: "; ///< the remark of a measured machine

double needed_number(const CsvRow& row, const std::string& column) {
    const auto value = row.number(column);
    if (!value) row.fail("`" + column + "` is not a number");
    return *value;
}

/// A line that LOOP wrote for a measured machine: its times are those of the run's own sheet.
void read_measured(Machine& machine) {
    machine.is_measured = true;
    machine.measured_g_us = machine.printed_g_us;
    machine.measured_l_us = machine.printed_l_us;
    machine.printed_g_us = machine.printed_l_us = std::nullopt;
    if (machine.measured_g_us) machine.g_flop = *machine.measured_g_us * machine.r_mflops;
    if (machine.measured_l_us) machine.l_flop = *machine.measured_l_us * machine.r_mflops;
    if (machine.remark.rfind(noted, 0) != 0) return;
    machine.trust.note(machine.remark.substr(noted.size()));
    machine.remark.clear();
}

Machine machine_of(const CsvRow& row) {
    const double ranks = row.above_zero("p");
    if (ranks != std::floor(ranks) || ranks > 1e9) row.fail("`p` is not a number of ranks");
    Machine machine;
    machine.computer = row.text("computer");
    machine.ranks = static_cast<int>(ranks);
    machine.program = row.text("program");
    machine.r_mflops = row.above_zero("r_mflops");
    machine.word_bits = row.above_zero("word_bits");
    const double words = 64 / machine.word_bits;
    machine.g_flop = needed_number(row, "g_flop") * words;
    machine.l_flop = needed_number(row, "l_flop");
    machine.n_half = row.number("n_half_words");
    machine.printed_g_us = row.number("g_us");
    if (machine.printed_g_us) *machine.printed_g_us *= words;
    machine.printed_l_us = row.number("l_us");
    machine.remark = row.text("remark");
    machine.source = row.text("source");
    machine.rates = {
        {machine.workload() == "bspprobe" ? "s" : "r", "as " + machine.program, machine.r_mflops}};
    if (machine.source.rfind(measured_source, 0) == 0) read_measured(machine);
    return machine;
}

std::string cell_of(std::optional<double> value) {
    return value ? fmt::format("{}", *value) : "";
}

std::optional<double> per(std::optional<double> value, double words) {
    if (value) *value /= words;
    return value;
}

std::string remark_of(const Machine& machine) {
    if (!machine.is_measured || machine.trust.reasons().empty()) return machine.remark;
    return noted + joined(machine.trust.reasons(), "; ");
}

std::string csv_of(const Machine& machine) {
    const double words = 64 / machine.word_bits;
    const auto g_us = machine.is_measured ? machine.g_us() : machine.printed_g_us;
    const auto l_us = machine.is_measured ? machine.l_us() : machine.printed_l_us;
    return csv_line({machine.computer, std::to_string(machine.ranks), machine.program,
                     cell_of(machine.r_mflops), cell_of(machine.g_flop / words), cell_of(machine.word_bits),
                     cell_of(machine.l_flop), cell_of(per(g_us, words)), cell_of(l_us),
                     cell_of(machine.n_half), remark_of(machine), machine.source});
}

std::string without_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

using Before = bool (*)(const Machine&, const Machine&);

bool by_computer(const Machine& a, const Machine& b) {
    return std::tuple(without_case(a.computer), a.program, a.ranks) <
           std::tuple(without_case(b.computer), b.program, b.ranks);
}

const std::pair<const char*, Before> orders[] = {
    {"computer", by_computer},
    {"p", [](const Machine& a, const Machine& b) { return a.ranks < b.ranks; }},
    {"program", [](const Machine& a, const Machine& b) { return a.program < b.program; }},
    {"r", [](const Machine& a, const Machine& b) { return a.r_mflops > b.r_mflops; }},
    {"g", [](const Machine& a, const Machine& b) { return a.g_us() < b.g_us(); }},
    {"l", [](const Machine& a, const Machine& b) { return a.l_us() < b.l_us(); }}};

} // namespace

std::vector<Machine> read_machines(const std::string& csv, const std::string& origin) {
    const std::vector<std::vector<std::string>> lines = csv_cells(csv);
    std::vector<Machine> all;
    for (std::size_t k = 1; k < lines.size(); ++k)
        all.push_back(machine_of(CsvRow(lines[0], lines[k], origin, k + 1)));
    if (all.empty()) throw FormatError("`" + origin + "`: has no machines");
    return all;
}

void require_known_columns(const std::string& csv, const std::string& origin) {
    const std::vector<std::vector<std::string>> lines = csv_cells(csv);
    if (lines.empty()) return;
    for (const std::string& column : lines[0])
        if (std::find(columns.begin(), columns.end(), column) == columns.end())
            throw FormatError(fmt::format("`{}`: has a column `{}`, which would be lost; the columns are {}",
                                          origin, column, joined(columns, ", ")));
}

std::string machines_csv(const std::vector<Machine>& machines) {
    std::string text = csv_line(columns);
    for (const Machine& machine : machines)
        text += csv_of(machine);
    return text;
}

void add_machines(std::vector<Machine>& table, const std::vector<Machine>& more) {
    std::vector<std::string> known;
    for (const Machine& machine : table)
        known.push_back(csv_of(machine));
    for (const Machine& machine : more) {
        const std::string line = csv_of(machine);
        if (std::find(known.begin(), known.end(), line) != known.end()) continue;
        known.push_back(line);
        table.push_back(machine);
    }
}

const std::vector<std::string>& sort_keys() {
    static const std::vector<std::string> keys = [] {
        std::vector<std::string> all;
        for (const auto& [key, before] : orders)
            all.emplace_back(key);
        return all;
    }();
    return keys;
}

void sort_machines(std::vector<Machine>& machines, const std::string& key) {
    for (const auto& [name, before] : orders)
        if (key == name) std::stable_sort(machines.begin(), machines.end(), before);
}

} // namespace loop::report::bsp
