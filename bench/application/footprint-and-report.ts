/** Looks at what servers put on the disk, shows it, and writes the file. */
import { relative } from 'node:path'
import { footprintPath, newFootprint, writeFootprint } from '../../shared/result/footprint.ts'
import type { MissingServer, ServerFolder } from '../contenders/servers.ts'
import { detectPinning } from '../machine/cpus.ts'
import { describeEnvironment, describeSource } from '../machine/environment.ts'
import { findRuntime } from '../machine/runtimes.ts'
import { footprints } from '../running/footprint.ts'
import { footprintTable } from '../terminal/footprint-table.ts'
import { say } from '../terminal/output.ts'
import { assertFree } from './assert-free.ts'
import { publishPages } from './publishing.ts'

export interface FootprintOptions {
  folders: readonly ServerFolder[]
  notInstalled: readonly Pick<MissingServer, 'name' | 'install'>[]
  out: string | undefined
}

/** @returns the exit status: 1 where a server has no footprint */
export async function footprintAndReport({ folders, notInstalled, out }: FootprintOptions): Promise<number> {
  const startedAt = new Date().toISOString()
  const path = out ?? footprintPath({ startedAt })
  assertFree(path)
  for (const { name, install } of notInstalled) say(`${name} is not installed: ${install}`)
  const runtimes = [...new Set(folders.map(({ manifest }) => manifest.runtime))].flatMap((name) => {
    return findRuntime(name) ?? []
  })
  const found = footprints(folders)
  const footprint = newFootprint({
    startedAt,
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
