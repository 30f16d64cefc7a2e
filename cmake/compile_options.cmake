# One interface target that every target of ours links: warnings, hardening, sanitizers.
option(DRAWBRIDGE_WERROR "Warnings are errors" ON)
option(DRAWBRIDGE_PURE_ONLY "Only the pure layers and their tests (no sockets, no threads)" OFF)
option(DRAWBRIDGE_FUZZ "libFuzzer targets beside the rest; needs clang" OFF)
set(DRAWBRIDGE_SANITIZE "" CACHE STRING "Value for -fsanitize=, empty for none")

set(DRAWBRIDGE_UNIT_SOURCES 1 CACHE STRING "How many sources are compiled as one, about")

set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
file(RELATIVE_PATH source_from_build ${CMAKE_BINARY_DIR} ${PROJECT_SOURCE_DIR})
if(NOT source_from_build MATCHES "/$")
  string(APPEND source_from_build "/")
endif()
add_library(drawbridge_options INTERFACE)
target_compile_features(drawbridge_options INTERFACE cxx_std_20)
target_include_directories(drawbridge_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(drawbridge_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Wextra-semi
  $<$<CXX_COMPILER_ID:GNU>:-Wsuggest-override -Wduplicated-cond -Wlogical-op
    # g++ 12 warns falsely of std::string operator+ (GCC bug 105651).
    -Wno-restrict
    # ... and takes asio's own operator delete of a coroutine's frame for a mismatch with its operator new.
    -Wno-mismatched-new-delete>
  # Tests name what is local to one as the next file names what all of its tests use.
  $<$<AND:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,$<BOOL:$<TARGET_PROPERTY:DRAWBRIDGE_TEST>>>:-Wno-shadow>
  # clang takes what a source of a unit keeps to itself for another's, where g++ knows better; and docs/messages.md
  # is one literal.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-shadow -Wno-overlength-strings>
  # It takes every file of a unit for a header.
  $<$<AND:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>
  $<$<BOOL:${DRAWBRIDGE_WERROR}>:-Werror>
  # char is signed on x86-64 and unsigned on aarch64; one meaning everywhere.
  -fsigned-char -fno-omit-frame-pointer
  # The program is the same bytes whatever folder it is built in, with ccache (which makes paths
  # relative) and without; a debugger finds the sources from the repository's root.
  $<$<CXX_COMPILER_ID:GNU>:-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=
    -ffile-prefix-map=${source_from_build}=
    $<$<CONFIG:Debug>:-ffile-prefix-map=${CMAKE_BINARY_DIR}=.>>
  -fstack-protector-strong -fstack-clash-protection)
# Everything is position independent and so is the executable.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
target_link_options(drawbridge_options INTERFACE -Wl,-z,relro,-z,now)
target_compile_definitions(drawbridge_options INTERFACE _GLIBCXX_ASSERTIONS)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(drawbridge_options INTERFACE -fcf-protection)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64")
  target_compile_options(drawbridge_options INTERFACE -mbranch-protection=standard)
endif()

if(DRAWBRIDGE_SANITIZE)
  target_compile_options(drawbridge_options INTERFACE
    -fsanitize=${DRAWBRIDGE_SANITIZE} -fno-sanitize-recover=all
    # clang 14 gives each part of a coroutine the data of this check, and can't write them.
    $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=function>
    $<$<BOOL:$<TARGET_PROPERTY:DRAWBRIDGE_TEST>>:-fno-sanitize=undefined>)
  # Debug information of 200 MB a program takes ld five times as long.
  target_link_options(drawbridge_options INTERFACE -fsanitize=${DRAWBRIDGE_SANITIZE} -fuse-ld=lld)
  if(DRAWBRIDGE_SANITIZE MATCHES "thread")
    # Asio's fences: ThreadSanitizer does not see them, and Asio's mutexes order the same.
    target_compile_options(drawbridge_options INTERFACE -Wno-tsan)
  endif()
  # Recycled coroutine frames hide a use after free from AddressSanitizer.
  target_compile_definitions(drawbridge_options INTERFACE BOOST_ASIO_DISABLE_AWAITABLE_FRAME_RECYCLING)
elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_definitions(drawbridge_options INTERFACE _FORTIFY_SOURCE=3)
endif()

if(DRAWBRIDGE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "The fuzz targets need clang: cmake --preset asan, or ./dev test fuzz")
  endif()
  target_compile_options(drawbridge_options INTERFACE
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:DRAWBRIDGE_TEST>>>:-fsanitize=fuzzer-no-link>)
endif()

# Compiles the target's sources some ${DRAWBRIDGE_UNIT_SOURCES} together, since most of the time goes into
# headers. A file's name decides which it is with, so that a new one moves no other. What the files of a unit
# keep to themselves must differ in name: CONTRIBUTING.md.
function(drawbridge_units name)
  if(DRAWBRIDGE_UNIT_SOURCES LESS 2)
    return()
  endif()
  set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  list(LENGTH ARGN files)
  set(units 1)
  while(units LESS 256 AND files GREATER DRAWBRIDGE_UNIT_SOURCES)
    math(EXPR units "${units} * 2")
    math(EXPR files "(${files} + 1) / 2")
  endwhile()
  foreach(source ${ARGN})
    cmake_path(GET source FILENAME file)
    string(MD5 digits ${file})
    string(SUBSTRING ${digits} 0 2 digits)
    math(EXPR unit "0x${digits} * ${units} / 256")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${units}_${unit})
  endforeach()
endfunction()

# drawbridge_library(<name> [BUSY] SOURCES ... [LINK ...]): a static library of one layer. In one that is BUSY all
# others spend their time: clang optimises it under sanitizers too, whose builds are ready sooner without.
function(drawbridge_library name)
  cmake_parse_arguments(ARG "BUSY" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC drawbridge_options ${ARG_LINK})
  if(ARG_BUSY AND DRAWBRIDGE_SANITIZE AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_compile_options(${name} PRIVATE -O1)
  endif()
  drawbridge_units(${name} ${ARG_SOURCES})
endfunction()

# drawbridge_test(<name> SOURCES ... [LINK ...] [LABELS ...] [COST n] [TIMED]): a GoogleTest binary that ctest
# runs whole. Those of a COST, in seconds under a sanitizer, start before others, so that none is left at the
# end. What is TIMED holds the program to a time: what headers define it takes from its tests' objects.
function(drawbridge_test name)
  cmake_parse_arguments(ARG "TIMED" "COST" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE drawbridge_options ${ARG_LINK} GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE DRAWBRIDGE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # It is the program that has to be fast and is held to defined behaviour. Its tests are built sooner so.
  if(CMAKE_CROSSCOMPILING OR (ARG_TIMED AND CMAKE_BUILD_TYPE STREQUAL "Release"))
    target_compile_options(${name} PRIVATE -O1)
  elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
    # glibc's checks of sizes need -O1.
    target_compile_options(${name} PRIVATE -O0 -U_FORTIFY_SOURCE)
  elseif(DRAWBRIDGE_SANITIZE)
    target_compile_options(${name} PRIVATE -O0)
  endif()
  set_target_properties(${name} PROPERTIES DRAWBRIDGE_TEST ON)
  drawbridge_units(${name} ${ARG_SOURCES})
  add_test(NAME ${name} COMMAND ${name})
  # A test that has no data says SKIPPED; in CI that is a failure, which ./dev test sees to.
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 600)
  if(ARG_COST)
    set_tests_properties(${name} PROPERTIES COST ${ARG_COST})
  endif()
endfunction()

# drawbridge_fuzzer(<name> SOURCES ... [LINK ...]): the libFuzzer target fuzz_<name>, built by the asan
# preset only. `./dev test fuzz` runs each from its kept inputs in test/fuzz/corpus/<name>.
function(drawbridge_fuzzer name)
  if(NOT DRAWBRIDGE_FUZZ)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(fuzz_${name} ${ARG_SOURCES})
  target_link_libraries(fuzz_${name} PRIVATE drawbridge_options ${ARG_LINK})
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  # What makes the inputs runs as often as what reads them.
  target_compile_options(fuzz_${name} PRIVATE -O1)
  drawbridge_units(fuzz_${name} ${ARG_SOURCES})
  set_target_properties(fuzz_${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzzers)
endfunction()
