/** Tables for the terminal. */

import { terminalTable as terminalRows } from '../../charts/table/columns.ts'
import { RUN_COLUMNS, type RunRow, type RunTable, runRows } from '../../charts/table/run-columns.ts'
import { oneLine, plural } from '../../shared/basics/text.ts'
import { textTable } from '../../shared/basics/text-table.ts'
import type { Result, ServerResult, Summary } from '../../shared/format/format.ts'
import type { Column } from '../../shared/probes/column.ts'
import { isWithin } from '../../shared/results/held-out.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import { uncertaintyText } from '../../shared/results/quick.ts'
import { bestFirst } from '../../shared/results/summary.ts'
import type { Behaviour } from '../verify/exchange.ts'

type Tabled = Pick<Result, 'servers' | 'notInstalled' | 'baseline' | 'quick' | 'rounds'>

interface Measured {
  server: ServerResult
  summary: Summary
}

/** Returns the servers with figures, best first. */
function measuredOf(result: Pick<Tabled, 'servers'>): Measured[] {
  return bestFirst(result).flatMap((server) =>
    server.summary ? [{ server, summary: server.summary }] : [],
  )
}

/** Columns of a quick run. */
const ROUGH = ['ratio_to_baseline', 'ratio_elsewhere', 'requests_per_second']

/** Figures have two digits and no interval of their own: one for all ratios is below the table. */
function roughColumns(): Column<RunRow, RunTable>[] {
  return RUN_COLUMNS.filter(({ key = '' }) => ROUGH.includes(key)).map((column) => {
    const { interval, format: _, ...rough } = column
    return interval === 'only' ? column : { ...rough, digits: 2 }
  })
}

/**
 * Returns one row per server, best first, then caveats and servers without figures. Figures of a quick run are rough.
 * @param published runs of the scenario under the same load, to compare the ratios with
 */
export function terminalTable(result: Tabled, published?: PooledResult): string {
  const measured = measuredOf(result)
  if (measured.length === 0) return linesBelow(result).join('\n')
  const rows = runRows(
    measured.map(({ server }) => server),
    published,
  )
  const { quick } = result
  return [
    terminalRows(quick ? roughColumns() : RUN_COLUMNS, rows, {
      baseline: 'baseline',
      published,
      ofOneRun: true,
    }),
    ...(quick ? uncertaintyText(result, published?.runs.map(({ file }) => file) ?? []) : []),
    ...(published
      ? ['published: the 95% prediction interval of the ratio on another machine']
      : []),
    ...withinLines(result, published),
    ...linesBelow(result),
  ].join('\n')
}

/**
 * Returns a line with how many ratios are within the published prediction intervals for another machine, and which are not.
 * The intervals allow for the error of one run. None if nothing is published of them.
 */
export function withinLines(
  { servers }: Pick<Result, 'servers'>,
  published: PooledResult | undefined,
): string[] {
  const both = servers.flatMap(({ name, summary }) => {
    const predicted = published?.pooled.get(name)?.ratio.predicted
    const ratio = summary?.ratioToBaseline
    return predicted && ratio ? [{ name, ratio: { value: ratio.value, predicted } }] : []
  })
  if (both.length === 0) return []
  const outside = both.filter(({ ratio }) => !isWithin(ratio))
  const named = outside.map(
    ({ name, ratio: { value, predicted } }) =>
      `${name} (${value.toFixed(2)}, published ${predicted.low.toFixed(2)} to ${predicted.high.toFixed(2)})`,
  )
  const within = `${both.length - outside.length} of ${plural(both.length, 'server')} within the published prediction interval`
  return [named.length > 0 ? `${within}; outside: ${named.join(', ')}` : within]
}

/** Returns the reason why there are no ratios, caveats with their servers, and servers without figures with the reason. */
function linesBelow({ servers, notInstalled, baseline }: Tabled): string[] {
  const measured = measuredOf({ servers })
  const notes = measured.flatMap(({ server, summary: { caveats, trials: of } }) =>
    caveats.map(({ kind, trials, message }) => ({
      name: server.name,
      what: `${kind}${trials < of ? ` in ${trials} of ${of}` : ''}: ${message}`,
    })),
  )
  const caveats = [...Map.groupBy(notes, ({ what }) => what)].map(
    ([what, servers]) => `${servers.map(({ name }) => name).join(', ')}: ${what}`,
  )
  const hasBaseline = measured.length === 0 || servers.some(({ name }) => name === baseline)
  return [
    ...(hasBaseline ? [] : [`no × baseline: ${baseline} is not among the servers`]),
    ...caveats,
    ...servers.flatMap(({ name, disqualified }) =>
      disqualified
        ? `${name}: disqualified in round ${disqualified.round} (${disqualified.phase}): ${oneLine(disqualified.reason)}`
        : [],
    ),
    ...notInstalled.map(({ name, install }) => `${name}: not installed (${install})`),
  ]
}

/** Returns one row per behavior: outcomes, most common first, and the servers of each. */
export function behaviourTable(
  servers: readonly { name: string; behaviours: readonly Behaviour[] }[],
): string {
  const rows = (servers[0]?.behaviours ?? []).map(({ id, title }) => {
    const outcomeOf = (behaviours: readonly Behaviour[]) =>
      behaviours.find((behaviour) => behaviour.id === id)?.outcome
    const groups = Object.entries(
      Object.groupBy(servers, ({ behaviours }) => outcomeOf(behaviours) ?? ''),
    )
    groups.sort(([, a = []], [, b = []]) => b.length - a.length)
    return [
      title.replaceAll('`', ''),
      groups.map(([outcome]) => outcome).join('\n'),
      groups.map(([, group = []]) => group.map(({ name }) => name).join(', ')).join('\n'),
    ]
  })
  return textTable(['behaviour', 'what happens', 'where'], rows)
}
