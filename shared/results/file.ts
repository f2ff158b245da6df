/** Reads and writes result files of runs. */
import { join } from 'node:path'
import stringify from 'json-stringify-pretty-compact'
import { z } from 'zod'
import { ROOT } from '../basics/root.ts'
import { RESULT_VERSION, Result, type ServerResult, type UnsealedResult } from '../format/format.ts'
import { dateInName, readSealed, type SealedKind, writeSealed } from '../format/sealed-file.ts'
import { packSlices } from '../format/slices.ts'
import { recalculated } from './summary.ts'

const RESULT_FILE: SealedKind<Result> = {
  schema: Result,
  command: 'run',
  version: RESULT_VERSION,
  pack: packedResult,
}

/** Packs slices as tables, which the schema also accepts. */
function packedResult(result: Result) {
  return { ...result, servers: result.servers.map(packed) }
}

function packed(server: ServerResult) {
  return {
    ...server,
    trials: server.trials.map((trial) => ({ ...trial, slices: packSlices(trial.slices) })),
  }
}

/** Returns the contents of `results/result.schema.json`. */
export function resultJsonSchema(): string {
  return `${stringify({ title: 'Benchmark result', ...z.toJSONSchema(Result, { io: 'input' }) }, { maxLength: 120 })}\n`
}

/** Returns a result's path, with its date. */
export function resultPath(
  { scenario, startedAt }: Pick<Result, 'scenario' | 'startedAt'>,
  root = ROOT,
): string {
  return join(root, 'results', scenario, `${dateInName(startedAt)}.json`)
}

/** @throws if the result violates its schema, or the file exists or cannot be written */
export function writeResult(path: string, measured: UnsealedResult): void {
  writeSealed(path, measured, RESULT_FILE)
}

/**
 * Reads a result, with summaries recalculated by the current statistics.
 * @throws UsageError that names the file and the error in it
 */
export function readResult(path: string): Result {
  return recalculated(readSealed(path, RESULT_FILE))
}
