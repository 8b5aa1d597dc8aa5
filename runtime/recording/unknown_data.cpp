#include "recording/unknown_data.h"

#include "recording/recorder.h"
#include "session/concat.h"

namespace loop::recording {

void note_unknown_data(const std::string& call, const Site& site) {
    const std::string place = site.line > 0 ? runtime::concat("line ", site.line, ": ") : std::string();
    note(place + "what " + call +
         " receives is not known here; these counts hold only if it does not decide " + "what is sent");
}

} // namespace loop::recording
