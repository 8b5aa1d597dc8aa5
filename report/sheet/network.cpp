#include "base/text/strings.h"
#include "report/document/values.h"
#include "report/figures/figure.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace loop::report {

namespace {

constexpr std::size_t shown_links = 32;

std::vector<int> one_rank_per_node(std::size_t ranks) {
    std::vector<int> nodes(ranks);
    for (std::size_t rank = 0; rank < ranks; ++rank)
        nodes[rank] = static_cast<int>(rank);
    return nodes;
}

/// The ranks in the order of their processors; without a map, in their own order.
std::vector<std::size_t> ranks_by_processor(const SheetInput& input) {
    std::vector<std::size_t> ranks(input.trace().ranks.size());
    std::iota(ranks.begin(), ranks.end(), std::size_t(0));
    const auto& map = input.run().map;
    if (map && map->processors.size() == ranks.size())
        std::sort(ranks.begin(), ranks.end(),
                  [&](std::size_t a, std::size_t b) { return map->processors[a] < map->processors[b]; });
    return ranks;
}

/// Numbers the hosts in the order in which the launcher fills them. A rank whose host is unknown has a node
/// of its own.
std::vector<int> nodes_by_host(const SheetInput& input) {
    std::vector<int> nodes(input.trace().ranks.size());
    std::map<std::string, int> known;
    int count = 0;
    for (const std::size_t rank : ranks_by_processor(input)) {
        const std::string& host = input.trace().ranks[rank].host;
        const auto [found, is_new] = known.try_emplace(host, count);
        const bool own = is_new || host.empty();
        nodes[rank] = own ? count : found->second;
        if (own) ++count;
    }
    return nodes;
}

/// The hosts of a model are its nodes, and each takes one rank.
std::vector<int> nodes_of_run(const SheetInput& input) {
    const RunRecord& run = input.run();
    return run.machine.simulation && run.map ? run.map->processors : nodes_by_host(input);
}

int node_count(const std::vector<int>& node_of_rank) {
    return node_of_rank.empty() ? 0 : 1 + *std::max_element(node_of_rank.begin(), node_of_rank.end());
}

std::string placement_text(const SheetInput& input, const NetworkLoad& load) {
    const std::string by = input.network.empty() ? "" : ", as `--network` assumes";
    if (load.node_of_rank == one_rank_per_node(load.node_of_rank.size())) return "rank i on node i" + by;
    if (input.network.empty() && input.run().map) return map_text(*input.run().map);
    return fmt::format("{} on {}, which are numbered in the order of their first ranks",
                       counted(load.node_of_rank.size(), "rank"),
                       counted(node_count(load.node_of_rank), "node"));
}

std::string link_text(const NetworkLoad& load, const std::pair<int, int>& link) {
    return fmt::format("{} to {}", network::vertex_text(load.topology, link.first),
                       network::vertex_text(load.topology, link.second));
}

using LoadedLink = std::pair<std::pair<int, int>, LinkLoad>;

std::vector<LoadedLink> busiest_links(const NetworkLoad& load, std::size_t most) {
    std::vector<LoadedLink> links(load.links.begin(), load.links.end());
    const std::size_t shown = std::min(links.size(), most);
    std::partial_sort(links.begin(), links.begin() + static_cast<std::ptrdiff_t>(shown), links.end(),
                      [](const LoadedLink& a, const LoadedLink& b) {
                          if (a.second.bytes != b.second.bytes) return a.second.bytes > b.second.bytes;
                          if (a.second.messages != b.second.messages)
                              return a.second.messages > b.second.messages;
                          return a.first < b.first;
                      });
    links.resize(shown);
    return links;
}

DataTable link_table(const NetworkLoad& load) {
    DataTable table{"links", "Busiest links", {"from", "to", "messages", "bytes", "share"}, {}, {}};
    for (const auto& [link, on_it] : busiest_links(load, shown_links))
        table.rows.push_back({text_value(network::vertex_text(load.topology, link.first)),
                              text_value(network::vertex_text(load.topology, link.second)),
                              count_value(on_it.messages), bytes_value(on_it.bytes),
                              load.byte_hops > 0
                                  ? percent_value(100 * static_cast<double>(on_it.bytes) / load.byte_hops)
                                  : unknown()});
    table.note = "Percent of the bytes on all links.";
    if (load.links.size() > shown_links)
        table.note +=
            fmt::format(" The {} links with the most bytes, of {} in use.", shown_links, load.links.size());
    return table;
}

const char* rule_of(network::Shape shape) {
    switch (shape) {
    case network::Shape::Ring:
        return "the shorter way around; if both are as long, upward";
    case network::Shape::Mesh:
        return "dimension by dimension, the first one first";
    case network::Shape::Torus:
        return "dimension by dimension, the first one first, the shorter way around";
    case network::Shape::Hypercube:
        return "e-cube, the lowest differing bit first";
    case network::Shape::Tree:
        return "up to the common ancestor, then down";
    case network::Shape::FatTree:
        break;
    }
    return "up to the common switch, then down; all links between two switches count as one";
}

void add_facts_of_messages(Section& section, const NetworkLoad& load) {
    section.add("Messages between nodes", count_value(load.messages));
    section.add("Bytes between nodes", bytes_value(load.bytes));
    section.add("Messages within a node, 0 hops", count_value(load.local_messages));
    if (load.messages == 0) return;
    section.add("Hops of a message between nodes, min", count_value(load.min_hops));
    section.add("Hops of a message between nodes, average",
                number_value(static_cast<double>(load.hops) / static_cast<double>(load.messages), ""));
    section.add("Hops of a message between nodes, max", count_value(load.max_hops));
    if (load.bytes > 0)
        section.add("Hops of a byte between nodes, average",
                    number_value(load.byte_hops / static_cast<double>(load.bytes), ""));
}

void add_facts_of_links(Section& section, const NetworkLoad& load) {
    const std::size_t all = 2 * network::links_of(load.topology).size();
    section.add("Links in use, by direction", count_value(load.links.size()));
    section.add("Links of the network, by direction", count_value(all));
    if (load.links.empty()) return;
    const LoadedLink busiest = busiest_links(load, 1)[0];
    section.add("Busiest link", link_text(load, busiest.first));
    section.add("Bytes on the busiest link", bytes_value(busiest.second.bytes));
    section.add("Bytes on a link in use, average",
                bytes_value(load.byte_hops / static_cast<double>(load.links.size())));
}

bool has_collectives(const Analysis& analysis) {
    const auto& all = analysis.traffic.collectives_by_site;
    return std::any_of(all.begin(), all.end(),
                       [](const CollectiveTraffic& traffic) { return traffic.bytes.sum > 0; });
}

} // namespace

std::shared_ptr<const PlacedNetwork> network_of(const SheetInput& input) {
    if (input.analysis == nullptr) return nullptr;
    const bool assumed = !input.network.empty();
    const std::string& text = assumed ? input.network : input.run().machine.hardware.topology;
    if (text.empty()) return nullptr;
    std::vector<int> node_of_rank =
        assumed ? one_rank_per_node(input.trace().ranks.size()) : nodes_of_run(input);
    const int nodes = node_count(node_of_rank);
    network::ParsedTopology parsed = network::parse_topology(text, std::max(nodes, 1));
    if (parsed.topology && parsed.topology->nodes < nodes)
        parsed = {std::nullopt, fmt::format("`{}` has {}, but the run has {}", text,
                                            counted(parsed.topology->nodes, "node"),
                                            counted(nodes, assumed ? "rank" : "node"))};
    if (!parsed.topology && assumed) throw ChoiceError(parsed.problem);
    if (!parsed.topology) return nullptr;
    return std::make_shared<PlacedNetwork>(
        PlacedNetwork{std::move(*parsed.topology), std::move(node_of_rank)});
}

std::shared_ptr<const NetworkLoad> network_load_of(const SheetInput& input) {
    const auto network = network_of(input);
    if (!network) return nullptr;
    return std::make_shared<NetworkLoad>(network_load(*network, input.analysis->matrix));
}

Section network_section(const SheetInput& input) {
    Section section{"network", "Network"};
    const std::shared_ptr<const NetworkLoad> load = network_load_of(input);
    if (!load) return section;
    section.add("Topology", network::topology_text(load->topology));
    section.add("Placement", placement_text(input, *load));
    add_facts_of_messages(section, *load);
    add_facts_of_links(section, *load);
    section.paragraphs = {
        fmt::format("Each recorded message counts on every link of its route: {}. LOOP computes the routes; "
                    "it does not observe them.",
                    rule_of(load->topology.shape))};
    if (has_collectives(*input.analysis))
        section.paragraphs.emplace_back("The messages inside collective operations of MPI and PICL are not "
                                        "recorded, and not counted here.");
    if (!messages_are_recorded(input))
        section.paragraphs.emplace_back(
            "The trace does not contain all messages; those that it lacks are not "
            "counted here.");
    const Figure& figure = *figure_named("network");
    section.pictures.push_back({figure.title, figure.caption, [input, load, &figure] {
                                    return figure.draw({input.trace(), *input.analysis, 0, load.get()})
                                        .element(fmt::format("{}. {}", figure.title, figure.caption));
                                }});
    section.tables.push_back(link_table(*load));
    return section;
}

} // namespace loop::report
