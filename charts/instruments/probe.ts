/** Shows probes as instruments, until all instruments are probes. */

import type { RuntimeName } from '../../shared/format/disclosure.ts'
import type { Chart as ChartData, LineChart } from '../../shared/probes/chart.ts'
import { MEASUREMENT_VERSION } from '../../shared/probes/measurement.ts'
import {
  type Contents,
  caveatNotes,
  columnOf,
  type Probe,
  rowsOf,
  type StoredMeasurement,
  type SubjectRow,
  tablesOf,
} from '../../shared/probes/probe.ts'
import {
  measurementPath,
  publishedMeasurements,
  readMeasurement,
  storedMeasurements,
  writeMeasurement,
} from '../../shared/probes/store.ts'
import type { Published } from '../../shared/results/published.ts'
import { pictureOf, pictureText } from '../draw/pictures.ts'
import { rowOf } from '../draw/rows.ts'
import { pagePath } from '../text/paths.ts'
import { withAccepted } from './accepted.ts'
import { dotChart } from './dots.ts'
import type { AnyInstrument, Chart } from './instrument.ts'
import { lineChart, titleOfLines } from './lines.ts'

export function instrumentFor(probe: Probe): AnyInstrument {
  const { rows: _, tables: __, notes, differences, ...shown } = probe
  const { name, metrics, noun, charts, regions, underLoad, timed } = probe
  const chartsOf = (file: Contents) => (charts?.(file) ?? []).filter(hasRows)
  return {
    ...shown,
    name,
    rowNoun: noun,
    ofRequests: underLoad,
    isPinned: timed ?? false,
    store: {
      complete: (contents: object) => ({
        schemaVersion: MEASUREMENT_VERSION,
        probe: name,
        ...contents,
      }),
      path: (of: { startedAt: string; scenario?: string }) => measurementPath(probe, of),
      write: (path: string, file: never) => writeMeasurement(probe, path, file),
      read: (path: string) => readMeasurement(probe, path),
      stored: (root?: string) => storedMeasurements(probe, root),
    },
    published: (root?: string) => publishedMeasurements(probe, root),
    rows: (file: Contents) => rowsOf(probe, file),
    partOf: ({ part }: SubjectRow) => part,
    columns: metrics.map(columnOf),
    notes: (file: Contents) => [...caveatNotes(probe, file), ...(notes?.(file) ?? [])],
    differences: (...files: [old: Contents, recent: Contents]) => [
      ...(differences?.(...files) ?? []),
      ...files.flatMap((file, i) =>
        caveatNotes(probe, file).map((note) => `${i === 0 ? 'old' : 'new'}: ${note}`),
      ),
    ],
    tables: (file: Contents) => tablesOf(probe, file),
    regions: (stored: readonly StoredMeasurement[], published: readonly Published[]) => ({
      ...regionsWith(
        name,
        stored.flatMap(({ file }) => chartsOf(file)),
      ),
      ...regions?.(
        stored.map((each) => ({ ...each, ...withAccepted(each.file, published) })),
        published,
      ),
    }),
    charts: (file: Contents) => chartsOf(file).map(drawable),
  } as unknown as AnyInstrument
}

const hasRows = (chart: ChartData) => (chart.kind === 'dots' ? chart.rows : chart.points).length > 0

/** Returns the pictures of charts that README shows. */
function regionsWith(probe: string, charts: readonly ChartData[]): Record<string, string> {
  const shown = charts.flatMap((chart) =>
    chart.region ? [{ ...chart, region: chart.region }] : [],
  )
  return Object.fromEntries(
    shown.map((chart) => {
      const { name, title, draw } = drawable(chart)
      const picture = pictureOf(pagePath(probe), name, title, (theme) => draw(theme, []))
      return [chart.region, pictureText(picture, 'README.md')]
    }),
  )
}

const drawable = (chart: ChartData): Chart =>
  chart.kind === 'dots' ? dotChart(chart) : lines(chart)

function lines({ points: all, ...chart }: LineChart): Chart {
  const points = all.map(({ row, at, value, low = value, high = value }) => ({
    ...rowOf({ ...row, runtime: row.runtime as RuntimeName }),
    count: at,
    value,
    low,
    high,
  }))
  const { what, processes, where = () => '', linear = false } = chart
  const title = chart.title ?? titleOfLines(points, what, processes, where)
  const { name, subtitle, axes } = chart
  return lineChart({ name, title, subtitle, points, axes: [...axes], isTime: linear })
}
