#include "compiler/source/source.h"

#include <algorithm>

namespace loop::compiler {

Source::Source(std::string name, std::string text, std::string folder)
    : name_(std::move(name)), folder_(std::move(folder)), text_(std::move(text)) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; (i = text_.find('\n', i)) != std::string::npos; ++i)
        line_starts_.push_back(i + 1);
}

std::string_view Source::text(Range range) const {
    return std::string_view(text_).substr(range.begin, range.end - range.begin);
}

Position Source::position(std::size_t offset) const {
    auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    auto line = static_cast<std::size_t>(after - line_starts_.begin());
    return {static_cast<int>(line), static_cast<int>(offset - line_starts_[line - 1]) + 1};
}

std::string_view Source::line(int line) const {
    const std::size_t begin = line_start(line);
    std::size_t end = text_.find('\n', begin);
    if (end == std::string::npos) end = text_.size();
    if (end > begin && text_[end - 1] == '\r') --end;
    return std::string_view(text_).substr(begin, end - begin);
}

} // namespace loop::compiler
