/** Compares versions of a package under the same server. */
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'
import { inline, list } from '../../text/markdown.ts'
import { instrument } from '../instrument.ts'
import { type Versions, type VersionsVerdict, versionsStore, versionsToPublish } from './format.ts'
import { limitText, outcomeLine, type ShownVerdict, versionsColumns, versionsNotes, versionsRows } from './table.ts'
import { closureChanges, unsettledIn } from './verdict.ts'

export default instrument<Versions, ShownVerdict>({
  name: 'versions',
  title: 'Versions of a package, compared',
  sentence: 'releases of frameworks under the same server, interleaved',
  about:
    'Two versions under the same server’s files, on one machine, interleaved, such as `fastify@5.11.0 fastify@5.12.8`.',
  store: versionsStore,
  published: versionsToPublish,
  lead: (stored) => list(stored.map(({ file }) => versionsFinding(file))),
  heading: ({ package: name, server, scenario }) => `${inline(name)}, under ${inline(server)} in ${scenario}`,
  rowNoun: '',
  rows: versionsRows,
  partOf: ({ of }) => of,
  differences: (old, recent) =>
    pairText(old) === pairText(recent) ? [] : [`old is ${pairText(old)}, new is ${pairText(recent)}`],
  columns: versionsColumns,
  notes: (versions) => [...versionsNotes(versions), outcomeLine(versions)],
  conditions: ({ startedAt, environment: { cpuModel, os }, source }) => [
    [startedAt.slice(0, 10), cpuModel, os, `commit ${source.commit?.slice(0, 7) ?? 'unknown'}`].join(' · '),
  ],
  regions: (stored) => ({ versions: settledFindings(stored) }),
})

const pairText = ({ first, second }: Versions) => `${second.spec} against ${first.spec}`

/** Lists findings of comparisons that had settled, as Markdown. */
function settledFindings(stored: readonly Stored<Versions>[]): string {
  return list(stored.filter(({ file }) => unsettledIn(file).length === 0).map(({ file }) => versionsFinding(file)))
}

/** Returns a sentence on one comparison. */
export function versionsFinding(versions: Unsealed<Versions>): string {
  const { package: name, first, second, server, scenario, verdicts, equal } = versions
  const found = equal ? 'equal contents' : verdicts.map(phrase).join(', and ')
  const others = closureChanges(versions).length
  const closure =
    others === 0 ? '' : `; ${others === 1 ? 'one other package' : `${others} other packages`} changed with it`
  return `**${inline(name)}** ${inline(first.version)} → ${inline(second.version)}, ${inline(server)} in ${scenario}: ${found}${closure}.`
}

function phrase({ name, verdict, ratio, low, high, threshold }: VersionsVerdict): string {
  const percent = (value: number) => `${value > 1 ? '+' : ''}${((value - 1) * 100).toFixed(1)}%`
  const interval = low === null || high === null || low === high ? '' : ` (${percent(low)} to ${percent(high)})`
  if (verdict === 'undecided') return `${name} undecided${interval}`
  if (verdict === 'no difference') return `no difference larger than ${limitText(threshold)} in ${name}${interval}`
  return `${verdict}, ${percent(ratio)}${interval} ${name}`
}
