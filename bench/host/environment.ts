/** Describes the machine and the sources of a result. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import type { Environment, Result } from '../../shared/results/format.ts'
import type { Pinning } from './cpus.ts'
import type { Runtime } from './runtimes.ts'

export function describeEnvironment(
  pinning: Pinning,
  runtimes: readonly Runtime[],
  generatorVersion: string,
): Environment {
  return {
    cpuModel: os.cpus()[0]?.model.trim() ?? 'unknown',
    cpuCount: os.cpus().length,
    pinning,
    memoryBytes: os.totalmem(),
    os: distribution() ?? os.type(),
    kernel: os.release(),
    arch: os.arch(),
    runtimes: Object.fromEntries(runtimes.map(({ label, version }) => [label, version])),
    v8: process.versions.v8,
    generatorVersion,
    governor: firstLine('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'),
    cpuQuota: cpuQuota(),
    lockfileHash: lockfileHash(),
    boot: bootDigest(),
  }
}

/** Returns twelve digits that identify a boot; null if the kernel has no boot id. */
function bootDigest(): string | null {
  const id = firstLine('/proc/sys/kernel/random/boot_id')
  return id && createHash('sha256').update(id).digest('hex').slice(0, 12)
}

/** Returns the container's CPU limit: µs of CPU time and µs of the period; null without one. */
export function cpuQuota(): string | null {
  return firstLine('/sys/fs/cgroup/cpu.max')
}

/** Returns the first line of a file; null if it is empty or does not exist. */
function firstLine(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').split('\n')[0]?.trim() || null
  } catch {
    return null
  }
}

/** Returns the hash of the lockfile, which has the exact versions of all packages; null without one. */
function lockfileHash(): string | null {
  try {
    return createHash('sha256')
      .update(readFileSync(join(ROOT, 'package-lock.json')))
      .digest('hex')
  } catch {
    return null
  }
}

/** Files that publishing writes; they are not measured sources. */
const PUBLISHED = ['README.md', 'docs', 'charts/published', 'results']

/** Arguments of git that select the sources. */
const SOURCES = ['.', ...PUBLISHED.map((path) => `:(exclude)${path}`)]

function distribution(): string | undefined {
  try {
    return /^PRETTY_NAME="?(.*?)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/** Returns the measured commit; nulls outside a git repository. */
export function describeSource(root = ROOT): Result['source'] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return { commit: git('rev-parse', 'HEAD'), clean: git('status', '--porcelain', '--', ...SOURCES) === '' }
  } catch {
    return { commit: null, clean: null }
  }
}
