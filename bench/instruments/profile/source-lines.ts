/** Source lines of the files that servers run. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { LONGEST_LINE } from '../../../charts/instruments/profile/rules.ts'
import type { SourceText } from './commands.ts'

/**
 * Returns a line of a file.
 * @param line from 1
 * @returns an empty string if there is none, or if it is too long to have a single callee
 */
export type LineOf = (path: string, line: number) => string

const files = new Map<string, string[]>()

/** Reads from disk: Node strips types without moving lines, and Bun maps lines back. */
export const lineOnDisk: LineOf = (path, line) => {
  const lines = files.get(path) ?? readLines(path)
  files.set(path, lines)
  return unlessLong(lines[line - 1])
}

const SourceTexts: z.ZodType<SourceText[]> = z.array(z.object({ url: z.string(), text: z.string() }))

/**
 * Reads from the sources that the runtime reported, for one that moves lines.
 * @throws if the response is malformed
 */
export function compiledLines(answer: unknown): LineOf {
  const sources = new Map(SourceTexts.parse(answer).map(({ url, text }) => [fileURLToPath(url), text.split('\n')]))
  return (path, line) => unlessLong(sources.get(path)?.[line - 1])
}

function unlessLong(text = ''): string {
  return text.length > LONGEST_LINE ? '' : text
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}
