#pragma once

#include "base/formats/verdict.h"
#include "base/text/json.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// A report as data: of a run, a sweep, surfaces, CLUE, a comparison, BSP. Every output format is
/// a view of it (output_formats.h).
namespace loop::report {

enum class Mark { None, Better, Worse }; ///< its colour never says more than the text

/// A number keeps its base unit (seconds, bytes, percent, or none) next to its text for people.
struct Value {
    std::string text;
    std::optional<double> number;
    std::string unit;
    Mark mark = Mark::None;
    std::string svg{}; ///< on a page, after the text: an element by figures/svg.h, not escaped
};

struct Fact {
    std::string label;
    Value value;
    bool is_command = false; ///< to be copied: never broken into lines
};

struct DataTable {
    std::string id;    ///< short and fixed, for scripts: "ranks"
    std::string title; ///< empty: the first column's head says it
    std::vector<std::string> columns;
    std::vector<std::vector<Value>> rows; ///< as long as `columns`; a column without any text is not shown
    std::string note{};                   ///< lines below it
    std::size_t compact = 0;              ///< so many of its first columns are for a terminal; 0: all
    std::size_t max_width = 40;           ///< of a column in a terminal but the first, which may have more

    /// Whether any of its rows has a text there.
    bool is_shown(std::size_t column) const;
    /// Whether its cells are pictures, whose texts say nothing that other columns do not.
    bool is_drawn(std::size_t column) const;
    /// A row of words without numbers; cells that are missing are empty.
    void add(const std::vector<std::string>& texts);
};

struct Picture {
    std::string title;
    std::string caption;
    std::function<std::string()> svg; ///< an element by figures/svg.h: ours, and not escaped
    bool is_file = false; ///< a whole file by another program instead, shown as an image; empty: none
};

struct Section {
    std::string id;
    std::string title; ///< may be empty
    std::vector<std::string> paragraphs{};
    std::vector<Fact> facts{};
    std::vector<DataTable> tables{};
    std::string listing{}; ///< text to show line for line: the source
    std::vector<Picture> pictures{};
    std::vector<std::string> items{}; ///< sentences, the points of a list
    bool is_detail = false;           ///< too much for a terminal
    /// Elements for a page with the viewer's script, in place of the first picture.
    std::function<std::string()> interactive{};

    /// Whether there is nothing to show below its title.
    bool is_empty() const;
    /// A fact; of a text "unknown" where it is empty.
    void add(const std::string& label, Value value) { facts.push_back({label, std::move(value)}); }
    void add(const std::string& label, const std::string& text);
};

struct Document {
    std::string title;
    std::string subtitle{};
    std::optional<formats::Verdict::Word> verdict{}; ///< nothing if nobody judged
    std::vector<std::string> reasons{};
    std::vector<Section> sections{};
    std::vector<Section> compact{};   ///< what a terminal shows instead of them; empty: the same
    bool has_script = false;          ///< the viewer's: its tables are sorted and copied
    bool simulated = false;           ///< its times come from a model: shown next to the verdict
    std::string kind = "LOOP report"; ///< above the title
    std::vector<std::pair<std::string, Fact>>
        headline{};                   ///< on top of a page, each with the name of its style
    std::string loop_version{};       ///< that wrote it; empty if unknown
    std::size_t min_first_column = 0; ///< in a terminal, so that tables align
    Json data{}; ///< what it has for programs under a schema of its own; null: the document as it stands
    std::string csv{};         ///< the same for spreadsheets
    std::string style_sheet{}; ///< the file that its XML names to be shown with; empty: none

    void judge(const std::optional<formats::Verdict>& judgement);
    /// `otherwise` if nobody judged.
    std::string verdict_text(const char* otherwise = "unknown") const;
};

} // namespace loop::report
