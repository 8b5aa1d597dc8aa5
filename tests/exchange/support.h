#pragma once

#include <string>
#include <vector>

/// A folder of its own for a test, gone afterwards.
class Folder {
public:
    Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder();
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

struct Output {
    int code = 0;
    std::vector<std::string> lines; ///< of stdout
    std::string errors;             ///< stderr
};
/// Through the shell.
Output run(const std::string& command);
std::string quoted(const std::string& word);
std::string contents(const std::string& path);

/// Fails the test with a clear word where the tool is missing: cmake/packages.txt lists it.
void require_tool(const std::string& name);
