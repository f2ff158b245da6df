/** The load generators' own limits: against a server that only sends one response. */

import type { DotChart } from '../probe/chart.ts'
import {
  type Contents,
  columnOf,
  figureOf,
  type Metric,
  medianValue,
  type SubjectRow,
  type Table,
} from '../probe/probe.ts'
import { type Estimate, mapEstimate } from '../stats/estimate.ts'
import { rateText } from '../text/numbers.ts'
import { isLimit } from './generator-figures.ts'

const percent = (value: number) => value.toFixed(0)

export const BUSY: Metric = { id: 'busy', title: 'busy, %', format: percent }
export const OWN_CPU: Metric = { id: 'ownCpu', title: 'its CPU, µs', better: 'lower' }

/** A generator against the server that only sends one response. */
interface LimitRow extends SubjectRow {
  inFlight: number
}

/** Requests/s if the generator were busy all the time. */
const perThread: Metric = {
  id: 'perThread',
  title: 'requests/s per thread',
  better: 'higher',
  format: rateText,
  value(row, file) {
    const cost = figureOf(row, OWN_CPU, file)
    return cost && cost.value > 0 ? mapEstimate(cost, (microseconds) => 1e6 / microseconds) : null
  },
}

function limitRows(file: Contents, rows: readonly SubjectRow[]): LimitRow[] {
  const versions = new Map(
    file.environment.generatorVersion
      .split(', ')
      .map((each) => each.split(' '))
      .map(([name = '', version = '']) => [name, version]),
  )
  return rows.filter(isLimit).map((row) => {
    const [name = '', inFlight = ''] = row.part.split(', ')
    const version = versions.get(name) ?? ''
    return { ...row, name, displayName: name, version, inFlight: Number.parseInt(inFlight, 10) }
  })
}

/** @param rows of the file, limits among them */
export function limitsTable(file: Contents, rows: readonly SubjectRow[]): Table<LimitRow> {
  return {
    heading: 'The generators’ own limits',
    noun: 'generator',
    rows: limitRows(file, rows),
    columns: [
      { title: 'in flight', value: ({ inFlight }) => inFlight, format: String },
      columnOf({ id: 'perSecond', title: 'requests/s', format: rateText }),
      columnOf(BUSY),
      columnOf(perThread),
      columnOf(OWN_CPU),
    ],
  }
}

/** @param name of the chart @param rows of the file, limits among them */
export function limitsChart(
  name: string,
  file: Contents,
  rows: readonly SubjectRow[],
): DotChart<LimitRow> {
  const measured = limitRows(file, rows).filter((row) => figureOf(row, perThread, file))
  return {
    kind: 'dots',
    name,
    what: 'requests/s per thread',
    where: ' with 1 in flight',
    noun: 'load generator',
    processes: Number(file.protocol.processes),
    subtitle:
      'Higher is better. × 10: ten requests in flight per connection. Against a server that only sends one fixed response, extrapolated to a generator that is busy all the time.',
    compared: measured.filter(({ inFlight }) => inFlight === 1),
    rows: measured.map((row) => ({ ...row, name: row.part, marks: `× ${row.inFlight}` })),
    all: true,
    axis: 'requests/s per thread',
    headings: ['per thread', 'busy'],
    figures(row) {
      const estimate = figureOf(row, perThread, file) as Estimate
      const share = medianValue(row, 'busy') as number
      return { ...estimate, figure: rateText(estimate.value), aside: `${percent(share)}%` }
    },
  }
}
