# The suite with all that counts instructions, the same everywhere: one C library, one QEMU, one Node. Build and use it so:
#   docker build --tag rpc-benchmarks .
#   docker run --rm --volume "$PWD/counts:/suite/results/instructions" rpc-benchmarks instructions update-user --servers express,koa
# (The directory must be writable for the image's user, whose number is 1000.) QEMU needs no right that a container
# lacks.

# Debian 12: QEMU of later releases is linked statically and can load no plugin. The digest fixes every file of the image.
# Its Node 24 starts npm and serves `--runtime node@24`; npm installs the Node that package.json pins.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

# The image notes which day's snapshot of Debian's archive it was made of: packages come from the same, so that a build of
# tomorrow has the same ones. An old snapshot says that it is out of date, which it is meant to be.
RUN sed -i -e '/^URIs:/d' -e 's|^# \(http://.*\)$|URIs: \1|' /etc/apt/sources.list.d/debian.sources \
  && apt-get -o Acquire::Check-Valid-Until=false -o Acquire::Retries=5 update \
  && apt-get -o Acquire::Retries=5 install --yes --no-install-recommends \
    ca-certificates gcc git libc6-dev qemu-user tini \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /suite

USER node
WORKDIR /suite
# With .git, so that counts name the commit that they are of.
COPY --chown=node:node . .
RUN npm ci --no-audit --no-fund && npm cache clean --force

ENTRYPOINT ["tini", "--", "node", "bench/node.mjs", "bench/commands/main.ts"]
CMD ["--help"]
