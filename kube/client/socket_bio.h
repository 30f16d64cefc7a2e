// A BIO over a non-blocking socket that knows whether a read took all there was.
//
// OpenSSL's own socket BIO calls read() and write(): the one says nothing of what is left, and the
// other raises SIGPIPE where the peer is gone.
#pragma once

struct bio_st;

namespace drawbridge::kube {

// nullptr where there is no memory. The socket stays the caller's and outlives the BIO.
bio_st* make_socket_bio(int fd);

// Whether the last read from the socket left nothing behind: it got less than it had room for, or
// nothing. What came since then is not known, nor that the peer has closed. False for other BIOs.
bool is_drained(bio_st* bio);
// Something has come since.
void expect_more(bio_st* bio);

// From now on the socket is read `times` times at most; then it is as if nothing were there, though
// is_drained() stays false. Nothing for other BIOs.
void allow_receives(bio_st* bio, int times);
// Counts the records that come by it; note_record() is for OpenSSL's message callback.
void note_record(bio_st* bio);
unsigned records(bio_st* bio);
void forget_records(bio_st* bio);

}  // namespace drawbridge::kube
