// show_rank DIR RANK: prints the record and status that a rank left, on one line.
#include <loop/rank_status.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

namespace {

const char* state_name(loop::RankState state) {
    const char* const names[] = {"?",      "Starting",  "HostCode", "InConstruct", "Closed",
                                 "Exited", "Signalled", "Aborted",  "Refused",     "Failed"};
    return names[static_cast<int>(state)];
}

void show_status(const std::string& path) {
    loop::RankStatus status{};
    std::ifstream file(path, std::ios::binary);
    if (!file.read(reinterpret_cast<char*>(&status), sizeof status) || !loop::valid(status)) {
        std::cout << "no status";
        return;
    }
    const loop::RankPlace place = loop::place_of(status);
    std::cout << state_name(place.state) << " " << place.detail << (place.inside ? " in " : " after ")
              << loop::construct_name(place.construct) << ":" << place.line;
}

void show_record(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::string checksum;
    if (!std::getline(file, line) || !std::getline(file, checksum)) {
        std::cout << "; no record\n";
        return;
    }
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : line)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    char expected[64];
    std::snprintf(expected, sizeof expected, "checksum fnv1a64 %016llx",
                  static_cast<unsigned long long>(hash));
    std::cout << (checksum == expected ? "; record " : "; damaged record ") << line << "\n";
}

} // namespace

int main(int, char** arguments) {
    const std::string stem = std::string(arguments[1]) + "/rank-" + arguments[2];
    show_status(stem + ".status");
    show_record(stem + ".json");
}
