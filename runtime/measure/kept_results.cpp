#include "measure/kept_results.h"

#include "output/durable_file.h"
#include "session/settings.h"

#include <loop/record_keys.h>

namespace loop::runtime {

Json kept_line(const char* construct, const std::string& name) {
    Json line;
    line.open_object().text(keys::schema, keys::kept_results_schema).text(keys::launch, settings().launch);
    line.text(keys::construct, construct).text(keys::name, name);
    return line;
}

void keep_results(const Json& line) {
    if (settings().records.empty()) return;
    append_durably(settings().records, "kept.jsonl", line.line());
}

} // namespace loop::runtime
