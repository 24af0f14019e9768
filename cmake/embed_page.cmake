# cmake -DPAGE=page.html -DPARTS="page.css;dom.js;..." -DOUTPUT=page.cpp -P embed_page.cmake
#
# Puts the parts, which lie beside the page, where it names them (a line /*NAME*/), and writes it as a constant of C++.
get_filename_component(folder "${PAGE}" DIRECTORY)
file(READ "${PAGE}" page)
foreach(part ${PARTS})
  file(READ "${folder}/${part}" text)
  string(FIND "${page}" "/*${part}*/" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${PAGE} has no place for ${part}")
  endif()
  string(REPLACE "/*${part}*/" "${text}" page "${page}")
endforeach()
if(page MATCHES "\\)xblock\"")
  message(FATAL_ERROR "the end of the constant lies in the page")
endif()
file(WRITE "${OUTPUT}" "// Made by cmake/embed_page.cmake.\nnamespace xblock {\nextern const char kPage[];\nconst char kPage[] = R\"xblock(${page})xblock\";\n} // namespace xblock\n")
