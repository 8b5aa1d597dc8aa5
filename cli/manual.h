#pragma once

#include <string>
#include <vector>

namespace loop::cli {

/// The documents of docs/, by their names without `.md`. `loop help NAME` shows them.
std::vector<std::string> document_names();

/// The text of a document (`count` or `docs/record.md`); empty if there is none of this name.
std::string document(const std::string& wanted);

/// The manual pages that are documents, one per line: name of the document, name of the page, section,
/// summary. cmake/package/man.sh makes the pages from them.
std::string manual_page_list();

/// Shows the manual page about a verb or a document with `man`, and does not return. Returns if stdout is no
/// terminal, `man` is not there, or LOOP is not installed with its manual pages.
void show_in_man(const std::string& topic);

} // namespace loop::cli
