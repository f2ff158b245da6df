/** What a result must say of the machine and the sources that it came from. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import { resolve } from 'node:path'
import type { Pinning } from './cpus.ts'
import type { Environment, Result } from './result.ts'
import type { Runtime } from './runtimes.ts'

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, '..')

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
    runtimes: Object.fromEntries(runtimes.map(({ name, version }) => [name, version])),
    generatorVersion,
  }
}

function distribution(): string | undefined {
  try {
    return /^PRETTY_NAME="?(.*?)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/** The commit that was measured; nulls where the sources are not in a git repository. */
export function describeSource(): Result['source'] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return { commit: git('rev-parse', 'HEAD'), clean: git('status', '--porcelain') === '' }
  } catch {
    return { commit: null, clean: null }
  }
}
