#include "runner/bundle/joined_source.h"

#include "base/text/strings.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <set>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// Reads the files of one unit: those with `#pragma once` once, others as often as they are included.
class Joining {
public:
    explicit Joining(const fs::path& runtime) : runtime_(runtime) {}

    void add(const std::string& name) {
        if (once_.count(name) != 0) return;
        text_ += fmt::format("// ---- {}\n", name);
        const std::string file = read_file(runtime_ / name);
        if (file.find("#pragma once\n") != std::string::npos) once_.insert(name);
        for (const std::string_view line : lines_of(file))
            add_line(line);
    }

    std::string take() { return std::move(text_); }

private:
    void add_line(std::string_view line) {
        if (line == "#pragma once") return;
        const std::string header = included_in_quotes(line);
        if (!header.empty() && fs::is_regular_file(runtime_ / header))
            add(header);
        else
            text_.append(line) += '\n';
    }

    /// The name in `#include "name"`; empty if the line is anything else.
    static std::string included_in_quotes(std::string_view line) {
        constexpr std::string_view word = "#include \"";
        if (line.substr(0, word.size()) != word) return {};
        line.remove_prefix(word.size());
        return std::string(line.substr(0, line.find('"')));
    }

    const fs::path& runtime_;
    std::set<std::string> once_; ///< read, and not to be read again
    std::string text_;
};

} // namespace

std::string joined_source(const fs::path& runtime, const RuntimeUnit& unit) {
    Joining joining(runtime);
    for (const std::string& file : unit.files)
        joining.add(file);
    return joining.take();
}

} // namespace loop::runner
