# Cross-compiles for aarch64 with Debian's g++-aarch64-linux-gnu, against arm64 libraries unpacked into
# a folder of their own, and lets ctest run what comes out under qemu-user. The libraries stay out of
# the system because libsimdjson-dev can't be installed for two architectures at once.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

set(DRAWBRIDGE_ARM64_ROOT "" CACHE PATH "Where the arm64 libraries are unpacked")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES DRAWBRIDGE_ARM64_ROOT)
if(NOT EXISTS "${DRAWBRIDGE_ARM64_ROOT}/usr/lib/aarch64-linux-gnu")
  message(FATAL_ERROR "The arm64 libraries are not in DRAWBRIDGE_ARM64_ROOT "
    "('${DRAWBRIDGE_ARM64_ROOT}'): `./dev test aarch64` fetches them and sets it.")
endif()

# Headers and libraries come from that folder only, programs from this machine only.
set(CMAKE_FIND_ROOT_PATH ${DRAWBRIDGE_ARM64_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${DRAWBRIDGE_ARM64_ROOT})
set(ENV{PKG_CONFIG_LIBDIR}
  ${DRAWBRIDGE_ARM64_ROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${DRAWBRIDGE_ARM64_ROOT}/usr/share/pkgconfig)

# OpenSSL keeps what differs by architecture apart.
set(CMAKE_CXX_STANDARD_INCLUDE_DIRECTORIES ${DRAWBRIDGE_ARM64_ROOT}/usr/include/aarch64-linux-gnu)

# libc and libstdc++ are the cross compiler's own; LD_LIBRARY_PATH is for the program inside only.
set(CMAKE_CROSSCOMPILING_EMULATOR
  qemu-aarch64 -L /usr/aarch64-linux-gnu
  -E LD_LIBRARY_PATH=${DRAWBRIDGE_ARM64_ROOT}/usr/lib/aarch64-linux-gnu)
