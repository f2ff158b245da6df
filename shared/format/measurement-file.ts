/**
 * Files of measurements: sealed by a checksum, validated when written and when read, dated, written once, in the folder of
 * their probe.
 */
import { hash } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { writeFileAtomically } from '../basics/atomic-file.ts'
import { messageOf, UsageError } from '../basics/errors.ts'
import { readRegular } from '../basics/regular-file.ts'
import { pathBelow, ROOT } from '../basics/root.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { type Contents, MEASUREMENT_VERSION, Measurement } from './measurement.ts'
import { firstErrorOf, type Stored } from './stored-files.ts'

/** A kind of file: where the files of a probe are stored, and their schemas. */
export interface FileKind {
  /** Name of the probe's command. */
  name: string
  /** Folder in `results/`; default: the name. */
  folder?: string
  /** Whether files are of a scenario each, in a folder each. */
  byScenario?: boolean
  /** Schema of the parts of a protocol that the page reads; files have more. */
  protocol?: z.ZodType
  /** Schema of a sample's evidence. */
  evidence?: z.ZodType
  /** Schema of what belongs to no subject of a file. */
  details?: z.ZodType
  /** Schema of the whole file, where more of it has types. */
  schema?: z.ZodType<Measurement>
  /** Returns what is stored of the contents, by the schema. */
  pack?(contents: Contents): Contents
}

/** Returns the default path of a file, with its date, valid on every file system. */
export function measurementPath(
  { name, folder = name, byScenario }: FileKind,
  { startedAt, scenario = '' }: { startedAt: string; scenario?: string | undefined },
  root = ROOT,
): string {
  const date = startedAt.replace(/\.\d+Z$/, 'Z').replaceAll(':', '-')
  return pathBelow(join(root, 'results'), folder, byScenario ? scenario : '', `${date}.json`)
}

/** @throws if the contents violate the schema, or the file exists or cannot be written */
export function writeMeasurement(kind: FileKind, path: string, contents: Contents): void {
  const packed = { ...(kind.pack?.(contents) ?? contents), checksum: '' }
  validateMeasurement(path, packed, kind)
  const sealed = { ...packed, checksum: checksumOf(packed) }
  writeFileAtomically(path, inLines(JSON.stringify(sealed)), false)
}

/** Puts each subject and process on one line: full indentation would be a fifth of the file. */
function inLines(json: string): string {
  return `${json.replace(/\{"(?:name|round)":/g, '\n$&')}\n`
}

/**
 * Reads a result of any command.
 * @throws UsageError that names the file if it is none
 */
export function readUnchecked(path: string): { name: string; version: unknown; json: object } {
  const isNone = `${path} is not a result file`
  let json: { probe?: unknown; schemaVersion?: unknown } | null
  try {
    json = JSON.parse(readRegular(path))
  } catch (error) {
    throw new UsageError(`${isNone}: ${messageOf(error)}`)
  }
  const { probe, schemaVersion: version } = json ?? {}
  if (json === null || version === undefined)
    throw new UsageError(`${isNone}: it has no schema version`)
  if (typeof probe !== 'string')
    throw new UsageError(`${isNone}: it names no probe, as older ones: measure again`)
  return { name: probe, version, json }
}

/** @throws UsageError that names the file and the error */
export function readMeasurement(kind: FileKind, path: string): Measurement {
  const { name, version, json } = readUnchecked(path)
  if (name !== kind.name)
    throw new UsageError(`${path} is a result of ${name}, not of ${kind.name}`)
  if (version !== MEASUREMENT_VERSION) {
    const shownVersion = typeof version === 'object' ? JSON.stringify(version) : version
    const isNewer = typeof version === 'number' && version > MEASUREMENT_VERSION
    const fix = isNewer ? 'update the suite' : 'measure again'
    throw new UsageError(
      `${path} has schema version ${shownVersion}, and this suite reads version ${MEASUREMENT_VERSION}: ${fix}`,
    )
  }
  const valid = validateMeasurement(path, json, kind, '; use the original file, or measure again')
  // The checksum is of the contents as written, not as transformed by the schema.
  if (checksumOf(json) === valid.checksum) return valid
  throw new UsageError(
    `${path} has been edited: its checksum does not match; use the original file`,
  )
}

/**
 * Reads all files of a probe, the oldest first.
 * @param skip gets a line for each invalid file, which is left out then
 * @throws UsageError if a file is invalid, and none is skipped
 */
export function storedMeasurements(
  kind: FileKind,
  root = ROOT,
  names: Iterable<string> = scenarios.keys(),
  skip?: (line: string) => void,
): Stored<Measurement>[] {
  const { name, folder = name, byScenario } = kind
  return (byScenario ? [...names] : ['']).flatMap((scenario) => {
    const place = ['results', folder, scenario].filter(Boolean).join('/')
    return globSync('*.json', { cwd: join(root, place) })
      .filter((file) => /^[\dT-]+Z(\.[\da-f]+)?\.json$/.test(file))
      .sort()
      .flatMap((file) => {
        try {
          const measurement = readMeasurement(kind, join(root, place, file))
          return [{ file: measurement, path: `${place}/${file}` }]
        } catch (error) {
          if (!skip || !(error instanceof UsageError)) throw error
          skip(error.message)
          return []
        }
      })
  })
}

/** Returns the checksum of all other fields. */
function checksumOf({ checksum: _, ...rest }: { checksum?: string }): string {
  return digestOf(rest)
}

/** Identifies what was measured, whatever a file says of its time. */
export function measuredDigest({
  startedAt: _,
  finishedAt: __,
  checksum: ___,
  ...rest
}: Contents & { checksum?: string }): string {
  return digestOf(rest)
}

const digestOf = (contents: object) => hash('sha256', JSON.stringify(contents))

function validateMeasurement(path: string, json: unknown, kind: FileKind, fix = ''): Measurement {
  const parsed = (kind.schema ?? schemaOf(kind)).safeParse(json)
  if (parsed.success) return parsed.data
  throw new UsageError(
    `${path} is not a valid result of ${kind.name}: ${firstErrorOf(parsed.error)}${fix}`,
  )
}

function schemaOf({ protocol, evidence, details }: FileKind): z.ZodType<Measurement> {
  return Measurement.superRefine((file, context) => {
    const assert = (schema: z.ZodType | undefined, what: string, value: unknown) => {
      const [issue] = schema?.safeParse(value).error?.issues ?? []
      if (!issue) return
      const { message, path } = issue
      context.addIssue({ code: 'custom', message, path: [what, ...path] })
    }
    assert(protocol, 'protocol', file.protocol)
    assert(details, 'details', file.details)
    for (const sample of file.subjects.flatMap(({ samples }) => samples))
      assert(evidence, 'evidence', sample.evidence)
  })
}
