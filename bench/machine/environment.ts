/** Describes the machine and the sources of a result. */
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import type { Environment, Result } from '../../shared/format/format.ts'
import { gitOrNone } from '../processes/git.ts'
import { contentsOf } from '../processes/proc.ts'
import type { Pinning } from './cpus.ts'
import { cpuQuota } from './quota.ts'
import type { Runtime } from './runtimes.ts'

export function describeEnvironment(
  pinning: Pinning,
  runtimes: readonly Runtime[],
  generatorVersion: string,
): Environment {
  return {
    cpuCount: os.cpus().length,
    pinning,
    memoryBytes: os.totalmem(),
    os: /^PRETTY_NAME="?(.*?)"?$/m.exec(contentsOf('/etc/os-release'))?.[1] ?? os.type(),
    kernel: os.release(),
    arch: os.arch(),
    runtimes: Object.fromEntries(runtimes.map(({ label, version }) => [label, version])),
    v8: process.versions.v8,
    generatorVersion,
    governor: contentsOf('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor').trim() || null,
    cpuQuota: cpuQuota(),
    // The lockfile has the exact versions of all packages.
    lockfileHash: sha256(contentsOf(join(ROOT, 'package-lock.json'))),
    ...thisMachine(),
  }
}

/** Returns the kind of machine, and a digest of the kernel's boot id; null where the system has none. */
export function thisMachine(): Pick<Environment, 'cpuModel' | 'boot'> {
  return {
    cpuModel: os.cpus()[0]?.model.trim() ?? 'unknown',
    boot: sha256(contentsOf('/proc/sys/kernel/random/boot_id').trim())?.slice(0, 12) ?? null,
  }
}

/** Returns null for an empty string. */
function sha256(text: string): string | null {
  return text === '' ? null : hash('sha256', text)
}

/** Files that publishing writes; they are not measured sources. */
const PUBLISHED = ['README.md', 'docs', 'charts/published', 'results']

/** Arguments of git that select the sources. */
const SOURCES = ['.', ...PUBLISHED.map((path) => `:(exclude)${path}`)]

/** Returns the measured commit; nulls outside a git repository. */
export function describeSource(root = ROOT): Result['source'] {
  // The copy of the package is in no repository, even if a directory above it is.
  const commit = existsSync(join(root, '.git')) && gitOrNone(root, 'rev-parse', 'HEAD')
  if (!commit) return { commit: null, clean: null }
  return { commit, clean: gitOrNone(root, 'status', '--porcelain', '--', ...SOURCES) === '' }
}
