#pragma once

#include <string>
#include <vector>

/// A temporary folder for a test.
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
/// Runs a command with the shell.
Output run(const std::string& command);
std::string quoted(const std::string& word);
std::string contents(const std::string& path);

/// Fails the test with a clear message if the tool is missing (cmake/packages.txt lists it).
void require_tool(const std::string& name);
