/** Which frameworks and validation libraries run on Cloudflare Workers. */
import { listed, plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/results/instrument-files.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'
import { significant } from '../../text/numbers.ts'
import type { Column, Row } from '../columns.ts'
import { dotChart } from '../dots.ts'
import { instrument } from '../instrument.ts'
import { type Edge, type EdgeFile, edgeStore, KINDS, type Ran } from './format.ts'

type File = Unsealed<EdgeFile>

/** Best first. `falls back`: it generates code on Node, and here interprets. */
const ANSWERS = ['yes', 'yes, compiled', 'falls back', 'no'] as const

type Answer = (typeof ANSWERS)[number]

interface EdgeRow extends Row, Pick<EdgeFile['servers'][number], 'kind'> {
  edge: Edge
  workers: Answer
  strict: Answer
  /** Millions of instructions; null where none were counted. */
  start: number | null
}

const hasCosts = ({ servers }: File) => servers.some(({ edge }) => edge?.costs?.length)

/** Thousands of instructions per request. */
function costOf({ edge: { costs = [] } }: EdgeRow, where: 'workers' | 'node'): number | null {
  return costs.length > 0 ? medianOf(costs.map((each) => each[where])).median / 1e3 : null
}

/** Instructions per request, relative to those on Node. */
function timesOf(row: EdgeRow): number | null {
  const node = costOf(row, 'node')
  return node && (costOf(row, 'workers') ?? 0) / node
}

const HEADINGS = { framework: 'Frameworks', library: 'Validation libraries' }

const columns: Column<EdgeRow, File>[] = [
  { title: 'on Workers', value: ({ workers }) => workers },
  { title: 'without code generation', value: ({ strict }) => strict },
  { title: 'start, million instructions', better: 'lower', value: ({ start }) => start },
  { title: 'request, 1,000 instructions', better: 'lower', when: hasCosts, value: (row) => costOf(row, 'workers') },
  { title: '× Node', better: 'lower', digits: 2, when: hasCosts, value: timesOf },
]

export default instrument<EdgeFile, EdgeRow>({
  name: 'edge',
  title: 'On Cloudflare Workers',
  sentence: 'which frameworks and validation libraries run under workerd, with and without code generation',
  about:
    'Each framework with its own `fetch` handler, and each validation library behind a bare one, in a bundle as wrangler makes it. Each must pass the whole contract of `update-user` under workerd. Workers generate code only at startup, if at all. `yes, compiled`: it does so. `falls back`: it generates code on Node, and interprets here.',
  store: edgeStore,
  published: (root) => edgeStore.pooled({ root }),
  lead: ([newest]) => (newest ? findings(edgeRows(newest.file)) : ''),
  rows: edgeRows,
  rowNoun: 'library',
  columns,
  tables: (file) =>
    KINDS.map((kind) => ({
      heading: HEADINGS[kind],
      rows: edgeRows(file).filter((row) => row.kind === kind),
      columns,
    })),
  charts: (file) => [startChart(file)],
  notes: (file) => edgeRows(file).flatMap(failures),
  conditions,
})

/** What runs without code generation first, then what starts with the least work. */
function edgeRows({ servers }: File): EdgeRow[] {
  const rank = ({ workers, strict }: EdgeRow) => 4 * ANSWERS.indexOf(strict) + ANSWERS.indexOf(workers)
  return servers
    .flatMap(({ edge, ...row }) => {
      if (!edge) return []
      const start = edge.starts.length > 0 ? medianOf(edge.starts).median / 1e6 : null
      return [{ ...row, edge, workers: answerOf(edge.workers, edge), strict: answerOf(edge.strict, edge), start }]
    })
    .sort((a, b) => rank(a) - rank(b) || (a.start ?? 0) - (b.start ?? 0) || (a.name < b.name ? -1 : 1))
}

function answerOf({ failure, functions }: Ran, { node }: Edge): Answer {
  if (failure !== null) return 'no'
  if (functions) return 'yes, compiled'
  return node.functions ? 'falls back' : 'yes'
}

/** Characters of a reason. */
const LONGEST = 260

function failures({ displayName, edge: { workers, strict } }: EdgeRow): string[] {
  const [where, failure] =
    workers.failure === null ? ['without code generation', strict.failure] : ['on Workers', workers.failure]
  if (failure === null) return []
  return [`${displayName}, ${where}: ${failure.slice(0, LONGEST)}`]
}

/** In sentences: what runs, and what does not. */
function findings(rows: readonly EdgeRow[]): string {
  const sentence = (answer: 'workers' | 'strict', where: string) => {
    const failing = rows.filter((row) => row[answer] === 'no')
    const running = (kind: EdgeRow['kind']) => {
      const [all, without] = [rows, failing].map((some) => some.filter((row) => row.kind === kind).length)
      return `${(all ?? 0) - (without ?? 0)} of ${all}`
    }
    const names = failing.map(({ displayName }) => displayName)
    return `${running('library')} validation libraries and ${running('framework')} frameworks run ${where}${names.length > 0 ? `, all but ${listed(names)}` : ''}.`
  }
  const costs = rows.filter(timesOf).sort((a, b) => (timesOf(a) ?? 0) - (timesOf(b) ?? 0))
  const text = (row: EdgeRow | undefined) => row && `${significant(timesOf(row) ?? 0, 2)} (${row.displayName})`
  const cost = `A request executes ${text(costs[0])} to ${text(costs.at(-1))} times the instructions of Node.`
  return `${sentence('workers', 'on Workers')} ${sentence('strict', 'where no code may be generated')}${costs.length > 0 ? ` ${cost}` : ''}`
}

function startChart(file: File) {
  return dotChart({
    name: 'edge',
    what: 'startup work',
    verb: 'needs',
    processes: null,
    subtitle: 'Lower is better. Instructions of workerd until the first correct response.',
    rows: edgeRows(file)
      .filter(({ start }) => start !== null)
      .sort((a, b) => (a.start ?? 0) - (b.start ?? 0)),
    axis: 'million instructions',
    headings: ['million', 'no codegen'],
    figures: ({ start, strict }) => ({ value: start ?? 0, figure: significant(start ?? 0), aside: strict }),
    ...{ noun: 'library', all: true },
  })
}

function conditions({ protocol: { workerd, compatibilityDate, processes }, environment }: File): string[] {
  const tools = [`workerd ${workerd}`, `compatibility date ${compatibilityDate}`, environment.generatorVersion]
  return [...tools, `medians of ${plural(processes, 'fresh process', 'fresh processes')}`]
}
