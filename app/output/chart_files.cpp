#include "app/output/chart_files.h"

#include "app/output/converted_pictures.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>

namespace loop::app {

namespace fs = std::filesystem;

namespace {

void write_all(const std::vector<report::Chart>& charts, const std::vector<std::string>& texts,
               const fs::path& folder, const std::string& format) {
    for (std::size_t i = 0; i < charts.size(); ++i)
        runner::replace_file(folder / fmt::format("{}.{}", charts[i].name, format), texts[i]);
}

/// Empty, with a message, if the pictures cannot be converted.
std::vector<std::string> converted(const std::vector<std::string>& svgs, const std::string& format,
                                   const Terminal& terminal) {
    try {
        return converted_pictures(svgs, format);
    } catch (const runner::Failure& failure) {
        terminal.info(fmt::format("no figures as {}: {}", format, failure.what()));
        return {};
    }
}

} // namespace

void write_charts(const std::vector<report::Chart>& charts, const fs::path& folder,
                  const Terminal& terminal) {
    if (charts.empty()) return;
    std::vector<std::string> svgs;
    for (const report::Chart& chart : charts)
        svgs.push_back(report::drawn(chart).file(chart.title));
    write_all(charts, svgs, folder, "svg");
    if (!can_convert_pictures())
        return terminal.info(
            "figures are SVG only: rsvg-convert is not installed (Debian package librsvg2-bin)");
    for (const char* format : {"pdf", "png"})
        if (const std::vector<std::string> texts = converted(svgs, format, terminal); !texts.empty())
            write_all(charts, texts, folder, format);
}

} // namespace loop::app
