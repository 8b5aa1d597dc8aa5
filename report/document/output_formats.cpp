#include "report/document/output_formats.h"

#include <algorithm>

namespace loop::report {

namespace {

struct OutputFormat {
    const char* name;
    std::vector<std::string> endings;
    std::string (*write)(const Document& document, const TextOptions& options);
};

/// Drops the options, which only the text format uses.
template <std::string (*Write)(const Document&)>
std::string without_options(const Document& document, const TextOptions&) {
    return Write(document);
}

const std::vector<OutputFormat>& all_formats() {
    static const std::vector<OutputFormat> all{{"html", {"htm"}, without_options<render_html>},
                                               {"text", {"txt"}, render_text},
                                               {"markdown", {"md"}, without_options<render_markdown>},
                                               {"csv", {}, without_options<render_csv>},
                                               {"json", {}, without_options<render_json>},
                                               {"xml", {}, without_options<render_xml>}};
    return all;
}

} // namespace

const std::vector<std::string>& output_formats() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const OutputFormat& format : all_formats())
            all.emplace_back(format.name);
        return all;
    }();
    return names;
}

std::string output_format_of(const std::string& ending) {
    for (const OutputFormat& format : all_formats())
        if (std::find(format.endings.begin(), format.endings.end(), ending) != format.endings.end())
            return format.name;
    return ending;
}

std::string render(const Document& document, const std::string& name, const TextOptions& options) {
    for (const OutputFormat& format : all_formats())
        if (name == format.name) return format.write(document, options);
    return {};
}

} // namespace loop::report
