// Manifests from files, and from the folder that --state names.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "kube/api/result.h"
#include "webhook/decide/object_set.h"

namespace drawbridge::admission {

// Files in a --state folder, subfolders included; folders in each other; bytes in one file.
inline constexpr std::size_t kStateFilesMax = 10'000;
inline constexpr int kStateDepthMax = 16;
inline constexpr std::size_t kManifestBytesMax = 16 * 1024 * 1024;

// The bytes of a file or a pipe, at most kManifestBytesMax; the error begins with its name.
Result<std::string> read_text_file(const std::filesystem::path& file);

// As read_manifest_text of what stands in it.
Result<std::vector<SourcedObject>> read_manifest_file(const std::filesystem::path& file,
                                                      std::vector<std::string>* problems = nullptr);

// All manifests (.yaml, .yml, .json) under `folder`, in the order of their names, and the
// Configurations within them. Files and folders whose name begins with a dot are passed over. Fails
// where two of them say the same object, naming both, and where Kueue's Configuration stands twice
// and Kueue's own ConfigMap carries neither; what it carries stands for all others, which are named
// in `notes`. With `problems`, all of that and what can't be read is named there, and the others
// are returned, of two that are one the first.
Result<std::vector<SourcedObject>> read_state_folder(const std::filesystem::path& folder,
                                                     std::vector<std::string>* problems = nullptr,
                                                     std::vector<std::string>* notes = nullptr);

// Changes whenever a file under `folder` is added, removed or rewritten (names, sizes, times,
// inodes).
std::string folder_fingerprint(const std::filesystem::path& folder);

}  // namespace drawbridge::admission
