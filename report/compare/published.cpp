#include "report/compare/published.h"

#include "base/text/csv.h"
#include "base/text/clean.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace loop::report {

namespace {

/// In decimal digits: half_unit() reads them too.
double positive_number(const std::string& text) {
    if (text.find_first_not_of("0123456789.eE+-") != std::string::npos) return 0;
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' && std::isfinite(value) && value > 0 ? value : 0;
}

bool names_machine(const std::string& column) {
    return column.size() > 2 && column.compare(column.size() - 2, 2, "_s") == 0;
}

/// The paper's short names of the predefined workloads.
std::string workload_name(const std::string& printed) {
    if (printed == "fp") return "fingerprint";
    return printed == "red_bl." ? "red_black" : printed;
}

class TableReader {
public:
    TableReader(const std::vector<std::string>& head, const std::string& origin)
        : head_(head), origin_(origin) {
        for (std::size_t i = 0; i < head.size(); ++i) {
            if (!names_machine(head[i])) continue;
            const std::string name = clean_text(head[i].substr(0, head[i].size() - 2));
            columns_.emplace_back(i, contenders_.size());
            contenders_.push_back({"", name, origin, {}, {}});
        }
        if (column("workload") == npos || column("processors") == npos || contenders_.empty())
            throw FormatError("`" + origin +
                              "`: a table of published times has columns `workload`, `processors`, and "
                              "`NAME_s` for each machine");
    }

    void add(const std::vector<std::string>& cells, std::size_t line) {
        const auto fail = [&](const std::string& what) {
            throw FormatError("`" + origin_ + "`: line " + std::to_string(line) + ": " + what);
        };
        if (cells.size() != head_.size())
            fail("has " + std::to_string(cells.size()) + " cells, not " + std::to_string(head_.size()));
        Measurement row;
        row.workload = workload_name(clean_text(cells[column("workload")]));
        const double ranks = positive_number(cells[column("processors")]);
        if (ranks < 1 || ranks > 1e9 || ranks != std::floor(ranks))
            fail("`processors` is not a number of ranks");
        row.ranks = static_cast<int>(ranks);
        for (const auto& [name, parameter] :
             {std::pair("problem_size", "size"), std::pair("iterations", "iterations")})
            if (const std::size_t at = column(name); at != npos && !cells[at].empty())
                row.parameters.emplace_back(parameter, clean_text(cells[at]));
        for (const auto& [at, contender] : columns_) {
            if (cells[at].empty()) continue;
            Measurement measurement = row;
            const double seconds = positive_number(cells[at]);
            if (seconds <= 0) fail("`" + head_[at] + "` is not a time");
            measurement.seconds = {seconds};
            measurement.half_unit = half_unit(cells[at]);
            contenders_[contender].measurements.push_back(std::move(measurement));
        }
    }

    std::vector<Contender> contenders() { return std::move(contenders_); }

private:
    static constexpr std::size_t npos = static_cast<std::size_t>(-1);

    std::size_t column(const std::string& name) const {
        for (std::size_t i = 0; i < head_.size(); ++i)
            if (head_[i] == name) return i;
        return npos;
    }

    const std::vector<std::string>& head_;
    const std::string& origin_;
    std::vector<std::pair<std::size_t, std::size_t>> columns_;
    std::vector<Contender> contenders_;
};

} // namespace

double half_unit(const std::string& printed) {
    const std::size_t power = std::min(printed.find_first_of("eE"), printed.size());
    const std::size_t point = std::min(printed.find('.'), power);
    const double digits = point == power ? 0 : static_cast<double>(power - point - 1);
    const double exponent = power == printed.size() ? 0 : std::strtod(printed.c_str() + power + 1, nullptr);
    return 0.5 * std::pow(10, exponent - digits);
}

std::pair<double, double> quotient_limits(double seconds, double half, double base_seconds,
                                          double base_half) {
    return {(seconds - half) / (base_seconds + base_half), (seconds + half) / (base_seconds - base_half)};
}

std::vector<Contender> published_contenders(const std::string& csv, const std::string& origin) {
    const std::vector<std::vector<std::string>> lines = csv_cells(csv);
    if (lines.empty()) throw FormatError("`" + origin + "` is empty");
    TableReader reader(lines[0], origin);
    for (std::size_t i = 1; i < lines.size(); ++i)
        reader.add(lines[i], i + 1);
    return reader.contenders();
}

} // namespace loop::report
