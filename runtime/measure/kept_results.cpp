#include "measure/kept_results.h"

#include "output/durable_file.h"
#include "session/settings.h"

namespace loop::runtime {

Json kept_line(const char* construct, const std::string& name) {
    Json line;
    line.open_object().text("schema", "loop-kept-results/1").text("launch", settings().launch);
    line.text("construct", construct).text("name", name);
    return line;
}

void keep_results(const Json& line) {
    if (settings().records.empty()) return;
    append_durably(settings().records, "kept.jsonl", line.line());
}

} // namespace loop::runtime
