#include "webhook/admission/state_folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "webhook/decide/kueue_config_map.h"

namespace drawbridge::admission {
namespace {

namespace fs = std::filesystem;

bool is_manifest(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".yaml" || extension == ".yml" || extension == ".json";
}

// Manifests under `folder`, sorted by name.
Status collect_files(const fs::path& folder, int depth, std::vector<fs::path>& files) {
  if (depth > kStateDepthMax) {
    return Error{folder.string() +
                 ": lies more than 16 folders deep. Does a link lead back to a folder above it?"};
  }
  std::error_code failure;
  std::vector<fs::path> entries;
  for (auto at = fs::directory_iterator(folder, failure);
       !failure && at != fs::directory_iterator(); at.increment(failure)) {
    // A mounted ConfigMap keeps its files twice, once under a hidden folder.
    if (!at->path().filename().string().starts_with(".")) entries.push_back(at->path());
  }
  if (failure) return Error{folder.string() + ": cannot be read: " + failure.message()};
  std::sort(entries.begin(), entries.end());
  for (const fs::path& entry : entries) {
    const fs::file_status status = fs::status(entry, failure);
    if (fs::is_directory(status)) {
      if (Status below = collect_files(entry, depth + 1, files); !below) return below;
    } else if (is_manifest(entry)) {
      if (!fs::is_regular_file(status)) {
        return Error{entry.string() + ": is no file that can be read" +
                     (failure ? ": " + failure.message() : std::string())};
      }
      files.push_back(entry);
    }
    if (files.size() > kStateFilesMax) {
      return Error{entry.parent_path().string() +
                   ": more than 10,000 manifests were found up to here. Name a smaller folder"};
    }
  }
  return {};
}

bool is_configuration(const SourcedObject& object) {
  return object.view().kind() == "Configuration" &&
         object.view().group() == "config.kueue.x-k8s.io";
}

// Takes the Configurations that Kueue does not read out of `objects` where its own ConfigMap
// carries `own`, and says so of each.
std::vector<std::string> keep_kueues_own(const SourcedObject& own,
                                         std::vector<SourcedObject>& objects) {
  std::vector<std::string> notes;
  std::erase_if(objects, [&](const SourcedObject& object) {
    if (!is_configuration(object) || object.document == own.document) return false;
    notes.push_back(
        object.place() + ": this Configuration is passed over, as Kueue reads that of ConfigMap " +
        std::string(kKueueConfigMap) + " in " + std::string(kKueueNamespace) + ": " + own.place());
    return true;
  });
  return notes;
}

}  // namespace

Result<std::string> read_text_file(const fs::path& file) {
  std::error_code failure;
  if (fs::is_directory(file, failure)) {
    return Error{file.string() + ": is a folder. Name the files in it: " + file.string() +
                 "/*.yaml"};
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    return Error{file.string() + ": cannot be read: " + std::generic_category().message(errno)};
  std::string text;
  for (char block[64 * 1024]; stream && text.size() <= kManifestBytesMax;) {
    stream.read(block, sizeof block);
    text.append(block, static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) return Error{file.string() + ": cannot be read"};
  if (text.size() <= kManifestBytesMax) return text;
  return Error{file.string() +
               ": has more than 16 MiB, and at most so many bytes are read. Split "
               "the file"};
}

Result<std::vector<SourcedObject>> read_manifest_file(const fs::path& file,
                                                      std::vector<std::string>* problems) {
  Result<std::string> text = read_text_file(file);
  if (!text) return std::move(text).error();
  return read_manifest_text(*text, file.string(), problems);
}

Result<std::vector<SourcedObject>> read_state_folder(const fs::path& folder,
                                                     std::vector<std::string>* problems,
                                                     std::vector<std::string>* notes) {
  std::error_code failure;
  if (!fs::is_directory(folder, failure)) {
    return Error{folder.string() + ": is no folder. --state takes a folder of manifests"};
  }
  std::vector<fs::path> files;
  if (Status status = collect_files(folder, 0, files); !status) return std::move(status).error();
  std::vector<SourcedObject> objects;
  std::vector<SourcedObject> own;  // Configurations of Kueue's ConfigMap
  for (const fs::path& file : files) {
    Result<std::vector<SourcedObject>> read = read_manifest_file(file, problems);
    if (!read && problems == nullptr) return std::move(read).error();
    if (!read) {
      problems->push_back(read.error().text());
      continue;
    }
    for (SourcedObject& object : *read) {
      Result<std::vector<SourcedObject>> inner = inner_configurations(object);
      if (!inner && problems == nullptr) return std::move(inner).error();
      if (!inner) {
        problems->push_back(inner.error().text());
        continue;
      }
      if (is_kueues_own(object.json())) own.insert(own.end(), inner->begin(), inner->end());
      for (SourcedObject& configuration : *inner) objects.push_back(std::move(configuration));
      objects.push_back(std::move(object));
    }
  }
  // Of several nobody knows which.
  if (own.size() == 1) {
    std::vector<std::string> passed_over = keep_kueues_own(own.front(), objects);
    std::vector<std::string>* told = notes != nullptr ? notes : problems;
    if (told != nullptr) told->insert(told->end(), passed_over.begin(), passed_over.end());
  }
  std::vector<std::string> twice = keep_first(objects);
  if (!twice.empty() && problems == nullptr) return Error{std::move(twice.front())};
  if (problems != nullptr) problems->insert(problems->end(), twice.begin(), twice.end());
  return objects;
}

std::string folder_fingerprint(const fs::path& folder) {
  std::vector<fs::path> files;
  // What cannot be read is told when the folder is read; here it is a change like any other.
  const Status found = collect_files(folder, 0, files);
  std::ostringstream result;
  if (!found) result << found.error().message << '\n';
  for (const fs::path& file : files) {
    struct stat info = {};
    if (stat(file.c_str(), &info) != 0) continue;
    result << file.string() << ' ' << info.st_size << ' ' << info.st_mtim.tv_sec << '.'
           << info.st_mtim.tv_nsec << ' ' << info.st_ino << '\n';
  }
  return std::move(result).str();
}

}  // namespace drawbridge::admission
