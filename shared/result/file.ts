/** Result files: written once, checked against the schema on the way out and on the way in. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import stringify from 'json-stringify-pretty-compact'
import { z } from 'zod'
import { writeFileAtomically } from '../basics/atomic-file.ts'
import { messageOf, UsageError } from '../basics/errors.ts'
import { ROOT } from '../basics/root.ts'
import { READ_VERSIONS, Result } from './format.ts'

/** The JSON Schema of a result file, as it stands in `results/result.schema.json`. */
export function resultJsonSchema(): string {
  return `${stringify({ title: 'Benchmark result', ...z.toJSONSchema(Result, { io: 'input' }) }, { maxLength: 120 })}\n`
}

/** Where a run's result goes: dated, so that no two collide; quick ones are kept out of the repository by their name. */
export function resultPath(result: Pick<Result, 'scenario' | 'startedAt' | 'quick'>): string {
  const date = result.startedAt.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')
  return join(ROOT, 'results', result.scenario, `${date}${result.quick ? '.quick' : ''}.json`)
}

/** @throws where the result breaks its own schema, or the file is there already or can't be written */
export function writeResult(path: string, measured: Omit<Result, 'checksum'>): void {
  const result = validated(path, { ...measured, checksum: '' })
  const sealed = { ...result, checksum: checksumOf(result) }
  writeFileAtomically(path, `${stringify(sealed, { maxLength: 120 })}\n`, false)
}

/** Of everything but the checksum itself. */
export function checksumOf({ checksum: _, ...rest }: { checksum?: string }): string {
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex')
}

/** @throws UsageError that names the file and what is wrong with it */
export function readResult(path: string): Result {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reasons: Record<string, string> = { ENOENT: 'there is no such file', EISDIR: 'it is a directory' }
    const { code = '' } = error as NodeJS.ErrnoException
    throw new UsageError(`${path} is not a result file: ${reasons[code] ?? messageOf(error)}`)
  }
  const version = (json as { schemaVersion?: unknown } | null)?.schemaVersion
  if (version === undefined) throw new UsageError(`${path} is not a result file: it has no schema version`)
  if (!READ_VERSIONS.includes(version as number)) {
    throw new UsageError(
      `${path} has schema version ${version}; this suite reads versions ${READ_VERSIONS.join(' and ')}`,
    )
  }
  const result = validated(path, json)
  if (checksumOf(json as Result) !== result.checksum) {
    throw new UsageError(
      `${path} has been edited: its checksum is not that of its contents; use the file as it was written`,
    )
  }
  return result
}

function validated(path: string, json: unknown): Result {
  const result = Result.safeParse(json)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new UsageError(`${path} is not a valid result: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
}
