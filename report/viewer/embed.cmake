# cmake -DFOLDER=... -DSCRIPTS="a.js|b.js" -DSTYLES="a.css|b.css" -DOUTPUT=... -P embed.cmake
# Joins the page's scripts and styles, and writes them as C++ strings with their SHA-256 hashes.
string(REPLACE "|" ";" SCRIPTS "${SCRIPTS}")
string(REPLACE "|" ";" STYLES "${STYLES}")

set(script "(() => {\n\"use strict\";\n")
foreach(name ${SCRIPTS})
  file(READ "${FOLDER}/${name}" text)
  string(APPEND script "${text}")
endforeach()
string(APPEND script "})();\n")

set(style "")
foreach(name ${STYLES})
  file(READ "${FOLDER}/${name}" text)
  string(APPEND style "${text}")
endforeach()

# Some compilers limit the length of a string literal, so write one literal per line.
function(add_text name text)
  string(REPLACE "\n" ")loop\" \"\\n\"\n    R\"loop(" text "${text}")
  set(code "${code}\nconst char* const ${name} =\n    R\"loop(${text})loop\";\n" PARENT_SCOPE)
endfunction()

file(READ "${FOLDER}/palette.css" palette)
file(READ "${FOLDER}/figure.css" figure)
file(READ "${FOLDER}/sheet.xsl" sheet)
string(SHA256 script_hash "${script}")
string(SHA256 style_hash "${style}")
set(code "#include \"report/viewer/embedded.h\"\n\nnamespace loop::report::embedded {\n")
add_text(script "${script}")
add_text(script_sha256 "${script_hash}")
add_text(style "${style}")
add_text(style_sha256 "${style_hash}")
add_text(palette_css "${palette}")
add_text(figure_css "${figure}")
add_text(sheet_xsl "${sheet}")
string(APPEND code "\n} // namespace loop::report::embedded\n")
file(WRITE "${OUTPUT}" "${code}")
