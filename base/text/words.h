#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace loop {

std::string joined(const std::vector<std::string>& words, std::string_view separator);

/// `text` with every `what` replaced; the replacement is not searched again.
std::string replaced(std::string text, std::string_view what, std::string_view with);

/// "rank 3", "ranks 0 and 2", "ranks 0 to 6 and 9".
std::string rank_list(std::vector<int> ranks);

std::vector<std::string_view> lines_of(std::string_view text);
/// The lines point into the text, which must outlive them.
template <typename Text, typename = std::enable_if_t<std::is_same_v<Text, std::string>>>
std::vector<std::string_view> lines_of(Text&& temporary) = delete;

} // namespace loop
