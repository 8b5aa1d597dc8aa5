#pragma once

#include "trace/read/file_header.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace loop::report {

/// The sites of all ranks without duplicates: the same construct at the same line is one site.
class SiteTable {
public:
    /// Adds the sites of one file. Returns their numbers in the joint table.
    std::vector<std::uint32_t> add(const std::vector<TraceSite>& sites);
    std::vector<TraceSite> take() { return std::move(sites_); }

private:
    std::vector<TraceSite> sites_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

/// The communicators of all ranks: the same key on two ranks is the same communicator.
class CommunicatorTable {
public:
    std::vector<std::uint16_t> add(const std::vector<TraceFileHeader::Group>& communicators);
    std::vector<Communicator> take() { return std::move(communicators_); }
    /// Reports keys that mean different ranks in different files, and communicators beyond the limit.
    std::vector<std::string> problems() const;

private:
    std::vector<Communicator> communicators_;
    std::unordered_map<std::string, std::uint16_t> numbers_;
    std::vector<std::string> differing_;
    bool too_many_ = false;
};

} // namespace loop::report
