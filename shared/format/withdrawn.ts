/** Reads `results/withdrawn.json`: servers whose figures are withdrawn. */
import { z } from 'zod'
import { ROOT } from '../basics/root.ts'
import { readKept } from './kept-file.ts'

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
  const all = readKept(WITHDRAWN_FILE, Withdrawn, root) ?? {}
  return new Map(
    servers.flatMap(({ name }) => {
      const entry = all[name]
      return entry && Date.parse(startedAt) < Date.parse(entry.before)
        ? [[name, entry.reason] as const]
        : []
    }),
  )
}
