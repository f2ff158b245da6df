/** Files sealed by a checksum, and checked against their schema when they are written and when they are read. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { writeFileAtomically } from '../basics/atomic-file.ts'
import { messageOf, UsageError } from '../basics/errors.ts'

interface Sealed {
  checksum: string
}

/** A kind of such files, and what is said behind the path of one that is none. */
export interface SealedKind<T extends Sealed> {
  schema: z.ZodType<T>
  /** Such as `is not a result file`. */
  isNone: string
  /** Such as `is not a valid result`. */
  isInvalid: string
  /** Makes less of the same contents; the schema takes both. */
  pack?(contents: T): Sealed
}

/** When a run began, as it stands in the names of its files: good on every file system, and sorted by date. */
export function dateInName(startedAt: string): string {
  return startedAt.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')
}

/** @throws where the contents break their own schema, or the file is there already or can't be written */
export function writeSealed<T extends Sealed>(
  path: string,
  contents: Omit<T, 'checksum'>,
  kind: SealedKind<T>,
  overwrite = false,
): void {
  const valid = validated(path, { ...contents, checksum: '' }, kind)
  const packed: Sealed = kind.pack?.(valid) ?? valid
  const sealed = { ...packed, checksum: checksumOf(packed) }
  writeFileAtomically(path, inLines(JSON.stringify(sealed)), overwrite)
}

/** A line for each server, process and trial: white space would be a fifth of the file. */
function inLines(json: string): string {
  return `${json.replace(/\{"(?:name|round|server)":/g, '\n$&')}\n`
}

/** @throws UsageError that names the file, where it holds no JSON */
export function readJson(path: string, { isNone }: Pick<SealedKind<Sealed>, 'isNone'>): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reasons: Record<string, string> = { ENOENT: 'there is no such file', EISDIR: 'it is a directory' }
    const { code = '' } = error as NodeJS.ErrnoException
    throw new UsageError(`${path} ${isNone}: ${reasons[code] ?? messageOf(error)}`)
  }
}

/**
 * @param json what the file holds
 * @throws UsageError that names the file and what is wrong with it
 */
export function unseal<T extends Sealed>(path: string, json: unknown, kind: SealedKind<T>): T {
  const valid = validated(path, json, kind)
  // Of what was written, and not of what the schema makes of it.
  if (checksumOf(json as Sealed) === valid.checksum) return valid
  throw new UsageError(
    `${path} has been edited: its checksum is not that of its contents; use the file as it was written`,
  )
}

/** Of everything but the checksum itself. */
function checksumOf({ checksum: _, ...rest }: Sealed): string {
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex')
}

function validated<T extends Sealed>(path: string, json: unknown, { schema, isInvalid }: SealedKind<T>): T {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new UsageError(`${path} ${isInvalid}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
}
