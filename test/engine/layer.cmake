# Fails if LIBRARY refers to what the engine may not know.
execute_process(COMMAND ${NM} -C --undefined-only ${LIBRARY} OUTPUT_VARIABLE symbols RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${NM} ${LIBRARY} failed")
endif()
string(REGEX MATCHALL "[^\n]*(boost|mmap|mprotect|pthread_|spdlog|fopen|basic_[io]*fstream)[^\n]*" found "${symbols}")
if(found)
  message(FATAL_ERROR "the engine refers to ${found}")
endif()
