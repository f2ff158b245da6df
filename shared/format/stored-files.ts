/** Reads the files in `results/`: measurements by their dates, and small files that people or `publish` maintain. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf, UsageError } from '../basics/errors.ts'
import { ROOT } from '../basics/root.ts'
import { firstErrorOf } from './sealed-file.ts'

export interface Stored<T> {
  file: T
  /** From the repository's root, with forward slashes. */
  path: string
  /** Further files, whose servers were added to this one's. */
  others?: readonly string[]
}

/**
 * Reads the files of a folder, the oldest first.
 * @param folder from the repository's root
 * @throws UsageError if a file is invalid
 */
export function storedFiles<T>(
  folder: string,
  read: (path: string) => T,
  root = ROOT,
): Stored<T>[] {
  if (!existsSync(join(root, folder))) return []
  const names = readdirSync(join(root, folder)).filter((name) =>
    /^[\dT-]+Z(\.[\da-f]+)?\.json$/.test(name),
  )
  return names
    .sort()
    .map((name) => ({ file: read(join(root, folder, name)), path: `${folder}/${name}` }))
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
    return schema.parse(JSON.parse(readFileSync(join(root, path), 'utf8')))
  } catch (error) {
    throw new UsageError(
      `${path}: ${error instanceof z.ZodError ? firstErrorOf(error) : messageOf(error)}`,
    )
  }
}

/** From the repository's root. */
export const WITHDRAWN_FILE = 'results/withdrawn.json'

const Withdrawn = z
  .record(z.string(), z.strictObject({ before: z.iso.datetime(), reason: z.string() }))
  .describe('by server: date before which its figures are wrong, and not shown')

/** A file of figures by server. */
interface OfServers {
  startedAt: string
  servers: { name: string }[]
}

/** Removes the withdrawn servers from a file. */
export function withoutWithdrawn<T extends OfServers>(file: T, root = ROOT): T {
  const withdrawn = withdrawnFrom(file, root)
  return withdrawn.size === 0
    ? file
    : { ...file, servers: file.servers.filter(({ name }) => !withdrawn.has(name)) }
}

/** Returns the reasons of a file's withdrawn servers, by name. */
export function withdrawnFrom({ startedAt, servers }: OfServers, root = ROOT): Map<string, string> {
  const withdrawn = readJson(WITHDRAWN_FILE, Withdrawn, root) ?? {}
  return new Map(
    servers.flatMap(({ name }) => {
      const entry = withdrawn[name]
      return entry && Date.parse(startedAt) < Date.parse(entry.before)
        ? [[name, entry.reason] as const]
        : []
    }),
  )
}
