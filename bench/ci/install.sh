#!/usr/bin/env bash
# Makes a runner ready for the suite: installs QEMU, which counts instructions, or callgrind where QEMU loads no plugins,
# and the suite's packages. Without either, requests/s are measured all the same. Arguments go to npm.
set -euo pipefail
cd "$(dirname "$0")/../.."
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
qemu="qemu-$(uname -m)"
install() {
  { as_root apt-get update -qq && as_root apt-get install -y -qq --no-install-recommends "$@"; } > /dev/null 2>&1 ||
    echo "$1 could not be installed: instructions may not be counted"
}
if command -v apt-get > /dev/null; then
  command -v "$qemu" > /dev/null || install qemu-user gcc libc6-dev
  # From Debian 13 on, QEMU has no such option.
  if "$qemu" -plugin none /bin/true 2>&1 | grep -q 'unknown option'; then install valgrind; fi
fi
npm ci --no-audit --no-fund "$@"
