/**
 * Number of arbitrary inputs that each server got: `verify --fuzz --out` writes it, results/experiments/README.md shows
 * it.
 */
import { existsSync, readFileSync } from 'node:fs'
import stringify from 'json-stringify-pretty-compact'
import { writeFileAtomically } from '../../../shared/basics/atomic-file.ts'
import { UsageError } from '../../../shared/basics/errors.ts'
import { describeSource } from '../../host/environment.ts'
import type { FuzzPlan } from './fuzz.ts'

/** A server's line of the figures. */
export interface FuzzLine {
  server: string
  /** Version of the server's package, or of the bare runtime. */
  version: string
  scenario: string
  /** Cases sent without a breach, known deviations included, and requests of these. */
  inputs: number
  requests: number
  /** Cases left out for a known deviation's sake. */
  skipped: number
  /** Known deviations that were met, and how often. */
  met: Record<string, number>
  /** The broken invariant, and how, in one line; `null` without a breach. */
  breach: string | null
}

export interface FuzzFigures {
  /** Cases made for each server and scenario, those left out included. */
  inputs: number
  seed: number
  servers: FuzzLine[]
}

interface FuzzFile {
  madeAt: string
  commit: string | null
  figures: FuzzFigures
}

/** Characters that a server's line fits in. */
const A_LINE = 300

/**
 * Writes the lines into a file that may hold others: of the same server and scenario the new one stays.
 * @throws UsageError where those in the file are of other inputs
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
