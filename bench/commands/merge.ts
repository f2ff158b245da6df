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
import { readUnchecked } from '../../shared/format/sealed-file.ts'
import { readResult, resultPath } from '../../shared/results/file.ts'
import { countsStore } from '../../shared/results/instructions.ts'
import { whyNotPooled } from '../../shared/results/pool-rule.ts'
import { command } from '../cli/command.ts'
import { out, userPath } from '../cli/options.ts'
import { assertFree } from '../cli/results.ts'
import { say } from '../terminal/output.ts'

const EXPLANATION = `
Runs of one or more machines are checked and copied into results/<scenario>/; publish pools what is there, each run as another
machine or another hour. A run that is never pooled (of --quick, of changed sources) is wrong usage.

Shards are merged where all of them counted the same scenario of the same commit, in the same way,
by the same version of QEMU, with the same packages and runtimes on the same system; all else is wrong usage, and what differs is named. So is a server
that two shards hold. The file says of each shard on which machine it was counted.

Examples:
  npm run bench -- merge runs/*.json
  npm run bench -- merge one.json two.json --out counts.json`

export const merge = command({
  name: 'merge',
  description:
    'store runs of several machines to be pooled, or put counts of shards (instructions --shard) into one file',
  operands: [{ syntax: '<files...>' }],
  options: { out: out('instructions/<scenario>') },
  more: EXPLANATION,
  run({ out }, ...files) {
    if (readUnchecked(userPath(files[0] as string)).command !== 'run')
      return mergeShards(files, out)
    if (out) throw new UsageError('--out is for shards: leave it out with runs')
    return storeRuns(files)
  },
})

/** @returns the exit status, as of measuring all at once: 1 where a server is disqualified */
function mergeShards(files: readonly string[], out: string | undefined): number {
  const counts = mergeCounts(
    files.map((file) => ({ file, counts: countsStore.read(userPath(file)) })),
  )
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
export function storeRuns(files: readonly string[], root = ROOT): number {
  const runs = files.map((file) => {
    const path = userPath(file)
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
