/** Puts together what several machines measured: counts of shards into one file, runs where they are pooled from. */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import instructions from '../../charts/instruments/instructions/instrument.ts'
import { mergeCounts } from '../../charts/instruments/instructions/merge.ts'
import { terminalText } from '../../charts/instruments/instrument.ts'
import { writeFileAtomically } from '../../shared/basics/atomic-file.ts'
import { UsageError } from '../../shared/basics/errors.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { plural } from '../../shared/basics/text.ts'
import { readResult, resultPath } from '../../shared/results/file.ts'
import { countsStore } from '../../shared/results/instructions.ts'
import { whyNotPooled } from '../../shared/results/pool-rule.ts'
import { readJson } from '../../shared/results/sealed-file.ts'
import { say } from '../terminal/output.ts'
import { assertFree } from './assert-free.ts'

export interface MergeOptions {
  /** As the user calls them, with where they are. */
  files: readonly MergedFile[]
  out: string | undefined
}

interface MergedFile {
  file: string
  path: string
}

/** @returns the exit status, as of measuring all at once: 1 where a server was refused */
export function mergeFiles({ files, out }: MergeOptions): number {
  const [first] = files
  if (first && isRun(first.path)) {
    if (out) throw new UsageError('--out is for shards: leave it out with runs')
    return storeRuns(files)
  }
  const counts = mergeCounts(files.map(({ file, path }) => ({ file, counts: countsStore.read(path) })))
  const path = out ?? countsStore.path(counts)
  assertFree(path)
  say(`${terminalText(instructions, counts)}\n`)
  countsStore.write(path, counts)
  const { scenario, servers } = counts
  say(
    `${scenario}: ${plural(servers.length, 'server')} of ${plural(files.length, 'shard')}, written to ${relative('', path)}`,
  )
  return servers.every(({ summary }) => summary) ? 0 : 1
}

/**
 * Copies runs to where publication pools them from; what is pooled with what is its rule alone.
 * @throws UsageError that names the first file that may be in no pool, before any is copied
 */
export function storeRuns(files: readonly MergedFile[], root = ROOT): number {
  const runs = files.map(({ file, path }) => {
    const result = readResult(path)
    const reason = whyNotPooled(result)
    if (reason) throw new UsageError(`${file} ${reason}: no such run is pooled`)
    return { file, result, text: readFileSync(path, 'utf8') }
  })
  for (const { file, result, text } of runs) {
    // Several machines may begin in the same second.
    const own = resultPath(result, root).replace(/\.json$/, `.${result.checksum.slice(0, 8)}.json`)
    const path = [resultPath(result, root), own].find(
      (each) => !existsSync(each) || readFileSync(each, 'utf8') === text,
    )
    if (path === undefined) throw new UsageError(`${own} is another run than ${file}`)
    if (!existsSync(path)) writeFileAtomically(path, text, false)
    say(`${file} is ${relative(root, path)}`)
  }
  say(`stored ${plural(runs.length, 'run')}: npm run bench -- publish pools them`)
  return runs.every(({ result }) => result.servers.every(({ summary }) => summary)) ? 0 : 1
}

function isRun(path: string): boolean {
  const { metric, baseline } = (readJson(path, { isNone: 'is no file of counts' }) ?? {}) as Record<string, unknown>
  return metric === undefined && baseline !== undefined
}
