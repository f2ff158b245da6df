/** The settings of the pages that this suite began with, repeated by `generators`: a region of the article on claims. */
import type { Contents, StoredMeasurement } from '../../shared/probe/probe.ts'
import { BASELINE, BUILTIN, isLimit, ratioOf } from '../../shared/probes/generator-figures.ts'
import type { Published } from '../../shared/results/published.ts'
import { ratioText } from '../../shared/text/numbers.ts'
import { placeLine, provisionalLines } from '../text/conditions.ts'
import { blocks, columnsTable, inline, list, textColumn } from '../text/markdown.ts'

interface Setting {
  page: string
  /** In words, as the page says it. */
  words: string
  program: string
  scenario: string
  /** Of the protocol of a stored file. */
  load: Readonly<Record<'connections' | 'pipelining', number>> &
    Partial<Record<'seconds' | 'requests', number>>
}

const SETTINGS: readonly Setting[] = [
  {
    page: 'mion',
    words: 'autocannon, 100 connections × 10 in flight, 4 s',
    program: 'autocannon',
    scenario: 'update-user',
    load: { connections: 100, pipelining: 10, seconds: 4 },
  },
  {
    page: 'VextJS',
    words: 'autocannon, 50 × 10, 10 s',
    program: 'autocannon',
    scenario: 'json',
    load: { connections: 50, pipelining: 10, seconds: 10 },
  },
  {
    page: 'tinyhttp',
    words: 'autocannon, 100 connections',
    program: 'autocannon',
    scenario: 'route-params',
    load: { connections: 100, pipelining: 1, seconds: 5 },
  },
  {
    page: 'http-benchmark',
    words: 'bombardier, 50 connections, 100,000 requests',
    program: 'bombardier',
    scenario: 'hello',
    load: { connections: 50, pipelining: 1, requests: 100_000 },
  },
]

/** Returns Markdown: a row per page and server, with its ratio under their program and under ours; empty without a file. */
export function settingsText(
  stored: readonly StoredMeasurement[],
  published: readonly Published[],
): string {
  const files = SETTINGS.flatMap((setting) => {
    const file = stored.find((each) => fits(each.file, setting))?.file
    return file ? [{ file, setting }] : []
  })
  if (files.length === 0) return ''
  const rows = files.flatMap(({ file, setting }) => rowsIn(file, setting))
  const table = columnsTable(rows, [
    textColumn('page', ({ page }) => page),
    textColumn('their setting', ({ words }) => words),
    textColumn('server', ({ server }) => server),
    [`× ${BASELINE}`, ({ theirs }) => theirs],
    ['under our generator', ({ ours }) => ours],
  ])
  const places = files.flatMap(({ file }) => [
    ...provisionalLines(file, published),
    `Measured: ${placeLine([{ startedAt: file.startedAt, environment: file.environment }])}.`,
  ])
  return blocks(table, list([...new Set(places)].map(inline)))
}

function fits({ scenario, protocol }: Contents, setting: Setting): boolean {
  return (
    scenario === setting.scenario &&
    Object.entries(setting.load).every(([key, value]) => protocol[key] === value)
  )
}

function rowsIn(file: Contents, { page, words, program }: Setting) {
  const servers = file.subjects.filter(
    (each) => each.part === program && each.name !== BASELINE && !isLimit(each),
  )
  return servers.map((subject, i) => ({
    page: i === 0 ? page : '',
    words: i === 0 ? words : '',
    server: subject.displayName,
    theirs: factorText(ratioOf(file, subject)),
    ours: factorText(ratioOf(file, { ...subject, part: BUILTIN })),
  }))
}

function factorText(ratio: ReturnType<typeof ratioOf>): string {
  if (!ratio) return ''
  const { value, low, high } = ratio
  return low === null || high === null
    ? ratioText(value)
    : `${ratioText(value)} (${ratioText(low)} to ${ratioText(high)})`
}
