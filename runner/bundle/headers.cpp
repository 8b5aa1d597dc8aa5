#include "runner/bundle/headers.h"

#include "base/text/strings.h"
#include "runner/bundle/bundle.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// Returns X for a line `#include "X"`, otherwise an empty text.
std::string included(std::string_view line) {
    line = trimmed(line);
    if (line.empty() || line[0] != '#') return {};
    line = trimmed(line.substr(1));
    if (line.rfind("include", 0) != 0) return {};
    line = trimmed(line.substr(7));
    if (line.empty() || line[0] != '"') return {};
    return std::string(line.substr(1, line.find('"', 1) - 1));
}

class Headers {
public:
    explicit Headers(fs::path folder) : folder_(std::move(folder)) {}

    /// Collects the headers of a text in the folder `within`, a path relative to the root folder.
    void collect(std::string_view text, const fs::path& within) {
        for (const std::string_view line : lines_of(text))
            if (const std::string name = included(line); !name.empty()) find(name, within);
    }

    std::map<std::string, std::string> found;

private:
    void find(const std::string& name, const fs::path& within) {
        if (fs::path(name).is_absolute()) return;
        std::error_code ignored;
        for (const fs::path& base : {within, fs::path()}) {
            const fs::path path = (base / name).lexically_normal();
            if (!fs::is_regular_file(folder_ / path, ignored)) continue;
            if (*path.begin() == "..")
                throw Failure(
                    ExitCode::Usage,
                    fmt::format("the program includes `{}`, which is outside its folder", name),
                    "a bundle contains only files in the program's folder and below; move the header there");
            if (found.count(path.string()) != 0) return;
            const std::string text = found[path.string()] = read_file(folder_ / path, file_limit_bytes);
            collect(text, path.parent_path());
            return;
        }
    }

    fs::path folder_;
};

} // namespace

bool has_quoted_header(std::string_view text) {
    const std::vector<std::string_view> lines = lines_of(text);
    return std::any_of(lines.begin(), lines.end(),
                       [](std::string_view line) { return !included(line).empty(); });
}

std::map<std::string, std::string> quoted_headers(std::string_view text, const fs::path& folder) {
    Headers headers(folder.empty() ? "." : folder);
    headers.collect(text, {});
    return std::move(headers.found);
}

} // namespace loop::runner
