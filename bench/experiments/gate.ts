/** Plants 1% more work or memory in copies of packages, and counts how often `versions` finds it, and calls equal processes different. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type VersionsMeasured,
  type VersionsVerdict,
  versionsStore,
} from '../../charts/instruments/versions/format.ts'
import { verdictOfRow } from '../../charts/instruments/versions/verdict.ts'
import { table } from '../../charts/text/markdown.ts'
import { createRandom, type Random } from '../../shared/basics/random.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { grouped } from '../../shared/basics/text.ts'
import { runProgram } from '../processes/run-program.ts'
import { makeScratch } from '../processes/scratch.ts'
import { type Experiment, perform } from './lib/experiment.ts'

const loop = (rounds: number) =>
  `{ let work = 0; for (let i = 0; i < ${rounds}; i++) work = (work * 31 + i) | 0; globalThis.work = work }\n`

/** Packages, each with a statement planted behind a head in one of its modules. */
const PLANTED = [
  {
    ...{ name: 'valibot', metric: 'validators' },
    ...{
      module: 'dist/index.mjs',
      head: /\nfunction safeParse\([^)]*\) \{\n/,
      statement: loop(15),
    },
  },
  {
    ...{ name: 'hono', metric: 'instructions' },
    ...{ module: 'dist/hono-base.js', head: /\n\t#dispatch\([^)]*\) \{\n/, statement: loop(210) },
  },
  {
    ...{ name: 'hono', metric: 'startup' },
    ...{ module: 'dist/hono-base.js', head: /\n\*\/\n/, statement: loop(600_000) },
  },
  {
    ...{ name: 'valibot', metric: 'heap' },
    ...{ module: 'dist/index.mjs', head: /\nfunction object\([^)]*\) \{\n/ },
    statement: 'globalThis.retained ??= [];\nglobalThis.retained.push([]);\n',
  },
]
type Planted = (typeof PLANTED)[number]

/** Counted processes of each side: more than twice as many as are compared, so that equal ones can be. */
const PROCESSES = 16
/** The default of `versions`. */
const COMPARED = 7
const TRIES = 1_000

interface Figures {
  tries: number
  packages: { name: string; commit: string | null; measured: VersionsMeasured[] }[]
}

export const gate: Experiment<Figures> = {
  name: 'gate',
  reserves: false,
  async measure() {
    const packages = []
    for (const planted of PLANTED) packages.push(await compared(planted))
    return { tries: TRIES, packages }
  },
  markdown({ packages, tries }) {
    const cells = packages.flatMap(({ name, measured }) =>
      measured.flatMap((of) => of.rows.map((row) => [name, row.name, ...cellsOf(tries, of, row)])),
    )
    const lead = `Copies of packages execute a short loop in each call, request or start, or retain one more array with each schema. ${grouped(tries)} comparisons of ${COMPARED} processes with ${COMPARED}, the default, were drawn from ${PROCESSES} counted ones of each side. Equal ones are ${COMPARED} and ${COMPARED} others of one side. *Finds* is what a comparison of all states.`
    const head = [
      'package',
      'figure',
      'threshold',
      'planted',
      'finds',
      'called slower or larger',
      'equal ones called different',
    ]
    return `${lead}\n\n${table(head, cells, ['left', 'left', 'right', 'right', 'right', 'right', 'right'])}`
  },
}

type Row = VersionsMeasured['rows'][number]

function cellsOf(tries: number, of: VersionsMeasured, row: Row): string[] {
  const { first, second } = row
  const more = share(tries, of, [of.larger], (random) => [
    random.shuffle(first),
    random.shuffle(second),
  ])
  const equal = share(tries, of, ['slower', 'faster'], (random) => {
    const shuffled = random.shuffle(random.pick([first, second]))
    return [shuffled, shuffled.slice(COMPARED)]
  })
  const { ratio, finds } = verdictOfRow(of, row)
  return [percent(of.threshold), percent(ratio - 1), percent(finds ?? Number.NaN), more, equal]
}

const percent = (share: number, digits = 2) => `${(share * 100).toFixed(digits)}%`

/** Returns the share of the comparisons drawn that have one of these verdicts. */
function share(
  tries: number,
  of: VersionsMeasured,
  which: readonly VersionsVerdict['verdict'][],
  draw: (random: Random) => readonly [readonly number[], readonly number[]],
): string {
  const random = createRandom(1)
  const drawn = Array.from({ length: tries }, () => {
    const [first, second] = draw(random).map((values) => values.slice(0, COMPARED)) as [
      number[],
      number[],
    ]
    return verdictOfRow(of, { name: '', first, second })
  })
  return percent(drawn.filter(({ verdict }) => which.includes(verdict)).length / tries, 1)
}

/** Compares a package with its copy that does more, by the command itself. @throws with what the command complains about */
async function compared({ name, metric, module, head, statement }: Planted) {
  const directory = makeScratch('bench-planted-')
  const [base, more] = ['base', 'more'].map((side) => join(directory, side)) as [string, string]
  for (const side of [base, more]) {
    cpSync(join(ROOT, 'node_modules', name), side, { recursive: true })
    const manifest = join(side, 'package.json')
    // Its scripts would build it anew.
    writeFileSync(
      manifest,
      JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), scripts: {} }),
    )
  }
  const source = readFileSync(join(base, module), 'utf8')
  const changed = source.replace(head, (found) => found + statement)
  if (changed === source) throw new Error(`${module} of ${name} has no place for the statement`)
  writeFileSync(join(more, module), changed)
  const out = join(directory, 'versions.json')
  const words = [
    'versions',
    ...[base, more].map((side) => `${name}@file:${side}`),
    '--servers',
    name,
  ]
  const options = ['--metric', metric, '--processes', String(PROCESSES), '--out', out]
  const command = [join(ROOT, 'bench/commands/main.ts'), ...words, ...options]
  const { stderr, stdout } = await runProgram(process.execPath, command, { limit: null })
  console.log(stdout)
  if (stderr !== '') throw new Error(stderr)
  const { measured, ...file } = versionsStore.read(out)
  return { name, commit: file.source.commit, measured }
}

await perform(gate, import.meta.main)
