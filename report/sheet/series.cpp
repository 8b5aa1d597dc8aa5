#include "base/text/units.h"
#include "report/bsp/section.h"
#include "report/document/values.h"
#include "report/figures/axis.h"
#include "report/sheet/measured_series.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

constexpr std::size_t max_rows = 2000;

std::string note_of(const MeasuredSeries& series, std::size_t rows) {
    std::string note = series.launches > 1 ? fmt::format("Medians of {} launches.", series.launches) : "";
    if (rows < series.x_values.size())
        note += fmt::format("{}{} of {} points, evenly apart.", note.empty() ? "" : " ", rows,
                            series.x_values.size());
    return note;
}

} // namespace

/// The heads of the columns name the units.
Value cell_of(double number, const std::string& unit) {
    return {number_text(number), number, unit};
}

DataTable series_table(const MeasuredSeries& series, std::size_t most) {
    DataTable table{"", "", {series.x_title()}, {}};
    for (const MeasuredSeries::Curve& curve : series.curves)
        table.columns.push_back(MeasuredSeries::title_of(curve));
    for (const std::size_t place : evenly(series.x_values.size(), most)) {
        std::vector<Value> row{cell_of(series.x_values[place], series.x_unit)};
        for (const MeasuredSeries::Curve& curve : series.curves)
            row.push_back(curve.values[place] ? cell_of(*curve.values[place], curve.unit) : Value{});
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// What kernels measured as a function of another quantity; empty if none did.
Section series_section(const SheetInput& input) {
    Section section{"series", "Measured as a function of another quantity"};
    for (const MeasuredSeries& series : measured_series(input.run())) {
        DataTable table = series_table(series, max_rows);
        table.id = fmt::format("series-{}", section.tables.size() + 1);
        table.title = series.name;
        table.note = note_of(series, table.rows.size());
        section.tables.push_back(std::move(table));
        if (!bsp::draws(series.tag))
            section.pictures.push_back(
                {series.name, "Over " + series.x_title() + ".", [series] { return series_picture(series); }});
    }
    return section;
}

} // namespace loop::report
