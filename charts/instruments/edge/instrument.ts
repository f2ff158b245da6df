/** Which frameworks and validation libraries run on Cloudflare Workers. */
import { listed, plural } from '../../../shared/basics/text.ts'
import type { Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Column, Row } from '../../../shared/probes/column.ts'
import { medianEstimate } from '../../../shared/stats/estimates.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'
import { significant } from '../../../shared/text/numbers.ts'
import { figuresTitle } from '../../draw/figure-claims.ts'
import { dotChart } from '../dots.ts'
import { instrument } from '../instrument.ts'
import { type Cost, type Edge, type EdgeFile, edgeStore, KINDS, type Ran } from './format.ts'

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

const median = (counts: readonly number[]) => (counts.length > 0 ? medianOf(counts).median : null)

const inMillions = (counts: readonly number[] = []) => {
  const count = median(counts)
  return count && count / 1e6
}

/** Thousands of instructions per request. */
function costOf({ edge: { costs } }: EdgeRow, bundle: keyof Cost): number | null {
  const count = median(costs.flatMap((each) => each[bundle] ?? []))
  return count && count / 1e3
}

const HEADINGS = { framework: 'Frameworks', library: 'Validation libraries' }

const columns: Column<EdgeRow, File>[] = [
  { title: 'on Workers', value: ({ workers }) => workers },
  { title: 'without code generation', value: ({ strict }) => strict },
  { title: 'start, million instructions', better: 'lower', value: ({ start }) => start },
  {
    title: 'start as documented',
    better: 'lower',
    value: ({ edge }) => inMillions(edge.documentedStarts),
  },
  { title: 'request, 1,000 instructions', better: 'lower', value: (row) => costOf(row, 'workers') },
  {
    title: 'request without keep_names',
    better: 'lower',
    value: (row) => costOf(row, 'withoutKeepNames'),
  },
]

export default instrument<EdgeFile, EdgeRow>({
  name: 'edge',
  title: 'On Cloudflare Workers',
  sentence:
    'which frameworks and validation libraries run under workerd, with and without code generation',
  about:
    'Each framework with its own `fetch` handler, and each validation library behind a bare one, in a bundle as wrangler makes it by default. All import zod in one style, as for [bundle size](../bundle/README.md); “start as documented” has the imports of the documentation, where that changes the bundle. Each must pass the whole contract of `update-user` under workerd. Workers generate code only at startup, if at all. `yes, compiled`: it does so. `falls back`: it generates code on Node, and interprets here.',
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
  const rank = ({ workers, strict }: EdgeRow) =>
    4 * ANSWERS.indexOf(strict) + ANSWERS.indexOf(workers)
  return servers
    .flatMap(({ edge, ...row }) => {
      if (!edge) return []
      const [workers, strict] = [answerOf(edge.workers, edge), answerOf(edge.strict, edge)]
      return [{ ...row, edge, workers, strict, start: inMillions(edge.starts) }]
    })
    .sort(
      (a, b) => rank(a) - rank(b) || (a.start ?? 0) - (b.start ?? 0) || (a.name < b.name ? -1 : 1),
    )
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
    workers.failure === null
      ? ['without code generation', strict.failure]
      : ['on Workers', workers.failure]
  if (failure === null) return []
  return [`${displayName}, ${where}: ${failure.slice(0, LONGEST)}`]
}

/** In sentences: what runs, and what does not. */
function findings(rows: readonly EdgeRow[]): string {
  const sentence = (answer: 'workers' | 'strict', where: string) => {
    const failing = rows.filter((row) => row[answer] === 'no')
    const running = (kind: EdgeRow['kind']) => {
      const [all, without] = [rows, failing].map(
        (some) => some.filter((row) => row.kind === kind).length,
      )
      return `${(all ?? 0) - (without ?? 0)} of ${all}`
    }
    const names = failing.map(({ displayName }) => displayName)
    return `${running('library')} validation libraries and ${running('framework')} frameworks run ${where}${names.length > 0 ? `, all but ${listed(names)}` : ''}.`
  }
  const sentences = [
    sentence('workers', 'on Workers'),
    sentence('strict', 'where no code may be generated'),
  ]
  return [...sentences, ...namesCost(rows)].join(' ')
}

/** In a sentence: what the default of wrangler costs at most; none where some process shows no cost. */
function namesCost(rows: readonly EdgeRow[]): string[] {
  const measured = rows.flatMap(({ displayName, edge }) => {
    const factors = edge.costs.flatMap(({ workers, withoutKeepNames = 0 }) =>
      withoutKeepNames ? workers / withoutKeepNames : [],
    )
    return factors.length > 0
      ? [{ displayName, least: Math.min(...factors), factor: medianOf(factors).median }]
      : []
  })
  const [most] = measured.filter(({ least }) => least > 1).sort((a, b) => b.factor - a.factor)
  if (!most) return []
  return [
    `Wrangler keeps names of functions by default (\`keep_names\`). That multiplies the instructions of a request by up to ${significant(most.factor, 2)} (${most.displayName}), of ${measured.length} measured.`,
  ]
}

/** Compares libraries by the work until their first response. */
function startTitle(libraries: readonly EdgeRow[], processes: number): string {
  const rows = libraries.map((row) => ({ ...row, ...medianEstimate(row.edge.starts ?? []) }))
  return figuresTitle(rows, {
    what: 'startup work',
    verb: 'needs',
    processes,
    where: ' on Workers',
    noun: 'library',
  })
}

function startChart(file: File) {
  const rows = edgeRows(file)
    .filter(({ start }) => start !== null)
    .sort((a, b) => (a.start ?? 0) - (b.start ?? 0))
  return dotChart({
    name: 'edge',
    what: 'startup work',
    processes: file.protocol.processes,
    title: startTitle(
      rows.filter(({ kind }) => kind === 'library'),
      file.protocol.processes,
    ),
    subtitle: 'Lower is better. Instructions of workerd until the first correct response.',
    rows,
    axis: 'million instructions',
    headings: ['million', 'no codegen'],
    figures: ({ start, strict }) => ({
      value: start ?? 0,
      figure: significant(start ?? 0),
      aside: strict,
    }),
    ...{ noun: 'library', all: true },
  })
}

function conditions({
  protocol: { workerd, compatibilityDate, processes },
  environment,
}: File): string[] {
  const tools = [
    `workerd ${workerd}`,
    `compatibility date ${compatibilityDate}`,
    environment.generatorVersion,
  ]
  return [...tools, `medians of ${plural(processes, 'fresh process', 'fresh processes')}`]
}
