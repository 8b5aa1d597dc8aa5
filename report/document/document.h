#pragma once

#include "base/formats/verdict.h"
#include "base/text/json.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// A report as data, on any subject: a run, a sweep, surfaces, CLUE, a comparison, or BSP. Every output
/// format renders it (output_formats.h).
namespace loop::report {

enum class Mark { None, Better, Worse }; ///< shown as a color; the text must say the same

/// A text for people and, for numbers, the value in its base unit (seconds, bytes, percent, or none).
struct Value {
    std::string text;
    std::optional<double> number;
    std::string unit;
    Mark mark = Mark::None;
    std::string svg{};  ///< HTML only: an element from figures/svg.h, written after the text without escaping
    int line = 0;       ///< the line of the source that the text names; pages link to it
    std::string file{}; ///< if the text names a line of another file than the program
};

struct Fact {
    std::string label;
    Value value;
    bool is_command = false; ///< a command to copy: never wrapped
};

struct DataTable {
    std::string id;    ///< short and fixed, for scripts: "ranks"
    std::string title; ///< empty: the head of the first column serves as title
    std::vector<std::string> columns;
    /// Each row is as long as `columns`. Columns without any text are not shown.
    std::vector<std::vector<Value>> rows;
    std::string note{};         ///< text below the table
    std::size_t compact = 0;    ///< number of leading columns that a terminal shows; 0: all
    std::string left_out{};     ///< what the other columns are; a terminal says so, unless empty
    std::size_t max_width = 40; ///< of a column in a terminal; the first one may be wider

    /// Whether any row has a text in this column.
    bool is_shown(std::size_t column) const;
    /// Whether this column consists of pictures. The texts of the pictures repeat other columns, so formats
    /// other than HTML may omit this column.
    bool is_drawn(std::size_t column) const;
    /// Appends a row of texts without numbers; missing cells are empty.
    void add(const std::vector<std::string>& texts);
};

struct Picture {
    std::string title;
    std::string caption;
    std::function<std::string()> svg; ///< returns an element made by figures/svg.h; not escaped
};

/// What a report found: one sentence with its figure.
struct Conclusion {
    std::string id;        ///< short and fixed, for programs: "late-rank"
    std::string text;      ///< a whole sentence, with its period
    Value figure{};        ///< the sentence's main number; without a number: none
    std::string section{}; ///< id of the section that shows it; empty: none
    int line = 0;          ///< line of the source that the sentence names; 0: none
};

/// An interactive diagram of a page: its element, and the data that the page's script reads.
struct Interactive {
    std::string element;
    std::string data;
};

/// Values for some lines of a listing, shown next to them.
struct LineValues {
    std::vector<std::string> columns{};
    std::map<int, std::vector<Value>> rows{}; ///< by line, from 1; each is as long as `columns`
};

struct Section {
    std::string id;
    std::string title; ///< may be empty
    std::vector<std::string> paragraphs{};
    std::vector<Fact> facts{};
    std::vector<DataTable> tables{};
    std::string listing{};  ///< source code, shown line by line
    bool is_source = false; ///< the listing is the program's source: places in the document link to its lines
    LineValues line_values{};
    std::vector<Picture> pictures{};
    std::vector<std::string> items{}; ///< sentences, shown as a bulleted list
    bool is_detail = false;           ///< left out in a terminal, folded on a page
    /// Returns the interactive diagram. On a page with the viewer's script, it replaces the section's
    /// pictures.
    std::function<Interactive()> interactive{};

    /// Whether there is nothing to show below its title.
    bool is_empty() const;
    /// The listing; if some lines have values, each line begins with its number and values.
    std::string listing_text() const;
    /// Appends a fact. An empty text becomes "unknown".
    void add(const std::string& label, Value value) { facts.push_back({label, std::move(value)}); }
    void add(const std::string& label, const std::string& text);
};

struct Document {
    std::string title;
    std::string subtitle{};
    std::optional<formats::Verdict::Word> verdict{}; ///< empty if there is none
    std::vector<std::string> reasons{};
    std::vector<Conclusion> conclusions{}; ///< below the verdict; the most important one first
    std::vector<Section> sections{};
    std::vector<Section> compact{}; ///< replaces `sections` in a terminal, unless empty
    bool has_viewer = false; ///< the page contains the viewer's script, which draws interactive diagrams
    bool simulated = false;  ///< the times come from a model; shown next to the verdict
    std::string kind = "LOOP report"; ///< above the title
    /// Facts at the top of a page, each with the name of its CSS class.
    std::vector<std::pair<std::string, Fact>> headline{};
    std::string loop_version{};       ///< of the LOOP that wrote it; empty if unknown
    std::size_t min_first_column = 0; ///< minimum width in a terminal, so that tables align
    Json data{};               ///< replaces the document in JSON output, with another schema, unless null
    std::string csv{};         ///< replaces the document in CSV output, unless empty
    std::string style_sheet{}; ///< the XSLT file that the XML output refers to; empty: none

    void judge(const std::optional<formats::Verdict>& judgement);
    /// The verdict's words, or `otherwise` if there is none.
    std::string verdict_text(const char* otherwise = "unknown") const;
    /// The title of the section that shows the conclusion; empty if the document has no such section.
    std::string place_of(const Conclusion& conclusion) const;
    /// The number of lines of the program's source; 0 if the document does not contain it.
    int source_lines() const;
};

} // namespace loop::report
