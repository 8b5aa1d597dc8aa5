#pragma once

#include "report/document/document.h"

#include <string>
#include <vector>

/// The forms of every report, one file each. A new one is a file and a row of the table in forms.cpp.
namespace loop::report {

/// How a report stands in a terminal.
struct SheetOptions {
    bool colour = false;
    std::size_t width = 100; ///< columns; tables are never broken, long text is
};

std::string text_form(const Document& document, const SheetOptions& options = {});
std::string html_form(const Document& document); ///< one file, for any browser, without network
std::string markdown_form(const Document& document);
/// One line a value: section, table, row, column, value, unit; or what the report has for spreadsheets.
std::string csv_form(const Document& document);
std::string json_form(const Document& document); ///< schema "loop-sheet/1", or the report's own
std::string xml_form(const Document& document);  ///< docs/sheet.xsd
/// Shows any report's XML as a page: for browsers, and `xsltproc`.
const std::string& xml_style_sheet();

/// "html", "text", "markdown", "csv", "json", "xml".
const std::vector<std::string>& form_names();
/// By the end of a file's name, as "htm" or "md"; the word itself where no form is known by it.
std::string form_of_ending(const std::string& ending);
/// `name` is one of form_names().
std::string report_form(const Document& document, const std::string& name, const SheetOptions& options = {});

} // namespace loop::report
