/** Compares versions of a package under the same server. */
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'
import { inline, list } from '../../text/markdown.ts'
import { instrument } from '../instrument.ts'
import { type Versions, versionsStore, versionsToPublish } from './format.ts'
import { gateLines, type VersionsRow, versionsColumns, versionsNotes, versionsRows } from './table.ts'
import { closureChanges, differenceOf, unsettledIn, type VersionsVerdict, versionsVerdicts } from './verdict.ts'

export default instrument<Versions, VersionsRow>({
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
  columns: versionsColumns,
  notes: (versions) => [...versionsNotes(versions), ...gateLines(versions)],
  conditions: ({ startedAt, environment: { cpuModel, os }, source }) => [
    [startedAt.slice(0, 10), cpuModel, os, `commit ${source.commit?.slice(0, 7) ?? 'unknown'}`].join(' · '),
  ],
  regions: (stored) => ({ versions: settledFindings(stored) }),
})

/** Lists findings of comparisons that had settled, as Markdown. */
function settledFindings(stored: readonly Stored<Versions>[]): string {
  return list(stored.filter(({ file }) => unsettledIn(file).length === 0).map(({ file }) => versionsFinding(file)))
}

/** Returns a sentence on one comparison. */
export function versionsFinding(versions: Unsealed<Versions>): string {
  const { package: name, first, second, server, scenario } = versions
  const found = versionsVerdicts(versions).map(phrase).join(', and ')
  const others = closureChanges(versions).length
  const closure =
    others === 0 ? '' : `; ${others === 1 ? 'one other package' : `${others} other packages`} changed with it`
  const unsettled = unsettledIn(versions).length > 0 ? '; not settled, so the uncertainty is larger than shown' : ''
  return `**${inline(name)}** ${inline(first.version)} → ${inline(second.version)}, ${inline(server)} in ${scenario}: ${found}${closure}${unsettled}.`
}

const MEASURES = { instructions: 'instructions per request', requests: 'requests/s' } as const

function phrase({ metric, verdict, ratio, low, high }: VersionsVerdict): string {
  const difference = differenceOf({ verdict })
  const percent = (value: number) => `${value > 1 ? '+' : ''}${((value - 1) * 100).toFixed(1)}%`
  const interval = low === null || high === null ? '' : ` (${percent(low)} to ${percent(high)})`
  const what = MEASURES[metric]
  if (difference === 'unknown') return `${what} undecided`
  if (difference === 'none') return `no significant difference in ${what}${interval}`
  return `${difference}, ${percent(ratio)}${interval} ${what}`
}
