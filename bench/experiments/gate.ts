/** Plants 1% more work in a copy of valibot's parse, and counts how often `versions` finds it, and calls equal processes different. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type VersionsRow, type VersionsVerdict, versionsStore } from '../../charts/instruments/versions/format.ts'
import { versionsVerdicts } from '../../charts/instruments/versions/verdict.ts'
import { table } from '../../charts/text/markdown.ts'
import { createRandom, type Random } from '../../shared/basics/random.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { grouped } from '../../shared/basics/text.ts'
import { runProgram } from '../host/run-program.ts'
import { makeScratch } from '../host/scratch.ts'
import { type Experiment, perform } from './lib/experiment.ts'

const PACKAGE = 'valibot'
/** Where the loop is planted, which each call runs. */
const MODULE = 'dist/index.mjs'
const HEAD = /\nfunction safeParse\([^)]*\) \{\n/
/** About 1% of the instructions of a call. */
const LOOP = 'let work = 0; for (let i = 0; i < 15; i++) work = (work * 31 + i) | 0; globalThis.work = work\n'

/** Processes of each side in a comparison: the least. */
const COMPARED = 4
/** Counted ones of each side, so that equal ones can be compared. */
const PROCESSES = 2 * COMPARED
const TRIES = 1_000

type Row = Pick<VersionsRow, 'name' | 'first' | 'second'>

interface Figures {
  threshold: number
  compared: number
  tries: number
  rows: Row[]
}

export const gate: Experiment<Figures> = {
  name: 'gate',
  reserves: false,
  async measure() {
    const { threshold, rows } = await measured()
    return { threshold, compared: COMPARED, tries: TRIES, rows: rows.map(({ unsettled: _, ...row }) => row) }
  },
  markdown(figures) {
    const { compared, tries, rows, threshold } = figures
    const cells = rows.map((row) => {
      const { name, first, second } = row
      const more = verdicts(figures, (random) => [random.shuffle(first), random.shuffle(second)])
      const equal = verdicts(figures, (random) => {
        const shuffled = random.shuffle(random.pick([first, second]))
        return [shuffled, shuffled.slice(compared)]
      })
      const { ratio, finds } = verdictOf(threshold, first, second)
      const found = share(more, ['slower'])
      return [name, percent(ratio - 1), percent(finds ?? Number.NaN), found, share(equal, ['slower', 'faster'])]
    })
    const processes = rows[0]?.first.length ?? 0
    const lead = `A copy of ${PACKAGE} executes a short loop in each call. ${grouped(tries)} comparisons of ${compared} processes with ${compared}, the least number, were drawn from ${processes} counted ones of each side; the threshold is ${percent(threshold)}. *Finds* is what a comparison of all states.`
    const head = ['figure', 'planted', 'finds, in 95 of 100', 'called slower', 'equal ones called different']
    return `${lead}\n\n${table(head, cells, ['left', 'right', 'right', 'right', 'right'])}`
  },
}

const percent = (share: number, digits = 2) => `${(share * 100).toFixed(digits)}%`

const share = (all: readonly VersionsVerdict[], which: readonly string[]) =>
  percent(all.filter(({ verdict }) => which.includes(verdict)).length / all.length, 1)

type Sides = readonly [readonly number[], readonly number[]]

function verdicts({ compared, tries, threshold }: Figures, draw: (random: Random) => Sides): VersionsVerdict[] {
  const random = createRandom(1)
  return Array.from({ length: tries }, () => {
    const [first, second] = draw(random)
    return verdictOf(threshold, first.slice(0, compared), second.slice(0, compared))
  })
}

function verdictOf(threshold: number, first: readonly number[], second: readonly number[]): VersionsVerdict {
  const row = { name: '', first: [...first], second: [...second], unsettled: { first: [], second: [] } }
  const measured = { metric: '', threshold, exact: false, larger: 'slower', how: '', notMeasured: null } as const
  const side = { label: '', spec: '', version: '', commit: null, packages: [] }
  const compared = { measured: [{ ...measured, rows: [row] }], run: null, first: side, second: side }
  return versionsVerdicts(compared)[0] as VersionsVerdict
}

/** Compares the package with its copy that does more, by the command itself. @throws with what the command complains about */
async function measured() {
  const directory = makeScratch('bench-planted-')
  const [base, planted] = ['base', 'planted'].map((side) => join(directory, side)) as [string, string]
  for (const side of [base, planted]) {
    cpSync(join(ROOT, 'node_modules', PACKAGE), side, { recursive: true })
    const manifest = join(side, 'package.json')
    // Its scripts would build it anew.
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), scripts: {} }))
  }
  const source = readFileSync(join(base, MODULE), 'utf8')
  const more = source.replace(HEAD, (found) => found + LOOP)
  if (more === source) throw new Error(`${MODULE} of ${PACKAGE} has no place for the loop`)
  writeFileSync(join(planted, MODULE), more)
  const out = join(directory, 'versions.json')
  const words = ['versions', ...[base, planted].map((side) => `${PACKAGE}@file:${side}`), '--servers', PACKAGE]
  const options = ['--metric', 'validators', '--processes', String(PROCESSES), '--out', out]
  const command = [join(ROOT, 'bench/cli/main.ts'), ...words, ...options]
  const { stderr, stdout } = await runProgram(process.execPath, command, { limit: null })
  console.log(stdout)
  if (stderr !== '') throw new Error(stderr)
  const [validators] = versionsStore.read(out).measured
  if (!validators) throw new Error(`${PACKAGE} was not measured`)
  return validators
}

await perform(gate, import.meta.main)
