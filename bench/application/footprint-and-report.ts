/** Looks at what servers put on the disk, shows it, and writes the file. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import { footprintPath, newFootprint, writeFootprint } from '../../shared/result/footprint.ts'
import type { MissingServer, ServerFolder } from '../contenders/servers.ts'
import { detectPinning } from '../machine/cpus.ts'
import { describeEnvironment, describeSource } from '../machine/environment.ts'
import { findRuntime } from '../machine/runtimes.ts'
import { askAudit } from '../running/advisories.ts'
import { footprints } from '../running/footprint.ts'
import { footprintTable } from '../terminal/footprint-table.ts'
import { say } from '../terminal/output.ts'
import { assertFree } from './assert-free.ts'
import { publishPages } from './publishing.ts'

export interface FootprintOptions {
  folders: readonly ServerFolder[]
  notInstalled: readonly Pick<MissingServer, 'name' | 'install'>[]
  /** Whether the registry is asked for advisories. */
  audit: boolean
  out: string | undefined
}

const AUDIT = 'npm audit --omit=dev'

/** @returns the exit status: 1 where a server has no footprint */
export async function footprintAndReport({ folders, notInstalled, audit, out }: FootprintOptions): Promise<number> {
  const startedAt = new Date().toISOString()
  const path = out ?? footprintPath({ startedAt })
  assertFree(path)
  for (const { name, install } of notInstalled) say(`${name} is not installed: ${install}`)
  const answer = audit ? await askAudit(ROOT) : { reason: 'the run was told not to' }
  const reason = 'reason' in answer ? answer.reason : null
  if (reason !== null) say(`advisories are not known: ${reason}`)
  const runtimes = [...new Set(folders.map(({ manifest }) => manifest.runtime))].flatMap((name) => {
    return findRuntime(name) ?? []
  })
  const found = footprints({ folders, audit: answer, root: ROOT, locked: lockedPackages() })
  const footprint = newFootprint({
    startedAt,
    audit: { command: AUDIT, askedAt: reason === null ? startedAt : null, reason },
    environment: describeEnvironment(detectPinning(), runtimes, 'none'),
    source: describeSource(),
    ...found,
    notInstalled: notInstalled.map(({ name, install }) => ({ name, install })),
  })
  say(`\n${footprintTable(footprint)}\n`)
  writeFootprint(path, footprint)
  say(`written to ${relative('', path)}`)
  if (out === undefined) await publishPages()
  return found.servers.every(({ refusal }) => refusal === null) ? 0 : 1
}

/** The lockfile's packages: version by place from the root. */
function lockedPackages(): Map<string, string> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  return new Map(Object.entries(packages).map(([place, { version = '' }]) => [place, version]))
}
