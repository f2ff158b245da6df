/** Figures of `verify --fuzz --out`, shown in results/experiments/README.md. */
import { existsSync, readFileSync } from 'node:fs'
import stringify from 'json-stringify-pretty-compact'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { describeSource } from '../../host/environment.ts'
import type { FuzzPlan } from './fuzz.ts'

/** Figures of a server in a scenario. */
export interface FuzzLine {
  server: string
  /** Version of the server's package, or of the bare runtime. */
  version: string
  scenario: string
  /** Cases without a breach, known deviations included; and their requests. */
  inputs: number
  requests: number
  /** Cases skipped because of a known deviation. */
  skipped: number
  /** Known deviations that occurred, and how often. */
  met: Record<string, number>
  /** Violated invariant and response, on one line; null without a breach. */
  breach: string | null
}

export interface FuzzFigures {
  /** Cases generated per server and scenario, skipped ones included. */
  inputs: number
  seed: number
  servers: FuzzLine[]
}

interface FuzzFile {
  madeAt: string
  commit: string | null
  figures: FuzzFigures
}

/** Line width of the JSON; one server fits on a line. */
const A_LINE = 300

/**
 * Writes the lines into a file. Replaces earlier lines of the same server and scenario.
 * @throws UsageError if the file's figures have another seed or number of inputs
 */
export function writeFigures(file: string, lines: readonly FuzzLine[], { inputs, seed }: FuzzPlan): void {
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FuzzFile).figures : undefined
  if (before && (before.inputs !== inputs || before.seed !== seed)) {
    const { inputs: others, seed: other } = before
    throw new UsageError(`${file} holds figures of ${others} inputs with seed ${other}: choose another file`)
  }
  const isNew = ({ server, scenario }: FuzzLine) =>
    lines.some((line) => line.server === server && line.scenario === scenario)
  const servers = [...(before?.servers ?? []).filter((line) => !isNew(line)), ...lines].toSorted((a, b) =>
    compare(a.server, b.server),
  )
  const content: FuzzFile = {
    madeAt: new Date().toISOString(),
    commit: describeSource().commit,
    figures: { inputs, seed, servers },
  }
  writeFileAtomically(file, `${stringify(content, { maxLength: A_LINE })}\n`)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
