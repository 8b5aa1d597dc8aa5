#pragma once

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace loop {

/// Words in the order in which they came, each once. To add one takes the same time however many there are,
/// as files may contain any number.
class Distinct {
public:
    void add(std::string word) {
        if (seen_.insert(word).second) words_.push_back(std::move(word));
    }
    const std::vector<std::string>& words() const { return words_; }

private:
    std::vector<std::string> words_;
    std::unordered_set<std::string> seen_;
};

} // namespace loop
