# SPDX-License-Identifier: MIT
# find_package(Retread): retread_add_tests(TARGET...) runs test programs under
# `retread wrap`, as the tests retread.TARGET with the label `retread`; the target
# `retread-report` prints what they found. Results are in retread-out in the build
# tree. RETREAD_FLAGS are options of wrap.
#
#   enable_testing()
#   add_executable(list-test list-test.c)
#   add_test(NAME list-test COMMAND list-test)
#   find_package(Retread)
#   if(Retread_FOUND)
#     retread_add_tests(list-test)
#   endif()
#
#   ctest -L retread && cmake --build . --target retread-report
get_filename_component(_retread_bin "${CMAKE_CURRENT_LIST_DIR}/../../../bin"
                       ABSOLUTE)
find_program(RETREAD_EXECUTABLE retread HINTS "${_retread_bin}")
if(NOT RETREAD_EXECUTABLE)
  set(Retread_FOUND FALSE)
  set(Retread_NOT_FOUND_MESSAGE "the program retread was not found")
  return()
endif()
set(RETREAD_OUT "${CMAKE_BINARY_DIR}/retread-out" CACHE PATH
    "Where retread puts its results")
set(RETREAD_FLAGS "" CACHE STRING "Options of retread wrap")

function(retread_add_tests)
  separate_arguments(flags UNIX_COMMAND "${RETREAD_FLAGS}")
  foreach(target IN LISTS ARGV)
    add_test(NAME "retread.${target}"
             COMMAND "${RETREAD_EXECUTABLE}" wrap -o "${RETREAD_OUT}" ${flags}
                     -- "$<TARGET_FILE:${target}>")
    set_tests_properties("retread.${target}" PROPERTIES LABELS retread
                         SKIP_RETURN_CODE 77)
  endforeach()
  if(NOT TARGET retread-report)
    add_custom_target(retread-report
                      COMMAND "${RETREAD_EXECUTABLE}" report "${RETREAD_OUT}"
                      VERBATIM)
  endif()
endfunction()
