#pragma once

#include "base/formats/fields.h"

#include <optional>

/// What verbs print with `--json` (docs/formats.md#answers).
namespace loop::formats {

/// A position in a source; line and column count from 1, columns count bytes.
struct AnswerPosition {
    int line = 0, column = 0;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("line", self.line);
        fields("column", self.column);
    };
};

struct AnswerRange {
    AnswerPosition begin, end; ///< `end` is behind the last byte

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("begin", self.begin);
        fields("end", self.end);
    };
};

struct DiagnosticNote {
    std::string message;
    AnswerRange range;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("message", self.message);
        fields("range", self.range);
    };
};

struct FileDiagnostic {
    std::string severity; ///< error, warning, remark
    std::string code;
    std::string message;
    AnswerRange range;
    std::vector<DiagnosticNote> notes;
    std::string hint;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("severity", self.severity);
        fields("code", self.code);
        fields("message", self.message);
        fields("range", self.range);
        fields("notes", self.notes);
        fields("hint", self.hint);
    };
};

struct CheckedFile {
    std::string file;
    std::string problem; ///< why the file cannot be read; empty: it was checked
    bool has_constructs = false;
    std::vector<FileDiagnostic> diagnostics;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("file", self.file);
        fields("problem", self.problem);
        fields("has_constructs", self.has_constructs);
        fields("diagnostics", self.diagnostics);
    };
};

/// `loop check --json`
struct CheckAnswer {
    std::vector<CheckedFile> files;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.schema("schema", "loop-check/1");
        fields("files", self.files);
    };
};

struct DoctorItem {
    std::string what, state, text, remedy; ///< state: ok, remark, problem

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("what", self.what);
        fields("state", self.state);
        fields("text", self.text);
        fields("remedy", self.remedy);
    };
};

/// `loop doctor --json`
struct DoctorAnswer {
    bool works = false;
    std::vector<DoctorItem> items;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.schema("schema", "loop-doctor/1");
        fields("works", self.works);
        fields("items", self.items);
    };
};

struct ListedParameter {
    std::string name, type, default_text, help;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("name", self.name);
        fields("type", self.type);
        fields("default", self.default_text);
        fields("help", self.help);
    };
};

struct ListedProgram {
    std::string name, description;
    std::vector<ListedParameter> parameters;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("name", self.name);
        fields("description", self.description);
        fields("parameters", self.parameters);
    };
};

/// `loop list --json`
struct ListAnswer {
    std::vector<ListedProgram> programs;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.schema("schema", "loop-list/1");
        fields("programs", self.programs);
    };
};

struct Explanation {
    std::string subject, summary, text;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("subject", self.subject);
        fields("summary", self.summary);
        fields("text", self.text);
    };
};

/// `loop explain --json`
struct ExplainAnswer {
    std::vector<Explanation> subjects;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.schema("schema", "loop-explain/1");
        fields("subjects", self.subjects);
    };
};

struct ListedMachine {
    std::string name, description, file;
    bool is_simulated = false;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("name", self.name);
        fields("description", self.description);
        fields("file", self.file);
        fields("simulated", self.is_simulated);
    };
};

/// `loop machine list --json`
struct MachinesAnswer {
    std::vector<ListedMachine> machines;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.schema("schema", "loop-machines/1");
        fields("machines", self.machines);
    };
};

struct MachineFinding {
    std::string severity; ///< problem, remark
    int code = 0;         ///< the exit code of a run on this machine
    std::string text, remedy;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("severity", self.severity);
        fields("code", self.code);
        fields("text", self.text);
        fields("remedy", self.remedy);
    };
};

/// `loop machine check --json`
struct MachineCheckAnswer {
    std::string machine;
    bool works = false;
    Pairs facts; ///< what was checked, and the result
    std::vector<MachineFinding> findings;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.schema("schema", "loop-machine-check/1");
        fields("machine", self.machine);
        fields("works", self.works);
        fields("facts", self.facts);
        fields("findings", self.findings);
    };
};

} // namespace loop::formats
