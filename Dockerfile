# The image that charts/drawbridge runs: docker build -t registry.example.com/drawbridge .

FROM debian:12 AS builder
# certificates of the packages' mirror, where it is asked over HTTPS
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates
COPY . /src
WORKDIR /src
RUN ./dev build release drawbridge

FROM debian:12-slim
# What the program is linked with (test/docs_test.py holds the list to it), the time zones of CEL,
# and the authorities that an API server may be signed by.
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      ca-certificates \
      libfmt9 \
      libprometheus-cpp-core1.0 \
      libre2-9 \
      libsimdjson14 \
      libspdlog1.10 \
      libssl3 \
      libstdc++6 \
      libyaml-0-2 \
      tzdata \
 && rm -rf /var/lib/apt/lists/*
COPY --from=builder /src/build/release/drawbridge /usr/local/bin/drawbridge
# A library that is missing shows here and not in the cluster.
RUN ["/usr/local/bin/drawbridge", "version"]
USER 65532:65532
EXPOSE 8443 8080
ENTRYPOINT ["/usr/local/bin/drawbridge"]
