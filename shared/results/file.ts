/** Result files: where they are, and what is in them. */
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

/** The same contents with slices as tables, which the schema takes too. */
export function packedResult<T extends Pick<Result, 'servers' | 'copy'>>(result: T) {
  return { ...result, servers: result.servers.map(packed), copy: result.copy && packed(result.copy) }
}

function packed(server: ServerResult) {
  return { ...server, trials: server.trials.map((trial) => ({ ...trial, slices: packSlices(trial.slices) })) }
}

/** The JSON Schema of a result file, as it stands in `results/result.schema.json`. */
export function resultJsonSchema(): string {
  return `${stringify({ title: 'Benchmark result', ...z.toJSONSchema(Result, { io: 'input' }) }, { maxLength: 120 })}\n`
}

/** Where a run's result goes: dated, so that no two collide, and with the pipelining where it is above 1; quick ones are kept out of the repository by their name. */
export function resultPath(result: Pick<Result, 'scenario' | 'startedAt' | 'quick' | 'protocol'>, root = ROOT): string {
  const { scenario, startedAt, quick, protocol } = result
  const pipelining = protocol.pipelining > 1 ? `.pipelining-${protocol.pipelining}` : ''
  return join(root, 'results', scenario, `${dateInName(startedAt)}${pipelining}${quick ? '.quick' : ''}.json`)
}

/**
 * @param overwrite whether the file may be replaced: a run writes its result after each round
 * @throws where the result breaks its own schema, or the file is there already or can't be written
 */
export function writeResult(path: string, measured: UnsealedResult, overwrite = false): void {
  writeSealed(path, measured, RESULT_FILE, overwrite)
}

/** Results read so far, by the file's state: publishing reads a result for each page that uses it. */
const known = new Map<string, { state: string; result: Result }>()

/**
 * The result with its figures by today's statistics; the same one for whoever asks again, so that nobody can change it.
 * @throws UsageError that names the file and what is wrong with it, also where its run is not complete
 */
export function readResult(path: string): Result {
  const result = readIfComplete(path)
  if (result) return result
  throw new UsageError(`${path} is of a run that has not ended: npm run bench -- run --resume ${path} continues it`)
}

/** Like `readResult`; null where the run is not complete. */
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

/** A file that was written anew is another one, or another age or size; null where there is none. */
function stateOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? [stat.ino, stat.mtimeMs, stat.size].join(' ') : null
}

/**
 * Reads the file of a run, complete or not, as it was written.
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
