# cmake -DPAGE=... -DFRAME="a.js|b.js" -DSCRIPTS="c.js|d.js" -DSTYLES="a.css|b.css" -DOUTPUT=... -P embed.cmake
# Joins the page's scripts and styles, and writes them as C++ strings with their SHA-256 hashes: the script of the page's
# frame alone, and the script of a page with the viewer, which contains both.
string(REPLACE "|" ";" FRAME "${FRAME}")
string(REPLACE "|" ";" SCRIPTS "${SCRIPTS}")
string(REPLACE "|" ";" STYLES "${STYLES}")

# The names of a script are private: it is a single function call.
function(join_scripts variable)
  set(script "(() => {\n\"use strict\";\n")
  foreach(name ${ARGN})
    file(READ "${name}" text)
    string(APPEND script "${text}")
  endforeach()
  set(${variable} "${script}})();\n" PARENT_SCOPE)
endfunction()

join_scripts(frame ${FRAME})
join_scripts(script ${FRAME} ${SCRIPTS})

set(style "")
foreach(name ${STYLES})
  file(READ "${name}" text)
  string(APPEND style "${text}")
endforeach()

# Some compilers limit the length of a string literal, so write one literal per line.
function(add_text name text)
  string(REPLACE "\n" ")loop\" \"\\n\"\n    R\"loop(" text "${text}")
  set(code "${code}\nconst char* const ${name} =\n    R\"loop(${text})loop\";\n" PARENT_SCOPE)
endfunction()

file(READ "${PAGE}/palette.css" palette)
file(READ "${PAGE}/figure.css" figure)
file(READ "${PAGE}/sheet.xsl" sheet)
string(SHA256 frame_hash "${frame}")
string(SHA256 script_hash "${script}")
string(SHA256 style_hash "${style}")
set(code "#include \"report/page/embedded.h\"\n\nnamespace loop::report::embedded {\n")
add_text(frame "${frame}")
add_text(frame_sha256 "${frame_hash}")
add_text(script "${script}")
add_text(script_sha256 "${script_hash}")
add_text(style "${style}")
add_text(style_sha256 "${style_hash}")
add_text(palette_css "${palette}")
add_text(figure_css "${figure}")
add_text(sheet_xsl "${sheet}")
string(APPEND code "\n} // namespace loop::report::embedded\n")
file(WRITE "${OUTPUT}" "${code}")
