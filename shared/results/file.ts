/** Reads and writes result files of runs. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import stringify from 'json-stringify-pretty-compact'
import { z } from 'zod'
import { UsageError } from '../basics/errors.ts'
import { ROOT } from '../basics/root.ts'
import { RESULT_VERSION, Result, type ServerResult, type UnsealedResult } from './format.ts'
import { packSlices } from './packed-slices.ts'
import { restated } from './restated.ts'
import { dateInName, readJson, type SealedKind, unseal, writeSealed } from './sealed-file.ts'

const RESULT_FILE: SealedKind<Result> = {
  schema: Result,
  isNone: 'is not a result file',
  isInvalid: 'is not a valid result',
  pack: packedResult,
}

/** Packs slices as tables, which the schema also accepts. */
export function packedResult<T extends Pick<Result, 'servers' | 'copy'>>(result: T) {
  return { ...result, servers: result.servers.map(packed), copy: result.copy && packed(result.copy) }
}

function packed(server: ServerResult) {
  return { ...server, trials: server.trials.map((trial) => ({ ...trial, slices: packSlices(trial.slices) })) }
}

/** Returns the contents of `results/result.schema.json`. */
export function resultJsonSchema(): string {
  return `${stringify({ title: 'Benchmark result', ...z.toJSONSchema(Result, { io: 'input' }) }, { maxLength: 120 })}\n`
}

/** Returns a result's path, with date and `.quick`, which git ignores. */
export function resultPath(result: Pick<Result, 'scenario' | 'startedAt' | 'quick'>, root = ROOT): string {
  const { scenario, startedAt, quick } = result
  return join(root, 'results', scenario, `${dateInName(startedAt)}${quick ? '.quick' : ''}.json`)
}

/**
 * @param overwrite whether to replace the file: a run writes its result after each round
 * @throws if the result violates its schema, or the file exists or cannot be written
 */
export function writeResult(path: string, measured: UnsealedResult, overwrite = false): void {
  writeSealed(path, measured, RESULT_FILE, overwrite)
}

/** Cache of results by the file's state: publishing reads a result several times. */
const known = new Map<string, { state: string; result: Result }>()

/**
 * Reads a result, with summaries recalculated by the current statistics. The result is cached and frozen.
 * @throws UsageError that names the file and the error, also if the run is not complete
 */
export function readResult(path: string): Result {
  const result = readIfComplete(path)
  if (result) return result
  throw new UsageError(`${path} is from a run that has not ended: npm run bench -- run --resume ${path} continues it`)
}

/** Like `readResult`; returns null if the run is not complete. */
export function readIfComplete(path: string): Result | null {
  const state = stateOf(path)
  const before = known.get(path)
  if (before && before.state === state) return before.result
  const anew = readRecord(path)
  if (!anew.complete) return null
  const result = frozen(restated(anew))
  if (state !== null) known.set(path, { state, result })
  return result
}

function frozen<T>(value: T): T {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}

/** Identifies a file's contents by inode, time and size; null if it does not exist. */
function stateOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? [stat.ino, stat.mtimeMs, stat.size].join(' ') : null
}

/**
 * Reads the file of a run, complete or not, without recalculating it.
 * @throws UsageError that names the file and the error in it
 */
export function readRecord(path: string): Result {
  const json = readJson(path, RESULT_FILE)
  const version = (json as { schemaVersion?: unknown } | null)?.schemaVersion
  if (version === undefined) throw new UsageError(`${path} is not a result file: it has no schema version`)
  if (version !== RESULT_VERSION) {
    throw new UsageError(`${path} has schema version ${version}; this suite reads version ${RESULT_VERSION}`)
  }
  return unseal(path, json, RESULT_FILE)
}
