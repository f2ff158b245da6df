/** Tables of figures as data, for other programs. */
import { z } from 'zod'
import { type Column, endsOf, figureIn, type Row, titleText } from '../../shared/probe/column.ts'
import { sixDigits } from '../../shared/stats/statistics.ts'
import { columnsOn, nameOf } from './columns.ts'

const Figure = z.strictObject({
  value: z.union([z.number(), z.string(), z.null()]),
  low: z.number().nullable().describe('low end of the 95% interval; null if unknown'),
  high: z.number().nullable(),
})

export const DataTable = z.strictObject({
  schema: z.literal(1),
  scenario: z.string(),
  startedAt: z.string(),
  columns: z.array(
    z.strictObject({
      key: z.string(),
      title: z.string().describe('with the unit: `peak, MB`'),
      better: z.enum(['lower', 'higher']).nullable(),
    }),
  ),
  rows: z.array(
    z.strictObject({
      server: z.string(),
      part: z
        .string()
        .describe('distinguishes rows of one server and runtime; empty if it has one'),
      version: z.string().nullable(),
      runtime: z.string(),
      runtimeVersion: z.string(),
      figures: z.record(z.string(), Figure).describe('by the key of the column'),
    }),
  ),
  disqualified: z.array(z.strictObject({ server: z.string(), reason: z.string() })),
})

export type DataTable = z.infer<typeof DataTable>

interface Source<R extends Row, F> {
  columns: readonly Column<R, F>[]
  rows: readonly R[]
  file: F
  partOf?: ((row: R) => string) | undefined
  of: { scenario?: string | undefined; startedAt: string }
  disqualified: DataTable['disqualified']
}

export function dataTable<R extends Row, F>({
  columns,
  rows,
  file,
  of,
  ...source
}: Source<R, F>): DataTable {
  const fields = columnsOn(columns, file, 'data').map((column) => {
    const title = titleText(column.title, file)
    return { column, title, key: column.key ?? nameOf(title) }
  })
  const figureOf = (row: R, { value }: Column<R, F>) => {
    const figure = value(row, file)
    return {
      value: sixDigits(figureIn(figure)),
      ...sixDigits(endsOf(figure) ?? { low: null, high: null }),
    }
  }
  return {
    schema: 1,
    scenario: of.scenario ?? '',
    startedAt: of.startedAt,
    columns: fields.map(({ column: { better = null }, title, key }) => ({ key, title, better })),
    rows: rows.map((row) => ({
      server: row.name,
      part: source.partOf?.(row) ?? '',
      version: row.version,
      runtime: row.runtime,
      runtimeVersion: row.runtimeVersion,
      figures: Object.fromEntries(fields.map(({ column, key }) => [key, figureOf(row, column)])),
    })),
    disqualified: source.disqualified,
  }
}

/** Formats CSV (RFC 4180): a row per server, or part of one, and a column per figure with two for its interval, if one is known. */
export function csvOf({ scenario, startedAt, columns, rows, disqualified }: DataTable): string {
  const fields = columns.flatMap(({ key }) =>
    rows.some(({ figures }) => figures[key]?.low != null)
      ? (['value', 'low', 'high'] as const).map((end) => ({ key, end }))
      : { key, end: 'value' as const },
  )
  const hasParts = rows.some(({ part }) => part !== '')
  return csvText([
    [
      'scenario',
      'started_at',
      'server',
      ...(hasParts ? ['part'] : []),
      'version',
      'runtime',
    ].concat(
      fields.map(({ key, end }) => (end === 'value' ? key : `${key}_${end}`)),
      'disqualified',
    ),
    ...rows.map(({ server, part, version, runtime, runtimeVersion, figures }) => [
      ...[scenario, startedAt, server, ...(hasParts ? [part] : [])],
      ...[version, `${runtime} ${runtimeVersion}`.trim()],
      ...fields.map(({ key, end }) => figures[key]?.[end] ?? null),
      null,
    ]),
    ...disqualified.map(({ server, reason }) => [
      ...[scenario, startedAt, server, ...(hasParts ? [null] : []), null, null],
      ...fields.map(() => null),
      reason.replaceAll(/\s+/g, ' '),
    ]),
  ])
}

/** @param rows header first; null is an empty field */
function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  const field = (value: string | number | null) => {
    const text = value === null ? '' : String(value)
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')
}

interface Benchmark {
  name: string
  unit: string
  value: number
  range?: string
  extra: string
}

/**
 * Returns the figures of one direction for github-action-benchmark, whose files have one.
 * https://github.com/benchmark-action/github-action-benchmark#examples
 */
export function benchmarksOf(
  { columns, rows }: DataTable,
  direction: 'lower' | 'higher',
): Benchmark[] {
  const chosen = columns.filter(({ better }) => better === direction)
  return rows.flatMap(({ server, part, version, runtime, runtimeVersion, figures }) =>
    chosen.flatMap(({ key, title }): Benchmark[] => {
      const { value = null, low = null, high = null } = figures[key] ?? {}
      if (typeof value !== 'number') return []
      const [, unit = ''] = /, (\S+)$/.exec(title) ?? []
      // The name alone identifies a figure: "CPU, %" is not "CPU, µs/request".
      const name = `${[server, part, runtime && `on ${runtime}`].filter(Boolean).join(' ')}: ${title}`
      const range = low === null || high === null ? {} : { range: `${low} to ${high}` }
      return [
        {
          name,
          unit,
          value,
          ...range,
          extra: [version, runtime, runtimeVersion].filter(Boolean).join(' '),
        },
      ]
    }),
  )
}
