#pragma once

#include "report/clue/clue.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loop::report {

/// One quantity of a CLUE report. All output formats show them in the order of clue_quantities().
struct ClueQuantity {
    const char* name;  ///< in files: "efficiency_percent"
    const char* title; ///< for people: "efficiency %"
    int digits;        ///< after the decimal point, as in the thesis
    double scale;
    std::optional<double> (*of_figure)(const ClueFigure&);
    std::optional<double> (*of_average)(const ClueAverage&);

    /// The value in the unit of `title`; nothing without a figure.
    std::optional<double> scaled(const ClueFigure* figure) const;
};

const std::vector<ClueQuantity>& clue_quantities();

/// The 95 % interval of a quantity, in two columns of files, in percent: none or both have a value.
struct ClueInterval {
    const char *low, *high; ///< "efficiency_low_percent", "efficiency_high_percent"
    std::optional<std::pair<double, double>> ClueFigure::*of_figure;
};

const std::vector<ClueInterval>& clue_intervals();
/// Those of Figures 4.2 to 4.6.
const ClueQuantity& act_quantity();
const ClueQuantity& efficiency_quantity();
const ClueQuantity& serial_fraction_quantity();

/// Formats the value with the digits of its quantity; "" if there is none.
std::string clue_number(const ClueQuantity& quantity, const std::optional<double>& value);

/// A row of averages, and what is averaged.
struct ClueAverageRow {
    std::string kind; ///< "ranks", "variation" or "system"
    std::string of;
    ClueAverage average;

    std::string title() const; ///< "2 ranks", "double", "all"
};

std::vector<ClueAverageRow> clue_averages(const ClueReport& report);

/// "the fastest of 4 trials", "the fastest of 4 to 12 trials", "one trial"; "" for figures without trials.
std::string trials_text(const ClueReport& report);

/// Describes how a variation differs from the base; "" for an unknown variation.
std::string variation_text(const std::string& variation);

} // namespace loop::report
