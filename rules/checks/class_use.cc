#include "rules/checks/class_use.h"

#include <algorithm>
#include <string>

#include "kube/api/ascii.h"

namespace drawbridge::rules {
namespace {

// Words between dots, dashes and quotes in names of classes and drivers: dranet, dra.net,
// cni.dra.networking.x-k8s.io, sriovnetwork.k8snetworkplumbingwg.io, net.example.com.
constexpr std::string_view kNetworkWords[] = {
    "net",  "nic",  "dranet",  "netdev",       "network", "networking", "rdma",     "sriov",
    "vf",   "cni",  "roce",    "efa",          "ib",      "mlx5",       "hca",      "infiniband",
    "vnic", "imex", "channel", "sriovnetwork", "netdra",  "gpunet",     "ethernet", "eth"};
constexpr std::string_view kComputingWords[] = {"gpu",  "gpus",  "mig",  "tpu",         "npu",
                                                "vgpu", "gaudi", "fpga", "accelerator", "qat"};

bool is_word_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

ClassUse use_in(std::string_view text) {
  ClassUse use = ClassUse::kOther;
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ' ';
    if (is_word_letter(c)) {
      word += kube::to_lower(c);
      continue;
    }
    const auto is = [&](std::string_view known) { return known == word; };
    if (std::any_of(std::begin(kNetworkWords), std::end(kNetworkWords), is))
      return ClassUse::kNetwork;
    if (std::any_of(std::begin(kComputingWords), std::end(kComputingWords), is))
      use = ClassUse::kComputing;
    word.clear();
  }
  return use;
}

}  // namespace

ClassUse class_use(std::string_view device_class, const DeviceIndex& devices) {
  ClassUse use = use_in(device_class);
  if (use == ClassUse::kNetwork) return use;
  const DeviceIndex::DeviceClass* known = devices.device_class(device_class);
  if (known == nullptr || !known->selectors) return use;
  for (const auto& selector : *known->selectors) {
    const ClassUse said = use_in(selector->text);
    if (said == ClassUse::kNetwork) return said;
    if (said == ClassUse::kComputing) use = said;
  }
  return use;
}

bool computes(const kube::DeviceRequestView& request, const CheckFacts& facts) {
  for (std::size_t i = 0; i < request.option_count(); ++i) {
    const kube::DeviceOptionView option = request.option(i);
    if (option.admin_access() ||
        class_use(option.device_class(), facts.devices) != ClassUse::kComputing)
      return false;
  }
  return request.option_count() > 0;
}

bool computes(const kube::ClaimSpecView& claim, const CheckFacts& facts) {
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    if (!computes(claim.request(i), facts)) return false;
  }
  return claim.request_count() > 0;
}

}  // namespace drawbridge::rules
