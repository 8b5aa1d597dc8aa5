#include "lifecycle/command_line.h"
#include "session/concat.h"
#include "session/settings.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace loop::runtime {
namespace {

// A line `KEY VALUE`; the value is the rest of the line.
struct Line {
    std::string key;
    std::string value;
};

Line split(const std::string& text) {
    const std::size_t blank = text.find(' ');
    if (blank == std::string::npos) return {text, ""};
    return {text.substr(0, blank), text.substr(blank + 1)};
}

void apply_line(const Line& line, const std::string& from) {
    if (line.key == "size" || line.key == "iterations") {
        set_value(line.key, line.value, from);
    } else if (line.key == "set") {
        const Line pair = split(line.value);
        set_value(pair.key, pair.value, from);
    } else if (line.key == "verify" || line.key == "trace" || line.key == "watched") {
        if (line.value != "0" && line.value != "1") usage_error(from + ": `" + line.key + "` must be 0 or 1");
        Settings& s = settings();
        (line.key == "verify" ? s.verify : line.key == "trace" ? s.trace : s.watched) = line.value == "1";
    } else if (line.key == "watchdog") {
        settings().watchdog_seconds = std::atof(line.value.c_str());
        if (!(settings().watchdog_seconds > 0))
            usage_error(from + ": `watchdog` must be a number of seconds greater than 0");
    } else if (line.key == "strict") {
        settings().strict = std::strtoull(line.value.c_str(), nullptr, 10);
        if (settings().strict == 0) usage_error(from + ": `strict` must be a whole number greater than 0");
    } else if (line.key == "rate") {
        const Line pair = split(line.value);
        const double rate = std::atof(pair.value.c_str());
        if (!(rate > 0)) usage_error(from + ": `rate` must be a name and a number greater than 0");
        settings().rates[pair.key] = rate;
    } else if (line.key == "cpus") {
        set_cpus(line.value, from);
    } else if (line.key == "cores") {
        set_cores(line.value, from);
    } else if (line.key == "allowed") {
        set_allowed(line.value, from);
    } else if (line.key == "records") {
        settings().records = line.value;
    } else if (line.key == "launch") {
        settings().launch = line.value;
    } else {
        usage_error(from + ": unknown key `" + line.key + "`");
    }
}

} // namespace

void read_parameter_file(const std::string& path) {
    std::ifstream file(path);
    if (!file) usage_error("cannot read the parameter file `" + path + "`: " + std::strerror(errno));
    std::string text;
    std::getline(file, text);
    if (text != "loop-parameters 1") {
        usage_error(path + ":1: expected `loop-parameters 1`, found `" + text.substr(0, 40) + "`");
    }
    for (int number = 2; std::getline(file, text); ++number) {
        if (text.empty()) continue;
        apply_line(split(text), concat(path, ":", number));
    }
}

} // namespace loop::runtime
