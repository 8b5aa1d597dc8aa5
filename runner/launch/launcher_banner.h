#pragma once

#include <string>
#include <string_view>

namespace loop::runner {

/// Removes from a stream of output what launchers say when a rank fails ("BAD TERMINATION OF ONE OF YOUR
/// APPLICATION PROCESSES"): LOOP says which rank failed, and where. Knows MPICH's and Open MPI's words. The
/// files of the launch still have them.
class LauncherBanner {
public:
    /// Returns what to show of the output so far. Keeps back only what may begin a banner.
    std::string shown_of(std::string_view text);
    /// The rest, when the output has ended.
    std::string rest();

private:
    enum class In { Output, Rule, Mpich, MpichEnd, OpenMpi };

    void line(std::string_view text, std::string& shown);
    bool may_be_banner(std::string_view begin) const;

    In in_ = In::Output;
    std::string rule_;       ///< a line that may begin a banner
    std::string partial_;    ///< a line without its end
    int lines_ = 0;          ///< of the banner so far
    bool is_inside_ = false; ///< the begin of the current line was shown already
};

/// The last line of a launch's stderr beside such banners and empty lines, shortened to 300 characters; empty
/// if there is none.
std::string last_error_line(const std::string& errors);

} // namespace loop::runner
