#include "report/document/document.h"

namespace loop::report {

void DataTable::add(const std::vector<std::string>& texts) {
    rows.emplace_back();
    for (const std::string& text : texts)
        rows.back().push_back({text, {}, {}});
    rows.back().resize(columns.size());
}

} // namespace loop::report
