#pragma once

#include "report/document/document.h"

#include <string>
#include <vector>

/// The output formats of every report, one file each. To add one, write a file and a row of the table in
/// output_formats.cpp.
namespace loop::report {

/// How a report looks in a terminal.
struct TextOptions {
    bool colour = false;
    std::size_t width = 100; ///< columns; tables are never broken, long text is
};

std::string render_text(const Document& document, const TextOptions& options = {});
std::string render_html(const Document& document); ///< one file, for any browser, without network
std::string render_markdown(const Document& document);
/// One line a value: section, table, row, column, value, unit; or what the report has for spreadsheets.
std::string render_csv(const Document& document);
std::string render_json(const Document& document); ///< schema "loop-sheet/1", or the report's own
std::string render_xml(const Document& document);  ///< docs/sheet.xsd
/// Shows any report's XML as a page: for browsers, and `xsltproc`.
const std::string& xml_style_sheet();

/// "html", "text", "markdown", "csv", "json", "xml".
const std::vector<std::string>& output_formats();
/// The format of a file name extension, such as "htm" or "md"; the extension itself if no format has it.
std::string output_format_of(const std::string& ending);
/// `name` is one of output_formats().
std::string render(const Document& document, const std::string& name, const TextOptions& options = {});

} // namespace loop::report
