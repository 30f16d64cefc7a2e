#include "certs/openssl.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <array>
#include <ctime>

namespace drawbridge::openssl {
namespace {

int no_password(char*, int, int, void*) {
  return -1;
}

Bio memory_of(const std::string& text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

}  // namespace

std::string last_reason() {
  const unsigned long code = ERR_peek_last_error();
  const char* reason = ERR_reason_error_string(code);
  ERR_clear_error();
  if (reason != nullptr) return reason;
  return code == 0 ? "no reason given" : "OpenSSL error " + std::to_string(code);
}

Certificate read_certificate(const std::string& pem) {
  const Bio bio = memory_of(pem);
  return Certificate(PEM_read_bio_X509(bio.get(), nullptr, no_password, nullptr));
}

Key read_key(const std::string& pem) {
  const Bio bio = memory_of(pem);
  return Key(PEM_read_bio_PrivateKey(bio.get(), nullptr, no_password, nullptr));
}

std::vector<Certificate> read_certificates(const std::string& pem) {
  std::vector<Certificate> certificates;
  const Bio bio = memory_of(pem);
  while (Certificate next{PEM_read_bio_X509(bio.get(), nullptr, no_password, nullptr)}) {
    certificates.push_back(std::move(next));
  }
  ERR_clear_error();
  return certificates;
}

std::optional<std::chrono::system_clock::time_point> time_of(const ASN1_TIME* time) {
  std::tm utc = {};
  if (ASN1_TIME_to_tm(time, &utc) != 1) return std::nullopt;
  return std::chrono::system_clock::from_time_t(::timegm(&utc));
}

std::string text_of(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<std::size_t>(size)};
}

bool is_ip_address(const std::string& text) {
  std::array<unsigned char, sizeof(in6_addr)> address;
  return inet_pton(AF_INET, text.c_str(), address.data()) == 1 ||
         inet_pton(AF_INET6, text.c_str(), address.data()) == 1;
}

}  // namespace drawbridge::openssl
