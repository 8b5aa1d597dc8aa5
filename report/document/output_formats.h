#pragma once

#include "report/document/document.h"

#include <string>
#include <vector>

/// The output formats of every report, one file each. To add one, write a file and a row of the table in
/// output_formats.cpp.
namespace loop::report {

/// Options for terminal output.
struct TextOptions {
    bool colour = false;
    std::size_t width = 100; ///< columns; long text is wrapped, tables are not
};

std::string render_text(const Document& document, const TextOptions& options = {});
/// Returns a self-contained page, which loads nothing from the network.
std::string render_html(const Document& document);
std::string render_markdown(const Document& document);
/// One line per value: section, table, row, column, value, unit; or the report's own CSV.
std::string render_csv(const Document& document);
std::string render_json(const Document& document); ///< schema "loop-sheet/1", or the report's own
std::string render_xml(const Document& document);  ///< docs/sheet.xsd
/// XSLT that turns the XML of any report into an HTML page, in a browser or with `xsltproc`.
const std::string& xml_style_sheet();

/// "html", "text", "markdown", "csv", "json", "xml".
const std::vector<std::string>& output_formats();
/// Returns the format for a file name extension such as "htm" or "md"; an unknown extension is unchanged.
std::string output_format_of(const std::string& ending);
/// `name` must be one of output_formats().
std::string render(const Document& document, const std::string& name, const TextOptions& options = {});

} // namespace loop::report
