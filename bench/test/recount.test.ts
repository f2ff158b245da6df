/**
 * Recalculates figures of README and pages from the raw measurements in result files, by plain arithmetic that shares
 * no code with what generates them.
 */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as statistics from 'simple-statistics'
import { ROOT } from '../../shared/basics/root.ts'
import {
  type Cell,
  cellsOf,
  entriesOf,
  isRounded,
  json,
  type Raw,
  read,
  resultFilesIn,
} from './page-cells.ts'

const { median, mean } = statistics
const PAGES = 'charts/published'

/** Returns the entry of a server in the newest file of the section that has it. */
const only = (cell: Cell, fits: (entry: Raw) => boolean = () => true): Raw =>
  cell.files
    .toSorted()
    .reverse()
    .flatMap((path) => entriesOf(cell, json(path)))
    .find(fits)

/** Returns the runs that have a server as it is in the newest of them. */
function pooled(cell: Cell): string[] {
  const digestIn = (path: string) => entriesOf(cell, json(path))[0]?.code
  const having = cell.files.filter(digestIn).sort()
  return having.filter((path) => digestIn(path) === digestIn(having.at(-1) as string))
}

/** Returns the measured trials of a server, by run. */
const trialsOf = (cell: Cell): Raw[][] =>
  pooled(cell)
    .flatMap((path) => entriesOf(cell, json(path)).map(({ samples }) => samples))
    .filter((all) => all.length > 0)

/** Returns the baseline's trials. */
const baselineIn = ({ subjects, details }: Raw): Raw[] =>
  subjects.find(({ name }: Raw) => name === details.baseline).samples

/** Of one run: the geometric mean of ratios within a round and group, both of which have the baseline. */
function ratioIn(path: string, cell: Cell): number[] {
  const groupOf = ({ round, evidence }: Raw) => `${round} ${evidence.group}`
  const rates = new Map<string, number>(
    baselineIn(json(path)).map((trial) => [groupOf(trial), trial.values.requestsPerSecond]),
  )
  const own = entriesOf(cell, json(path)).flatMap(({ samples }) => samples)
  const logs = own.map((trial) =>
    Math.log(trial.values.requestsPerSecond / (rates.get(groupOf(trial)) ?? Number.NaN)),
  )
  return logs.length > 0 ? [mean(logs)] : []
}

const ratioOf = (cell: Cell) => Math.exp(mean(pooled(cell).flatMap((path) => ratioIn(path, cell))))

/** The geometric mean over machines of the baseline's requests/s. */
function levelOf({ files }: Cell): number {
  const machines = Map.groupBy(
    files.map(json),
    ({ environment: { boot }, startedAt }) => boot ?? startedAt,
  )
  const rateIn = (run: Raw): number =>
    mean(baselineIn(run).map(({ values }) => values.requestsPerSecond))
  return statistics.logAverage(
    [...machines.values()].map((runs) => statistics.logAverage(runs.map(rateIn))),
  )
}

/** The median over a subject's processes that have a value; where each is shown, with two digits, the mean of these. */
const ofSamples =
  (id: string, scale = 1, fits: (subject: Raw, cell: Cell) => boolean = () => true) =>
  (cell: Cell): number => {
    const values: number[] = only(cell, (subject) => fits(subject, cell)).samples.flatMap(
      ({ values }: Raw) => values[id] ?? [],
    )
    const distinct = new Set(values.map((value) => Number(value.toPrecision(2))))
    return (cell.shown.includes(' · ') ? mean([...distinct]) : median(values)) * scale
  }

const HEAP = /^(string, )?(used once|built)(?: on (Bun|Deno))?, KB$/

function heapOf(cell: Cell): number {
  const [, isString, when, runtime = 'Node'] = HEAP.exec(cell.column) ?? []
  const id = when === 'built' ? (isString ? 'stringBuilt' : 'built') : 'used'
  const part = cell.heading === 'Routes' ? 'route' : 'schema'
  return ofSamples(
    id,
    1e-3,
    (subject) =>
      subject.part === part && (part === 'route' || subject.runtime === runtime.toLowerCase()),
  )(cell)
}

const COMPILERS = { 'TS 6': 'six', 'TS 7': 'seven', 'TS 7, 1 checker': 'one' }

const isPlain = ({ part }: Raw) => part === ''

const instructionsOf = ({ samples }: Raw): number =>
  mean(samples.map(({ values }: Raw) => values.instructions))

const kinds: Record<string, string> = {
  'Validation libraries': 'library',
  'Typed clients': 'client',
  Servers: 'server',
}
const typesOf = (id: string, scale = 1) =>
  ofSamples(id, scale, ({ part }, { row }) => row.includes(part))
const bundled = (id: string) => ofSamples(id, 1, ({ part }, { heading }) => part === kinds[heading])
const load = (id: string) =>
  ofSamples(id, 1, ({ part }, { heading }) => part === `${/At ([\d,]+)/.exec(heading)?.[1]}/s`)

const cpuAt = (rate: string) => ofSamples('cpu', 1, ({ part }) => part === rate)

const peak = (cell: Cell) =>
  median(middles(trialsOf(cell), ({ values }) => values.peakMemory)) / 1e6
const percent = (cell: Cell) =>
  mean(trialsOf(cell).map((all) => mean(all.map(({ values }) => values.cpuMean))))
const rate = (cell: Cell) =>
  (cell.row[0]?.startsWith('http-node') ? 1 : ratioOf(cell)) * levelOf(cell)
const bytes = (cell: Cell) =>
  mean(
    trialsOf(cell).map((all) =>
      mean(all.map((trial) => trial.values.receivedPerSecond / trial.values.requestsPerSecond)),
    ),
  )
/** Tolerance of what is relative to the baseline: a plain mean leaves in what machines add. */
const LEVEL = 0.2

/** By folder of results and title of column: how to recalculate a cell, and the relative tolerance of a simpler formula. */
const RULES: Record<
  string,
  Record<string, readonly [of: (cell: Cell) => number, within?: number]>
> = {
  run: {
    'peak, MB': [peak],
    'peak MB': [peak],
    'CPU, µs/request': [(cell) => (1e4 * percent(cell)) / rate(cell), LEVEL],
    'CPU µs': [(cell) => (1e4 * percent(cell)) / rate(cell), LEVEL],
    'MB/s': [(cell) => (bytes(cell) * rate(cell)) / 1e6, LEVEL],
    'requests/s': [rate, LEVEL],
    '× http-node': [ratioOf, LEVEL],
  },
  footprint: {
    packages: [ofSamples('packages')],
    MB: [ofSamples('bytes', 1e-6)],
  },
  bundle: {
    'raw, bytes': [bundled('raw')],
    'minified, bytes': [bundled('minified')],
    'gzipped, bytes': [bundled('gzipped')],
    'gzipped as documented': [bundled('documented')],
  },
  edge: {
    'start, million instructions': [ofSamples('start', 1e-6)],
    'start as documented': [ofSamples('documentedStart', 1e-6)],
    'request, thousand instructions': [ofSamples('request', 1e-3)],
    'request without keep_names': [ofSamples('requestWithoutNames', 1e-3)],
  },
  heap: Object.fromEntries(
    ['used once', 'built', 'string, built', 'used once on Bun', 'used once on Deno'].map(
      (title) => [`${title}, KB`, [heapOf] as const],
    ),
  ),
  types: {
    'instantiations up to 100, TS 6': [typesOf('before_six')],
    'types, TS 6': [typesOf('types')],
    '.d.ts bytes of the server': [typesOf('bytes')],
    ...Object.fromEntries(
      Object.entries(COMPILERS).flatMap(([title, id]) => [
        [`instantiations, ${title}`, [typesOf(`instantiations_${id}`)] as const],
        [`CPU of 1,000, s, ${title}`, [typesOf(`cpu_${id}`)] as const],
        [`peak of 1,000, MB, ${title}`, [typesOf(`peak_${id}`, 1e-6)] as const],
      ]),
    ),
  },
  instructions: {
    instructions: [(cell) => instructionsOf(only(cell))],
    '× http-node': [
      (cell) => instructionsOf(only(cell)) / instructionsOf(only({ ...cell, row: ['http-node'] })),
    ],
  },
  startup: {
    'million instructions': [ofSamples('instructions', 1e-6, isPlain)],
    'peak MB': [ofSamples('peak', 1e-6, isPlain)],
  },
  workarounds: { 'instructions with it': [ofSamples('instructions', 1, isPlain)] },
  latency: {
    'p50, ms': [load('p50')],
    'p95, ms': [load('p95')],
    'p99, ms': [load('p99')],
    'max, ms': [load('max')],
    ...Object.fromEntries(
      ['100', '1,000', '5,000'].map((rate) => [`at ${rate}/s, µs`, [cpuAt(`${rate}/s`)] as const]),
    ),
  },
  memory: {
    'start, MB': [ofSamples('start', 1e-6)],
    'idle, MB': [ofSamples('idle', 1e-6)],
    'peak, MB': [ofSamples('peak', 1e-6)],
  },
}

/** Medians of a figure, of each trial in one run, or of each of several runs. */
function middles(runs: Raw[][], of: (trial: Raw) => number): number[] {
  const [first = []] = runs
  return runs.length > 1 ? runs.map((all) => median(all.map(of))) : first.map(of)
}

/** A table of older runs, `measured` at some date, has other files than its page. */
function ruleOf({ files: [path = ''], titles, column }: Cell) {
  const [, folder = ''] = path.split('/')
  if (path === '' || titles.includes('measured')) return undefined
  return RULES[json(path).probe === 'run' ? 'run' : folder]?.[column]
}

/** Returns what cannot be recalculated, and how many figures can. */
function recount(cells: readonly Cell[]): { wrong: string[]; checked: number } {
  const checked = cells.flatMap((cell) => {
    const rule = ruleOf(cell)
    // Two modes have shares of processes instead of a median.
    return rule && /\d/.test(cell.shown) && !cell.shown.includes('%) · ')
      ? [{ cell, value: rule[0](cell), within: rule[1] }]
      : []
  })
  const wrong = checked.filter(
    ({ cell: { shown }, value, within }) => !isRounded(shown, value, within),
  )
  return {
    wrong: wrong.map(({ cell, value }) => `${cell.place}: ${cell.shown}, not ${value}`),
    checked: checked.length,
  }
}

const pageOf = (name: string) => `${PAGES}/${name}/README.md`

test('figures of pages and of README follow from the raw measurements', () => {
  const pages = readdirSync(join(ROOT, PAGES), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  const cells = pages.flatMap(({ name }) =>
    name === 'report' ? [] : cellsOf(name, read(pageOf(name))),
  )
  const [table = ''] = read('README.md')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/^(\| \S+) \d+\.\d+\.\d+/gm, '$1')
    .split('<!-- bench:table:end -->')
  const { wrong, checked } = recount([
    ...cells,
    ...cellsOf('README', table, resultFilesIn(read(pageOf('update-user')))),
  ])
  assert.deepEqual(wrong, [])
  assert.ok(checked > 4000, `${checked} figures`)
})

test('a wrong figure is found', () => {
  const page = read(pageOf('footprint'))
  const [line = ''] = page.split('\n').filter((each) => each.startsWith('| express |'))
  const faulty = page.replace(
    line,
    line.replace(/\d+/, (digits) => String(Number(digits) + 1)),
  )
  assert.match(
    recount(cellsOf('footprint', faulty)).wrong.join(),
    /^footprint, express, packages: \d+, not \d+$/,
  )
})
