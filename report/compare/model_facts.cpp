#include "report/compare/model_facts.h"

#include "base/text/clean.h"
#include "base/text/distinct.h"
#include "base/text/strings.h"

#include <fmt/core.h>
#include <pugixml.hpp>

#include <map>

namespace loop::report {

namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

/// `--cfg=smpi/os:0:121e-6:0` in the launch command.
void add_settings(const std::vector<std::string>& launch, Facts& facts) {
    const std::string begin = "--cfg=";
    for (const std::string& word : launch) {
        const std::size_t colon = word.find(':');
        if (word.compare(0, begin.size(), begin) != 0 || colon == std::string::npos) continue;
        facts.emplace_back(model_fact + word.substr(begin.size(), colon - begin.size()),
                           word.substr(colon + 1));
    }
}

/// Collects the distinct values of the attributes that are numbers of the model.
class PlatformNumbers : public pugi::xml_tree_walker {
public:
    bool for_each(pugi::xml_node& node) override {
        static const std::map<std::string, const char*> names{
            {"latency", "latency"}, {"lat", "latency"},          {"bandwidth", "bandwidth"},
            {"bw", "bandwidth"},    {"bb_lat", "latency"},       {"bb_bw", "bandwidth"},
            {"speed", "speed"},     {"loopback_lat", "latency"}, {"loopback_bw", "bandwidth"}};
        for (const pugi::xml_attribute& attribute : node.attributes())
            if (const auto name = names.find(attribute.name()); name != names.end())
                values_[name->second].add(clean_text(attribute.value()));
        return true;
    }

    void add_to(Facts& facts) const {
        constexpr std::size_t most = 6;
        for (const auto& [name, values] : values_)
            facts.emplace_back(model_fact + name + " in the platform", some_of(values.words(), most));
    }

private:
    std::map<std::string, Distinct> values_;
};

} // namespace

Facts model_facts(const RunRecord& run) {
    Facts facts;
    if (!run.simulated || !run.machine.simulation) return facts;
    add_settings(run.commands.launch, facts);
    for (const auto& [name, rate] : run.machine.simulation->rates)
        facts.emplace_back(model_fact + clean_text(name), fmt::format("{:g}", rate));
    pugi::xml_document platform;
    if (platform.load_string(run.simulated->platform.text.c_str())) {
        PlatformNumbers numbers;
        platform.traverse(numbers);
        numbers.add_to(facts);
    }
    return facts;
}

} // namespace loop::report
