# Installs BUILD, and moves what came of it to TREE, whose path has a space: nothing in the tree may
# remember where it was installed.
set(first "${TREE} as installed")
file(REMOVE_RECURSE "${TREE}" "${first}")
set(ENV{DESTDIR})
set(config)
if(CONFIG)
  set(config --config "${CONFIG}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --install "${BUILD}" ${config} --prefix "${first}"
  COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${first}" "${TREE}")
