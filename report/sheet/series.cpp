#include "report/sheet/measured_series.h"

#include "report/sheet/sections.h"
#include "report/document/values.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

constexpr std::size_t most_rows = 2000;

DataTable series_table(const MeasuredSeries& series, std::size_t number) {
    DataTable table{fmt::format("series-{}", number), series.name, {series.x_title()}, {}, {}};
    for (const MeasuredSeries::Curve& curve : series.curves)
        table.columns.push_back(MeasuredSeries::title_of(curve));
    const std::vector<std::size_t> places = evenly(series.x_values.size(), most_rows);
    for (const std::size_t place : places) {
        std::vector<Value> row{number_value(series.x_values[place], series.x_unit)};
        for (const MeasuredSeries::Curve& curve : series.curves)
            row.push_back(curve.values[place] ? number_value(*curve.values[place], curve.unit) : Value{});
        table.rows.push_back(std::move(row));
    }
    if (series.launches > 1) table.note = fmt::format("Medians of {} launches.", series.launches);
    if (places.size() < series.x_values.size())
        table.note += fmt::format("{}{} of {} points, evenly apart.", table.note.empty() ? "" : " ",
                                  places.size(), series.x_values.size());
    return table;
}

} // namespace

/// What kernels measured over another quantity: empty where no program of the run did.
Section series_section(const SheetInput& input) {
    Section section{"series", "What was measured over another quantity"};
    for (const MeasuredSeries& series : measured_series(input.run())) {
        section.tables.push_back(series_table(series, section.tables.size() + 1));
        section.pictures.push_back(
            {series.name, "Over " + series.x_title() + ".", [series] { return series_picture(series); }});
    }
    return section;
}

} // namespace loop::report
