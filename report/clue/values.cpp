#include "report/clue/values.h"

namespace loop::report {

namespace {

/// Above 0 and below 100 %, a serial fraction speaks for itself. Others are marked, for the table's note.
constexpr const char* outside_mark = " *";

bool is_outside(const std::optional<double>& fraction) {
    return fraction && (*fraction < 0 || *fraction > 1);
}

} // namespace

Value quantity_value(const ClueQuantity& quantity, const std::optional<double>& value) {
    if (!value) return {};
    const double number = *value * quantity.scale;
    return {clue_number(quantity, value), number, quantity.scale == 100 ? "%" : ""};
}

Value figure_value(const ClueQuantity& quantity, const ClueFigure& figure) {
    const auto value = quantity.of_figure(figure);
    Value shown = quantity_value(quantity, value);
    if (std::string(quantity.name) == "serial_fraction_percent" && is_outside(value))
        shown.text += outside_mark;
    return shown;
}

std::string outside_note(const std::vector<ClueReport>& reports) {
    bool below = false, above = false;
    for (const ClueReport& report : reports)
        for (const ClueFigure& figure : report.figures) {
            below = below || (figure.serial_fraction && *figure.serial_fraction < 0);
            above = above || (figure.serial_fraction && *figure.serial_fraction > 1);
        }
    std::string text;
    if (below)
        text +=
            "* serial fraction below 0: each rank is faster among several than alone, as when the machine "
            "raises its clock or trials scatter; the law has no such case. ";
    if (above)
        text +=
            "* serial fraction above 100 %: all ranks together do less than one rank alone; the law has no "
            "such case. ";
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

} // namespace loop::report
