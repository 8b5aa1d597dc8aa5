#pragma once

#include <optional>
#include <string>
#include <vector>

/// A result sheet as data. Text, HTML, CSV, JSON and XML are views of it.
namespace loop::report {

/// A number keeps its base unit (seconds, bytes, percent, or none) beside its words for people.
struct Value {
    std::string text;
    std::optional<double> number;
    std::string unit;
};

struct Fact {
    std::string label;
    Value value;
};

struct DataTable {
    std::string id; ///< short and fixed, for scripts: "ranks"
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::vector<Value>> rows; ///< as long as `columns`; a column without any text is not shown
    std::string note;
};

enum class FigureKind {
    SpaceTime,
    Utilization,
    Summary,
    Gantt,
    Kiviat,
    Matrix,
    Concurrency,
    Queues,
    Traffic,
    Tasks,
    TaskCount,
    Portrait,
};

struct FigurePlace {
    FigureKind kind;
    std::string title;
    std::string caption;
};

/// A picture of what was measured, drawn already.
struct Picture {
    std::string title;
    std::string caption;
    std::string svg; ///< an element by figures/svg.h: ours, and not escaped
};

struct Section {
    std::string id;
    std::string title;
    std::vector<std::string> paragraphs;
    std::vector<Fact> facts;
    std::vector<FigurePlace> figures;
    std::vector<DataTable> tables;
    std::string listing; ///< text to show line for line: the source
    std::vector<Picture> pictures{};
};

struct Document {
    std::string title;
    std::string subtitle;
    bool simulated = false; ///< its times are a model's: said beside the verdict
    std::string verdict; ///< empty where nobody judged
    std::vector<std::string> reasons;
    std::vector<Section> sections;
};

} // namespace loop::report
