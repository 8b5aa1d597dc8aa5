#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loop::compiler {

/// A half-open range of bytes in the text of a source.
struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;

    bool empty() const { return begin == end; }
    std::size_t size() const { return end - begin; }
};

/// Line and column of a byte, both counted from 1; columns count bytes, as g++ does.
struct Position {
    int line = 1;
    int column = 1;
};

/// The text of one `.loop` file, and its name in messages and `#line`. Any bytes are allowed. Only this class
/// converts offsets to lines and columns.
class Source {
public:
    /// `folder`: where to look for headers that the file includes in quotes; empty: in the folder of `name`.
    Source(std::string name, std::string text, std::string folder = {});

    const std::string& name() const { return name_; }
    const std::string& folder() const { return folder_; }
    std::string_view text() const { return text_; }
    std::string_view text(Range range) const;

    Position position(std::size_t offset) const;
    int line_count() const { return static_cast<int>(line_starts_.size()); }

    /// The text of a line without its end; `line` counts from 1.
    std::string_view line(int line) const;
    /// The offset at which a line begins.
    std::size_t line_start(int line) const { return line_starts_[static_cast<std::size_t>(line) - 1]; }

private:
    std::string name_;
    std::string folder_;
    std::string text_;
    std::vector<std::size_t> line_starts_;
};

} // namespace loop::compiler
