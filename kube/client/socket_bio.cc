#include "kube/client/socket_bio.h"

#include <openssl/bio.h>
#include <sys/socket.h>

#include <cerrno>
#include <limits>
#include <new>

namespace drawbridge::kube {
namespace {

struct SocketEnd {
  int fd = -1;
  bool drained = false;
  bool ended = false;  // the peer has closed
  int receives_left = std::numeric_limits<int>::max();
  unsigned records = 0;
};

SocketEnd& end_of(BIO* bio) {
  return *static_cast<SocketEnd*>(BIO_get_data(bio));
}

int create(BIO* bio) {
  auto* end = new (std::nothrow) SocketEnd;
  BIO_set_data(bio, end);
  BIO_set_init(bio, end != nullptr ? 1 : 0);
  return end != nullptr ? 1 : 0;
}

int destroy(BIO* bio) {
  delete static_cast<SocketEnd*>(BIO_get_data(bio));
  BIO_set_data(bio, nullptr);
  return 1;
}

bool is_passing(int error) {
  return error == EAGAIN || error == EINTR;
}

int receive(BIO* bio, char* into, std::size_t room, std::size_t* received) {
  SocketEnd& end = end_of(bio);
  BIO_clear_retry_flags(bio);
  if (end.receives_left == 0) {
    BIO_set_retry_read(bio);
    return 0;
  }
  --end.receives_left;
  const ssize_t bytes = ::recv(end.fd, into, room, MSG_DONTWAIT);
  if (bytes > 0) {
    end.drained = static_cast<std::size_t>(bytes) < room;
    *received = static_cast<std::size_t>(bytes);
    return 1;
  }
  if (bytes == 0) {
    end.ended = true;
  } else if (is_passing(errno)) {
    end.drained = errno == EAGAIN;
    BIO_set_retry_read(bio);
  }
  return 0;
}

int send(BIO* bio, const char* from, std::size_t size, std::size_t* sent) {
  BIO_clear_retry_flags(bio);
  const ssize_t bytes = ::send(end_of(bio).fd, from, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (bytes >= 0) {
    *sent = static_cast<std::size_t>(bytes);
    return 1;
  }
  if (is_passing(errno)) BIO_set_retry_write(bio);
  return 0;
}

long control(BIO* bio, int command, long /*number*/, void* /*pointer*/) {
  switch (command) {
    case BIO_CTRL_FLUSH:
      return 1;
    case BIO_CTRL_EOF:
      return end_of(bio).ended ? 1 : 0;
    default:
      return 0;
  }
}

int socket_type() {
  static const int type = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK;
  return type;
}

BIO_METHOD* make_method() {
  BIO_METHOD* method = BIO_meth_new(socket_type(), "non-blocking socket");
  if (method == nullptr) return nullptr;
  BIO_meth_set_create(method, create);
  BIO_meth_set_destroy(method, destroy);
  BIO_meth_set_read_ex(method, receive);
  BIO_meth_set_write_ex(method, send);
  BIO_meth_set_ctrl(method, control);
  return method;
}

// Never freed: connections may outlive what is destroyed at the end of the program.
const BIO_METHOD* socket_method() {
  static const BIO_METHOD* const method = make_method();
  return method;
}

// False for nullptr, too.
bool is_ours(BIO* bio) {
  return bio != nullptr && BIO_method_type(bio) == socket_type();
}

}  // namespace

BIO* make_socket_bio(int fd) {
  if (socket_method() == nullptr) return nullptr;
  BIO* bio = BIO_new(socket_method());
  if (bio != nullptr) end_of(bio).fd = fd;
  return bio;
}

bool is_drained(BIO* bio) {
  return is_ours(bio) && end_of(bio).drained;
}

void expect_more(BIO* bio) {
  if (is_ours(bio)) end_of(bio).drained = false;
}

void allow_receives(BIO* bio, int times) {
  if (is_ours(bio)) end_of(bio).receives_left = times;
}

void note_record(BIO* bio) {
  if (is_ours(bio)) ++end_of(bio).records;
}

unsigned records(BIO* bio) {
  return is_ours(bio) ? end_of(bio).records : 0;
}

void forget_records(BIO* bio) {
  if (is_ours(bio)) end_of(bio).records = 0;
}

}  // namespace drawbridge::kube
