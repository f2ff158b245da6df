/**
 * Figures in the formats of tools that people have.
 *
 * - github-action-benchmark: the `customBiggerIsBetter` and `customSmallerIsBetter` inputs of its README, which are an
 *   array of `{name, unit, value, range, extra}`; one file has one direction.
 * - Bencher Metric Format: https://bencher.dev/docs/reference/bencher-metric-format. A benchmark is a server of a
 *   scenario; the names of measures say their units, since the format has no place for them.
 * - CSV: RFC 4180, with a header; a row a server.
 */
import type { Figure, FigureKind, FigureTable, ServerFigures } from './figures.ts'

/** A file's name, where the format has one of its own, and what is in it. */
export interface ExportedFile {
  name: string
  text: string
}

/** Of each format, the files that a table of figures becomes. */
export const EXPORT_FORMATS = {
  'github-action-benchmark': githubActionBenchmark,
  bencher: (table: FigureTable) => [{ name: 'bencher.json', text: bencher(table) }],
  csv: (table: FigureTable) => [{ name: 'figures.csv', text: csv(table) }],
} satisfies Record<string, (table: FigureTable) => ExportedFile[]>

export type ExportFormat = keyof typeof EXPORT_FORMATS

/** No file of a direction without figures, at which the tool would fail. */
function githubActionBenchmark({ scenario, kinds, servers }: FigureTable): ExportedFile[] {
  return (['bigger', 'smaller'] as const).flatMap((direction) => {
    const list = servers.flatMap((server) =>
      kinds.flatMap((kind, index) => {
        const figure = server.figures[index]
        return figure && kind.better === direction ? [entryOf(scenario, server, kind, figure)] : []
      }),
    )
    const name = direction === 'bigger' ? 'customBiggerIsBetter.json' : 'customSmallerIsBetter.json'
    return list.length > 0 ? [{ name, text: json(list) }] : []
  })
}

function entryOf(scenario: string, server: ServerFigures, { title, unit }: FigureKind, { value, low, high }: Figure) {
  const { displayName, version, runtime, verdicts } = server
  return {
    name: `${scenario} / ${server.server} / ${title}`,
    unit,
    value,
    ...(low === null || high === null ? {} : { range: `${low} to ${high}` }),
    extra: [[displayName, version, 'on', runtime].filter(Boolean).join(' '), ...verdicts].join('; '),
  }
}

function bencher({ scenario, kinds, servers }: FigureTable): string {
  const benchmarks = servers.flatMap((server) => {
    const measures = kinds.flatMap(({ key }, index) => {
      const figure = server.figures[index]
      return figure ? [[key.replaceAll('_', '-'), metricOf(figure)] as const] : []
    })
    return measures.length > 0 ? [[`${scenario}/${server.server}`, Object.fromEntries(measures)] as const] : []
  })
  return json(Object.fromEntries(benchmarks))
}

function metricOf({ value, low, high }: Figure) {
  return {
    value,
    ...(low === null ? {} : { lower_value: low }),
    ...(high === null ? {} : { upper_value: high }),
  }
}

function csv({ scenario, startedAt, kinds, servers }: FigureTable): string {
  const figures = kinds.flatMap(({ key }) => [key, `${key}_low`, `${key}_high`])
  const head = ['scenario', 'started_at', 'server', 'version', 'runtime', ...figures, 'verdicts', 'refusal']
  const rows = servers.map((server) => [
    scenario,
    startedAt,
    server.server,
    server.version,
    server.runtime,
    ...kinds.flatMap((_, index) => {
      const figure = server.figures[index]
      return figure ? [figure.value, figure.low, figure.high] : [null, null, null]
    }),
    server.verdicts.join('; '),
    server.refusal,
  ])
  return [head, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')
}

/** A field with a comma, a quote or a line end stands in quotes, and its quotes are doubled. */
function field(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
