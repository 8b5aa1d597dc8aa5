#include "base/locality/forms.h"

#include "base/locality/remarks.h"
#include "base/text/json.h"
#include "base/text/units.h"

#include <fmt/core.h>

namespace loop::locality {
Json streams_json(const Characterization& found) {
    Json streams = Json::array();
    for (const Stream& stream : found.streams)
        streams.push_back({{"M", stream.m},
                           {"L", stream.l},
                           {"alpha", stream.alpha},
                           {"share", stream.share},
                           {"read_before", stream.reused},
                           {"runs", stream.runs},
                           {"runs_as_L", stream.runs_like_l},
                           {"misfit", stream.ks_distance}});
    return streams;
}

std::string text_of(const Characterization& found, const std::string& origin) {
    const auto& footprint = found.footprint;
    const auto word_bytes = static_cast<double>(found.grain.word_bytes);
    std::string text = fmt::format(
        "{}: {} addresses, {} reads of {}-byte words; {} distinct words on {} lines of {} bytes ({})\n\n",
        origin, found.accesses, found.words, found.grain.word_bytes, footprint.words, footprint.lines,
        found.grain.line_words * found.grain.word_bytes,
        bytes_text(static_cast<double>(footprint.lines * found.grain.line_words) * word_bytes));
    text += fmt::format("{:<11} {:>14} {:>10} {:>8} {:>10} {:>12} {:>12} {:>12}\n", "", "M, words",
                        "L, words", "alpha", "of words", "read before", "runs as L", "KS distance");
    for (std::size_t k = 0; k < found.streams.size(); ++k) {
        const Stream& stream = found.streams[k];
        text += fmt::format("{:<11} {:>14} {:>10} {:>8.4g} {:>10} {:>12} {:>12} {:>12}\n",
                            stream_name(found, k), stream.m, stream.l, stream.alpha, percent(stream.share),
                            percent(stream.reused), percent(stream.runs_like_l), percent(stream.ks_distance));
    }
    for (const std::string& remark : remarks_on(found))
        text += "\n" + remark;
    return remarks_on(found).empty() ? text : text + "\n";
}

Json json_value(const Characterization& found, const std::string& origin) {
    Json json;
    json["schema"] = "loop-locality/1";
    json["origin"] = origin;
    json["addresses"] = found.accesses;
    json["word_bytes"] = found.grain.word_bytes;
    json["line_bytes"] = found.grain.line_words * found.grain.word_bytes;
    json["words_read"] = found.words;
    json["words_touched"] = found.footprint.words;
    json["lines_touched"] = found.footprint.lines;
    json["extent_words"] = found.footprint.extent;
    json["streams"] = streams_json(found);
    json["remarks"] = remarks_on(found);
    return json;
}

std::string json_of(const Characterization& found, const std::string& origin) {
    return json_value(found, origin).dump(2) + "\n";
}

} // namespace loop::locality
