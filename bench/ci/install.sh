#!/usr/bin/env bash
# Makes a runner ready for the suite: installs QEMU, which counts instructions, and the suite's packages. Without QEMU,
# requests/s are measured all the same. Arguments go to npm.
set -euo pipefail
cd "$(dirname "$0")/../.."
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
if command -v apt-get > /dev/null && ! command -v "qemu-$(uname -m)" > /dev/null; then
  { as_root apt-get update -qq && as_root apt-get install -y -qq --no-install-recommends qemu-user gcc libc6-dev; } \
    > /dev/null 2>&1 || echo 'no qemu-user could be installed: instructions may not be counted'
fi
npm ci --no-audit --no-fund "$@"
