/** Which frameworks and validation libraries run on Cloudflare Workers. */
import { grouped, listed } from '../../../shared/basics/text.ts'
import { placeLine } from '../../text/conditions.ts'
import { significant } from '../../text/numbers.ts'
import { barChart } from '../bars.ts'
import type { Column } from '../columns.ts'
import { instrument } from '../instrument.ts'
import { type Edge, type EdgeFile, edgeStore } from './format.ts'
import { type Answer, type EdgeRow, edgeRows, type File, gzipped } from './summary.ts'

type EdgeColumn = Column<EdgeRow, File>

const size = { better: 'lower', exact: true, format: grouped } as const

const columns: EdgeColumn[] = [
  { title: 'version', on: ['page'], value: ({ version }) => version },
  { title: 'on Workers', value: ({ workers }) => workers },
  { title: 'without code generation', value: ({ strict }) => strict },
  {
    title: 'nodejs_compat',
    value: ({ edge, workers }) => (workers === 'no' ? null : edge.nodejsCompat ? 'needed' : 'not needed'),
  },
  { title: 'compiles on Node', value: ({ edge: { node } }) => phaseOf(node.functions) },
  {
    ...{ title: 'start, million instructions', better: 'lower' },
    when: ({ protocol }) => protocol.counting !== null,
    value: ({ edge: { instructions } }) => instructions && instructions.start / 1e6,
  },
  { title: 'minified, bytes', ...size, on: ['terminal', 'data'], value: ({ edge }) => edge.bundle?.minified ?? null },
  { title: 'gzipped, bytes', ...size, value: ({ edge }) => edge.bundle?.gzipped ?? null },
]

function phaseOf(functions: Edge['node']['functions']): string | null {
  if (!functions || functions.startup + functions.requests === 0) return functions && 'no'
  return functions.startup === 0 ? 'in requests' : functions.requests === 0 ? 'at start-up' : 'at start-up, in requests'
}

/** Characters of a reason. */
const LONGEST = 260

export default instrument<EdgeFile, EdgeRow>({
  name: 'edge',
  title: 'On Cloudflare Workers',
  sentence: 'which frameworks and validation libraries run under workerd, with and without code generation',
  about:
    'Each framework with its own `fetch` handler, and each validation library behind a bare one, in a bundle as wrangler makes it. It must keep the whole contract of `update-user` under workerd. Workers generate code at start-up alone, if at all. `yes, compiled`: it does so. `falls back`: it generates code on Node, and interprets here.',
  store: edgeStore,
  lead: ([newest]) => (newest ? findings(edgeRows(newest.file)) : ''),
  rows: edgeRows,
  rowNoun: 'library',
  columns,
  tables(file) {
    const { framework = [], library = [] } = Object.groupBy(edgeRows(file), ({ kind }) => kind)
    return [
      { heading: 'Frameworks', rows: framework, columns },
      { heading: 'Validation libraries', rows: library, columns },
    ]
  },
  charts: (file) => [sizes(file)],
  notes: (file) => edgeRows(file).flatMap(failures),
  conditions,
})

function failures({ displayName, edge: { workers, strict } }: EdgeRow): string[] {
  const said = (where: string, failure: string) =>
    `${displayName}, ${where}: ${failure.length > LONGEST ? `${failure.slice(0, LONGEST)}…` : failure}`
  if (workers.failure !== null) return [said('on Workers', workers.failure)]
  return strict.failure === null ? [] : [said('without code generation', strict.failure)]
}

/** In sentences: what runs, how, and what does not. */
function findings(rows: readonly EdgeRow[]): string {
  const sentences = (nouns: string, answer: 'workers' | 'strict', where: string, own: readonly EdgeRow[] = []) => {
    const named = (said: string, wanted: Answer) => {
      const names = own.filter((row) => row[answer] === wanted).map(({ displayName }) => displayName)
      return names.length > 0 ? [`${said}: ${listed(names)}.`] : []
    }
    const running = own.filter((row) => row[answer] !== 'no').length
    return [
      `${running} of ${own.length} ${nouns} run ${where}.`,
      ...named('Compiled at start-up', 'yes, compiled'),
      ...named('Interpreted, unlike on Node', 'falls back'),
      ...named('Not running', 'no'),
    ]
  }
  const { library, framework } = Object.groupBy(rows, ({ kind }) => kind)
  return [
    ...sentences('validation libraries', 'workers', 'on Workers', library),
    ...sentences('frameworks', 'workers', 'there', framework),
    ...sentences('validation libraries', 'strict', 'where no code may be generated', library),
    ...sentences('frameworks', 'strict', 'there', framework),
    ...starts(rows),
  ].join(' ')
}

function starts(rows: readonly EdgeRow[]): string[] {
  const counted = rows.flatMap(({ displayName, edge: { instructions } }) =>
    instructions ? [{ displayName, millions: significant(instructions.start / 1e6), start: instructions.start }] : [],
  )
  const [least, ...more] = counted.sort((a, b) => a.start - b.start)
  const most = more.at(-1)
  if (!least || !most) return []
  const [low, high] = [least, most].map(({ displayName, millions }) => `${millions} million (${displayName})`)
  return [`Until the first response workerd executes from ${low} to ${high} instructions.`]
}

function sizes(file: EdgeFile) {
  return barChart({
    name: 'edge',
    title: 'Bundles that run on Workers',
    subtitle:
      'Lower is better. Minified and gzipped. Beside them: whether they run without code generation, and the instructions of a start.',
    rows: edgeRows(file)
      .filter(({ edge, workers }) => edge.bundle && workers !== 'no')
      .sort((a, b) => gzipped(a) - gzipped(b)),
    axis: 'kilobytes, gzipped',
    headings: ['gzipped', 'no codegen', 'M instr.'],
    figures(row) {
      const [value, start] = [gzipped(row) / 1e3, row.edge.instructions?.start]
      return {
        value,
        figure: `${significant(value)} KB`,
        aside: row.strict,
        more: [start ? significant(start / 1e6) : ''],
      }
    },
    caption: [conditions(file)],
    ...{ noun: 'library', all: true },
  })
}

function conditions(file: File): string[] {
  const { workerd, compatibilityDate } = file.protocol
  return [
    placeLine(file as EdgeFile, false),
    [`workerd ${workerd}`, `compatibility date ${compatibilityDate}`, file.environment.generatorVersion].join(' · '),
  ]
}
