# Two images from one build: `server` and `terminal`.
FROM swift:6.2-bookworm AS toolchain
RUN apt-get update && apt-get install -y --no-install-recommends \
        binutils libcurl4-openssl-dev libpq-dev libsqlite3-dev libssl-dev pkg-config python3 tzdata \
    && rm -rf /var/lib/apt/lists/*

FROM toolchain AS build
WORKDIR /tickwire
COPY Package.swift ./
COPY Sources Sources
COPY LICENSE ./
COPY scripts scripts
# As in the packages, the server can keep users' data in PostgreSQL, and the programs have no debug information.
ENV TICKWIRE_FLEET=1
ENV TICKWIRE_RELEASE=1
# Flags and script are those of debian/rules, so that the programs have the same bytes (docs/PERFORMANCE.md, "Equal bytes").
RUN swift build -c release -debug-info-format none \
        -Xcc -ffile-prefix-map=/tickwire/.build=build -Xcc -ffile-prefix-map=/tickwire=. \
    && install -D -s --strip-program=scripts/release/strip-program -t /out .build/release/tickwire-server .build/release/tickwire \
    && for program in tickwire tickwire-server; do \
        scripts/release/bill-of-materials .build .build/release/$program /out/doc/$program && cp LICENSE /out/doc/$program/ || exit 1; \
    done

FROM debian:bookworm-slim AS runtime
RUN apt-get update && apt-get install -y --no-install-recommends \
        ca-certificates libssl3 tzdata \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 tickwire
USER tickwire

FROM runtime AS server
USER root
RUN apt-get update && apt-get install -y --no-install-recommends curl libcurl4 libpq5 libsqlite3-0 \
    && rm -rf /var/lib/apt/lists/*
RUN install -d -o tickwire -g tickwire -m 700 /data
USER tickwire
COPY --from=build /out/tickwire-server /usr/local/bin/
COPY --from=build /out/doc/tickwire-server /usr/share/doc/tickwire-server
VOLUME /data
EXPOSE 7443
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD curl -fsS http://127.0.0.1:7480/readyz
ENTRYPOINT ["tickwire-server"]
CMD ["run", "--listen", "0.0.0.0:7443", "--data", "/data", "--admin", "127.0.0.1:7480"]

FROM runtime AS terminal
USER root
RUN install -d -o tickwire -g tickwire -m 700 /profile
USER tickwire
COPY --from=build /out/tickwire /usr/local/bin/
COPY --from=build /out/doc/tickwire /usr/share/doc/tickwire
ENV LANG=C.UTF-8
VOLUME /profile
ENTRYPOINT ["tickwire"]
CMD ["--server", "server:7443", "--profile", "/profile"]
