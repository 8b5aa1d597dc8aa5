#pragma once

#include <string>
#include <vector>

namespace loop::report {

/// A cell of a table on a page. `kind` is "better", "worse", or empty; its colour never says what the text
/// does not.
struct PageCell {
    std::string text;
    std::string kind;
    std::string note; ///< small, below the text
    std::string svg;  ///< an element by figures/svg.h, behind the text: ours, and not escaped
};

/// An HTML page of tables, text and pictures in one file: no script, no network, light and dark. Everything
/// that it is given is text from anyone, and is escaped.
class Page {
public:
    explicit Page(const std::string& title);

    void heading(const std::string& text);
    void paragraph(const std::string& text);
    void list(const std::vector<std::string>& items);
    /// The first column is what the others are about. Columns without any text are left out.
    void table(const std::string& caption, const std::vector<std::string>& head,
               const std::vector<std::vector<PageCell>>& rows);
    /// An SVG document, shown as an image: nothing in it can reach the page.
    void picture(const std::string& svg, const std::string& description);
    /// The verdict's word with its reasons.
    void verdict(const std::string& word, const std::vector<std::string>& reasons);

    /// The whole document.
    std::string text() const;

private:
    std::string title_;
    std::string body_;
};

} // namespace loop::report
