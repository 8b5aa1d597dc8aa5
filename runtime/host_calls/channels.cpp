#include "host_calls/channels.h"

#include "output/json.h"
#include "session/concat.h"
#include "session/lasting.h"
#include "trace/kept_header.h"
#include "trace/records.h"

#include <loop/fnv.h>
#include <loop/rank_status.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <unordered_map>

namespace loop::runtime::trace {
namespace {

Fragments channel_lines;

struct KnownChannels {
    std::unordered_map<std::uint64_t, Channel> channels;
    std::uint64_t last_key = 0; // the key of `last`, the channel found last; null: none
    Channel* last = nullptr;
    std::map<std::string, int> made; // number of communicators, by members
};

Lasting<KnownChannels> known_channels;

std::vector<int> world_ranks(MPI_Group group) {
    int size = 0;
    PMPI_Group_size(group, &size);
    std::vector<int> own(static_cast<std::size_t>(size));
    std::vector<int> ranks(own.size());
    std::iota(own.begin(), own.end(), 0);
    MPI_Group world = MPI_GROUP_NULL;
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(group, size, own.data(), world, ranks.data());
    PMPI_Group_free(&world);
    for (int& rank : ranks)
        rank = rank == MPI_UNDEFINED ? -1 : rank; // not in this MPI_COMM_WORLD: spawned processes
    return ranks;
}

std::vector<int> members_of(MPI_Comm comm, bool remote) {
    MPI_Group group = MPI_GROUP_NULL;
    if (remote) {
        PMPI_Comm_remote_group(comm, &group);
    } else {
        PMPI_Comm_group(comm, &group);
    }
    std::vector<int> ranks = world_ranks(group);
    PMPI_Group_free(&group);
    return ranks;
}

std::string hash_of(const std::vector<int>& ranks) {
    std::string bytes; // in the same byte order on all hosts
    for (const int rank : ranks)
        for (int shift = 0; shift < 32; shift += 8)
            bytes += static_cast<char>(static_cast<std::uint32_t>(rank) >> shift & 0xffu);
    char text[20];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(fnv1a64(bytes)));
    return text;
}

std::uint32_t add_fragment(const std::string& name, const std::string& key, const std::vector<int>& ranks) {
    Json json;
    json.open_object().text("name", name).text("key", key).open_list("ranks");
    for (const int rank : ranks)
        json.list_integer(rank);
    json.close_list().close_object();
    keep_line(kept_communicator, json.line());
    return static_cast<std::uint32_t>(channel_lines.add(json.line()));
}

std::string name_of(MPI_Comm comm) {
    char name[MPI_MAX_OBJECT_NAME] = "";
    int length = 0;
    PMPI_Comm_get_name(comm, name, &length);
    return name;
}

// The identifier of a channel, from a key that is the same on all members.
std::uint64_t number_of(const std::string& key) {
    const std::uint64_t hash = fnv1a64(key);
    return hash > picl_communicator ? hash : hash + picl_communicator + 1;
}

std::uint64_t packed_members(std::vector<int> ranks) {
    int world = 0;
    PMPI_Comm_size(MPI_COMM_WORLD, &world);
    std::sort(ranks.begin(), ranks.end());
    if (ranks.empty() || ranks.front() < 0) return unknown_members;
    return pack_members(ranks.data(), static_cast<std::int64_t>(ranks.size()), world);
}

constexpr const char* made_here = "#";
constexpr const char* met_in_use = "#met-";

// `order` distinguishes communicators whose creation was seen from those first seen in use. `like`: one with
// the same members.
Channel& add_channel(MPI_Comm comm, const char* order, MPI_Comm like, std::string name) {
    int is_inter = 0;
    PMPI_Comm_test_inter(like, &is_inter);
    std::vector<int> members = members_of(like, false);
    Channel channel;
    channel.is_inter = is_inter != 0;
    PMPI_Comm_rank(like, &channel.rank);
    channel.partners = channel.is_inter ? members_of(like, true) : members;
    if (is_inter != 0) { // the same list on both sides
        members.insert(members.end(), channel.partners.begin(), channel.partners.end());
        std::sort(members.begin(), members.end());
    }
    const std::string hash = hash_of(members) + order;
    const std::string key = concat(hash, known_channels().made[hash]++);
    if (name.empty()) name = is_inter != 0 ? "intercommunicator" : "communicator";
    channel.index = add_fragment(name, key, members);
    channel.number = order == made_here ? number_of(key) : 0; // ranks may first see them in different orders
    channel.members = packed_members(members);
    known_channels().last = nullptr;
    return known_channels().channels[handle_key(comm)] = std::move(channel);
}

Channel& add_channel(MPI_Comm comm, const char* order) {
    return add_channel(comm, order, comm, name_of(comm));
}

} // namespace

std::int64_t world_operations = 0;

std::uint64_t packed_group(MPI_Group group) {
    return packed_members(world_ranks(group));
}

void know_own_channels() {
    if (channel_lines.size() != 0) return;
    const std::vector<int> ranks = members_of(MPI_COMM_WORLD, false);
    add_fragment("constructs", "constructs", ranks); // constructs_channel
    add_fragment("PICL", "picl", ranks);             // picl_channel
    add_fragment("kernels", "kernels", ranks);       // kernels_channel
    Channel world;
    world.index = add_fragment("MPI_COMM_WORLD", "world", ranks);
    world.partners = ranks;
    world.number = world_communicator;
    PMPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
    known_channels().channels[handle_key(MPI_COMM_WORLD)] = world;
    add_channel(MPI_COMM_SELF, made_here);
}

void know_channel(MPI_Comm comm) {
    if (comm == MPI_COMM_NULL) return;
    know_own_channels();
    add_channel(comm, made_here);
}

void know_copy(MPI_Comm copy, MPI_Comm comm) {
    know_own_channels();
    add_channel(copy, made_here, comm, "");
}

Channel know_window_channel(const Channel& channel, std::uint64_t number) {
    Channel window;
    window.partners = channel.partners;
    window.rank = channel.rank;
    window.index = add_fragment("window", concat("window ", number), window.partners);
    return window;
}

void forget_channel(MPI_Comm comm) {
    known_channels().last = nullptr;
    known_channels().channels.erase(handle_key(comm));
}

Channel* find_channel(MPI_Comm comm) {
    KnownChannels& all = known_channels();
    const std::uint64_t key = handle_key(comm);
    if (all.last != nullptr && all.last_key == key) return all.last;
    const auto found = all.channels.find(key);
    if (found == all.channels.end()) return nullptr;
    all.last_key = key;
    return all.last = &found->second;
}

const Channel& learn_channel(MPI_Comm comm) {
    const Channel* const channel = find_channel(comm);
    return channel != nullptr ? *channel : add_channel(comm, met_in_use);
}

const Fragments& channel_fragments() {
    return channel_lines;
}

} // namespace loop::runtime::trace
