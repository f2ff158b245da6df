/** Looks at what servers put on the disk, shows it, and writes the file. */

import { footprintStore } from '../../shared/result/footprint.ts'
import type { MissingServer, ServerFolder } from '../contenders/servers.ts'
import { detectPinning } from '../machine/cpus.ts'
import { findRuntime } from '../machine/runtimes.ts'
import { footprints } from '../running/footprint.ts'
import { footprintTable } from '../terminal/footprint-table.ts'
import { runInstrument } from './run-instrument.ts'

export interface FootprintOptions {
  folders: readonly ServerFolder[]
  notInstalled: readonly Pick<MissingServer, 'name' | 'install'>[]
  out: string | undefined
}

/** @returns the exit status: 1 where a server has no footprint */
export function footprintAndReport({ folders, notInstalled, out }: FootprintOptions): Promise<number> {
  return runInstrument({ store: footprintStore, out, timed: false }, async (begin) => {
    const runtimes = [...new Set(folders.map(({ manifest }) => manifest.runtime))].flatMap((name) => {
      return findRuntime(name) ?? []
    })
    await begin({ lines: [], notInstalled, pinning: detectPinning(), runtimes, tool: 'none' })
    const contents = footprints(folders)
    return { contents, table: footprintTable, failed: contents.servers.some(({ refusal }) => refusal !== null) }
  })
}
