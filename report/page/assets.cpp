#include "report/page/assets.h"

#include "report/page/base64.h"
#include "report/page/embedded.h"

#include <cstdlib>

namespace loop::report {

namespace {

std::string policy_name(const char* hexadecimal) {
    const std::string text = hexadecimal;
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes += static_cast<char>(std::strtol(text.substr(i, 2).c_str(), nullptr, 16));
    return "sha256-" + base64(bytes);
}

/// Returns the value of `--name` in the first rule of the palette, which is for light mode.
std::string light_color(const std::string& palette, const std::string& name) {
    const std::string key = name + ": ";
    const std::size_t at = palette.find(key);
    if (at == std::string::npos) return "black";
    const std::size_t begin = at + key.size();
    return palette.substr(begin, palette.find(';', begin) - begin);
}

} // namespace

const std::string& frame_script() {
    static const std::string text = embedded::frame;
    return text;
}

const std::string& viewer_script() {
    static const std::string text = embedded::script;
    return text;
}

const std::string& page_style() {
    static const std::string text = embedded::style;
    return text;
}

std::string frame_script_hash() {
    return policy_name(embedded::frame_sha256);
}

std::string viewer_script_hash() {
    return policy_name(embedded::script_sha256);
}

std::string page_style_hash() {
    return policy_name(embedded::style_sha256);
}

std::string light_figure_style() {
    const std::string palette = embedded::palette_css, style = embedded::figure_css;
    std::string result;
    for (std::size_t at = 0; at < style.size();) {
        const std::size_t found = style.find("var(", at);
        result += style.substr(at, found - at);
        if (found == std::string::npos) break;
        const std::size_t end = style.find(')', found);
        result += light_color(palette, style.substr(found + 4, end - found - 4));
        at = end + 1;
    }
    return result;
}

} // namespace loop::report
