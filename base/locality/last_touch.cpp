#include "base/locality/last_touch.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::locality {

void LastTouch::find(std::uint64_t page) {
    auto& times = pages_[page].times;
    if (times == nullptr) {
        if (pages_.size() * bytes_of_page > limit_bytes_)
            throw MemoryLimit(
                fmt::format("tracking these addresses needs more than {} MiB of memory", limit_bytes_ >> 20));
        times.reset(new std::uint64_t[words_of_page]);
        std::fill_n(times.get(), words_of_page, never);
    }
    recent_ = page;
    recent_times_ = times.get();
}

void LastTouch::add(const LastTouch& other) {
    for (const auto& [number, page] : other.pages_) {
        find(number);
        for (std::uint64_t k = 0; k < words_of_page; ++k)
            if (page.times[k] != never) recent_times_[k] = 0;
        pages_.at(number).kinds |= page.kinds;
    }
}

LastTouch::Footprint LastTouch::footprint(std::uint64_t kinds, std::uint64_t line, std::uint64_t far) const {
    std::vector<std::uint64_t> numbers;
    for (const auto& [number, page] : pages_)
        if ((page.kinds & kinds) != 0) numbers.push_back(number);
    std::sort(numbers.begin(), numbers.end());
    Footprint all{0, 0, 0};
    std::uint64_t last = never;
    for (const std::uint64_t number : numbers) {
        const std::uint64_t* const times = pages_.at(number).times.get();
        for (std::uint64_t k = 0; k < words_of_page; ++k) {
            if (times[k] == never) continue;
            const std::uint64_t word = number * words_of_page + k;
            ++all.words;
            all.lines += last == never || word / line != last / line ? 1 : 0;
            all.extent += last == never || word - last > far ? 1 : word - last;
            last = word;
        }
    }
    return all;
}

} // namespace loop::locality
