// EarlierRewrite: what a pod asked for before it was rewritten, read back from its annotation.
//
// The webhook is registered twice and is called again when later webhooks changed the pod. The
// rewrite then starts from what the author of the pod asked for, so that it gives what it would
// give from scratch: what the annotation lists counts as asked, what stands beside it again was put
// back by somebody else (LimitRanger does that) and is no second wish.
//
// The annotations are ours, but anyone can write them. So what they say is only ever an ask like
// any other, judged again from the start, and where they do not fit the pod they count as absent.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/pod.h"

namespace drawbridge::rules {

// Says what was taken from which container: {"trainer":{"nvidia.com/gpu":"2"}}.
inline constexpr std::string_view kRewrittenAnnotation = "drawbridge.dev/rewritten";
// The names of the entries of spec.resourceClaims that were added for it: "devices,devices-rail". A
// pod may have entries of its own that are called alike, or use a generated template by hand.
inline constexpr std::string_view kEntriesAnnotation = "drawbridge.dev/rewritten-claims";
// The API server allows as much for all annotations of an object (TotalAnnotationSizeLimitB).
inline constexpr std::size_t kRewrittenBytesMax = 256 * 1024;

class EarlierRewrite {
 public:
  // `scratch` holds the annotation's content and outlives the result.
  //
  // Found only where kRewrittenAnnotation is an object of objects of positive whole numbers for
  // extended resources, the pod has an entry that kEntriesAnnotation names, with a generated
  // template, and every container that uses such an entry is listed: a pod that was copied and
  // changed keeps its claims.
  static EarlierRewrite read(const kube::PodView& pod, kube::Document& scratch);

  bool found() const { return !asked_.is_null(); }
  // What was taken from the container, by resource; null when nothing was.
  kube::Json asked(std::string_view container) const { return asked_[container]; }
  bool is_our_entry(std::string_view entry) const;

 private:
  kube::Json asked_;
  std::vector<std::string_view> entries_;  // sorted
};

}  // namespace drawbridge::rules
