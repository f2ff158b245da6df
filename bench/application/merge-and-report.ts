/** Puts the counts of shards together, shows what came out, and writes the file. */
import { relative } from 'node:path'
import { UsageError } from '../../shared/basics/errors.ts'
import { plural } from '../../shared/basics/text.ts'
import { countsStore } from '../../shared/result/instructions.ts'
import { mergeCounts, missingText } from '../../shared/result/merge-counts.ts'
import { readJson } from '../../shared/result/sealed-file.ts'
import { shareInName } from '../../shared/result/shards.ts'
import { countsTable } from '../terminal/counts-table.ts'
import { say } from '../terminal/output.ts'
import { assertFree } from './assert-free.ts'

export interface MergeOptions {
  /** As the user calls them, with where they are. */
  files: readonly { file: string; path: string }[]
  /** Whether shards may be missing. */
  partial: boolean
  out: string | undefined
}

/** @returns the exit status, as of counting all at once: 1 where a server was refused */
export function mergeAndReport({ files, partial, out }: MergeOptions): number {
  for (const { path } of files) assertCounts(path)
  const counts = mergeCounts(
    files.map(({ file, path }) => ({ file, counts: countsStore.read(path) })),
    partial,
  )
  const path = out ?? shareInName(countsStore.path(counts), null, counts.merged)
  assertFree(path)
  say(`${countsTable(counts)}\n`)
  const { of = 0, missing = [], notes = [] } = counts.merged ?? {}
  for (const note of notes) say(`note: ${note}`)
  if (missing.length > 0) say(`note: ${missingText(missing, of)}`)
  countsStore.write(path, counts)
  const { scenario, servers } = counts
  say(
    `${scenario}: ${plural(servers.length, 'server')} of ${plural(files.length, 'shard')}, written to ${relative('', path)}`,
  )
  return servers.every(({ summary }) => summary) ? 0 : 1
}

/** Why no other numbers of different machines are put together, and what to do instead. */
export const NEVER_MERGED =
  'requests/s of different machines are never merged, since they are the machine’s as much as the server’s: measure all servers on one machine, in one run, which --rounds makes longer and --resume continues after an interruption'

/** @throws UsageError that says why a file that is no file of counts is not merged */
function assertCounts(path: string): void {
  const { metric, baseline } = (readJson(path, { isNone: 'is no file of counts' }) ?? {}) as Record<string, unknown>
  if (metric === 'instructions') return
  if (metric === undefined && baseline !== undefined)
    throw new UsageError(`${path} is the result of a run: ${NEVER_MERGED}`)
  const what = typeof metric === 'string' ? `holds ${metric}` : 'is no file of counts'
  throw new UsageError(
    `${path} ${what}: only counts of instructions are merged (npm run bench -- instructions <scenario> --shard 1/2)`,
  )
}
