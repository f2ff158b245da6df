/** Reads small files in `results/` that people or `publish` maintain. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf, UsageError } from '../basics/errors.ts'
import { readRegular } from '../basics/regular-file.ts'
import { ROOT } from '../basics/root.ts'

export interface Stored<T> {
  file: T
  /** From the repository's root, with forward slashes. */
  path: string
  /** Further files, whose servers were added to this one's. */
  others?: readonly Stored<T>[]
}

/**
 * Reads a file of JSON.
 * @param path from the root
 * @returns undefined if there is no such file
 * @throws UsageError of one line that names the file and the first error
 */
export function readJson<T>(path: string, schema: z.ZodType<T>, root: string): T | undefined {
  if (!existsSync(join(root, path))) return undefined
  try {
    return schema.parse(JSON.parse(readRegular(join(root, path))))
  } catch (error) {
    throw new UsageError(
      `${path}: ${error instanceof z.ZodError ? firstErrorOf(error) : messageOf(error)}`,
    )
  }
}

/** Formats `subjects.0.name: expected string`. */
export function firstErrorOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') || 'the file'}: ${issue?.message}`
}

/** From the repository's root. */
export const WITHDRAWN_FILE = 'results/withdrawn.json'

const Withdrawn = z
  .record(
    z.string(),
    z.strictObject({
      before: z.iso.datetime(),
      reason: z.string(),
      scenarios: z.array(z.string()).optional().describe('default: all'),
    }),
  )
  .describe('by server: date before which its figures are wrong, and not shown')

/** A file of figures by server. */
interface OfServers {
  startedAt: string
  scenario?: string | undefined
  subjects: { name: string }[]
}

/** Removes the withdrawn servers from a file. */
export function withoutWithdrawn<T extends OfServers>(file: T, root = ROOT): T {
  const withdrawn = withdrawnFrom(file, root)
  return withdrawn.size === 0
    ? file
    : { ...file, subjects: file.subjects.filter(({ name }) => !withdrawn.has(name)) }
}

/** Returns the reasons of a file's withdrawn servers, by name. */
export function withdrawnFrom(
  { startedAt, scenario = '', subjects }: OfServers,
  root = ROOT,
): Map<string, string> {
  const withdrawn = readJson(WITHDRAWN_FILE, Withdrawn, root) ?? {}
  return new Map(
    subjects.flatMap(({ name }) => {
      const entry = withdrawn[name]
      return entry &&
        Date.parse(startedAt) < Date.parse(entry.before) &&
        (entry.scenarios?.includes(scenario) ?? true)
        ? [[name, entry.reason] as const]
        : []
    }),
  )
}
