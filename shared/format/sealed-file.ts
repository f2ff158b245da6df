/** Files sealed by a checksum and validated against a schema, when written and when read. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { writeFileAtomically } from '../basics/atomic-file.ts'
import { messageOf, UsageError } from '../basics/errors.ts'

interface Sealed {
  checksum: string
}

/** A kind of file. */
export interface SealedKind<T extends Sealed> {
  schema: z.ZodType<T>
  /** The command that writes it. */
  command: string
  version: number
  /** Packs the contents; the schema also accepts the packed form. */
  pack?(contents: T): Sealed
}

/** Formats a run's start for file names, valid on every file system and sorted by date. */
export function dateInName(startedAt: string): string {
  return startedAt.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')
}

/** @throws if the contents violate the schema, or the file exists or cannot be written */
export function writeSealed<T extends Sealed>(
  path: string,
  contents: Omit<T, 'checksum'>,
  kind: SealedKind<T>,
): void {
  const valid = validated(path, { ...contents, checksum: '' }, kind)
  const packed: Sealed = kind.pack?.(valid) ?? valid
  const sealed = { ...packed, checksum: checksumOf(packed) }
  writeFileAtomically(path, inLines(JSON.stringify(sealed)), false)
}

/** Puts each server, process and trial on one line: full indentation would be a fifth of the file. */
function inLines(json: string): string {
  return `${json.replace(/\{"(?:name|round|server)":/g, '\n$&')}\n`
}

/**
 * Reads a result of any command.
 * @throws UsageError that names the file if it is none
 */
export function readUnchecked(path: string): { command: string; version: unknown; json: object } {
  const isNone = `${path} is not a result file`
  let json: { probe?: unknown; metric?: unknown; schemaVersion?: unknown } | null
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file',
      EISDIR: 'it is a directory',
    }
    const { code = '' } = error as NodeJS.ErrnoException
    throw new UsageError(`${isNone}: ${reasons[code] ?? messageOf(error)}`)
  }
  const { probe = 'run', metric = probe, schemaVersion: version } = json ?? {}
  if (json === null || version === undefined)
    throw new UsageError(`${isNone}: it has no schema version`)
  return { command: String(metric), version, json }
}

/** @throws UsageError that names the file and the error */
export function readSealed<T extends Sealed>(path: string, kind: SealedKind<T>): T {
  const { command, version, json } = readUnchecked(path)
  if (command !== kind.command)
    throw new UsageError(`${path} is a result of ${command}, not of ${kind.command}`)
  if (version !== kind.version) {
    const fix = Number(version) > kind.version ? 'update the suite' : 'measure again'
    throw new UsageError(
      `${path} has schema version ${version}, and this suite reads version ${kind.version}: ${fix}`,
    )
  }
  const valid = validated(path, json, kind, '; use the original file, or measure again')
  // The checksum is of the contents as written, not as transformed by the schema.
  if (checksumOf(json as Sealed) === valid.checksum) return valid
  throw new UsageError(
    `${path} has been edited: its checksum does not match; use the original file`,
  )
}

/** Returns the checksum of all other fields. */
function checksumOf({ checksum: _, ...rest }: Sealed): string {
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex')
}

function validated<T extends Sealed>(
  path: string,
  json: unknown,
  { schema, command }: SealedKind<T>,
  fix = '',
): T {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new UsageError(
    `${path} is not a valid result of ${command}: ${firstErrorOf(parsed.error)}${fix}`,
  )
}

/** Formats `servers.0.name: expected string`. */
export function firstErrorOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') || 'the file'}: ${issue?.message}`
}
